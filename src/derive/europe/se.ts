/** Sweden: which rows of the insynsregister are plain trades, and how readers see them. */

import type { PdmrFiling } from '../../records/europe/pdmr.js';
import { fixedWordExclusion, missingCurrencyOrDate } from './fixed-word-exclusion.js';
import { type KeyingError, keyingErrors } from './keying-errors.js';
import type { GroupExclusion, MarketRules } from './market-rules.js';
import { completeFacts, given } from './public-row-facts.js';

export const se: MarketRules<'se'> = {
  exclusion,
  exclusionsAmong(rows) {
    const trades = rows.filter((row) => exclusion(row) === null);
    const errors = keyingErrors(trades);
    return new Map(trades.flatMap((row) => excluded(row, errors.get(row.filingId))));
  },
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
  return fixedWordExclusion(row) ?? (row.volume === null ? 'no-volume' : missingCurrencyOrDate(row));
}

function excluded(row: PdmrFiling, error: KeyingError | undefined): Array<[string, GroupExclusion]> {
  if (error === undefined) return [];
  const { filingId: where, volume, price, currency } = row;
  const detail = `${error}: ${volume} at ${price} ${currency} (${where})`;
  return [[where, { reason: 'keying-error', warning: { kind: 'keying-error', detail, where } }]];
}
