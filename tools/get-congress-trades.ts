/** Trades of all members of Congress, newest disclosure first or in another order. */

import { z } from 'zod/v3';
import { utcDate } from '../src/dates.js';
import { listFor, MEMBERS_PAGE, memberPage, page, requireLastReadAt } from './contract/answer.js';
import { requirePeriod } from './contract/bounds.js';
import { memberSlugOf, personParameter, unknownMember } from './contract/known-person.js';
import {
  dateParameter,
  listOrderParameters,
  orderOf,
  pageParameters,
  rowParameters,
  stateParameter,
  tickersParameter,
  wordParameter,
  yesNoParameter,
} from './contract/parameters.js';
import { placeOfLast } from './contract/place.js';
import { CONGRESS_TRADES_LIMIT, LATE_DAYS, MEMBER_SLUG_MAX } from './contract/rules.js';
import { CONGRESS_TRADE_BRIEF, congressTrade } from './contract/shapes/congress.js';
import { defineTool } from './contract/tool.js';
import {
  minAmountParameter,
  TRADE_SORTS,
  TRADE_SORTS_DESCRIPTION,
  tradePlaceOf,
  tradeTypeParameter,
  withDelays,
} from './contract/trade-search.js';

const COLUMNS = Object.keys(congressTrade.shape);

export default defineTool({
  mcp: 'get_congress_trades',
  isWider: true,
  title: 'Trades of all members of Congress (STOCK Act)',
  path: '/v1/congress-trades',
  source: 'us-congress-stock-act',
  purpose: 'Trades of all members of Congress, by ticker, date, party, state, amount, delay',
  description: `Trades of all members of the U.S. Congress, their spouses and dependent children, from periodic transaction reports under the STOCK Act.

Use it for "did any member trade this company", "the largest trades of Congress this month", "which reports came late". For one member with the reports that could not be read use get_congress_member: reports on paper are in neither list of trades.

Amounts are brackets, as filed: amountMin and amountMax are the bounds; amountMax is null for an open bracket (Over $50,000,000). min_amount and sort=amount use the lower bound. since and until are disclosure dates.

daysToDisclosure counts calendar days from the trade to the report. late is true beyond ${LATE_DAYS} days: the STOCK Act allows 30 days from the filer's knowledge of the trade, and at most ${LATE_DAYS} days from the trade. Only the latter is compared; weekends and extensions are not known. Both are null where the filed date cannot be right, and for rows of an amendment, which may have been disclosed before. Late alone does not prove a violation.

Use is restricted by 5 U.S.C. 13107(c): no unlawful purpose, no commercial purpose other than by news and communications media for the general public, no credit rating of a person, no solicitation of money. Not advice.

meta.total is how many match; meta.truncated true means that more follow: call again with cursor=meta.nextCursor.

Typical size: 155 tokens a trade, so the default ${CONGRESS_TRADES_LIMIT.default} are about 16,000 tokens. view=brief with format=table takes 70 tokens a trade.

Errors: 400 names the wrong parameter and what it accepts; 503 not read yet, which does not mean "no trades".`,
  input: z.object({
    ticker: tickersParameter().optional(),
    since: dateParameter('since', 'First disclosure date, YYYY-MM-DD. Default: all').optional(),
    until: dateParameter('until', 'Last disclosure date, YYYY-MM-DD. Default: today (UTC)').optional(),
    member: personParameter(
      'member',
      MEMBER_SLUG_MAX,
      'Only this member: a slug from get_catalog or memberSlug of a row, such as jane-doe',
    ).optional(),
    party: wordParameter('party', ['D', 'R', 'I'], 'Party on the disclosure date: D, R or I').optional(),
    state: stateParameter('State of the member on the disclosure date, two letters, such as CA').optional(),
    chamber: wordParameter(
      'chamber',
      ['house', 'senate'],
      'Chamber with which the report was filed',
    ).optional(),
    type: tradeTypeParameter().optional(),
    owner: wordParameter(
      'owner',
      ['self', 'spouse', 'joint', 'child', 'other'],
      'Whose asset it is: self (the member), spouse, joint, child or other',
    ).optional(),
    min_amount: minAmountParameter().default(0),
    late: yesNoParameter(
      'late',
      `true: only trades disclosed after more than ${LATE_DAYS} days; false: only those within. Trades of unknown delay are in neither`,
    ).optional(),
    ...listOrderParameters(TRADE_SORTS, `${TRADE_SORTS_DESCRIPTION}; member by the member’s surname`),
    ...pageParameters(CONGRESS_TRADES_LIMIT, 'trades'),
    ...rowParameters(congressTrade, 'data', CONGRESS_TRADE_BRIEF),
  }),
  output: z.array(congressTrade),
  // Brings into memory what the trades of all members are counted from.
  prepared: () => [{ limit: 1 }],
  async run(input, context) {
    const { reads, now } = context;
    requirePeriod(input);
    const { since = null, ticker, limit, sort } = input;
    const read = await requireLastReadAt(reads, 'us-congress-stock-act');
    const member = await memberSlugOf(input.member, context);
    const today = utcDate(now);
    const after = tradePlaceOf(input, context.after);
    const found = await reads.searchTrades({
      member,
      since,
      until: input.until === undefined || input.until > today ? today : input.until,
      tickers: ticker === undefined ? [] : ticker.split(','),
      party: input.party ?? null,
      state: input.state ?? null,
      chamber: input.chamber ?? null,
      type: input.type ?? null,
      owner: input.owner ?? null,
      minAmount: input.min_amount,
      late: input.late ?? null,
      sort,
      order: orderOf(input),
      after,
      limit: limit + 1,
    });
    read.requireRowsUnlessComplete(found?.total ?? 0);
    if (found === null) throw unknownMember(member);
    const count = async () => found.total;
    const { rows, counted } = await page(withDelays(found), { limit, after, count }, () =>
      placeOfLast(found.places, limit),
    );
    const how = { columns: COLUMNS, brief: CONGRESS_TRADE_BRIEF };
    return {
      data: listFor(rows.withoutUrls(), context, input, how),
      count: counted.given,
      rows: counted,
      source: 'us-congress-stock-act',
      fetchedAt: read.fetchedAt,
      page: member === null ? MEMBERS_PAGE : memberPage(rows.last()?.memberSlug ?? member),
      governmentWork: true,
    };
  },
});
