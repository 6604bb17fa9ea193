/**
 * Keeps room free on the disk beside accounts.db for operations that revoke access: a leaked key must be revocable
 * even if the disk is full, and SQLite needs room to delete.
 */

import { randomBytes } from 'node:crypto';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { type Store, sqliteCode } from '../database/store.js';

/**
 * The size of the reserve, or as much of it as the disk has. A deletion writes some ten pages of 4 KB, opening the
 * file 32 KB.
 */
const RESERVE_KILOBYTES = [256, 128, 64];

/** Runs `work`; on a full disk it runs it again with the reserved room, all or nothing each time. */
export function withDiskReserve<T>(store: Store, work: () => T): T {
  return withDiskReserveOf(store.db.name, work);
}

/** The same while `file` is not open yet. */
export function withDiskReserveOf<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!isDiskFull(error) || !existsSync(reservePath(file))) throw error;
    rmSync(reservePath(file), { force: true });
    try {
      return work();
    } finally {
      createDiskReserve(file);
    }
  }
}

/** Reserves the room, unless it is reserved already or the disk has none. */
export function createDiskReserve(file: string): void {
  if (file === ':memory:' || existsSync(reservePath(file))) return;
  for (const kilobytes of RESERVE_KILOBYTES) {
    try {
      // Random, because a disk that compresses would reserve no room for zeros.
      writeFileSync(reservePath(file), randomBytes(kilobytes * 1024), { mode: 0o600 });
      return;
    } catch {
      rmSync(reservePath(file), { force: true });
    }
  }
}

function reservePath(file: string): string {
  return `${file}.reserve`;
}

/** SQLite reports it in several ways: it also cannot grow its shared memory then. */
function isDiskFull(error: unknown): boolean {
  return /^SQLITE_(?:FULL|IOERR_(?:SHMSIZE|SHMMAP|WRITE))$/.test(sqliteCode(error));
}
