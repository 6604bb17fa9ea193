/** The public shape of one company over all registers (docs/reference.md, "Issuers"). */

import { z } from 'zod/v3';
import { EU_COUNTRIES } from '../markets/index.js';
import { CONGRESS_TRADE_BRIEF, congressTrade } from './congress.js';
import { clusterCard, streakEntry } from './digest.js';
import { anyMarketRow } from './eu.js';
import { exitIsSure } from './tracker.js';

export const ISSUER_PARTS = [
  'insiders',
  'netBuying',
  'clusters',
  'streaks',
  'congressTrades',
  'officials',
  'funds',
  'europe',
  'closes',
] as const;
export type IssuerPart = (typeof ISSUER_PARTS)[number];

const usd = (what: string) => z.number().describe(`USD, ${what}`);

const issuerIdentity = z.object({
  cik: z
    .string()
    .nullable()
    .describe('CIK without leading zeros; null when only other registers name the symbol or ISIN'),
  name: z
    .string()
    .nullable()
    .describe(
      'As the latest filing names it; of an ISIN that only a European register has, as published there',
    ),
  ticker: z.string().nullable().describe('Trading symbol; null when the company has none'),
  tickers: z.array(z.string()).describe('Every symbol of the company in its filings and the SEC’s table'),
  formerNames: z
    .array(z.object({ name: z.string(), lastFiledAt: z.string() }))
    .describe('Other names in filings read here, each with the last of them; the newest first'),
  isins: z
    .array(z.string())
    .describe('ISINs of the company in the European registers, and the requested one'),
  cusips: z
    .array(z.string())
    .describe(
      'CUSIPs whose newest symbol in the settlement files of the SEC, or in a tracked portfolio, is one of the company',
    ),
  url: z.string().describe('Page in this service'),
});

const issuerHolding = z.object({
  securityTitle: z
    .string()
    .describe('As filed: two spellings of one class are two entries, so never add them up'),
  ownership: z.enum(['D', 'I', '']).describe('D direct, I indirect; empty when not stated'),
  nature: z.string().nullable().describe('Nature of indirect ownership as filed, such as By Trust'),
  shares: z
    .number()
    .nullable()
    .describe('Owned after the last transaction of that filing; null when unknown'),
  whyUnknown: z
    .enum(['not-stated', 'rows-differ'])
    .optional()
    .describe(
      'Present when shares is null: the filing states none, or its rows do not follow one another and may be of several accounts',
    ),
  transactionDate: z.string().nullable(),
  filedAt: z.string(),
  notStatedSince: z
    .string()
    .optional()
    .describe(
      'Present when a newer filing has rows of this form and states no holding: when the newest of the owner was filed. The figure is of before',
    ),
  rawFilingUrl: z.string().describe('The filing that states it, on EDGAR'),
});

const unvalued = (what: string) =>
  z
    .number()
    .int()
    .optional()
    .describe(
      `Present when above 0: rows of ${what} of unknown value (no price in US dollars, or one that cannot be right) or of a date that cannot be right, which are not in the sum`,
    );

export const issuerInsider = z.object({
  slug: z.string().nullable().describe('Id for get_insider; null until the owner has one'),
  cik: z.string(),
  name: z.string().nullable(),
  title: z.string().describe('In the latest filing'),
  roles: z.array(z.enum(['officer', 'director', 'ten_percent'])).describe('Checkboxes of the latest filing'),
  lastFiledAt: z.string(),
  leftSection16: z
    .literal(true)
    .optional()
    .describe('Present when the latest filing says that the owner is no longer subject to Section 16'),
  purchases: usd('open-market purchases of 365 days, of known value; null with reportedUnder').nullable(),
  sales: usd('open-market sales of 365 days, of known value; null with reportedUnder').nullable(),
  purchaseRows: z.number().int().nullable(),
  saleRows: z.number().int().nullable(),
  purchasesUnvalued: unvalued('purchases'),
  salesUnvalued: unvalued('sales'),
  reportedUnder: z
    .string()
    .optional()
    .describe(
      'Present when a joint filing or a copy shows trades of this owner, or all its holdings, under another one: slug of that one, else CIK',
    ),
  holdings: z
    .array(issuerHolding)
    .describe(
      'Shares after the last filing of each class and form of ownership. Only classes that were traded',
    ),
  holdingsTotal: z.number().int().describe('How many there are in all'),
  holdingsNotRead: z
    .number()
    .int()
    .describe('Rows of the latest filing that state a holding without a transaction: they are not read'),
  rawFilingUrl: z.string().describe('The latest filing, on EDGAR'),
});
export type IssuerInsider = z.infer<typeof issuerInsider>;

/** What an owner, or all of them in a quarter, bought and sold. */
export type OpenMarketSums = Pick<
  IssuerInsider,
  'purchases' | 'purchaseRows' | 'purchasesUnvalued' | 'sales' | 'saleRows' | 'salesUnvalued'
>;

export const issuerQuarter = z.object({
  quarter: z.string().describe('Calendar quarter of filing (UTC), such as 2026-Q3'),
  from: z.string().describe('First day that is counted'),
  to: z.string().describe('Last day that is counted'),
  partial: z
    .enum(['running', 'begins-before-window'])
    .nullable()
    .describe(
      'Why the quarter is not whole: it has not ended, or began before the 365 days; null when whole',
    ),
  purchases: usd('sum of the purchases of known value'),
  sales: usd('sum of the sales of known value'),
  net: usd('purchases less sales, of known value'),
  purchaseRows: z.number().int(),
  saleRows: z.number().int(),
  purchasesUnvalued: unvalued('purchases'),
  salesUnvalued: unvalued('sales'),
  buyers: z.number().int().describe('Owners that the rows name'),
  sellers: z.number().int(),
});
export type IssuerQuarter = z.infer<typeof issuerQuarter>;

export const fundPosition = z.object({
  slug: z.string().describe('For get_tracker'),
  name: z.string(),
  entityName: z.string().nullable(),
  status: z.enum(['held', 'exited']).describe('exited: in the report before this one and not in this one'),
  quarter: z.string().describe('Quarter of the report, such as Q2 2026'),
  periodEnd: z.string(),
  filedAt: z.string(),
  ticker: z.string(),
  issuerName: z.string().describe('As filed'),
  titleOfClass: z.string().nullable(),
  cusip: z.string().nullable(),
  putCall: z.enum(['Put', 'Call']).nullable().describe('Null for the security itself'),
  shares: z.number().nullable(),
  valueUsd: z.number().nullable().describe('As disclosed; of an option, of the underlying shares'),
  weight: z.number().nullable().describe('Fraction of 1 of the portfolio'),
  lastTxLabel: z.string().nullable().describe('New, Added 15%, Trimmed 4% or Held'),
  sharesChangePct: z.number().nullable(),
  priorValueUsd: z.number().nullable().describe('exited: value in the report before'),
  changeIsSure: exitIsSure,
});
export type FundPosition = z.infer<typeof fundPosition>;

export const officialTrade = z.object({
  slug: z.string().describe('For get_tracker'),
  name: z.string(),
  role: z.string(),
  description: z.string(),
  ticker: z.string().nullable(),
  type: z.string().nullable(),
  transactionDate: z.string().nullable(),
  dateDoubtful: z.literal(true).optional(),
  notifiedLate: z.boolean().nullable(),
  valueLow: z.number().nullable(),
  valueHigh: z.number().nullable(),
  valueLabel: z.string().nullable().describe('The bracket as filed'),
  sourceUrl: z.string(),
});
export type OfficialTrade = z.infer<typeof officialTrade>;

// A member of a union of objects.
const europeRow = z.intersection(
  anyMarketRow,
  z.object({
    joinedBy: z
      .enum(['isin', 'lei'])
      .describe('isin: the row has an ISIN of the company; lei: it has the LEI of most such rows'),
  }),
);

const CONGRESS_FIELDS = Object.fromEntries(CONGRESS_TRADE_BRIEF.map((name) => [name, true])) as {
  [Name in (typeof CONGRESS_TRADE_BRIEF)[number]]: true;
};
export const issuerTrade = congressTrade.pick(CONGRESS_FIELDS);
export const issuerStreak = streakEntry.omit({ filingHistory: true, priceSeries: true, trackRecord: true });

const about = {
  source: z.string().describe('As in meta.source'),
  state: z
    .enum(['whole', 'filling', 'failing', 'off', 'never-read'])
    .describe(
      'whole: read completely at least once; filling: the first import is running; failing: it has not succeeded yet; off: switched off here; never-read',
    ),
  asOf: z.string().nullable().describe('When the source was last read with success'),
  note: z.string().optional().describe('Present when something is missing or may still arrive'),
};

/** Rows of one register. Null is "not known", which an empty list is not. */
function part(row: z.ZodTypeAny, what: string) {
  return z
    .object({
      ...about,
      total: z.number().int().nullable().describe('Rows in all; null when not known'),
      rows: z.array(row).nullable().describe('The first of them; null when not known, which is not "none"'),
    })
    .optional()
    .describe(what);
}

export const issuerDetail = z.object({
  identity: issuerIdentity,
  insiders: part(
    issuerInsider,
    'Owners who filed a Form 4 for this company within 365 days of its newest one; latest filing first',
  ),
  netBuying: part(
    issuerQuarter,
    'Open-market purchases and sales of the last 365 days; newest quarter first',
  ),
  clusters: part(clusterCard, 'Cards of get_clusters'),
  streaks: part(issuerStreak, 'Runs of get_streaks, without their series'),
  congressTrades: part(
    issuerTrade,
    'Trades of members of Congress in one of its symbols; newest disclosure first',
  ),
  officials: part(
    officialTrade,
    'Transactions of tracked officials (OGE 278-T) in one of its symbols; newest first',
  ),
  funds: part(
    fundPosition,
    'Holdings of tracked 13F filers under one of its symbols, largest first; then those that the last report no longer has',
  ),
  europe: part(
    europeRow,
    `Notifications in ${EU_COUNTRIES.join(', ')}, joined by ISIN or LEI only; newest first`,
  ),
  closes: z
    .object({
      ...about,
      close: z.number().nullable().describe('USD, adjusted for splits; null when none may be shown'),
      date: z.string().nullable(),
      changePct: z.number().nullable().describe('Change in per cent since the close of changeFrom'),
      changeFrom: z
        .string()
        .nullable()
        .describe(
          'Date of the first close of the last twelve weeks, or from closes_since on, before date; null if there is none',
        ),
    })
    .optional()
    .describe(
      'Latest close. Known only for a company in the plain list of clusters or streaks, and only with a price source',
    ),
});
export type IssuerDetail = z.infer<typeof issuerDetail>;
