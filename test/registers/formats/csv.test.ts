/** The parser of delimited files. */

import { describe, expect, it } from '@jest/globals';
import { readCsv } from '../../../src/registers/formats/csv.js';

const cellsOf = (text: string) => readCsv(text, ';').rows.map((row) => row.cells);

describe('a delimited file', () => {
  it('has a header and rows with their lines', () => {
    const table = readCsv('\ufeffA;B\r\n1;2\r\n3;4\r\n', ';');
    expect(table.header).toEqual(['A', 'B']);
    expect(table.rows).toEqual([
      { line: 2, cells: ['1', '2'] },
      { line: 3, cells: ['3', '4'] },
    ]);
  });

  it('keeps delimiters, line breaks and doubled quotes of a quoted cell', () => {
    expect(cellsOf('A;B\n"x;y";"Valde ""lösen minskning"" här"\n"a\nb";c\n')).toEqual([
      ['x;y', 'Valde "lösen minskning" här'],
      ['a\nb', 'c'],
    ]);
  });

  it('takes a quote inside an unquoted cell as an ordinary character', () => {
    expect(cellsOf('A;B\nMüller "Alt" GmbH;1\n"Neu" AG;2\n')).toEqual([
      ['Müller "Alt" GmbH', '1'],
      ['"Neu" AG', '2'],
    ]);
  });

  it('loses no row to a quote that never closes', () => {
    const table = readCsv('A;B\n"open;1\nx;2\ny;3\n', ';');
    expect(table.quotesBroken).toBe(true);
    expect(table.rows.map((row) => row.cells)).toEqual([
      ['"open', '1'],
      ['x', '2'],
      ['y', '3'],
    ]);
  });

  it('joins no two rows at a quote that another row closes', () => {
    const table = readCsv('A;B;C\n1;"Meyer;x\n2;y;z\n3;"Bar" GmbH;u\n4;"A;v\n5;B";u\n6;w;"p\nq"\n', ';');
    expect(table.quotesBroken).toBe(true);
    expect(table.rows).toEqual([
      { line: 2, cells: ['1', '"Meyer', 'x'] },
      { line: 3, cells: ['2', 'y', 'z'] },
      { line: 4, cells: ['3', '"Bar" GmbH', 'u'] },
      { line: 5, cells: ['4', 'A', 'v'] },
      { line: 6, cells: ['5', 'B', 'u'] },
      { line: 8, cells: ['6', 'w', 'p\nq'] },
    ]);
  });

  it('with far more columns than any register has is not read', () => {
    const wide = (columns: number) =>
      `${Array.from({ length: columns }, (_, place) => `c${place}`).join(';')}\n1;2\n`;
    expect(readCsv(wide(200), ';')).toMatchObject({ isTooWide: false, rows: [{ cells: ['1', '2'] }] });
    expect(readCsv(wide(201), ';')).toEqual({ header: [], rows: [], quotesBroken: false, isTooWide: true });
    expect(readCsv(wide(1_000_000), ';').isTooWide).toBe(true);
  });

  it('gives no rows for a header alone or an empty file', () => {
    expect(readCsv('A;B', ';')).toEqual({
      header: ['A', 'B'],
      rows: [],
      quotesBroken: false,
      isTooWide: false,
    });
    expect(readCsv('', ';')).toEqual({ header: [], rows: [], quotesBroken: false, isTooWide: false });
  });

  it('returns rows of another length unchanged', () => {
    expect(cellsOf('A;B;C\n1;2\n1;2;3;4\n')).toEqual([
      ['1', '2'],
      ['1', '2', '3', '4'],
    ]);
  });
});
