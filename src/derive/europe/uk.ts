/** The United Kingdom: which announced rows are plain trades, and how readers see them. */

import type { PdmrFiling } from '../../records/europe/pdmr.js';
import type { MarketRules } from './market-rules.js';
import { isPricedInPerCent } from './per-cent-price.js';
import { given, sharedFacts } from './public-row-facts.js';
import { ukExclusion } from './uk-exclusion.js';
import { restatedRows } from './uk-restated-rows.js';

export const uk: MarketRules<'uk'> = {
  exclusion: (row) => ukExclusion(row) ?? (isNominalAmount(row) ? 'amount-for-volume' : null),
  exclusionsAmong: restatedRows,
  isDayOptional: true,
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

/** `Bond Income Plus Ltd Ord 1p` is a share of a fund. */
const SHARES = /\b(?:shares?|ord|ordinary|ordinaries)\b/i;
/** `Units in the Corporate Bond Fund`, but not `Units of 6% Loan Stock`: what pays a rate of interest is a bond. */
const FUND =
  /^(?!.*(?:\d\s?%|\bper cent\b|\bloan (?:stock|notes?)\b)).*\b(?:units?|funds?|ETFs?|ETNs?|exchange[- ]traded)\b/i;
/** Quoted for a nominal amount of 100 pounds, unlike convertible bonds of other markets. */
const CONVERTIBLE_STOCK = /\bconvertible\b.*\bloan (?:stock|notes?)\b|\bCULS\b/i;

/** `100,000 at £98.50` of a bond; `100,000 at 98.5p` is what each pound of it costs. */
function isNominalAmount(row: PdmrFiling): boolean {
  const { price, volume, totalValue } = row;
  const isProduct =
    price !== null && volume !== null && Math.round(totalValue ?? 0) === Math.round(price * volume);
  const isBond = isPricedInPerCent(row) || isPricedInPerCent(row, CONVERTIBLE_STOCK);
  const name = row.instrumentName ?? '';
  return isProduct && isBond && !SHARES.test(name) && !FUND.test(name);
}
