/** The place of a text in a House report decides what it is: no text of the table is lost, and none is taken for another. */

import { describe, expect, it } from '@jest/globals';
import { readLayout } from '../../../../src/registers/congress/house-ptr/layout.js';
import type { PdfPage } from '../../../../src/registers/formats/pdf.js';
import { FOOTNOTE, header, OLD_STATUS, type Piece, page, row, STATUS } from './printed-page.js';

const ASSET = 'Zquorra Robotics, Inc. (ZQRA) [ST]';
const END: Piece[] = [[25, FOOTNOTE]];
const SIGNED: Piece[] = [[25, 'Digitally Signed: Hon. Ida Invented , 02/20/2026']];
const layoutOf = (...lines: Piece[][]) => readLayout([page(...header(), ...lines, END, SIGNED)]);
const lowered = (one: PdfPage, by: number): PdfPage => ({
  ...one,
  items: one.items.map((item) => ({ ...item, y: item.y + by })),
});
const withStatus = (...lines: Piece[][]): Piece[][] => [...lines, [[104, STATUS]]];

describe('text of the table that fits no cell is kept apart', () => {
  it.each<[string, Piece[][], string]>([
    ['before the first row', [[[104, 'The end of a row']], ...withStatus(row(ASSET))], 'The end of a row'],
    ['in the column of owners below a row', [row(ASSET), [[65, 'SP']], [[104, STATUS]]], 'SP'],
    [
      'in the column of dates below a row',
      [row(ASSET), [[327, '02/04/2026']], [[104, STATUS]]],
      '02/04/2026',
    ],
    ['left of all columns', [[[12, 'x'], ...row(ASSET)], [[104, STATUS]]], 'x'],
    ['as a label that is not below the asset', [row(ASSET), [[25, STATUS]]], STATUS],
    ['beside the labels', [...withStatus(row(ASSET)), [[263, 'S (partial)']]], 'S (partial)'],
  ])('%s', (_what, lines, text) => expect(layoutOf(...lines).unplacedText).toEqual([text]));

  it('but a type that wraps is one cell', () => {
    const [asset, , ...rest] = row(ASSET);
    const wrapped: Piece[][] = [[asset!, [263, 'S'], ...rest], [[263, '(partial)']], [[104, STATUS]]];
    const { rows, unplacedText } = layoutOf(...wrapped);
    expect(unplacedText).toEqual([]);
    expect(rows[0]!.cells).toMatchObject({ asset: ASSET, type: 'S (partial)' });
  });
});

it('the table since May 2022 ends at its footnote, and not at a heading', () => {
  const heading: Piece[] = [[22, 'I\0\0\0\0\0\0\0\0\0 V\0\0\0\0\0\0 D\0\0\0\0\0\0', 12]];
  const { tableEnded, unplacedText } = readLayout([page(...header(), ...withStatus(row(ASSET)), heading)]);
  expect(tableEnded).toBe(false);
  expect(unplacedText).toHaveLength(1);
});

describe('pairs of dates', () => {
  it('are counted without the columns, so that a row at another place is noticed', () => {
    const shifted = row(ASSET).map(([x, text]): Piece => [x >= 327 ? x + 20 : x, text]);
    expect(layoutOf(...withStatus(row(ASSET)), ...withStatus(shifted))).toMatchObject({
      rows: { length: 1 },
      datePairs: 2,
      statusLines: 2,
    });
  });

  it.each<[Piece[]]>([
    [[[104, '01/16/2026 02/20/2026']]],
    [
      [
        [104, '01/16/2026'],
        [150, '02/20/2026'],
      ],
    ],
  ])('in a description that wraps are its words: %j', (dates) => {
    const label: Piece[] = [[104, 'D\0\0\0\0\0\0\0\0\0\0: Options that expire on']];
    const { rows, datePairs } = layoutOf(...withStatus(row(ASSET)), label, dates, [[104, 'and later.']]);
    expect(datePairs).toBe(1);
    expect(rows[0]!.labels[1]!.value).toBe('Options that expire on 01/16/2026 02/20/2026 and later.');
    expect(layoutOf(row(ASSET), dates, [[104, STATUS]]).datePairs).toBe(2);
  });

  it('of which the second is in no column of dates begin no row', () => {
    const line: Piece[] = [
      [104, ASSET],
      [263, 'P'],
      [327, '02/03/2026'],
      [415, '02/05/2026'],
    ];
    expect(layoutOf(line, [[104, STATUS]])).toMatchObject({ rows: [], datePairs: 1 });
  });
});

describe('the words of the header', () => {
  it('are part of an asset where they are a line of it', () => {
    expect(layoutOf(row('Quivexel Target'), [[104, 'Date']], [[104, STATUS]]).rows[0]!.cells.asset).toBe(
      'Quivexel Target Date',
    );
  });

  it('make a header only where all of them are there', () => {
    expect(readLayout([page([[25, 'ID']], row(ASSET))])).toMatchObject({ hasTable: false, rows: [] });
  });
});

describe('a column', () => {
  const ownerAt = (x: number) => layoutOf([[x, 'SP'], ...row(ASSET)], [[104, STATUS]]).rows[0]!.cells;

  it('begins up to three points left of its title', () => {
    expect(ownerAt(62.5)).toMatchObject({ id: '', owner: 'SP' });
    expect(ownerAt(60)).toMatchObject({ id: 'SP', owner: '' });
  });

  it('is not begun by a word that ends before it', () => {
    const [, ...rest] = row('');
    const text = 'Fund of the Invented Family of Glimmerton A';
    // The last word begins some five points left of the column of types, and ends there.
    const { cells } = layoutOf([[104, text, 8, 159], ...rest], OLD_STATUS).rows[0]!;
    expect(cells).toMatchObject({ asset: text, type: 'P' });
  });

  it('holds its text with the blanks that were filed', () => {
    expect(layoutOf(row('Two  blanks [ST]'), [[104, STATUS]]).rows[0]!.cells.asset).toBe('Two  blanks [ST]');
  });

  it('is not begun by a word farther from its edge, inside a piece that crosses it', () => {
    const [, ...rest] = row('');
    // The last word begins some 12 points left of the column of types.
    const line: Piece[] = [
      [104, 'An asset that ends beyond its own column Partners', 8, 174],
      ...rest.slice(1),
    ];
    expect(layoutOf(line, OLD_STATUS).rows[0]!.cells).toMatchObject({
      asset: 'An asset that ends beyond its own column Partners',
      type: '',
    });
  });
});

describe('the filer may write', () => {
  it('who signed another report, without signing this one', () => {
    const said = 'Digitally Signed: Hon. Ida Invented , 01/02/2026';
    const { signed, rows } = readLayout([
      page(...header(), ...withStatus(row(ASSET)), [[104, 'C\0\0\0\0\0\0\0: See']], [[104, said]], END),
    ]);
    expect(signed).toBeNull();
    expect(rows[0]!.labels[1]).toEqual({ initials: 'C', value: `See ${said}` });
  });

  it('a line that begins with a single capital and has a colon, before May 2022 too', () => {
    const label: Piece[] = [
      [104, 'D'],
      [108, 'eSCRIPTION', 6],
      [140, ': Words of'],
    ];
    const line: Piece[] = [
      [104, 'A', 8, 5],
      [111, 'trust: all of it'],
    ];
    const { labels } = layoutOf(row(ASSET), OLD_STATUS, label, line).rows[0]!;
    expect(labels[1]).toEqual({ initials: 'D', value: 'Words of A trust: all of it' });
  });

  it.each(['R\0n\0 Roe and others', 'R\0n\0 Roe: and others'])(
    'a line that begins with a capital and a character that the font lacks: %j',
    (text) => {
      const { rows, tableEnded } = layoutOf(
        ...withStatus(row(ASSET)),
        [[104, 'D\0\0\0\0\0\0\0\0\0\0: Bought of']],
        [[104, text]],
        ...withStatus(row('Quivexel [ST]')),
      );
      expect(tableEnded).toBe(true);
      expect(rows.map(({ labels }) => labels.length)).toEqual([2, 1]);
      expect(rows[0]!.labels[1]!.value).toBe(`Bought of ${text}`);
    },
  );
});

describe('two pages', () => {
  const first = page(...header(), ...withStatus(row(ASSET)));
  const last = page(...header(), ...withStatus(row('Quivexel [ST]')), END, SIGNED);

  it.each([
    [190, []],
    // A third of the page is empty.
    [290, [1]],
  ])(
    'have a part missing between them if the first ends too high: %d points above its edge',
    (above, missing) => {
      const end = Math.max(...first.items.map(({ y }) => y));
      expect(readLayout([lowered(first, 792 - above - end), last]).incompletePages).toEqual(missing);
    },
  );

  it('have a page missing between them where the report is not signed yet', () => {
    const unsigned = page(...header(), ...withStatus(row(ASSET)), END);
    const signature = page(SIGNED);
    expect(readLayout([unsigned, { ...unsigned, items: [] }, signature]).incompletePages).toEqual([2]);
  });

  it('both keep a line at the place where a line is painted twice, if it says something else', () => {
    const item = { x: 26, width: 40, height: 8 };
    const heading = { ...item, text: 'commentS', x: 22, height: 12, y: 700 };
    const old = page(...header(), row(ASSET), OLD_STATUS, END);
    const { comments } = readLayout([
      { ...old, items: [...old.items, heading, { ...item, text: 'A remark.', y: 721.5 }] },
      { ...old, items: [{ ...item, text: 'Another one.', y: 80.25 }] },
    ]);
    expect(comments).toBe('A remark. Another one.');
  });
});

describe('vehicles', () => {
  const HEADING: Piece[] = [[22, 'I\0\0\0\0\0\0\0\0\0 V\0\0\0\0\0\0 D\0\0\0\0\0\0', 12]];
  const before = [...header(), ...withStatus(row(ASSET)), END, HEADING, []];

  it('do not contain their descriptions, which may wrap', () => {
    const { vehicles } = readLayout([
      page(
        ...before,
        [[43, 'Firm of the Family,']],
        [[43, 'second part (Owner: SP)']],
        [[43, 'D\0\0\0\0\0\0\0\0\0\0: A firm']],
        [[43, 'of the family']],
        [],
        [[43, 'Trust']],
      ),
    ]);
    expect(vehicles).toEqual(['Firm of the Family, second part (Owner: SP)', 'Trust']);
  });

  it('are apart on two pages, wherever the second begins', () => {
    const { vehicles } = readLayout([
      page(...before, [[43, 'Firm']]),
      page([[43, 'Trust']], [], [[43, 'Account']]),
    ]);
    expect(vehicles).toEqual(['Firm', 'Trust', 'Account']);
  });
});
