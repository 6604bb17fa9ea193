/** What was filed, in the order of one number: trades, issuers, symbols of Congress, positions of funds. */

import { z } from 'zod/v3';
import { daysBefore, utcDate } from '../src/dates.js';
import { listFor, MEMBERS_PAGE, requireLastReadAt, unreadableIn } from './contract/answer.js';
import { invalidParameter } from './contract/errors.js';
import { fieldsParameter, limitParameter, wordParameter } from './contract/parameters.js';
import { RANKING_LIMIT } from './contract/rules.js';
import type { SerializedPageRows } from './contract/serialized-rows.js';
import type { FilingGroup } from './contract/shapes/filing-group.js';
import {
  anyRankedRow,
  RANKING_COLUMNS,
  RANKING_DAYS,
  RANKINGS,
  type RankedFiling,
  type RankingName,
  ranking,
} from './contract/shapes/ranking.js';
import { defineTool, type ToolContext } from './contract/tool.js';

const DAYS_RULE = `days must be ${RANKING_DAYS.join(', ').replace(/, (\d+)$/, ' or $1')}`;
const OF_RULE = `of must be one of: ${RANKINGS.join(', ')}`;

const input = z.object({
  of: z
    .enum(RANKINGS, { errorMap: () => ({ message: OF_RULE }) })
    .describe('What is ranked, and by what: see the description'),
  days: z
    .number({ invalid_type_error: DAYS_RULE })
    .refine((days) => RANKING_DAYS.some((one) => one === days), DAYS_RULE)
    .optional()
    .describe(
      'First filed (Form 4), disclosed or filed today or on one of the 7, 30, 90 or 365 days before (UTC): 7 is eight dates, from since to until. Default 30; for the positions of funds, who file each quarter, 90',
    ),
  planned: wordParameter(
    'planned',
    ['all', 'exclude'],
    'Form 4 only: exclude leaves out trades under a 10b5-1 plan. Default all',
  ).default('all'),
  by: wordParameter(
    'by',
    ['trades', 'amount'],
    'most-traded-by-congress only: trades by their number (default), amount by the lower bounds of the brackets added up',
  ).optional(),
  limit: limitParameter(RANKING_LIMIT, 'rows'),
  fields: fieldsParameter(anyRankedRow, 'rows').optional(),
  view: wordParameter(
    'view',
    ['full', 'brief'],
    'brief keeps the most useful fields; fields overrides it',
  ).default('full'),
  format: wordParameter(
    'format',
    ['rows', 'table'],
    'table gives rows as {columns, rows}: the names once, and each row as an array, about half the size',
  ).default('rows'),
});
type RankingInput = z.infer<typeof input>;

export default defineTool({
  mcp: 'get_rankings',
  isWider: true,
  title: 'Largest trades, most traded issuers, new positions of funds',
  path: '/v1/rankings',
  source: 'sec-edgar-form4',
  purpose: 'Filed facts by one number: largest trades, most bought and sold issuers, Congress, funds',
  description: `Filed facts in the order of one number, over today and the 7, 30, 90 or 365 days before. No score and no advice: large does not mean good. data says by which field it is sorted, over which dates, and what is left out.

of:
- largest-purchases, largest-sales: what one corporate insider traded in one Form 4, all lots added up, by totalValue (USD).
- most-bought-issuers, most-sold-issuers: companies by the open-market purchases, or sales, of all their insiders, by totalValue. One large owner can be all of it: see insiders.
- most-traded-by-congress: symbols by the number of trades that members of Congress disclosed, options included (a put that was bought is a purchase), or with by=amount by amountMinSum, the lower bounds of their brackets added up.
- new-fund-positions, fund-exits: what the tracked 13F filers opened or closed in their last report, by valueUsd. Puts and calls are at the value of the underlying shares: see putCall.

Use it for "the largest buys this month", "what does Congress trade most", "what did funds buy new". For one company, person, role or other dates use get_latest_filings with sort=value and group; for several insiders of one company get_clusters; for one fund get_tracker with view=changes; for single trades of Congress get_congress_trades.

Use of reports of members of Congress is restricted by 5 U.S.C. 13107(c): no unlawful purpose, no commercial purpose other than by news and communications media for the general public, no credit rating of a person, no solicitation of money.

meta.total is how many there are; limit gives the first. Typical size: 60 to 160 tokens a row, view=brief with format=table 30 to 75. Errors: 400 names the wrong parameter and what it accepts; 503 not read yet.`,
  input,
  output: ranking,
  // The sums of all issuers and symbols, and the values of all filings, over the longest windows.
  prepared: () =>
    [
      { of: 'largest-purchases', days: 365 },
      { of: 'most-bought-issuers', days: 365 },
      { of: 'most-sold-issuers', days: 365 },
      { of: 'most-bought-issuers', days: 90 },
      { of: 'most-sold-issuers', days: 90 },
      { of: 'most-traded-by-congress', days: 365 },
    ] as const,
  async run(given, context) {
    const { of, planned, by } = given;
    const kind = KIND_OF[of];
    if (planned === 'exclude' && kind !== 'filings' && kind !== 'issuers')
      throw wrong('planned', 'planned is only for rankings of Form 4 trades');
    if (by !== undefined && kind !== 'symbols') throw wrong('by', 'by is only for most-traded-by-congress');
    const columns = RANKING_COLUMNS[of];
    if (given.fields?.split(',').some((name) => !columns.all.includes(name)) === true)
      throw wrong('fields', `fields must be a comma-separated list of: ${columns.all.join(', ')}`);
    const { source, registers, page } = SOURCES[kind];
    const read = await requireLastReadAt(context.reads, source, registers);
    const days = given.days ?? (kind === 'positions' ? 90 : 30);
    const since = daysBefore(context.now, days);
    const found = await RANK[kind]({ ...given, days, since }, context);
    read.requireRowsUnlessComplete(found.rows.length);
    const rows = listFor(found.rows.withUrls(context.baseUrl), context, given, {
      columns: columns.all,
      brief: columns.brief,
    });
    const { unreadable } = found.rows;
    const leftOut = [
      ...(await stillImported(kind, context)),
      ...(unreadable > 0 ? [`Rows of this service that cannot be read at the moment: ${unreadable}.`] : []),
      ...found.leftOut,
    ];
    return {
      // Rows of one of the kinds that `output` has.
      data: {
        of,
        sortedBy: found.sortedBy,
        since,
        until: utcDate(context.now),
        leftOut,
        rows: rows as never,
      },
      count: found.rows.length,
      rows: { given: found.rows.length, total: found.total, ...unreadableIn(found.rows) },
      source,
      fetchedAt: read.fetchedAt,
      page,
      governmentWork: true,
    };
  },
});

type Kind = 'filings' | 'issuers' | 'symbols' | 'positions';

const KIND_OF: Readonly<Record<RankingName, Kind>> = {
  'largest-purchases': 'filings',
  'largest-sales': 'filings',
  'most-bought-issuers': 'issuers',
  'most-sold-issuers': 'issuers',
  'most-traded-by-congress': 'symbols',
  'new-fund-positions': 'positions',
  'fund-exits': 'positions',
};

const FORM4 = { source: 'sec-edgar-form4', registers: undefined, page: '/filings' } as const;
const SOURCES = {
  filings: FORM4,
  issuers: FORM4,
  symbols: { source: 'us-congress-stock-act', registers: undefined, page: MEMBERS_PAGE },
  positions: { source: 'curated-trackers', registers: ['sec-13f'], page: '/trackers' },
} as const;

interface Ranked {
  rows: SerializedPageRows<object>;
  total: number;
  sortedBy: string;
  leftOut: string[];
}

type Rank = (given: RankingInput & { days: number; since: string }, context: ToolContext) => Promise<Ranked>;

const RANK: Readonly<Record<Kind, Rank>> = {
  filings: rankFilings,
  issuers: rankIssuers,
  symbols: rankSymbols,
  positions: rankPositions,
};

async function rankFilings(
  { of, since, planned, limit }: Parameters<Rank>[0],
  context: ToolContext,
): Promise<Ranked> {
  const { reads, now, asOf = now } = context;
  const { rows, total } = await reads.filingGroups({
    group: 'filing',
    codes: of === 'largest-purchases' ? ['P'] : ['S'],
    since,
    publicSince: since,
    until: asOf.toISOString(),
    planned,
    onlyMarket: true,
    minValue: 0,
    maxValue: null,
    minChange: null,
    tickers: [],
    cik: null,
    owner: null,
    role: null,
    sort: 'value',
    order: 'desc',
    after: undefined,
    limit,
  });
  const facts = (rows as SerializedPageRows<object>).map((row) => filingFacts(row as FilingGroup));
  const sortedBy = 'totalValue, largest first; ties by filing time, newest first, then filingId';
  return { rows: facts, total, sortedBy, leftOut: notInFeed(planned) };
}

function filingFacts(sum: FilingGroup): Omit<RankedFiling, 'url'> {
  return {
    // A group by filing has an id and an owner.
    filingId: sum.filingId as string,
    cik: sum.cik,
    issuerName: sum.issuerName,
    issuerTicker: sum.issuerTicker,
    ownerName: sum.ownerName as string,
    ownerSlug: sum.ownerSlug as string,
    ownerTitle: sum.ownerTitle as string,
    transactionCode: sum.transactionCode,
    totalValue: sum.totalValue,
    lots: sum.lots,
    shares: sum.shares,
    ...(sum.split === undefined ? {} : { split: sum.split }),
    averagePrice: sum.averagePrice,
    // Lots under a plan are added up apart.
    planned: sum.planned === 'none' ? 'none' : 'all',
    firstDate: sum.firstDate,
    lastDate: sum.lastDate,
    filedAt: sum.lastFiledAt,
    ...(sum.firstFiledAt === sum.lastFiledAt ? {} : { firstFiledAt: sum.firstFiledAt }),
    rawFilingUrl: sum.rawFilingUrl,
  };
}

async function rankIssuers(
  { of, days, since, planned, limit }: Parameters<Rank>[0],
  { reads }: ToolContext,
): Promise<Ranked> {
  const code = of === 'most-bought-issuers' ? 'P' : 'S';
  const { rows, total } = await reads.rankIssuers({ code, days, since, planned, limit });
  const sortedBy = 'totalValue, largest first; ties by cik';
  return { rows, total, sortedBy, leftOut: notInFeed(planned) };
}

function notInFeed(planned: 'all' | 'exclude'): string[] {
  return [
    'Everything that /v1/filings leaves out: awards, exercises, tax withholding, gifts, derivatives, rows without a price, impossible or contradicted figures, and copies of a lot.',
    'Purchases that were not made in the market: from the issuer, in an offering, under a plan, with reinvested dividends, or unclear (acquisition).',
    ...(planned === 'exclude' ? ['Trades under a 10b5-1 plan.'] : []),
  ];
}

async function rankSymbols(
  { by = 'trades', since, limit }: Parameters<Rank>[0],
  { reads }: ToolContext,
): Promise<Ranked> {
  const { rows, total, withoutTicker } = await reads.rankSymbols({ by, since, limit });
  const [first, second] = by === 'trades' ? ['trades', 'amountMinSum'] : ['amountMinSum', 'trades'];
  return {
    rows,
    total,
    sortedBy: `${first}, largest first; ties by ${second}, then ticker`,
    leftOut: [
      `Trades of assets without a symbol: ${withoutTicker}.`,
      'Trades that an earlier report of the member may have too (possibleRepeatOf), and rows of amendments that cannot be assigned (correction).',
      'Reports on paper and others that could not be read.',
    ],
  };
}

async function rankPositions(
  { of, since, limit }: Parameters<Rank>[0],
  { reads }: ToolContext,
): Promise<Ranked> {
  const kind = of === 'fund-exits' ? 'exit' : 'new';
  const { rows, total, unvalued, funds, recent, compared } = await reads.rankPositions({
    kind,
    since,
    limit,
  });
  return {
    rows,
    total,
    sortedBy: 'valueUsd, largest first; ties by slug and the order of the portfolio',
    leftOut: [
      `Tracked 13F filers without a report filed since then: ${funds - recent} of ${funds}.`,
      `Filers whose report has none before it to compare with: ${recent - compared}.`,
      `Positions of unknown value: ${unvalued}.`,
      'Positions that only grew or shrank, and what a 13F does not show: shorts, bonds, cash and private holdings.',
      'Holdings that a fund withheld as confidential: what is new may have been held before, and what is gone may still be held.',
    ],
  };
}

/** A ranking of what has arrived so far says that more may come. */
async function stillImported(kind: Kind, { reads }: ToolContext): Promise<string[]> {
  const { source, registers } = SOURCES[kind];
  const state = (await reads.sources()).find((one) => one.source === source);
  const parts: ReadonlyArray<{ isWhole: boolean }> =
    state === undefined || registers === undefined
      ? [{ isWhole: state?.isWhole ?? true }]
      : state.registers.filter(({ register }) => registers.some((one) => one === register));
  if (parts.every(({ isWhole }) => isWhole)) return [];
  return [`What has not arrived yet: ${source} is still being imported for the first time.`];
}

function wrong(path: string, message: string): Error {
  return invalidParameter([{ path, message }]);
}
