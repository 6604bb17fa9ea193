/** The facts of a stored transaction that the public rows of all markets share. */

import type { PdmrFiling } from '../../records/europe/pdmr.js';

const DIRECTIONS = { acquisition: 'P', disposal: 'S' } as const;

/**
 * A fact that the public row must have and that `exclusion` has checked.
 * @throws Error if it is missing: nothing is filled in.
 */
export function given<T>(row: PdmrFiling, value: T | null, what: string): T {
  if (value === null) throw new Error(`${row.market} row without ${what}: ${row.filingId}`);
  return value;
}

/** The first fields of every public row. */
export function sharedFacts({ filingId, publicationAt, issuerName, pdmrName, direction }: PdmrFiling) {
  return {
    filingId,
    publicationAt,
    issuerName,
    pdmrName,
    direction: direction === null ? null : DIRECTIONS[direction],
  };
}

/** The same, for the markets in which every row has a day and a currency. */
export function completeFacts(row: PdmrFiling) {
  return {
    ...sharedFacts(row),
    transactionDate: given(row, row.transactionDate, 'transaction date'),
    currency: given(row, row.currency, 'currency'),
  };
}
