/**
 * The process in which a question in SQL runs: it has the file of a dump open for reading, and nothing else. Its parent
 * bounds its memory, and ends it when a question takes too long.
 */

import Database from 'better-sqlite3';
import { type SqlAnswer, type SqlRequest, sqlRefusal } from './sql-question.js';

const [, , file = ''] = process.argv;
const db = open(file);

process.on('message', (request: SqlRequest) => {
  process.send?.(answerOf(request));
});
// Without its parent there is nothing left to do.
process.on('disconnect', () => process.exit());

function open(path: string): Database.Database {
  const opened = new Database(path, { readonly: true, fileMustExist: true });
  opened.pragma('query_only = ON');
  // Nothing is written to a disk, not even what a sort would put there.
  opened.pragma('temp_store = MEMORY');
  opened.pragma('cache_size = -16384');
  opened.pragma('trusted_schema = OFF');
  return opened;
}

function answerOf({ sql, rowsMax, bytesMax }: SqlRequest): SqlAnswer {
  const refusal = sqlRefusal(sql);
  if (refusal !== null) return { error: refusal };
  try {
    const statement = db.prepare(sql);
    if (!statement.readonly || !statement.reader)
      return { error: 'only a question is answered: SELECT, WITH, VALUES or EXPLAIN' };
    // A sum of whole numbers can be larger than JavaScript counts.
    statement.raw(true).safeIntegers(true);
    const columns = statement.columns().map(({ name }) => name);
    const rows: SqlAnswer['rows'] = [];
    let bytes = 0;
    // The statement gives arrays.
    for (const row of statement.iterate() as IterableIterator<unknown[]>) {
      const shown = row.map(plainValue);
      bytes += JSON.stringify(shown).length;
      if (rows.length >= rowsMax || bytes > bytesMax) return { columns, rows, isCut: true };
      rows.push(shown);
    }
    return { columns, rows, isCut: false };
  } catch (error) {
    // better-sqlite3 throws only Errors.
    return { error: (error as Error).message };
  }
}

/** A blob would not be JSON; a dump has none, and a question can make one. */
function plainValue(value: unknown): string | number | null {
  if (Buffer.isBuffer(value)) return `x'${value.toString('hex')}'`;
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  // JSON has no number for it.
  if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY) return String(value);
  // SQLite has no other types.
  return value as string | number | null;
}
