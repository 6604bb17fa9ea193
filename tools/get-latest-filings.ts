/** Open-market Form 4 rows of the rolling window, newest filing first. */

import { z } from 'zod/v3';
import { daysBefore } from '../src/dates.js';
import { countedRows, issuerPage, requireLastReadAt, rowsFor } from './contract/answer.js';
import { dateParameter, fieldsParameter, limitParameter, tickerParameter } from './contract/parameters.js';
import type { FilingsQuery } from './contract/reads.js';
import { DEFAULT_SINCE_DAYS, FILINGS_LIMIT, WINDOW_DAYS } from './contract/rules.js';
import { filingRow } from './contract/shapes/filing.js';
import { defineTool } from './contract/tool.js';

const MIN_VALUE_RULE = 'min_value must be a number of US dollars, 0 or greater';
const DIRECTION_RULE = 'direction must be P, S or all';

/** The query for the store, without the limit. */
export function filingsQuery(
  input: {
    since?: string | undefined;
    direction: 'P' | 'S' | 'all';
    min_value: number;
    ticker?: string | undefined;
  },
  now: Date,
): Omit<FilingsQuery, 'limit'> {
  const horizon = daysBefore(now, WINDOW_DAYS);
  const wanted = input.since ?? daysBefore(now, DEFAULT_SINCE_DAYS);
  return {
    since: wanted < horizon ? horizon : wanted,
    until: now.toISOString(),
    codes: input.direction === 'all' ? ['P', 'S'] : [input.direction],
    minValue: input.min_value,
    ticker: input.ticker ?? null,
  };
}

export default defineTool({
  mcp: 'get_latest_filings',
  title: 'Latest insider trades (SEC Form 4)',
  source: 'sec-edgar-form4',
  path: '/v1/filings',
  purpose: 'Form 4 open-market purchases and sales, newest filing first',
  description: `Open-market purchases (P) and sales (S) of shares by corporate insiders, as filed on SEC Form 4, newest filing first, from the rolling ${WINDOW_DAYS}-day window.

Use it for "who bought or sold lately", by ticker, size, direction or date. For one person's whole history with every code use get_insider; for several insiders of one company who trade in the same direction use get_clusters.

Each row is one economic lot: joint filings and resubmissions are merged, and rows restated by a 4/A are replaced. Awards, exercises, tax withholding and gifts are never returned. Values are US dollars as filed; nothing is ranked or recommended. rawFilingUrl links the original.

meta.total is how many rows match; meta.truncated true means that only the newest are returned: narrow since, ticker, direction or min_value before you add values.

Typical size: about 260 tokens a row, so the default 100 rows are about 26,000 tokens. Make it smaller with limit, or with fields (fields=filedAt,issuerTicker,ownerName,transactionCode,totalValue is about a quarter of the size).

Errors: 400 names the wrong parameter and what it accepts; 503 means that the register was not read yet, which does not mean "no trades".`,
  input: z.object({
    since: dateParameter(
      'since',
      `First filing date, YYYY-MM-DD. Default: ${DEFAULT_SINCE_DAYS} days ago. An older date than ${WINDOW_DAYS} days ago means the whole window`,
    ).optional(),
    direction: z
      .enum(['P', 'S', 'all'], { errorMap: () => ({ message: DIRECTION_RULE }) })
      .default('all')
      .describe('P purchases, S sales, all both (default)'),
    min_value: z
      .number({ invalid_type_error: MIN_VALUE_RULE })
      .finite(MIN_VALUE_RULE)
      .min(0, MIN_VALUE_RULE)
      .default(0)
      .describe('Minimum totalValue of a row in US dollars, such as 100000. Default 0'),
    ticker: tickerParameter().optional(),
    limit: limitParameter(FILINGS_LIMIT, 'rows'),
    fields: fieldsParameter(filingRow, 'data').optional(),
  }),
  output: z.array(filingRow),
  async run({ since, direction, min_value, ticker, limit, fields }, context) {
    const { reads, now, baseUrl } = context;
    const read = await requireLastReadAt(reads, 'sec-edgar-form4');
    const question = filingsQuery({ since, direction, min_value, ticker }, now);
    const rows = await reads.latestFilings({ ...question, limit });
    read.requireRowsUnlessComplete(rows.length);
    return {
      data: rowsFor(rows.withUrls(baseUrl), context, fields),
      count: rows.length,
      rows: await countedRows(rows.length, limit, async () => (await reads.filingTotals(question)).rows),
      source: 'sec-edgar-form4',
      fetchedAt: read.fetchedAt,
      // A symbol without rows may belong to no issuer, and then has no page.
      page: ticker === undefined || rows.length === 0 ? '/filings' : issuerPage(ticker, ''),
      governmentWork: true,
    };
  },
});
