/** What the writer keeps of earlier generations: which there were, and the rows that they had and the newest has no more. */

import type { SqliteDatabase } from '../../database/sqlite-database.js';
import { DAY_MS } from '../../dates.js';
import { EVERY_GENERATION_DAYS, type Generation, isThinnedOut } from '../generation.js';
import { quoted, TABLES, type Table } from '../tables.js';
import { isShortened, pastName } from './schema.js';

/** No generation can be replayed. */
export const NOTHING_KEPT = -1;

/**
 * Decides what can be replayed once the generation `next` is published.
 * @param days how long a generation can be replayed; 0 for never, Infinity forever
 * @returns the number of the last generation before the next one that can be replayed, or NOTHING_KEPT
 */
export function trimHistory(
  database: SqliteDatabase,
  { newest, next }: { newest: Generation | null; next: number },
  days: number,
  now: number,
): number {
  if (days === 0) {
    forgetHistory(database);
    return NOTHING_KEPT;
  }
  if (newest?.isFilling === true) thinOut(database, newest);
  thinOutDays(database, now);
  if (Number.isFinite(days)) forgetBefore(database, new Date(now - days * DAY_MS).toISOString());
  // No generation that stays had them under another name.
  database.runNow(`DELETE FROM past_name WHERE cik NOT IN (SELECT cik FROM ${pastName('insider')})`);
  // One row: an aggregate.
  const [[last]] = database.rowsNow<[number | null]>(
    'SELECT max(number) FROM kept_generation WHERE number < ?',
    [next],
  ) as [[number | null]];
  return last ?? NOTHING_KEPT;
}

function forgetHistory(database: SqliteDatabase): void {
  database.runNow('DELETE FROM kept_generation');
  for (const name of Object.keys(TABLES)) database.runNow(`DELETE FROM ${pastName(name)}`);
  database.runNow('DELETE FROM past_name');
}

export function keepGeneration(
  database: SqliteDatabase,
  { number, id, at, isFilling }: Omit<Generation, 'serveFrom'>,
  serveFrom: string,
): void {
  database.runNow(
    'INSERT OR REPLACE INTO kept_generation (number, id, at, serve_from, is_filling) VALUES (?, ?, ?, ?, ?)',
    [number, id, at, serveFrom, isFilling ? 1 : 0],
  );
}

function thinOut(database: SqliteDatabase, { number, serveFrom }: Generation): void {
  const [before] = database.rowsNow<[string]>(
    'SELECT serve_from FROM kept_generation WHERE number < ? ORDER BY number DESC LIMIT 1',
    [number],
  );
  if (before !== undefined && isThinnedOut(serveFrom, before[0]))
    database.runNow('DELETE FROM kept_generation WHERE number = ?', [number]);
}

/** Only the last generation of a day that is long over stays. */
function thinOutDays(database: SqliteDatabase, now: number): void {
  const found = database.rowsNow<[number: number, before: number | null, following: number]>(
    `SELECT number, before, following FROM (
       SELECT number, lag(number) OVER w AS before, lead(number) OVER w AS following,
         substr(serve_from, 1, 10) AS day, substr(lead(serve_from) OVER w, 1, 10) AS next_day
       FROM kept_generation WHERE serve_from < ? WINDOW w AS (ORDER BY number))
     WHERE day = next_day ORDER BY number DESC`,
    [new Date(now - EVERY_GENERATION_DAYS * DAY_MS).toISOString()],
  );
  const stays = new Map<number, number>();
  // From the last to the first: then it is known which one that stays follows each of them.
  for (const [number, before, following] of found) {
    const after = stays.get(following) ?? following;
    stays.set(number, after);
    database.runNow('DELETE FROM kept_generation WHERE number = ?', [number]);
    // Only generations that go had these rows.
    for (const name of Object.keys(TABLES))
      database.runNow(
        `DELETE FROM ${pastName(name)} WHERE valid_to > ? AND valid_to <= ? AND valid_from > ?`,
        [number, after, before ?? NOTHING_KEPT],
      );
  }
}

/** The generation that answered at `moment` stays: it did so until the next one. */
function forgetBefore(database: SqliteDatabase, moment: string): void {
  const [oldest] = database.rowsNow<[number]>(
    'SELECT number FROM kept_generation WHERE serve_from <= ? ORDER BY number DESC LIMIT 1',
    [moment],
  );
  if (oldest === undefined) return;
  if (database.runNow('DELETE FROM kept_generation WHERE number < ?', oldest) === 0) return;
  for (const name of Object.keys(TABLES))
    database.runNow(`DELETE FROM ${pastName(name)} WHERE valid_to <= ?`, oldest);
}

/**
 * Takes the row with a key to the past, if a generation that can be replayed has it. Values: the generation that ends it,
 * the key, and the last generation that can be replayed.
 */
export function keepStatement(table: Table): string {
  const { name, columns, key } = table;
  const isRow = key.map((column) => `${quoted(column)} = ?`).join(' AND ');
  const values = Object.keys(columns).map((column) =>
    isShortened(table, column) ? `shortened(${quoted(column)})` : quoted(column),
  );
  return `INSERT INTO ${pastName(name)} SELECT ${values.join(', ')}, valid_from, ? FROM ${name}
    WHERE ${isRow} AND valid_from <= ?`;
}
