/** The cells of a row of Forms 3 and 5. */

import { expect, it } from '@jest/globals';
import { ownershipColumns } from '../../../../src/publish/pages/form4/ownership-columns.js';
import type { PageRequest } from '../../../../src/publish/pages/page.js';
import type { OwnershipRow } from '../../../../tools/contract/shapes/ownership-row.js';

const columns = ownershipColumns({ to: (path: string) => path } as PageRequest, {
  issuer: true,
  owner: true,
});
/** The cell below a head, without markup. */
function cell(head: string, row: Partial<OwnershipRow>): string {
  const column = columns.find((one) => one.head === head);
  const show = column?.as as (value: unknown, row: unknown) => unknown;
  return String(show(row[column!.field], row)).replace(/<[^>]+>/g, '');
}

it('a value is in dollars also where it equals the number of shares', () => {
  const trade = { rowKind: 'transaction', shares: 5000, pricePerShare: 1, totalValue: 5000 } as const;
  expect([cell('Shares traded', trade), cell('Value', trade)]).toEqual(['5,000', '$5,000']);
  expect(cell('Value', { ...trade, totalValue: 0 })).toBe('$0');
  expect(cell('Value', { ...trade, totalValue: null })).toBe('not stated');
  expect(cell('Value', { rowKind: 'holding', totalValue: null })).toBe('–');
});

it('a convertible note that states only dollars shows them', () => {
  const note = {
    rowKind: 'holding',
    sharesOwnedAfter: null,
    valueOwned: null,
    underlyingShares: null,
  } as const;
  const size = { underlyingTitle: 'Common Stock', underlyingValue: 250_000 };
  expect(cell('Held', { ...note, ...size })).toBe('$250,000 Common Stock');
  expect(cell('Held', { ...note, ...size, underlyingValue: null })).toBe('not stated');
});
