/** The status of planned sales on a date, and the places in their lists. */

import { z } from 'zod/v3';
import { invalidParameter } from './errors.js';
import type { ListPlace } from './place.js';
import type { FoundPlannedSales, PlannedSaleProgress, PlannedSaleSearch } from './reads/planned-sales.js';
import type { Reads } from './reads.js';
import { SerializedPageRows } from './serialized-rows.js';
import type { PlannedSaleFacts, PlannedSaleRow, PlannedSaleStatus } from './shapes/planned-sale.js';

export const PLANNED_SALE_SORTS = ['filed', 'sale_date', 'value'] as const;

/** The status on a day; without all of Form 4, no sale found means nothing. */
export function statusOf(
  { isAmended, sold, isFindable, windowEnds }: PlannedSaleProgress,
  { today, isForm4Whole }: Pick<PlannedSaleSearch, 'today' | 'isForm4Whole'>,
): PlannedSaleStatus {
  if (isAmended) return 'amended';
  if (sold !== 'none') return sold === 'all' ? 'sold' : 'partly_sold';
  if (!isFindable || !isForm4Whole) return 'unknown';
  return windowEnds < today ? 'lapsed' : 'open';
}

/** Whether a sale that is not found would be here. */
export async function isForm4Whole(reads: Pick<Reads, 'sources'>): Promise<boolean> {
  const state = (await reads.sources()).find(({ source }) => source === 'sec-edgar-form4');
  return state !== undefined && state.status !== 'off' && state.isWhole;
}

/** The rows with their status, behind the id. */
export function withStatus(
  { rows, progress }: FoundPlannedSales,
  on: Pick<PlannedSaleSearch, 'today' | 'isForm4Whole'>,
): SerializedPageRows<PlannedSaleRow> {
  return new SerializedPageRows(
    rows.stored.map(([json, page], at) => {
      // Both lists have the same length, and an accession number has no comma.
      const status = statusOf(progress[at] as PlannedSaleProgress, on);
      const id = json.indexOf(',');
      return [`${json.slice(0, id)},"status":"${status}"${json.slice(id)}`, page] as const;
    }),
    rows.unreadable,
  );
}

const time = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const accession = z.string().regex(/^\d{10}-\d{2}-\d{6}$/);
const PLACES = {
  filed: z.tuple([time, accession]),
  sale_date: z.tuple([z.string().regex(/^\d{4}-\d\d-\d\d$/), time, accession]),
  value: z.tuple([z.number().int().min(0), time, accession]),
} as const;

/**
 * The place of a cursor, if it is one of this list.
 * @throws ApiError `invalid_parameter` otherwise
 */
export function plannedPlaceOf(
  { sort }: Pick<PlannedSaleSearch, 'sort'>,
  after: ListPlace | undefined,
): ListPlace | undefined {
  if (after === undefined || PLACES[sort].safeParse(after).success) return after;
  throw invalidParameter([
    { path: 'cursor', message: 'The cursor is damaged. Begin again: give the arguments without cursor.' },
  ]);
}

/** The place of a row in its list: sorted by a date or a value, every row has one. */
export function placeOfPlannedSale(
  { sort }: Pick<PlannedSaleSearch, 'sort'>,
  row: Pick<PlannedSaleFacts, 'noticeId' | 'filedAt' | 'approxSaleDate' | 'marketValue'>,
): ListPlace {
  const behind = [row.filedAt, row.noticeId];
  if (sort === 'filed') return behind;
  return sort === 'value'
    ? [Math.min(Math.round((row.marketValue ?? 0) * 100), Number.MAX_SAFE_INTEGER), ...behind]
    : [row.approxSaleDate ?? '', ...behind];
}
