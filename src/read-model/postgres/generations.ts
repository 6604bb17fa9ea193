/** The table of generations in PostgreSQL: which there are, and where their rows are. */

import type { Connection, SqlValue } from '../../database/database.js';
import { SCHEMA } from '../../database/postgres-database.js';
import type { Generation } from '../generation.js';
import { canAnswerFrom, READ_MODEL_VERSION } from '../tables.js';

/** Its columns stay the same in all versions of the read model, so that each program sees that it cannot read another. */
export const GENERATIONS = `${SCHEMA}.generation`;

export const GENERATION_STATEMENTS = `
  CREATE SCHEMA IF NOT EXISTS ${SCHEMA};
  CREATE TABLE IF NOT EXISTS ${GENERATIONS} (
    number BIGINT PRIMARY KEY,
    id TEXT COLLATE "C" NOT NULL UNIQUE,
    -- The id of the generation that it was made from.
    parent TEXT COLLATE "C",
    at TEXT COLLATE "C",
    next_refresh_at TEXT COLLATE "C",
    serve_from TEXT COLLATE "C" NOT NULL,
    is_filling INTEGER NOT NULL,
    epoch BIGINT NOT NULL,
    -- READ_MODEL_VERSION of the program that made it.
    format INTEGER NOT NULL,
    program TEXT COLLATE "C" NOT NULL,
    -- The schema that holds its rows.
    tables TEXT COLLATE "C" NOT NULL
  )`;

/** A generation, and the schema that holds its rows. */
export interface StoredGeneration extends Generation {
  /** The term of the writer that published it. */
  epoch: number;
  tables: string;
  format: number;
}

/** The database was written by another version of the program. */
export class ReadModelVersionError extends Error {
  override name = 'ReadModelVersionError';
}

type StoredColumns = [
  number: number,
  id: string,
  at: string | null,
  nextRefreshAt: string | null,
  serveFrom: string,
  isFilling: number,
  epoch: number,
  tables: string,
  format: number,
];

const COLUMNS = 'number, id, at, next_refresh_at, serve_from, is_filling, epoch, tables, format';
/** No such table, no such schema. */
const NO_TABLE = /^(?:42P01|3F000)$/;
/** So many generations before the newest can still answer. */
export const KEPT_GENERATIONS = 3;
/** `serve_from` of a generation that is published and not announced yet: no node may serve it. */
export const NOT_ANNOUNCED = '9999-12-31T23:59:59.999Z';

/** Newest first, a few; none if nothing was ever published. Also those that are not announced: for the writer. */
export async function storedGenerations(connection: Connection): Promise<StoredGeneration[]> {
  return generationsWhere(connection, NEWEST_FIRST);
}

/** Only those whose moment is known, newest first. */
export async function announcedGenerations(connection: Connection): Promise<StoredGeneration[]> {
  return generationsWhere(connection, `WHERE serve_from < '${NOT_ANNOUNCED}' ${NEWEST_FIRST}`);
}

/** The one that answered at `moment`, and whose tables this program can read; without a moment, the first of those. */
export async function replayedGeneration(
  connection: Connection,
  moment: string | null,
): Promise<StoredGeneration | null> {
  const [found] = await generationsWhere(
    connection,
    moment === null
      ? 'WHERE format IN (?, ?) ORDER BY number LIMIT 1'
      : 'WHERE format IN (?, ?) AND serve_from <= ? ORDER BY number DESC LIMIT 1',
    [READ_MODEL_VERSION, READ_MODEL_VERSION + 1, ...(moment === null ? [] : [moment])],
  );
  return found ?? null;
}

const NEWEST_FIRST = `ORDER BY number DESC LIMIT ${KEPT_GENERATIONS + 1}`;

async function generationsWhere(
  connection: Connection,
  rest: string,
  values: readonly SqlValue[] = [],
): Promise<StoredGeneration[]> {
  try {
    const rows = await connection.rows<StoredColumns>(
      `SELECT ${COLUMNS} FROM ${GENERATIONS} ${rest}`,
      values,
    );
    return rows.map(([number, id, at, nextRefreshAt, serveFrom, isFilling, epoch, tables, format]) => ({
      number,
      id,
      at,
      nextRefreshAt,
      serveFrom,
      isFilling: isFilling === 1,
      epoch: Number(epoch),
      tables,
      format,
    }));
  } catch (error) {
    // The driver's errors have the code of the server.
    if (NO_TABLE.test(String((error as { code?: unknown }).code))) return [];
    throw error;
  }
}

/**
 * Those that this program can answer from, newest first; none if nothing was published. While a newer program publishes what it cannot read, it
 * continues with what was published before, as long as that is kept.
 * @throws ReadModelVersionError if all are of other versions
 */
export function answerable(stored: readonly StoredGeneration[]): StoredGeneration[] {
  const found = stored.filter(({ format }) => canAnswerFrom(format));
  const [newest] = stored;
  if (found.length > 0 || newest === undefined) return found;
  throw new ReadModelVersionError(
    `The database holds answers in format ${newest.format}, and this program reads formats ${READ_MODEL_VERSION} and ${READ_MODEL_VERSION + 1}: ${newest.format < READ_MODEL_VERSION ? 'replace the writer by this version first' : 'update disclosed on this node'}. See docs/operate/upgrade.md.`,
  );
}

/** Without what only this engine needs. */
export function toGeneration(stored: StoredGeneration): Generation {
  const { number, id, at, nextRefreshAt, serveFrom, isFilling } = stored;
  return { number, id, at, nextRefreshAt, serveFrom, isFilling };
}
