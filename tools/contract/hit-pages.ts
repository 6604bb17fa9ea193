/**
 * Pages of the hits of a search. Their order follows what was filed last, so a place is how many hits were given, with a
 * check of which: if the hits before the place are others now, the search begins again.
 */

import { z } from 'zod/v3';
import { unreadableIn } from './answer.js';
import { invalidParameter } from './errors.js';
import type { ListPlace } from './place.js';
import type { Hits } from './reads/names.js';
import type { GivenRows } from './tool.js';

/** A search is continued up to this many hits: who needs more narrows it. */
export const HITS_MAX = 1000;

const PLACE = z.tuple([z.number().int().min(1).max(HITS_MAX), z.number().int().min(0)]);

/** How many hits to ask for: those before the page, the page, and one more. */
export function hitsNeeded(limit: number, after: ListPlace | undefined): number {
  return Math.min(HITS_MAX, givenBefore(after) + limit) + 1;
}

/**
 * One page of `hits`, which are as many as `hitsNeeded` or all, without those that cannot be read. `total` says how many
 * there are in all.
 */
export function hitPage<H>(
  hits: Hits<H>,
  { limit, after, total }: { limit: number; after: ListPlace | undefined; total: number },
  idOf: (hit: H) => string,
): { hits: H[]; rows: GivenRows } {
  const from = givenBefore(after);
  const to = Math.min(from + limit, HITS_MAX);
  const check = (count: number) =>
    checkOf(hits.slice(0, count).map((hit) => (hit === null ? '' : idOf(hit))));
  if (after !== undefined && check(from) !== after[1]) throw wrongPlace('is of hits that changed since');
  const shown = hits.slice(from, to);
  const given = shown.filter((hit) => hit !== null);
  const isCut = hits.length > to && to < HITS_MAX;
  return {
    hits: given,
    rows: {
      given: given.length,
      total,
      ...unreadableIn({ unreadable: shown.length - given.length }),
      // Without a cursor from `HITS_MAX` on, but with `truncated`.
      ...(to < HITS_MAX || hits.length <= to ? { next: isCut ? [to, check(to)] : null } : {}),
    },
  };
}

/** @throws ApiError `invalid_parameter` for a place of another list */
function givenBefore(after: ListPlace | undefined): number {
  if (after === undefined) return 0;
  const place = PLACE.safeParse(after);
  if (!place.success) throw wrongPlace('is damaged');
  return place.data[0];
}

/** `why` completes "The cursor …". */
function wrongPlace(why: string): Error {
  return invalidParameter([
    { path: 'cursor', message: `The cursor ${why}. Begin again: give the arguments without cursor.` },
  ]);
}

/** Which ids, in any order: the sum of their FNV-1a. */
function checkOf(ids: readonly string[]): number {
  let sum = 0;
  for (const id of ids) {
    let hash = 0x811c9dc5;
    for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
    sum = (sum + (hash >>> 0)) >>> 0;
  }
  return sum;
}
