/** Copies accounts, passkeys, sessions and keys to another database, for an operator who moves from accounts.db to PostgreSQL. */

import type { SqlValue } from '../../database/database.js';
import type { AccountsDatabase, Connection } from './accounts-database.js';

export interface CopiedAccounts {
  accounts: number;
  passkeys: number;
  sessions: number;
  keys: number;
  watchlists: number;
  webhooks: number;
}

/** In the order of their references. Keys get new ids, which only this service knows; challenges live for minutes. */
const TABLES = {
  accounts: {
    table: 'account',
    columns: ['id', 'display_name', 'recovery_hash', 'created_at', 'recovery_saved'],
  },
  passkeys: {
    table: 'passkey',
    columns: ['id', 'account_id', 'public_key', 'counter', 'transports', 'created_at', 'last_used_at'],
  },
  sessions: { table: 'session', columns: ['hash', 'account_id', 'created_at', 'expires_at'] },
  keys: {
    table: 'api_key',
    columns: ['hash', 'prefix', 'name', 'account_id', 'created_at', 'last_used_at', 'hour', 'calls'],
  },
  watchlists: {
    table: 'watchlist',
    columns: ['id', 'account_id', 'key_hash', 'name', 'filters', 'created_at'],
  },
  webhooks: {
    table: 'webhook',
    columns: ['id', 'watchlist_id', 'url', 'shape', 'secret', 'created_at', 'place', 'off_reason'],
  },
} as const;

/** Rows of one statement. */
const ROWS_AT_ONCE = 500;

/**
 * All or nothing.
 * @returns null if `to` has some of them already: a second copy would bring back what was revoked since the first
 */
export async function copyAccounts(from: Connection, to: AccountsDatabase): Promise<CopiedAccounts | null> {
  return to.transaction(async (connection) => {
    if (
      (await hasSome(from, connection, 'account', 'id')) ||
      (await hasSome(from, connection, 'api_key', 'hash'))
    )
      return null;
    const copied: CopiedAccounts = {
      accounts: 0,
      passkeys: 0,
      sessions: 0,
      keys: 0,
      watchlists: 0,
      webhooks: 0,
    };
    // The keys of TABLES are those of the counts.
    for (const name of Object.keys(TABLES) as Array<keyof typeof TABLES>)
      copied[name] = await copyTable(from, connection, TABLES[name]);
    return copied;
  });
}

/** How many accounts and keys there are. */
export async function countAccounts(connection: Connection): Promise<{ accounts: number; keys: number }> {
  // One row: counts.
  const [[accounts, keys]] = (await connection.rows<[number, number]>(
    'SELECT (SELECT count(*) FROM account), (SELECT count(*) FROM api_key)',
  )) as [[number, number]];
  return { accounts, keys };
}

async function hasSome(from: Connection, to: Connection, table: string, column: string): Promise<boolean> {
  const known = (await from.rows<[SqlValue]>(`SELECT ${column} FROM ${table}`)).map(([value]) => value);
  for (const some of piecesOf(known)) {
    const places = some.map(() => '?').join(', ');
    const found = await to.rows(`SELECT 1 FROM ${table} WHERE ${column} IN (${places}) LIMIT 1`, some);
    if (found.length > 0) return true;
  }
  return false;
}

async function copyTable(
  from: Connection,
  to: Connection,
  { table, columns }: { table: string; columns: readonly string[] },
): Promise<number> {
  const list = columns.join(', ');
  const rows = await from.rows<SqlValue[]>(`SELECT ${list} FROM ${table} ORDER BY created_at, ${columns[0]}`);
  const row = `(${columns.map(() => '?').join(', ')})`;
  for (const some of piecesOf(rows))
    await to.run(`INSERT INTO ${table} (${list}) VALUES ${some.map(() => row).join(', ')}`, some.flat());
  return rows.length;
}

function* piecesOf<T>(all: readonly T[]): Generator<T[]> {
  for (let at = 0; at < all.length; at += ROWS_AT_ONCE) yield all.slice(at, at + ROWS_AT_ONCE);
}
