/** Holders above five per cent of a class, from Schedules 13D and 13G, newest filing first or in another order. */

import { z } from 'zod/v3';
import { issuerPage, listFor, page, requireLastReadAt } from './contract/answer.js';
import { requirePeriod } from './contract/bounds.js';
import { invalidParameter } from './contract/errors.js';
import {
  crossingParameter,
  cusipParameter,
  holderPlaceOf,
  minPercentParameter,
  placeOfHolder,
} from './contract/holder-search.js';
import {
  cikParameter,
  dateParameter,
  orderParameters,
  pageParameters,
  rowParameters,
  tickersParameter,
  wordParameter,
} from './contract/parameters.js';
import type { Reads } from './contract/reads.js';
import { HOLDER_LEVELS, HOLDERS_LIMIT } from './contract/rules.js';
import { MAJOR_HOLDER_BRIEF, majorHolder } from './contract/shapes/holder.js';
import { defineTool } from './contract/tool.js';

const COLUMNS = Object.keys(majorHolder.shape);
const SOURCE = 'sec-edgar-13dg';
/** The page of all schedules. */
const HOLDERS_PAGE = '/major-holders';

export default defineTool({
  mcp: 'get_major_holders',
  isWider: true,
  title: 'Holders above five per cent (Schedules 13D and 13G)',
  path: '/v1/major-holders',
  source: SOURCE,
  purpose: 'Holders above five per cent from Schedules 13D and 13G, with the levels that they crossed',
  description: `Who holds more than five per cent of a class of shares, from Schedules 13D (possible influence) and 13G (passive) as filed with the SEC.

Use it for "who are the largest holders of ACME" (ticker, list=current, sort=percent), "which holders crossed five per cent this year" (crossing=5, direction=up, event_since=January 1st), "what does this activist intend" (purpose quotes item 4 of the 13D, purposeUrl is its source).

One row is one schedule, and its persons are one holder: they report the same shares, so shares and percent are those of the person with the largest total, as filed, never a sum. understated true: members of a group state different totals, or have shares apart, and may hold more together. Members who file apart are separate rows with the same shares: never add rows up.

crossings are of ${HOLDER_LEVELS.join(', ')} per cent, between schedules of one holder; basis says what shows it. A stake of exactly a level is on neither side, because percents are rounded. isBelow true is an exit: the last figure, not a stake. eventDate is the day of the stake, of passive holders mostly a quarter end, filed weeks later; since and until are dates of filing, event_since and event_until of countedFrom.

list=current keeps the newest schedule of each holder of a class, without exits; a stake may have changed since: 13G is updated by quarter. Schedules before 18 December 2024 (SC 13D, SC 13G) are links without figures. Options and swaps may be only in the text. Null is unknown, not zero. Not advice.

meta.truncated true means that more follow: call again with cursor=meta.nextCursor. Typical size: 700 tokens a row, so the default ${HOLDERS_LIMIT.default} are about 21,000. view=brief with format=table takes 130 a row. Errors: 400 names the wrong parameter; 503 not read yet, which does not mean "no holders".`,
  input: z.object({
    ticker: tickersParameter().optional(),
    cik: cikParameter('CIK of the company whose shares are held, such as 320193').optional(),
    cusip: cusipParameter().optional(),
    holder: cikParameter(
      'CIK of a person or filer of the schedule: holderCik or filerCik of a row, or that of an insider or manager whom search finds',
      'holder',
    ).optional(),
    type: wordParameter('type', ['13D', '13G'], 'Only Schedules 13D, or only 13G').optional(),
    since: dateParameter('since', 'First filing date, YYYY-MM-DD. Default: all').optional(),
    until: dateParameter('until', 'Last filing date, YYYY-MM-DD (UTC). Default: today').optional(),
    event_since: dateParameter(
      'event_since',
      'First day of the event, YYYY-MM-DD: countedFrom of a row. Default: all',
    ).optional(),
    event_until: dateParameter('event_until', 'Last day of the event, YYYY-MM-DD. Default: all').optional(),
    crossing: crossingParameter().optional(),
    direction: wordParameter(
      'direction',
      ['up', 'down'],
      'Only crossings up, or only down. Without crossing, of any level',
    ).optional(),
    min_percent: minPercentParameter().default(0),
    list: wordParameter(
      'list',
      ['history', 'current'],
      'history: every schedule (default); current: the newest of each holder of a class, without those of five per cent or less',
    ).default('history'),
    ...orderParameters(
      ['filed', 'event', 'percent', 'shares'],
      'filed by filing time (default), event by countedFrom, percent, shares; unknown figures are the smallest',
    ),
    ...pageParameters(HOLDERS_LIMIT, 'schedules'),
    ...rowParameters(majorHolder, 'data', MAJOR_HOLDER_BRIEF),
  }),
  otherNames: {
    holder_cik: 'holder',
    threshold: 'crossing',
    percent: 'min_percent',
    form: 'type',
    state: 'list',
  },
  output: z.array(majorHolder),
  async run(input, context) {
    requirePeriod(input);
    requirePeriod({ since: input.event_since, until: input.event_until }, 'event_');
    const { reads, now, asOf = now, baseUrl } = context;
    const { ticker, cik = null, limit, sort, order, direction = null } = input;
    const read = await requireLastReadAt(reads, SOURCE);
    const after = holderPlaceOf(input, context.after);
    const moment = asOf.toISOString();
    const end = input.until === undefined ? moment : `${input.until}T23:59:59.999Z`;
    const found = await reads.searchHolders({
      since: input.since ?? null,
      until: end < moment ? end : moment,
      eventSince: input.event_since ?? null,
      eventUntil: input.event_until ?? null,
      tickers: ticker === undefined ? [] : ticker.split(','),
      cik,
      cusip: input.cusip ?? null,
      holder: input.holder ?? null,
      type: input.type ?? null,
      crossing: input.crossing ?? (direction === null ? null : 'any'),
      direction,
      minPercent: input.min_percent,
      list: input.list,
      sort,
      order,
      after,
      limit: limit + 1,
    });
    read.requireRowsUnlessComplete(found.total);
    if (found.total === 0) await requireCompany(input, reads);
    const count = async () => found.total;
    const { rows, counted } = await page(found.rows, { limit, after, count }, (last) =>
      placeOfHolder(input, last),
    );
    const how = { columns: COLUMNS, brief: MAJOR_HOLDER_BRIEF };
    const last = rows.last();
    return {
      data: listFor(rows.withUrls(baseUrl), context, input, how),
      count: counted.given,
      rows: counted,
      source: SOURCE,
      fetchedAt: read.fetchedAt,
      page: ticker !== undefined && last?.ticker === ticker ? issuerPage(ticker, last.cik) : HOLDERS_PAGE,
      governmentWork: true,
    };
  },
});

/**
 * An empty list for a mistyped symbol would look like "no holder".
 * @throws ApiError `invalid_parameter` for a symbol that nothing here names
 */
async function requireCompany(
  { ticker }: { ticker?: string | undefined },
  reads: Pick<Reads, 'issuer'>,
): Promise<void> {
  for (const symbol of ticker?.split(',') ?? [])
    if ((await reads.issuer({ ticker: symbol })) === null)
      throw invalidParameter([
        {
          path: 'ticker',
          message: `No company with the symbol ${symbol} is known here; cik finds one without a symbol`,
        },
      ]);
}
