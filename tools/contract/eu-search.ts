/** The search that the arguments of get_eu_filings mean, and the places in its list. */

import { z } from 'zod/v3';
import { daysBefore } from '../../src/dates.js';
import { invalidParameter } from './errors.js';
import { EU_COUNTRIES, EU_MARKETS, type EuCountry } from './markets/index.js';
import { orderOf } from './parameters.js';
import type { ListPlace } from './place.js';
import type { EuSearch, EuSort } from './reads/europe.js';
import { EU_WINDOW_DAYS } from './rules.js';
import type { ToolContext } from './tool.js';

/** Validated arguments. */
export interface EuInput {
  country: EuCountry | 'all';
  since?: string | undefined;
  until?: string | undefined;
  isin?: string | undefined;
  direction: 'P' | 'S' | 'all';
  min_value: number;
  currency?: string | undefined;
  issuer?: string | undefined;
  manager?: string | undefined;
  names?: 'words' | 'whole' | undefined;
  sort: EuSort;
  order?: 'desc' | 'asc' | undefined;
}

export const EU_SORTS = [
  'published',
  'traded',
  'value',
  'issuer',
  'manager',
] as const satisfies readonly EuSort[];

/** Whether nothing is requested beyond one market's list: its rows since a day, or of an ISIN. */
export function isPlainList(input: EuInput): boolean {
  const { country, until, direction, min_value, currency, issuer, manager, sort } = input;
  return (
    country !== 'all' &&
    [until, currency, issuer, manager].every((one) => one === undefined) &&
    direction === 'all' &&
    min_value === 0 &&
    sort === 'published' &&
    orderOf(input) === 'desc'
  );
}

/** The first day of publication, never before the window. */
export function euSince({ since }: Pick<EuInput, 'since'>, now: Date): string {
  const horizon = daysBefore(now, EU_WINDOW_DAYS);
  return since === undefined || since < horizon ? horizon : since;
}

/** @throws ApiError `invalid_parameter` where amounts of several currencies would be compared. */
export function euSearch(
  input: EuInput,
  { now, asOf = now, after }: Pick<ToolContext, 'now' | 'asOf' | 'after'>,
): Omit<EuSearch, 'limit'> {
  const { country, until, issuer, direction, sort } = input;
  const moment = asOf.toISOString();
  const end = until === undefined ? moment : `${until}T23:59:59.999Z`;
  const id = issuer?.trim().toUpperCase() ?? '';
  const [isIsin, isLei] = [/^[A-Z]{2}[A-Z0-9]{9}\d$/.test(id), /^[A-Z0-9]{18}\d{2}$/.test(id)];
  if (isIsin && input.isin !== undefined && input.isin !== id)
    throw invalidParameter([{ path: 'issuer', message: 'issuer and isin name two securities; give one' }]);
  return {
    markets: country === 'all' ? EU_COUNTRIES : [country],
    since: euSince(input, now),
    until: end < moment ? end : moment,
    isin: input.isin ?? null,
    company: isIsin ? id : null,
    lei: isLei ? id : null,
    direction: direction === 'all' ? null : direction,
    minValue: input.min_value,
    currency: currencyOf(input),
    issuer: isIsin || isLei ? null : (issuer ?? null),
    manager: input.manager ?? null,
    ...(input.names === 'whole' ? { isWholeName: true } : {}),
    sort,
    order: orderOf(input),
    after,
  };
}

/** The currency of the bound and of the order by value; null if there is neither. */
export function currencyOf({ country, currency, min_value, sort }: EuInput): string | null {
  if (currency !== undefined) return currency;
  if (min_value === 0 && sort !== 'value') return null;
  if (country !== 'all') return EU_MARKETS[country].currency;
  const message =
    'currency must be given, such as EUR, where rows of all markets are selected or sorted by value: amounts of several currencies are not compared';
  throw invalidParameter([{ path: 'currency', message }]);
}

const published = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const amount = z.string().regex(/^\d+(?:\.\d+)?(?:e[+-]?\d+)?$/);
const behind = [published, z.string().min(1), z.enum(EU_COUNTRIES)] as const;
const PLACES = {
  published: z.tuple([...behind]),
  // A text, as cursors that are still valid have it.
  value: z.tuple([amount, ...behind]),
  traded: z.tuple([z.string().regex(/^(?:\d{4}-\d\d-\d\d)?$/), ...behind]),
  issuer: z.tuple([z.string(), ...behind]),
  manager: z.tuple([z.string(), ...behind]),
};

/**
 * The place of a cursor, if it is one of this list.
 * @throws ApiError `invalid_parameter` otherwise
 */
export function euPlace(
  { sort }: Pick<EuInput, 'sort'>,
  after: ListPlace | undefined,
): ListPlace | undefined {
  if (after === undefined || PLACES[sort].safeParse(after).success) return after;
  throw invalidParameter([
    { path: 'cursor', message: 'The cursor is damaged. Begin again: give the arguments without cursor.' },
  ]);
}
