/** Packed lines are those that were packed, in the order of their members, whatever characters a filer wrote. */

import { expect, it } from '@jest/globals';
import { packOwnedLines, unpackOwnedLines } from '../../src/read-model/packed-owned-lines.js';
import { edgarIndexPage } from '../../tools/contract/edgar-address.js';
import { LINE_DOUBTS, type OwnedLine, ownedLine } from '../../tools/contract/shapes/owned-line.js';
import fc from '../property.js';

/** Also the characters that separate packed values, and those that JSON escapes. */
const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom('\u001e', '\u001f', '"', '\\', '\n', '\u0000', ',', '\u2028', '😀') }),
);
const number = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constantFrom(0, 1e21, 1e-7));
const nullable = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null });
const day = nullable(fc.constant('2026-01-02'));
const CIK = '4001';
const ACCESSION = '0009999999-26-000123';

const line: fc.Arbitrary<OwnedLine> = fc
  .record({
    issuerName: text,
    issuerTicker: text,
    isDerivative: fc.boolean(),
    securityTitle: text,
    ownership: fc.constantFrom('D' as const, 'I' as const, '' as const),
    nature: nullable(text),
    account: nullable(text),
    shares: nullable(number),
    value: nullable(number),
    whyUnknown: fc.option(fc.constantFrom('not-stated' as const, 'rows-differ' as const), { nil: undefined }),
    underlyingTitle: nullable(text),
    underlyingShares: nullable(number),
    underlyingValue: nullable(number),
    exercisePrice: nullable(number),
    exerciseDate: day,
    expirationDate: day,
    asOf: fc.constant('2026-01-02'),
    form: fc.constantFrom('3', '4', '5/A'),
    filingId: fc.constantFrom(`${ACCESSION}-0`, `${ACCESSION}-h12`, `${ACCESSION}-none`),
    filedAt: fc.constant('2026-01-03T12:00:00.000Z'),
    notStatedSince: fc.option(fc.constant('2026-02-03T12:00:00.000Z'), { nil: undefined }),
    doubts: fc.subarray([...LINE_DOUBTS]),
  })
  .map((facts) => ({ issuerCik: CIK, ...facts, rawFilingUrl: edgarIndexPage(CIK, ACCESSION) }));

it('gives the same lines', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 4 }), (lines) => {
      const unpacked = unpackOwnedLines(packOwnedLines(lines));
      // Also the order, and what is left out.
      expect(JSON.stringify(unpacked)).toBe(JSON.stringify(lines));
      for (const one of unpacked) ownedLine.strict().parse(one);
    }),
  );
});

it('takes less than half of the JSON', () => {
  const [one] = fc.sample(line, { numRuns: 1, seed: 1 }) as [OwnedLine];
  const usual = { ...one, issuerName: 'Example Inc', nature: null, account: null, underlyingTitle: null };
  expect(packOwnedLines([usual]).length).toBeLessThan(JSON.stringify([usual]).length / 2);
});

it.each([
  ['cut off', (packed: string) => packed.slice(0, packed.length / 2)],
  ['overwritten by zeros', (packed: string) => `${packed.slice(0, 8)}\0\0\0\0${packed.slice(12)}`],
  ['all zeros', (packed: string) => '\0'.repeat(packed.length)],
  ['empty', () => ''],
])('refuses a text that is %s', (_, damaged) => {
  const [one] = fc.sample(line, { numRuns: 1, seed: 1 }) as [OwnedLine];
  expect(() => unpackOwnedLines(damaged(packOwnedLines([one])))).toThrow(SyntaxError);
});
