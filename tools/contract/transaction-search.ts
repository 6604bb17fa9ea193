/** The places of cursors in the transactions of one person, and when nothing beyond the contract is requested. */

import { z } from 'zod/v3';
import { compareText } from '../../src/collections.js';
import { invalidParameter } from './errors.js';
import type { ListPlace } from './place.js';
import type { TransactionSearch } from './reads/insiders.js';
import type { InsiderTransaction } from './shapes/insider.js';

type Sorted = Pick<TransactionSearch, 'sort'>;

const time = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const accession = z.string().regex(/^\d{10}-\d{2}-\d{6}$/);
const count = z.number().int().min(0);
const PLACES = {
  filed: z.tuple([time, accession, count]),
  value: z.tuple([z.number().int(), time, accession, count]),
  traded: z.tuple([z.string().regex(/^\d{4}-\d\d-\d\d$/), time, accession, count]),
} as const;

/**
 * The place of a cursor, if it is one of this list.
 * @throws ApiError `invalid_parameter` otherwise
 */
export function transactionPlaceOf({ sort }: Sorted, after: ListPlace | undefined): ListPlace | undefined {
  if (after === undefined || PLACES[sort].safeParse(after).success) return after;
  throw invalidParameter([
    { path: 'cursor', message: 'The cursor is damaged. Begin again: give the arguments without cursor.' },
  ]);
}

/** The place of a row in its list. By value and date, every row has one. */
export function transactionPlace(
  { sort }: Sorted,
  row: Pick<InsiderTransaction, 'filingId' | 'filedAt' | 'totalValue' | 'transactionDate'>,
): ListPlace {
  const at = row.filingId.lastIndexOf('-');
  const behind = [row.filedAt, row.filingId.slice(0, at), Number(row.filingId.slice(at + 1))];
  if (sort === 'filed') return behind;
  const cents = Math.min(Math.round((row.totalValue ?? 0) * 100), Number.MAX_SAFE_INTEGER);
  return [sort === 'value' ? cents : (row.transactionDate ?? ''), ...behind];
}

/** Whether rows and order are those of the contract. */
export function isPlainHistory(input: {
  until?: string | undefined;
  direction: string;
  code?: string | undefined;
  ticker?: string | undefined;
  min_value: number;
  sort: string;
  order: string;
}): boolean {
  const { until, direction, code, ticker, min_value, sort, order } = input;
  return (
    until === undefined &&
    direction === 'all' &&
    code === undefined &&
    ticker === undefined &&
    min_value === 0 &&
    sort === 'filed' &&
    order === 'desc'
  );
}

/** Negative if `a` comes first in descending order, in which accession numbers and rows ascend. */
export function compareTransactionPlaces(a: ListPlace, b: ListPlace): number {
  for (const [at, one] of a.entries()) {
    const other = b[at] as string | number;
    const difference = typeof one === 'number' ? one - Number(other) : compareText(one, String(other));
    if (difference !== 0) return at < a.length - 2 ? -difference : difference;
  }
  return 0;
}
