/** Open-market Form 4 rows of the rolling window, newest filing first, or in another order, or added up. */

import { z } from 'zod/v3';
import { daysBefore } from '../src/dates.js';
import { issuerPage, listFor, page, requireLastReadAt } from './contract/answer.js';
import { requireKeptPeriod, requirePeriod, requireValues } from './contract/bounds.js';
import { invalidParameter } from './contract/errors.js';
import {
  type FilingsInput,
  feedSearch,
  isPlainFeed,
  placeOf,
  placeOfGroup,
  placeOfRow,
  requireSuitableGroup,
  sinceOf,
} from './contract/filing-search.js';
import { ownerSlug, personParameter, requireOwner } from './contract/known-person.js';
import {
  form35Search,
  mergedRows,
  ownershipOrder,
  ownershipPlaceOf,
  placeOfOwnershipRow,
  requireNoGroup,
  wantedForms,
} from './contract/ownership-search.js';
import {
  cikParameter,
  dateParameter,
  dollarsParameter,
  listOrderParameters,
  pageParameters,
  percentParameter,
  rowParameters,
  tickersParameter,
  wordParameter,
  wordsParameter,
} from './contract/parameters.js';
import type { FilingsQuery } from './contract/reads/filings.js';
import { DEFAULT_SINCE_DAYS, FILINGS_LIMIT, INSIDER_SLUG_MAX, WINDOW_DAYS } from './contract/rules.js';
import { type ApiFilingRow, FILING_BRIEF, filingRow } from './contract/shapes/filing.js';
import { FILING_GROUP_BRIEF, filingGroupRow } from './contract/shapes/filing-group.js';
import { OWNERSHIP_BRIEF, OWNERSHIP_FORMS, ownershipRow } from './contract/shapes/ownership-row.js';
import { defineTool, type ToolContext } from './contract/tool.js';

/** The query of the plain feed for the store, without the limit. */
export function filingsQuery(
  input: Pick<FilingsInput, 'since' | 'direction' | 'min_value' | 'ticker'>,
  now: Date,
): Omit<FilingsQuery, 'limit'> {
  return {
    since: sinceOf(input, now),
    until: now.toISOString(),
    codes: input.direction === 'all' ? ['P', 'S'] : [input.direction],
    minValue: input.min_value,
    ticker: input.ticker ?? null,
  };
}

/** All fields of a row or a group. */
const COLUMNS = {
  row: Object.keys(filingRow.shape),
  group: Object.keys(filingGroupRow.shape),
  ownership: Object.keys(ownershipRow.shape),
};
/** Every field of any, for the `fields` parameter. */
const anyRow = z.object({ ...filingRow.shape, ...filingGroupRow.shape, ...ownershipRow.shape });

export default defineTool({
  mcp: 'get_latest_filings',
  title: 'Latest insider trades (SEC Form 4)',
  source: 'sec-edgar-form4',
  path: '/v1/filings',
  purpose: 'Form 4 open-market purchases and sales, newest filing first',
  description: `Open-market purchases (P) and sales (S) of shares by corporate insiders, as filed on SEC Form 4, from the rolling ${WINDOW_DAYS}-day window.

Use it for "who bought or sold lately", by company, person, size, direction, date, role (ceo, cfo, …) or 10b5-1 plan. For one person's whole history with every code use get_insider; for several insiders of one company who trade in the same direction use get_clusters.

Each row is one economic lot: joint filings and resubmissions are merged, and rows restated by a 4/A are replaced. Awards, exercises, tax withholding and gifts are never returned, nor trades without a price in US dollars or with an impossible or contradicted figure, which get_insider has. Values are US dollars as filed; nothing is ranked or recommended. acquisition says how a purchase was made: only market is in the open market and in sums. forms=3,4,5 adds rows of Forms 3 (what somebody held when they became an insider) and 5 (what a year left unreported, every code), each with form, rowKind and late: a holding is a position, never add it to trades.

To add lots up use group: filing, insider (one person, one company) or issuer, each direction apart; min_value and max_value are then of the sum. meta.groupedSince says that only the newest filings were added up. "Largest" is sort=value with a group, because one trade is often many rows.

role: officer, director and ten_percent are checkboxes of the filing; chief, ceo and cfo follow from the officer title. A title that may mean a former office, an assistant or a part of the company names neither ceo nor cfo.

meta.total is how many match; meta.truncated true means that more follow: call again with cursor=meta.nextCursor.

Typical size: 250 tokens a row, so the default 100 rows are about 25,000 tokens. view=brief with format=table takes 50 tokens a row; fields keeps what you name. A group takes 200 tokens, brief in a table 60.

Errors: 400 names the wrong parameter and what it accepts; 503 means that the register was not read yet, which does not mean "no trades".`,
  input: z.object({
    since: dateParameter(
      'since',
      `First filing date, YYYY-MM-DD. Default: ${DEFAULT_SINCE_DAYS} days ago. An older date than ${WINDOW_DAYS} days ago means the whole window`,
    ).optional(),
    direction: wordParameter(
      'direction',
      ['P', 'S', 'all'],
      'P purchases, S sales, all both (default)',
    ).default('all'),
    min_value: dollarsParameter(
      'min_value',
      'Minimum totalValue of a row in US dollars, such as 100000; with group, of the sum. Default 0',
    ).default(0),
    ticker: tickersParameter().optional(),
    ...pageParameters(FILINGS_LIMIT, 'rows'),
    ...rowParameters(anyRow, 'data', FILING_BRIEF),
    until: dateParameter(
      'until',
      `Last filing date, YYYY-MM-DD (UTC). Default: today. Without since, ${DEFAULT_SINCE_DAYS} days before it are searched`,
    ).optional(),
    max_value: dollarsParameter('max_value', 'Maximum totalValue in US dollars, as min_value').optional(),
    cik: cikParameter('CIK of the issuer, for one without a symbol too, such as 320193').optional(),
    owner: personParameter(
      'owner',
      INSIDER_SLUG_MAX,
      'Only rows that show this owner (a joint filing shows one of its owners; get_insider has it for all): ownerSlug of a row, or a slug from search_insiders',
    ).optional(),
    role: wordParameter(
      'role',
      ['chief', 'ceo', 'cfo', 'officer', 'director', 'ten_percent'],
      'Only insiders with this role. chief is any chief officer or president, ceo includes co- and interim chiefs; ten_percent owns over 10%',
    ).optional(),
    planned: wordParameter(
      'planned',
      ['all', 'only', 'exclude'],
      'Rows under a 10b5-1 plan: all (default), only these, or none of these',
    ).default('all'),
    group: wordParameter(
      'group',
      ['filing', 'insider', 'issuer'],
      'Add lots up, each direction apart: by filing (and owner), by insider and issuer, or by issuer',
    ).optional(),
    min_change: percentParameter(
      'min_change',
      'With group=filing: minimum size of changePct, up or down, such as 25 for a holding that grew or shrank by a quarter or more. Leaves out filings whose change is unknown',
    ).optional(),
    forms: wordsParameter(
      'forms',
      OWNERSHIP_FORMS,
      'Forms of the rows, with commas or as a list. Default 4. With 3 or 5 each row says form, rowKind and late, and may be a holding; without 4, since may be any day',
    ).optional(),
    ...listOrderParameters(
      ['filed', 'value', 'traded', 'ticker', 'insider', 'shares', 'price', 'change'],
      'filed by filing time (default), value by totalValue, traded by date of the trade, ticker by symbol, insider by name as filed (not with group=insider or issuer), shares, price by pricePerShare (averagePrice of a group), change by changePct (with group=filing). ticker and change leave out what has none',
    ),
  }),
  output: z.array(filingRow),
  groupRow: filingGroupRow,
  formsRow: ownershipRow,
  // The sums that most groups are made of, and the values of all rows.
  prepared: (now) => [{ group: 'issuer' as const }, { since: daysBefore(now, WINDOW_DAYS), limit: 1 }],
  async run(given, context) {
    const input = { ...given, owner: await ownerSlug(given.owner, context) };
    if (wantedForms(input).includes('4'))
      requireKeptPeriod(input, { now: context.now, days: WINDOW_DAYS, rows: 'filings' });
    else requirePeriod(input);
    requireValues(input);
    requireSuitableGroup(input);
    if (input.forms !== undefined && input.forms !== '4')
      return formsAnswer({ ...input, forms: input.forms }, context);
    const read = await requireLastReadAt(context.reads, 'sec-edgar-form4');
    const { data, counted } = await (input.group === undefined ? rowsOf : groupsOf)(input, context);
    read.requireRowsUnlessComplete(counted.total);
    if (counted.total === 0) await requireOwner(input.owner, context);
    const { ticker = '' } = input;
    return {
      data,
      count: counted.given,
      rows: counted,
      source: 'sec-edgar-form4',
      fetchedAt: read.fetchedAt,
      // A symbol without rows may belong to no issuer, and then has no page.
      page: counted.given === 0 || !/^[A-Z]+$/.test(ticker) ? '/filings' : issuerPage(ticker, ''),
      governmentWork: true,
    };
  },
});

type Input = FilingsInput & {
  limit: number;
  fields?: string | undefined;
  view: 'full' | 'brief';
  format: 'rows' | 'table';
};

async function rowsOf(input: Input, context: ToolContext) {
  const { reads, now, baseUrl } = context;
  const { limit } = input;
  requireFields(input, COLUMNS.row);
  const after = placeOf(input, context.after);
  let found: Awaited<ReturnType<typeof reads.searchFilings>> | null = null;
  let rows: Awaited<ReturnType<typeof reads.latestFilings>>;
  // What counts the matches when not all of them are given.
  let count = async () => found?.total ?? 0;
  if (isPlainFeed(input)) {
    const question = filingsQuery(input, now);
    // Newest first, nothing that was filed later can come behind the place.
    const from = after === undefined ? question : { ...question, until: String(after[0]), after };
    rows = await reads.latestFilings({ ...from, limit: limit + 1 });
    count = async () => (await reads.filingTotals(question)).rows;
  } else {
    found = await reads.searchFilings({ ...feedSearch(input, { ...context, after }), limit: limit + 1 });
    rows = found.rows;
  }
  const { rows: given, counted } = await page(rows, { limit, after, count }, (last) =>
    placeOfRow(input, last),
  );
  const how = { columns: COLUMNS.row, brief: FILING_BRIEF };
  return { data: listFor(given.withUrls(baseUrl), context, input, how), counted };
}

/** Rows of Forms 3 and 5, and those of the feed if they are wanted too. */
async function formsAnswer(input: Input & { forms: string }, context: ToolContext) {
  const { reads, baseUrl } = context;
  const { limit } = input;
  requireNoGroup(input);
  requireFields(input, COLUMNS.ownership);
  const forms = wantedForms(input);
  const sources = [
    ...(forms.includes('4') ? (['sec-edgar-form4'] as const) : []),
    'sec-edgar-form35',
  ] as const;
  const states = await Promise.all(sources.map((source) => requireLastReadAt(reads, source)));
  const order = ownershipOrder(input);
  const after = ownershipPlaceOf(order, context.after);
  const search = { ...feedSearch(input, { ...context, after }), ...order, limit: limit + 1 };
  const feed = forms.includes('4') ? await reads.searchFilings(search) : null;
  const found = mergedRows(feed, await reads.searchForm35(form35Search(search, input, forms)), order);
  for (const state of states) state.requireRowsUnlessComplete(found.total);
  if (found.total === 0) await requireOwner(input.owner, context);
  const { rows, counted } = await page(found.rows, { limit, after, count: async () => found.total }, (last) =>
    placeOfOwnershipRow(order, last),
  );
  const how = { columns: COLUMNS.ownership, brief: OWNERSHIP_BRIEF };
  const data = listFor(rows.withUrls(baseUrl), context, input, how);
  return {
    // `output` is the row of the feed; the description says when these rows take its place.
    data: data as unknown as ApiFilingRow[],
    count: counted.given,
    rows: counted,
    source: [...sources],
    fetchedAt: states.map(({ fetchedAt }) => fetchedAt).sort()[0] as string,
    page: '/filings',
    governmentWork: true,
  };
}

async function groupsOf(input: Input, context: ToolContext) {
  const { limit } = input;
  requireFields(input, COLUMNS.group);
  const after = placeOf(input, context.after);
  const search = feedSearch(input, { ...context, after });
  // Called for a group only.
  const group = input.group as NonNullable<typeof input.group>;
  const { rows, total, since } = await context.reads.filingGroups({ ...search, group, limit: limit + 1 });
  const { rows: given, counted } = await page(rows, { limit, after, count: async () => total }, (last) =>
    placeOfGroup(input, last),
  );
  const how = { columns: COLUMNS.group, brief: FILING_GROUP_BRIEF };
  const data = listFor(given.withUrls(context.baseUrl), context, input, how);
  // `output` is the row of the plain feed; the description says when a group takes its place.
  return { data: data as unknown as ApiFilingRow[], counted: { ...counted, groupedSince: since ?? null } };
}

/** Rows and groups have different fields. */
function requireFields({ fields }: Input, valid: readonly string[]): void {
  if (fields === undefined || fields.split(',').every((field) => valid.includes(field))) return;
  const message = `fields must be a comma-separated list of: ${valid.join(', ')}`;
  throw invalidParameter([{ path: 'fields', message }]);
}
