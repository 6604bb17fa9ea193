/** One person: identity, every transaction code of the window, career lots and co-filers. */

import { z } from 'zod/v3';
import { daysBefore } from '../src/dates.js';
import {
  insiderPage,
  issuerPage,
  listFor,
  page,
  type RowChoice,
  requireLastReadAt,
  unreadableIn,
  valueFor,
} from './contract/answer.js';
import { requireKeptPeriod } from './contract/bounds.js';
import { invalidParameter } from './contract/errors.js';
import { cikIn } from './contract/identifiers.js';
import { insiderFilings, placeOfFiling } from './contract/insider-filings.js';
import { ownedLinesOf } from './contract/owned-lines.js';
import {
  codesParameter,
  dateParameter,
  dollarsParameter,
  orderParameters,
  pageParameters,
  rowParameters,
  slugParameter,
  tickersParameter,
  wordParameter,
} from './contract/parameters.js';
import type { InsiderFacts, TransactionSearch } from './contract/reads/insiders.js';
import type { Reads } from './contract/reads.js';
import { INSIDER_ROWS_LIMIT, INSIDER_SLUG_MAX, WINDOW_DAYS } from './contract/rules.js';
import { SerializedPageRows, type SerializedRows } from './contract/serialized-rows.js';
import {
  INSIDER_TRANSACTION_BRIEF,
  type InsiderTransaction,
  insiderTransaction,
} from './contract/shapes/insider.js';
import {
  type InsiderFiling,
  type InsiderIssuerRow,
  type InsiderTotals,
  insiderAnswer,
} from './contract/shapes/insider-filing.js';
import { defineTool, type GivenRows, type RowTable, type ToolContext } from './contract/tool.js';
import { isPlainHistory, transactionPlace, transactionPlaceOf } from './contract/transaction-search.js';

export default defineTool({
  mcp: 'get_insider',
  title: 'One insider in full',
  source: 'sec-edgar-form4',
  path: '/v1/insiders/{id}',
  purpose: 'One insider: identity, every transaction code, career lots, co-filers',
  description: `Everything filed on SEC Form 4 by one reporting owner: identity with counts of everything that this service has read (its record begins 365 days before its initial import); every transaction of the last ${WINDOW_DAYS} days with every code (including awards, exercises, tax withholding and gifts); careerLots, the open-market lots of known value of the whole record by issuer and direction; coFilers, the other reporting owners of the same documents.

Use it after search_insiders, which gives the id; the CIK of the owner works too, with or without leading zeros. Each transaction carries intentLabel (the code in plain words) and signalQuality: discretionary-buy, discretionary-sell, mechanical-buy, mechanical-sell, non-discretionary or planned (a 10b5-1 plan). These describe the filing; they do not rank or advise. Rows with isDerivative true are options and other rights: their price and count are not in shares.

pricePerShare and totalValue are null when the filing states no price in US dollars. A person whose filings left the window has an empty list of transactions. meta.total counts all transactions that match, returned or not.

Typical size: 170 tokens a transaction, 20 to 60 transactions; the most active owners have thousands, so give a limit. Make it smaller with since, until, direction, code, ticker, min_value, limit or fields; view=brief with format=table takes 35 tokens a transaction. meta.truncated true means that more follow: call again with cursor=meta.nextCursor. Errors: 400 malformed id, 404 unknown id.`,
  input: z.object({
    id: slugParameter(
      'id',
      INSIDER_SLUG_MAX,
      'Slug from search_insiders, such as cook-timothy-d, or the CIK of the person, such as 0001214156',
    ),
    since: dateParameter(
      'since',
      'First filing date of the transactions, YYYY-MM-DD. Default: the whole window',
    ).optional(),
    ...pageParameters(INSIDER_ROWS_LIMIT, 'transactions'),
    ...rowParameters(insiderTransaction, 'transactions', INSIDER_TRANSACTION_BRIEF),
    until: dateParameter(
      'until',
      'Last filing date of the transactions, YYYY-MM-DD. Default: today (UTC)',
    ).optional(),
    direction: wordParameter(
      'direction',
      ['P', 'S', 'all'],
      'P purchases, S sales, all every transaction code (default)',
    ).default('all'),
    code: codesParameter().optional(),
    ticker: tickersParameter().optional(),
    min_value: dollarsParameter(
      'min_value',
      'Minimum totalValue of a transaction in US dollars; above 0, those of unknown value are left out. Default 0',
    ).default(0),
    ...orderParameters(
      ['filed', 'value', 'traded'],
      'filed by filing time (default), value by totalValue, traded by transactionDate; by the latter two, only transactions that have it',
    ),
    group: wordParameter(
      'group',
      ['filing'],
      'filing adds up the rows of a filing with one code and one security, in filings instead of transactions; limit, min_value and sort are then of these',
    ).optional(),
    issuers: wordParameter(
      'issuers',
      ['none', 'holdings'],
      'holdings adds the companies of the person: last role, what was bought and sold, what is owned as last filed. Default none',
    ).default('none'),
    holdings: wordParameter(
      'holdings',
      ['none', 'current'],
      'current adds what the person owns as last stated on Forms 3, 4 and 5: by company, class and account, each with its source. Default none',
    ).optional(),
  }),
  otherNames: { cik: 'id', ownerCik: 'id', owner: 'id', name: 'id' },
  output: insiderAnswer,
  async run(input, context) {
    const { reads, now } = context;
    const { id } = input;
    requireKeptPeriod(input, { now, days: WINDOW_DAYS, rows: 'transactions' });
    const read = await requireLastReadAt(reads, 'sec-edgar-form4');
    const slug = await slugOf(reads, id);
    const question = { slug, since: searchOf(input, context).since, until: now.toISOString() };
    const { facts, lists, counted } = await (input.group === undefined ? rowsOf : filingsOf)(
      { ...input, slug },
      context,
    );
    if (facts === null)
      throw read.notFoundError(`Insider not found: ${id}. Slugs are found by search_insiders.`);
    return {
      data: {
        identity: facts.identity,
        ...lists,
        careerLots: valueFor(facts.careerLots, context),
        coFilers: valueFor(facts.coFilers, context),
        ...(input.issuers === 'holdings' ? { issuers: await issuersOf(question, context) } : {}),
        ...(input.holdings === 'current' ? { holdings: await ownedLinesOf(slug, context.reads) } : {}),
      },
      count: counted.given,
      rows: counted,
      source: input.holdings === 'current' ? ['sec-edgar-form4', 'sec-edgar-form35'] : 'sec-edgar-form4',
      fetchedAt: read.fetchedAt,
      page: insiderPage(slug),
      governmentWork: true,
    };
  },
});

type InsiderInput = HistoryInput & RowChoice & { slug: string };

/** What the answer has of the transactions; `facts` is null for an unknown person. */
interface InsiderRows {
  facts: InsiderFacts | null;
  lists: {
    transactions: SerializedRows<InsiderTransaction> | InsiderTransaction[] | RowTable;
    filings?: InsiderFiling[];
    totals?: InsiderTotals;
  };
  counted: GivenRows;
}

async function rowsOf(input: InsiderInput, context: ToolContext): Promise<InsiderRows> {
  const { reads, now } = context;
  const { slug, limit } = input;
  const after = transactionPlaceOf(input, context.after);
  const search = { ...searchOf(input, context), slug, after };
  // A list in another form, and one that is continued, is searched for.
  const isSearched = !isPlainHistory(input) || after !== undefined;
  const question = { slug, since: search.since, until: now.toISOString() };
  const known = await reads.insider({ ...question, limit: isSearched ? 1 : limit + 1 });
  const found = isSearched ? await reads.searchTransactions(search) : null;
  const facts = isSearched && found === null ? null : known;
  const list = found?.rows ?? facts?.transactions.withPages() ?? new SerializedPageRows([]);
  const count = async () => found?.total ?? reads.countTransactions(question);
  const { rows, counted } = await page(list, { limit, after, count }, (last) =>
    transactionPlace(input, last),
  );
  const transactions = listFor<InsiderTransaction>(rows.withoutUrls(), context, input, {
    columns: Object.keys(insiderTransaction.shape),
    brief: INSIDER_TRANSACTION_BRIEF,
  });
  return { facts, lists: { transactions }, counted };
}

/** @throws ApiError `invalid_parameter` where the form of transactions is chosen, of which there are none */
async function filingsOf(input: InsiderInput, context: ToolContext): Promise<InsiderRows> {
  const { reads, now } = context;
  const { slug, limit, fields, view, format } = input;
  if (fields !== undefined || view === 'brief' || format === 'table') {
    const message = 'group cannot be combined with fields, view or format, which are for transactions';
    throw invalidParameter([{ path: 'group', message }]);
  }
  const after = transactionPlaceOf(input, context.after);
  const search = { ...searchOf(input, context), slug };
  const facts = await reads.insider({ slug, since: search.since, until: now.toISOString(), limit: 1 });
  // All of them: a group needs every row, and the sums need every group.
  const every = { ...search, minValue: 0, sort: 'filed', order: 'desc', after: undefined } as const;
  const found = await reads.searchTransactions({ ...every, limit: INSIDER_ROWS_LIMIT.max });
  const rows = found?.rows.rows() ?? [];
  const { all, behind, totals } = insiderFilings(rows, { ...search, after });
  const filings = behind.slice(0, limit);
  const last = filings.at(-1);
  const isCut = (found?.total ?? 0) > rows.length;
  return {
    facts: found === null ? null : facts,
    lists: { transactions: [], filings, totals },
    counted: {
      given: filings.length,
      total: all,
      next: behind.length > limit && last !== undefined ? placeOfFiling(input, last) : null,
      ...(found === null ? {} : unreadableIn(found.rows)),
      groupedSince: isCut ? (rows.at(-1)?.filedAt ?? null) : null,
    },
  };
}

async function issuersOf(
  question: Parameters<Reads['insiderIssuers']>[0],
  { reads, baseUrl, now }: ToolContext,
): Promise<InsiderIssuerRow[]> {
  // The companies do not depend on which transactions are selected.
  const issuers = await reads.insiderIssuers({ ...question, since: daysBefore(now, WINDOW_DAYS) });
  return issuers.map((one) => ({ ...one, url: baseUrl + issuerPage(one.issuerTicker, one.issuerCik) }));
}

/** The slug that an id is, or the slug of the owner whose CIK it is: few names, and no other slug, are a number alone. */
async function slugOf(reads: Reads, id: string): Promise<string> {
  const cik = cikIn(id);
  const named = cik === null ? null : await reads.insiderOfCik(cik);
  if (named === null || named.slug === id) return id;
  const isSlug = (await reads.searchInsiders({ q: id, limit: 1 })).some((hit) => hit?.slug === id);
  return isSlug ? id : named.slug;
}

type HistoryInput = Pick<TransactionSearch, 'sort' | 'order' | 'limit'> & {
  since?: string | undefined;
  until?: string | undefined;
  direction: 'P' | 'S' | 'all';
  code?: string | undefined;
  ticker?: string | undefined;
  min_value: number;
};

function searchOf(
  { since, until, direction, code, ticker, min_value, sort, order, limit }: HistoryInput,
  { now, asOf = now }: ToolContext,
): Omit<TransactionSearch, 'slug' | 'after'> {
  const horizon = daysBefore(now, WINDOW_DAYS);
  const moment = (sort === 'filed' && order === 'desc' ? now : asOf).toISOString();
  const end = until === undefined ? moment : `${until}T23:59:59.999Z`;
  const codes = code?.split(',') ?? null;
  const wanted = direction === 'all' ? codes : (codes ?? [direction]).filter((one) => one === direction);
  return {
    since: since === undefined || since < horizon ? horizon : since,
    until: end < moment ? end : moment,
    codes: wanted,
    tickers: ticker === undefined ? [] : ticker.split(','),
    minValue: min_value,
    sort,
    order,
    limit: limit + 1,
  };
}
