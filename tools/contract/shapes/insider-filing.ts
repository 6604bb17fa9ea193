/** What get_insider gives beyond single transactions: rows added up by filing, and the companies of a person. */

import { z } from 'zod/v3';
import { WINDOW_DAYS } from '../rules.js';
import { insiderDetail, insiderTransaction } from './insider.js';
import { issuerInsider } from './issuer.js';
import { ownedLines } from './owned-line.js';

const one = insiderTransaction.shape;

/** The rows of one filing that have the same code and the same security. */
export const insiderFiling = z.object({
  filingId: z.string().describe('The filingId of the first row'),
  filedAt: one.filedAt,
  firstFiledAt: one.firstFiledAt,
  filedAtApproximate: one.filedAtApproximate,
  issuerName: one.issuerName,
  issuerTicker: one.issuerTicker,
  ownerTitle: one.ownerTitle,
  transactionCode: one.transactionCode,
  intentLabel: one.intentLabel,
  signalQuality: one.signalQuality.nullable().describe('Null when the rows differ'),
  acquisition: one.acquisition,
  securityTitle: one.securityTitle,
  isDerivative: one.isDerivative,
  rows: z.number().int().describe('Rows that are added up'),
  shares: z
    .number()
    .nullable()
    .describe('Sum, to four decimals; null when that of a row is not stated, or contradicted (implausible)'),
  implausible: one.implausible.describe('The reasons of all rows that are added up'),
  averagePrice: z
    .number()
    .nullable()
    .describe('USD, totalValue divided by shares; null when either is unknown or the sum of shares is 0'),
  totalValue: z.number().nullable().describe('USD, sum; null when that of a row is unknown'),
  firstDate: z.string().nullable().describe('First date of a trade, YYYY-MM-DD; null when none is readable'),
  lastDate: z.string().nullable().describe('Last date of a trade'),
  sharesOwnedAfter: z
    .number()
    .nullable()
    .describe(
      'Owned after the last row, as filed; null when it is not stated, or when the rows do not follow one another and may be of several accounts',
    ),
  changePct: z
    .number()
    .nullable()
    .describe(
      'P and S alone: shares as per cent of those owned before, negative for sales; null when that is unknown',
    ),
  erratum: one.erratum,
  rawFilingUrl: one.rawFilingUrl,
});
export type InsiderFiling = z.infer<typeof insiderFiling>;

export const insiderTotals = z.object({
  rows: z.number().int().describe('Transactions that match'),
  purchases: z.number().describe('USD, sum of the groups with code P, without derivatives'),
  sales: z.number().describe('USD, sum of the groups with code S, without derivatives'),
  unvalued: z.number().int().describe('The same groups of unknown value, which are in neither sum'),
});
export type InsiderTotals = z.infer<typeof insiderTotals>;

/** A company of a person: the last role, and what is owned as last filed. */
export const insiderIssuer = z.object({
  issuerCik: z.string().describe('CIK of the company, without leading zeros'),
  issuerName: z.string().describe('As the latest filing of the person names it'),
  issuerTicker: z.string().describe('Empty when the company has no symbol'),
  ...issuerInsider.omit({ slug: true, cik: true, name: true }).shape,
});
export type InsiderIssuerFacts = z.infer<typeof insiderIssuer>;

export const insiderIssuerRow = insiderIssuer.extend({
  url: z.string().describe('Page of the company in this service'),
});
export type InsiderIssuerRow = z.infer<typeof insiderIssuerRow>;

/** The data of get_insider. */
export const insiderAnswer = insiderDetail.extend({
  filings: z
    .array(insiderFiling)
    .optional()
    .describe('Present with group=filing, where transactions is empty'),
  totals: insiderTotals
    .optional()
    .describe('Present with group=filing: what all that match come to, on whatever page'),
  issuers: z
    .array(insiderIssuerRow)
    .optional()
    .describe(
      `Present with issuers=holdings: the companies in whose filings of the last ${WINDOW_DAYS} days the person is an owner, latest filing first`,
    ),
  holdings: ownedLines
    .optional()
    .describe(
      'Present with holdings=current: what the person owns, as last stated, each line with its source',
    ),
});
