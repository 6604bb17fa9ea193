/** The public row of the forms 3, 4 and 5 together (docs/reference.md, "Rows of Forms 3, 4 and 5"). */

import { z } from 'zod/v3';
import { LATE_REASONS } from '../lateness.js';
import { filingFacts } from './filing.js';

export const OWNERSHIP_FORMS = ['3', '4', '5'] as const;
export type OwnershipForm = (typeof OWNERSHIP_FORMS)[number];

const of4 = filingFacts.shape;
const only35 = 'On rows of Forms 3 and 5 only';

export const ownershipFacts = z.object({
  filingId: z
    .string()
    .describe(
      'Accession number, hyphen, then the position of the transaction; h and the position of a holding; or none',
    ),
  form: z.enum(OWNERSHIP_FORMS).describe('The form without its amendment mark; formType has that'),
  rowKind: z
    .enum(['transaction', 'holding', 'none_owned'])
    .describe('holding: a position, no trade. none_owned: a Form 3 that says that nothing is owned'),
  late: z
    .boolean()
    .nullable()
    .describe(
      'Filed after its deadline; null when that is not certain: a few weekdays around holidays, a date that is not known, or a gift on a Form 5 that its marks do not settle',
    ),
  lateBecause: z
    .enum(LATE_REASONS)
    .nullable()
    .describe(
      'stated: the row is marked late. form-4-row: a transaction of Form 4 on a Form 5. form-3-row: a holding of Form 3 on a Form 5. deadline: by the dates',
    ),
  cik: of4.cik,
  issuerName: of4.issuerName,
  issuerTicker: of4.issuerTicker,
  ownerName: of4.ownerName,
  ownerSlug: of4.ownerSlug,
  ownerCik: of4.ownerCik,
  ownerTitle: of4.ownerTitle,
  transactionCode: z.string().nullable().describe('Code as filed; null on a holding'),
  securityTitle: z.string().describe('Security as filed; empty with none_owned'),
  isDerivative: z.boolean().describe('Options, warrants and other rights, not shares'),
  transactionDate: z
    .string()
    .nullable()
    .describe('Date of the trade, YYYY-MM-DD, also of a late one; null on a holding, or when not readable'),
  filedAt: of4.filedAt,
  filedAtApproximate: of4.filedAtApproximate,
  shares: z.number().nullable().describe('Number traded; null on a holding, or when not stated'),
  pricePerShare: z
    .number()
    .nullable()
    .describe('USD as filed; null on a holding, or when not stated in US dollars'),
  totalValue: z.number().nullable().describe('USD; null on a holding, or when price or shares are not known'),
  sharesOwnedAfter: z
    .number()
    .nullable()
    .describe(
      'Held: of a holding as stated, of a transaction after it. A derivative holding of a Form 3 states none: see underlyingShares',
    ),
  ownershipType: of4.ownershipType,
  formType: z.string().nullable().describe('As filed: 3, 3/A, 4, 4/A, 5 or 5/A'),
  originalSubmissionDate: of4.originalSubmissionDate.describe(
    'On an amendment: filing date of the original, YYYY-MM-DD',
  ),
  periodOfReport: z
    .string()
    .nullable()
    .describe('Form 3: day of the event. Form 4: earliest transaction. Form 5: end of the fiscal year'),
  is10b5_1: z.boolean().nullable().describe('Null on a holding'),
  isDirector: z.boolean(),
  isOfficer: z.boolean(),
  isTenPercentOwner: z.boolean(),
  isOther: z.boolean(),
  otherText: z.string().nullable(),
  intentLabel: z.string().nullable().optional().describe(`The code in plain words. ${only35}`),
  reportingOwners: z
    .number()
    .int()
    .optional()
    .describe(
      `Owners of the filing: with more than one, it does not say whose account the row is. ${only35}`,
    ),
  valueOwned: z.number().nullable().optional().describe(`USD, where a value is stated. ${only35}`),
  natureOfOwnership: z.string().nullable().optional().describe(only35),
  account: z
    .string()
    .nullable()
    .optional()
    .describe(`The footnotes that say who holds an indirect row. ${only35}`),
  underlyingTitle: z.string().nullable().optional().describe(only35),
  underlyingShares: z.number().nullable().optional().describe(only35),
  underlyingValue: z
    .number()
    .nullable()
    .optional()
    .describe(`USD, where a value is stated and no number; of holdings. ${only35}`),
  exercisePrice: z.number().nullable().optional().describe(`USD. ${only35}`),
  exerciseDate: z.string().nullable().optional().describe(only35),
  expirationDate: z.string().nullable().optional().describe(only35),
  implausible: z
    .array(z.string())
    .optional()
    .describe(`Why a figure of the row cannot be right; empty for a sound row. ${only35}`),
  acquisition: of4.acquisition,
  erratum: of4.erratum,
  rawFilingUrl: of4.rawFilingUrl,
});
export type OwnershipFacts = z.infer<typeof ownershipFacts>;

export const ownershipRow = ownershipFacts.extend({
  url: z.string().describe('Page of the issuer in this service'),
});
export type OwnershipRow = z.infer<typeof ownershipRow>;

/** The fields of `view=brief`. */
export const OWNERSHIP_BRIEF = [
  'filingId',
  'form',
  'rowKind',
  'late',
  'issuerName',
  'issuerTicker',
  'ownerName',
  'ownerSlug',
  'ownerTitle',
  'transactionCode',
  'securityTitle',
  'transactionDate',
  'filedAt',
  'shares',
  'totalValue',
  'sharesOwnedAfter',
  'erratum',
] as const satisfies ReadonlyArray<keyof OwnershipRow>;
