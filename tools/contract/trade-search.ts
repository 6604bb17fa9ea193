/** What the two tools that list trades of members of Congress share: arguments, places of cursors, days to disclosure. */

import { z } from 'zod/v3';
import { invalidParameter } from './errors.js';
import { dollarsParameter, wordParameter } from './parameters.js';
import type { ListPlace } from './place.js';
import type { FoundTrades, TradeSearch } from './reads.js';
import { LATE_DAYS } from './rules.js';
import { SerializedPageRows } from './serialized-rows.js';
import type { MemberTrade, TimedTrade } from './shapes/congress.js';

export const TRADE_SORTS = ['disclosed', 'traded', 'amount', 'delay'] as const;
export const TRADE_SORTS_DESCRIPTION =
  'disclosed by disclosureDate (default), traded by transactionDate, amount by amountMin, delay by daysToDisclosure with unknown ones last';

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

type Sorted = Pick<TradeSearch, 'sort' | 'order'>;

const date = z.string().regex(/^\d{4}-\d\d-\d\d$/);
const count = z.number().int().min(0);
const BEHIND = [date, date, z.string().min(1), count] as const;
const FIRST = { disclosed: [], traded: [date], amount: [count], delay: [z.number().int().min(-1)] } as const;

/**
 * The place of a cursor, if it is one of this list.
 * @throws ApiError `invalid_parameter` otherwise
 */
export function tradePlaceOf({ sort }: Sorted, after: ListPlace | undefined): ListPlace | undefined {
  // A tuple has at least one schema: the disclosure date.
  const place = z.tuple([...FIRST[sort], ...BEHIND] as unknown as [z.ZodTypeAny, ...z.ZodTypeAny[]]);
  if (after === undefined || place.safeParse(after).success) return after;
  throw invalidParameter([
    { path: 'cursor', message: 'The cursor is damaged. Begin again: give the arguments without cursor.' },
  ]);
}

/** Unknown days to disclosure are last in both orders. */
export const UNKNOWN_DELAY_PLACE = { desc: -1, asc: 9_999_999 } as const;

/** The place of a row in its list. */
export function placeOfTrade(
  { sort, order }: Sorted,
  row: MemberTrade & Pick<Partial<TimedTrade>, 'daysToDisclosure'>,
): ListPlace {
  const at = row.filingId.lastIndexOf('-');
  const behind = [
    row.disclosureDate,
    row.transactionDate,
    row.filingId.slice(0, at),
    Number(row.filingId.slice(at + 1)),
  ];
  const first: Record<TradeSearch['sort'], Array<string | number>> = {
    disclosed: [],
    traded: [row.transactionDate],
    amount: [Math.round(row.amountMin * 100)],
    delay: [row.daysToDisclosure ?? UNKNOWN_DELAY_PLACE[order]],
  };
  return [...first[sort], ...behind];
}

/** The rows with the days from the trade to its disclosure. */
export function withDelays({ rows, delays }: FoundTrades): SerializedPageRows<TimedTrade> {
  return new SerializedPageRows(
    rows.stored.map(([json, page], at) => {
      const days = delays[at] ?? null;
      const late = days === null ? null : days > LATE_DAYS;
      return [`${json.slice(0, -1)},"daysToDisclosure":${days},"late":${late}}`, page] as const;
    }),
  );
}
