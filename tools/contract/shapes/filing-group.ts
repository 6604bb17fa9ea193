/** Rows of the feed added up: by filing, by insider or by issuer (the parameter `group`). */

import { z } from 'zod/v3';
import { acquisition } from './acquisition.js';
import { type Erratum, erratum } from './erratum.js';
import { splitMark } from './insider.js';

/** What a stored sum of one filing says beside its figures; the rest is in its first row. */
export interface FilingSumFacts {
  /** Null where the rows differ. */
  securityTitle: string | null;
  ownershipType: string | null;
  sharesOwnedAfter: number | null;
  /** A split of some of these securities is none of the others. */
  isOfSeveralKinds: boolean;
  /** The marks of its rows as one. */
  erratum?: Erratum | undefined;
}

/** Lots of one issuer and one direction, added up; the owner is null in a group by issuer. */
export const filingGroup = z.object({
  group: z.enum(['filing', 'insider', 'issuer']).describe('What the lots are added up by'),
  filingId: z.string().nullable().describe('By filing: the filingId of the first row; otherwise null'),
  cik: z.string().describe('CIK of the issuer, without leading zeros'),
  issuerName: z.string(),
  issuerTicker: z.string(),
  ownerName: z.string().nullable().describe('Reporting owner as filed; null in a group by issuer'),
  ownerSlug: z.string().nullable().describe('Id of the owner for get_insider'),
  ownerCik: z.string().nullable(),
  ownerTitle: z.string().nullable().describe('Title in the latest filing'),
  transactionCode: z.enum(['P', 'S']),
  lots: z.number().int().describe('Rows that are added up'),
  filings: z.number().int().describe('Filings that they are in'),
  insiders: z.number().int().describe('Owners that the rows name'),
  shares: z
    .number()
    .nullable()
    .describe(
      'Sum of shares, to four decimals, in shares after the last split between the lots; null where that is not known (see split)',
    ),
  split: splitMark,
  averagePrice: z
    .number()
    .nullable()
    .describe('USD, totalValue divided by shares; null when the sum of shares is not known, or 0'),
  totalValue: z.number().describe('USD, sum of totalValue'),
  securityTitle: z.string().nullable().describe('Security as filed; null when the rows name several'),
  firstDate: z.string().describe('First date of a trade, YYYY-MM-DD'),
  lastDate: z.string().describe('Last date of a trade, YYYY-MM-DD'),
  firstFiledAt: z.string().describe('When the first of the lots became public, ISO 8601 UTC; always present'),
  lastFiledAt: z.string(),
  sharesOwnedAfter: z
    .number()
    .nullable()
    .describe(
      'Shares owned after the latest row; null when the filing states none, when securities or direct and indirect rows are mixed, or by issuer',
    ),
  changePct: z
    .number()
    .nullable()
    .describe(
      'Shares as per cent of those owned before the first row, negative for sales; null when that holding is unknown',
    ),
  planned: z.enum(['all', 'some', 'none']).describe('Rows made under a 10b5-1 plan'),
  acquisition: acquisition.describe(
    'By filing, for code P: how it was acquired. Groups by insider or issuer have purchases in the market only',
  ),
  erratum,
  rawFilingUrl: z.string().describe('The latest filing on EDGAR'),
});
export type FilingGroup = z.infer<typeof filingGroup>;

export const filingGroupRow = filingGroup.extend({
  url: z.string().describe('Page of the issuer in this service'),
});
export type ApiFilingGroup = z.infer<typeof filingGroupRow>;

/** The fields of `view=brief`. */
export const FILING_GROUP_BRIEF = [
  'issuerName',
  'issuerTicker',
  'ownerName',
  'ownerSlug',
  'ownerTitle',
  'transactionCode',
  'lots',
  'shares',
  'split',
  'averagePrice',
  'totalValue',
  'firstDate',
  'lastDate',
  'sharesOwnedAfter',
  'changePct',
  'planned',
  'acquisition',
  'erratum',
] as const satisfies ReadonlyArray<keyof ApiFilingGroup>;
