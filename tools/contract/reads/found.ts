/** The rows of one page, as most queries return them. */

import type { ListPlace } from '../place.js';
import type { SerializedPageRows } from '../serialized-rows.js';

/** Rows behind `after`, at most `limit`. */
export interface Found<R extends object> {
  rows: SerializedPageRows<R>;
  /** How many match, whatever `after` and `limit` are. */
  total: number;
  /** Only what was filed from this moment on (ISO 8601 UTC) is added up, because more matches than one answer adds up. */
  since?: string | null;
}

/** The rows of one page, how many there are in all, and the place of the last one if more follow. */
export interface ComparedRows<R> {
  rows: R[];
  total: number;
  next: ListPlace | null;
}
