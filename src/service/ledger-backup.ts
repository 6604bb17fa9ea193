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
import { acquireWriterLock, type Store, StoreBusyError } from '../store/database/open.js';
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

/** Saves the ledger of a run. */
export interface SavedLedger {
  /** Resolves when everything written so far is safe. */
  save(): Promise<void>;
  /** Before the store is closed. */
  close(): Promise<void>;
}

export interface WriterPermit {
  /** Null without `DATABASE_URL`: the lock of the folder is enough, and nothing is saved. */
  epoch: number | null;
  /** Fulfilled when the permit is lost. */
  lost: Promise<unknown>;
  end(): Promise<void>;
}

const NEVER = new Promise<never>(() => undefined);

/**
 * Before a command writes to the live store: the term of the service that started it, or a term of its own.
 * @throws StoreBusyError if another node is the writer
 */
export async function permitWriter(config: Config, log: Logger): Promise<WriterPermit> {
  if (config.databaseUrl === '') return { epoch: null, lost: NEVER, end: async () => undefined };
  const given = process.env[EPOCH_VARIABLE];
  if (given !== undefined) return { epoch: Number(given), lost: NEVER, end: async () => undefined };
  const term = await beginWriterTerm(config);
  if (term === null)
    throw new StoreBusyError(
      'Another node reads the registers for this DATABASE_URL. Run the command there, or stop it.',
    );
  try {
    await takeOverLedger(config, term.epoch, log);
  } catch (error) {
    await term.end();
    throw error;
  }
  return term;
}

/** Saves what is written to `store` in that term; without a term it saves nothing. */
export function saveLedger(config: Config, store: Store, epoch: number | null, log: Logger): SavedLedger {
  if (epoch === null) return { save: async () => undefined, close: async () => undefined };
  const destination = openDestination(config);
  const saver = new LedgerSaver(store, {
    file: liveStoreFile(config),
    destination,
    epoch,
    now: () => new Date(),
    log,
  });
  return {
    async save() {
      await saver.save();
    },
    async close() {
      await saver.close();
      await destination.close();
    },
  };
}

function openDestination({ databaseUrl, ledgerBackup }: Config): BackupDestination {
  return ledgerBackup === '' || ledgerBackup === 'database'
    ? new DatabaseDestination(openPostgresDatabase(databaseUrl, { applicationName: 'disclosed backup' }))
    : new FolderDestination(ledgerBackup);
}
