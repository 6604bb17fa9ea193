/** Stores the API keys: hash, the prefix that may be shown, and how much each was used. */

import { type AccountsDatabase, type Connection, lockAccount } from './accounts-database.js';

interface KeyRow {
  id: number;
  prefix: string;
  name: string;
  /** Null if the operator made it. */
  accountId: string | null;
  /** ISO 8601 UTC, as all moments here. */
  createdAt: string;
  lastUsedAt: string | null;
  /** Start of the hour in which it was used last, and the calls of that hour. */
  hour: string | null;
  calls: number;
}

interface NewKey {
  hash: Buffer;
  prefix: string;
  name: string;
  accountId: string | null;
  createdAt: string;
}

export interface KeyUsage {
  id: number;
  usedAt: string;
  hour: string;
  calls: number;
}

/** Returns the id of the new key; null if its account has `max` keys already, or is gone. */
export async function addKey(database: AccountsDatabase, key: NewKey, max?: number): Promise<number | null> {
  const { hash, prefix, name, accountId, createdAt } = key;
  return database.transaction(async (connection) => {
    if (accountId !== null) {
      if (!(await lockAccount(connection, accountId))) return null;
      if (max !== undefined && (await listKeys(connection, accountId)).length >= max) return null;
    }
    const [row] = await connection.rows<[number]>(
      'INSERT INTO api_key (hash, prefix, name, account_id, created_at) VALUES (?, ?, ?, ?, ?) RETURNING id',
      [hash, prefix, name, accountId, createdAt],
    );
    return row?.[0] ?? null;
  });
}

export async function findKeyByHash(connection: Connection, hash: Buffer): Promise<number | null> {
  const [row] = await connection.rows<[number]>('SELECT id FROM api_key WHERE hash = ?', [hash]);
  return row?.[0] ?? null;
}

/** Oldest first; of one account, or all. */
export async function listKeys(connection: Connection, accountId?: string): Promise<KeyRow[]> {
  const where = accountId === undefined ? '' : 'WHERE account_id = ?';
  const rows = await connection.rows<
    [number, string, string, string | null, string, string | null, string | null, number]
  >(
    `SELECT id, prefix, name, account_id, created_at, last_used_at, hour, calls FROM api_key ${where} ORDER BY id`,
    accountId === undefined ? [] : [accountId],
  );
  return rows.map(([id, prefix, name, owner, createdAt, lastUsedAt, hour, calls]) => ({
    id,
    prefix,
    name,
    accountId: owner,
    createdAt,
    lastUsedAt,
    hour,
    calls,
  }));
}

/** Removes the key for good; with `accountId` only if it belongs to that account. False if there is none. */
export async function removeKey(
  database: AccountsDatabase,
  id: number,
  accountId?: string,
): Promise<boolean> {
  const owned = accountId === undefined ? '' : 'AND account_id = ?';
  const values = accountId === undefined ? [id] : [id, accountId];
  const remove = () => database.run(`DELETE FROM api_key WHERE id = ? ${owned}`, values);
  return (await database.evenOnFullDisk(remove)) > 0;
}

/**
 * Adds the usage since the last call; calls of another hour than the stored one start a new count. Fails at once if
 * another process holds the data.
 */
export async function recordKeyUsage(database: AccountsDatabase, usages: readonly KeyUsage[]): Promise<void> {
  // In one order everywhere: two nodes that write the same keys never wait for each other in a circle.
  const ordered = [...usages].sort((a, b) => a.id - b.id);
  await database.transactionAtOnce(async (connection) => {
    await Promise.all(
      ordered.map(({ id, usedAt, hour, calls }) =>
        connection.run(
          `UPDATE api_key SET
             last_used_at = CASE WHEN last_used_at > ? THEN last_used_at ELSE ? END,
             calls = CASE WHEN hour = ? THEN calls + ? WHEN hour > ? THEN calls ELSE ? END,
             hour = CASE WHEN hour > ? THEN hour ELSE ? END
           WHERE id = ?`,
          [usedAt, usedAt, hour, calls, hour, calls, hour, hour, id],
        ),
      ),
    );
  });
}
