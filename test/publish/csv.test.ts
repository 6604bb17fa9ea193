/** CSV: quoting of RFC 4180, and no cell that a spreadsheet would run. */

import { expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { partsOf } from '../../src/publish/answer-lists.js';
import { toCsv } from '../../src/publish/csv.js';
import { csvOf } from '../../src/terminal/answer-text.js';
import fc from '../property.js';

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1', '\u0000=1'])(
  'disarms a text that a spreadsheet reads as a formula: %j',
  (text) => {
    const [, [cell]] = parse(toCsv({ columns: ['a'], rows: [[text]] })) as string[][] as [string[], string[]];
    expect(cell).toBe(`'${text}`);
  },
);

it('leaves numbers as they are, and unknown values empty', () => {
  expect(toCsv({ columns: ['a', 'b', 'c', 'd'], rows: [[-5.5, null, true, '']] })).toBe(
    'a,b,c,d\r\n-5.5,,true,\r\n',
  );
});

it('can be read back, whatever is filed', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.string({ unit: 'binary' }), { minLength: 2, maxLength: 2 })), (rows) => {
      const back = parse(toCsv({ columns: ['a', 'b'], rows }), {
        relax_column_count: false,
        bom: false,
      }) as string[][];
      expect(back.slice(1).map((row) => row.map((cell) => cell.replace(/^'/, '')))).toEqual(
        rows.map((row) => row.map((cell) => cell.replace(/^'/, ''))),
      );
    }),
  );
});

it('takes the only list, or the one that is named, or the fields', () => {
  const one = partsOf({ name: 'x', rows: [{ a: 1 }, { a: 2, b: ['p', 'q'] }] });
  expect(csvOf(one, undefined)).toBe('a,b\r\n1,\r\n2,p; q\r\n');
  const two = partsOf({ one: [{ a: 1 }], inner: { two: { columns: ['b'], rows: [[{ c: 1 }]] } } });
  expect(() => csvOf(two, undefined)).toThrow('choose one with --only one, inner.two');
  expect(csvOf(two, 'inner.two')).toBe('b\r\n"{""c"":1}"\r\n');
  expect(() => csvOf(two, 'three')).toThrow('--only must be one of one, inner.two');
  expect(csvOf(partsOf({ a: { b: 1 }, c: null }), undefined)).toBe('a.b,c\r\n1,\r\n');
  expect(csvOf(partsOf([]), undefined)).toBe('\r\n');
});
