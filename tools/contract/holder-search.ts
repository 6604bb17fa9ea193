/** The arguments of get_major_holders that no other tool has, and the places in its lists. */

import { z } from 'zod/v3';
import { invalidParameter } from './errors.js';
import type { ListPlace } from './place.js';
import type { HolderLevel, HolderSearch } from './reads/holders.js';
import { HOLDER_LEVELS } from './rules.js';
import type { MajorHolder } from './shapes/holder.js';

export function cusipParameter() {
  const message = 'cusip must be 9 to 12 letters and digits, such as 037833100';
  return z
    .string({ invalid_type_error: message })
    .regex(/^[A-Za-z0-9@*#]{9,12}$/, message)
    .transform((cusip) => cusip.toUpperCase())
    .describe('CUSIP of the class, as the schedule states it, any case');
}

export function crossingParameter() {
  const levels = HOLDER_LEVELS.map(String);
  const message = `crossing must be ${[...levels, 'any'].join(', ').replace(/, ([^,]*)$/, ' or $1')}`;
  return z
    .union([z.string(), z.number()], { errorMap: () => ({ message }) })
    .transform((given) => String(given).trim().replace(/\s*%$/, '').toLowerCase())
    .refine((word) => word === 'any' || levels.includes(word), message)
    .transform((word): HolderLevel | 'any' => (word === 'any' ? word : (Number(word) as HolderLevel)))
    .describe(
      `Only schedules that show a crossing of this level, in per cent of the class: ${levels.join(', ')}; any for each of them`,
    );
}

export function minPercentParameter() {
  const message = 'min_percent must be a number from 0 to 100';
  return z
    .number({ invalid_type_error: message })
    .min(0, message)
    .max(100, message)
    .describe('Minimum percent of a row, such as 10; leaves out a contradicted one. Default 0');
}

const time = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const accession = z.string().regex(/^\d{10}-\d{2}-\d{6}$/);
const date = z.string().regex(/^\d{4}-\d\d-\d\d$/);
const figure = z.number();
const PLACES = {
  filed: z.tuple([time, accession]),
  event: z.tuple([date, time, accession]),
  percent: z.tuple([figure, time, accession]),
  shares: z.tuple([figure, time, accession]),
} as const;

/**
 * The place of a cursor, if it is one of this list.
 * @throws ApiError `invalid_parameter` otherwise
 */
export function holderPlaceOf(
  { sort }: Pick<HolderSearch, 'sort'>,
  after: ListPlace | undefined,
): ListPlace | undefined {
  if (after === undefined || PLACES[sort].safeParse(after).success) return after;
  throw invalidParameter([
    { path: 'cursor', message: 'The cursor is damaged. Begin again: give the arguments without cursor.' },
  ]);
}

/** An unknown figure is below zero, behind every known one. */
const UNKNOWN = -1;

/** The place of a row in its list. */
export function placeOfHolder(
  { sort }: Pick<HolderSearch, 'sort'>,
  row: Omit<MajorHolder, 'url'>,
): ListPlace {
  const first: Record<HolderSearch['sort'], ListPlace> = {
    filed: [],
    event: [row.countedFrom],
    percent: [row.percent ?? UNKNOWN],
    shares: [row.shares ?? UNKNOWN],
  };
  return [...first[sort], row.filedAt, row.accession];
}
