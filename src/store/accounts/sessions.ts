/** The sessions: the hash of each token, whose it is, and when it ends. */

import type { Store } from '../database/store.js';
import type { Account } from './accounts.js';

interface AccountSession {
  hash: Buffer;
  accountId: string;
  /** ISO 8601 UTC, as all moments here. */
  createdAt: string;
  expiresAt: string;
}

/** Sessions of one account that may stand at once; the oldest makes way. */
const SESSIONS_MAX = 20;

/** Begins a session, and forgets those that have ended. */
export function addSession(store: Store, session: AccountSession): void {
  const { hash, accountId, createdAt, expiresAt } = session;
  store.transaction(() => {
    store.sql('DELETE FROM session WHERE expires_at <= ?').run(createdAt);
    store
      .sql(
        `DELETE FROM session WHERE hash IN
           (SELECT hash FROM session WHERE account_id = ? ORDER BY created_at DESC LIMIT -1 OFFSET ?)`,
      )
      .run(accountId, SESSIONS_MAX - 1);
    store
      .sql('INSERT INTO session (hash, account_id, created_at, expires_at) VALUES (?, ?, ?, ?)')
      .run(hash, accountId, createdAt, expiresAt);
  });
}

/** Whose session this is; null when it is unknown or has ended at `now`. */
export function findSessionAccount(store: Store, hash: Buffer, now: string): Account | null {
  return (
    store
      .sql<Account>(
        `SELECT account.id, display_name AS displayName, account.created_at AS createdAt
         FROM session JOIN account ON account.id = session.account_id
         WHERE session.hash = ? AND session.expires_at > ?`,
      )
      .get(hash, now) ?? null
  );
}

export function endSession(store: Store, hash: Buffer): void {
  store.sql('DELETE FROM session WHERE hash = ?').run(hash);
}

/** Ends every session of the account but the one of `kept`. */
export function endOtherSessions(store: Store, accountId: string, kept: Buffer): void {
  store.sql('DELETE FROM session WHERE account_id = ? AND hash <> ?').run(accountId, kept);
}
