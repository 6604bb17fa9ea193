/** One member of Congress: every trade disclosed under the STOCK Act, newest disclosure first. */

import { z } from 'zod/v3';
import { utcDate } from '../src/dates.js';
import { listFor, memberPage, page, requireLastReadAt, rowsFor, valueFor } from './contract/answer.js';
import { requirePeriod } from './contract/bounds.js';
import {
  dateParameter,
  listOrderParameters,
  orderOf,
  pageParameters,
  rowParameters,
  slugParameter,
  tickersParameter,
  wordParameter,
} from './contract/parameters.js';
import { placeOfLast } from './contract/place.js';
import type { TradeFilter, TradeSearch } from './contract/reads/congress.js';
import { LATE_DAYS, MEMBER_SLUG_MAX, TRADES_LIMIT } from './contract/rules.js';
import {
  chosenMemberTrade,
  MEMBER_TRADE_BRIEF,
  type MemberTrade,
  memberDetail,
} from './contract/shapes/congress.js';
import { defineTool } from './contract/tool.js';
import {
  MEMBER_TRADE_SORTS,
  minAmountParameter,
  placeOfTrade,
  TRADE_SORTS_DESCRIPTION,
  tradePlaceOf,
  tradeTypeParameter,
  withDelays,
} from './contract/trade-search.js';

export default defineTool({
  mcp: 'get_congress_member',
  title: 'One member of Congress (STOCK Act)',
  path: '/v1/congress/{member}',
  source: 'us-congress-stock-act',
  purpose: 'One member of Congress: disclosed trades, newest disclosure first',
  description: `Trades of one member of the U.S. Congress, spouse and dependent children, from periodic transaction reports under the STOCK Act, newest disclosure first, at most ${TRADES_LIMIT.max}.

Use it for "what did this senator or representative buy or sell". get_catalog lists the slugs (first name first, such as jane-doe); tracked portfolios have different slugs, for get_tracker.

Amounts are brackets, as filed: amountMin and amountMax are the bounds; amountMid is the arithmetic midpoint, not a reported figure. amountMax and amountMid are null for an open bracket (Over $50,000,000). optionTerms gives strike, expiry, call or put and number of options if the report states them. Reports arrive up to 45 days after the trade, often later: read transactionDate and disclosureDate; dateDoubtful marks a filed date that cannot be right, possibleRepeatOf a trade that an earlier report says too, correction an amended row or one that it may replace: perhaps one trade. unreadReports lists reports that are on paper, could not be parsed or are not fetched yet: their trades exist but are missing from trades.

Use is restricted by 5 U.S.C. 13107(c): no unlawful purpose, no commercial purpose other than by news and communications media for the general public, no credit rating of a person, no solicitation of money. Not advice.

daysToDisclosure, and late (over ${LATE_DAYS} days), are on rows if any of until, type, min_amount, sort, order, view=brief, format=table is given or fields names them; null if unknown or amended.

meta.total counts the trades that match; meta.truncated true means that more follow: call again with cursor=meta.nextCursor.

Typical size: 145 tokens a trade; 500 trades are about 72,000 tokens. Make it smaller with since, ticker, type, limit or fields; view=brief with format=table takes 55 tokens a trade.

Errors: 400 malformed slug or parameter; 404 unknown slug; 503 not read yet, which does not mean "no trades".`,
  input: z.object({
    member: slugParameter(
      'member',
      MEMBER_SLUG_MAX,
      'Slug from get_catalog, first name first, such as jane-doe',
    ),
    since: dateParameter('since', 'First disclosure date of the trades, YYYY-MM-DD. Default: all').optional(),
    ticker: tickersParameter().optional(),
    ...pageParameters(TRADES_LIMIT, 'trades'),
    ...rowParameters(chosenMemberTrade, 'trades', MEMBER_TRADE_BRIEF),
    until: dateParameter(
      'until',
      'Last disclosure date of the trades, YYYY-MM-DD. Default: today (UTC)',
    ).optional(),
    type: tradeTypeParameter().optional(),
    min_amount: minAmountParameter().default(0),
    ...listOrderParameters(MEMBER_TRADE_SORTS, TRADE_SORTS_DESCRIPTION),
    sums: wordParameter(
      'sums',
      ['none', 'tickers'],
      'tickers adds what all trades that match come to: days to disclosure, late ones, and the brackets of each ticker. Default none',
    ).default('none'),
  }),
  otherNames: { id: 'member', name: 'member' },
  output: memberDetail,
  async run(input, context) {
    const { reads, now } = context;
    const { member, limit } = input;
    requirePeriod(input);
    const read = await requireLastReadAt(reads, 'us-congress-stock-act');
    const after = tradePlaceOf(input, context.after);
    const isPlain = isPlainList(input);
    const today = utcDate(now);
    const { since = null, ticker = null } = input;
    const question = { slug: member, since, until: today, ticker };
    // A list in another form, and one that is continued, is searched for.
    const isSearched = !isPlain || after !== undefined;
    const facts = await reads.congressMember({ ...question, limit: isSearched ? 0 : limit + 1 });
    const found = isSearched ? await reads.searchTrades({ ...tradeSearch(input, today), after }) : null;
    if (facts === null || (isSearched && found === null))
      throw read.notFoundError(`Member not found: ${member}. Slugs are listed by get_catalog.`);
    const list = found === null ? facts.trades.withPages() : isPlain ? found.rows : withDelays(found);
    const count = async () => found?.total ?? reads.countTrades(question);
    const { rows, counted } = await page(list, { limit, after, count }, (last) =>
      found === null ? placeOfTrade(last) : placeOfLast(found.places, limit),
    );
    read.requireRowsUnlessComplete(rows.length + facts.unreadReports.length);
    const sums = input.sums === 'tickers' ? await reads.tradeSums(tradeFilter(input, today)) : null;
    return {
      data: {
        member: valueFor(facts.member, context),
        trades: listFor<MemberTrade>(rows.withoutUrls(), context, input, {
          columns: Object.keys(chosenMemberTrade.shape),
          brief: MEMBER_TRADE_BRIEF,
        }),
        unreadReports: rowsFor(facts.unreadReports, context),
        ...(sums === null ? {} : { sums }),
      },
      count: 1,
      rows: counted,
      source: 'us-congress-stock-act',
      fetchedAt: read.fetchedAt,
      page: memberPage(facts.member.value().slug),
      governmentWork: true,
    };
  },
});

interface MemberInput {
  member: string;
  since?: string | undefined;
  until?: string | undefined;
  ticker?: string | undefined;
  type?: TradeSearch['type'] | undefined;
  min_amount: number;
  sort: TradeSearch['sort'];
  order?: TradeSearch['order'] | undefined;
  limit: number;
  fields?: string | undefined;
  view: 'full' | 'brief';
  format: 'rows' | 'table';
}

/** Whether nothing is requested beyond what the contract has: its rows have no days to disclosure. */
function isPlainList(input: MemberInput): boolean {
  const { until, ticker, type, min_amount, sort, fields, view, format } = input;
  return (
    until === undefined &&
    type === undefined &&
    (ticker === undefined || /^[A-Z]+$/.test(ticker)) &&
    min_amount === 0 &&
    sort === 'disclosed' &&
    orderOf(input) === 'desc' &&
    view === 'full' &&
    format === 'rows' &&
    !fields?.split(',').some((field) => field === 'daysToDisclosure' || field === 'late')
  );
}

function tradeSearch(input: MemberInput, today: string): Omit<TradeSearch, 'after'> {
  const { sort, limit } = input;
  return { ...tradeFilter(input, today), sort, order: orderOf(input), limit: limit + 1 };
}

function tradeFilter(input: MemberInput, today: string): TradeFilter & { member: string } {
  const { member, since = null, until = today, ticker, type = null, min_amount } = input;
  return {
    member,
    since,
    until: until < today ? until : today,
    tickers: ticker === undefined ? [] : ticker.split(','),
    party: null,
    state: null,
    chamber: null,
    type,
    owner: null,
    minAmount: min_amount,
    late: null,
  };
}
