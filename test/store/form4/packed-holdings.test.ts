/** Holdings are read back as they were written, whatever is left out and repeated. */

import { expect, it } from '@jest/globals';
import { packHoldings, unpackHoldings } from '../../../src/store/form4/packed-holdings.js';
import fc from '../../property.js';

const text = fc.option(fc.constantFrom('Held by one trust.', 'Held by another.', '0', ''));
const number = fc.option(fc.constantFrom(0, 1.5, 95_898));
const date = fc.option(fc.constantFrom('2028-04-14', '1980-12-25'));
const terms = { account: text, exerciseDate: date, expirationDate: date };
const holding = fc.record({
  ...terms,
  row: fc.nat(30),
  transactionsBefore: fc.nat(30),
  table: fc.constantFrom('derivative' as const, 'non-derivative' as const),
  securityTitle: fc.string(),
  rowForm: fc.option(fc.constantFrom('3' as const, '4' as const, '5' as const)),
  shares: number,
  value: number,
  ownership: fc.option(fc.constantFrom('D' as const, 'I' as const)),
  natureOfOwnership: text,
  conversionOrExercisePrice: number,
  underlyingTitle: text,
  underlyingShares: number,
  underlyingValue: number,
});

it('gives what was packed', () => {
  fc.assert(
    fc.property(
      fc.record({ holdings: fc.array(holding), terms: fc.array(fc.record({ ...terms, row: fc.nat(30) })) }),
      (stated) => {
        expect(unpackHoldings(packHoldings(stated))).toEqual(stated);
      },
    ),
  );
});

it('keeps a footnote that many rows have once', () => {
  const account = 'A long footnote of a fund. '.repeat(30);
  const rows = Array.from({ length: 20 }, (_, row) => ({
    row,
    account,
    exerciseDate: null,
    expirationDate: null,
  }));
  expect(packHoldings({ holdings: [], terms: rows }).length).toBeLessThan(2 * account.length);
});
