/**
 * The HTTP client for eFD: one request at a time, two seconds apart, with an hour's pause after a refusal.
 */

import { HOUR_MS } from '../../../dates.js';
import {
  type ClientBounds,
  createHttpClient,
  type HttpClient,
  type RetryDecision,
} from '../../http/http-client.js';
import { refusalAdvice } from '../../http/refusal-advice.js';
import type { HttpResponse } from '../../register.js';
import { isTokenRefusal } from './session.js';

interface SenateClientOptions extends ClientBounds {
  /** Name and mail address of the operator. */
  contact: string;
  version: string;
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

/** This host answers a wrong form with 503, so retrying is useless; a 403 is its wall. */
function classifySenateResponse(response: HttpResponse): RetryDecision | undefined {
  if (response.status === 403 && !isTokenRefusal(response))
    return {
      pauseMs: HOUR_MS,
      because: `register not reachable: eFD refuses this client (403)${refusalAdvice(403, 'SENATE_BASE_URL')}`,
    };
  if (response.status === 503 && response.headers['retry-after'] === undefined) return 'keep';
  return undefined;
}
