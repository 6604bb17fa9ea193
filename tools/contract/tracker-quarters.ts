/** What get_tracker says of the quarters of a 13F: the list of them, two compared, and one position in all of them. */

import { z } from 'zod/v3';
import { TRACKER_ROWS_LIMIT } from './rules.js';
import { SerializedRows } from './serialized-rows.js';
import {
  type ComparedPosition,
  countedChange,
  type FundChange,
  POSITION_CHANGES,
  type TrackerQuarter,
} from './shapes/tracker-changes.js';
import { TRACKER_COLUMNS, type TrackerHead } from './shapes/tracker-view.js';
import { type SortValue, sortedBy } from './short-list.js';
import type { ToolContext } from './tool.js';
import {
  chosenRows,
  stateOf,
  storedPlace,
  type TrackerArguments,
  type TrackerPage,
  type TrackerView,
  wantedChanges,
  wrong,
} from './tracker-search.js';

/** `2026-Q2`; also `Q2 2026` and `2026q2`. */
export function quarterParameter(name: string, description: string) {
  const message = `${name} must be a quarter, such as 2026-Q2`;
  return z
    .string({ invalid_type_error: message })
    .regex(/^\s*(?:\d{4}[-\s]?q[1-4]|q[1-4][-\s]?\d{4})\s*$/i, message)
    .transform((text) => `${/\d{4}/.exec(text)?.[0]}-Q${/q([1-4])/i.exec(text)?.[1]}`)
    .describe(description);
}

/** A CUSIP in any case. */
export function cusipParameter(name: string, description: string) {
  const message = `${name} must be a CUSIP: 9 letters and digits, such as 037833100`;
  return z
    .string({ invalid_type_error: message })
    .regex(/^[0-9A-Za-z*@#]{9}$/, message)
    .transform((text) => text.toUpperCase())
    .describe(description);
}

/** One page of any of these lists. */
export async function quarterPage(
  input: TrackerArguments,
  view: TrackerView,
  head: TrackerHead,
  context: ToolContext,
): Promise<TrackerPage> {
  const { slug } = head.identity;
  const { reads } = context;
  const quarters = await reads.trackerQuarters(slug);
  if (view === 'quarters') return pageOf(quarters, { input, view, head, context });
  if (view === 'history') {
    const rows = await reads.positionHistory({ slug, cusip: input.position ?? '' });
    return pageOf(rows, { input, view, head, context });
  }
  const compared = quartersToCompare(input, quarters);
  const all = compared === null ? [] : await reads.comparedPositions({ slug, ...compared });
  const rows = all.filter((row) =>
    view === 'holdings' ? row.change !== 'exit' : wantedChanges(input.type).includes(countedChange(row)),
  );
  const found = pageOf(sorted(rows.filter(hasTicker(input)), input), { input, view, head, context });
  if (compared === null) return found;
  const { quarter, prior: compare } = compared;
  return { ...found, data: { comparison: { quarter, compare, counts: countsOf(all) }, ...found.data } };
}

/** @throws ApiError `invalid_parameter` for a quarter that is not stored, or not before the other one */
function quartersToCompare(
  { quarter, compare }: TrackerArguments,
  quarters: readonly TrackerQuarter[],
): { quarter: TrackerQuarter; prior: TrackerQuarter | null } | null {
  const newest = quarters[0];
  if (newest === undefined) {
    if (quarter === undefined && compare === undefined) return null;
    throw wrong(
      quarter === undefined ? 'compare' : 'quarter',
      'No quarter of this portfolio was read so far',
    );
  }
  const find = (name: 'quarter' | 'compare', wanted: string) => {
    const found = quarters.find((one) => one.quarter === wanted);
    if (found !== undefined) return found;
    const known = quarters.map((one) => one.quarter).join(', ');
    throw wrong(name, `${name} ${wanted} was not reported, or not read. Quarters here: ${known}`);
  };
  const current = quarter === undefined ? newest : find('quarter', quarter);
  const before = quarters.filter(({ periodEnd }) => periodEnd < current.periodEnd);
  if (compare === undefined) return { quarter: current, prior: before[0] ?? null };
  const prior = find('compare', compare);
  if (!before.includes(prior))
    throw wrong('compare', `compare must be a quarter before ${current.quarter}, the quarter that is shown`);
  return { quarter: current, prior };
}

/** BRK is every class, BRK.B one. */
function hasTicker({ ticker: wanted }: TrackerArguments): (row: ComparedPosition) => boolean {
  if (wanted === undefined) return () => true;
  const symbols = wanted.split(',');
  const plain = (symbol: string) => symbol.toUpperCase().replace(/[-/ ]/g, '.');
  return ({ ticker }) => {
    if (ticker === null) return false;
    const own = plain(ticker);
    return symbols.some((one) => one === own || (!one.includes('.') && own.split('.')[0] === one));
  };
}

const SORT_VALUES: Record<
  Exclude<TrackerArguments['sort'], undefined>,
  (row: ComparedPosition) => SortValue
> = {
  // Exits come last, the largest of them first.
  value: ({ valueUsd }) => valueUsd,
  shares_change: (row) => (countedChange(row) === 'exit' ? -100 : row.sharesChangePct),
  value_change: (row) => (countedChange(row) === 'exit' ? -100 : row.valueChangePct),
  weight_change: ({ deltaWeightPp }) => deltaWeightPp,
  name: ({ issuerName }) => issuerName,
};

function sorted(
  rows: readonly ComparedPosition[],
  { sort = 'value', order = sort === 'name' ? 'asc' : 'desc' }: TrackerArguments,
): readonly ComparedPosition[] {
  return sortedBy(rows, { sortValue: SORT_VALUES[sort], order });
}

function countsOf(rows: readonly ComparedPosition[]): Record<FundChange, number> {
  const count = (change: FundChange) => rows.filter((row) => countedChange(row) === change).length;
  // An object of these names.
  return Object.fromEntries(POSITION_CHANGES.map((change) => [change, count(change)])) as Record<
    FundChange,
    number
  >;
}

interface PageContext {
  input: TrackerArguments;
  view: TrackerView;
  head: TrackerHead;
  context: ToolContext;
}

/** The rows of one page. The place in a list is the number of rows before it. */
function pageOf(all: readonly object[], { input, view, head, context }: PageContext): TrackerPage {
  const { limit = TRACKER_ROWS_LIMIT.default } = input;
  const state = stateOf(head);
  const [, from = 0] = storedPlace(context.after, state) ?? [];
  const given = all.slice(from, from + limit);
  const rest = all.length - from - given.length;
  const columns = TRACKER_COLUMNS[view === 'history' || view === 'quarters' ? view : 'compared'];
  const texts = given.map((row) => JSON.stringify(row));
  return {
    data: { [view]: chosenRows(new SerializedRows<object>(texts), context, input, columns) },
    counted: {
      given: given.length,
      total: all.length,
      next: rest > 0 ? [view, state, 'quarters', from + given.length] : null,
    },
  };
}
