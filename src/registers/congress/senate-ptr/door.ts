/** The door to eFD: one request at a time, two seconds apart, and quiet for an hour after a refusal. */

import { createHttp, type Judgement, type Patience, type PoliteHttp } from '../../http/polite-fetch.js';
import { whyRefused } from '../../http/refusal.js';
import type { HttpAnswer } from '../../register.js';
import { isTokenRefusal } from './session.js';

export interface SenateHttpOptions extends Patience {
  /** Name and mail address of the operator. */
  contact: string;
  version: string;
  signal?: AbortSignal;
}

const HOUR = 3_600_000;

export function createSenateHttp(options: SenateHttpOptions): PoliteHttp {
  const { contact, version, retries = 2, ...rest } = options;
  return createHttp({
    ...rest,
    userAgent: `Mozilla/5.0 (compatible; disclosed/${version}; ${contact})`,
    perSecond: 0.5,
    maxConcurrent: 1,
    retries,
    judge: judgeSenate,
  });
}

/** A 503 is this host's word for a wrong form, so asking again is no use; a 403 is its wall. */
export function judgeSenate(answer: HttpAnswer): Judgement | undefined {
  if (answer.status === 403 && !isTokenRefusal(answer))
    return {
      pauseMs: HOUR,
      because: `register not reachable: eFD refuses this client (403)${whyRefused(403, 'SENATE_BASE_URL')}`,
    };
  if (answer.status === 503 && answer.headers['retry-after'] === undefined) return 'keep';
  return undefined;
}
