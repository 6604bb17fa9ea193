/** Makes a ledger from its backup, when the backup is newer than what this node has. */

import { existsSync, renameSync } from 'node:fs';
import Database from 'better-sqlite3';
import { removeFilesBeside, removeSqliteDatabase } from '../database/sqlite-files.js';
import { isCorruptDatabase } from '../store/database/open.js';
import { type BackupDestination, LedgerBackupError, type StoredPart } from './backup-destination.js';
import type { BackupLog } from './ledger-saver.js';
import { writePart } from './part-content.js';
import { SavedStateFile } from './saved-state.js';

/**
 * Gives this node the newest ledger: its own, if that contains the last save, else the one of the backup. Without a backup it is
 * its own, or none.
 * @returns whether the ledger was restored
 * @throws LedgerBackupError if a part is missing or damaged; the ledger of this node is then unchanged
 */
export async function restoreNewerLedger(
  file: string,
  destination: BackupDestination,
  log: BackupLog,
): Promise<boolean> {
  const chain = await destination.newestChain();
  const newest = chain.at(-1);
  if (newest === undefined) return false;
  const saves = existsSync(file) ? savesOf(file) : null;
  if (saves?.has(newest.id)) return false;
  const restored = `${file}.restored`;
  try {
    await buildLedger(chain, destination, restored);
  } catch (error) {
    const now = await destination.newestChain();
    // The last writer deleted the chain meanwhile, because it had made a new base.
    if (now[0]?.chain === newest.chain) throw error;
    return restoreNewerLedger(file, destination, log);
  }
  if (saves?.size === 0) {
    const aside = `${file}.before-restore`;
    log.warn({ aside }, 'this ledger is damaged, or was never part of the backup: it was put aside');
    moveLedger(file, aside);
  }
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

/** The ids of the saves that this ledger contains; none if it was never saved, or is damaged. */
function savesOf(file: string): Set<string> {
  const db = new Database(file, { readonly: true });
  try {
    const table = db.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'ledger_save'");
    if (table.get() === undefined) return new Set();
    // The column is NOT NULL and of type TEXT.
    return new Set(db.prepare('SELECT id FROM ledger_save').pluck().all() as string[]);
  } catch (error) {
    if (isCorruptDatabase(error)) return new Set();
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

function moveLedger(from: string, to: string): void {
  removeSqliteDatabase(to);
  for (const end of ['-wal', '']) if (existsSync(from + end)) renameSync(from + end, to + end);
}
