/** The door to eFD: one request at a time, two seconds apart, and quiet for an hour after a refusal. */

import { HOUR_MS } from '../../../dates.js';
import {
  createHttpClient,
  type HttpClient,
  type RetryDecision,
  type RetryPolicy,
} from '../../http/http-client.js';
import { refusalAdvice } from '../../http/refusal-advice.js';
import type { HttpResponse } from '../../register.js';
import { isTokenRefusal } from './session.js';

interface SenateClientOptions extends RetryPolicy {
  /** Name and mail address of the operator. */
  contact: string;
  version: string;
  signal?: AbortSignal;
}

export function createSenateClient(options: SenateClientOptions): HttpClient {
  const { contact, version, retries = 2, ...rest } = options;
  return createHttpClient({
    ...rest,
    userAgent: `Mozilla/5.0 (compatible; disclosed/${version}; ${contact})`,
    perSecond: 0.5,
    maxConcurrent: 1,
    retries,
    classifyResponse: classifySenateResponse,
  });
}

/** A 503 is this host's word for a wrong form, so asking again is no use; a 403 is its wall. */
function classifySenateResponse(answer: HttpResponse): RetryDecision | undefined {
  if (answer.status === 403 && !isTokenRefusal(answer))
    return {
      pauseMs: HOUR_MS,
      because: `register not reachable: eFD refuses this client (403)${refusalAdvice(403, 'SENATE_BASE_URL')}`,
    };
  if (answer.status === 503 && answer.headers['retry-after'] === undefined) return 'keep';
  return undefined;
}
