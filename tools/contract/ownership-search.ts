/** Rows of the forms 3, 4 and 5 in one list: the feed of Form 4, and beside it the rows of Forms 3 and 5. */

import { z } from 'zod/v3';
import { daysBefore, newYorkDate } from '../../src/dates.js';
import { invalidParameter } from './errors.js';
import type { FilingsInput } from './filing-search.js';
import { isAfterDeadline } from './lateness.js';
import { orderOf } from './parameters.js';
import type { ListPlace } from './place.js';
import type { FeedSearch, Form35Search, OwnershipSort } from './reads/filings.js';
import type { Found } from './reads/found.js';
import { DEFAULT_SINCE_DAYS } from './rules.js';
import { SerializedPageRows } from './serialized-rows.js';
import type { FilingFacts } from './shapes/filing.js';
import type { OwnershipFacts, OwnershipForm } from './shapes/ownership-row.js';
import { compareTransactionPlaces } from './transaction-search.js';

/** Where the holdings of a document begin among its rows, as the store numbers them. */
const HOLDINGS_FROM = 1_000_000;

/** The forms that are wanted; without the parameter, and with `4` alone, the list is the feed. */
export function wantedForms({ forms = '4' }: { forms?: string | undefined }): OwnershipForm[] {
  // The parameter accepts only these.
  return forms.split(',') as OwnershipForm[];
}

/** @throws ApiError `invalid_parameter` for a group: holdings and trades are never added up */
export function requireNoGroup({ group }: Pick<FilingsInput, 'group'>): void {
  if (group === undefined) return;
  const message = 'group works with forms=4 only: rows of Forms 3 and 5 are never added up';
  throw invalidParameter([{ path: 'group', message }]);
}

const SORTS: readonly OwnershipSort[] = ['filed', 'value', 'traded'];

/** @throws ApiError `invalid_parameter` for an order that only the feed has */
export function ownershipOrder(input: Pick<FilingsInput, 'sort' | 'order'>): {
  sort: OwnershipSort;
  order: 'desc' | 'asc';
} {
  const sort = SORTS.find((one) => one === input.sort);
  if (sort !== undefined) return { sort, order: orderOf(input) };
  const message = `sort=${input.sort} works with forms=4 only; with other forms sort must be filed, value or traded`;
  throw invalidParameter([{ path: 'sort', message }]);
}

export function form35Search(
  search: FeedSearch & { sort: OwnershipSort },
  { direction, since, until }: Pick<FilingsInput, 'direction' | 'since' | 'until'>,
  forms: readonly OwnershipForm[],
): Form35Search {
  // Form 4 has a window; without it, every day on record is searched.
  const beforeEnd = daysBefore(new Date(search.until), DEFAULT_SINCE_DAYS);
  const whole = since ?? (until === undefined ? search.since : beforeEnd);
  return {
    ...search,
    since: forms.includes('4') ? search.since : whole,
    codes: direction === 'all' ? null : search.codes,
    forms: forms.filter((form) => form !== '4') as Array<'3' | '5'>,
  };
}

/** Both lists in one order. They were requested with the same limit, so that its first rows are among theirs. */
export function mergedRows(
  feed: Found<FilingFacts> | null,
  others: Found<OwnershipFacts>,
  order: { sort: OwnershipSort; order: 'desc' | 'asc' },
): Found<OwnershipFacts> {
  const rows = [...(feed === null ? [] : ofFeed(feed.rows)), ...placed(others.rows)]
    .map((one) => ({ ...one, place: placeOfOwnershipRow(order, one.row) }))
    .sort((a, b) => {
      const difference = compareTransactionPlaces(a.place, b.place);
      return order.order === 'desc' ? difference : -difference;
    });
  return {
    rows: new SerializedPageRows(
      rows.map(({ row, page }) => [JSON.stringify(row), page] as const),
      (feed?.rows.unreadable ?? 0) + others.rows.unreadable,
    ),
    total: (feed?.total ?? 0) + others.total,
  };
}

interface PagedRow {
  row: OwnershipFacts;
  page: string;
}

function placed(rows: SerializedPageRows<OwnershipFacts>): PagedRow[] {
  // `stored` has the rows in the same order.
  return rows.rows().map((row, at) => ({ row, page: rows.stored[at]?.[1] ?? '' }));
}

function ofFeed(rows: SerializedPageRows<FilingFacts>): PagedRow[] {
  return rows.rows().map((row, at) => ({ row: asOwnershipRow(row), page: rows.stored[at]?.[1] ?? '' }));
}

/** A row of the feed with what the other forms have too. The feed has only sound, non-derivative trades. */
function asOwnershipRow({ filingId, ...facts }: FilingFacts): OwnershipFacts {
  const {
    isPairedExercise: _paired,
    hasAdsFootnote: _ads,
    hasIndirectOwnershipFootnote: _indirect,
    hasTaxWithholdingFootnote: _tax,
    hasVwapFootnote: _average,
    footnoteUnclear: _unclear,
    ...shared
  } = facts;
  const isOriginal = facts.formType === '4';
  const late = isOriginal ? isAfterDeadline('4', facts.transactionDate, newYorkDate(facts.filedAt)) : null;
  return {
    filingId,
    form: '4',
    rowKind: 'transaction',
    late,
    lateBecause: late === true ? 'deadline' : null,
    isDerivative: false,
    ...shared,
  };
}

const time = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const accession = z.string().regex(/^\d{10}-\d{2}-\d{6}$/);
const count = z.number().int().min(0);
const PLACES = {
  filed: z.tuple([time, accession, count]),
  value: z.tuple([count, time, accession, count]),
  traded: z.tuple([z.string().regex(/^\d{4}-\d\d-\d\d$/), time, accession, count]),
} as const;

/**
 * The place of a cursor, if it is one of this list.
 * @throws ApiError `invalid_parameter` otherwise
 */
export function ownershipPlaceOf(
  { sort }: { sort: OwnershipSort },
  after: ListPlace | undefined,
): ListPlace | undefined {
  if (after === undefined || PLACES[sort].safeParse(after).success) return after;
  throw invalidParameter([
    { path: 'cursor', message: 'The cursor is damaged. Begin again: give the arguments without cursor.' },
  ]);
}

/** The place of a row in its list. By value and date, every row has one. */
export function placeOfOwnershipRow(
  { sort }: { sort: OwnershipSort },
  row: Pick<OwnershipFacts, 'filingId' | 'filedAt' | 'totalValue' | 'transactionDate'>,
): ListPlace {
  const at = row.filingId.lastIndexOf('-');
  const behind = [row.filedAt, row.filingId.slice(0, at), numberOf(row.filingId.slice(at + 1))];
  if (sort === 'filed') return behind;
  const cents = Math.min(Math.round((row.totalValue ?? 0) * 100), Number.MAX_SAFE_INTEGER);
  return [sort === 'value' ? cents : (row.transactionDate ?? ''), ...behind];
}

/** `2` is a transaction, `h2` a holding, `none` the statement that there are none. */
function numberOf(row: string): number {
  if (row === 'none') return HOLDINGS_FROM;
  return row.startsWith('h') ? HOLDINGS_FROM + Number(row.slice(1)) : Number(row);
}
