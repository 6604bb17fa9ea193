/** The public shapes of insider search and insider detail (docs/reference.md, "Insiders"). */

import { z } from 'zod/v3';
import { acquisition } from './acquisition.js';
import { erratum } from './erratum.js';
import { FIRST_FILED } from './filing.js';

const SIGNAL_QUALITIES = [
  'discretionary-buy',
  'discretionary-sell',
  'mechanical-buy',
  'mechanical-sell',
  'non-discretionary',
  'planned',
] as const;
export type SignalQuality = (typeof SIGNAL_QUALITIES)[number];

/** Why a row is not believed: of itself, then because of what other statements say. */
const IMPLAUSIBLE = [
  'price-above-any-share',
  'date-after-filing',
  'date-impossible',
  'price-per-ads-shares-ordinary',
  'value-above-any-trade',
  'total-as-price',
  'price-unlike-others',
  'price-without-support',
  'price-outside-stated-range',
  'price-per-cent-of-principal',
  'shares-above-holding',
  'date-before-period',
] as const;

export const insiderHit = z.object({
  slug: z.string().describe('Kebab-case, surname first: the id for get_insider'),
  name: z.string().describe('Name as filed'),
  tickers: z.array(z.string()),
  lastSeen: z.string().describe('Latest filing, ISO 8601 UTC with milliseconds'),
  url: z.string().describe('Page of the person in this service'),
  match: z
    .literal('approximate')
    .optional()
    .describe('Only with match=approximate: no name matches q, and this one has a similar spelling'),
});

export type InsiderHit = z.infer<typeof insiderHit>;

/** The fields of `view=brief`. */
export const INSIDER_HIT_BRIEF: ReadonlyArray<keyof InsiderHit> = [
  'slug',
  'name',
  'tickers',
  'lastSeen',
  'match',
];

export const identity = z.object({
  slug: z.string(),
  ownerName: z.string().describe('Name as filed'),
  tickers: z.array(z.string()),
  firstSeen: z.string().describe('Earliest filing, ISO 8601 UTC'),
  lastSeen: z.string().describe('Latest filing, ISO 8601 UTC'),
  lifetimeFilings: z.number().int().describe('Transaction rows ever read, with every code'),
  lifetimeDistinctFilings: z.number().int().describe('Documents ever read'),
  directionalFilings: z.number().int().describe('Transaction rows ever read with code P or S'),
});
export type InsiderIdentity = z.infer<typeof identity>;

export const insiderTransaction = z.object({
  filingId: z.string(),
  filedAt: z.string(),
  firstFiledAt: z.string().optional().describe(FIRST_FILED),
  filedAtApproximate: z
    .boolean()
    .describe('True when only the day is known; filedAt is then the end of that day in New York'),
  issuerName: z.string(),
  issuerTicker: z.string(),
  ownerName: z.string(),
  ownerSlug: z.string().describe('Slug of the requested person'),
  ownerCik: z.string().describe('CIK of the person, without leading zeros'),
  ownerTitle: z.string(),
  transactionCode: z.string().describe('Form 4 code: P, S, A, M, F, G, D, J and the less common ones'),
  securityTitle: z.string().describe('Security as filed'),
  transactionDate: z
    .string()
    .nullable()
    .describe(
      'YYYY-MM-DD, as filed, even where it is impossible (the year 0026, a day after the filing, or long before the period of the report): then careerLots and all feeds leave the row out. Null when the filing gives no readable date',
    ),
  shares: z
    .number()
    .nullable()
    .describe('Null when the filing gives none, or implausible has shares-above-holding'),
  pricePerShare: z
    .number()
    .nullable()
    .describe(
      'USD; null when the filing gives none in US dollars, or other statements contradict it (implausible)',
    ),
  totalValue: z
    .number()
    .nullable()
    .describe('USD; null when price or shares are unknown, or their product cannot be right (implausible)'),
  sharesOwnedAfter: z.number().nullable(),
  isDerivative: z
    .boolean()
    .describe('True for a row of the derivative table: options, warrants and other rights, not shares'),
  intentLabel: z.string().describe('The code in plain words'),
  signalQuality: z.enum(SIGNAL_QUALITIES),
  acquisition,
  implausible: z
    .array(z.enum(IMPLAUSIBLE))
    .optional()
    .describe(
      'Present when a figure or the day cannot be right: the reasons, which the methodology explains. The other fields say what is null. The row is in no feed, sum, cluster or ranking',
    ),
  erratum,
  rawFilingUrl: z.string().describe('The original filing on EDGAR'),
});
export type InsiderTransaction = z.infer<typeof insiderTransaction>;

/** The fields of `view=brief`. */
export const INSIDER_TRANSACTION_BRIEF: ReadonlyArray<keyof InsiderTransaction> = [
  'filingId',
  'filedAt',
  'firstFiledAt',
  'issuerTicker',
  'transactionCode',
  'transactionDate',
  'shares',
  'pricePerShare',
  'totalValue',
  'sharesOwnedAfter',
  'isDerivative',
  'signalQuality',
  'acquisition',
  'implausible',
  'erratum',
];

/** Why a sum of shares is not that of the filed numbers. */
export const splitMark = z
  .enum(['adjusted', 'unknown'])
  .optional()
  .describe(
    'Present when the shares were split between the lots. adjusted: older lots count in shares after the split. unknown: they cannot be converted, so shares (and averagePrice) is null',
  );

const careerLot = z.object({
  issuerTicker: z.string(),
  issuerName: z.string(),
  direction: z.enum(['P', 'S']),
  lots: z.number().int(),
  shares: z
    .number()
    .nullable()
    .describe(
      'Sum, in shares after the last split between the lots; null where that is not known (see split)',
    ),
  totalValue: z.number().describe('USD'),
  firstDate: z.string(),
  lastDate: z.string(),
  split: splitMark,
});
export type CareerLot = z.infer<typeof careerLot>;

const coFiler = z.object({ slug: z.string(), name: z.string(), sharedFilings: z.number().int() });
export type CoFiler = z.infer<typeof coFiler>;

export const insiderDetail = z.object({
  identity,
  transactions: z.array(insiderTransaction),
  careerLots: z.array(careerLot).describe('Without rows of unknown value, or of a date that cannot be right'),
  coFilers: z.array(coFiler).describe('Most shared filings first, at most 100'),
});
