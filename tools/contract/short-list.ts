/** Lists that are short enough to be sorted for each question: their order, and the place where a cursor continues. */

import { z } from 'zod/v3';
import { invalidParameter } from './errors.js';
import type { ListPlace } from './place.js';

/** What a list is sorted by; null if it is not known. */
export type SortValue = string | number | null | undefined;

/** How a list is sorted, and what names an entry. */
export interface ShortOrder<E> {
  sortValue(entry: E): SortValue;
  /** Unique in the list. */
  idOf(entry: E): string;
  order: 'desc' | 'asc';
}

/** Entries without the value come last in both orders; those with the same value stay as they were. */
export function sortedBy<E>(
  entries: readonly E[],
  { sortValue, order }: Pick<ShortOrder<E>, 'sortValue' | 'order'>,
): E[] {
  return [...entries].sort((a, b) => compared(sortValue(a), sortValue(b), order));
}

/**
 * The entries behind a place in a sorted list. If the entry of the place has another value now, or left the list, those with
 * its earlier value come again: none of them is missed.
 */
export function entriesBehind<E>(
  sorted: readonly E[],
  place: ListPlace | undefined,
  how: ShortOrder<E>,
): readonly E[] {
  if (place === undefined) return sorted;
  const [text, id] = place;
  const last = sorted.findIndex((entry) => placeIn(how, entry).join('\n') === `${text}\n${id}`);
  if (last !== -1) return sorted.slice(last + 1);
  const isNumber = sorted.some((entry) => typeof how.sortValue(entry) === 'number');
  const value = text === UNKNOWN ? null : isNumber ? Number(text) : text;
  const from = sorted.findIndex((entry) => compared(how.sortValue(entry), value, how.order) >= 0);
  return from === -1 ? [] : sorted.slice(from);
}

/** The place of an entry, for the cursor that continues behind it. A cursor has no fractions, so that a number is a text. */
export function placeIn<E>({ sortValue, idOf }: Omit<ShortOrder<E>, 'order'>, entry: E): ListPlace {
  return [String(sortValue(entry) ?? UNKNOWN), idOf(entry)];
}

/** A place has no null. No list is sorted by a text that may be empty. */
const UNKNOWN = '';
const PLACE = z.tuple([z.string(), z.string()]);

/**
 * The place of a cursor, if it is one of such a list.
 * @throws ApiError `invalid_parameter` otherwise
 */
export function requireShortPlace(after: ListPlace | undefined): ListPlace | undefined {
  if (after === undefined || PLACE.safeParse(after).success) return after;
  throw invalidParameter([
    { path: 'cursor', message: 'The cursor is damaged. Begin again: give the arguments without cursor.' },
  ]);
}

function compared(a: SortValue, b: SortValue, order: 'desc' | 'asc'): number {
  const [one, other] = [a ?? null, b ?? null];
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  const sign = order === 'desc' ? -1 : 1;
  return one === other ? 0 : one < other ? -sign : sign;
}
