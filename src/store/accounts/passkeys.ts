/** Stores the passkeys of the accounts: only public keys, with the counter that reveals a copied authenticator. */

import type { Store } from '../database/store.js';
import { withDiskReserve } from './disk-reserve.js';

export interface Passkey {
  /** Credential id, base64url. */
  id: string;
  accountId: string;
  /** COSE. */
  publicKey: Uint8Array;
  counter: number;
  /** How the browser may reach it, as the authenticator reported: `internal`, `hybrid`, `usb`, … */
  transports: string[];
  createdAt: string;
  lastUsedAt: string | null;
}

interface PasskeyRow extends Omit<Passkey, 'transports'> {
  transports: string;
}

const COLUMNS =
  'id, account_id AS accountId, public_key AS publicKey, counter, transports, created_at AS createdAt, last_used_at AS lastUsedAt';

export function addPasskey(store: Store, passkey: Passkey): void {
  const { id, accountId, publicKey, counter, transports, createdAt, lastUsedAt } = passkey;
  store
    .sql(
      'INSERT INTO passkey (id, account_id, public_key, counter, transports, created_at, last_used_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
    )
    .run(id, accountId, Buffer.from(publicKey), counter, JSON.stringify(transports), createdAt, lastUsedAt);
}

export function findPasskey(store: Store, id: string): Passkey | null {
  const row = store.sql<PasskeyRow>(`SELECT ${COLUMNS} FROM passkey WHERE id = ?`).get(id);
  return row === undefined ? null : toPasskey(row);
}

/** Oldest first. */
export function listPasskeys(store: Store, accountId: string): Passkey[] {
  return store
    .sql<PasskeyRow>(`SELECT ${COLUMNS} FROM passkey WHERE account_id = ? ORDER BY created_at, id`)
    .all(accountId)
    .map(toPasskey);
}

/** Records a sign-in. */
export function recordPasskeyUse(store: Store, id: string, counter: number, at: string): void {
  store.sql('UPDATE passkey SET counter = ?, last_used_at = ? WHERE id = ?').run(counter, at, id);
}

/**
 * False if it does not exist, belongs to another account, or is the last one: an account without a passkey would be
 * inaccessible.
 */
export function removePasskey(store: Store, id: string, accountId: string): boolean {
  const remove = store.sql(
    'DELETE FROM passkey WHERE id = @id AND account_id = @accountId AND (SELECT count(*) FROM passkey WHERE account_id = @accountId) > 1',
  );
  return withDiskReserve(store, () => remove.run({ id, accountId }).changes > 0);
}

function toPasskey(row: PasskeyRow): Passkey {
  return { ...row, transports: JSON.parse(row.transports) as string[] };
}
