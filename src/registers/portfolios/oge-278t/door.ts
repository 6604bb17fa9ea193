/** The door to OGE: one request at a time, and quiet for an hour when this client is refused. */

import { createHttp, type Judgement, type Patience, type PoliteHttp } from '../../http/polite-fetch.js';
import { whyRefused } from '../../http/refusal.js';
import type { HttpAnswer } from '../../register.js';
import { OGE_PACE } from './addresses.js';

export interface OgeHttpOptions extends Patience {
  /** Name and mail address of the operator. */
  contact: string;
  version: string;
  signal?: AbortSignal;
}

const HOUR = 3_600_000;

/** The application wants a name that begins as a browser's does; what follows says truly who asks. */
export function createOgeHttp(options: OgeHttpOptions): PoliteHttp {
  const { contact, version, retries = 2, ...rest } = options;
  const plain = contact
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/g, '?');
  return createHttp({
    ...rest,
    userAgent: `Mozilla/5.0 (compatible; disclosed/${version}; ${plain})`,
    ...OGE_PACE,
    retries,
    judge: judgeOge,
  });
}

/** A 403 is a wall. A 400 is what a client that is not liked gets; it is left to the register, which says so. */
export function judgeOge(answer: HttpAnswer): Judgement | undefined {
  if (answer.status === 403)
    return {
      pauseMs: HOUR,
      because: `register not reachable: OGE refuses this client (403)${whyRefused(403)}`,
    };
  return undefined;
}
