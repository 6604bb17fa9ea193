/** The name of a request in the log and in an error, so that an operator finds the lines of one that failed. */

import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export const REQUEST_ID_HEADER = 'X-Request-Id';
/** What a proxy or a caller may name its request: nothing that could be read as more than a name in a log. */
const SANE = /^[A-Za-z0-9._:-]{1,64}$/;
const madeHere = new WeakMap<IncomingMessage, string>();
/** Different in each process, so that no two processes give the same id. */
const PROCESS = randomBytes(6).toString('hex');
let last = 0;

/**
 * The `X-Request-Id` of the request, if it has a sane one, else an id that is made when it is first wanted: most requests need
 * none. It says nothing about the caller, who may send any.
 */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  if (typeof given === 'string' && SANE.test(given)) return given;
  let id = madeHere.get(request);
  if (id === undefined) {
    last += 1;
    id = `${PROCESS}-${last.toString(36)}`;
    madeHere.set(request, id);
  }
  return id;
}
