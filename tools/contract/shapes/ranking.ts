/** The public shapes of the rankings (docs/reference.md, "Rankings"). */

import { z } from 'zod/v3';
import { FIRST_FILED } from './filing.js';
import { filingGroupRow } from './filing-group.js';
import { holding } from './tracker.js';

export const RANKINGS = [
  'largest-purchases',
  'largest-sales',
  'most-bought-issuers',
  'most-sold-issuers',
  'most-traded-by-congress',
  'new-fund-positions',
  'fund-exits',
] as const;
export type RankingName = (typeof RANKINGS)[number];

export const RANKING_DAYS = [7, 30, 90, 365] as const;

const page = { url: z.string().describe('Page in this service') };
const group = filingGroupRow.shape;

/** What one owner traded in one filing and direction. */
export const rankedFiling = z.object({
  filingId: z.string().describe('That of the first lot'),
  cik: group.cik,
  issuerName: group.issuerName,
  issuerTicker: group.issuerTicker,
  ownerName: z.string(),
  ownerSlug: z.string().describe('The id for get_insider'),
  ownerTitle: z.string(),
  transactionCode: group.transactionCode,
  totalValue: z.number().describe('USD, all lots of this owner in the filing'),
  lots: group.lots,
  shares: group.shares,
  split: group.split,
  averagePrice: group.averagePrice,
  planned: z.enum(['none', 'all']).describe('all: under a 10b5-1 plan. Lots with and without one are apart'),
  firstDate: group.firstDate,
  lastDate: group.lastDate,
  filedAt: z.string().describe('ISO 8601 UTC'),
  firstFiledAt: z.string().optional().describe(FIRST_FILED),
  rawFilingUrl: group.rawFilingUrl,
  ...page,
});
export type RankedFiling = z.infer<typeof rankedFiling>;

/** What all insiders of an issuer traded in one direction. */
export const rankedIssuer = z.object({
  cik: z.string().describe('CIK of the issuer'),
  issuerName: z.string(),
  issuerTicker: z.string().describe('Empty when the issuer has no symbol'),
  totalValue: z.number().describe('USD, all rows of the feed in this direction'),
  plannedValue: z.number().describe('USD, the part of totalValue under a 10b5-1 plan'),
  insiders: z.number().int().describe('Distinct owners whom the rows name'),
  filings: z.number().int(),
  lastFiledAt: z.string().describe('ISO 8601 UTC'),
  ...page,
});
export type RankedIssuer = z.infer<typeof rankedIssuer>;

/** What members of Congress traded of one symbol. */
export const rankedSymbol = z.object({
  ticker: z.string().describe('As filed, upper case, a class after a full stop'),
  cik: z.string().nullable().describe('CIK of the issuer with this symbol; null when not known'),
  issuerName: z.string().nullable().describe('Null when not known'),
  trades: z.number().int().describe('Purchases, sales and exchanges, options included'),
  amountMinSum: z.number().describe('USD, the lower bounds of all brackets added up: a lower bound'),
  purchases: z.number().int().describe('Options included: a put that was bought is one'),
  sales: z.number().int().describe('Full, partial or not said; options included'),
  members: z.number().int().describe('Distinct members'),
  lastDisclosed: z.string().describe('Latest disclosure date, YYYY-MM-DD'),
  ...page,
});
export type RankedSymbol = z.infer<typeof rankedSymbol>;

/** A position that a tracked 13F filer opened or closed. */
export const rankedPosition = z.object({
  slug: z.string().describe('The fund, for get_tracker'),
  fund: z.string(),
  periodLabel: z.string().describe('Quarter of the report, such as Q2 2026'),
  filedAt: z.string().describe('Filing date of the report, YYYY-MM-DD'),
  ticker: holding.shape.ticker,
  issuerName: z.string().describe('As filed'),
  titleOfClass: holding.shape.titleOfClass,
  cusip: holding.shape.cusip,
  putCall: holding.shape.putCall,
  shares: holding.shape.shares,
  valueUsd: z
    .number()
    .describe('New: at the end of the quarter. Exit: at the end of the quarter before. As disclosed'),
  weight: holding.shape.weight.describe('New: fraction of 1 of the portfolio. Exit: null'),
  ...page,
});
export type RankedPosition = z.infer<typeof rankedPosition>;

export const anyRankedRow = z.object({
  ...rankedPosition.shape,
  ...rankedSymbol.shape,
  ...rankedIssuer.shape,
  ...rankedFiling.shape,
});

export const ranking = z.object({
  of: z.enum(RANKINGS),
  sortedBy: z
    .string()
    .describe('The field whose number orders the rows, largest first, and what decides ties'),
  since: z.string().describe('First filing or disclosure date, YYYY-MM-DD'),
  until: z.string().describe('Last one'),
  leftOut: z.array(z.string()).describe('What is not in the ranking, a sentence each'),
  rows: z.array(z.union([rankedFiling, rankedIssuer, rankedSymbol, rankedPosition])),
});

/** All fields of the rows of a ranking, and those of view=brief. */
export interface RankingColumns {
  all: readonly string[];
  brief: readonly string[];
}

const FILING: RankingColumns = {
  all: Object.keys(rankedFiling.shape),
  brief: [
    'issuerTicker',
    'issuerName',
    'ownerName',
    'ownerTitle',
    'totalValue',
    'planned',
    'lastDate',
    'filedAt',
    'rawFilingUrl',
  ],
};
const ISSUER: RankingColumns = {
  all: Object.keys(rankedIssuer.shape),
  brief: ['cik', 'issuerTicker', 'issuerName', 'totalValue', 'plannedValue', 'insiders'],
};
const POSITION: RankingColumns = {
  all: Object.keys(rankedPosition.shape),
  brief: ['slug', 'periodLabel', 'filedAt', 'ticker', 'issuerName', 'putCall', 'valueUsd'],
};

export const RANKING_COLUMNS: Readonly<Record<RankingName, RankingColumns>> = {
  'largest-purchases': FILING,
  'largest-sales': FILING,
  'most-bought-issuers': ISSUER,
  'most-sold-issuers': ISSUER,
  'most-traded-by-congress': {
    all: Object.keys(rankedSymbol.shape),
    brief: ['ticker', 'issuerName', 'trades', 'amountMinSum', 'purchases', 'sales', 'members'],
  },
  'new-fund-positions': POSITION,
  'fund-exits': POSITION,
};
