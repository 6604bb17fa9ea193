/** The sum of a table: independent of the order, exact after rows left, and another one for any other row. */

import { expect, it } from '@jest/globals';
import { RowSum, TableDigests } from '../../src/read-model/table-digests.js';
import type { Row } from '../../src/read-model/tables.js';
import fc from '../property.js';

const rowArbitrary: fc.Arbitrary<Row> = fc.tuple(
  fc.string(),
  fc.string(),
  fc.string(),
  fc.oneof(fc.string(), fc.integer(), fc.constant(null)),
);

const digestOf = (rows: readonly Row[]) => {
  const digests = new TableDigests();
  for (const row of rows) digests.add('symbol', row);
  return digests.list();
};

it('is the same in any order, and after rows came and went', () => {
  fc.assert(
    fc.property(fc.array(rowArbitrary), fc.array(rowArbitrary), (kept, gone) => {
      const digests = new TableDigests();
      for (const row of [...gone, ...kept].reverse()) digests.add('symbol', row);
      const again = new TableDigests(digests.toStore());
      for (const row of gone) again.remove('symbol', row);
      expect(again.list()).toEqual(digestOf(kept));
    }),
  );
});

it('is another one for another value, type, place of a value, or table', () => {
  const rows: Row[] = [['A', '1', '', null]];
  const found = [
    digestOf(rows),
    digestOf([['A', 1, '', null]]),
    digestOf([['A', '1', null, '']]),
    digestOf([['A1', '', '', null]]),
    digestOf([...rows, ...rows]),
    digestOf([]),
  ].map((list) => list.find(({ name }) => name === 'symbol')!.sha256);
  expect(new Set(found).size).toBe(found.length);
  const other = new TableDigests();
  other.add('issuer', rows[0]!);
  expect(other.list().find(({ name }) => name === 'issuer')!.sha256).not.toBe(found[0]);
});

it('carries from one limb to the next: it is the arithmetic of numbers of 4096 bits', () => {
  const modulus = 1n << 4096n;
  const numberOf = (sum: RowSum) => BigInt(`0x${Buffer.from(sum.bytes()).reverse().toString('hex')}`);
  const one = (text: string) => {
    const sum = new RowSum();
    sum.add(text);
    return numberOf(sum);
  };
  const texts = Array.from({ length: 200 }, (_, at) => `row ${at}`);
  const sum = new RowSum();
  let expected = 0n;
  for (const text of texts) {
    sum.add(text);
    expected = (expected + one(text)) % modulus;
    expect(numberOf(sum)).toBe(expected);
  }
  for (const text of texts) {
    sum.remove(text);
    expected = (expected - one(text) + modulus) % modulus;
    expect(numberOf(sum)).toBe(expected);
  }
  expect([sum.rows, expected]).toEqual([0, 0n]);
});

it('stores only what changed', () => {
  const digests = new TableDigests();
  const all = digests.toStore();
  expect(new TableDigests(all).toStore()).toEqual([]);
  const again = new TableDigests(all);
  again.add('symbol', ['A', '1', '', '']);
  expect(again.toStore().map(([name]) => name)).toEqual(['symbol']);
});

it('has no proof of the manifests themselves, and refuses a sum of another length', () => {
  expect(new TableDigests().list().map(({ name }) => name)).not.toContain('manifest');
  expect(() => new RowSum(1, Buffer.alloc(32))).toThrow(RangeError);
});
