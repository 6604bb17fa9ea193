/** Compares two quarters of a manager or of a security, as they are unpacked: what is new, grown, shrunk or gone. */

import type { ComparedRows } from '../../tools/contract/reads/found.js';
import type { HoldingSearch } from '../../tools/contract/reads/managers.js';
import type { HoldingChange, HoldingKind } from '../../tools/contract/shapes/managers.js';
import { type CompareContext, holderChange, isChangeSure } from '../records/portfolios/holder-change.js';
import {
  comparableAmount,
  type Figures,
  KIND_MASK,
  POSITION_FLAGS,
} from '../records/portfolios/packed-positions.js';

/** A position in one quarter or both, before it becomes a row. */
export interface ComparedPair<K> {
  /** The security, or the manager. */
  id: K;
  kind: HoldingKind;
  change: HoldingChange;
  changeIsSure: boolean;
  now: Figures | undefined;
  before: Figures | undefined;
}

/** What every row says of a comparison, in the order of the answer. */
export interface ComparedFields {
  change: HoldingChange;
  changeIsSure: boolean;
  kind: HoldingKind;
  amount: number | null;
  priorAmount: number | null;
  amountChange: number | null;
  amountChangePct: number | null;
  valueUsd: number | null;
  priorValueUsd: number | null;
}

export function kindOf({ flags }: Pick<Figures, 'flags'>): HoldingKind {
  // An option of an unknown kind has this mark too, and is not known to be shares.
  if ((flags & POSITION_FLAGS.unknownType) !== 0) return 'unknown';
  if ((flags & POSITION_FLAGS.put) !== 0) return 'put';
  if ((flags & POSITION_FLAGS.call) !== 0) return 'call';
  return (flags & POSITION_FLAGS.principal) !== 0 ? 'principal' : 'shares';
}

/**
 * Pairs the positions of two quarters by id and kind.
 * @param contextOf the flags of the managers of this id, and whether its shares may have been split
 */
export function pairs<K extends string | number, F extends Figures>(
  now: readonly F[],
  before: readonly F[],
  idOf: (one: F) => K,
  contextOf: (id: K) => CompareContext,
): Array<ComparedPair<K>> {
  // Nearly all are shares: making a text for each of thousands would cost more than the comparison.
  const place = (one: F): K | string => {
    const kind = one.flags & KIND_MASK;
    return kind === 0 ? idOf(one) : `${kind} ${idOf(one)}`;
  };
  const earlier = new Map(before.map((one) => [place(one), one]));
  const found: Array<ComparedPair<K>> = [];
  const add = (one: F, current: F | undefined, prior: F | undefined) => {
    const id = idOf(one);
    const context = contextOf(id);
    const change = holderChange(comparableAmount(current), comparableAmount(prior), context);
    found.push({
      id,
      kind: kindOf(one),
      change,
      changeIsSure: isChangeSure(change, context),
      now: current,
      before: prior,
    });
  };
  for (const one of now) {
    const key = place(one);
    add(one, one, earlier.get(key));
    earlier.delete(key);
  }
  for (const one of earlier.values()) add(one, undefined, one);
  return found;
}

/** New or gone and not sure counts as unknown. */
export function countsOf(
  all: ReadonlyArray<{ change: HoldingChange; changeIsSure: boolean; now: unknown }>,
): Record<HoldingChange, number> {
  const counts = { new: 0, added: 0, trimmed: 0, held: 0, exit: 0, unknown: 0 };
  for (const { change, changeIsSure, now } of all)
    if (change !== 'unknown' || now !== undefined) counts[changeIsSure ? change : 'unknown'] += 1;
  return counts;
}

type Sortable = Pick<ComparedPair<string | number>, 'id' | 'kind' | 'change' | 'now' | 'before'>;

/** A position that is gone has the figures that it had. One whose later report does not count has none that is known. */
function shownFigures({ now, before, change }: Omit<Sortable, 'id' | 'kind'>): Figures | undefined {
  return now ?? (change === 'exit' ? before : undefined);
}

/** Unknown figures come last in either order. */
function sortValue({ now, before, change }: Sortable, sort: HoldingSearch['sort']): number | null {
  const shown = shownFigures({ now, before, change });
  if (sort === 'value') return shown?.value ?? null;
  if (sort === 'amount') return shown?.amount ?? null;
  if (change === 'unknown') return null;
  const of = (figures: Figures | undefined) =>
    figures === undefined ? 0 : sort === 'change' ? (comparableAmount(figures) ?? null) : figures.value;
  const [after, prior] = [of(now), of(before)];
  return after === null || prior === null ? null : after - prior;
}

/**
 * The wanted pairs in their order, from behind the place on, and how many there are.
 * @param listsUnreported also those only in the earlier quarter that are not known to be gone, as unknown
 */
export function pageOfPairs<K extends string | number>(
  all: ReadonlyArray<ComparedPair<K>>,
  { changes, kinds, minValue, sort, order, after, limit }: HoldingSearch,
  listsUnreported = false,
): ComparedRows<ComparedPair<K>> {
  const wanted = all.filter(
    ({ kind, change, now, before }) =>
      kinds.includes(kind) &&
      changes.includes(change) &&
      (now !== undefined || change === 'exit' || listsUnreported) &&
      (minValue === 0 || (shownFigures({ now, before, change })?.value ?? -1) >= minValue),
  );
  const sign = order === 'desc' ? -1 : 1;
  const placed = wanted.map((pair) => ({ pair, place: placeOf(pair, sort) }));
  placed.sort((a, b) => comparePlaces(a.place, b.place, sign));
  const from =
    after === undefined
      ? 0
      : placed.findIndex(({ place }) => comparePlaces(place, after as PairPlace, sign) > 0);
  const given = from === -1 ? [] : placed.slice(from, from + limit);
  const last = given.at(-1);
  const isMore = from !== -1 && from + limit < placed.length;
  return {
    rows: given.map(({ pair }) => pair),
    total: wanted.length,
    next: isMore && last !== undefined ? last.place : null,
  };
}

/** Whether the figure is known, the figure, and what decides ties. */
type PairPlace = [known: number, figure: number, id: string];

function placeOf(pair: Sortable, sort: HoldingSearch['sort']): PairPlace {
  const value = sortValue(pair, sort);
  return [value === null ? 0 : 1, value ?? 0, `${pair.id} ${pair.kind}`];
}

function comparePlaces(a: PairPlace, b: PairPlace, sign: 1 | -1): number {
  if (a[0] !== b[0]) return b[0] - a[0];
  if (a[1] !== b[1]) return (a[1] - b[1]) * sign;
  return a[2] < b[2] ? -1 : a[2] > b[2] ? 1 : 0;
}

export function comparedFields({
  now,
  before,
  change,
  changeIsSure,
  kind,
}: ComparedPair<unknown>): ComparedFields {
  const [amount, priorAmount] = [now?.amount ?? null, before?.amount ?? null];
  // Also where a position is new or gone: dollars in the share column say nothing of shares.
  const [after, prior] = [comparableAmount(now), comparableAmount(before)];
  const amountChange =
    change === 'unknown' || after === null || prior === null ? null : (after ?? 0) - (prior ?? 0);
  return {
    change,
    changeIsSure,
    kind,
    amount,
    priorAmount,
    amountChange,
    amountChangePct:
      amountChange === null || priorAmount === null || priorAmount === 0
        ? null
        : rounded((amountChange / priorAmount) * 100, 2),
    valueUsd: now?.value ?? null,
    priorValueUsd: before?.value ?? null,
  };
}

/** Fraction of 1 of a report; null if either is not known. */
export function weightIn(
  value: number | null | undefined,
  totalUsd: number | null | undefined,
): number | null {
  if (value === null || value === undefined || totalUsd === null || totalUsd === undefined) return null;
  return totalUsd > 0 ? rounded(value / totalUsd, 8) : 0;
}

function rounded(value: number, decimals: number): number {
  const short = Number(value.toFixed(decimals));
  return short === 0 ? 0 : short;
}
