/** Stores the open challenges of passkeys: only hashes, each for a few minutes, and not too many of them. */

import type { AccountsDatabase } from './accounts-database.js';

export interface OpenChallenge {
  hash: Buffer;
  /** Hash of what identifies the browser. */
  browser: Buffer;
  kind: string;
  accountId: string | null;
  displayName: string | null;
  /** ISO 8601 UTC. */
  expiresAt: string;
}

/** Beyond this number the oldest are deleted. */
const CHALLENGES_MAX = 50_000;

/** Adds a challenge, and deletes those that have expired at `now` (ISO 8601 UTC). */
export async function addChallenge(
  database: AccountsDatabase,
  challenge: OpenChallenge,
  now: string,
  max = CHALLENGES_MAX,
): Promise<void> {
  const { hash, browser, kind, accountId, displayName, expiresAt } = challenge;
  // The owner of a leaked key must be able to sign in and revoke it, even on a full disk.
  await database.evenOnFullDisk(async () => {
    await database.runUnsynced('DELETE FROM challenge WHERE expires_at <= ?', [now]);
    // The index is read from its end: while there are few, this costs next to nothing.
    await database.runUnsynced(
      `DELETE FROM challenge WHERE expires_at <=
         (SELECT expires_at FROM challenge ORDER BY expires_at DESC LIMIT 1 OFFSET ?)`,
      [max - 1],
    );
    await database.runUnsynced(
      'INSERT INTO challenge (hash, browser, kind, account_id, display_name, expires_at) VALUES (?, ?, ?, ?, ?, ?)',
      [hash, browser, kind, accountId, displayName, expiresAt],
    );
  });
}

/** Removes the challenge and returns it: no one else can take it. Null if there is none. */
export async function takeChallenge(database: AccountsDatabase, hash: Buffer): Promise<OpenChallenge | null> {
  const [row] = await database.evenOnFullDisk(() =>
    database.rows<[Buffer, string, string | null, string | null, string]>(
      'DELETE FROM challenge WHERE hash = ? RETURNING browser, kind, account_id, display_name, expires_at',
      [hash],
    ),
  );
  if (row === undefined) return null;
  const [browser, kind, accountId, displayName, expiresAt] = row;
  return { hash, browser, kind, accountId, displayName, expiresAt };
}
