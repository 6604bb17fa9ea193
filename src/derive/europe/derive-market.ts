/**
 * Judges all current rows of one European register together: which rows readers see, and why the others are
 * hidden.
 */

import type { Warning } from '../../records/crawl.js';
import type { DerivedPdmrRow } from '../../records/derived-rows.js';
import type { PdmrFiling } from '../../records/europe/pdmr.js';
import { contradictedFigures } from './figure-contradictions.js';
import type { MarketRules } from './market-rules.js';
import { MARKET_RULES } from './rules-of-markets.js';
import { contradictedDay } from './trade-days.js';

/** The derived rows of `rows` in their order. Expects all current rows of one market. */
export function deriveMarket(rows: readonly PdmrFiling[]): DerivedPdmrRow[] {
  const [first] = rows;
  if (first === undefined) return [];
  const rules: MarketRules = MARKET_RULES[first.market];
  const among = rules.exclusionsAmong?.(rows);
  const reasons = rows.map((row) => rules.exclusion(row) ?? among?.get(row.filingId) ?? null);
  const trades = rows.filter((_, place) => reasons[place] === null);
  const figures = contradictedFigures(trades, rows);
  return rows.map((row, place) => {
    const reason = reasons[place] ?? null;
    if (reason !== null) return hidden(row, reason, warningFor(row, reason));
    const day = contradictedDay(row);
    const isAfter = day === 'date-after-publication' && rules.isDayOptional !== true;
    const keyingError = isAfter ? day : figures.get(row.filingId);
    if (keyingError !== undefined) return hidden(row, 'keying-error', keyingWarning(row, keyingError));
    const shown = day !== null && rules.isDayOptional === true ? { ...row, transactionDate: null } : row;
    // A correction comes late.
    const isUnusual = day !== null && (rules.isDayOptional === true || row.amendment !== true);
    return inFeed(row, rules.publicRow(shown), isUnusual ? dayWarning(row, day) : null);
  });
}

const hidden = ({ filingId }: PdmrFiling, exclusion: string, warning: Warning | null): DerivedPdmrRow => ({
  ...{ filingId, exclusion, feedRow: null, warning },
});

function inFeed(
  { filingId, publicationAt, isin, currency, totalValue }: PdmrFiling,
  row: ReturnType<MarketRules['publicRow']>,
  warning: Warning | null,
): DerivedPdmrRow {
  // The ISIN by which the row is found; readers see it as filed.
  const feedRow = { publicationAt, isin: isin?.toUpperCase() ?? null, currency, totalValue, row };
  return { filingId, exclusion: null, feedRow, warning };
}

function keyingWarning(row: PdmrFiling, reason: string): Warning {
  const { filingId: where, volume, totalValue, price, currency } = row;
  // BaFin gives a value, and no number.
  const traded = volume === null ? `a value of ${totalValue}` : volume;
  return { kind: 'keying-error', detail: `${reason}: ${traded} at ${price} ${currency} (${where})`, where };
}

function dayWarning(
  { filingId: where, transactionDate, publicationAt }: PdmrFiling,
  reason: string,
): Warning {
  const detail = `${reason}: ${transactionDate}, published ${publicationAt.slice(0, 10)} (${where})`;
  return { kind: 'contradicted-date', detail, where };
}

/** Counts trades that are excluded because of a mistake, a gap or words without evidence of a trade in the filing; an award is not counted. */
function warningFor(row: PdmrFiling, reason: string): Warning | null {
  const where = row.filingId;
  if (reason === 'negative-amount') {
    // BaFin gives a value, and no volume.
    const counted = row.volume === null ? `a value of ${row.totalValue}` : row.volume;
    const detail = `${reason}: ${counted} at ${row.price} ${row.currency} (${where})`;
    return { kind: 'implausible-trade', detail, where };
  }
  if (row.direction === null || row.status !== 'current') return null;
  if (reason === 'unexplained') return { kind: 'unexplained-nature', detail: natureOf(row), where };
  if (!INCOMPLETE.has(reason)) return null;
  return { kind: 'incomplete-trade', detail: reason, where };
}

const natureOf = ({ transactionType, nature }: PdmrFiling): string =>
  (transactionType ?? nature).slice(0, 300);

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
