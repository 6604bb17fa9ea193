/** Tables: a column is checked against the type of the row, and the legend explains the fields by the schema. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod/v3';
import { packageRoot } from '../../../src/package-root.js';
import { type Column, fieldMeanings, table } from '../../../src/publish/pages/table.js';

const schema = z.array(
  z.object({
    name: z.string().describe('Name as filed'),
    value: z.number().nullable().describe('USD'),
    inner: z.object({ name: z.string().describe('Another name') }).optional(),
  }),
);
type Row = z.infer<typeof schema>[number];

const rows: Row[] = [
  { name: '<b>', value: 1234 },
  { name: '', value: null },
];
const columns: Array<Column<Row>> = [
  { field: 'name', head: 'Name', to: (row) => `/${row.name}` },
  { field: 'value', head: 'Value', as: 'usd' },
];

describe('a column', () => {
  it('names a field of the row, and a format that takes its value', () => {
    const wrong: Array<Column<Row>> = [
      // @ts-expect-error: no such field
      { field: 'title', head: 'Title' },
      // @ts-expect-error: a day is text
      { field: 'value', head: 'Value', as: 'day' },
      // @ts-expect-error: only text is shown without a format
      { field: 'value', head: 'Value' },
      // @ts-expect-error: the value is a number or null
      { field: 'value', head: 'Value', as: (value: string) => value },
    ];
    expect(wrong).toHaveLength(4);
  });
});

describe('a table', () => {
  it('shows text as text, and what a filing does not state as unknown', () => {
    const text = String(table({ caption: 'Rows', columns, rows, empty: 'None.' }));
    expect(text).toContain('<a href="/&lt;b&gt;">&lt;b&gt;</a>');
    expect(text).toContain('$1,234');
    expect(text.match(/not stated/g)).toHaveLength(2);
    expect(text).toContain('<th role="columnheader" scope="col" class="number">Value</th>');
  });

  it('names the columns of figures, the minor and the plain ones once', () => {
    const minor = columns.map((column, at) => ({ ...column, minor: at === 1 }) as Column<Row>);
    const text = String(table({ caption: 'Rows', columns: minor, rows, empty: 'None.' }));
    expect(text).toContain('<table role="table" class="c1 n2 m2">');
    const plain = columns.map((column, at) => ({ ...column, isPlain: at === 0 }) as Column<Row>);
    expect(String(table({ caption: 'Rows', columns: plain, rows, empty: 'None.' }))).toContain(
      '<table role="table" class="c2 p1 n2">',
    );
    expect(text).toContain('<td role="cell" data-head="Value">$1,234\n');
    const style = readFileSync(join(packageRoot(), 'src/publish/assets/style.css'), 'utf8');
    // Every place that a table may have.
    for (let place = 1; place <= 14; place++) {
      for (const name of ['n', 'm', 'p']) expect(style).toContain(`.${name}${place} td:nth-child(${place})`);
      expect(style).toContain(`.c${place} { --columns: ${place}; }`);
    }
    const many = Array.from({ length: 15 }, () => columns[0]!);
    expect(() => table({ caption: 'Rows', columns: many, rows, empty: 'None.' })).toThrow(RangeError);
  });

  it('says how many rows exist where it is cut', () => {
    const cut = { caption: 'Rows', columns, rows, empty: 'None.', most: 1, rest: 'Ask for more.' };
    expect(String(table(cut))).toContain('Rows 1 to 1 of 2. Ask for more.');
    expect(String(table({ ...cut, total: 3000 }))).toContain('Rows 1 to 1 of 3,000.');
    expect(String(table({ ...cut, rows: [] }))).toBe('<p class="empty">None.</p>');
  });

  it('explains its columns by the outermost description of each field', () => {
    expect([...fieldMeanings(schema)]).toEqual([
      ['name', 'Name as filed'],
      ['value', 'USD'],
    ]);
    const text = String(table({ caption: 'Rows', columns, rows, empty: '', schema }));
    expect(text).toContain('<dt>Name</dt><dd>Name as filed <small>API: <code>name</code></small></dd>');
    expect(text).not.toContain('Another name');
  });
});

describe('a cell without a value', () => {
  const shown = (values: string[]) =>
    String(
      table({
        caption: '',
        rows: values.map((name) => ({ name, code: 'x' })),
        empty: '',
        columns: [
          { field: 'code', head: 'Code' },
          { field: 'name', head: 'Name', as: 'dash', to: () => '/somewhere', isOptional: true },
        ],
      }),
    );

  it('has no link, and a mark by which the card of a phone leaves it out', () => {
    expect(shown(['', 'B'])).toContain('<td role="cell" data-head="Name" class="none">–\n');
    expect(shown(['', 'B'])).toContain('<a href="/somewhere">B</a>');
  });

  it('leaves out an optional column that has no other', () => {
    expect(shown(['', ''])).not.toContain('Name');
  });
});
