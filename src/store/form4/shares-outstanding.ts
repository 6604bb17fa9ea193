/**
 * Stores the share counts of the cover pages: each frame is replaced as a whole, and the latest count of each company
 * is used.
 */

import { byText } from '../../collections.js';
import { daysBefore, utcDate } from '../../dates.js';
import type { SharesOutstanding } from '../../records/form4/company.js';
import type { Store, WriteEffect } from '../database/store.js';

/** A count older than this many days is unknown. */
const MAX_AGE_DAYS = 400;

export function writeSharesOutstanding(store: Store, { frame, rows }: SharesOutstanding): WriteEffect {
  const stored = store
    .sql<SharesOutstanding['rows'][number]>(
      'SELECT cik, count_date AS "end", shares, accession FROM shares_outstanding WHERE frame = ? ORDER BY cik',
    )
    .all(frame);
  const next = rows
    .map(({ cik, end, shares, accession }) => ({ cik, end, shares, accession }))
    .sort(byText(({ cik }) => cik));
  if (JSON.stringify(stored) === JSON.stringify(next)) return { changed: false, rows: 0 };
  store.sql('DELETE FROM shares_outstanding WHERE frame = ?').run(frame);
  const insert = store.sql(
    'INSERT INTO shares_outstanding (frame, cik, count_date, shares, accession) VALUES (?, ?, ?, ?, ?)',
  );
  for (const { cik, end, shares, accession } of next) insert.run(frame, cik, end, shares, accession);
  return { changed: true, rows: 0 };
}

/**
 * Issuer CIK to shares outstanding at `now`: the latest count that is no older than 400 days and not in the future. A
 * count below what one owner holds of the company cannot be right, and is left out.
 * @param holdings issuer CIK to the largest holding that a filing states
 */
export function sharesOutstanding(
  store: Store,
  now: Date,
  holdings: ReadonlyMap<string, number> = new Map(),
): Map<string, number> {
  const rows = store.sql<{ cik: string; shares: number }>(
    `SELECT cik, shares FROM shares_outstanding WHERE count_date BETWEEN ? AND ? ORDER BY count_date, frame`,
  );
  const counts = new Map<string, number>();
  for (const { cik, shares } of rows.iterate(daysBefore(now, MAX_AGE_DAYS), utcDate(now)))
    counts.set(cik, shares);
  for (const [cik, held] of holdings) if ((counts.get(cik) ?? held) < held) counts.delete(cik);
  return counts;
}
