/** Converts a stored managers' transaction to the public row of its market. */

import type { EuRowFacts } from '../../../tools/contract/shapes/eu.js';
import type { PdmrFiling } from '../../records/europe/pdmr.js';

const DIRECTIONS = { acquisition: 'P', disposal: 'S' } as const;

/**
 * The public row; `row` must have passed `exclusion`, which ensures that the numbers are present.
 * @throws Error if one of them is missing: nothing is filled in.
 */
export function toEuRow(row: PdmrFiling): EuRowFacts {
  const given = <T>(value: T | null, what: string): T => {
    if (value === null) throw new Error(`${row.market} row without ${what}: ${row.filingId}`);
    return value;
  };
  const { filingId, publicationAt, issuerName, pdmrName, capacity, nature } = row;
  const direction = row.direction === null ? null : DIRECTIONS[row.direction];
  const common = { filingId, publicationAt, issuerName, pdmrName, direction };
  const placed = () => ({
    ...common,
    transactionDate: given(row.transactionDate, 'transaction date'),
    currency: given(row.currency, 'currency'),
  });
  switch (row.market) {
    case 'de':
      return {
        ...placed(),
        isin: row.isin ?? '',
        capacity,
        transactionNature: nature,
        price: given(row.price, 'price'),
        totalValue: given(row.totalValue, 'value'),
        url: row.url,
      };
    case 'uk':
      return {
        ...common,
        transactionDate: row.transactionDate,
        currency: row.currency,
        isin: row.isin ?? '',
        capacity,
        transactionNature: nature,
        volume: given(row.volume, 'volume'),
        pricePerShare: given(row.price, 'price'),
        totalValue: row.totalValue,
        valueUnknown: row.valueUnknown,
        rawArtefactUrl: given(row.rawArtefactUrl, 'artefact'),
      };
    case 'se':
      return {
        ...placed(),
        isin: row.isin ?? '',
        position: capacity,
        characterSe: nature,
        volume: given(row.volume, 'volume'),
        price: given(row.price, 'price'),
        totalValueNative: given(row.totalValue, 'value'),
        url: row.url,
      };
    case 'nl':
      return {
        ...placed(),
        isin: row.isin,
        capacity,
        transactionCategory: nature,
        stockOptionProgram: given(row.linkedToShareProgramme, 'option flag'),
        price: given(row.price, 'price'),
        quantity: given(row.volume, 'quantity'),
        totalValue: given(row.totalValue, 'value'),
        rawArtefactUrl: given(row.rawArtefactUrl, 'artefact'),
      };
  }
}
