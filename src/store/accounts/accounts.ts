/**
 * Stores the accounts: an id, an optional display name, and the hash of the recovery code. No other personal data.
 */

import type { AccountsDatabase, Connection } from './accounts-database.js';
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

type AccountRow = [id: string, displayName: string, createdAt: string];

/**
 * The account and its first passkey. Call it in a transaction, so that they are added both or neither.
 * @throws PasskeyTakenError
 */
export async function addAccount(
  connection: Connection,
  account: Account,
  recoveryHash: Buffer,
  passkey: Passkey,
): Promise<void> {
  await connection.run(
    'INSERT INTO account (id, display_name, recovery_hash, created_at, recovery_saved) VALUES (?, ?, ?, ?, 0)',
    [account.id, account.displayName, recoveryHash, account.createdAt],
  );
  await addPasskey(connection, passkey);
}

/**
 * Consumes a recovery code: its account gets the hash of the next one and loses every session. Null if no account has
 * it. Call it in a transaction.
 */
export async function redeemRecoveryCode(
  connection: Connection,
  hash: Buffer,
  next: Buffer,
): Promise<Account | null> {
  const rows = await connection.rows<AccountRow>(
    'UPDATE account SET recovery_hash = ?, recovery_saved = 0 WHERE recovery_hash = ? RETURNING id, display_name, created_at',
    [next, hash],
  );
  const account = firstAccount(rows);
  if (account !== null) await connection.run('DELETE FROM session WHERE account_id = ?', [account.id]);
  return account;
}

/** From now on only the code with `hash` recovers the account. */
export async function replaceRecoveryCode(connection: Connection, id: string, hash: Buffer): Promise<void> {
  await connection.run('UPDATE account SET recovery_hash = ?, recovery_saved = 0 WHERE id = ?', [hash, id]);
}

/** The owner says that the current recovery code is saved. */
export async function confirmRecoveryCode(connection: Connection, id: string): Promise<void> {
  await connection.run('UPDATE account SET recovery_saved = 1 WHERE id = ?', [id]);
}

/** Whether the owner has said so. */
export async function isRecoveryCodeSaved(connection: Connection, id: string): Promise<boolean> {
  const [row] = await connection.rows<[saved: number]>('SELECT recovery_saved FROM account WHERE id = ?', [
    id,
  ]);
  return Number(row?.[0]) === 1;
}

/** Oldest first. */
export async function listAccounts(connection: Connection): Promise<AccountSummary[]> {
  const rows = await connection.rows<[...AccountRow, passkeys: number, keys: number]>(
    `SELECT id, display_name, created_at,
       (SELECT count(*) FROM passkey WHERE account_id = account.id),
       (SELECT count(*) FROM api_key WHERE account_id = account.id)
     FROM account ORDER BY created_at, id`,
  );
  return rows.map(([id, displayName, createdAt, passkeys, keys]) => ({
    id,
    displayName,
    createdAt,
    passkeys,
    keys,
  }));
}

/**
 * Deletes the account with its passkeys, sessions and keys; nothing of it stays in a file. False if there is none.
 */
export async function deleteAccount(database: AccountsDatabase, id: string): Promise<boolean> {
  const count = await database.evenOnFullDisk(() => database.run('DELETE FROM account WHERE id = ?', [id]));
  if (count > 0) await database.purgeDeleted();
  return count > 0;
}

/**
 * Deletes every account without a sign-in or an API call since `moment` (ISO 8601 UTC). Keys of the operator belong
 * to no account and stay. Returns the number of deleted accounts.
 */
export async function deleteUnusedAccounts(database: AccountsDatabase, moment: string): Promise<number> {
  let deleted = 0;
  // Some at a time, because others wait for a transaction of this file.
  for (let some = DELETED_AT_ONCE; some === DELETED_AT_ONCE; deleted += some)
    some = await database.run(DELETE_UNUSED, [...Array<string>(6).fill(moment), DELETED_AT_ONCE]);
  if (deleted > 0) await database.purgeDeleted();
  return deleted;
}

const DELETED_AT_ONCE = 500;
const DELETE_UNUSED = `DELETE FROM account WHERE id IN (
  SELECT id FROM account WHERE created_at < ?
    AND NOT EXISTS (SELECT 1 FROM passkey WHERE account_id = account.id
      AND (created_at >= ? OR last_used_at >= ?))
    AND NOT EXISTS (SELECT 1 FROM api_key WHERE account_id = account.id
      AND (created_at >= ? OR last_used_at >= ?))
    AND NOT EXISTS (SELECT 1 FROM session WHERE account_id = account.id AND created_at >= ?)
  LIMIT ?)`;

function firstAccount([row]: AccountRow[]): Account | null {
  if (row === undefined) return null;
  const [id, displayName, createdAt] = row;
  return { id, displayName, createdAt };
}
