/** The public shape of a Schedule 13D or 13G (docs/reference.md, "Major holders"). */

import { z } from 'zod/v3';
import { HOLDER_LEVELS, PURPOSE_SHOWN } from '../rules.js';
import { erratum } from './erratum.js';

const FORMS = [
  'SCHEDULE 13D',
  'SCHEDULE 13D/A',
  'SCHEDULE 13G',
  'SCHEDULE 13G/A',
  'SC 13D',
  'SC 13D/A',
  'SC 13G',
  'SC 13G/A',
] as const;

const figures = {
  shares: z
    .number()
    .nullable()
    .describe(
      'Total as filed; it may hold rights to acquire shares within 60 days. Null when not stated or not readable, and for the forms SC 13D and SC 13G',
    ),
  percent: z
    .number()
    .nullable()
    .describe(
      'Part of the class in per cent, as filed on the cover page, such as 9.9. Also where the number of shares contradicts it: then isBelow is null, no crossing follows, and sort=percent has the row last',
    ),
};

const reportingPerson = z.object({
  name: z.string().nullable(),
  cik: z.string().nullable().describe('Null when the schedule gives none, which is usual in a 13G'),
  ...figures,
  soleVoting: z.number().nullable(),
  sharedVoting: z.number().nullable(),
  soleDispositive: z.number().nullable(),
  sharedDispositive: z.number().nullable(),
  excludesShares: z.boolean().nullable().describe('True when the total leaves shares out, as the box says'),
  group: z.enum(['a', 'b']).nullable().describe('a: member of a group; b: disclaims it; null: not said'),
  types: z
    .array(z.string())
    .describe('IN person, CO corporation, PN partnership, IA adviser, HC parent, OO other …'),
});

const crossing = z.object({
  level: z.number().describe(`Per cent of the class: ${HOLDER_LEVELS.join(', ')}`),
  direction: z.enum(['up', 'down']),
  date: z.string().describe('countedFrom of the schedule that shows it'),
  basis: z
    .enum(['filings', 'first-statement', 'stated'])
    .describe(
      'filings: two schedules of the holder are on different sides; first-statement: the first schedule of the holder here, not an amendment; stated: an amendment says that the holder ceased to hold more than five per cent, and the schedule before it is not here',
    ),
});
export type HolderCrossing = z.infer<typeof crossing>;

/** As the read model keeps it: the symbol of the company is added when it is read. */
const filedHolding = z.object({
  accession: z.string(),
  filedAt: z
    .string()
    .describe('ISO 8601 UTC with milliseconds; the end of the day where only the date is known'),
  form: z
    .enum(FORMS)
    .describe('As filed: SC 13D and SC 13G are texts from before 18 December 2024, without figures'),
  type: z.enum(['13D', '13G']).describe('13D: possible influence; 13G: passive'),
  amendmentNo: z.number().int().nullable(),
  eventDate: z
    .string()
    .nullable()
    .describe(
      'When the threshold was crossed or the stake changed, as filed; of passive holders mostly a quarter end',
    ),
  countedFrom: z
    .string()
    .describe(
      'Date from which its figures count: eventDate, or the date of filing where that is earlier or no event date is credible',
    ),
  cik: z.string().describe('CIK of the company whose shares are held, without leading zeros'),
  issuerName: z.string(),
  securityClass: z.string().nullable().describe('Title of the class as filed'),
  cusips: z.array(z.string()),
  holderName: z
    .string()
    .nullable()
    .describe(
      'The person with the largest total, who stands for all persons of the schedule; of the forms SC 13D and SC 13G the first filer',
    ),
  holderCik: z.string().nullable().describe('Null when the schedule gives none'),
  ...figures,
  understated: z
    .boolean()
    .describe(
      'True when members of a group state different totals, or persons have sole power over more shares together than the largest total: the group may hold more than any of them',
    ),
  previousShares: z.number().nullable().describe('In the schedule of this holder before this one'),
  previousPercent: z.number().nullable(),
  previousUrl: z
    .string()
    .nullable()
    .describe('The schedule of this holder before this one, on EDGAR; null when it is not here'),
  linkedBy: z
    .enum(['named', 'filer', 'person'])
    .nullable()
    .describe(
      'How it was found: named by this schedule, the same submitting filer, or the same first person (of an amendment with the next number any person in common); each for the same company and class',
    ),
  switchedFrom: z
    .enum(['13D', '13G'])
    .nullable()
    .describe('Type of the schedule before, where it was the other one'),
  crossings: z.array(crossing),
  isCurrent: z.boolean().describe('The newest schedule of this holder of the class'),
  isBelow: z
    .boolean()
    .nullable()
    .describe(
      'True when it states five per cent or less; null when the figures do not say, or the number of shares contradicts percent',
    ),
  persons: z.array(reportingPerson).describe('Every person. They report the same shares: never add them up'),
  filerCik: z.string().nullable().describe('Whose account filed it: often a member, not the head'),
  amends: z.string().nullable().describe('Accession number of the schedule that this one names as amended'),
  rules: z.array(z.string()).describe('13G: Rule 13d-1(b) institution, (c) passive, (d) exempt'),
  purpose: z
    .string()
    .nullable()
    .describe(
      `Item 4 of a 13D, the first ${PURPOSE_SHOWN} characters; of an amendment without it, from an earlier one`,
    ),
  purposeCut: z.boolean().describe('True when item 4 is longer'),
  purposeUrl: z.string().nullable().describe('The schedule that states it, on EDGAR'),
  ceased: z
    .string()
    .nullable()
    .describe('13D, item 5: since when it is five per cent or less, in the words of the filer'),
  erratum,
  rawFilingUrl: z.string().describe('The schedule on EDGAR'),
});
export type HolderFacts = z.infer<typeof filedHolding>;

export const majorHolder = filedHolding.extend({
  ticker: z.string().nullable().describe('Trading symbol of the company; null when it has none here'),
  url: z.string().describe('Page in this service: the company, or the list of its schedules'),
});
export type MajorHolder = z.infer<typeof majorHolder>;

/** The fields with `view=brief`. */
export const MAJOR_HOLDER_BRIEF = [
  'filedAt',
  'form',
  'eventDate',
  'issuerName',
  'ticker',
  'holderName',
  'shares',
  'percent',
  'understated',
  'previousPercent',
  'crossings',
  'isBelow',
  'erratum',
  'rawFilingUrl',
] as const satisfies ReadonlyArray<keyof MajorHolder>;
