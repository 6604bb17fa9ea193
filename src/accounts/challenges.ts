/** The challenges that passkeys sign: each works once, for a few minutes, and only for the browser that requested it. */

import { LRUCache } from 'lru-cache';
import { newSecret } from '../limits/secrets.js';

/** What a challenge was issued for, and what is needed to finish that. */
export type Purpose =
  | { kind: 'sign-up'; accountId: string; displayName: string }
  | { kind: 'sign-in' }
  | { kind: 'add-passkey'; accountId: string };

export interface Challenges {
  /** A new challenge, base64url, for the browser with this form token. */
  issue(browser: string, purpose: Purpose): string;
  /** The purpose of `challenge`; null when it is unknown, expired, used, of another kind or of another browser. */
  redeem<K extends Purpose['kind']>(
    challenge: string,
    browser: string,
    kind: K,
  ): Extract<Purpose, { kind: K }> | null;
}

export const CHALLENGE_MS = 5 * 60_000;
const CHALLENGES_MAX = 50_000;

export function createChallenges(now: () => number): Challenges {
  const open = new LRUCache<string, { browser: string; purpose: Purpose; ends: number }>({
    max: CHALLENGES_MAX,
  });
  return {
    issue(browser, purpose) {
      const challenge = newSecret();
      open.set(challenge, { browser, purpose, ends: now() + CHALLENGE_MS });
      return challenge;
    },
    redeem<K extends Purpose['kind']>(challenge: string, browser: string, kind: K) {
      const issued = open.get(challenge);
      // Used up by the first attempt, also when it fails.
      open.delete(challenge);
      if (issued === undefined || issued.browser !== browser || issued.ends <= now()) return null;
      return isOf(issued.purpose, kind) ? issued.purpose : null;
    },
  };
}

function isOf<K extends Purpose['kind']>(
  purpose: Purpose,
  kind: K,
): purpose is Extract<Purpose, { kind: K }> {
  return purpose.kind === kind;
}
