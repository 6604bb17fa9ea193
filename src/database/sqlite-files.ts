/** A SQLite database is up to four files: what is removed or replaced takes all of them. */

import { rmSync } from 'node:fs';

/** What SQLite keeps beside a database: the journal of a database that is just being made, then the log and its index. */
const BESIDE = ['-journal', '-wal', '-shm'];

/** Removes the database and what is beside it, if they exist. */
export function removeSqliteDatabase(file: string): void {
  rmSync(file, { force: true });
  removeFilesBeside(file);
}

/** Removes only what is beside `file`: SQLite would apply it to the database that comes in its place. */
export function removeFilesBeside(file: string): void {
  for (const end of BESIDE) rmSync(file + end, { force: true });
}
