/** Planned sales of insiders (Form 144), each with the sales on Form 4 that carry it out. */

import { z } from 'zod/v3';
import { utcDate } from '../src/dates.js';
import { listFor, page, requireLastReadAt } from './contract/answer.js';
import { requirePeriod } from './contract/bounds.js';
import { ownerSlug, personParameter, requireOwner } from './contract/known-person.js';
import {
  cikParameter,
  dateParameter,
  dollarsParameter,
  orderParameters,
  pageParameters,
  rowParameters,
  tickersParameter,
  wordParameter,
  wordsParameter,
} from './contract/parameters.js';
import {
  isForm4Whole,
  PLANNED_SALE_SORTS,
  placeOfPlannedSale,
  plannedPlaceOf,
  withStatus,
} from './contract/planned-search.js';
import type { PlannedSaleSearch } from './contract/reads/planned-sales.js';
import { INSIDER_SLUG_MAX, PLANNED_SALE_DAYS, PLANNED_SALES_LIMIT } from './contract/rules.js';
import {
  PLANNED_SALE_BRIEF,
  PLANNED_SALE_STATUSES,
  type PlannedSaleStatus,
  plannedSale,
} from './contract/shapes/planned-sale.js';
import { defineTool, type ToolContext } from './contract/tool.js';

const COLUMNS = Object.keys(plannedSale.shape);
/** A replaced notice would count twice. */
const CURRENT = PLANNED_SALE_STATUSES.filter((status) => status !== 'amended').join(',');

const input = z.object({
  ticker: tickersParameter().optional(),
  cik: cikParameter('CIK of the issuer, for one without a symbol too, such as 320193').optional(),
  owner: personParameter(
    'owner',
    INSIDER_SLUG_MAX,
    'Only notices of this person: sellerSlug of a row, a slug from search_insiders, or sellerCik for a person without one',
  ).optional(),
  since: dateParameter('since', 'First filing date of the notice, YYYY-MM-DD. Default: all').optional(),
  until: dateParameter(
    'until',
    'Last filing date of the notice, YYYY-MM-DD (UTC). Default: today',
  ).optional(),
  status: wordsParameter(
    'status',
    PLANNED_SALE_STATUSES,
    'Only these, with commas or as a list. Default: all but amended',
  ).default(CURRENT),
  planned: wordParameter(
    'planned',
    ['all', 'only', 'exclude'],
    'Notices that state a 10b5-1 plan: all (default), only these, or none of these',
  ).default('all'),
  min_value: dollarsParameter(
    'min_value',
    'Minimum marketValue in US dollars, such as 1000000. Default 0',
  ).default(0),
  ...orderParameters(
    PLANNED_SALE_SORTS,
    'filed by filing time (default), sale_date by approxSaleDate, value by marketValue, both of only the notices where it is known',
  ),
  ...pageParameters(PLANNED_SALES_LIMIT, 'notices'),
  ...rowParameters(plannedSale, 'data', PLANNED_SALE_BRIEF),
});

export default defineTool({
  mcp: 'get_planned_sales',
  isWider: true,
  title: 'Planned sales of insiders (SEC Form 144)',
  path: '/v1/planned-sales',
  source: 'sec-edgar-form144',
  purpose: 'Planned sales on Form 144, and which of them Form 4 reports as carried out',
  description: `Notices of proposed sales on SEC Form 144: what an affiliate of a company (officer, director, large holder) intends to sell, and what of it was sold according to Form 4.

Use it for "which planned sales of this month were carried out" (since, status=sold,partly_sold), "who intends to sell" (status=open), "which plans lapsed". For the sales themselves use get_latest_filings: a notice is an intention, so never add both.

A notice covers ${PLANNED_SALE_DAYS} days. It is matched with sales on Form 4 by the CIK of the person, the issuer, the class and the 10b5-1 plan, never by a name. The oldest notice takes a sale first and no share counts twice; sales has the rows of Form 4.

status unknown: no Form 4 is expected of this person (a trust, a former officer), or it is not known. It does not mean that nothing was sold: see statedLater, what later notices of the person say. lapsed: no Form 4 reports a sale in the ${PLANNED_SALE_DAYS} days; one may come late.

soldInPast3Months and statedLater are statements of the filer that may be on Form 4 too: never add them to anything. Several open notices of one person may cover the same shares. Not advice.

meta.total is how many match; meta.truncated true means that more follow: call again with cursor=meta.nextCursor. Typical size: 700 tokens a notice, so the default ${PLANNED_SALES_LIMIT.default} are about 21,000 tokens. view=brief with format=table takes 70 tokens a notice. Errors: 400 names the wrong parameter and what it accepts; 503 not read yet, which does not mean "no planned sales".`,
  input,
  output: z.array(plannedSale),
  async run(input, context) {
    const { reads, baseUrl } = context;
    requirePeriod(input);
    const read = await requireLastReadAt(reads, 'sec-edgar-form144');
    const isCik = /^\d+$/.test(input.owner ?? '');
    const given = isCik ? input : { ...input, owner: await ownerSlug(input.owner, context) };
    const search = await searchOf(given, context);
    const found = await reads.plannedSales({ ...search, limit: given.limit + 1 });
    read.requireRowsUnlessComplete(found.total);
    if (found.total === 0 && search.ownerCik === null) await requireOwner(given.owner, context);
    const { rows, counted } = await page(
      withStatus(found, search),
      { limit: given.limit, after: search.after, count: async () => found.total },
      (last) => placeOfPlannedSale(given, last),
    );
    return {
      data: listFor(rows.withUrls(baseUrl), context, given, { columns: COLUMNS, brief: PLANNED_SALE_BRIEF }),
      count: counted.given,
      rows: counted,
      source: 'sec-edgar-form144',
      fetchedAt: read.fetchedAt,
      page: '/planned-sales',
      governmentWork: true,
    };
  },
});

async function searchOf(
  given: z.infer<typeof input>,
  { reads, now, asOf = now, after }: ToolContext,
): Promise<Omit<PlannedSaleSearch, 'limit'>> {
  const moment = asOf.toISOString();
  const end = given.until === undefined ? moment : `${given.until}T23:59:59.999Z`;
  const { owner, ticker, sort, order, planned } = given;
  const isCik = owner !== undefined && /^\d+$/.test(owner);
  return {
    since: given.since ?? '',
    until: end < moment ? end : moment,
    tickers: ticker === undefined ? [] : ticker.split(','),
    cik: given.cik ?? null,
    owner: owner === undefined || isCik ? null : owner,
    ownerCik: isCik ? owner.replace(/^0+(?=\d)/, '') : null,
    // The parameter accepts only these.
    statuses: given.status.split(',') as PlannedSaleStatus[],
    planned,
    minValue: given.min_value,
    today: utcDate(asOf),
    isForm4Whole: await isForm4Whole(reads),
    sort,
    order,
    after: plannedPlaceOf(given, after),
  };
}
