/**
 * The write-ahead log of the read model, which holds what was published until SQLite moves it into the file. A writer begins the
 * log again only when all of it was moved and no reader uses it any more, and an open generation reads from it for as
 * long as it is open. Without this the log would grow with every publication.
 */

import { spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import Sqlite from 'better-sqlite3';

/** A log that is begun again keeps as much space as this. */
export const LOG_KEPT_BYTES = 64 * 1024 * 1024;

/** Run from the sources, as in tests, it is moved in this process. */
const isCompiled = import.meta.url.endsWith('.js');

/** Whether the log of `file` takes more space than it keeps anyway. */
export function isLogLong(file: string): boolean {
  return (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > LOG_KEPT_BYTES;
}

/**
 * Moves what the log holds into the file, as far as no reader needs an earlier state. A separate process does it: a hundred
 * megabytes take a second, in which nothing would be answered, and a stop would wait for a thread.
 * @returns whether nothing is left; false also for a file that may not be written, and on a full disk
 */
export async function moveLog(file: string): Promise<boolean> {
  if (!isCompiled) return moveLogNow(file);
  return new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      [fileURLToPath(new URL('./log-process.js', import.meta.url)), file],
      { env: {}, stdio: 'ignore' },
    );
    // A service that stops does not wait for it.
    child.unref();
    child.once('error', () => resolve(false)).once('exit', (code) => resolve(code === 0));
    try {
      if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    } catch {
      // It has ended already.
    }
  });
}

/** The same in this process. */
export function moveLogNow(file: string): boolean {
  const db = new Sqlite(file, { fileMustExist: true });
  try {
    const [moved] = db.pragma('wal_checkpoint(PASSIVE)') as Array<
      Record<'busy' | 'log' | 'checkpointed', number>
    >;
    // Busy: another process moves it at this moment.
    return moved?.busy === 0 && moved.log === moved.checkpointed;
  } finally {
    db.close();
  }
}
