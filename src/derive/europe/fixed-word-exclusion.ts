/** Why a row is not in the feed, for the registers whose natures are fixed words. */

import type { PdmrFiling } from '../../records/europe/pdmr.js';

/**
 * - `not-a-trade`: the nature is neither an acquisition nor a disposal
 * - `revised`, `cancelled`, `unknown-status`: se
 * - `amount-for-volume`: the volume is an amount: se, `Belopp`; se, nl and uk, that of a bond with a price in per cent
 * - `negative-amount`: a price, volume or value below 0, because nothing trades at such a price
 * - `no-price`, `no-volume`, `no-value`, `no-currency`, `no-transaction-date`, `no-programme-flag` (nl): the public row
 *   needs this fact and the register does not give it
 */
export type Exclusion =
  | 'not-a-trade'
  | 'revised'
  | 'cancelled'
  | 'unknown-status'
  | 'amount-for-volume'
  | 'negative-amount'
  | 'no-price'
  | 'no-volume'
  | 'no-value'
  | 'no-currency'
  | 'no-transaction-date'
  | 'no-programme-flag';

/** The reasons that apply to all of these registers. */
export function fixedWordExclusion(row: PdmrFiling): Exclusion | null {
  if (row.status !== 'current') return row.status === 'unknown' ? 'unknown-status' : row.status;
  if (row.direction === null) return 'not-a-trade';
  if (row.volumeIsAmount) return 'amount-for-volume';
  if ([row.price, row.volume, row.totalValue].some((amount) => amount !== null && amount < 0))
    return 'negative-amount';
  return row.price === null ? 'no-price' : null;
}

/** Every row of these registers must have a currency and a day. */
export function missingCurrencyOrDate(row: PdmrFiling): Exclusion | null {
  if (row.currency === null) return 'no-currency';
  return row.transactionDate === null ? 'no-transaction-date' : null;
}
