/** The United Kingdom: which announced rows are plain trades, and how readers see them. */

import type { MarketRules } from './market-rules.js';
import { given, sharedFacts } from './public-row-facts.js';
import { ukExclusion } from './uk-exclusion.js';
import { restatedRows } from './uk-restated-rows.js';

export const uk: MarketRules<'uk'> = {
  exclusion: ukExclusion,
  exclusionsAmong: (rows) =>
    new Map([...restatedRows(rows)].map(([filingId, reason]) => [filingId, { reason, warning: null }])),
  publicRow: (row) => ({
    ...sharedFacts(row),
    transactionDate: row.transactionDate,
    currency: row.currency,
    isin: row.isin ?? '',
    capacity: row.capacity,
    transactionNature: row.nature,
    volume: given(row, row.volume, 'volume'),
    pricePerShare: given(row, row.price, 'price'),
    totalValue: row.totalValue,
    valueUnknown: row.valueUnknown,
    rawArtefactUrl: given(row, row.rawArtefactUrl, 'artefact'),
  }),
};
