/** Stores watchlists and webhooks, by the account or the operator's key that owns them. */

import { type AccountsDatabase, type Connection, lockAccount } from './accounts-database.js';

/** An account, or a key that the operator made and that belongs to none. */
export type WatchOwner = { accountId: string } | { keyHash: Buffer };

export interface Watchlist {
  id: string;
  name: string;
  /** JSON */
  filters: string;
  /** ISO 8601 UTC, as all moments here. */
  createdAt: string;
}

export interface Webhook {
  id: string;
  watchlistId: string;
  url: string;
  shape: string;
  secret: string;
  createdAt: string;
  /** Up to where in the log of changes deliveries were made; '' before the first look. */
  place: string;
  /** Null while it is on. */
  offReason: string | null;
}

/** The owner of the key with this hash; null if there is none. */
export async function ownerOfKey(connection: Connection, keyHash: Buffer): Promise<WatchOwner | null> {
  const [row] = await connection.rows<[accountId: string | null]>(
    'SELECT account_id FROM api_key WHERE hash = ?',
    [keyHash],
  );
  if (row === undefined) return null;
  const [accountId] = row;
  return accountId === null ? { keyHash } : { accountId };
}

const ownedBy = (owner: WatchOwner) =>
  'accountId' in owner
    ? ({ where: 'l.account_id = ?', value: owner.accountId } as const)
    : ({ where: 'l.key_hash = ?', value: owner.keyHash } as const);

/** False if the owner has `max` already, or is gone. */
export async function addWatchlist(
  database: AccountsDatabase,
  owner: WatchOwner,
  watchlist: Watchlist,
  max: number,
): Promise<boolean> {
  return database.transaction(async (connection) => {
    if (!(await lockOwner(connection, owner))) return false;
    if ((await listWatchlists(connection, owner)).length >= max) return false;
    const { id, name, filters, createdAt } = watchlist;
    const [accountId, keyHash] = 'accountId' in owner ? [owner.accountId, null] : [null, owner.keyHash];
    await connection.run(
      'INSERT INTO watchlist (id, account_id, key_hash, name, filters, created_at) VALUES (?, ?, ?, ?, ?, ?)',
      [id, accountId, keyHash, name, filters, createdAt],
    );
    return true;
  });
}

async function lockOwner(connection: Connection, owner: WatchOwner): Promise<boolean> {
  if ('accountId' in owner) return lockAccount(connection, owner.accountId);
  return (await ownerOfKey(connection, owner.keyHash)) !== null;
}

/** Oldest first. */
export async function listWatchlists(connection: Connection, owner: WatchOwner): Promise<Watchlist[]> {
  const { where, value } = ownedBy(owner);
  const rows = await connection.rows<[string, string, string, string]>(
    `SELECT l.id, l.name, l.filters, l.created_at FROM watchlist l WHERE ${where} ORDER BY l.created_at, l.id`,
    [value],
  );
  return rows.map(([id, name, filters, createdAt]) => ({ id, name, filters, createdAt }));
}

/** With its webhooks and their deliveries. False if the owner has none with this id. */
export async function removeWatchlist(
  database: AccountsDatabase,
  owner: WatchOwner,
  id: string,
): Promise<boolean> {
  const { where, value } = ownedBy(owner);
  const owned = `DELETE FROM watchlist WHERE id IN (SELECT l.id FROM watchlist l WHERE l.id = ? AND ${where})`;
  return (await database.evenOnFullDisk(() => database.run(owned, [id, value]))) > 0;
}

/** Why a webhook was not added. */
export type WebhookRefusal = 'no-watchlist' | 'owner-full' | 'service-full';

/** Null if it was added. `max` bounds those of the owner, `total` those of all. */
export async function addWebhook(
  database: AccountsDatabase,
  owner: WatchOwner,
  webhook: Webhook,
  { max, total }: { max: number; total: number },
): Promise<WebhookRefusal | null> {
  return database.transaction(async (connection) => {
    if (!(await lockOwner(connection, owner))) return 'no-watchlist';
    const watchlists = await listWatchlists(connection, owner);
    if (!watchlists.some(({ id }) => id === webhook.watchlistId)) return 'no-watchlist';
    if ((await listWebhooks(connection, owner)).length >= max) return 'owner-full';
    // One row: a count.
    const [[all]] = (await connection.rows<[number]>('SELECT count(*) FROM webhook')) as [[number]];
    if (Number(all) >= total) return 'service-full';
    const { id, watchlistId, url, shape, secret, createdAt, place } = webhook;
    await connection.run(
      'INSERT INTO webhook (id, watchlist_id, url, shape, secret, created_at, place, off_reason) VALUES (?, ?, ?, ?, ?, ?, ?, NULL)',
      [id, watchlistId, url, shape, secret, createdAt, place],
    );
    return null;
  });
}

type WebhookColumns = [string, string, string, string, string, string, string, string | null];
const COLUMNS = 'w.id, w.watchlist_id, w.url, w.shape, w.secret, w.created_at, w.place, w.off_reason';
const toWebhook = ([
  id,
  watchlistId,
  url,
  shape,
  secret,
  createdAt,
  place,
  offReason,
]: WebhookColumns): Webhook => ({
  id,
  watchlistId,
  url,
  shape,
  secret,
  createdAt,
  place,
  offReason,
});

/** Oldest first. */
export async function listWebhooks(connection: Connection, owner: WatchOwner): Promise<Webhook[]> {
  const { where, value } = ownedBy(owner);
  const rows = await connection.rows<WebhookColumns>(
    `SELECT ${COLUMNS} FROM webhook w JOIN watchlist l ON l.id = w.watchlist_id WHERE ${where} ORDER BY w.created_at, w.id`,
    [value],
  );
  return rows.map(toWebhook);
}

/** False if the owner has none with this id. */
export async function removeWebhook(
  database: AccountsDatabase,
  owner: WatchOwner,
  id: string,
): Promise<boolean> {
  const { where, value } = ownedBy(owner);
  const owned = `DELETE FROM webhook WHERE id IN (
    SELECT w.id FROM webhook w JOIN watchlist l ON l.id = w.watchlist_id WHERE w.id = ? AND ${where})`;
  return (await database.evenOnFullDisk(() => database.run(owned, [id, value]))) > 0;
}

/**
 * Switches a webhook on again: it continues with what is new from now on. One that is on keeps what waits for it. False if
 * the owner has none with this id.
 */
export async function resumeWebhook(
  database: AccountsDatabase,
  owner: WatchOwner,
  id: string,
): Promise<boolean> {
  const { where, value } = ownedBy(owner);
  const owned = `UPDATE webhook
    SET off_reason = NULL, place = CASE WHEN off_reason IS NULL THEN place ELSE '' END WHERE id IN (
    SELECT w.id FROM webhook w JOIN watchlist l ON l.id = w.watchlist_id WHERE w.id = ? AND ${where})`;
  return (await database.run(owned, [id, value])) > 0;
}

/** A webhook that is on, with what it follows. */
export interface FollowingWebhook extends Webhook {
  watchlistName: string;
  /** JSON */
  filters: string;
}

/** Those that are on and wait for no delivery of changes, in a fixed order. */
export async function webhooksToLookFor(connection: Connection): Promise<FollowingWebhook[]> {
  const rows = await connection.rows<[...WebhookColumns, name: string, filters: string]>(
    `SELECT ${COLUMNS}, l.name, l.filters FROM webhook w JOIN watchlist l ON l.id = w.watchlist_id
     WHERE w.off_reason IS NULL
       AND NOT EXISTS (SELECT 1 FROM delivery d WHERE d.webhook_id = w.id AND d.next_at IS NOT NULL AND d.kind = 'changes')
     ORDER BY w.id`,
  );
  return rows.map(([id, list, url, shape, secret, at, place, off, watchlistName, filters]) => ({
    ...toWebhook([id, list, url, shape, secret, at, place, off]),
    watchlistName,
    filters,
  }));
}

/** Whether there is anything to send, now or later. */
export async function hasWebhooks(connection: Connection): Promise<boolean> {
  const [row] = await connection.rows(
    `SELECT 1 WHERE EXISTS (SELECT 1 FROM webhook WHERE off_reason IS NULL)
       OR EXISTS (SELECT 1 FROM delivery WHERE next_at IS NOT NULL)`,
  );
  return row !== undefined;
}
