/**
 * Finds rows whose price is the total of the trade: the filer typed 25,000 for 1,000 shares at 25. The value would be a
 * thousand times too high, and head every list. Nothing is corrected.
 */

import { groupBy, median } from '../../collections.js';
import { dayNumber } from '../../dates.js';
import type { LotRow } from './lot-rows.js';
import type { EconomicLots } from './lots.js';

/** USD. A lower total does no harm, and most shares cost less. */
export const LOWEST_TOTAL = 1_000;
/** No share rises so much within the days in which prices are compared. */
const PRICE_FACTOR = 20;
/** The total divided by the shares is the price of others, within the range that it moved in the meantime. */
const SAME_PRICE = 1.5;
const PEER_DAYS = 30;

type MarketRow = LotRow & {
  tx: LotRow['tx'] & { pricePerShare: number; shares: number; transactionDate: string };
};

/**
 * The price is at least twenty times the median of other filings for the same security within thirty days, and divided by the
 * shares it is that median.
 */
export function typedTotals(rows: readonly LotRow[], lots: EconomicLots): (row: LotRow) => boolean {
  const priced = rows.filter(isPriced);
  const suspects = priced.filter(({ tx }) => tx.transactionCode !== 'F' && tx.pricePerShare >= LOWEST_TOTAL);
  if (suspects.length === 0) return () => false;
  const byTitle = groupBy(priced, ({ title }) => title);
  const totals = new Set<LotRow>(
    suspects.filter((row) => {
      const peers = (byTitle.get(row.title) ?? []).filter((other) => isPeer(row, other, lots));
      return peers.length > 0 && isTotal(row.tx, median(peers.map(({ tx }) => tx.pricePerShare)));
    }),
  );
  return (row) => totals.has(row);
}

/** A trade, or shares withheld, at a price of the market. */
function isPriced(row: LotRow): row is MarketRow {
  const { table, transactionCode: code, transactionDate, pricePerShare, shares, implausible } = row.tx;
  return (
    table === 'non-derivative' &&
    (code === 'P' || code === 'S' || code === 'F') &&
    (pricePerShare ?? 0) > 0 &&
    (shares ?? 0) > 0 &&
    transactionDate !== null &&
    implausible.length === 0
  );
}

function isPeer(row: MarketRow, other: MarketRow, lots: EconomicLots): boolean {
  if (other.form === row.form || other.superseded || lots.areSameLot(row, other)) return false;
  const apart = dayNumber(other.tx.transactionDate) - dayNumber(row.tx.transactionDate);
  return Math.abs(apart) <= PEER_DAYS;
}

function isTotal({ pricePerShare: price, shares }: MarketRow['tx'], usual: number): boolean {
  const each = price / shares / usual;
  return price >= PRICE_FACTOR * usual && each <= SAME_PRICE && each >= 1 / SAME_PRICE;
}
