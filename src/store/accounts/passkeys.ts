/** Stores the passkeys of the accounts: only public keys, with the counter that reveals a copied authenticator. */

import { type AccountsDatabase, type Connection, lockAccount } from './accounts-database.js';

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

type PasskeyRow = [
  id: string,
  accountId: string,
  publicKey: Buffer,
  counter: number,
  transports: string,
  createdAt: string,
  lastUsedAt: string | null,
];

const COLUMNS = 'id, account_id, public_key, counter, transports, created_at, last_used_at';

/** The id of a new passkey belongs to one that is stored. */
export class PasskeyTakenError extends Error {
  override name = 'PasskeyTakenError';
}

/**
 * Part of a transaction.
 * @throws PasskeyTakenError, so that the transaction changes nothing. Only the insertion can notice: another request may store
 * the same id at the same time.
 */
export async function addPasskey(connection: Connection, passkey: Passkey): Promise<void> {
  const { id, accountId, publicKey, counter, transports, createdAt, lastUsedAt } = passkey;
  const added = await connection.run(
    `INSERT INTO passkey (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
    [id, accountId, Buffer.from(publicKey), counter, JSON.stringify(transports), createdAt, lastUsedAt],
  );
  if (added === 0) throw new PasskeyTakenError('a passkey with this id is stored');
}

/** What a transaction that adds a passkey gives; null if the id of the passkey is taken. */
export async function unlessTaken<T>(adding: Promise<T>): Promise<T | null> {
  try {
    return await adding;
  } catch (error) {
    if (error instanceof PasskeyTakenError) return null;
    throw error;
  }
}

/**
 * Adds one more passkey to an account. False if the account has `max` of them already, or is gone.
 * @throws PasskeyTakenError
 */
export async function addAnotherPasskey(
  database: AccountsDatabase,
  passkey: Passkey,
  max: number,
): Promise<boolean> {
  return database.transaction(async (connection) => {
    if (!(await lockAccount(connection, passkey.accountId))) return false;
    if ((await listPasskeys(connection, passkey.accountId)).length >= max) return false;
    await addPasskey(connection, passkey);
    return true;
  });
}

export async function findPasskey(connection: Connection, id: string): Promise<Passkey | null> {
  const [row] = await connection.rows<PasskeyRow>(`SELECT ${COLUMNS} FROM passkey WHERE id = ?`, [id]);
  return row === undefined ? null : toPasskey(row);
}

/** Oldest first. */
export async function listPasskeys(connection: Connection, accountId: string): Promise<Passkey[]> {
  const rows = await connection.rows<PasskeyRow>(
    `SELECT ${COLUMNS} FROM passkey WHERE account_id = ? ORDER BY created_at, id`,
    [accountId],
  );
  return rows.map(toPasskey);
}

/**
 * Records a sign-in. False if the passkey was removed after it was found, or another sign-in has had this counter since:
 * then no one is signed in.
 */
export async function recordPasskeyUse(
  connection: Connection,
  id: string,
  counter: number,
  at: string,
): Promise<boolean> {
  // An authenticator that does not count always says 0.
  const count = await connection.run(
    'UPDATE passkey SET counter = ?, last_used_at = ? WHERE id = ? AND (counter < ? OR counter + ? = 0)',
    [counter, at, id, counter, counter],
  );
  return count > 0;
}

/**
 * Part of a transaction. False if it does not exist, belongs to another account, or is the last one: an account without a
 * passkey would be inaccessible.
 */
export async function removePasskey(connection: Connection, id: string, accountId: string): Promise<boolean> {
  await lockAccount(connection, accountId);
  const count = await connection.run(
    'DELETE FROM passkey WHERE id = ? AND account_id = ? AND (SELECT count(*) FROM passkey WHERE account_id = ?) > 1',
    [id, accountId, accountId],
  );
  return count > 0;
}

function toPasskey(row: PasskeyRow): Passkey {
  const [id, accountId, publicKey, counter, transports, createdAt, lastUsedAt] = row;
  // Written by `addPasskey`.
  const names = JSON.parse(transports) as string[];
  return { id, accountId, publicKey, counter, transports: names, createdAt, lastUsedAt };
}
