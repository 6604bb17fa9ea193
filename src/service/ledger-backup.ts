/** The backup of the ledger as the settings choose it, and what a node does with it when it becomes the writer. */

import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import { openPostgresDatabase } from '../database/postgres-database.js';
import { tryBeginTerm, type WriterTerm } from '../database/writer-term.js';
import type { BackupDestination } from '../ledger-backup/backup-destination.js';
import { DatabaseDestination } from '../ledger-backup/database-destination.js';
import { FolderDestination } from '../ledger-backup/folder-destination.js';
import { LedgerSaver } from '../ledger-backup/ledger-saver.js';
import { restoreNewerLedger } from '../ledger-backup/restore-ledger.js';
import { acquireWriterLock, openStore, type Store, StoreBusyError } from '../store/database/open.js';
import { ensureStoreFolder, liveStoreFile } from './data-folder.js';

/** A connection that does not answer for this long, and five seconds more, has lost the lock. */
const LOCK_TIMEOUT_MS = 5000;
const FOLDER_LOCK_TRIES = 30;
const FOLDER_LOCK_PAUSE_MS = 500;
/** In the environment of a child process: the term of its parent, which holds the lock. */
export const EPOCH_VARIABLE = 'DISCLOSED_WRITER_EPOCH';

/** One attempt to become the writer of `DATABASE_URL`; the term keeps its own connection. */
export async function beginWriterTerm(config: Config): Promise<WriterTerm | null> {
  const database = openPostgresDatabase(config.databaseUrl, {
    connections: 1,
    statementTimeoutMs: LOCK_TIMEOUT_MS,
    applicationName: 'disclosed writer',
  });
  return tryBeginTerm(database, hostname());
}

/** Claims the backup for a new term, and restores the ledger if that of this node is older. @throws LedgerBackupError */
export async function takeOverLedger(config: Config, epoch: number, log: Logger): Promise<void> {
  const release = await acquireFolderLock(config);
  const destination = openDestination(config);
  try {
    await destination.claim(epoch);
    await restoreNewerLedger(liveStoreFile(config), destination, log);
  } finally {
    await destination.close();
    release();
  }
}

/** Waits for a run of this folder whose service was killed: it notices that within seconds. */
async function acquireFolderLock(config: Config): Promise<() => void> {
  for (let left = FOLDER_LOCK_TRIES; ; left--) {
    try {
      return acquireWriterLock(ensureStoreFolder(config));
    } catch (error) {
      if (!(error instanceof StoreBusyError) || left === 0) throw error;
    }
    await sleep(FOLDER_LOCK_PAUSE_MS);
  }
}

/** The live store, open for a command that writes to it. */
export interface WritableLedger {
  store: Store;
  /** Fulfilled when another node became the writer; the command must stop. */
  lost: Promise<unknown>;
  /** Resolves when everything written so far is safe; at once without `DATABASE_URL`. */
  save(): Promise<void>;
  close(): Promise<void>;
}

const NEVER = new Promise<never>(() => undefined);

/**
 * Opens the live store as its only writer, after restoring it if the backup is newer.
 * @throws StoreBusyError if another process or node writes
 */
export async function openWritableLedger(config: Config, log: Logger): Promise<WritableLedger> {
  const term = config.databaseUrl === '' ? null : await givenOrOwnTerm(config, log);
  const release = acquireWriterLock(ensureStoreFolder(config));
  const store = openStore(liveStoreFile(config), 'write');
  const backup = term === null ? null : openSaver(config, store, term.epoch, log);
  return {
    store,
    lost: term?.lost ?? NEVER,
    async save() {
      await backup?.saver.save();
    },
    async close() {
      await backup?.saver.close();
      store.close();
      release();
      await backup?.destination.close();
      await term?.end();
    },
  };
}

/** The term of the service that started this process, which holds the lock, or an own one. */
async function givenOrOwnTerm(config: Config, log: Logger): Promise<WriterTerm> {
  const given = process.env[EPOCH_VARIABLE];
  if (given !== undefined) return { epoch: Number(given), lost: NEVER, end: async () => undefined };
  const term = await beginWriterTerm(config);
  if (term === null)
    throw new StoreBusyError(
      'Another node reads the registers for this DATABASE_URL. Run the command there, or stop that node.',
    );
  try {
    await takeOverLedger(config, term.epoch, log);
    return term;
  } catch (error) {
    await term.end();
    throw error;
  }
}

function openSaver(config: Config, store: Store, epoch: number, log: Logger) {
  const destination = openDestination(config);
  const file = liveStoreFile(config);
  return {
    destination,
    saver: new LedgerSaver(store, { file, destination, epoch, now: () => new Date(), log }),
  };
}

function openDestination({ databaseUrl, ledgerBackup }: Config): BackupDestination {
  return ledgerBackup === '' || ledgerBackup === 'database'
    ? new DatabaseDestination(openPostgresDatabase(databaseUrl, { applicationName: 'disclosed backup' }))
    : new FolderDestination(ledgerBackup);
}
