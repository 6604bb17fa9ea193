/** What PostgreSQL keeps of generations that do not answer at present: their rows go to separate tables, or are removed. */

import type { PostgresSession } from '../../database/postgres-database.js';
import { SCHEMA } from '../../database/postgres-database.js';
import { DAY_MS } from '../../dates.js';
import { EVERY_GENERATION_DAYS, isThinnedOut } from '../generation.js';
import { READ_MODEL_VERSION } from '../tables.js';
import { GENERATIONS, KEPT_GENERATIONS, storedGenerations } from './generations.js';
import { POSTGRES_TABLE_NAMES, pastName, STILL_VALID } from './schema.js';

/**
 * Takes what only earlier generations have out of the tables that answer at present, into those of the past if a generation
 * that can be replayed has it.
 * @param tables the schema of the generation that is being published
 * @param days how long a generation can be replayed; 0 for never
 */
export async function takeToHistory(
  session: PostgresSession,
  tables: string,
  days: number = Number.POSITIVE_INFINITY,
): Promise<void> {
  const stored = await storedGenerations(session);
  const oldest = stored[KEPT_GENERATIONS - 1];
  if (oldest === undefined) return;
  await removeGenerations(session, tables, oldest.number, days);
  if (oldest.tables === tables)
    // A row that no generation needs which can be replayed goes.
    for (const table of POSTGRES_TABLE_NAMES)
      await session.run(
        `WITH ended AS (DELETE FROM ${table} WHERE valid_to <= ? RETURNING *)
         INSERT INTO ${pastName(table)} SELECT * FROM ended e
         WHERE EXISTS (SELECT 1 FROM ${GENERATIONS} g WHERE g.number >= e.valid_from AND g.number < e.valid_to)`,
        [oldest.number],
      );
  await removeSchemas(session, tables);
}

/** `oldest` and later ones answer at present, or may again. */
async function removeGenerations(
  session: PostgresSession,
  tables: string,
  oldest: number,
  days: number,
): Promise<void> {
  // No program that is in use answers from them.
  await session.run(`DELETE FROM ${GENERATIONS} WHERE number < ? AND format <> ?`, [
    oldest,
    READ_MODEL_VERSION,
  ]);
  if (days === 0) {
    await session.run(`DELETE FROM ${GENERATIONS} WHERE number < ?`, [oldest]);
    for (const table of POSTGRES_TABLE_NAMES) await session.run(`DELETE FROM ${pastName(table)}`);
    return;
  }
  const [last, before] = await session.rows<[number: number, serveFrom: string, isFilling: number]>(
    `SELECT number, serve_from, is_filling FROM ${GENERATIONS} WHERE number < ? ORDER BY number DESC LIMIT 2`,
    [oldest],
  );
  if (last !== undefined && before !== undefined && last[2] === 1 && isThinnedOut(last[1], before[1]))
    await session.run(`DELETE FROM ${GENERATIONS} WHERE number = ?`, [last[0]]);
  await thinOutDays(session, tables, oldest);
  if (Number.isFinite(days)) await removeBefore(session, tables, oldest, days);
}

/** Only the last generation of a day that is long over stays. */
async function thinOutDays(session: PostgresSession, tables: string, oldest: number): Promise<void> {
  const moment = new Date(Date.now() - EVERY_GENERATION_DAYS * DAY_MS).toISOString();
  const found = await session.rows<
    [number: number, schema: string, before: number | null, following: number | null]
  >(
    `SELECT number, tables,
       (SELECT max(g.number) FROM ${GENERATIONS} g WHERE g.tables = days.tables AND g.number < days.number),
       (SELECT min(g.number) FROM ${GENERATIONS} g WHERE g.tables = days.tables AND g.number > days.number)
     FROM (
       SELECT number, tables, substr(serve_from, 1, 10) AS day,
         substr(lead(serve_from) OVER (ORDER BY number), 1, 10) AS next_day
       FROM ${GENERATIONS} WHERE serve_from < ? AND number < ?) AS days
     WHERE day = next_day ORDER BY number DESC`,
    [moment, oldest],
  );
  const stays = new Map<number, number>();
  // From the last to the first: then it is known which one that stays follows each of them in its schema.
  for (const [number, schema, before, following] of found) {
    const after = following === null ? STILL_VALID : (stays.get(following) ?? following);
    stays.set(number, after);
    await session.run(`DELETE FROM ${GENERATIONS} WHERE number = ?`, [number]);
    // Only generations that go had these rows. The index of ended rows finds them, except those that none ever ended.
    const ended = after === STILL_VALID ? '' : `valid_to < ${STILL_VALID} AND `;
    await removeRows(session, tables, schema, `${ended}valid_to > ? AND valid_to <= ? AND valid_from > ?`, [
      number,
      after,
      before ?? -1,
    ]);
  }
}

async function removeBefore(
  session: PostgresSession,
  tables: string,
  oldest: number,
  days: number,
): Promise<void> {
  const moment = new Date(Date.now() - days * DAY_MS).toISOString();
  // It answered at that moment, until the next one did.
  const [first] = await session.rows<[number]>(
    `SELECT number FROM ${GENERATIONS} WHERE serve_from <= ? AND number <= ? ORDER BY number DESC LIMIT 1`,
    [moment, oldest],
  );
  if (first === undefined) return;
  if ((await session.run(`DELETE FROM ${GENERATIONS} WHERE number < ?`, first)) === 0) return;
  const schemas = await session.rows<[string]>(`SELECT DISTINCT tables FROM ${GENERATIONS}`);
  for (const schema of new Set([tables, ...schemas.flat()]))
    await removeRows(session, tables, schema, `valid_to < ${STILL_VALID} AND valid_to <= ?`, first);
}

/** A schema that a whole publication replaced has rows of the past in all of its tables. */
async function removeRows(
  session: PostgresSession,
  tables: string,
  schema: string,
  condition: string,
  values: readonly number[],
): Promise<void> {
  for (const table of POSTGRES_TABLE_NAMES)
    for (const name of schema === tables ? [pastName(table)] : [pastName(table), table])
      await session.run(`DELETE FROM ${schema}.${name} WHERE ${condition}`, values);
}

/** Those whose generations are all gone. */
async function removeSchemas(session: PostgresSession, tables: string): Promise<void> {
  const schemas = await session.rows<[name: string]>(
    `SELECT nspname FROM pg_namespace WHERE nspname ~ ? AND left(nspname, ?) <> ?
       AND NOT EXISTS (SELECT 1 FROM ${GENERATIONS} g WHERE g.tables = left(nspname, ?))`,
    [`^${SCHEMA}_[0-9a-f]{12}(_all)?$`, tables.length, tables, tables.length],
  );
  for (const [schema] of schemas) await session.script(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
}
