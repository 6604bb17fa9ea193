/** The challenges that passkeys sign: each works once, for a few minutes, and only for the browser that asked. */

import { LRUCache } from 'lru-cache';
import { newSecret } from '../limits/secrets.js';

/** What a challenge was given for, and what is needed to finish it. */
export type Purpose =
  | { kind: 'sign-up'; accountId: string; displayName: string }
  | { kind: 'sign-in' }
  | { kind: 'add-passkey'; accountId: string };

export interface Challenges {
  /** A new challenge, base64url, for the browser that `holder` names. */
  give(holder: string, purpose: Purpose): string;
  /** What `challenge` was given for; null when it is unknown, old, used, of another kind or of another browser. */
  take<K extends Purpose['kind']>(
    challenge: string,
    holder: string,
    kind: K,
  ): Extract<Purpose, { kind: K }> | null;
}

export const CHALLENGE_MS = 5 * 60_000;
const CHALLENGES_MAX = 50_000;

export function createChallenges(now: () => number): Challenges {
  const open = new LRUCache<string, { holder: string; purpose: Purpose; ends: number }>({
    max: CHALLENGES_MAX,
  });
  return {
    give(holder, purpose) {
      const challenge = newSecret();
      open.set(challenge, { holder, purpose, ends: now() + CHALLENGE_MS });
      return challenge;
    },
    take<K extends Purpose['kind']>(challenge: string, holder: string, kind: K) {
      const given = open.get(challenge);
      // Used up by the first try, whatever comes of it.
      open.delete(challenge);
      if (given === undefined || given.holder !== holder || given.ends <= now()) return null;
      return isOf(given.purpose, kind) ? given.purpose : null;
    },
  };
}

function isOf<K extends Purpose['kind']>(
  purpose: Purpose,
  kind: K,
): purpose is Extract<Purpose, { kind: K }> {
  return purpose.kind === kind;
}
