/**
 * Stores the accounts: an id, an optional display name, and the hash of the recovery code. No other personal data.
 */

import type { Store } from '../database/store.js';
import { withDiskReserve } from './disk-reserve.js';
import { truncateWriteAheadLog } from './open-accounts.js';
import { addPasskey, type Passkey } from './passkeys.js';

export interface Account {
  id: string;
  /** '' when none was given. */
  displayName: string;
  /** ISO 8601 UTC. */
  createdAt: string;
}

export interface AccountSummary extends Account {
  passkeys: number;
  keys: number;
}

const COLUMNS = 'id, display_name AS displayName, created_at AS createdAt';

/** The account and its first passkey, both or neither. */
export function addAccount(store: Store, account: Account, recoveryHash: Buffer, passkey: Passkey): void {
  store.transaction(() => {
    store
      .sql('INSERT INTO account (id, display_name, recovery_hash, created_at) VALUES (?, ?, ?, ?)')
      .run(account.id, account.displayName, recoveryHash, account.createdAt);
    addPasskey(store, passkey);
  });
}

export function findAccount(store: Store, id: string): Account | null {
  return store.sql<Account>(`SELECT ${COLUMNS} FROM account WHERE id = ?`).get(id) ?? null;
}

/**
 * Consumes a recovery code: its account gets the hash of the next one and loses every session. Null if no account has
 * it.
 */
export function redeemRecoveryCode(store: Store, hash: Buffer, next: Buffer): Account | null {
  return store.transaction(() => {
    const account = store.sql<Account>(`SELECT ${COLUMNS} FROM account WHERE recovery_hash = ?`).get(hash);
    if (account === undefined) return null;
    replaceRecoveryCode(store, account.id, next);
    store.sql('DELETE FROM session WHERE account_id = ?').run(account.id);
    return account;
  });
}

/** From now on only the code with `hash` recovers the account. */
export function replaceRecoveryCode(store: Store, id: string, hash: Buffer): void {
  store.sql('UPDATE account SET recovery_hash = ? WHERE id = ?').run(hash, id);
}

/** Oldest first. */
export function listAccounts(store: Store): AccountSummary[] {
  return store
    .sql<AccountSummary>(
      `SELECT ${COLUMNS},
         (SELECT count(*) FROM passkey WHERE account_id = account.id) AS passkeys,
         (SELECT count(*) FROM api_key WHERE account_id = account.id) AS keys
       FROM account ORDER BY created_at, id`,
    )
    .all();
}

/**
 * Deletes the account with its passkeys, sessions and keys; nothing of it stays in the file. False if there is none.
 */
export function deleteAccount(store: Store, id: string): boolean {
  const remove = store.sql('DELETE FROM account WHERE id = ?');
  const deleted = withDiskReserve(store, () => remove.run(id).changes > 0);
  if (deleted) truncateWriteAheadLog(store);
  return deleted;
}

/**
 * Deletes every account without a sign-in or an API call since `moment` (ISO 8601 UTC). Keys of the operator belong
 * to no account and stay. Returns the number of deleted accounts.
 */
export function deleteUnusedAccounts(store: Store, moment: string): number {
  const deleted = store
    .sql(
      `DELETE FROM account WHERE created_at < @moment
         AND NOT EXISTS (SELECT 1 FROM passkey WHERE account_id = account.id
           AND (created_at >= @moment OR last_used_at >= @moment))
         AND NOT EXISTS (SELECT 1 FROM api_key WHERE account_id = account.id
           AND (created_at >= @moment OR last_used_at >= @moment))
         AND NOT EXISTS (SELECT 1 FROM session WHERE account_id = account.id AND created_at >= @moment)`,
    )
    .run({ moment }).changes;
  if (deleted > 0) truncateWriteAheadLog(store);
  return deleted;
}
