/** The views of get_tracker: which arguments each takes, its rows, and the places in its lists. */

import { z } from 'zod/v3';
import { listFor, type RowChoice, unreadableIn } from './answer.js';
import { invalidParameter } from './errors.js';
import type { ListPlace } from './place.js';
import { placeOfLast } from './place.js';
import type { TradeSearch } from './reads/congress.js';
import type { StoredTrackerRow, TrackerRowsQuery } from './reads/trackers.js';
import { TRACKER_ROWS_LIMIT } from './rules.js';
import { SerializedRows } from './serialized-rows.js';
import type { TimedTrade } from './shapes/congress.js';
import type { Holding, TrackerDetail } from './shapes/tracker.js';
import { POSITION_CHANGES, type TrackerChange } from './shapes/tracker-changes.js';
import { TRACKER_COLUMNS, type TRACKER_VIEWS, type TrackerHead } from './shapes/tracker-view.js';
import type { GivenRows, ToolContext } from './tool.js';
import { tradePlaceOf, withDelays } from './trade-search.js';

/** The orders of a comparison. */
export const POSITION_SORTS = ['value', 'shares_change', 'value_change', 'weight_change', 'name'] as const;

export type TrackerView = (typeof TRACKER_VIEWS)[number];

export const TRACKER_TYPES = [
  'purchase',
  'sale',
  'exchange',
  'new',
  'added',
  'trimmed',
  'exit',
  'held',
  'any',
] as const;

/** Validated arguments beside slug and series. */
export interface TrackerArguments {
  view: TrackerView;
  limit?: number | undefined;
  ticker?: string | undefined;
  since?: string | undefined;
  until?: string | undefined;
  type?: (typeof TRACKER_TYPES)[number] | undefined;
  fields?: string | undefined;
  format: 'rows' | 'table';
  quarter?: string | undefined;
  compare?: string | undefined;
  position?: string | undefined;
  sort?: (typeof POSITION_SORTS)[number] | undefined;
  order?: 'desc' | 'asc' | undefined;
}

/** The changes of a 13F that a type means. */
const CHANGES: Readonly<Record<string, readonly string[]>> = {
  purchase: ['new', 'added'],
  sale: ['trimmed', 'exit'],
  new: ['new'],
  added: ['added'],
  trimmed: ['trimmed'],
  exit: ['exit'],
  held: ['held'],
  any: POSITION_CHANGES,
};
/** What `changes` has without a type: everything but positions that stayed as they were. */
const ALL_CHANGES = ['new', 'added', 'trimmed', 'exit', 'unknown'];

/** The changes that a list of changes has. */
export function wantedChanges(type: TrackerArguments['type']): readonly string[] {
  return type === undefined ? ALL_CHANGES : (CHANGES[type] ?? []);
}

/** The views that are one list. */
const LIST_VIEWS: readonly TrackerView[] = ['holdings', 'changes', 'transactions', 'quarters', 'history'];
/** The views that take an argument. */
const VIEWS_OF: Readonly<Record<string, readonly TrackerView[]>> = {
  limit: LIST_VIEWS,
  fields: LIST_VIEWS,
  ticker: ['holdings', 'changes', 'transactions'],
  type: ['changes', 'transactions'],
  since: ['transactions'],
  until: ['transactions'],
  quarter: ['holdings', 'changes'],
  compare: ['holdings', 'changes'],
  sort: ['holdings', 'changes'],
  order: ['holdings', 'changes'],
  position: ['history'],
};

/**
 * The view of the call: with a cursor that of the list that it continues.
 * @throws ApiError `invalid_parameter` for an argument that the view does not take
 */
export function viewOf(input: TrackerArguments, after: ListPlace | undefined): TrackerView {
  const [ofCursor] = after ?? [];
  const view = (ofCursor as TrackerView | undefined) ?? input.view;
  if (after !== undefined && !LIST_VIEWS.includes(view)) throw damaged();
  if (input.view !== 'full' && input.view !== view)
    throw wrong('view', `The cursor continues view=${view}. Give the cursor with that view or without one`);
  for (const [name, views] of Object.entries(VIEWS_OF)) {
    // The names are those of arguments.
    if (input[name as keyof TrackerArguments] === undefined || views.includes(view)) continue;
    throw wrong(name, `${name} needs view=${either(views)}`);
  }
  if (view === 'history' && input.position === undefined && after === undefined)
    throw wrong('position', 'view=history needs position: the CUSIP of a row of holdings or changes');
  if (input.format === 'table' && !LIST_VIEWS.includes(view))
    throw wrong('format', `format=table needs view=${either(LIST_VIEWS)}`);
  return view;
}

const either = (words: readonly string[]) => words.join(', ').replace(/, ([^,]*)$/, ' or $1');

/** @throws ApiError `invalid_parameter` for a view or a type that portfolios of this archetype do not have */
export function requireSuitable(input: TrackerArguments, view: TrackerView, head: TrackerHead): void {
  const { type } = input;
  const isFund = head.identity.archetype === 'hedge_fund';
  if (!isFund && (view === 'quarters' || view === 'history'))
    throw wrong('view', `view=${view} is only for 13F portfolios (hedge_fund)`);
  if (!isFund && isCompared(input))
    throw wrong('view', 'quarter, compare, sort and order are only for 13F portfolios (hedge_fund)');
  if (view === 'changes' && !isFund)
    throw wrong('view', 'view=changes is only for 13F portfolios (hedge_fund); use view=transactions');
  if (view === 'transactions' && isFund)
    throw wrong('view', 'A 13F lists no transactions; view=changes has what changed since the last report');
  if (type === undefined) return;
  const accepted = view === 'changes' ? Object.keys(CHANGES) : ['purchase', 'sale', 'exchange'];
  if (!accepted.includes(type))
    throw wrong('type', `With view=${view}, type must be one of: ${accepted.join(', ')}`);
}

/** Whether the list is of one quarter against another, instead of the newest report. */
export function isCompared({ quarter, compare, sort, order }: TrackerArguments): boolean {
  return [quarter, compare, sort, order].some((one) => one !== undefined);
}

/** One page of a list: the member of the data that it is, and what meta says of it. */
export interface TrackerPage {
  data: object;
  counted: GivenRows;
}

/** Positions, changes or the transactions of OGE reports. */
export async function storedPage(
  input: TrackerArguments,
  view: TrackerView,
  head: TrackerHead,
  context: ToolContext,
): Promise<TrackerPage> {
  const { limit = TRACKER_ROWS_LIMIT.default } = input;
  const state = stateOf(head);
  const question = rowsQuery(input, view, head.identity.slug);
  const after = storedPlace(context.after, state);
  const found = await context.reads.trackerRows({ ...question, after, limit: limit + 1 });
  const given = found.rows.slice(0, limit);
  const last = given.at(-1);
  const isCut = found.rows.length > limit && last !== undefined;
  const texts = given.map(view === 'changes' ? changeText : ({ json }) => json);
  const isFund = head.identity.archetype === 'hedge_fund';
  const columns = {
    changes: TRACKER_COLUMNS.changes,
    transactions: TRACKER_COLUMNS.ogeTransactions,
    holdings: isFund ? TRACKER_COLUMNS.fundHoldings : TRACKER_COLUMNS.bracketHoldings,
  }[view as 'changes' | 'transactions' | 'holdings'];
  const { undated, untyped } = found;
  return {
    data: {
      [view]: chosenRows(new SerializedRows<object>(texts), context, input, columns),
      ...(view === 'transactions' ? { leftOut: { undated, untyped } } : {}),
    },
    counted: {
      given: given.length,
      total: Math.max(found.total, given.length),
      next: isCut ? [view, state, last.list, last.position] : null,
      ...unreadableIn(found),
    },
  };
}

/** The trades of a tracked member of Congress, latest day of the trade first. */
export async function tradePage(
  input: TrackerArguments,
  head: TrackerHead,
  context: ToolContext,
): Promise<TrackerPage> {
  const { limit = TRACKER_ROWS_LIMIT.default } = input;
  const search = { sort: 'traded' } as const;
  const after = tradePlaceOf(search, context.after?.slice(1));
  const member = await context.reads.memberSlug(head.identity.sourceId);
  const question = { ...tradesQuery(input, search.sort), after, limit: limit + 1 };
  const found = member === null ? null : await context.reads.searchTrades({ ...question, member });
  const rows = found === null ? null : withDelays(found);
  const given = rows?.first(limit);
  const isCut = rows !== null && rows.length > limit;
  const texts = given?.withoutUrls() ?? new SerializedRows<TimedTrade>([]);
  return {
    data: {
      transactions: chosenRows(texts, context, input, TRACKER_COLUMNS.trades),
      // Every trade has a date and a type.
      leftOut: { undated: 0, untyped: 0 },
    },
    counted: {
      given: texts.length,
      total: found?.total ?? 0,
      next: isCut ? ['transactions', ...placeOfLast(found?.places ?? [], limit)] : null,
      ...(rows === null ? {} : unreadableIn(rows)),
    },
  };
}

function rowsQuery(
  { ticker, type, since = undefined, until = undefined }: TrackerArguments,
  view: TrackerView,
  slug: string,
): Omit<TrackerRowsQuery, 'after' | 'limit'> {
  const tickers = ticker === undefined ? [] : ticker.split(',');
  const all = { slug, tickers, since: since ?? null, until: until ?? null };
  if (view === 'holdings') return { ...all, lists: ['holding'], kinds: null };
  if (view === 'transactions')
    return { ...all, lists: ['transaction'], kinds: type === undefined ? null : [type] };
  return { ...all, lists: ['exit', 'holding'], kinds: wantedChanges(type) };
}

function tradesQuery(
  { ticker, type, since, until }: TrackerArguments,
  sort: TradeSearch['sort'],
): Omit<TradeSearch, 'after' | 'limit' | 'member'> {
  return {
    since: since ?? null,
    // Later than any filed date.
    until: until ?? '9999-12-31',
    dates: 'traded',
    tickers: ticker === undefined ? [] : ticker.split(','),
    // `requireSuitable` refuses the types of changes.
    type: (type as TradeSearch['type'] | undefined) ?? null,
    party: null,
    state: null,
    chamber: null,
    owner: null,
    minAmount: 0,
    late: null,
    sort,
    order: 'desc',
  };
}

/** Changes with each report: positions in the lists are those of one state. */
export function stateOf({ snapshot, reportCount, transactionCount, latestReport }: TrackerHead): string {
  const parts = [latestReport?.filedAt, reportCount, snapshot?.holdingsCount, transactionCount];
  return parts.map((part) => part ?? '').join(' ');
}

/** @throws ApiError `invalid_parameter` for a cursor of another list, or of an earlier state of this one */
export function storedPlace(after: ListPlace | undefined, state: string): TrackerRowsQuery['after'] {
  if (after === undefined) return undefined;
  const place = z.tuple([z.string(), z.string(), z.string(), z.number().int().min(0)]).safeParse(after);
  if (!place.success) throw damaged();
  const [, was, list, position] = place.data;
  if (was !== state)
    throw wrong('cursor', 'A newer report has come since this list began. Begin again, without cursor');
  return [list, position];
}

export function chosenRows<R extends object>(
  rows: SerializedRows<R>,
  context: ToolContext,
  { fields, format }: TrackerArguments,
  { all, usual }: { all: readonly string[]; usual: readonly string[] },
): ReturnType<typeof listFor<R>> {
  const valid = fields === undefined || fields.split(',').every((name) => all.includes(name));
  if (!valid) throw wrong('fields', `fields must be a comma-separated list of: ${all.join(', ')}`);
  const choice: RowChoice = { fields: fields ?? usual.join(','), format };
  return listFor(rows, context, choice, { columns: all, brief: [] });
}

function changeText({ kind, list, json }: StoredTrackerRow): string {
  // What the writer stored under the list.
  if (list === 'exit') {
    type Exit = NonNullable<NonNullable<TrackerDetail['snapshot']>['quarterChanges']>['exits'][number];
    const { priorValueUsd, ...exit } = JSON.parse(json) as Exit;
    return JSON.stringify(changeOf(exit, 'exit', priorValueUsd));
  }
  return JSON.stringify(changeOf(JSON.parse(json) as Holding, kind as TrackerChange['change'], null));
}

function changeOf(
  held: Pick<Holding, 'ticker' | 'issuerName' | 'putCall'> &
    Partial<Holding> &
    Pick<TrackerChange, 'changeIsSure'>,
  change: TrackerChange['change'],
  priorValueUsd: number | null,
): TrackerChange {
  return {
    change,
    ticker: held.ticker,
    issuerName: held.issuerName,
    titleOfClass: held.titleOfClass ?? null,
    cusip: held.cusip ?? null,
    putCall: held.putCall,
    shares: held.shares ?? null,
    sharesChangePct: held.sharesChangePct ?? null,
    valueUsd: held.valueUsd ?? null,
    priorValueUsd,
    weight: held.weight ?? null,
    deltaWeightPp: held.deltaWeightPp ?? null,
    ...(held.changeIsSure === false ? { changeIsSure: false } : {}),
  };
}

export function wrong(path: string, message: string): Error {
  return invalidParameter([{ path, message }]);
}

function damaged(): Error {
  return wrong('cursor', 'The cursor is damaged. Begin again: give the arguments without cursor.');
}
