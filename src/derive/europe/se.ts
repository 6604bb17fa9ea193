/** Sweden: which rows of the insynsregister are plain trades, and how readers see them. */

import type { PdmrFiling } from '../../records/europe/pdmr.js';
import { fixedWordExclusion, missingCurrencyOrDate } from './fixed-word-exclusion.js';
import type { MarketRules } from './market-rules.js';
import { isPricedInPerCent } from './per-cent-price.js';
import { completeFacts, given } from './public-row-facts.js';

export const se: MarketRules<'se'> = {
  exclusion,
  publicRow: (row) => ({
    ...completeFacts(row),
    isin: row.isin ?? '',
    position: row.capacity,
    characterSe: row.nature,
    volume: given(row, row.volume, 'volume'),
    price: given(row, row.price, 'price'),
    totalValueNative: given(row, row.totalValue, 'value'),
    url: row.url,
  }),
};

function exclusion(row: PdmrFiling): string | null {
  const shared = fixedWordExclusion(row);
  if (shared !== null) return shared;
  if (isPricedInPerCent(row)) return 'amount-for-volume';
  return row.volume === null ? 'no-volume' : missingCurrencyOrDate(row);
}
