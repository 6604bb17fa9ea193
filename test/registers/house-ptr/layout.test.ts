/** The table of a report by position: what ends it, and what a label is in new and in old reports. */

import { describe, expect, it } from '@jest/globals';
import type { PdfItem, PdfPage } from '../../../src/registers/formats/pdf';
import { readLayout } from '../../../src/registers/house-ptr/layout';

type Piece = [x: number, text: string];

const EDGES = [25, 65, 104, 263, 327, 383, 447, 525];
const HEADER = ['ID', 'Owner', 'Asset', 'Transaction', 'Date', 'Notification', 'Amount', 'Cap.'];
const BELOW: Piece[][] = [
  [
    [263, 'Type'],
    [383, 'Date'],
    [525, 'Gains >'],
  ],
  [[525, '$200?']],
];
const STATUS = 'F\0\0\0\0\0 S\0\0\0\0\0: New';
const FOOTNOTE = '* For the complete list of asset type abbreviations, please visit the Clerk.';

const header = (inCase = (text: string) => text): Piece[][] => [
  HEADER.map((title, place): Piece => [EDGES[place]!, inCase(title)]),
  ...BELOW.map((line) => line.map(([x, text]): Piece => [x, inCase(text)])),
];
const row = (asset: string): Piece[] => [
  [104, asset],
  [263, 'P'],
  [327, '02/03/2026'],
  [383, '02/05/2026'],
  [447, '$1,001 - $15,000'],
];

/** Lines 12 points apart, 20 after the header. */
function page(...lines: Piece[][]): PdfPage {
  let y = 100;
  const items = lines.flatMap((line, place): PdfItem[] => {
    y += place === 3 ? 20 : 10;
    return line.map(([x, text]) => ({ text, x, y, width: text.length * 4, height: 8 }));
  });
  return { width: 612, height: 792, items };
}

describe('labels', () => {
  it('that the filer typed are part of what was filed, where the report prints its own in small capitals', () => {
    const { rows, statusLines } = readLayout([
      page(
        ...header(),
        row('Zquorra Robotics, Inc. (ZQRA) [ST]'),
        [[104, STATUS]],
        [[104, 'D\0\0\0\0\0\0\0\0\0\0: Bought on advice.']],
        [[104, 'Comments: none were sought.']],
        [[25, FOOTNOTE]],
      ),
    ]);
    expect(rows[0]!.labels).toEqual([
      { initials: 'F S', value: 'New' },
      { initials: 'D', value: 'Bought on advice. Comments: none were sought.' },
    ]);
    expect(statusLines).toBe(1);
  });

  it('and headers of 2017 and before are readable in odd case', () => {
    const odd = (text: string) => text.replace(/[a-z]/g, (letter) => letter.toUpperCase());
    const { rows, astray, statusLines, tableEnded } = readLayout([
      page(
        ...header(odd),
        row('Zquorra Robotics, Inc. (ZQRA) [sT]'),
        [[104, 'FIlINg STATuS: New']],
        [[104, 'DeSCRIPTION: Words.']],
        [[25, FOOTNOTE]],
      ),
    ]);
    expect(astray).toEqual([]);
    expect(statusLines).toBe(1);
    expect(tableEnded).toBe(true);
    expect(rows[0]!.labels).toEqual([
      { initials: 'F S', value: 'New' },
      { initials: 'D', value: 'Words.' },
    ]);
  });
});

describe('the end of the table', () => {
  it('is none when rows follow: what was read would be a part only', () => {
    const { rows, astray } = readLayout([
      page(
        ...header(),
        row('Zquorra Robotics, Inc. (ZQRA) [ST]'),
        [[104, STATUS]],
        [[104, FOOTNOTE]],
        row('Quivexel Therapeutics, Inc. (QVEX) [ST]'),
        [[104, STATUS]],
        [[25, FOOTNOTE]],
      ),
    ]);
    expect(rows).toHaveLength(1);
    expect(astray).toEqual([expect.stringContaining('QVEX')]);
  });
});

describe('a part that is missing', () => {
  const first = page(...header(), row('Zquorra Robotics, Inc. (ZQRA) [ST]'), [[104, STATUS]]);
  const last = page(
    ...header(),
    row('Quivexel Therapeutics, Inc. (QVEX) [ST]'),
    [[104, STATUS]],
    [[25, FOOTNOTE]],
  );
  const lowered = { ...first, items: first.items.map((item) => ({ ...item, y: item.y + 540 })) };

  it('is seen by a page without text', () => {
    expect(readLayout([lowered, { ...first, items: [] }, last]).cutPages).toEqual([2]);
  });

  it('is seen by a table that stops high on a page and goes on overleaf', () => {
    expect(readLayout([first, last]).cutPages).toEqual([1]);
    expect(readLayout([lowered, last]).cutPages).toEqual([]);
    // Where the table has ended, what follows begins on a page of its own.
    expect(
      readLayout([last, page([[25, 'Digitally Signed: Hon. Ida Invented , 02/20/2026']])]).cutPages,
    ).toEqual([]);
  });
});
