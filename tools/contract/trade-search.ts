/** What the two tools that list trades of members of Congress share: arguments, places of cursors, days to disclosure. */

import { z } from 'zod/v3';
import { invalidParameter } from './errors.js';
import { dollarsParameter, wordParameter } from './parameters.js';
import type { ListPlace } from './place.js';
import type { FoundTrades, TradeSearch } from './reads/congress.js';
import { LATE_DAYS } from './rules.js';
import { SerializedPageRows } from './serialized-rows.js';
import type { MemberTrade, TimedTrade } from './shapes/congress.js';

/** The orders of the trades of one member, and of those of all. */
export const MEMBER_TRADE_SORTS = ['disclosed', 'traded', 'amount', 'delay', 'ticker'] as const;
export const TRADE_SORTS = [...MEMBER_TRADE_SORTS, 'member'] as const;
export const TRADE_SORTS_DESCRIPTION =
  'disclosed by disclosureDate (default), traded by transactionDate, amount by amountMin, delay by daysToDisclosure, ticker by symbol; delay and ticker leave out trades without one';

export function tradeTypeParameter() {
  return wordParameter(
    'type',
    ['purchase', 'sale', 'exchange'],
    'Only purchases, sales (full, partial or not said) or exchanges',
  );
}

export function minAmountParameter() {
  return dollarsParameter(
    'min_amount',
    'Only trades whose amountMin, the lower bound of the bracket, is at least this many US dollars, such as 15001. Default 0',
  );
}

const date = z.string().regex(/^\d{4}-\d\d-\d\d$/);
const count = z.number().int().min(0);
const id = z.string().min(1);
const PLACES = {
  disclosed: z.tuple([date, date, id, count]),
  traded: z.tuple([date, date, id, count]),
  amount: z.tuple([count, date, date, id, count]),
  delay: z.tuple([count, date, date, id, count]),
  ticker: z.tuple([id, date, date, id, count]),
  member: z.tuple([z.string(), id, date, date, id, count]),
} as const;

/**
 * The place of a cursor, if it is one of this list.
 * @throws ApiError `invalid_parameter` otherwise
 */
export function tradePlaceOf(
  { sort }: Pick<TradeSearch, 'sort'>,
  after: ListPlace | undefined,
): ListPlace | undefined {
  if (after === undefined || PLACES[sort].safeParse(after).success) return after;
  throw invalidParameter([
    { path: 'cursor', message: 'The cursor is damaged. Begin again: give the arguments without cursor.' },
  ]);
}

/** The place of a row in a list by date of disclosure. */
export function placeOfTrade({ filingId, disclosureDate, transactionDate }: MemberTrade): ListPlace {
  const at = filingId.lastIndexOf('-');
  return [disclosureDate, transactionDate, filingId.slice(0, at), Number(filingId.slice(at + 1))];
}

/** The rows with the days from the trade to its disclosure. */
export function withDelays({ rows, delays }: FoundTrades): SerializedPageRows<TimedTrade> {
  return new SerializedPageRows(
    rows.stored.map(([json, page], at) => {
      const days = delays[at] ?? null;
      const late = days === null ? null : days > LATE_DAYS;
      return [`${json.slice(0, -1)},"daysToDisclosure":${days},"late":${late}}`, page] as const;
    }),
    rows.unreadable,
  );
}
