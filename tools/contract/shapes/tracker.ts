/** The public shapes of tracked portfolios (docs/reference.md, "Tracked portfolios"). */

import { z } from 'zod/v3';
import { OPEN_CORRECTIONS } from './congress.js';
import { erratum } from './erratum.js';

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
  'values-contradicted',
  'empty-report',
] as const;
export type CaveatKey = (typeof CAVEAT_KEYS)[number];

/** Every place that shows the series repeats this rule (docs/reference.md, "Domain rules"). */
export const VALUE_SERIES_RULE =
  "The value series is a price-return reconstruction of disclosed positions, re-indexed to zero at the first filing of the window. It is not the filer's return and must not be presented as performance.";

const day = (what: string) => z.string().describe(`${what}, YYYY-MM-DD`);
const archetype = z
  .enum(ARCHETYPES)
  .describe('hedge_fund: 13F-HR filings; congress: STOCK Act reports; oge_278t: OGE Form 278-T reports');

export const trackerRowFacts = z.object({
  slug: z.string().describe('For get_tracker'),
  name: z.string(),
  entityName: z.string().nullable().describe('The filing entity, if it is not the person'),
  role: z.string(),
  archetype,
  benchmarkTicker: z.string(),
});
export type TrackerRowFacts = z.infer<typeof trackerRowFacts>;

/** For a position that is gone; present only where it is false. */
export const exitIsSure = z
  .literal(false)
  .optional()
  .describe(
    'Present where an exit shows no sale: the report is empty (mostly a handover), or the security seems to have another CUSIP now. It counts as unknown: type=exit and type=sale leave it out',
  );

const summarised = (what: string) => `With view=summary: ${what}`;

/** What the newest reports of a portfolio state, without their lists. */
export const trackerSummary = z.object({
  periodEnd: z
    .string()
    .nullable()
    .describe(
      summarised(
        'end of the reported quarter of a 13F; else day of the latest trade, YYYY-MM-DD. Null when nothing was read',
      ),
    ),
  periodLabel: z.string().nullable().describe(summarised('such as Q2 2026; only a 13F reports a quarter')),
  filedAt: z
    .string()
    .nullable()
    .describe(summarised('when the newest report was filed; null when nothing was read')),
  totalValueUsd: z
    .number()
    .nullable()
    .describe(summarised('disclosed value; null for brackets, which state no value of a holding')),
  holdingsCount: z
    .number()
    .int()
    .nullable()
    .describe(summarised('positions of a 13F; options and share classes are separate ones')),
  newCount: z
    .number()
    .int()
    .nullable()
    .describe(summarised('positions that the report before did not have; null without one')),
  soldCount: z
    .number()
    .int()
    .nullable()
    .describe(summarised('positions of the report before that are gone; null without one')),
  tradeCount: z
    .number()
    .int()
    .nullable()
    .describe(summarised('disclosed trades of a member or official; null for a 13F')),
  memberSlug: z
    .string()
    .nullable()
    .describe(summarised('the same person for get_congress_member; null for others')),
});
export type TrackerSummary = z.infer<typeof trackerSummary>;

export const trackerRow = trackerRowFacts
  .extend({ url: z.string().describe('Page in this service') })
  .extend(trackerSummary.partial().shape);
export type ApiTrackerRow = z.infer<typeof trackerRow>;

export const holding = z.object({
  ticker: z.string().nullable().describe('Null when the ticker is not certain; never a guess'),
  issuerName: z
    .string()
    .describe('As filed; for Congress and OGE without the ticker and asset type code at its end'),
  titleOfClass: z.string().nullable().describe('Class of the security as filed; 13F only'),
  cusip: z
    .string()
    .nullable()
    .describe('As filed; for an option, the CUSIP of the underlying security; 13F only'),
  putCall: z.enum(['Put', 'Call']).nullable().describe('Null when the row is the security itself'),
  shares: z.number().nullable().describe('Null for a principal amount, and when not disclosed'),
  valueUsd: z
    .number()
    .nullable()
    .describe(
      'As disclosed; for an option, the value of the underlying shares; null when it could not be parsed, or when a known price contradicts it',
    ),
  netUsd: z
    .number()
    .nullable()
    .describe(
      'Congress and OGE: purchases less sales, from brackets; an open bracket counts with its lower bound; null when a bracket is blank or unknown',
    ),
  openBrackets: z
    .number()
    .int()
    .optional()
    .describe(
      'Congress and OGE only: number of trades with an open bracket in netUsd, usually 0. If above 0, netUsd is a lower bound, or an upper bound if they are sales',
    ),
  openSales: z
    .number()
    .int()
    .optional()
    .describe('Congress and OGE only: how many of openBrackets are sales'),
  weight: z.number().nullable().describe('Fraction of 1 of the snapshot'),
  asOfDate: day('Date that the row describes'),
  avgBuyPriceUsd: z
    .number()
    .nullable()
    .describe('From filed quarter ends only, adjusted for splits; null when not all purchases are known'),
  currentPriceUsd: z
    .number()
    .nullable()
    .describe('Latest close; null without a price source, and when the latest close is older than 92 days'),
  returnPct: z.number().nullable().describe('Change from avgBuyPriceUsd to currentPriceUsd in per cent'),
  isNew: z
    .boolean()
    .nullable()
    .describe(
      'True when the previous report did not have it; null without a previous report, and when it may have had it under another CUSIP or was empty',
    ),
  sharesChangePct: z
    .number()
    .nullable()
    .describe(
      'Change since the previous report in per cent, adjusted for splits; null when a split may be missing',
    ),
  deltaWeightPp: z
    .number()
    .nullable()
    .describe('Change of weight since the previous report in percentage points'),
  lastTxLabel: z.string().nullable().describe('New, Added 15%, Trimmed 4% or Held'),
  erratum,
  tradeCount: z
    .number()
    .int()
    .optional()
    .describe('Congress and OGE, view holdings with this field in fields: number of trades in netUsd'),
  owners: z
    .array(z.string())
    .optional()
    .describe('Congress, the same: whose trades they are, as filed, the most frequent first'),
  assetTypes: z
    .array(z.string())
    .optional()
    .describe('Congress, the same: kinds of the assets, as filed, the most frequent first'),
});
export type Holding = z.infer<typeof holding>;

export const snapshot = z.object({
  periodEnd: day('End of the reported period'),
  periodLabel: z.string().describe('Such as Q2 2026'),
  filedAt: day('Filing date of the newest report in the snapshot'),
  totalValueUsd: z
    .number()
    .nullable()
    .describe(
      'Null when a value is not known; with values-contradicted in caveatKeys a known price contradicts one',
    ),
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
          changeIsSure: exitIsSure,
        }),
      ),
    })
    .nullable()
    .describe(
      '13F only: positions of the previous report that this one does not have; null without a previous report',
    ),
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
      .describe('CIK of ten digits, bioguide id, or name of the OGE filer; empty when not verified'),
    benchmarkTicker: z.string(),
    sortOrder: z.number().int(),
  }),
  sourceBadge: z.string(),
  snapshot: snapshot.nullable(),
  congressActivity: z
    .object({
      bought: z.number().describe('A lower bound if a purchase has an open bracket'),
      sold: z.number().describe('A lower bound if a sale has an open bracket'),
      netFlow: z.number().describe('bought less sold'),
      openBrackets: z
        .number()
        .int()
        .describe('Number of trades with an open bracket in these sums, usually 0'),
      openSales: z.number().int().describe('How many of openBrackets are sales'),
      openCorrections: z.number().int().optional().describe(OPEN_CORRECTIONS),
      tradeCount: z.number().int(),
    })
    .nullable()
    .describe(
      'Congress only: sums of bracket midpoints of the last 365 days, USD; an open bracket counts with its lower bound. Trades with dateDoubtful, possibleRepeatOf or correction are left out',
    ),
  ogeTransactions: z
    .array(
      z.object({
        description: z.string(),
        ticker: z.string().nullable(),
        tickerAsFiled: z
          .string()
          .optional()
          .describe(
            'Present when words in the place of a ticker are not served as one: they mean something else too and no name known for that symbol is in the description, they are two symbols, or no listed company has the symbol',
          ),
        type: z.string().nullable(),
        typeAsFiled: z
          .string()
          .optional()
          .describe('Present when the form does not have the type: its words'),
        transactionDate: z.string().nullable(),
        dateDoubtful: z
          .literal(true)
          .optional()
          .describe(
            'Present when the filed transactionDate cannot be right: after the filing, or before the STOCK Act of 2012',
          ),
        notifiedLate: z
          .boolean()
          .nullable()
          .describe(
            'The box “Notification received over 30 days ago” of the form; it does not mean that the report is late',
          ),
        valueLow: z.number().nullable(),
        valueHigh: z.number().nullable(),
        valueLabel: z.string().nullable(),
        sourceUrl: z.string(),
        filingId: z
          .string()
          .optional()
          .describe('Document id, then a hyphen and the number of the row in the report'),
        erratum,
      }),
    )
    .nullable()
    .describe('OGE only; a bracket has no midpoint field'),
  valueHistory: z
    .array(z.object({ periodEnd: z.string(), valueUsd: z.number() }))
    .describe('Filed totals, oldest first'),
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
          .describe('Rows of the filing; null when it could not be parsed'),
        sourceUrl: z.string(),
      }),
    )
    .describe('Newest first'),
  caveatKeys: z.array(z.enum(CAVEAT_KEYS)),
});
export type TrackerDetail = z.infer<typeof trackerDetail>;
