/** The table of a report by position: where it ends, and how labels look in new and in old reports. */

import { describe, expect, it } from '@jest/globals';
import { readLayout } from '../../../../src/registers/congress/house-ptr/layout.js';
import { FOOTNOTE, header, OLD_STATUS, type Piece, page, row, STATUS } from './printed-page.js';

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

  it('are not lines of the filer in which the font lacks a character', () => {
    const { rows } = readLayout([
      page(
        ...header(),
        row('Zquorra Robotics, Inc. (ZQRA) [ST]'),
        [[104, STATUS]],
        [[104, 'D\0\0\0\0\0\0\0\0\0\0: Bought on advice, at a price']],
        [[104, 'of \0 10 for each: all of them.']],
        [[25, FOOTNOTE]],
      ),
    ]);
    expect(rows[0]!.labels).toEqual([
      { initials: 'F S', value: 'New' },
      { initials: 'D', value: 'Bought on advice, at a price of \0 10 for each: all of them.' },
    ]);
  });

  it('do not end at a line that names another report', () => {
    const { filingId, rows } = readLayout([
      page(
        ...header(),
        row('Zquorra Robotics, Inc. (ZQRA) [ST]'),
        [[104, STATUS]],
        [[104, 'C\0\0\0\0\0\0\0: Omitted from']],
        [[104, 'Filing ID #20012345']],
        [[25, FOOTNOTE]],
      ),
    ]);
    expect(filingId).toBeNull();
    expect(rows[0]!.labels[1]).toEqual({ initials: 'C', value: 'Omitted from Filing ID #20012345' });
  });

  it('and headers of before May 2022 are readable in odd case and in pieces of two sizes', () => {
    const { rows, unplacedText, statusLines, tableEnded } = readLayout([
      page(
        ...header((text) => text.toUpperCase()),
        row('Zquorra Robotics, Inc. (ZQRA) [sT]'),
        OLD_STATUS,
        [
          [104, 'D'],
          [108, 'eSCRIPTION', 6],
          [140, ': Words.'],
        ],
        [[104, 'Comments: none were sought.']],
        [[25, FOOTNOTE]],
      ),
    ]);
    expect(unplacedText).toEqual([]);
    expect(statusLines).toBe(1);
    expect(tableEnded).toBe(true);
    expect(rows[0]!.labels).toEqual([
      { initials: 'F S', value: 'New' },
      { initials: 'D', value: 'Words. Comments: none were sought.' },
    ]);
  });
});

describe('the layout', () => {
  const layoutOf = (line: Piece[]) => readLayout([page(...header(), row('Zquorra [ST]'), line)]);

  it('since May 2022 is recognised by labels without letters, not by a single letter that a font lacks', () => {
    expect(layoutOf([[104, STATUS]])).toMatchObject({
      hasReadableLabels: false,
      isCaseCertain: true,
      statusLines: 1,
    });
    const stray: Piece[] = [...OLD_STATUS, [200, '\0\0 or so']];
    expect(layoutOf(stray)).toMatchObject({ hasReadableLabels: true, isCaseCertain: false, statusLines: 1 });
  });
});

describe('pieces of several cells', () => {
  const firstRow = (line: Piece[]) =>
    readLayout([page(...header(), line, OLD_STATUS, [[25, FOOTNOTE]])]).rows[0];

  it('are divided where a column begins', () => {
    const joined: Piece[] = [
      [25, '2000074389 SP'],
      [104, 'Name of an asset that fills its column P'],
      [327, '06/8/2016 08/23/2016'],
      [447, '$1,001 - $15,000'],
    ];
    const widths = [50, 164, 104, 70];
    const items = joined.map(([x, text], place): Piece => [x, text, 8, widths[place]]);
    expect(firstRow(items)!.cells).toMatchObject({
      id: '2000074389',
      owner: 'SP',
      asset: 'Name of an asset that fills its column',
      type: 'P',
      date: '06/8/2016',
      notified: '08/23/2016',
      amount: '$1,001 - $15,000',
    });
  });

  it('are not divided where no word begins at the edge', () => {
    const [, ...rest] = row('');
    const line: Piece[] = [[104, 'https://an.address.without/any-blank-that-is-too-long', 8, 170], ...rest];
    expect(firstRow(line)!.cells).toMatchObject({ asset: line[0]![1], type: 'P' });
  });
});

describe('a line on the edge of two pages', () => {
  it('is read once when it is painted on both', () => {
    const first = page(...header(), row('Zquorra Robotics, Inc. (ZQRA) [ST]'), OLD_STATUS, [[25, FOOTNOTE]]);
    const item = { text: 'A remark.', x: 26, width: 40, height: 8 };
    const heading = { ...item, text: 'commentS', x: 22, height: 12, y: 700 };
    const read = (y: number) =>
      readLayout([
        { ...first, items: [...first.items, heading, { ...item, y: 721.5 }] },
        { ...first, items: [{ ...item, y }] },
      ]).comments;
    expect(read(80.25)).toBe('A remark.');
    // Elsewhere on the page it is another line.
    expect(read(92.25)).toBe('A remark. A remark.');
  });
});

describe('a row on the edge of two pages', () => {
  it('is read once, although the letters of its box are in between', () => {
    const at = (y: number, pieces: Piece[]) =>
      page(pieces).items.map((item) => ({ ...item, y, text: item.text.trim() }));
    const box = (y: number) => at(y, [[530, 'g']]);
    const first = page(...header());
    const asset = row('Zquorra Robotics, Inc. (ZQRA) [ST]');
    const { rows, datePairs } = readLayout([
      { ...first, items: [...first.items, ...at(718, asset), ...box(721.75), ...at(733, OLD_STATUS)] },
      {
        ...first,
        items: [...at(76.75, asset), ...box(80.5), ...first.items, ...at(300, [[25, FOOTNOTE]])],
      },
    ]);
    expect(rows).toHaveLength(1);
    expect(datePairs).toBe(1);
  });
});

describe('the end of the table', () => {
  it('does not count when rows follow: only a part would be read', () => {
    const { rows, unplacedText } = readLayout([
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
    expect(unplacedText).toEqual([expect.stringContaining('QVEX')]);
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

  it('is detected by a page without text', () => {
    expect(readLayout([lowered, { ...first, items: [] }, last]).incompletePages).toEqual([2]);
  });

  it('does not count after the signature, where a page may be empty', () => {
    const signed: Piece[] = [[25, 'Digitally Signed: Hon. Ida Invented , 02/20/2026']];
    const end = page(
      ...header(),
      row('Quivexel Therapeutics, Inc. (QVEX) [ST]'),
      [[104, STATUS]],
      [[25, FOOTNOTE]],
      signed,
    );
    expect(readLayout([lowered, end, { ...first, items: [] }]).incompletePages).toEqual([]);
  });

  it('is detected by a table that stops high on a page and continues on the next', () => {
    expect(readLayout([first, last]).incompletePages).toEqual([1]);
    expect(readLayout([lowered, last]).incompletePages).toEqual([]);
    // Once the table has ended, the next section begins on a new page.
    expect(
      readLayout([last, page([[25, 'Digitally Signed: Hon. Ida Invented , 02/20/2026']])]).incompletePages,
    ).toEqual([]);
  });
});
