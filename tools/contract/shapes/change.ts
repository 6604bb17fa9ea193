/** The public shape of a change: a document that entered, changed or left (docs/reference.md, "Changes"). */

import { z } from 'zod/v3';
import { EU_COUNTRIES, type EuCountry } from '../markets/index.js';
import { CHANGE_SOURCE_IDS } from '../sources.js';

export const CHANGE_EVENTS = ['entered', 'changed', 'left'] as const;
export type ChangeEvent = (typeof CHANGE_EVENTS)[number];

export const CHANGE_TYPES = [
  'form4',
  'form4_other',
  'form144',
  'schedule13',
  'congress',
  '13f',
  'oge_278t',
  'eu',
] as const;
export type ChangeType = (typeof CHANGE_TYPES)[number];

/** How the store names a type: a European row by its market. */
export type ChangeKind = Exclude<ChangeType, 'eu'> | EuCountry;

/** Each reason, and what it says. */
export const CHANGE_REASONS = {
  new: 'the document is new here',
  late: 'it is new here, and its register published it more than 7 days before',
  amendment: 'it is new here and amends an earlier document',
  amended: 'a later document amends it',
  repeated: 'another document repeats its rows or stopped repeating them, and each row is shown once',
  content: 'the register changed it, or it was read again and reads otherwise',
  read: 'it could not be read before, and now could',
  erratum: 'the operator corrected or withheld a figure of it, or took that back: see /v1/corrections',
  withdrawn: 'its register withdrew it or no longer shows it',
  rules: 'the rules of this service changed, and not the document',
} as const;
export type ChangeReason = keyof typeof CHANGE_REASONS;

const amount = (what: string) =>
  z
    .number()
    .nullable()
    .describe(`${what}, in currency; null when there are none or the value is unknown, and for 13F and OGE`);

export const changeRow = z.object({
  place: z.string().describe('Its permanent place: the value of after that continues behind it'),
  at: z.string().describe('The state of the data that first had it, ISO 8601 UTC'),
  event: z.enum(CHANGE_EVENTS).describe('entered, changed or left: what readers see of the document'),
  reason: z
    // The names of an object that has at least one.
    .enum(Object.keys(CHANGE_REASONS) as [ChangeReason, ...ChangeReason[]])
    .describe(
      Object.entries(CHANGE_REASONS)
        .map(([reason, what]) => `${reason}: ${what}`)
        .join('; '),
    ),
  // The ids of the sources that have documents.
  source: z.string().describe(CHANGE_SOURCE_IDS.join(', ')),
  type: z
    .enum(CHANGE_TYPES)
    .describe(
      'form4: a filing with open-market rows; form4_other: one without (awards, exercises, gifts); form144: a notice of a planned sale; schedule13: a Schedule 13D or 13G; congress: a periodic transaction report; 13f and oge_278t: a report of a tracked portfolio; eu: a row of a European register',
    ),
  country: z.enum(EU_COUNTRIES).nullable().describe('The market of an eu row'),
  documentId: z.string().describe('Accession number, id of the report, or filingId of the market'),
  title: z.string().describe('One line about it'),
  issuerName: z.string().nullable(),
  tickers: z.array(z.string()).describe('Symbols of its rows; of 13F, OGE and eu none'),
  cik: z.string().nullable().describe('CIK of the issuer'),
  isin: z.string().nullable().describe('Only eu'),
  personName: z
    .string()
    .nullable()
    .describe(
      'Who traded: the owner that the rows name, the member, the manager; of 13F and OGE the portfolio; of form144 who intends to sell, of schedule13 the holder',
    ),
  slug: z
    .string()
    .nullable()
    .describe('The slug of that owner, member or portfolio, as it was then; null for eu'),
  role: z
    .string()
    .nullable()
    .describe(
      'Title or position as filed; of a member chamber, state or district and party; of 13F the quarter; null for schedule13',
    ),
  filedAt: z
    .string()
    .nullable()
    .describe('Filing or publication: a moment, or a date where the register gives no time'),
  rows: z
    .number()
    .int()
    .nullable()
    .describe('Rows that readers see now; 0 when it left; null when the document could not be read'),
  purchases: amount('Sum of its purchases; for Congress the lower bounds of the brackets'),
  purchasesMax: amount('Congress: the upper bounds; null also with an open bracket'),
  sales: amount('The same of its sales'),
  salesMax: amount('The same of its sales'),
  intendedSales: z
    .number()
    .nullable()
    .describe(
      'form144: market value of what is to be sold, as filed, in currency: an intention, never a sale; null when unknown, and for every other type',
    ),
  percent: z
    .number()
    .nullable()
    .describe(
      'schedule13: part of the class in per cent, as filed; null when not stated, and for every other type',
    ),
  currency: z.string().nullable(),
  sourceLink: z.string().nullable().describe('The original in its register'),
  url: z.string().describe('Page in this service'),
  call: z
    .object({
      tool: z.string(),
      arguments: z.record(z.string()),
      path: z.string().describe('The same by REST'),
    })
    .describe('The call that gives the rows, among others'),
});
export type ChangeRow = z.infer<typeof changeRow>;

/** The fields of a change with `view=brief`. */
export const CHANGE_BRIEF = [
  'place',
  'at',
  'event',
  'reason',
  'type',
  'documentId',
  'title',
  'filedAt',
  'sourceLink',
] as const satisfies ReadonlyArray<keyof ChangeRow>;

/** What the store keeps of a change. */
export interface ChangeFacts
  extends Pick<
    ChangeRow,
    | 'documentId'
    | 'issuerName'
    | 'tickers'
    | 'cik'
    | 'isin'
    | 'personName'
    | 'slug'
    | 'role'
    | 'filedAt'
    | 'rows'
    | 'purchases'
    | 'purchasesMax'
    | 'sales'
    | 'salesMax'
    | 'intendedSales'
    | 'percent'
    | 'currency'
    | 'sourceLink'
  > {
  /** As filed: 4, 4/A, 13F-HR and the like; '' where the register has one form. */
  form: string;
}

export interface ChangeItem extends Pick<ChangeRow, 'at' | 'event' | 'reason'> {
  generation: number;
  position: number;
  kind: ChangeKind;
  facts: ChangeFacts;
}
