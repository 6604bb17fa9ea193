/** The public shapes of tracked portfolios (interface parts "Tracker list row" and "Tracker detail"). */

import { z } from 'zod/v3';

export const ARCHETYPES = ['hedge_fund', 'congress', 'oge_278t'] as const;
export type Archetype = (typeof ARCHETYPES)[number];

export const CAVEAT_KEYS = [
  'lag-30-45d',
  'range-bucketed',
  'spouse-included',
  'no-reason-disclosed',
  'options-as-underlying',
  'concentration-cap',
  'quarterly-batched',
  'trustee-managed',
] as const;
export type CaveatKey = (typeof CAVEAT_KEYS)[number];

/** Domain rule 2 of the specification, in its own words: they stand wherever the series is shown. */
export const VALUE_SERIES_RULE =
  "The value series is a price-return reconstruction of disclosed positions, re-indexed to zero at the first filing of the window. It is not the filer's return and must not be presented as performance.";

const day = (what: string) => z.string().describe(`${what}, YYYY-MM-DD`);
const archetype = z
  .enum(ARCHETYPES)
  .describe('hedge_fund: 13F-HR filings; congress: STOCK Act reports; oge_278t: OGE Form 278-T reports');

export const trackerRowFacts = z.object({
  slug: z.string().describe('For get_tracker'),
  name: z.string(),
  entityName: z.string().nullable().describe('The filing entity, where it is not the person'),
  role: z.string(),
  archetype,
  benchmarkTicker: z.string(),
});
export type TrackerRowFacts = z.infer<typeof trackerRowFacts>;

export const trackerRow = trackerRowFacts.extend({ url: z.string().describe('Page in this service') });

export const holding = z.object({
  ticker: z.string().nullable().describe('Null where nothing says the ticker for certain: never a guess'),
  issuerName: z
    .string()
    .describe('As filed; of Congress and OGE without the ticker and the code of the asset type behind it'),
  titleOfClass: z.string().nullable().describe('Class of the security as filed; 13F only'),
  cusip: z.string().nullable().describe('As filed; of an option, of the underlying security; 13F only'),
  putCall: z.enum(['Put', 'Call']).nullable().describe('Null for the security itself'),
  shares: z.number().nullable().describe('Null for a principal amount, and where none is disclosed'),
  valueUsd: z
    .number()
    .nullable()
    .describe('As disclosed; of an option, the value of the underlying shares; null where it cannot be read'),
  netUsd: z
    .number()
    .nullable()
    .describe(
      'Congress and OGE: purchases less sales, of brackets, an open one at its lower bound; null where a bracket is blank or unknown',
    ),
  openBrackets: z
    .number()
    .int()
    .optional()
    .describe(
      'Congress and OGE only: trades in an open bracket that are part of netUsd, mostly 0; above 0 netUsd is a bound: at least, or at most where they are sales',
    ),
  openSales: z
    .number()
    .int()
    .optional()
    .describe('Congress and OGE only: how many of openBrackets are sales'),
  weight: z.number().nullable().describe('Fraction of 1 of the snapshot'),
  asOfDate: day('What the row stands for'),
  avgBuyPriceUsd: z
    .number()
    .nullable()
    .describe('From filed quarter ends only, in shares of today; null where the purchases are not all known'),
  currentPriceUsd: z
    .number()
    .nullable()
    .describe('Latest close; null without a price source, and where the latest is older than 92 days'),
  returnPct: z.number().nullable().describe('Per cent from avgBuyPriceUsd to currentPriceUsd'),
  isNew: z.boolean().nullable().describe('Not in the report before; null where there is none'),
  sharesChangePct: z
    .number()
    .nullable()
    .describe(
      'Per cent against the report before, splits taken out; null where a split may have been missed',
    ),
  deltaWeightPp: z.number().nullable().describe('Percentage points of weight against the report before'),
  lastTxLabel: z.string().nullable().describe('New, Added 15%, Trimmed 4% or Held'),
});
export type Holding = z.infer<typeof holding>;

export const snapshot = z.object({
  periodEnd: day('End of the reported period'),
  periodLabel: z.string().describe('Such as Q2 2026'),
  filedAt: day('Filing date of the newest report in it'),
  totalValueUsd: z.number().nullable(),
  holdingsCount: z.number().int(),
  holdings: z.array(holding).describe('Largest first'),
  quarterChanges: z
    .object({
      priorPeriodLabel: z.string(),
      exits: z.array(
        z.object({
          ticker: z.string().nullable(),
          issuerName: z.string(),
          priorValueUsd: z.number().nullable(),
          putCall: z.enum(['Put', 'Call']).nullable(),
        }),
      ),
    })
    .nullable()
    .describe('13F only: what the report before held and this one does not; null without a report before'),
});

export const trackerDetail = z.object({
  identity: z.object({
    slug: z.string(),
    displayName: z.string(),
    entityName: z.string().nullable(),
    role: z.string(),
    archetype,
    sourceId: z
      .string()
      .describe('CIK of ten digits, bioguide id, or name of the OGE filer; empty where not verified'),
    benchmarkTicker: z.string(),
    sortOrder: z.number().int(),
  }),
  sourceBadge: z.string(),
  snapshot: snapshot.nullable(),
  congressActivity: z
    .object({
      bought: z.number().describe('With an open purchase, at least this'),
      sold: z.number().describe('With an open sale, at least this'),
      netFlow: z.number().describe('bought less sold'),
      openBrackets: z.number().int().describe('Trades in an open bracket in these sums, mostly 0'),
      openSales: z.number().int().describe('How many of openBrackets are sales'),
      tradeCount: z.number().int(),
    })
    .nullable()
    .describe(
      'Congress only: sums of bracket midpoints over the last 365 days, USD; an open bracket counts with its lower bound',
    ),
  ogeTransactions: z
    .array(
      z.object({
        description: z.string(),
        ticker: z.string().nullable(),
        type: z.string().nullable(),
        transactionDate: z.string().nullable(),
        dateDoubtful: z
          .literal(true)
          .optional()
          .describe(
            'Only where transactionDate is given as filed and cannot be right: after the filing, or before the law of 2012',
          ),
        notifiedLate: z
          .boolean()
          .nullable()
          .describe('The form’s “Notification received over 30 days ago”, which is not the same as late'),
        valueLow: z.number().nullable(),
        valueHigh: z.number().nullable(),
        valueLabel: z.string().nullable(),
        sourceUrl: z.string(),
      }),
    )
    .nullable()
    .describe('OGE only; a bracket has no midpoint here'),
  valueHistory: z
    .array(z.object({ periodEnd: z.string(), valueUsd: z.number() }))
    .describe('The filed totals, oldest first'),
  valueSeriesUsd: z
    .array(z.object({ date: z.string(), valueUsd: z.number(), changePct: z.number() }))
    .describe(
      'Price-return reconstruction of the disclosed share positions, 0 at the first filing of the window; not the return of the filer; empty without prices',
    ),
  benchmarkSeries: z
    .array(z.object({ date: z.string(), close: z.number(), changePct: z.number() }))
    .describe('The benchmark on the same days'),
  tickersWithPage: z.array(z.string()),
  filingHistory: z
    .array(
      z.object({
        filedAt: z.string(),
        kind: z.string(),
        periodLabel: z.string(),
        itemCount: z
          .number()
          .int()
          .nullable()
          .describe('Rows of the filing; null where it could not be read'),
        sourceUrl: z.string(),
      }),
    )
    .describe('Newest first'),
  caveatKeys: z.array(z.enum(CAVEAT_KEYS)),
});
export type TrackerDetail = z.infer<typeof trackerDetail>;
