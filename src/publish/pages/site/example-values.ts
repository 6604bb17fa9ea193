/** Values for the examples that people try: such as this service knows, so that each of them gives an answer. */

import type { Visit } from '../page.js';
import { rowsBeside } from '../source-state.js';

/** By the name of the parameter; none for what was never read. */
export type ExampleValues = Record<string, string | undefined>;

export async function exampleValues(visit: Visit): Promise<ExampleValues> {
  const { trackers, congressMembers } = (await visit.ask('/v1/catalog')).data as Record<
    'trackers' | 'congressMembers',
    Array<{ slug: string }>
  >;
  const known = { member: congressMembers[0]?.slug, slug: trackers[0]?.slug, country: 'se', q: 'smith' };
  const form4 = (await visit.sources()).find((source) => source.source === 'sec-edgar-form4');
  if (form4?.lastReadAt == null || form4.status === 'off') return known;
  const [filing] = (await rowsBeside(visit.ask('/v1/filings', { limit: 1 }))) as Array<{ ownerName: string }>;
  const word = filing?.ownerName.split(/\s+/).find((one) => /^[A-Za-z]{3,}$/.test(one));
  if (word === undefined) return known;
  const [hit] = (await rowsBeside(visit.ask('/v1/insiders', { q: word, limit: 1 }))) as Array<{
    slug: string;
  }>;
  return { ...known, q: word.toLowerCase(), id: hit?.slug };
}
