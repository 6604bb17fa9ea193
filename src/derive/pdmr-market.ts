/** All rows that one European register shows, judged together: which of them readers see, and why not the others. */

import type { PdmrFiling } from '../records/pdmr.js';
import type { PdmrReading } from '../records/readings.js';
import { euRow } from './eu-rows.js';
import { type KeyingError, keyingErrors } from './keying-errors.js';
import { exclusion } from './pdmr.js';

/**
 * The readings of `rows`, all of one market and in its register today, in their order. Reasons besides those of
 * `exclusion`: `keying-error` (se), and `amended` (uk), a row that a later amendment restates.
 */
export function readMarket(rows: readonly PdmrFiling[]): PdmrReading[] {
  const errors = keyingErrors(rows);
  const amended = amendedRows(rows);
  return rows.map((row) => {
    const error = errors.get(row.filingId);
    const reason =
      exclusion(row) ?? (error !== undefined ? 'keying-error' : amended.has(row.filingId) ? 'amended' : null);
    const { filingId, publicationAt, isin, currency, totalValue } = row;
    const shown = reason === null ? { publicationAt, isin, currency, totalValue, row: euRow(row) } : null;
    return {
      filingId,
      exclusion: reason,
      shown,
      doubt: reason === null ? null : doubtOf(row, reason, error),
    };
  });
}

/** Trades that are kept out because of a mistake or a gap in what was filed are counted; awards and the like are not. */
function doubtOf(row: PdmrFiling, reason: string, error: KeyingError | undefined): PdmrReading['doubt'] {
  const where = row.filingId;
  const filed = `${row.volume} at ${row.price} ${row.currency}`;
  if (error !== undefined && reason === 'keying-error')
    return { kind: 'keying-error', detail: `${error}: ${filed} (${where})`, where };
  if (reason === 'negative-amount')
    return { kind: 'implausible-trade', detail: `${reason}: ${filed} (${where})`, where };
  if (row.direction === null || row.status !== 'current' || !INCOMPLETE.has(reason)) return null;
  return { kind: 'incomplete-trade', detail: reason, where };
}

const INCOMPLETE: ReadonlySet<string> = new Set([
  'no-price',
  'no-volume',
  'no-value',
  'no-currency',
  'no-transaction-date',
  'no-programme-flag',
  'amount-for-volume',
  'price-or-volume-missing',
]);

/**
 * The British rows that a later amendment restates: it is a new disclosure and does not name the old one, so only
 * the same person, ISIN and day tell. Where one of them differs both stay.
 */
function amendedRows(rows: readonly PdmrFiling[]): Set<string> {
  const trades = new Map<string, PdmrFiling[]>();
  for (const row of rows) {
    if (row.market !== 'uk' || row.isin === null || row.transactionDate === null || row.pdmrName === '')
      continue;
    const person = row.pdmrName
      .toLowerCase()
      .replace(/[^\p{L}]+/gu, ' ')
      .trim();
    const key = `${person}|${row.isin}|${row.transactionDate}`;
    const same = trades.get(key);
    if (same === undefined) trades.set(key, [row]);
    else same.push(row);
  }
  const amended = new Set<string>();
  for (const same of trades.values())
    for (const amendment of same.filter((row) => row.amendment === true))
      for (const row of same)
        if (row.notificationKey !== amendment.notificationKey && row.publicationAt < amendment.publicationAt)
          amended.add(row.filingId);
  return amended;
}
