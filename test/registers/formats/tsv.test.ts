/** The parser of tab-separated files, which have no quoting. */

import { expect, it } from '@jest/globals';
import { openTsv } from '../../../src/registers/formats/tsv.js';

const open = (text: string) => openTsv(Buffer.from(text));

it('reads rows without any quoting, whatever the line ends', () => {
  const table = open('\ufeffA\tB\tC\r\n1\t"two" é\t\r\n\r\n\t\t3\nlast\t"\t');
  expect(table.columns).toEqual(['A', 'B', 'C']);
  expect(table.column('C')).toBe(2);
  expect(table.column('D')).toBe(-1);
  expect([...table.rows()]).toEqual([
    ['1', '"two" é', ''],
    ['', '', '3'],
    ['last', '"', ''],
  ]);
});

it('can be read twice, and has no rows after a heading alone', () => {
  const table = open('A\n1\n2\n');
  expect([...table.rows()]).toEqual([...table.rows()]);
  expect([...open('A\tB').rows()]).toEqual([]);
  expect([...open('').rows()]).toEqual([]);
});
