/** The API keys: hash, the prefix that may be shown, and how much each was used. */

import type { Store } from '../database/store.js';
import { withDiskReserve } from './disk-reserve.js';

interface KeyRow {
  id: number;
  prefix: string;
  name: string;
  /** Null when the operator made it. */
  accountId: string | null;
  /** ISO 8601 UTC, as all moments here. */
  createdAt: string;
  lastUsedAt: string | null;
  /** First moment of the hour in which it was used last, and the calls of that hour. */
  hour: string | null;
  calls: number;
}

export interface KeyUsage {
  id: number;
  usedAt: string;
  hour: string;
  calls: number;
}

const COLUMNS =
  'id, prefix, name, account_id AS accountId, created_at AS createdAt, last_used_at AS lastUsedAt, hour, calls';

/** Gives the id of the new key. */
export function addKey(
  store: Store,
  key: { hash: Buffer; prefix: string; name: string; accountId: string | null; createdAt: string },
): number {
  const { hash, prefix, name, accountId, createdAt } = key;
  return Number(
    store
      .sql('INSERT INTO api_key (hash, prefix, name, account_id, created_at) VALUES (?, ?, ?, ?, ?)')
      .run(hash, prefix, name, accountId, createdAt).lastInsertRowid,
  );
}

export function findKeyByHash(store: Store, hash: Buffer): { id: number; hash: Buffer } | null {
  return (
    store.sql<{ id: number; hash: Buffer }>('SELECT id, hash FROM api_key WHERE hash = ?').get(hash) ?? null
  );
}

/** Oldest first; of one account, or all. */
export function listKeys(store: Store, accountId?: string): KeyRow[] {
  const where = accountId === undefined ? '' : 'WHERE account_id = ?';
  return store
    .sql<KeyRow>(`SELECT ${COLUMNS} FROM api_key ${where} ORDER BY id`)
    .all(...(accountId === undefined ? [] : [accountId]));
}

/** Removes the key for good; with `accountId` only when it is of that account. False when there is none. */
export function removeKey(store: Store, id: number, accountId?: string): boolean {
  const owned = accountId === undefined ? '' : 'AND account_id = ?';
  const remove = store.sql(`DELETE FROM api_key WHERE id = ? ${owned}`);
  const values = accountId === undefined ? [id] : [id, accountId];
  return withDiskReserve(store, () => remove.run(...values).changes > 0);
}

/** Adds up what was used since the last time; calls of another hour than the stored one begin anew. */
export function recordKeyUsage(store: Store, usages: readonly KeyUsage[]): void {
  const update = store.sql(
    `UPDATE api_key SET
       last_used_at = max(coalesce(last_used_at, ''), @usedAt),
       calls = CASE WHEN hour = @hour THEN calls + @calls WHEN hour > @hour THEN calls ELSE @calls END,
       hour = max(coalesce(hour, ''), @hour)
     WHERE id = @id`,
  );
  store.transaction(() => {
    for (const usage of usages) update.run(usage);
  });
}
