/**
 * Keeps room free on the disk beside accounts.db for operations that revoke access: a leaked key must be revocable
 * even if the disk is full, and SQLite needs room to delete.
 */

import { randomBytes } from 'node:crypto';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { sqliteCode } from '../database/store.js';

/**
 * The size of the reserve, or as much of it as the disk has. A deletion writes some ten pages of 4 KB, opening the
 * file 32 KB.
 */
const RESERVE_KILOBYTES = [256, 128, 64];

/** Runs `work`; on a full disk it runs it again with the reserved room, all or nothing each time. */
export async function withDiskReserve<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!releaseReserve(file, error)) throw error;
    try {
      return await work();
    } finally {
      createDiskReserve(file);
    }
  }
}

/** The same for opening `file`. */
export function withDiskReserveOpening<T>(file: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    if (!releaseReserve(file, error)) throw error;
    try {
      return open();
    } finally {
      createDiskReserve(file);
    }
  }
}

/** Frees the room if the disk is full. False if it is not, or nothing was reserved. */
function releaseReserve(file: string, error: unknown): boolean {
  if (!isDiskFull(error) || !existsSync(reservePath(file))) return false;
  rmSync(reservePath(file), { force: true });
  return true;
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
