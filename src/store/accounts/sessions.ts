/** Stores the sessions: the hash of each token, its account, and when it ends. */

import type { Account } from './accounts.js';
import type { Connection } from './accounts-database.js';

interface AccountSession {
  hash: Buffer;
  accountId: string;
  /** ISO 8601 UTC, as all moments here. */
  createdAt: string;
  expiresAt: string;
}

/** Maximum number of concurrent sessions of one account; a new one replaces the oldest. */
const SESSIONS_MAX = 20;

/** Begins a session, and deletes those that have ended. Call it in a transaction. */
export async function addSession(connection: Connection, session: AccountSession): Promise<void> {
  const { hash, accountId, createdAt, expiresAt } = session;
  await connection.run('DELETE FROM session WHERE expires_at <= ?', [createdAt]);
  await connection.run(
    `DELETE FROM session WHERE account_id = ? AND hash NOT IN
       (SELECT hash FROM session WHERE account_id = ? ORDER BY created_at DESC, hash LIMIT ?)`,
    [accountId, accountId, SESSIONS_MAX - 1],
  );
  await connection.run('INSERT INTO session (hash, account_id, created_at, expires_at) VALUES (?, ?, ?, ?)', [
    hash,
    accountId,
    createdAt,
    expiresAt,
  ]);
}

/** The account of a session; null if it is unknown or has ended at `now`. */
export async function findSessionAccount(
  connection: Connection,
  hash: Buffer,
  now: string,
): Promise<Account | null> {
  const [row] = await connection.rows<[string, string, string]>(
    `SELECT account.id, display_name, account.created_at
     FROM session JOIN account ON account.id = session.account_id
     WHERE session.hash = ? AND session.expires_at > ?`,
    [hash, now],
  );
  if (row === undefined) return null;
  const [id, displayName, createdAt] = row;
  return { id, displayName, createdAt };
}

export async function endSession(connection: Connection, hash: Buffer): Promise<void> {
  await connection.run('DELETE FROM session WHERE hash = ?', [hash]);
}

/** Ends every session of the account except `kept`. */
export async function endOtherSessions(
  connection: Connection,
  accountId: string,
  kept: Buffer,
): Promise<void> {
  await connection.run('DELETE FROM session WHERE account_id = ? AND hash <> ?', [accountId, kept]);
}
