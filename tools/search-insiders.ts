/** Finds the slug for get_insider by a person's name. */

import { z } from 'zod/v3';
import { insiderPage, listFor, requireLastReadAt } from './contract/answer.js';
import { HITS_MAX, hitPage, hitsNeeded } from './contract/hit-pages.js';
import { cikIn } from './contract/identifiers.js';
import { pageParameters, rowParameters, wordParameter } from './contract/parameters.js';
import type { Hits, InsiderHitFacts } from './contract/reads/names.js';
import type { Reads } from './contract/reads.js';
import { SEARCH_LIMIT, SEARCH_QUERY_LENGTH } from './contract/rules.js';
import { SerializedRows } from './contract/serialized-rows.js';
import { INSIDER_HIT_BRIEF, type InsiderHit, insiderHit } from './contract/shapes/insider.js';
import { defineTool } from './contract/tool.js';

const QUERY_RULE = `q must be ${SEARCH_QUERY_LENGTH.min} to ${SEARCH_QUERY_LENGTH.max} characters, such as cook timothy`;

export default defineTool({
  mcp: 'search_insiders',
  title: 'Find an insider by name',
  source: 'sec-edgar-form4',
  path: '/v1/insiders',
  purpose: 'Insider search by name: the slug for the detail endpoint',
  description: `Finds corporate insiders (SEC reporting owners: people, funds, trusts) by name and returns the slug that get_insider needs.

Call it first whenever you have a name: slugs are in EDGAR's order, surname first, and cannot be guessed. "Timothy Cook", "cook timothy" and part of a name all work; %, _ and quotes are taken literally. A CIK, with or without leading zeros, gives its owner first. It covers neither members of Congress (get_catalog lists them) nor companies (use the ticker parameter of get_latest_filings).

Returns slug, name as filed, tickers and lastSeen for each hit, best match first, at most ${SEARCH_LIMIT.max} a call; about 50 tokens a hit, 25 tokens a hit with view=brief and format=table. meta.total is how many people match; meta.truncated true means that more follow: call again with cursor=meta.nextCursor, up to ${HITS_MAX} hits. Without a match the list is empty: match=approximate then finds names without the initials, or with typing errors, each marked with match; ask whether they are meant. The answer is 503 while the initial import of the register is running. People remain searchable after their filings leave the window.`,
  input: z.object({
    q: z
      .string({ required_error: QUERY_RULE, invalid_type_error: QUERY_RULE })
      .transform((q) => q.trim())
      .refine((q) => q.length >= SEARCH_QUERY_LENGTH.min && q.length <= SEARCH_QUERY_LENGTH.max, QUERY_RULE)
      .describe('Name or part of it, 1 to 64 characters, either order, such as cook timothy'),
    ...pageParameters(SEARCH_LIMIT, 'hits'),
    ...rowParameters(insiderHit, 'data', INSIDER_HIT_BRIEF),
    match: wordParameter(
      'match',
      ['exact', 'approximate'],
      'exact finds q as it is written (default); approximate, only if no name matches, also names without the initials of q, or with typing errors: one letter wrong or two changed places in a word of 3 to 5 letters, twice that from 6 on',
    ).default('exact'),
  }),
  output: z.array(insiderHit),
  async run(input, context) {
    const { reads, baseUrl, after } = context;
    const { q, limit, match } = input;
    const read = await requireLastReadAt(reads, 'sec-edgar-form4');
    const needed = hitsNeeded(limit, after);
    const exact = await exactHits(reads, q, needed);
    const isNear = exact.hits.length === 0 && match === 'approximate';
    const found = isNear ? await nearHits(reads, q, needed) : exact;
    read.requireRowsUnlessComplete(found.hits.length);
    const total = found.hits.length < needed ? found.hits.length : await found.count();
    const { hits, rows } = hitPage(found.hits, { limit, after, total }, ({ slug }) => slug);
    const data = hits.map((hit) =>
      JSON.stringify({
        ...hit,
        url: baseUrl + insiderPage(hit.slug),
        ...(isNear ? { match: 'approximate' } : {}),
      }),
    );
    const columns = Object.keys(insiderHit.shape).filter((name) => isNear || name !== 'match');
    return {
      data: listFor(new SerializedRows<InsiderHit>(data), context, input, {
        columns,
        brief: INSIDER_HIT_BRIEF,
      }),
      count: hits.length,
      rows,
      source: 'sec-edgar-form4',
      fetchedAt: read.fetchedAt,
      page: '/filings',
      governmentWork: true,
    };
  },
});

/** `count` says how many match in all. */
interface FoundPeople {
  hits: Hits<InsiderHitFacts>;
  count: () => Promise<number>;
}

async function exactHits(reads: Reads, q: string, limit: number): Promise<FoundPeople> {
  const found = await reads.searchInsiders({ q, limit });
  const cik = cikIn(q);
  const named = cik === null ? null : await reads.insiderOfCik(cik);
  const others = found.filter((hit) => hit === null || hit.slug !== named?.slug);
  const hits = named === null ? found : [named, ...others].slice(0, limit);
  // The owner of the CIK counts once, whether the name has the number too or not.
  const more = named !== null && others.length === found.length ? 1 : 0;
  return { hits, count: async () => (await reads.countInsiders({ q })) + more };
}

async function nearHits(reads: Reads, q: string, limit: number): Promise<FoundPeople> {
  const { hits, total } = await reads.nearInsiders({ q, limit });
  return { hits, count: async () => total };
}
