/** The search that the arguments of get_latest_filings mean, and the places in its lists. */

import { z } from 'zod/v3';
import { daysBefore } from '../../src/dates.js';
import { invalidParameter } from './errors.js';
import { orderOf } from './parameters.js';
import type { ListPlace } from './place.js';
import type { FeedSearch, FeedSort, FilingRole } from './reads/filings.js';
import { DEFAULT_SINCE_DAYS, WINDOW_DAYS } from './rules.js';
import type { FilingFacts } from './shapes/filing.js';
import type { FilingGroup } from './shapes/filing-group.js';
import { tickerBase } from './ticker.js';
import type { ToolContext } from './tool.js';

/** Validated arguments. */
export interface FilingsInput {
  since?: string | undefined;
  until?: string | undefined;
  direction: 'P' | 'S' | 'all';
  min_value: number;
  max_value?: number | undefined;
  ticker?: string | undefined;
  cik?: string | undefined;
  owner?: string | undefined;
  role?: FilingRole | undefined;
  planned: 'all' | 'only' | 'exclude';
  min_change?: number | undefined;
  group?: FilingGroup['group'] | undefined;
  sort: FeedSort;
  /** Without it, from A to Z by symbol or insider, and else from the newest or largest on. */
  order?: 'desc' | 'asc' | undefined;
}

/** Whether nothing is requested beyond what the plain feed has: filters by date, direction, value and one symbol. */
export function isPlainFeed(input: FilingsInput): boolean {
  const { until, max_value, min_change, ticker, cik, owner, role, planned, group, sort } = input;
  const wide = [until, max_value, min_change, cik, owner, role, group];
  return (
    wide.every((one) => one === undefined) &&
    planned === 'all' &&
    sort === 'filed' &&
    orderOf(input) === 'desc' &&
    (ticker === undefined || /^[A-Z]+$/.test(ticker))
  );
}

/**
 * Other groups are added up for each answer, and their change is known only then; single rows have none. A group of filings may
 * have several names.
 * @throws ApiError `invalid_parameter` for what other groups do not have
 */
export function requireSuitableGroup({ sort, min_change, group }: FilingsInput): void {
  if (group === 'filing') return;
  if (min_change !== undefined) throw refused('min_change', 'min_change works with group=filing only');
  if (sort === 'change') throw refused('sort', 'sort=change works with group=filing only');
  if (sort === 'insider' && group !== undefined)
    throw refused('sort', 'sort=insider works without group, or with group=filing');
}

function refused(path: string, message: string): Error {
  return invalidParameter([{ path, message }]);
}

/** Characters of a name that rows are sorted by. */
const NAME_MAX = 40;

/** What rows are sorted by under an insider: the name as filed, surname first, in capitals, because filers write it in either case. */
export function insiderSortName(ownerName: string): string {
  return [...ownerName.trim().toUpperCase()].slice(0, NAME_MAX).join('');
}

/** What one share cost on average, in ten-thousandths of a dollar, by whole cents and ten-thousandths of shares; 0 without shares. */
export function pricePartsOf(cents: number, shareParts: number): number {
  return shareParts === 0 ? 0 : whole((cents * 1_000_000) / shareParts);
}

/** A whole number that is counted exactly, for an absurd amount too. */
function whole(amount: number): number {
  return Math.min(Math.round(amount), Number.MAX_SAFE_INTEGER);
}

/** The first filing date, never before the window. */
export function sinceOf({ since }: Pick<FilingsInput, 'since'>, now: Date): string {
  const horizon = daysBefore(now, WINDOW_DAYS);
  const wanted = since ?? daysBefore(now, DEFAULT_SINCE_DAYS);
  return wanted < horizon ? horizon : wanted;
}

export function feedSearch(
  input: FilingsInput,
  { now, asOf = now, after }: Pick<ToolContext, 'now' | 'asOf' | 'after'>,
): Omit<FeedSearch, 'limit'> {
  const { until, ticker, cik = null, owner = null, role = null, planned, sort } = input;
  const moment = asOf.toISOString();
  const end = until === undefined ? moment : `${until}T23:59:59.999Z`;
  // Without `since`, an `until` before the usual month means the month before it.
  const since =
    input.since ?? (until === undefined ? undefined : daysBefore(new Date(end), DEFAULT_SINCE_DAYS));
  return {
    since: sinceOf({ since }, now),
    until: end < moment ? end : moment,
    codes: input.direction === 'all' ? ['P', 'S'] : [input.direction],
    minValue: input.min_value,
    maxValue: input.max_value ?? null,
    tickers: ticker === undefined ? [] : ticker.split(','),
    cik,
    owner,
    role,
    planned,
    minChange: input.min_change ?? null,
    sort,
    order: orderOf(input),
    after,
  };
}

const time = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const accession = z.string().regex(/^\d{10}-\d{2}-\d{6}$/);
const count = z.number().int().min(0);
const dateOrNone = z.string().regex(/^(?:\d{4}-\d\d-\d\d)?$/);
const FIRST = {
  filed: [],
  value: [count],
  traded: [dateOrNone],
  ticker: [z.string().min(1)],
  insider: [z.string().max(2 * NAME_MAX)],
  shares: [count],
  price: [count],
  change: [z.number().int()],
} as const;
const cik = z.string().regex(/^\d{1,10}$/);
const code = z.enum(['P', 'S']);

/**
 * The place of a cursor, if it is one of this list.
 * @throws ApiError `invalid_parameter` otherwise
 */
export function placeOf(
  { sort, group }: Pick<FilingsInput, 'sort' | 'group'>,
  after: ListPlace | undefined,
): ListPlace | undefined {
  if (after === undefined) return undefined;
  const behind =
    group === undefined || group === 'filing'
      ? [time, accession, count]
      : [time, ...(group === 'insider' ? [cik] : []), cik, code];
  // A tuple has at least one schema: the time.
  const place = z.tuple([...FIRST[sort], ...behind] as unknown as [z.ZodTypeAny, ...z.ZodTypeAny[]]);
  if (place.safeParse(after).success) return after;
  throw invalidParameter([
    { path: 'cursor', message: 'The cursor is damaged. Begin again: give the arguments without cursor.' },
  ]);
}

/** The place of a row in its list. */
export function placeOfRow({ sort }: Pick<FilingsInput, 'sort'>, row: FilingFacts): ListPlace {
  const at = row.filingId.lastIndexOf('-');
  const behind = [row.filedAt, row.filingId.slice(0, at), Number(row.filingId.slice(at + 1))];
  const { transactionDate: traded, pricePerShare: price } = row;
  return [...firstOf(sort, { ...row, traded, price, changePct: null }), ...behind];
}

/** The place of a group in its list. */
export function placeOfGroup({ sort }: Pick<FilingsInput, 'sort'>, found: FilingGroup): ListPlace {
  const { lastDate: traded, averagePrice: price } = found;
  const first = firstOf(sort, { ...found, traded, price });
  const { group, lastFiledAt, filingId, ownerCik, cik: issuer, transactionCode } = found;
  if (group === 'filing') {
    // A group by filing has an id like a row.
    const id = filingId as string;
    const at = id.lastIndexOf('-');
    return [...first, lastFiledAt, id.slice(0, at), Number(id.slice(at + 1))];
  }
  // A group by insider names its owner.
  const owner = group === 'insider' ? [ownerCik as string] : [];
  return [...first, lastFiledAt, ...owner, issuer, transactionCode];
}

interface SortedFacts {
  totalValue: number;
  traded: string;
  issuerTicker: string;
  ownerName: string | null;
  /** Null counts as 0, as the price does. */
  shares: number | null;
  price: number | null;
  changePct: number | null;
}

/** As the read model stores it: cents, ten-thousandths of shares, hundredths of a per cent. */
function firstOf(sort: FeedSort, row: SortedFacts): Array<string | number> {
  switch (sort) {
    case 'filed':
      return [];
    case 'value':
      return [whole(row.totalValue * 100)];
    case 'traded':
      return [row.traded];
    case 'ticker':
      return [tickerBase(row.issuerTicker.toUpperCase())];
    case 'insider':
      // A list by name has no group of several people.
      return [insiderSortName(row.ownerName as string)];
    case 'shares':
      return [whole((row.shares ?? 0) * 10_000)];
    case 'price':
      return [whole((row.price ?? 0) * 10_000)];
    case 'change':
      // A list by change has none without it.
      return [whole((row.changePct as number) * 100)];
  }
}
