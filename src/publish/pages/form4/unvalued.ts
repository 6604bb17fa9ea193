/** Sums of what an insider bought or sold, with the rows that are in none because their value or date is unknown. */

import type { OpenMarketSums } from '../../../../tools/contract/shapes/issuer.js';
import { type Html, html } from '../../../html.js';
import { count, UNKNOWN, usd } from '../../figures.js';

export const UNVALUED_CAVEAT =
  'A purchase or sale without a price in US dollars, or with a price or date that cannot be right, is in no sum of what was bought or sold. It is in the list of transactions, and counted beside the sum as of unknown value or date.';

/** In dollars. A sum of no rows is not 0 where others have no known value or date. */
export function sumWithUnvalued(sums: OpenMarketSums, direction: 'P' | 'S'): Html | string {
  const [sum, rows, unvalued = 0] =
    direction === 'P'
      ? [sums.purchases, sums.purchaseRows, sums.purchasesUnvalued]
      : [sums.sales, sums.saleRows, sums.salesUnvalued];
  if (unvalued === 0) return usd(sum);
  if (rows === 0) return UNKNOWN;
  return html`${usd(sum)} <span class="note">and ${count(unvalued)} of unknown value or date</span>`;
}

/** Purchases less sales; null where a value is unknown. */
export function netOf({ purchases, sales, purchasesUnvalued, salesUnvalued }: OpenMarketSums): number | null {
  if (purchases === null || sales === null) return null;
  return purchasesUnvalued === undefined && salesUnvalued === undefined ? purchases - sales : null;
}
