/**
 * The challenges that passkeys sign: each works once, for a few minutes, and only for the browser that requested it.
 * They are in the accounts' database, so that another process can finish what this one has begun.
 */

import { hashOf, newSecret } from '../limits/secrets.js';
import type { AccountsDatabase } from '../store/accounts/accounts-database.js';
import { addChallenge, type OpenChallenge, takeChallenge } from '../store/accounts/challenges.js';

/** What a challenge was issued for, and what is needed to finish that. */
export type Purpose =
  | { kind: 'sign-up'; accountId: string; displayName: string }
  | { kind: 'sign-in' }
  | { kind: 'add-passkey'; accountId: string };

export interface Challenges {
  /** A new challenge, base64url, for the browser with this form token. */
  issue(browser: string, purpose: Purpose): Promise<string>;
  /** The purpose of `challenge`; null when it is unknown, expired, used, of another kind or of another browser. */
  redeem<K extends Purpose['kind']>(
    challenge: string,
    browser: string,
    kind: K,
  ): Promise<Extract<Purpose, { kind: K }> | null>;
}

export const CHALLENGE_MS = 5 * 60_000;

export function createChallenges(database: AccountsDatabase, now: () => number): Challenges {
  return {
    async issue(browser, purpose) {
      const challenge = newSecret();
      const at = now();
      const open: OpenChallenge = {
        hash: hashOf(challenge),
        browser: hashOf(browser),
        kind: purpose.kind,
        accountId: 'accountId' in purpose ? purpose.accountId : null,
        displayName: 'displayName' in purpose ? purpose.displayName : null,
        expiresAt: new Date(at + CHALLENGE_MS).toISOString(),
      };
      await addChallenge(database, open, new Date(at).toISOString());
      return challenge;
    },
    async redeem<K extends Purpose['kind']>(challenge: string, browser: string, kind: K) {
      // Used up by the first attempt, also when it fails.
      const issued = await takeChallenge(database, hashOf(challenge));
      if (issued === null || !issued.browser.equals(hashOf(browser))) return null;
      if (issued.expiresAt <= new Date(now()).toISOString()) return null;
      const purpose = purposeOf(issued);
      return purpose !== null && isOf(purpose, kind) ? purpose : null;
    },
  };
}

function purposeOf({ kind, accountId, displayName }: OpenChallenge): Purpose | null {
  if (kind === 'sign-in') return { kind };
  if (accountId === null) return null;
  if (kind === 'add-passkey') return { kind, accountId };
  return kind === 'sign-up' && displayName !== null ? { kind, accountId, displayName } : null;
}

function isOf<K extends Purpose['kind']>(
  purpose: Purpose,
  kind: K,
): purpose is Extract<Purpose, { kind: K }> {
  return purpose.kind === kind;
}
