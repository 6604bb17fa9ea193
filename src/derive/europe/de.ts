/** Germany: which rows of BaFin's database are plain trades, and how readers see them. */

import { fixedWordExclusion, missingCurrencyOrDate } from './fixed-word-exclusion.js';
import type { MarketRules } from './market-rules.js';
import { completeFacts, given } from './public-row-facts.js';

export const de: MarketRules<'de'> = {
  exclusion: (row) =>
    fixedWordExclusion(row) ?? (row.totalValue === null ? 'no-value' : missingCurrencyOrDate(row)),
  publicRow: (row) => ({
    ...completeFacts(row),
    isin: row.isin ?? '',
    capacity: row.capacity,
    transactionNature: row.nature,
    price: given(row, row.price, 'price'),
    totalValue: given(row, row.totalValue, 'value'),
    url: row.url,
  }),
};
