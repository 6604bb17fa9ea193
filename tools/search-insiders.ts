/** Finds the slug for get_insider by a person's name. */

import { z } from 'zod/v3';
import { countedRows, insiderPage, requireLastReadAt } from './contract/answer.js';
import { cikIn } from './contract/identifiers.js';
import { limitParameter } from './contract/parameters.js';
import { SEARCH_LIMIT, SEARCH_QUERY_LENGTH } from './contract/rules.js';
import { insiderHit } from './contract/shapes/insider.js';
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

Returns slug, name as filed, tickers and lastSeen for each hit, best match first, at most ${SEARCH_LIMIT.max}; about 60 tokens a hit. meta.total is how many people match. Without a match the list is empty, or the answer is 503 while the initial import of the register is running. People remain searchable after their filings leave the window.`,
  input: z.object({
    q: z
      .string({ required_error: QUERY_RULE, invalid_type_error: QUERY_RULE })
      .transform((q) => q.trim())
      .refine((q) => q.length >= SEARCH_QUERY_LENGTH.min && q.length <= SEARCH_QUERY_LENGTH.max, QUERY_RULE)
      .describe('Name or part of it, 1 to 64 characters, either order, such as cook timothy'),
    limit: limitParameter(SEARCH_LIMIT, 'hits'),
  }),
  output: z.array(insiderHit),
  async run({ q, limit }, { reads, baseUrl }) {
    const read = await requireLastReadAt(reads, 'sec-edgar-form4');
    const found = await reads.searchInsiders({ q, limit });
    const cik = cikIn(q);
    const named = cik === null ? null : await reads.insiderOfCik(cik);
    const others = found.filter(({ slug }) => slug !== named?.slug);
    const hits = named === null ? found : [named, ...others].slice(0, limit);
    read.requireRowsUnlessComplete(hits.length);
    const data = hits.map((hit) => ({ ...hit, url: baseUrl + insiderPage(hit.slug) }));
    return {
      data,
      count: data.length,
      rows: await countedRows(data.length, limit, async () => {
        // The owner of the CIK counts once, whether the name has the number too or not.
        const more = named !== null && others.length === found.length ? 1 : 0;
        return (await reads.countInsiders({ q })) + more;
      }),
      source: 'sec-edgar-form4',
      fetchedAt: read.fetchedAt,
      page: '/filings',
      governmentWork: true,
    };
  },
});
