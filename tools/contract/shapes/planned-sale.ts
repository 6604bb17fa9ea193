/** The public row of a notice of Form 144 (docs/reference.md, "Planned sales"). */

import { z } from 'zod/v3';
import { PLANNED_SALE_DAYS } from '../rules.js';
import { erratum } from './erratum.js';

const day = (what: string) => z.string().nullable().describe(`${what}, YYYY-MM-DD; null when unknown`);

/** See docs/methodology/6-planned-sales.md. */
export const PLANNED_SALE_STATUSES = ['open', 'partly_sold', 'sold', 'lapsed', 'amended', 'unknown'] as const;
export type PlannedSaleStatus = (typeof PLANNED_SALE_STATUSES)[number];

const matchedSale = z.object({
  filingId: z.string().describe('The row of Form 4: accession number, hyphen, position'),
  transactionDate: z.string().describe('YYYY-MM-DD'),
  shares: z.number().describe('Shares of the row'),
  counted: z
    .number()
    .describe('How many of them count for this notice; the others count for another notice or for none'),
  pricePerShare: z.number().nullable().describe('USD as filed'),
  is10b5_1: z.boolean().nullable().describe('What Form 4 says of a 10b5-1 plan; null when it says nothing'),
  rawFilingUrl: z.string(),
});
export type MatchedSale = z.infer<typeof matchedSale>;

const pastSale = z.object({
  seller: z.string(),
  securityTitle: z.string(),
  saleDate: day('As filed'),
  shares: z.number().nullable(),
  grossProceeds: z.number().nullable().describe('USD'),
});

const statedSale = pastSale.extend({
  noticeId: z.string().describe('The later notice that states it'),
});
export type StatedSale = z.infer<typeof statedSale>;

export const plannedSaleFacts = z.object({
  noticeId: z.string().describe('Accession number of the notice'),
  formType: z.enum(['144', '144/A']),
  filedAt: z.string().describe('When EDGAR accepted the notice, ISO 8601 UTC with milliseconds'),
  filedAtApproximate: z
    .boolean()
    .describe('True when only the day is known; filedAt is then the end of that day in New York'),
  noticeDate: day('Date of the signature'),
  cik: z.string().describe('CIK of the issuer, without leading zeros'),
  issuerName: z.string().describe('Issuer as the notice names it'),
  issuerTicker: z
    .string()
    .describe('Trading symbol from other filings: the form has none; empty when unknown'),
  sellerName: z.string().describe('Person for whose account the sale is planned, as filed'),
  sellerCik: z.string().describe('CIK of that person, without leading zeros'),
  sellerSlug: z
    .string()
    .nullable()
    .describe('Id of the person for get_insider; null for one who is named by no Form 4 here'),
  relationships: z.array(z.string()).describe('To the issuer, as filed; not reliable'),
  securityTitle: z.string().describe('Class to be sold, as filed; several are joined by a semicolon'),
  shares: z
    .number()
    .nullable()
    .describe('Number to be sold, all blocks together; null when unreadable, or when it cannot be right'),
  marketValue: z
    .number()
    .nullable()
    .describe('USD, of all of them at a recent price, as filed; null when it cannot be right'),
  sharesOutstanding: z
    .number()
    .nullable()
    .describe('Shares of the class outstanding, as the broker typed it; null with several classes'),
  approxSaleDate: day('First intended day of sale'),
  windowEnds: z
    .string()
    .describe(`Last day that the notice covers, YYYY-MM-DD: ${PLANNED_SALE_DAYS} days after approxSaleDate`),
  isPlanned: z
    .boolean()
    .describe('A 10b5-1 plan is stated, by its date or in the remarks; false: none is stated'),
  planAdoptionDates: z.array(z.string()).describe('As filed, YYYY-MM-DD; duplicates occur'),
  planDays: z
    .number()
    .int()
    .nullable()
    .describe(
      'Days from the latest plan adoption to approxSaleDate; null when either is unknown, or the plan would be younger than the notice or the sale, or older than Rule 10b5-1',
    ),
  sharesSold: z
    .number()
    .nullable()
    .describe(
      'Shares of this notice that Form 4 reports as sold; statements of notices are never added. Null without a Form 4 of this person, and if none is found where the status is unknown: then nothing is known',
    ),
  sales: z.array(matchedSale).describe('The evidence: rows of Form 4 with the same person, issuer and class'),
  filesForm4: z
    .boolean()
    .describe(
      'A Form 4 of this person at this issuer is stored. False: none is expected, or it is not known; then no sale found does not mean not sold',
    ),
  statedLater: z
    .array(statedSale)
    .describe(
      'For a person without Form 4: sales in the window that later notices of the same person state. The statement of the filer, not counted',
    ),
  soldInPast3Months: z
    .array(pastSale)
    .describe('Sales before this notice that it states. They may be on Form 4 too: never add them'),
  nothingSoldInPast3Months: z.boolean().nullable().describe('The box of the form'),
  amends: z.string().nullable().describe('The notice that a 144/A replaces; null when not known'),
  amendedBy: z.string().nullable().describe('The 144/A that replaces this notice'),
  securities: z
    .array(
      z.object({
        title: z.string(),
        broker: z.string().nullable(),
        exchange: z.string().nullable(),
        shares: z.number().nullable(),
        marketValue: z.number().nullable(),
        sharesOutstanding: z.number().nullable(),
        approxSaleDate: z.string().nullable(),
      }),
    )
    .describe('The blocks of the form, as filed: one for each class and broker'),
  acquired: z
    .array(
      z.object({
        title: z.string(),
        acquiredDate: z.string().nullable(),
        nature: z.string().nullable(),
        from: z.string().nullable(),
        shares: z.number().nullable(),
        isGift: z.boolean().nullable(),
        donorAcquiredDate: z.string().nullable(),
        paymentDate: z.string().nullable(),
        payment: z.string().nullable(),
      }),
    )
    .describe('How the shares were acquired, as filed; the sum may differ from shares'),
  remarks: z.string().nullable(),
  implausible: z
    .array(z.string())
    .describe(
      'Why filed figures cannot be right: more-shares-than-outstanding, price-above-any-share, value-not-of-all-shares, shares-and-value-swapped, number-or-value-unlike-sale, date-far-from-filing',
    ),
  erratum,
  rawFilingUrl: z.string().describe('The notice on EDGAR'),
});
/** Everything that does not depend on the date of the answer. */
export type PlannedSaleFacts = z.infer<typeof plannedSaleFacts>;

const { noticeId, ...otherFacts } = plannedSaleFacts.shape;
export const plannedSale = z.object({
  noticeId,
  status: z
    .enum(PLANNED_SALE_STATUSES)
    .describe(
      `open: no sale found, the ${PLANNED_SALE_DAYS} days run. partly_sold, sold: Form 4 reports a part, or all. lapsed: the days are over and Form 4 reports no sale. amended: a 144/A replaced it. unknown: no Form 4 is expected of this person, the number cannot be right, a sale on Form 4 may be of the notice, or Form 4 is not completely read here; not the same as not sold`,
    ),
  ...otherFacts,
  url: z.string().describe('Page of the issuer in this service'),
});
export type PlannedSaleRow = Omit<z.infer<typeof plannedSale>, 'url'>;

/** The fields of view=brief. */
export const PLANNED_SALE_BRIEF = [
  'noticeId',
  'status',
  'filedAt',
  'issuerTicker',
  'sellerName',
  'shares',
  'marketValue',
  'approxSaleDate',
  'isPlanned',
  'sharesSold',
  'erratum',
] as const;
