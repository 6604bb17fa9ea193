/** One member of Congress: every trade disclosed under the STOCK Act, newest disclosure first. */

import { z } from 'zod/v3';
import { utcDate } from '../src/dates.js';
import { countedRows, memberPage, requireLastReadAt, rowsFor, valueFor } from './contract/answer.js';
import {
  dateParameter,
  fieldsParameter,
  limitParameter,
  slugParameter,
  tickerParameter,
} from './contract/parameters.js';
import { MEMBER_SLUG_MAX, TRADES_LIMIT } from './contract/rules.js';
import { memberDetail, memberTrade } from './contract/shapes/congress.js';
import { defineTool } from './contract/tool.js';

export default defineTool({
  mcp: 'get_congress_member',
  title: 'One member of Congress (STOCK Act)',
  path: '/v1/congress/{member}',
  source: 'us-congress-stock-act',
  purpose: 'One member of Congress: disclosed trades, newest disclosure first',
  description: `Trades of one member of the U.S. Congress, spouse and dependent children, from periodic transaction reports under the STOCK Act, newest disclosure first, at most ${TRADES_LIMIT.max}.

Use it for "what did this senator or representative buy or sell". get_catalog lists the slugs (first name first, such as jane-doe); tracked portfolios have different slugs, for get_tracker.

Amounts are brackets, as filed: amountMin and amountMax are the bounds; amountMid is the arithmetic midpoint, not a reported figure. amountMax and amountMid are null for an open bracket (Over $50,000,000). optionTerms gives strike, expiry, call or put and number of options if the report states them. Reports arrive up to 45 days after the trade, often later: read transactionDate and disclosureDate; dateDoubtful marks a filed date that cannot be right. unreadReports lists reports that are on paper, could not be parsed or are not fetched yet: their trades exist but are missing from trades.

Use is restricted by 5 U.S.C. 13107(c): no unlawful purpose, no commercial purpose other than by news and communications media for the general public, no credit rating of a person, no solicitation of money. Not advice.

meta.total counts the trades that match; meta.truncated true means that only the newest are returned.

Typical size: 200 tokens a trade; 500 trades are about 100,000 tokens. Make it smaller with since, ticker, limit or fields (fields=transactionDate,ticker,type,amountLabel is about a fifth).

Errors: 400 malformed slug or parameter; 404 unknown slug; 503 not read yet, which does not mean "no trades".`,
  input: z.object({
    member: slugParameter(
      'member',
      MEMBER_SLUG_MAX,
      'Slug from get_catalog, first name first, such as jane-doe',
    ),
    since: dateParameter('since', 'First disclosure date of the trades, YYYY-MM-DD. Default: all').optional(),
    ticker: tickerParameter().optional(),
    limit: limitParameter(TRADES_LIMIT, 'trades'),
    fields: fieldsParameter(memberTrade, 'trades').optional(),
  }),
  output: memberDetail,
  async run({ member, since, ticker, limit, fields }, context) {
    const { reads, now } = context;
    const read = await requireLastReadAt(reads, 'us-congress-stock-act');
    const question = {
      slug: member,
      since: since ?? null,
      until: utcDate(now),
      ticker: ticker ?? null,
    };
    const facts = await reads.congressMember({ ...question, limit });
    if (facts === null)
      throw read.notFoundError(`Member not found: ${member}. Slugs are listed by get_catalog.`);
    read.requireRowsUnlessComplete(facts.trades.length + facts.unreadReports.length);
    return {
      data: {
        member: valueFor(facts.member, context),
        trades: rowsFor(facts.trades, context, fields),
        unreadReports: rowsFor(facts.unreadReports, context),
      },
      count: 1,
      rows: await countedRows(facts.trades.length, limit, () => reads.countTrades(question)),
      source: 'us-congress-stock-act',
      fetchedAt: read.fetchedAt,
      page: memberPage(facts.member.value().slug),
      governmentWork: true,
    };
  },
});
