/** The public row of an open-market Form 4 transaction (docs/reference.md, "Form 4 rows"). */

import { z } from 'zod/v3';
import { acquisition } from './acquisition.js';
import { erratum } from './erratum.js';

export const FIRST_FILED =
  'When the lot became public: its first filing was accepted then, ISO 8601 UTC. Where only the day is known, it is the end of that day in New York. Present only where that was before filedAt, because the row is of an amendment or a joint owner. Clusters, streaks, rankings and quarters use it';

const utc = (what: string) => z.string().describe(`${what}, ISO 8601 UTC with milliseconds`);

export const filingFacts = z.object({
  filingId: z
    .string()
    .describe(
      'Accession number, then a hyphen and the zero-based position of the transaction in the document',
    ),
  cik: z.string().describe('CIK of the issuer, without leading zeros'),
  issuerName: z.string().describe('Issuer as EDGAR names it'),
  issuerTicker: z.string().describe('Trading symbol, cleaned; empty when the issuer has none'),
  ownerName: z.string().describe('Reporting owner as filed, surname first'),
  ownerSlug: z.string().describe('Id of the owner for get_insider; empty until the owner has a slug'),
  ownerCik: z.string().describe('CIK of the owner, without leading zeros'),
  ownerTitle: z
    .string()
    .describe('Officer title as filed; otherwise Director, 10% Owner, or the filed other text'),
  transactionCode: z
    .enum(['P', 'S'])
    .describe('P open-market or private purchase, S open-market or private sale'),
  securityTitle: z
    .string()
    .describe(
      'Security as filed. It may be another share class than the symbol, or ordinary shares of an issuer with depositary shares',
    ),
  transactionDate: z.string().describe('Date of the trade, YYYY-MM-DD'),
  filedAt: utc('When EDGAR accepted the filing'),
  firstFiledAt: z.string().optional().describe(FIRST_FILED),
  filedAtApproximate: z
    .boolean()
    .describe('True when only the day is known; filedAt is then the end of that day in New York'),
  shares: z.number().describe('Number of shares, decimals as filed'),
  pricePerShare: z.number().describe('USD per share as filed; an average if hasVwapFootnote is true'),
  totalValue: z.number().describe('USD, shares times price, rounded to cents'),
  sharesOwnedAfter: z
    .number()
    .nullable()
    .describe('Shares owned following the transaction; null when the filing states none'),
  ownershipType: z.string().describe('D direct, I indirect'),
  formType: z.string().nullable().describe('4 or 4/A'),
  originalSubmissionDate: z
    .string()
    .nullable()
    .describe('For a 4/A: filing date of the original, YYYY-MM-DD'),
  periodOfReport: z
    .string()
    .nullable()
    .describe('Date of the earliest transaction of the filing, YYYY-MM-DD'),
  is10b5_1: z.boolean().describe('Made under a Rule 10b5-1 plan, according to the checkbox or a footnote'),
  isDirector: z.boolean(),
  isOfficer: z.boolean(),
  isTenPercentOwner: z.boolean(),
  isOther: z.boolean(),
  otherText: z.string().nullable(),
  isPairedExercise: z.boolean().describe('Sold on the day of an exercise or conversion by the same owner'),
  hasAdsFootnote: z.boolean().describe('A footnote mentions American depositary shares'),
  hasIndirectOwnershipFootnote: z.boolean(),
  hasTaxWithholdingFootnote: z.boolean().describe('A footnote says that the trade covers tax'),
  hasVwapFootnote: z.boolean().describe('A footnote says that the price is an average of several trades'),
  footnoteUnclear: z
    .array(
      z.enum([
        'is10b5_1',
        'hasAdsFootnote',
        'hasIndirectOwnershipFootnote',
        'hasTaxWithholdingFootnote',
        'hasVwapFootnote',
      ]),
    )
    .optional()
    .describe(
      'Present when footnotes contradict themselves: flags above that are false but unclear. See rawFilingUrl',
    ),
  acquisition,
  erratum,
  rawFilingUrl: z.string().describe('The original filing on EDGAR'),
});
/** A stored row; the tool adds `url`. */
export type FilingFacts = z.infer<typeof filingFacts>;

export const filingRow = filingFacts.extend({
  url: z.string().describe('Page of the issuer in this service'),
});
export type ApiFilingRow = z.infer<typeof filingRow>;

/** The fields of `view=brief`. */
export const FILING_BRIEF = [
  'filingId',
  'issuerName',
  'issuerTicker',
  'ownerName',
  'ownerSlug',
  'ownerTitle',
  'transactionCode',
  'transactionDate',
  'filedAt',
  'firstFiledAt',
  'shares',
  'pricePerShare',
  'totalValue',
  'is10b5_1',
  'acquisition',
  'erratum',
] as const satisfies ReadonlyArray<keyof ApiFilingRow>;
