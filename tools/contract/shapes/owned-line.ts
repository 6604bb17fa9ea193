/** What a person owns, as last stated (docs/reference.md, "What a person owns"). */

import { z } from 'zod/v3';

/** Why a figure must be read with care. See docs/methodology/7-forms-3-and-5.md. */
export const LINE_DOUBTS = [
  'joint-filing',
  'rows-differ',
  'may-be-another-line',
  'not-in-amendment',
  'no-longer-insider',
  'rounded',
] as const;
export type LineDoubt = (typeof LINE_DOUBTS)[number];

export const ownedLine = z.object({
  issuerCik: z.string().describe('CIK of the company, without leading zeros'),
  issuerName: z.string().describe('As the filing names it'),
  issuerTicker: z.string().describe('Empty when the company has no symbol'),
  isDerivative: z.boolean().describe('Options, warrants and other rights: never add them to shares'),
  securityTitle: z.string().describe('As filed; empty where a Form 3 says that nothing is owned'),
  ownership: z.enum(['D', 'I', '']).describe('D direct, I indirect; empty when not stated'),
  nature: z.string().nullable().describe('How it is held indirectly, as filed'),
  account: z
    .string()
    .nullable()
    .describe('The footnotes that say who holds it, as filed: each trust or company is a separate line'),
  shares: z
    .number()
    .nullable()
    .describe(
      'As last stated; of a derivative line the number of rights. Null when not stated, or see whyUnknown',
    ),
  value: z.number().nullable().describe('USD, where a value is stated and no number'),
  whyUnknown: z
    .enum(['not-stated', 'rows-differ'])
    .optional()
    .describe(
      'Present when neither is known. rows-differ: several rows of the filing do not follow one another and may be of several accounts',
    ),
  underlyingTitle: z.string().nullable(),
  underlyingShares: z
    .number()
    .nullable()
    .describe('The size of a derivative holding. Null on a line whose last row is a transaction'),
  underlyingValue: z.number().nullable().describe('USD, where a value is stated and no number'),
  exercisePrice: z.number().nullable().describe('USD'),
  exerciseDate: z.string().nullable(),
  expirationDate: z.string().nullable().describe('An expired right is still here as it was last stated'),
  asOf: z
    .string()
    .describe(
      'The day that the figure is of, YYYY-MM-DD: the trade (Form 4), the event (Form 3), the end of the fiscal year (Form 5)',
    ),
  form: z.string().describe('The form that states it, such as 4 or 3/A'),
  filingId: z.string().describe('The row that states it, as in /v1/filings with forms'),
  filedAt: z.string(),
  notStatedSince: z
    .string()
    .optional()
    .describe(
      'Present when a newer filing has rows of this line and states no figure: the time of filing of the first of them. The figure is then of before',
    ),
  doubts: z
    .array(z.enum(LINE_DOUBTS))
    .describe(
      'joint-filing: several owners filed together, so that it may be the account of another. rows-differ: the last of several rows that do not follow one another. may-be-another-line: a newer filing names the same form of ownership in other words, or another filing states it as more lines or fewer. not-in-amendment: an amendment of the filing does not repeat it. no-longer-insider: later changes need not be filed. rounded: from a data set with two decimals',
    ),
  rawFilingUrl: z.string().describe('The original filing on EDGAR'),
});
export type OwnedLine = z.infer<typeof ownedLine>;

export const ownedLines = z.object({
  total: z.number().int().describe('Lines in all; at most 500 are given'),
  note: z
    .string()
    .optional()
    .describe('Present while Forms 3 and 5 are not completely read here: lines may be missing'),
  lines: z
    .array(ownedLine)
    .describe(
      'Latest company first; shares before rights. Never added up: each line is another class, form or account',
    ),
});
export type OwnedLines = z.infer<typeof ownedLines>;
