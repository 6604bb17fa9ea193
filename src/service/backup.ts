/** Makes an archive of all in `DATA_DIR` that no register can give again, while a service writes to it. */

import {
  chmodSync,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import Database from 'better-sqlite3';
import { SERVICE_VERSION } from '../../tools/contract/rules.js';
import { checkArchive, sha256Of, writeArchive } from '../backup/archive.js';
import { BackupError, diskErrorInWords } from '../backup/backup-error.js';
import { copyDatabase, makeWhole, requireSoundDatabase } from '../backup/database-copy.js';
import { type ArchivedFile, type ArchivedName, type Manifest, MEMBERS } from '../backup/manifest.js';
import { type Config, ConfigError } from '../config.js';
import { openAccountsFile } from '../store/accounts/accounts-file.js';
import { copyAccounts } from '../store/accounts/copy.js';
import type { MigrationSet } from '../store/database/migrate.js';
import { acquireWriterLock } from '../store/database/open.js';
import {
  accountsFile,
  dataFolder,
  ensureStoreFolder,
  isFolder,
  liveStoreFile,
  makeFolder,
  requireOutside,
} from './data-folder.js';
import { hasLedgerOf, readCurrentTerm } from './ledger-backup.js';
import { ownFiles } from './own-files.js';

/** The databases among the members, and by which migrations they are checked. */
export const MIGRATIONS_OF: Readonly<Partial<Record<ArchivedName, MigrationSet>>> = {
  'live.db': 'migrations',
  'accounts.db': 'migrations-accounts',
};
/** Room that must be left on the disk of `DATA_DIR` beside the copies, so that the service can continue. */
const ROOM_BYTES = 64 << 20;

export interface MadeBackup {
  file: string;
  /** When it was begun, ISO 8601 UTC: everything committed before is in it. */
  at: string;
  /** The size of the archive. */
  bytes: number;
  manifest: Manifest;
  /** The unfinished archive that a killed backup had left, in whatever folder, and that was removed. */
  removed: string | null;
}

/** In the folder of the copies: which file is being written. */
const UNFINISHED_NOTE = 'unfinished';

/**
 * Writes the archive `file`, whole and checked, or nothing. Works on copies in `DATA_DIR`, which a stop removes (`signal`), and the next call
 * after a kill.
 * @throws ConfigError if `file` exists, is in `DATA_DIR`, or has no folder
 * @throws BackupError if there is nothing to back up, or a database is damaged
 * @throws StoreBusyError while another process makes a backup of this `DATA_DIR`
 */
export async function makeBackup(config: Config, file: string, signal: AbortSignal): Promise<MadeBackup> {
  const target = resolve(file);
  requireFreeTarget(config, target);
  // Else a wrong DATA_DIR would be made.
  if (config.databaseUrl === '' && !existsSync(dataFolder(config))) throw nothingToBackUp(config);
  ensureStoreFolder(config);
  const work = join(dataFolder(config), 'backup-work');
  makePrivateFolder(work);
  const release = acquireWriterLock(work);
  const unfinished = `${target}.unfinished`;
  const clean = () => {
    rmSync(unfinished, { force: true });
    rmSync(work, { recursive: true, force: true });
  };
  signal.addEventListener('abort', clean, { once: true });
  try {
    signal.throwIfAborted();
    const removed = removeLeftovers(work);
    rmSync(unfinished, { force: true });
    writeFileSync(join(work, UNFINISHED_NOTE), unfinished);
    const facts = await collect(config, work);
    await writeArchive(work, facts, unfinished);
    const manifest = await checkArchive(unfinished);
    requireFreeTarget(config, target);
    renameSync(unfinished, target);
    return { file: target, at: manifest.at, bytes: statSync(target).size, manifest, removed };
  } catch (error) {
    throw diskErrorInWords(error, `The backup ${target} could not be written, and nothing of it is kept`);
  } finally {
    signal.removeEventListener('abort', clean);
    clean();
    release();
  }
}

/** For copies of the accounts, which only their owner may read. */
export function makePrivateFolder(path: string): void {
  makeFolder(path);
  chmodSync(path, 0o700);
}

/** @throws ConfigError */
function requireFreeTarget(config: Config, target: string): void {
  if (existsSync(target))
    throw new ConfigError(`${target} exists already. Name another file, or move it away.`);
  if (!isFolder(dirname(target)))
    throw new ConfigError(`The folder ${dirname(target)} does not exist. Make it, or name another file.`);
  requireOutside(config, dirname(target), 'A backup');
}

/** Removes what a killed backup left. This process has the lock. @returns its archive, if there was one */
function removeLeftovers(work: string): string | null {
  const note = join(work, UNFINISHED_NOTE);
  const unfinished = existsSync(note) ? readFileSync(note, 'utf8') : '';
  // A note that a power failure cut off names nothing.
  const isLeft = unfinished.endsWith('.unfinished') && existsSync(unfinished);
  if (isLeft) rmSync(unfinished);
  for (const name of readdirSync(work))
    if (!name.startsWith('writer.lock')) rmSync(join(work, name), { recursive: true, force: true });
  return isLeft ? unfinished : null;
}

/** Copies every member to `work`, and checks it. */
async function collect(config: Config, work: string): Promise<Omit<Manifest, 'format'>> {
  const at = new Date().toISOString();
  const ledger = await ledgerToCopy(config);
  await requireRoom(config, [ledger, accountsFile(config)]);
  if (ledger !== null) await copyDatabase(ledger, join(work, 'live.db'));
  await copyAccountsTo(config, join(work, 'accounts.db'));
  for (const [name, file] of ownFiles(config)) copyFileSync(file, join(work, name));
  const members: ArchivedFile[] = [];
  for (const name of MEMBERS) if (existsSync(join(work, name))) members.push(await describe(work, name));
  if (members.length === 0) throw nothingToBackUp(config);
  const generation = ledger === null ? null : generationIn(join(work, 'live.db'));
  return { program: SERVICE_VERSION, at, generation, members };
}

function nothingToBackUp(config: Config): BackupError {
  return new BackupError(
    `There is nothing to back up in ${dataFolder(config)}: no ledger, no accounts and no keys. Set DATA_DIR to the folder of the service.`,
  );
}

async function describe(work: string, name: ArchivedName): Promise<ArchivedFile> {
  const file = join(work, name);
  const set = MIGRATIONS_OF[name];
  const schema = set === undefined ? null : requireSoundDatabase(file, set, name);
  return { name, bytes: statSync(file).size, sha256: await sha256Of(file), schema };
}

/**
 * The live ledger; null if there is none, as in a service that only ever showed the sample.
 * @throws BackupError if another node writes: what this one has may be old
 */
async function ledgerToCopy(config: Config): Promise<string | null> {
  const file = liveStoreFile(config);
  if (config.databaseUrl === '') return existsSync(file) ? file : null;
  const term = await readCurrentTerm(config);
  if (term === null) return existsSync(file) ? file : null;
  if (hasLedgerOf(config, term.epoch)) return file;
  throw new BackupError(
    `The newest ledger is on ${term.node}, which wrote last. Make the backup there, with its DATA_DIR.`,
  );
}

/** Always as a file, so that a backup can be restored with `DATABASE_URL` and without it. */
async function copyAccountsTo(config: Config, copy: string): Promise<void> {
  if (config.databaseUrl === '') {
    const file = accountsFile(config);
    if (existsSync(file)) await copyDatabase(file, copy);
    return;
  }
  const { openAccountsServer } = await import('../store/accounts/accounts-server.js');
  const server = await openAccountsServer(config.databaseUrl);
  try {
    const target = openAccountsFile(copy);
    try {
      await server.transaction(async (connection) => {
        // All tables as they were at one moment.
        await connection.run('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
        await copyAccounts(connection, target);
      });
    } finally {
      await target.close();
    }
  } finally {
    await server.close();
  }
  makeWhole(copy);
}

/** @throws BackupError if the copies would fill the disk on which the service writes */
async function requireRoom(config: Config, files: ReadonlyArray<string | null>): Promise<void> {
  const folder = dataFolder(config);
  const needed = files.reduce((sum, file) => sum + (file === null ? 0 : sizeOf(file)), ROOM_BYTES);
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < needed)
    throw new BackupError(
      `${folder} has ${megabytes(bavail * bsize)} MB free and a backup needs ${megabytes(needed)} MB there for a while: make room.`,
    );
}

const megabytes = (bytes: number) => Math.ceil(bytes / 1e6);

function sizeOf(file: string): number {
  const sizes = [file, `${file}-wal`].map((one) => statSync(one, { throwIfNoEntry: false })?.size ?? 0);
  return sizes.reduce((sum, size) => sum + size, 0);
}

function generationIn(ledger: string): NonNullable<Manifest['generation']> {
  const db = new Database(ledger, { readonly: true });
  try {
    // The first migration inserts this row.
    return db.prepare('SELECT number, at FROM generation WHERE id = 1').get() as {
      number: number;
      at: string | null;
    };
  } finally {
    db.close();
  }
}
