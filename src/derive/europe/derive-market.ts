/**
 * Judges all current rows of one European register together: which rows readers see, and why the others are
 * hidden.
 */

import type { DerivedPdmrRow } from '../../records/derived-rows.js';
import type { PdmrFiling } from '../../records/europe/pdmr.js';
import type { MarketRules } from './market-rules.js';
import { MARKET_RULES } from './rules-of-markets.js';

/** The derived rows of `rows` in their order. Expects all current rows of one market. */
export function deriveMarket(rows: readonly PdmrFiling[]): DerivedPdmrRow[] {
  const [first] = rows;
  if (first === undefined) return [];
  const rules: MarketRules = MARKET_RULES[first.market];
  const among = rules.exclusionsAmong?.(rows);
  return rows.map((row) => {
    const { filingId, publicationAt, currency, totalValue } = row;
    // By which the row is found; readers see it as filed.
    const isin = row.isin?.toUpperCase() ?? null;
    const own = rules.exclusion(row);
    const { reason, warning } =
      own === null
        ? (among?.get(filingId) ?? { reason: null, warning: null })
        : { reason: own, warning: warningFor(row, own) };
    const feedRow =
      reason === null ? { publicationAt, isin, currency, totalValue, row: rules.publicRow(row) } : null;
    return { filingId, exclusion: reason, feedRow, warning };
  });
}

/** Counts trades that are excluded because of a mistake or a gap in the filing; an award is not counted. */
function warningFor(row: PdmrFiling, reason: string): DerivedPdmrRow['warning'] {
  const where = row.filingId;
  if (reason === 'negative-amount') {
    // BaFin gives a value, and no volume.
    const counted = row.volume === null ? `a value of ${row.totalValue}` : row.volume;
    const detail = `${reason}: ${counted} at ${row.price} ${row.currency} (${where})`;
    return { kind: 'implausible-trade', detail, where };
  }
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
