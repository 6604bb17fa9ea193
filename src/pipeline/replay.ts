/** Answers as the service gave them at an earlier moment: which generation they are from, and what they say about it. */

import type { MetaAsOf } from '../../tools/contract/envelope.js';
import { invalidParameter, NotReadError } from '../../tools/contract/errors.js';
import { AS_OF } from '../../tools/contract/parameters.js';
import type { Reads } from '../../tools/contract/reads.js';
import type { DataVersion } from './data-version.js';

/** An earlier generation at a moment when it answered. */
export interface Replayed {
  /** `now` is the moment. */
  version: DataVersion;
  reads: Reads;
  /** The generation answered from this moment on, ISO 8601 UTC. */
  servedFrom: string;
}

/** What answered at a moment; or from when on generations are kept, ISO 8601 UTC, null if none is. */
export type Replay = (moment: Date) => Promise<Replayed | { keptSince: string | null }>;

/** An answer about an older moment than this stays as it is: what was published then is known for certain. */
const SETTLED_MS = 3_600_000;
const SETTLED_SECONDS = 86_400;
const UNSETTLED_SECONDS = 60;

/** @throws ApiError `invalid_parameter` if nothing of that moment is kept */
export async function replayedAt(
  replay: Replay | undefined,
  { as_of }: Record<string, unknown>,
  now: Date,
): Promise<Replayed | null> {
  if (typeof as_of !== 'string') return null;
  // The schema of the parameter gives a moment.
  const moment = new Date(as_of);
  if (moment > now) throw wrongMoment(`${AS_OF} must be past: ${as_of} is not over. ${NOW}`);
  const found = (await replay?.(moment)) ?? { keptSince: null };
  if (!('keptSince' in found)) return found;
  if (found.keptSince === null)
    throw wrongMoment(`This service keeps no earlier answers, so ${AS_OF} cannot be given. ${NOW}`);
  throw wrongMoment(
    `${AS_OF} must not be before ${found.keptSince}: what this service knew is kept from then on, and not for ${as_of}`,
  );
}

const NOW = `Leave ${AS_OF} out for the present.`;

function wrongMoment(message: string): Error {
  return invalidParameter([{ path: AS_OF, message }]);
}

/** What was not read then never will be: no request for that moment is worth a second try. */
export function replayError(error: unknown, { servedFrom }: Replayed): unknown {
  if (!(error instanceof NotReadError)) return error;
  return wrongMoment(
    `The generation that is kept for this ${AS_OF} answered from ${servedFrom} on and cannot answer this: ${error.why} That is its state then, and it does not change. Give a later moment, or leave ${AS_OF} out for the present.`,
  );
}

/** What an answer says about the moment that it stands for. */
export async function asOfMeta({ version, reads, servedFrom }: Replayed): Promise<MetaAsOf> {
  const sources = await reads.sources();
  return {
    moment: version.now.toISOString(),
    generation: version.generation,
    servedFrom,
    firstFill: sources.flatMap(({ source, status, isWhole }) =>
      isWhole || status === 'off' ? [] : [source],
    ),
  };
}

/** The Cache-Control of an answer that stands for `moment`. */
export function replayCacheControl({ moment }: MetaAsOf, now: Date): string {
  const isSettled = now.getTime() - Date.parse(moment) > SETTLED_MS;
  return `public, max-age=${isSettled ? SETTLED_SECONDS : UNSETTLED_SECONDS}`;
}
