/**
 * The write-ahead log of the read model, which holds what was published until SQLite moves it into the file. A writer begins the
 * log again only when all of it was moved and no reader uses it any more, and an open generation reads from it for as
 * long as it is open. Without this the log would grow with every publication.
 */

import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';

/** A log that is begun again keeps as much space as this. */
export const LOG_KEPT_BYTES = 64 * 1024 * 1024;

/** Compiled it runs in a thread: a hundred megabytes take a second, in which no question would be answered. */
const isCompiled = import.meta.url.endsWith('.js');

/** Whether the log of `file` takes more space than it keeps anyway. */
export function isLogLong(file: string): boolean {
  return (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > LOG_KEPT_BYTES;
}

/**
 * Moves what the log holds into the file, as far as no reader needs an earlier state.
 * @returns whether nothing is left
 * @throws errors of SQLite, and of a file that this process may not write
 */
export async function moveLog(file: string): Promise<boolean> {
  if (!isCompiled) return moveLogNow(file);
  return new Promise((resolve, reject) => {
    const thread = new Worker(fileURLToPath(new URL('./log-thread.js', import.meta.url)), {
      workerData: file,
      // The process's flags do not apply to the thread: some of them are not allowed there.
      execArgv: [],
    });
    // A service that stops does not wait for it: SQLite continues from any state.
    thread.unref();
    thread.once('message', resolve).once('error', reject);
    thread.once('exit', () => reject(new Error('the thread ended without an answer')));
  });
}

/** The same in this thread. */
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
