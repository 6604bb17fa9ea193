/** Every member of Congress who filed a covered transaction. REST only: get_catalog returns the same slugs. */

import { z } from 'zod/v3';
import { MEMBERS_PAGE, page, requireLastReadAt, rowsFor, uncutListRows } from './contract/answer.js';
import { invalidParameter } from './contract/errors.js';
import {
  AS_OF,
  nameParameter,
  pageParameters,
  stateParameter,
  wordParameter,
} from './contract/parameters.js';
import { placeOfLast } from './contract/place.js';
import type { MemberSearch } from './contract/reads/congress.js';
import { LATE_DAYS, MEMBERS_LIMIT } from './contract/rules.js';
import type { SerializedPageRows } from './contract/serialized-rows.js';
import { type MemberFacts, memberRow } from './contract/shapes/congress.js';
import { requireShortPlace } from './contract/short-list.js';
import { defineTool, type GivenRows, type ToolContext } from './contract/tool.js';

const summarised = (what: string) => `View summary: ${what}`;
const { limit, cursor } = pageParameters(MEMBERS_LIMIT, 'members');

const input = z.object({
  view: wordParameter(
    'view',
    ['brief', 'summary'],
    'brief all members, identities only (default); summary also what their reports come to, in pages',
  ).default('brief'),
  q: nameParameter(
    summarised('only members whose name or slug has words that begin with these, in any order'),
  ).optional(),
  chamber: wordParameter('chamber', ['house', 'senate'], summarised('chamber of the latest term')).optional(),
  party: wordParameter(
    'party',
    ['D', 'R', 'I'],
    summarised('party of the latest term: D, R or I'),
  ).optional(),
  state: stateParameter(summarised('state of the latest term, two letters, such as CA')).optional(),
  sort: wordParameter(
    'sort',
    ['name', 'reports', 'trades', 'traded', 'disclosed', 'delay'],
    summarised(
      'name by surname (default), reports by lifetimeFilings, trades, traded by lastTraded, disclosed by lastSeen, delay by medianDays. Members without the value come last',
    ),
  ).optional(),
  order: wordParameter(
    'order',
    ['desc', 'asc'],
    summarised('desc newest or largest first, asc the reverse. Default desc, for name asc'),
  ).optional(),
  limit: limit
    .removeDefault()
    .describe(summarised(limit.description ?? ''))
    .optional(),
  cursor: cursor.optional(),
});
type MembersInput = z.infer<typeof input>;

export default defineTool({
  mcp: null,
  title: 'Members of Congress with disclosures',
  path: '/v1/congress',
  source: 'us-congress-stock-act',
  purpose: 'Members of Congress who filed a periodic transaction report',
  description: `Members of the U.S. Congress who filed at least one periodic transaction report under the STOCK Act, one row for each person: slug, name, chamber and district of the latest term, and page. Different spellings of a name are one row; a name that matches no known member has a separate row.

The slug is what /v1/congress/{member} takes. The order of the rows has no meaning.

view=summary adds party, reports, unread reports, trades, dates of the latest trade and report, and the days from trade to report (median, and how many trades took more than ${LATE_DAYS} days). It has filters, orders and pages: meta.total is how many match, meta.nextCursor gives the next rows. Trades of unread reports are not known, so they are in no figure.

Use is restricted by 5 U.S.C. 13107(c): no unlawful purpose, no commercial purpose other than by news and communications media for the general public, no credit rating of a person, no solicitation of money.

Typical size: 40 tokens a row, 100 to 500 rows; with view=summary 90 tokens a row. 503 means that the registers were not read yet, which does not mean that no member filed.`,
  input,
  output: z.array(memberRow),
  async run(given, context) {
    const { reads, baseUrl } = context;
    const read = await requireLastReadAt(reads, 'us-congress-stock-act');
    const { rows, counted } = await (isSummary(given)
      ? summaries(context, given)
      : identities(given, context));
    read.requireRowsUnlessComplete(counted.total);
    return {
      data: rowsFor(rows.withUrls(baseUrl), context),
      count: rows.length,
      rows: counted,
      source: 'us-congress-stock-act',
      fetchedAt: read.fetchedAt,
      page: MEMBERS_PAGE,
      governmentWork: true,
    };
  },
});

interface MemberPage {
  rows: SerializedPageRows<MemberFacts>;
  counted: GivenRows;
}

/** Only this view has cursors, so that one alone names it. */
function isSummary({ view, cursor }: MembersInput): boolean {
  return view === 'summary' || cursor !== undefined;
}

/** @throws ApiError `invalid_parameter` for an argument that only the other view has */
async function identities(
  { view: _view, ...given }: MembersInput,
  { reads }: ToolContext,
): Promise<MemberPage> {
  // Every question takes a moment, in each of its views.
  const others = Object.entries(given).filter(([path, value]) => value !== undefined && path !== AS_OF);
  if (others.length > 0)
    throw invalidParameter(others.map(([path]) => ({ path, message: `${path} needs view=summary` })));
  const rows = await reads.congressMembers();
  return { rows, counted: uncutListRows(rows) };
}

async function summaries({ reads, after }: ToolContext, given: MembersInput): Promise<MemberPage> {
  const { q, chamber, party, state, sort = 'name', limit = MEMBERS_LIMIT.default } = given;
  const { order = sort === 'name' ? 'asc' : 'desc' } = given;
  const search: MemberSearch = {
    name: q ?? null,
    chamber: chamber ?? null,
    party: party ?? null,
    state: state ?? null,
    sort,
    order,
    after: requireShortPlace(after),
    limit: limit + 1,
  };
  const { rows, total, places } = await reads.searchMembers(search);
  return page(rows, { limit, after, count: async () => total }, () => placeOfLast(places, limit));
}
