/** Makes a ledger from its backup, when the backup is newer than what this node has. */

import { existsSync, renameSync } from 'node:fs';
import Database from 'better-sqlite3';
import { removeFilesBeside, removeSqliteDatabase } from '../database/sqlite-files.js';
import { isCorruptDatabase } from '../store/database/open.js';
import { type BackupDestination, LedgerBackupError, type StoredPart } from './backup-destination.js';
import type { BackupLog } from './ledger-saver.js';
import { writePart } from './part-content.js';
import { SavedStateFile } from './saved-state.js';

export interface RestoreOptions {
  /** Whether the newest generation was made from the ledger in this file. */
  isPublished: (ledger: string) => boolean;
  /** @throws LedgerBackupError if this ledger may not take the place of the one that this node has */
  requirePublished: (ledger: string) => void;
}

const NOTHING_PUBLISHED: RestoreOptions = { isPublished: () => false, requirePublished: () => undefined };

/**
 * Gives this node the newest ledger: its own, if that contains the last save or is further than it remembers saves, else the one
 * of the backup. Without a backup it is its own, or none.
 * @returns whether the ledger was restored
 * @throws LedgerBackupError if a part is missing or damaged; the ledger of this node is then unchanged
 */
export async function restoreNewerLedger(
  file: string,
  destination: BackupDestination,
  log: BackupLog,
  options: RestoreOptions = NOTHING_PUBLISHED,
): Promise<boolean> {
  const chain = await destination.newestChain();
  const newest = chain.at(-1);
  if (newest === undefined) return false;
  const own = existsSync(file) ? savesOf(file) : null;
  if (own?.ids.has(newest.id)) return false;
  // It may have contained that save once: the generation that was made from it says so.
  if (own !== null && own.first > newest.number && options.isPublished(file)) {
    log.warn({ savedAt: newest.at }, 'the backup is older than the ledger, which begins a new one');
    return false;
  }
  const restored = `${file}.restored`;
  try {
    await buildLedger(chain, destination, restored);
  } catch (error) {
    const now = await destination.newestChain();
    // The last writer deleted the chain meanwhile, because it had made a new base.
    if (now[0]?.chain === newest.chain) throw error;
    return restoreNewerLedger(file, destination, log, options);
  }
  options.requirePublished(restored);
  if (own !== null && own.last > newest.number) putAside(file, log);
  takePlace(restored, file, chain);
  log.info({ parts: chain.length, savedAt: newest.at }, 'the ledger was restored from its backup');
  return true;
}

/** The base, and each log after it, moved into the file by SQLite itself. */
async function buildLedger(
  chain: readonly StoredPart[],
  destination: BackupDestination,
  file: string,
): Promise<void> {
  removeSqliteDatabase(file);
  for (const [index, part] of chain.entries()) {
    if (part.sequence !== index)
      throw new LedgerBackupError(
        `Part ${index} of the backup ${part.chain} is missing. What was saved before it can be restored by deleting the parts after it.`,
      );
    await writePart(part, destination.read(part), index === 0 ? file : `${file}-wal`);
    const isLast = index === chain.length - 1;
    const db = new Database(file, { fileMustExist: true });
    try {
      db.pragma('wal_checkpoint(TRUNCATE)');
      requireSave(db, part);
      if (isLast) requireIntact(db, part);
    } finally {
      db.close();
    }
  }
}

/** The part must bring the ledger to the very save that it is named after. */
function requireSave(db: Database.Database, { id, number, chain, sequence }: StoredPart): void {
  const newest = db.prepare('SELECT number, id FROM ledger_save ORDER BY number DESC LIMIT 1').raw().get();
  // The statement has these two columns.
  const [foundNumber, foundId] = (newest ?? []) as [number?, string?];
  if (foundNumber === number && foundId === id) return;
  throw new LedgerBackupError(
    `Part ${sequence} of the backup ${chain} does not lead to save ${number}, but to ${foundNumber ?? 'none'}.`,
  );
}

function requireIntact(db: Database.Database, { chain }: StoredPart): void {
  // With `simple` the pragma gives its only value, a text.
  const found = db.pragma('quick_check(1)', { simple: true }) as string;
  if (found !== 'ok') throw new LedgerBackupError(`The backup ${chain} is damaged: ${found}.`);
}

/** The saves that a ledger remembers, and their least and greatest number. */
interface RememberedSaves {
  ids: ReadonlySet<string>;
  first: number;
  last: number;
}

/** One that was never saved, or is damaged: no backup contains it. */
const NEVER_SAVED: RememberedSaves = { ids: new Set(), first: -1, last: Number.POSITIVE_INFINITY };

function savesOf(file: string): RememberedSaves {
  const db = new Database(file, { readonly: true });
  try {
    const table = db.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'ledger_save'");
    if (table.get() === undefined) return NEVER_SAVED;
    // Both columns are NOT NULL.
    const saves = db.prepare('SELECT number, id FROM ledger_save ORDER BY number').raw().all() as Array<
      [number: number, id: string]
    >;
    const [first, last] = [saves[0], saves.at(-1)];
    if (first === undefined || last === undefined) return NEVER_SAVED;
    return { ids: new Set(saves.map(([, id]) => id)), first: first[0], last: last[0] };
  } catch (error) {
    if (isCorruptDatabase(error)) return NEVER_SAVED;
    throw error;
  } finally {
    db.close();
  }
}

function takePlace(restored: string, file: string, chain: readonly StoredPart[]): void {
  const state = new SavedStateFile(file);
  state.clear();
  // The log belongs to the old file. Killed here, this node has an older ledger, and restores again.
  removeFilesBeside(file);
  renameSync(restored, file);
  // What only reads a database leaves an empty log of it and its index behind.
  removeFilesBeside(restored);
  const [base, ...increments] = chain;
  const last = chain.at(-1);
  if (base === undefined || last === undefined) return;
  state.write({
    last,
    sent: last.id,
    waiting: [],
    baseSize: base.size,
    incrementsSize: increments.reduce((sum, { size }) => sum + size, 0),
    ledger: state.ledgerIdentity(),
    isWhole: true,
  });
}

/** Under a name that is free: what was put aside before may be the better one. */
function putAside(file: string, log: BackupLog): void {
  let aside = `${file}.before-restore`;
  for (let i = 2; existsSync(aside); i++) aside = `${file}.before-restore-${i}`;
  log.warn({ aside }, 'this ledger is damaged, or has what the backup has not: it was put aside');
  // The log first: killed in between, the ledger is a state that it had.
  for (const end of ['-wal', '']) if (existsSync(file + end)) renameSync(file + end, aside + end);
}
