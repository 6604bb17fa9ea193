/** What the tables in `wordings` say: a form with these words in its fields, and the rows that are read from it. */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ukExclusion } from '../../../../src/derive/europe/uk-exclusion.js';
import { packageRoot } from '../../../../src/package-root.js';
import type { PdmrFiling } from '../../../../src/records/europe/pdmr.js';
import { type Case, readCases } from '../../../cases.js';
import { announcement, form, page, paragraphs, priceRow, readRows, table } from './pages.js';

const FOLDER = 'registers/europe/uk-nsm/wordings';
/** Begins the heading of the column with the fields of the rows that are read. */
const READ = '=> ';

/** The columns of a table are set apart by `|`, its cells may have lines set apart by `¶`, and an empty line ends it. */
function htmlOf(text: string): string {
  if (!text.includes('|') || text.startsWith('<')) return text;
  const cells = (line: string) => line.split('|').map((cell) => cell.trim().replaceAll('¶', '\n'));
  return text
    .split('\n\n')
    .map((block) => (block.includes('|') ? table(...block.split('\n').map(cells)) : paragraphs(block)))
    .join('');
}

/** Section 4c: `prices` as it is there, a `price` and a `volume`, or one lot for each of the `labels`. */
function pricesOf(given: Case['cells']): string | undefined {
  const labels = given.get('labels')?.split('|');
  if (labels !== undefined)
    return priceRow(
      table(
        ['', 'Price', 'Volume'],
        ...labels.map((label, i) => [label.trim(), `£1.2${i}`, `${i + 1}0,000`]),
      ),
    );
  const [price, volume, prices] = ['price', 'volume', 'prices'].map((name) => given.get(name));
  if (price !== undefined && volume !== undefined)
    return priceRow(table(['Price(s)', 'Volume(s)'], [price, volume]));
  return prices === undefined || prices.startsWith('<tr>') ? prices : priceRow(htmlOf(prices));
}

function fieldOf(row: PdmrFiling, field: string): string {
  if (field === 'number') return row.filingId.split('#')[1] ?? '';
  const value = field === 'exclusion' ? ukExclusion(row) : row[field as keyof PdmrFiling];
  return value === null ? '-' : String(value);
}

describe.each(readdirSync(join(packageRoot(), 'test', FOLDER)))('%s', (name) => {
  it.each(readCases(`${FOLDER}/${name}`).map((one) => [one.title, one.cells] as const))('%s', (_, cells) => {
    const whole = form({
      ...Object.fromEntries(cells),
      name: htmlOf(cells.get('name') ?? 'Ada Bramble'),
      prices: pricesOf(cells),
    });
    const headline = cells.get('headline');
    const read = (html: string) =>
      readRows(announcement(page(html, cells.get('narrative')), headline === undefined ? {} : { headline }));
    const [label, instead] = [cells.get('label'), cells.get('instead')];
    if (label !== undefined) expect(whole).toContain(label);
    const { rows, warnings } = read(label === undefined ? whole : whole.replace(label, instead ?? ''));

    const column = [...cells.keys()].find((key) => key.startsWith(READ));
    if (column === undefined) expect(rows).toEqual(read(whole).rows);
    else {
      const fields = column.slice(READ.length).split(' | ');
      const found = rows.map((row) => fields.map((field) => fieldOf(row, field)).join(' | '));
      expect(found.join('\n')).toBe(cells.get(column));
    }
    expect(warnings.map(({ kind }) => kind).join(', ')).toBe(cells.get('warnings') ?? '');
    // A value is either known or marked as unknown; a nil price counts as known.
    for (const row of rows) expect(row.valueUnknown).toBe(row.totalValue === null && row.price !== 0);
  });
});
