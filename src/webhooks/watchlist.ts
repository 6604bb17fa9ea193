/** What a watchlist follows, and the searches in the log of changes that find it. */

import { z } from 'zod/v3';
import { TICKERS_MAX } from '../../tools/contract/parameters.js';
import { INSIDER_SLUG_MAX, MEMBER_SLUG_MAX, TRACKER_SLUG_MAX } from '../../tools/contract/rules.js';
import { CHANGE_EVENTS, CHANGE_TYPES } from '../../tools/contract/shapes/change.js';

/** Names of one kind in a watchlist. */
const NAMES_MAX = 20;
const SYMBOLS_MAX = 100;

const slugs = (max: number) =>
  z
    .array(
      z
        .string()
        .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be a slug, as in the address of a page')
        .max(max),
    )
    .max(NAMES_MAX, `has at most ${NAMES_MAX} names`)
    .default([]);

/** At least one of these kinds of names, or none for everything that the other filters leave. */
export const watchlistFilters = z
  .object({
    tickers: z
      .array(
        z
          .string()
          .regex(/^[A-Za-z]{1,5}(?:[./-][A-Za-z]{1,2})?$/, 'must be a trading symbol, such as ACME or BRK.B')
          .transform((text) => text.toUpperCase().replace(/[-/]/, '.')),
      )
      .max(SYMBOLS_MAX, `has at most ${SYMBOLS_MAX} symbols`)
      .default([]),
    insiders: slugs(INSIDER_SLUG_MAX),
    members: slugs(MEMBER_SLUG_MAX),
    trackers: slugs(TRACKER_SLUG_MAX),
    isins: z
      .array(
        z
          .string()
          .regex(/^[A-Za-z]{2}[A-Za-z0-9]{10}$/, 'must be an ISIN, such as SE0000108656')
          .transform((text) => text.toUpperCase()),
      )
      .max(NAMES_MAX, `has at most ${NAMES_MAX} names`)
      .default([]),
    types: z.array(z.enum(CHANGE_TYPES)).max(CHANGE_TYPES.length).default([]),
    events: z.array(z.enum(CHANGE_EVENTS)).max(CHANGE_EVENTS.length).default([]),
    min_value: z.number().min(0).max(1e15).default(0),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, 'must be three capital letters, such as USD')
      .default('USD'),
  })
  .strict();
export type WatchlistFilters = z.infer<typeof watchlistFilters>;

/** Arguments of `get_changes`. */
export type ChangeQuestion = Record<string, string | number>;

/** The searches whose changes together are those of the watchlist. */
export function questionsOf(filters: WatchlistFilters): ChangeQuestion[] {
  const { tickers, insiders, members, trackers, isins, types, events, min_value, currency } = filters;
  const shared: ChangeQuestion = {
    ...(types.length === 0 ? {} : { type: types.join(',') }),
    ...(events.length === 0 ? {} : { event: events.join(',') }),
    ...(min_value === 0 ? {} : { min_value, currency }),
  };
  const symbols: ChangeQuestion[] = [];
  for (let at = 0; at < tickers.length; at += TICKERS_MAX)
    symbols.push({ ticker: tickers.slice(at, at + TICKERS_MAX).join(',') });
  const names: ChangeQuestion[] = [
    ...symbols,
    ...insiders.map((owner) => ({ owner })),
    ...members.map((member) => ({ member })),
    ...trackers.map((tracker) => ({ tracker })),
    ...isins.map((isin) => ({ isin })),
  ];
  return names.length === 0 ? [shared] : names.map((one) => ({ ...one, ...shared }));
}
