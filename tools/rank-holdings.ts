/** Securities by what all managers together reported of them: bought, sold, new holders, exits. */

import { z } from 'zod/v3';
import { issuerPage, listFor, page, requireLastReadAt } from './contract/answer.js';
import {
  chooseQuarters,
  comparedPlaceOf,
  DUE_QUARTER,
  holdersPage,
  MANAGERS_SOURCE,
  SECURITIES_PAGE,
} from './contract/manager-search.js';
import { orderParameters, pageParameters, rowParameters } from './contract/parameters.js';
import { MANAGER_ROWS_LIMIT } from './contract/rules.js';
import { SerializedPageRows } from './contract/serialized-rows.js';
import {
  HELD_SECURITY_BRIEF,
  HELD_SECURITY_SORTS,
  heldSecurity,
  type RankedHolding,
} from './contract/shapes/managers.js';
import { defineTool } from './contract/tool.js';
import { quarterParameter } from './contract/tracker-quarters.js';

const COLUMNS = Object.keys(heldSecurity.shape);

export default defineTool({
  mcp: 'rank_holdings',
  isWider: true,
  title: 'Securities by the changes of all managers (Form 13F)',
  path: '/v1/holders',
  source: MANAGERS_SOURCE,
  purpose: 'Securities by what all managers bought, sold, opened or left in a quarter',
  description: `Securities in the order of one number over all managers who file Form 13F, for one quarter against the one before. No score and no advice.

sort: net, what those who filed both quarters bought less what they sold, at the middle price of the quarter (order=asc: most sold); new, managers with a new position; exits, managers who left it; holders, managers who hold it. Only shares count, no options and no bonds.

Use it for "what did institutions buy most last quarter", "which shares did most managers leave". For the managers behind a row use get_holders with its cusip.

Sums are as reported: two managers may report the same shares. netUsd is null where no price is known, an amount is unknown, shares may have been split, or hardly any manager held it in one of the two quarters: such rows come last in sort=net, in either order. After a merger or a spin-off a security is new for all its holders, and the old one has exits, though nothing was bought or sold. unsure counts managers whose change is not stated or not sure. Many filings of a quarter arrive on its last days: before 45 days are over, most are missing.

meta.nextCursor gives the next rows. Typical size: 150 tokens a row; view=brief with format=table 50. Errors: 400 names the wrong parameter; 503 not read yet, or the operator has not named the register 13f-all.`,
  input: z.object({
    quarter: quarterParameter('quarter', `Such as 2026-Q2. Default: ${DUE_QUARTER}`).optional(),
    ...orderParameters(HELD_SECURITY_SORTS, 'net (default), new, exits or holders'),
    ...pageParameters(MANAGER_ROWS_LIMIT, 'securities'),
    ...rowParameters(heldSecurity, 'data', HELD_SECURITY_BRIEF),
  }),
  output: z.array(heldSecurity),
  async run(input, context) {
    const { reads, now, baseUrl, after } = context;
    const read = await requireLastReadAt(reads, MANAGERS_SOURCE);
    const quarters = await reads.managerQuarters();
    read.requireRowsUnlessComplete(quarters.length);
    const { limit, sort, order } = input;
    const found =
      quarters.length === 0
        ? { rows: [], total: 0, unreadable: 0 }
        : await reads.rankHoldings({
            ...{
              period: chooseQuarters(input, quarters, now).period,
              sort,
              order,
              after: comparedPlaceOf(after),
            },
            limit: limit + 1,
          });
    const stored = found.rows.map(
      (row) =>
        [
          JSON.stringify(row),
          row.ticker === null ? holdersPage(row.cusip) : issuerPage(row.ticker, ''),
        ] as const,
    );
    const { rows, counted } = await page(
      new SerializedPageRows<Omit<RankedHolding, 'url'>>(stored, found.unreadable),
      { limit, after, count: async () => found.total },
      (last) => {
        const figure = SORT_FIELD[sort](last);
        return [figure === null ? 0 : 1, figure ?? 0, last.cusip];
      },
    );
    return {
      data: listFor(rows.withUrls(baseUrl), context, input, { columns: COLUMNS, brief: HELD_SECURITY_BRIEF }),
      count: counted.given,
      rows: counted,
      source: MANAGERS_SOURCE,
      fetchedAt: read.fetchedAt,
      page: SECURITIES_PAGE,
      governmentWork: true,
    };
  },
});

const SORT_FIELD = {
  net: ({ netUsd }: Omit<RankedHolding, 'url'>) => netUsd,
  new: ({ newHolders }: Omit<RankedHolding, 'url'>) => newHolders,
  exits: ({ exits }: Omit<RankedHolding, 'url'>) => exits,
  holders: ({ holders }: Omit<RankedHolding, 'url'>) => holders,
} as const;
