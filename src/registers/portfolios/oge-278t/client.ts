/** The HTTP client for OGE: one request at a time, with an hour's pause when this client is refused. */

import { HOUR_MS } from '../../../dates.js';
import {
  type ClientBounds,
  createHttpClient,
  type HttpClient,
  type RetryDecision,
} from '../../http/http-client.js';
import { refusalAdvice } from '../../http/refusal-advice.js';
import type { HttpResponse } from '../../register.js';
import { OGE_PACE } from './addresses.js';

export interface OgeClientOptions extends ClientBounds {
  /** Name and mail address of the operator. */
  contact: string;
  version: string;
}

/**
 * The application wants a name that begins like a browser's; the rest truthfully names this service and its
 * operator.
 */
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

/** A 403 is a wall. Rejected clients get a 400; the register handles and reports it. */
function classifyOgeResponse(response: HttpResponse): RetryDecision | undefined {
  if (response.status === 403)
    return {
      pauseMs: HOUR_MS,
      because: `register not reachable: OGE refuses this client (403)${refusalAdvice(403)}`,
    };
  return undefined;
}
