/**
 * Keeps the write-ahead log of the read model short. It holds what was published until a checkpoint copies it into the file. SQLite
 * resets the log only when all of it was copied and no reader uses it any more, and an open generation uses it for as
 * long as it is open: without this the log would grow with every publication.
 */

import { spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import Sqlite from 'better-sqlite3';

/** A log that was reset keeps as much space as this. */
export const LOG_KEPT_BYTES = 64 * 1024 * 1024;

/** Whether the log of `file` takes more space than it keeps anyway. */
export function isLogLong(file: string): boolean {
  return (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > LOG_KEPT_BYTES;
}

/** `PASSIVE` copies what no reader needs in the log. `TRUNCATE` then gives its space back, which the next publication would do an hour later. */
export type Checkpoint = 'PASSIVE' | 'TRUNCATE';

/**
 * Copies what the log holds into the file, as far as no reader needs an earlier state. A separate process does it: a hundred
 * megabytes take a second, in which nothing would be answered, and a stop would wait for a thread.
 * @returns whether nothing is left to copy; false also for a file that may not be written, and on a full disk
 */
export async function checkpointLog(file: string, how: Checkpoint): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      [fileURLToPath(new URL('./checkpoint-process.js', import.meta.url)), file, how],
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
export function checkpointNow(file: string, how: Checkpoint): boolean {
  // It does not wait for other processes: a publication would have to wait meanwhile.
  const db = new Sqlite(file, { fileMustExist: true, timeout: 0 });
  try {
    const [copied] = db.pragma(`wal_checkpoint(${how})`) as Array<
      Record<'busy' | 'log' | 'checkpointed', number>
    >;
    // Busy: another process makes one at this moment, or for TRUNCATE needs the log.
    return copied?.busy === 0 && copied.log === copied.checkpointed;
  } finally {
    db.close();
  }
}
