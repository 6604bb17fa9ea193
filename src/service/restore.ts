/** Restores an archive into an empty `DATA_DIR`, and its accounts into an empty PostgreSQL if `DATABASE_URL` is set: all of it or nothing. */

import {
  chmodSync,
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { checkArchive, unpackArchive } from '../backup/archive.js';
import { diskErrorInWords } from '../backup/backup-error.js';
import { makeWhole, requireSoundDatabase } from '../backup/database-copy.js';
import { type ArchivedName, MANIFEST, type Manifest, readManifest } from '../backup/manifest.js';
import { type Config, ConfigError } from '../config.js';
import { maskedPostgresUrl } from '../database/postgres-address.js';
import { openPostgresDatabase } from '../database/postgres-database.js';
import { removeFilesBeside } from '../database/sqlite-files.js';
import { storedGenerations } from '../read-model/postgres/generations.js';
import type { AccountsDatabase } from '../store/accounts/accounts-database.js';
import { openAccountsFile } from '../store/accounts/accounts-file.js';
import { copyAccounts, countAccounts } from '../store/accounts/copy.js';
import { beginChangeLog } from '../store/changes/change-log.js';
import { migrations, rejectNewerVersion } from '../store/database/migrate.js';
import { acquireWriterLock, openStore, StoreBusyError } from '../store/database/open.js';
import { MIGRATIONS_OF, makePrivateFolder } from './backup.js';
import {
  accountsFile,
  dataFolder,
  liveStoreFile,
  makeFolder,
  placingFolder,
  readModelFile,
} from './data-folder.js';
import { backupPlace, backupState } from './ledger-backup.js';
import { ownFile, ownFiles } from './own-files.js';

export interface Restored {
  manifest: Manifest;
  /** The files that were written, and the database of the accounts. */
  places: string[];
}

/**
 * Checks the whole archive before it writes anything. The read model is not in it: the next start makes it from the ledger. A stop
 * (`signal`) leaves nothing; what a kill leaves is undone by the next call.
 * @throws BackupError if the archive is damaged, or not one
 * @throws StoreError in one line if a newer program wrote it
 * @throws ConfigError if `DATA_DIR`, or the database of `DATABASE_URL`, is not empty
 * @throws StoreBusyError while another process restores into this `DATA_DIR`
 */
export async function restoreBackup(config: Config, file: string, signal: AbortSignal): Promise<Restored> {
  if (!existsSync(file)) throw new ConfigError(`${file} does not exist.`);
  const manifest = await checkArchive(file);
  for (const { name, schema } of manifest.members) {
    const set = MIGRATIONS_OF[name];
    if (set !== undefined) rejectNewerVersion(schema ?? 0, migrations(set).length, `${name} in ${file}`);
  }
  const made = missingFolders(config);
  const work = dirname(placingFolder(config));
  const clean = () => {
    undo(config);
    rmSync(work, { recursive: true, force: true });
    for (const folder of made) removeIfEmpty(folder);
  };
  const inWords = (error: unknown) =>
    diskErrorInWords(error, `${file} could not be restored, and nothing of it was kept`);
  try {
    makePrivateFolder(work);
  } catch (error) {
    for (const folder of made) removeIfEmpty(folder);
    throw inWords(error);
  }
  const release = lockOf(work, clean, inWords);
  signal.addEventListener('abort', clean, { once: true });
  try {
    signal.throwIfAborted();
    undo(config);
    requireEmpty(config, manifest);
    await unpackChecked(file, manifest, join(work, 'unpacked'));
    return { manifest, places: await placeAll(config, manifest, join(work, 'unpacked')) };
  } catch (error) {
    throw inWords(error);
  } finally {
    signal.removeEventListener('abort', clean);
    clean();
    release();
  }
}

/** What cannot be locked, on a full disk, is left as it was; what another process has locked is its own. */
function lockOf(work: string, clean: () => void, inWords: (error: unknown) => unknown): () => void {
  try {
    return acquireWriterLock(work);
  } catch (error) {
    if (!(error instanceof StoreBusyError)) clean();
    throw inWords(error);
  }
}

/** @throws ConfigError */
function requireEmpty(config: Config, { members }: Manifest): void {
  const ledger = liveStoreFile(config);
  const found = [ledger, readModelFile(ledger), accountsFile(config)].find((one) => existsSync(one));
  if (found !== undefined) throw alreadyThere(found);
  for (const [name, file] of ownFiles(config))
    if (members.some((one) => one.name === name))
      throw new ConfigError(`${file} exists, and the backup has one too. Move yours away first.`);
}

/** Every member as a file in `folder`, in the form of this program. */
async function unpackChecked(file: string, { members }: Manifest, folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  makeFolder(folder);
  await unpackArchive(file, folder);
  if (members.some(({ name }) => name === 'accounts.db')) chmodSync(join(folder, 'accounts.db'), 0o600);
  for (const { name } of members) {
    const set = MIGRATIONS_OF[name];
    if (set !== undefined) requireSoundDatabase(join(folder, name), set, `${name} in ${file}`);
  }
  const ledger = join(folder, 'live.db');
  if (!existsSync(ledger)) return;
  // The migrations of later versions are applied here: what cannot be brought up to date is not restored.
  const store = openStore(ledger, 'write');
  try {
    // Readers may know places of changes that came after the backup. Others will get those places.
    beginChangeLog(store);
  } finally {
    store.close();
  }
  makeWhole(ledger);
}

/** @returns what was written, for messages */
async function placeAll(config: Config, manifest: Manifest, unpacked: string): Promise<string[]> {
  const { members } = manifest;
  const names = members.map(({ name }) => name);
  const toServer = config.databaseUrl !== '' && names.includes('accounts.db');
  const server = config.databaseUrl === '' ? null : await emptyServer(config);
  try {
    // From here on there is something to undo, and the name of the folder says so.
    const placing = placingFolder(config);
    // A service, or a command for keys, may have begun here while the archive was unpacked.
    requireEmpty(config, manifest);
    renameSync(unpacked, placing);
    const files = names.filter((name) => !toServer || name !== 'accounts.db');
    for (const name of files) place(config, placing, name);
    if (server !== null && toServer) await copyToServer(config, server, join(placing, 'accounts.db'));
    rmSync(placing, { recursive: true });
    const places = files.map((name) => placeOf(config, name));
    return toServer ? [...places, maskedPostgresUrl(config.databaseUrl)] : places;
  } finally {
    await server?.close();
  }
}

function placeOf(config: Config, name: ArchivedName): string {
  if (name === 'live.db') return liveStoreFile(config);
  return ownFile(config, name) ?? accountsFile(config);
}

function place(config: Config, placing: string, name: ArchivedName): void {
  const target = placeOf(config, name);
  makeFolder(dirname(target));
  // One without entries, which `requireEmpty` lets pass.
  if (ownFile(config, name) !== undefined) rmSync(target, { force: true });
  if (existsSync(target)) throw alreadyThere(target);
  // A log without its database would be applied to this one.
  removeFilesBeside(target);
  try {
    // A link, because a rename would replace what another program made meanwhile.
    linkSync(join(placing, name), target);
  } catch (error) {
    // Node's file functions throw only Errors with a code.
    throw (error as NodeJS.ErrnoException).code === 'EEXIST' ? alreadyThere(target) : error;
  }
  rmSync(join(placing, name));
}

function alreadyThere(file: string): ConfigError {
  return new ConfigError(
    `${file} exists: a backup is restored only into an empty DATA_DIR. Move what is there away, or set DATA_DIR to another folder.`,
  );
}

/** Takes away what a restore that did not end has placed: the members that its folder has no more. */
function undo(config: Config): void {
  const placing = placingFolder(config);
  if (!existsSync(placing)) return;
  const { members } = readManifest(readFileSync(join(placing, MANIFEST), 'utf8'), placing);
  for (const { name } of members) {
    if (existsSync(join(placing, name))) continue;
    const target = placeOf(config, name);
    rmSync(target, { force: true });
    removeIfEmpty(dirname(target));
  }
  rmSync(placing, { recursive: true });
}

/** The database of the accounts. @throws ConfigError if the service has something in it */
async function emptyServer(config: Config): Promise<AccountsDatabase> {
  const place = maskedPostgresUrl(config.databaseUrl);
  const database = openPostgresDatabase(config.databaseUrl, { connections: 1 });
  try {
    const saved = await backupState(config, database);
    if (saved !== null)
      throw new ConfigError(
        `${backupPlace(config)} holds a ledger that was saved at ${saved.savedAt}, with which a node continues automatically: start it. To go back to the backup, use an empty database and an empty LEDGER_BACKUP.`,
      );
    if ((await storedGenerations(database)).length > 0)
      throw new ConfigError(`${place} holds published answers: a backup is restored only into an empty one.`);
  } finally {
    await database.close();
  }
  const { openAccountsServer } = await import('../store/accounts/accounts-server.js');
  const server = await openAccountsServer(config.databaseUrl);
  const { accounts, keys } = await countAccounts(server);
  if (accounts === 0 && keys === 0) return server;
  await server.close();
  throw new ConfigError(
    `${place} has accounts (${accounts}) or keys (${keys}) already: a backup is restored only into an empty database.`,
  );
}

async function copyToServer(config: Config, server: AccountsDatabase, file: string): Promise<void> {
  const source = openAccountsFile(file);
  try {
    if ((await copyAccounts(source, server)) === null)
      throw new ConfigError(`${maskedPostgresUrl(config.databaseUrl)} got accounts meanwhile.`);
  } finally {
    await source.close();
  }
}

/** The folders that a restore has to make, the deepest first: it removes them if it fails. */
function missingFolders(config: Config): string[] {
  const missing: string[] = [];
  for (let at = resolve(dataFolder(config)); !existsSync(at); at = dirname(at)) missing.push(at);
  return missing;
}

function removeIfEmpty(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder);
}
