/** The backup of the ledger as the settings choose it, and what a node does with it when it becomes the writer. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config.js';
import { openPostgresDatabase, type PostgresDatabase } from '../database/postgres-database.js';
import { currentTerm, tryBeginTerm, type WriterTerm } from '../database/writer-term.js';
import { type BackupDestination, LedgerBackupError } from '../ledger-backup/backup-destination.js';
import { DatabaseDestination } from '../ledger-backup/database-destination.js';
import { FolderDestination } from '../ledger-backup/folder-destination.js';
import { type BackupLog, LedgerSaver } from '../ledger-backup/ledger-saver.js';
import { restoreNewerLedger } from '../ledger-backup/restore-ledger.js';
import { acquireWriterLock, openStore, type Store, StoreBusyError } from '../store/database/open.js';
import { ensureStoreFolder, liveStoreFile } from './data-folder.js';
import { PublishedLedger } from './published-ledger.js';
import { notingFailure } from './save-failure.js';

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

/**
 * Claims the backup for a new term, and restores the ledger if that of this node is older.
 * @throws LedgerBackupError if the operator must decide how to continue
 */
export function takeOverLedger(config: Config, epoch: number, log: BackupLog): Promise<void> {
  return notingFailure(config, () => takeOver(config, epoch, log));
}

async function takeOver(config: Config, epoch: number, log: BackupLog): Promise<void> {
  const release = await acquireFolderLock(config);
  const destination = openDestination(config);
  try {
    const published = await PublishedLedger.read(config, epoch);
    await requireKnownPlace(config, destination, published);
    await destination.claim(epoch);
    const file = liveStoreFile(config);
    const hasBackup = (await destination.newestChain()).length > 0;
    const requirePublished = (ledger: string) => published.require(ledger, hasBackup, backupPlace(config));
    await restoreNewerLedger(file, destination, log, {
      requirePublished,
      isPublished: (ledger) => published.isOf(ledger),
    });
    requirePublished(file);
    published.endConsent(log);
    writeFileSync(placeFile(config), config.ledgerBackup);
    writeFileSync(termFile(config), String(epoch));
  } finally {
    await destination.close();
    release();
  }
}

/**
 * A folder that is not mounted is an empty one, and gets no claim. A new value of LEDGER_BACKUP is a decision; the same
 * folder without any trace of a writer is not the one that this node used.
 */
async function requireKnownPlace(
  config: Config,
  destination: BackupDestination,
  published: PublishedLedger,
): Promise<void> {
  if (await destination.isClaimed()) return;
  const place = placeFile(config);
  if (existsSync(place) && readFileSync(place, 'utf8') === config.ledgerBackup)
    throw new LedgerBackupError(
      `There is nothing in ${backupPlace(config)}, where this node saved its ledger. Mount it. If a new backup shall begin there, delete ${place}.`,
    );
  published.require(liveStoreFile(config), false, backupPlace(config));
}

/** The value of LEDGER_BACKUP with which this node was the writer last. */
function placeFile(config: Config): string {
  return join(dirname(liveStoreFile(config)), 'ledger-backup-place');
}

/** Where the backup of the ledger is, for messages. */
export function backupPlace({ ledgerBackup }: Config): string {
  return isInDatabase(ledgerBackup) ? 'the database' : `the folder ${ledgerBackup}`;
}

const isInDatabase = (ledgerBackup: string) => ledgerBackup === '' || ledgerBackup === 'database';

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
  /** The number of the writer's term; null without `DATABASE_URL`. */
  epoch: number | null;
  /** Fulfilled when another node became the writer; the command must stop. */
  lost: Promise<unknown>;
  /**
   * Resolves when everything written so far is safe in the backup. `taken` is called at the very state that is saved.
   * Undefined without `DATABASE_URL`.
   */
  save: ((taken?: () => void) => Promise<unknown>) | undefined;
  close(): Promise<void>;
}

const NEVER = new Promise<never>(() => undefined);

/**
 * Opens the live store as its only writer, after restoring it if the backup is newer.
 * @throws StoreBusyError if another process or node writes
 */
export async function openWritableLedger(config: Config, log: BackupLog): Promise<WritableLedger> {
  const term = config.databaseUrl === '' ? null : await givenOrOwnTerm(config, log);
  const release = acquireWriterLock(ensureStoreFolder(config));
  const store = openStore(liveStoreFile(config), 'write');
  const backup = term === null ? null : openSaver(config, store, term.epoch, log);
  return {
    store,
    epoch: term?.epoch ?? null,
    lost: term?.lost ?? NEVER,
    save: backup === null ? undefined : (taken) => notingFailure(config, () => backup.saver.save(taken)),
    async close() {
      await backup?.saver.close();
      store.close();
      release();
      await backup?.destination.close();
      await term?.end();
    },
  };
}

/**
 * The term of the service that started this process or that writes in this folder, which holds the lock; or an own one.
 * With the lock of the folder, no run of that service writes at the same time.
 */
async function givenOrOwnTerm(config: Config, log: BackupLog): Promise<WriterTerm> {
  const given = process.env[EPOCH_VARIABLE];
  if (given !== undefined) return termOfService(Number(given));
  const term = await beginWriterTerm(config);
  if (term === null) {
    const current = await readCurrentTerm(config);
    if (current !== null && current.epoch === folderTerm(config)) return termOfService(current.epoch);
    throw new StoreBusyError(
      `${current?.node ?? 'Another node'} reads the registers for this DATABASE_URL. Run the command there, with its DATA_DIR, or stop that node.`,
    );
  }
  try {
    await takeOverLedger(config, term.epoch, log);
    return term;
  } catch (error) {
    await term.end();
    throw error;
  }
}

const termOfService = (epoch: number): WriterTerm => ({ epoch, lost: NEVER, end: async () => undefined });

/** What the backup of the ledger holds. */
export interface BackupState {
  /** ISO 8601 UTC. */
  savedAt: string;
  parts: number;
  /** As they are stored, compressed. */
  storedBytes: number;
}

/** Null before the first save. `database` is a connection to any server of `DATABASE_URL`, and stays open. */
export async function backupState(config: Config, database: PostgresDatabase): Promise<BackupState | null> {
  const { ledgerBackup } = config;
  const destination = isInDatabase(ledgerBackup)
    ? new DatabaseDestination(database)
    : new FolderDestination(ledgerBackup);
  const chain = await destination.newestChain();
  const last = chain.at(-1);
  if (last === undefined) return null;
  const storedBytes = chain.reduce((sum, part) => sum + part.storedSize, 0);
  return { savedAt: last.at, parts: chain.length, storedBytes };
}

/** Whether this folder has the ledger of the last writer. */
export function hasLedgerOf(config: Config, epoch: number): boolean {
  return folderTerm(config) === epoch && existsSync(liveStoreFile(config));
}

/** The last term that began, and on which machine; null before the first. */
export async function readCurrentTerm(config: Config): Promise<{ epoch: number; node: string } | null> {
  const database = openPostgresDatabase(config.databaseUrl, { connections: 1 });
  try {
    return await currentTerm(database);
  } finally {
    await database.close();
  }
}

/** The number of the last term in which this folder had the ledger of the writer. */
function folderTerm(config: Config): number | null {
  const file = termFile(config);
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : null;
}

function termFile(config: Config): string {
  return join(dirname(liveStoreFile(config)), 'writer-term');
}

function openSaver(config: Config, store: Store, epoch: number, log: BackupLog) {
  const destination = openDestination(config);
  const file = liveStoreFile(config);
  return {
    destination,
    saver: new LedgerSaver(store, { file, destination, epoch, now: () => new Date(), log }),
  };
}

function openDestination({ databaseUrl, ledgerBackup }: Config): BackupDestination {
  return isInDatabase(ledgerBackup)
    ? new DatabaseDestination(openPostgresDatabase(databaseUrl, { applicationName: 'disclosed backup' }))
    : new FolderDestination(ledgerBackup);
}
