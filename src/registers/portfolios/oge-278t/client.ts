/** The door to OGE: one request at a time, and quiet for an hour when this client is refused. */

import { HOUR_MS } from '../../../dates.js';
import {
  createHttpClient,
  type HttpClient,
  type RetryDecision,
  type RetryPolicy,
} from '../../http/http-client.js';
import { refusalAdvice } from '../../http/refusal-advice.js';
import type { HttpResponse } from '../../register.js';
import { OGE_PACE } from './addresses.js';

export interface OgeClientOptions extends RetryPolicy {
  /** Name and mail address of the operator. */
  contact: string;
  version: string;
  signal?: AbortSignal;
}

/** The application wants a name that begins as a browser's does; what follows says truly who asks. */
export function createOgeClient(options: OgeClientOptions): HttpClient {
  const { contact, version, retries = 2, ...rest } = options;
  const plain = contact
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/g, '?');
  return createHttpClient({
    ...rest,
    userAgent: `Mozilla/5.0 (compatible; disclosed/${version}; ${plain})`,
    ...OGE_PACE,
    retries,
    classifyResponse: classifyOgeResponse,
  });
}

/** A 403 is a wall. A 400 is what a client that is not liked gets; it is left to the register, which says so. */
function classifyOgeResponse(answer: HttpResponse): RetryDecision | undefined {
  if (answer.status === 403)
    return {
      pauseMs: HOUR_MS,
      because: `register not reachable: OGE refuses this client (403)${refusalAdvice(403)}`,
    };
  return undefined;
}
