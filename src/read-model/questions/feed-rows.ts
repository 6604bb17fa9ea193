/** How a row of the feed is read: for every question that gives rows of it. */

import { type FilingPlace, unpackFiling } from '../packed-rows.js';
import type { RowReader } from '../unreadable-rows.js';

/** The columns that `FEED_ROW` reads, in this order. */
export const FEED_ROW_COLUMNS = 'accession, "row", cik, filed_at, first_filed_at, packed, page';
export type FeedRowColumns = [...FilingPlace, packed: string, page: string];

export const FEED_ROW: RowReader<FeedRowColumns, readonly [json: string, page: string]> = {
  table: 'filing',
  keyOf: ([accession, row]) => `${accession}-${row}`,
  read: ([accession, row, cik, filedAt, firstFiledAt, packed, page]) => [
    unpackFiling([accession, row, cik, filedAt, firstFiledAt], packed),
    page,
  ],
};
