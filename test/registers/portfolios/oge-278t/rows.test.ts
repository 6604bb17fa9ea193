/** Rows as printed: which are trades, which words are types and blank lines, and what a blank cell becomes. */

import { describe, expect, it } from '@jest/globals';
import type { Oge278TRow } from '../../../../src/registers/portfolios/oge-278t/layout.js';
import { type ParsedRows, readRows } from '../../../../src/registers/portfolios/oge-278t/rows.js';
import type { Warning } from '../../../../src/registers/register.js';
import { judgedTicker } from '../../../invented/known-symbols.js';

const CELLS: Oge278TRow['cells'] = {
  number: '1',
  description: 'Invented Goods, Inc. (IGDS)',
  type: 'Purchase',
  date: '04/02/2026',
  notified: 'No',
  amount: '$1,001 - $15,000',
};

function read(...cells: Array<Partial<Oge278TRow['cells']>>): ParsedRows & { warnings: string[] } {
  const rows = cells.map((more, place) => ({
    number: place + 1,
    cells: { ...CELLS, ...more },
    hasEndnote: false,
  }));
  const warnings: Warning[] = [];
  const parsed = readRows(rows, '2026-05-01', 'x', warnings);
  return { ...parsed, warnings: warnings.map(({ kind, detail }) => `${kind} ${detail}`) };
}

describe('a row', () => {
  it.each<[string, Partial<Oge278TRow['cells']>]>([
    ['type', { date: '', amount: '' }],
    ['date', { type: '', amount: '' }],
    ['amount', { type: '', date: '' }],
  ])('is a trade if it only has its %s', (_what, cells) => {
    const { transactions, headings, warnings } = read(cells);
    expect([transactions.length, headings.length]).toEqual([1, 0]);
    expect(warnings).toHaveLength(2);
  });

  it.each<[string, boolean]>([
    ['', true],
    ['LINE IS INTENTIONALLY LEFT BLANK', true],
    ['Blank - left on purpose.', true],
    ['Left Bank Holdings', false],
    ['Blank Rome LLP', false],
    ['Account (left blank)', false],
    ['The rows below, left out of an earlier report, have a blank cell each', false],
  ])('without all three, "%s", is a blank line: %s', (description, isBlank) => {
    const none = { type: '', date: '', amount: '' };
    const { transactions, headings } = read({ description, ...none }, {});
    expect(headings).toMatchObject([{ description, isBlank }]);
    expect(transactions).toMatchObject([{ headingAbove: isBlank ? null : description }]);
  });

  it.each([
    ['Invented Goods, Inc. (IGDS)', ['heading-with-ticker Invented Goods, Inc. (IGDS)']],
    // What the word means is known to derivation.
    ['Investment Account (IRA)', ['heading-with-ticker Investment Account (IRA)']],
    ['Investment Account #1', []],
  ])('without all three, "%s", is a heading with the warnings %j', (description, expected) => {
    const { headings, warnings } = read({ description, type: '', date: '', amount: '' });
    expect(headings).toMatchObject([{ description, isBlank: false }]);
    expect(warnings).toEqual(expected);
  });

  it.each(['Presale (full)', 'Sale (partial), exchange', 'Sale in part', 'Sell'])(
    'has no type where it says "%s"',
    (type) => {
      const { transactions, warnings } = read({ type });
      expect(transactions).toMatchObject([{ type: null }]);
      expect(warnings).toEqual([`unknown-type ${type}`]);
    },
  );

  it.each<[string, string | null]>([
    ['4/2/2026', '2026-04-02'],
    ['04/02/20266', null],
    ['104/02/2026', null],
    ['13/02/2026', null],
    ['04/02/26', null],
  ])('of %s is of the day %s', (date, day) => {
    expect(read({ date }).transactions).toMatchObject([
      { transactionDate: day, dateFiled: date, isDateDoubtful: false },
    ]);
  });

  it.each<[string, boolean]>([
    ['04/04/2012', false],
    ['04/03/2012', true],
    ['05/01/2026', false],
    ['05/02/2026', true],
  ])('of %s has a day that cannot be right: %s', (date, isDateDoubtful) => {
    expect(read({ date }).transactions).toMatchObject([{ isDateDoubtful }]);
  });

  it.each(['about $1,001 - $15,000', '$1,001 - $15,000 each', 'well over $1,000,000', 'Over $1,000,000.50'])(
    'has no bounds where its amount is "%s"',
    (amount) => {
      expect(read({ amount }).transactions).toMatchObject([
        { valueLabel: amount, valueLow: null, valueHigh: null },
      ]);
    },
  );
});

describe('a ticker', () => {
  it.each<[string, string | null]>([
    ['Invented notes (IGDS)', null],
    ['Invented senior note ETN (IGDS)', 'IGDS'],
    ['Invented bonds due 2030 (IGDS)', null],
    ['Invented Bond ETF 5% (IGDS)', 'IGDS'],
    ['Invented 5% debenture (IGDS)', null],
    ['Invented G.O. bond (IGDS)', null],
    ['Invented 4.5 % (IG-PA)', 'IG-PA'],
    ['Endnotes Software (IGDS)', 'IGDS'],
    ['IG/B (Invented Class B Trust)', 'IG/B'],
    ['Invented Goods, Inc. 3.85 05/04/43 (IGDS)', null],
    ['Invented Goods, Inc. 4.5, 5/4/2043 (IGDS)', null],
    ['INVENTED GOODS DUE 2030 (IGDS)', null],
    ['Invented Goods, matures May 4, 2043 (IGDS)', null],
    ['Invented Bank certificate of deposit (IGDS)', null],
    ['Invented Goods, sold 05/04/2025 (IGDS)', 'IGDS'],
    ['Invented Due Diligence, Inc. (IGDS)', 'IGDS'],
    ['Invented Goods, sale due to merger of 2025 (IGDS)', 'IGDS'],
    ['Invented Maturity 2030 ETF (IGDS)', 'IGDS'],
    ['Invented Goods 150.50 06/20/2025 call (IGDS)', 'IGDS'],
    ['Invented Bank PLC, linked to Invented Goods stock (IGDS)', null],
    ['Invented ETN linked to gold (IGDS)', 'IGDS'],
    ['IGD (Invented Incoming)', null],
    ['Broker of IGD (Invented Fund)', null],
    ['IGD (Invented Fund), sold', null],
  ])('in "%s" is %s', (description, ticker) =>
    expect(read({ description }).transactions.map((row) => judgedTicker(row, description) || null)).toEqual([
      ticker,
    ]),
  );
});
