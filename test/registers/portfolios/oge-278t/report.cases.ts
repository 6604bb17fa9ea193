/**
 * Each rule of reading a report, on reports written for it: what is read, what is paper, what fails and why.
 */

import { describe, expect, it } from '@jest/globals';
import {
  type IntegrityRow,
  layOutIntegrityReport,
  type Placed,
  printIntegrityReport,
  printPages,
  printRecognisedScan,
} from '../../../../data/sample/make/integrity-report.js';
import { isSameFiler } from '../../../../src/records/portfolios/oge-278t.js';
import { judgedTicker } from '../../../invented/known-symbols.js';
import { read } from './read.js';

describe('registers/portfolios/oge-278t/report', () => {
  const KEY = '0123456789ABCDEF0123456789ABCDEF';
  const FACTS = {
    name: 'Roe, Jane A',
    title: 'Administrator',
    agency: 'Bureau of Samples',
    postedAt: '2026-05-20',
    fileName: 'Jane-Roe-05.01.2026-278T.pdf',
  };

  function row(more: Partial<IntegrityRow> = {}): IntegrityRow {
    return {
      description: 'Invented Goods, Inc. (IGDS)',
      type: 'Purchase',
      date: '04/02/2026',
      notified: 'No',
      amount: '$1,001 - $15,000',
      ...more,
    };
  }

  const made = (rows: IntegrityRow[]) => ({
    name: 'Roe, Jane Abigail',
    position: 'Administrator, Bureau of Samples',
    signed: '05/01/2026',
    rows,
  });

  const readMade = (rows: IntegrityRow[], facts: Record<string, string> = FACTS) =>
    read(printIntegrityReport(made(rows)), { key: KEY, facts });

  /** Reads the report with its pages changed before they are printed. */
  function readChanged(rows: IntegrityRow[], change: (pages: Placed[][]) => Placed[][]) {
    return read(printPages(change(layOutIntegrityReport(made(rows)))), { key: KEY, facts: FACTS });
  }

  const without = (pages: Placed[][], text: string | RegExp) =>
    pages.map((page) =>
      page.filter((piece) => (typeof text === 'string' ? piece.text !== text : !text.test(piece.text))),
    );

  describe('a report from Integrity', () => {
    it('says who filed what, where and when', async () => {
      const { report, warnings, failure } = await readMade([row()]);
      expect({ warnings, failure }).toEqual({ warnings: [], failure: null });
      expect(report).toEqual({
        kind: 'oge-278t-report',
        documentId: KEY,
        filerName: 'Roe, Jane A',
        nameOnReport: 'Roe, Jane Abigail',
        title: 'Administrator',
        agency: 'Bureau of Samples',
        position: 'Administrator, Bureau of Samples',
        postedAt: '2026-05-20',
        signedDate: '2026-05-01',
        amended: null,
        fileName: 'Jane-Roe-05.01.2026-278T.pdf',
        sourceUrl: `https://oge.test/${KEY}`,
        readability: 'read',
        reason: '',
        transactions: [
          {
            number: 1,
            description: 'Invented Goods, Inc. (IGDS)',
            ticker: null,
            tickerWords: 'IGDS',
            type: 'Purchase',
            transactionDate: '2026-04-02',
            dateFiled: '04/02/2026',
            isDateDoubtful: false,
            notifiedLate: false,
            valueLabel: '$1,001 - $15,000',
            valueLow: 1001,
            valueHigh: 15_000,
            hasEndnote: false,
            headingAbove: null,
          },
        ],
        headings: [],
        endnotes: [],
      });
    });

    it('of a saved file is described by its own text, without the posting date', async () => {
      const { report } = await read(printIntegrityReport(made([row()])), { key: 'saved 278T.pdf' });
      expect(report).toMatchObject({
        documentId: 'saved 278T.pdf',
        filerName: 'Roe, Jane Abigail',
        title: '',
        agency: '',
        postedAt: null,
        signedDate: '2026-05-01',
      });
    });

    it.each([
      ['$1,001 - $15,000', 1001, 15_000],
      ['$15,001 - $50,000', 15_001, 50_000],
      ['$50,001 - $100,000', 50_001, 100_000],
      ['$100,001 - $250,000', 100_001, 250_000],
      ['$250,001 - $500,000', 250_001, 500_000],
      ['$500,001 - $1,000,000', 500_001, 1_000_000],
      ['$1,000,001 - $5,000,000', 1_000_001, 5_000_000],
      ['$5,000,001 - $25,000,000', 5_000_001, 25_000_000],
      ['$25,000,001 - $50,000,000', 25_000_001, 50_000_000],
      ['Over $1,000,000', 1_000_001, null],
      ['Over $50,000,000', 50_000_001, null],
    ])('has the bracket %s', async (amount, valueLow, valueHigh) => {
      const { report, warnings } = await readMade([row({ amount })]);
      expect(report!.transactions[0]).toMatchObject({ valueLabel: amount, valueLow, valueHigh });
      expect(warnings).toEqual([]);
    });

    it.each([
      ['$1,001-$15,000', 1001, 15_000],
      ['$1,001 – $15,000', 1001, 15_000],
      ['over $1,000,000', 1_000_001, null],
    ])('reads the bracket %s, typed in another way', async (amount, valueLow, valueHigh) => {
      const { report, warnings } = await readMade([row({ amount })]);
      expect(report!.transactions[0]).toMatchObject({ valueLabel: amount, valueLow, valueHigh });
      expect(warnings).toEqual([]);
    });

    it.each([
      ['purchase', 'Purchase'],
      ['SALE', 'Sale'],
      ['Sale (Partial)', 'Sale'],
      ['sale (full)', 'Sale'],
      ['sale(partial)', 'Sale'],
    ])('reads the type %s, typed in another way', async (filed, type) => {
      const { report, warnings } = await readMade([row({ type: filed })]);
      expect(report!.transactions[0]).toMatchObject({ type });
      expect(warnings).toEqual([]);
    });

    it.each(['$1,001 - $50,000', 'Over $5,000,000', '$2,500', 'None (or less than $1,001)'])(
      'keeps the unknown amount %s as printed, with a warning',
      async (amount) => {
        const { report, warnings } = await readMade([row({ amount })]);
        expect(report!.transactions[0]).toMatchObject({
          valueLabel: amount,
          valueLow: null,
          valueHigh: null,
        });
        expect(warnings).toEqual([{ kind: 'unknown-amount', detail: amount, where: `${KEY} #1` }]);
      },
    );

    it.each([
      ['Invented Goods, Inc. (IGDS)', 'IGDS'],
      ['Invented Goods, Inc. Class B (IG.B)', 'IG.B'],
      ['Invented Goods, Inc. (NYSE: IGDS)', 'IGDS'],
      ['Water district bond (Cusip 99912QAB7)', null],
      ['Invented Goods (IGDS), call options', null],
      ['Invented Goods sponsored (ADR)', null],
      ['IGD (Invented 500 ETF)', 'IGD'],
      ['IGDSX (Quibblecombe Growth)', 'IGDSX'],
      ['IGD (Invented Index Fund) Class A', null],
      ['IGD (see the note)', null],
      ['LLC (Quibblecombe Growth Fund)', null],
      ['IRA (Invented Trust Company)', null],
      ['Invented Goods, Inc. (IGDS) (option strike price $57.27)', 'IGDS'],
      ['Invented Goods, Inc. (IGDS) (ADR)', 'IGDS'],
      ['Invented Goods, Inc. (IGDS) (note of 2031)', null],
      ['Swap (value not readily ascertainable)', null],
      ['Quibblecombe Ventures III, LP', null],
      ['Commonwealth GO bond 5% 2030 (MA)', null],
      ['Quibblecombe Corp 5.5% 2035 (QBLC)', null],
      ['Quibblecombe Corp note (QBLC)', null],
      ['Town of Quibblecombe, bond (QBLC)', null],
      ['Quibblecombe 6% Preferred Stock (QBLC-A)', 'QBLC-A'],
      ['Quibblecombe Total Bond Market (QBND)', 'QBND'],
      ['Quibblecombe Municipal Bond Fund (QBMFX)', 'QBMFX'],
      ['Mastercard (MA)', 'MA'],
      ['QUIBBLECOMBE CORP NOTES (QBLC)', null],
      ['IGD (INVENTED INDEX FUND)', 'IGD'],
      ['IGDSXY (Quibblecombe Growth)', null],
      ['INVENTED GOODS, INC. (IGDS) (JAN 2027 $90 CALLS)', 'IGDS'],
      ['Invented Goods (option to buy) of (IGDS)', 'IGDS'],
      ['CA (Quibblecombe Municipal Trust)', null],
    ])('finds in "%s" the ticker %s', async (description, ticker) => {
      const { report } = await readMade([row({ description })]);
      const [found] = report!.transactions;
      expect(found).toMatchObject({ description, ticker: null });
      expect(judgedTicker(found!, description) || null).toBe(ticker);
    });

    it('distinguishes headings and blank rows from trades, and assigns rows to headings', async () => {
      const blank = { type: '', date: '', amount: '' };
      const { report, warnings } = await readMade([
        row(),
        row({ description: 'Investment Account #1', ...blank }),
        row({ description: 'A (IGA)' }),
        row({ description: 'Line is left intentionally blank', ...blank }),
        row({ description: 'B (IGB)' }),
        row({ description: 'Investment Account #2', notified: 'Yes', endnote: 'Of the spouse.', ...blank }),
        row({ description: 'C (IGC)', endnote: 'Partial sale.' }),
      ]);
      expect(report!.transactions.map(({ number, headingAbove }) => [number, headingAbove])).toEqual([
        [1, null],
        [3, 'Investment Account #1'],
        [5, null],
        [7, 'Investment Account #2'],
      ]);
      expect(report!.headings).toEqual([
        {
          number: 2,
          description: 'Investment Account #1',
          isBlank: false,
          hasEndnote: false,
          notifiedLate: false,
        },
        {
          number: 4,
          description: 'Line is left intentionally blank',
          isBlank: true,
          hasEndnote: false,
          notifiedLate: false,
        },
        {
          number: 6,
          description: 'Investment Account #2',
          isBlank: false,
          hasEndnote: true,
          notifiedLate: true,
        },
      ]);
      expect(report!.endnotes).toEqual([
        { part: 'Transactions', number: 6, text: 'Of the spouse.' },
        { part: 'Transactions', number: 7, text: 'Partial sale.' },
      ]);
      expect(warnings).toEqual([]);
    });

    it('keeps a trade with blank cells, without filling them in', async () => {
      const { report, warnings } = await readMade([
        row({ type: '' }),
        row({ date: '' }),
        row({ type: '', amount: '' }),
        row({ notified: '' }),
      ]);
      expect(
        report!.transactions.map((one) => [one.type, one.dateFiled, one.valueLabel, one.notifiedLate]),
      ).toEqual([
        [null, '04/02/2026', '$1,001 - $15,000', false],
        ['Purchase', '', '$1,001 - $15,000', false],
        [null, '04/02/2026', null, false],
        ['Purchase', '04/02/2026', '$1,001 - $15,000', null],
      ]);
      expect(report!.transactions[1]!.transactionDate).toBeNull();
      expect(warnings.map(({ kind, detail }) => `${kind} ${detail}`)).toEqual([
        'blank-cell type',
        'blank-cell date',
        'blank-cell type',
        'blank-cell amount',
        'blank-cell notification',
      ]);
    });

    it.each([
      ['04/04/2225', '2225-04-04', 'date-doubtful'],
      ['05/02/2026', '2026-05-02', 'date-doubtful'],
      ['04/02/1926', '1926-04-02', 'date-doubtful'],
      ['02/30/2026', null, 'unreadable-date'],
      ['April 2026', null, 'unreadable-date'],
    ])('keeps the odd date %s as typed, with a warning', async (date, transactionDate, kind) => {
      const { report, warnings } = await readMade([row({ date })]);
      expect(report!.transactions[0]).toMatchObject({
        transactionDate,
        dateFiled: date,
        isDateDoubtful: transactionDate !== null,
      });
      expect(warnings.map((warning) => warning.kind)).toEqual([kind]);
    });

    it('reports words that the form does not have', async () => {
      const { report, warnings } = await readMade([row({ type: 'Gift', notified: 'n/a' })]);
      expect(report!.transactions[0]).toMatchObject({ type: null, notifiedLate: null });
      expect(warnings.map(({ kind, detail }) => `${kind} ${detail}`)).toEqual([
        'unknown-notification n/a',
        'unknown-type Gift',
      ]);
    });

    it('drops the mark of an endnote next to a wrapped description, and reports when note and mark disagree', async () => {
      const description =
        'Invented Goods and Various Other Articles of Trade Manufacturing Company of the Upper Valley, Inc. (IGDS)';
      const { report } = await readMade([row({ description, endnote: 'Partial sale.' })]);
      expect(report!.transactions[0]).toMatchObject({ description, hasEndnote: true });
      const unmarked = await readChanged([row({ endnote: 'Partial sale.' })], (pages) =>
        without(pages, 'See Endnote'),
      );
      expect(unmarked.warnings.map(({ kind }) => kind)).toEqual(['endnote-unmarked']);
      const missing = await readChanged([row({ endnote: 'Gone.' }), row({ endnote: 'Here.' })], (pages) =>
        pages.map((page) => {
          const gone = page.find(({ text }) => text === 'Gone.');
          return page.filter(({ y, x }) => gone === undefined || y !== gone.y || x < 36);
        }),
      );
      expect(missing.warnings.map(({ kind, detail }) => `${kind} ${detail}`)).toEqual(['endnote-missing #1']);
    });

    it('continues across pages, in a row, in a note, and under a table pushed down', async () => {
      const note = `${'The adviser sold a part of it without asking. '.repeat(30)}End.`;
      const rows = Array.from({ length: 45 }, (_, place) =>
        row({
          description: `Invented Goods of District ${place + 1}, Inc. (IGDS)`,
          endnote: place % 3 ? undefined : note,
        }),
      );
      const { report, warnings } = await readMade(rows);
      expect(report!.transactions.map(({ number }) => number)).toEqual(rows.map((_, place) => place + 1));
      expect(report!.transactions.map(({ description }) => description)).toEqual(
        rows.map(({ description }) => description),
      );
      expect(report!.endnotes).toHaveLength(15);
      expect(new Set(report!.endnotes.map(({ text }) => text))).toEqual(new Set([note]));
      expect(warnings).toEqual([]);
      // The second line of a description alone at the top of the next page.
      const cut = await readChanged([row({ description: 'Invented Goods of the' })], (pages) => {
        const [front, second, ...rest] = pages as [Placed[], Placed[], ...Placed[][]];
        const header = second.filter(({ y, text }) => y < 80 && text !== 'Endnotes');
        const body = second.filter(({ y }) => y >= 80 && y < 110);
        const after = second.filter((piece) => !header.includes(piece) && !body.includes(piece));
        const footer = (page: number) => ({
          text: `Roe, Jane Abigail - Page ${page}`,
          x: 660,
          y: 559,
          size: 10,
        });
        const tables = after.filter(({ text }) => !text.includes(' - Page '));
        return [
          front,
          [footer(2), ...header, ...body],
          [footer(3), ...header, { text: 'Upper Valley (IGDS)', x: 89.1, y: 91, size: 10 }, ...tables],
          ...rest,
        ];
      });
      expect(cut.failure).toBeNull();
      expect(cut.report!.transactions).toMatchObject([
        { description: 'Invented Goods of the Upper Valley (IGDS)', tickerWords: 'IGDS' },
      ]);
    });

    it('is read wherever its columns are', async () => {
      const { report } = await readChanged(
        [row(), row({ amount: 'Over $1,000,000', endnote: 'Spouse.' })],
        (pages) =>
          pages.map((page) => page.map((piece) => ({ ...piece, x: piece.x > 60 ? piece.x * 0.9 : piece.x }))),
      );
      expect(report!.transactions).toMatchObject([
        { description: 'Invented Goods, Inc. (IGDS)', type: 'Purchase', hasEndnote: false },
        { valueLow: 1_000_001, valueHigh: null, hasEndnote: true },
      ]);
    });

    it("reports another person's report under this name", async () => {
      const { report, warnings } = await readMade([row()], { ...FACTS, name: 'Roe, John' });
      expect(report!.filerName).toBe('Roe, John');
      expect(warnings.map(({ kind }) => kind)).toEqual(['name-differs']);
    });
  });

  describe('a report that is not read in full gives no row', () => {
    const rows = Array.from({ length: 30 }, (_, place) =>
      row({ description: `Invented Goods ${place + 1} (IGDS)` }),
    );
    const cases: Array<[string, (pages: Placed[][]) => Placed[][], RegExp]> = [
      ['a missing row number', (pages) => without(pages, '7'), /text out of place: "04\/02\/2026"/],
      [
        'a missing row',
        (pages) => {
          const y = pages[1]!.find(({ text, x }) => text === '7' && x < 60)!.y;
          return pages.map((page, place) => (place === 1 ? page.filter((piece) => piece.y !== y) : page));
        },
        /row 7 has the number 8/,
      ],
      ['a missing page', (pages) => pages.filter((_, place) => place !== 1), /page 2 calls itself 3/],
      ['pages without numbers', (pages) => without(pages, / - Page /), /page 1 calls itself nothing/],
      [
        'no signature of the filer',
        (pages) => without(pages, /^\/s\/ Roe/),
        /no electronic signature of the filer/,
      ],
      ['no end of the table', (pages) => without(pages, /^(Endnotes|Summary of Contents)$/), /no end/],
      [
        'a page of the table without its header',
        (pages) => pages.map((page, place) => (place === 2 ? page.filter(({ y }) => y > 80) : page)),
        /out of place/,
      ],
      [
        'an unknown header',
        (pages) =>
          pages.map((page) =>
            page.map((piece) => (piece.text === '30 DAYS AGO' ? { ...piece, text: '90 DAYS AGO' } : piece)),
          ),
        /out of place/,
      ],
      [
        'a column too many',
        (pages) =>
          pages.map((page) =>
            page.some(({ text }) => text === 'AMOUNT')
              ? [...page, { text: 'OWNER', x: 800, y: 51, size: 10 }]
              : page,
          ),
        /no table of transactions/,
      ],
      [
        'text left of the table',
        (pages) => [pages[0]!, [...pages[1]!, { text: '*', x: 20, y: 111, size: 10 }], ...pages.slice(2)],
        /out of place/,
      ],
      // Its figures can be misread, and a wrong one looks like any other.
      ['text recognised in a scan of the printed report', unevenly(1, 0), /out of place: "1"/],
      ['text recognised on lines that are not level', unevenly(0, 1), /out of place/],
    ];

    function unevenly(right: number, down: number) {
      const shift = (place: number) => [0, 0.7, -0.6, 0.5, -0.8][place % 5]!;
      return (pages: Placed[][]) =>
        pages.map((page) =>
          page.map((piece, place) => ({
            ...piece,
            x: piece.x + right * shift(place),
            y: piece.y + down * shift(place),
          })),
        );
    }

    it.each(cases)('%s', async (_what, change, reason) => {
      const { report, failure, warnings } = await readChanged(rows, change);
      expect(failure).toMatch(reason);
      expect(report).toMatchObject({
        readability: 'failed',
        reason: failure,
        transactions: [],
        headings: [],
      });
      expect(warnings).toEqual([]);
    });

    it('no row at all', async () => {
      const { report, failure } = await readMade([]);
      expect(failure).toBe('a table without rows');
      expect(report).toMatchObject({ readability: 'failed', filerName: 'Roe, Jane A' });
    });

    it('another form, which gives no record either', async () => {
      const { report, failure } = await readChanged([row()], (pages) =>
        pages.map((page) =>
          page.map((piece) => ({
            ...piece,
            text: piece.text.replace('(OGE Form 278-T)', '(OGE Form 278e)'),
          })),
        ),
      );
      expect(report).toBeNull();
      expect(failure).toMatch(/not on OGE Form 278-T/);
    });

    it('no PDF', async () => {
      const { report, failure } = await read(Buffer.from('<html>Please wait</html>'), {
        key: KEY,
        facts: FACTS,
      });
      expect(failure).not.toBeNull();
      expect(report).toMatchObject({ readability: 'failed', transactions: [] });
    });
  });

  describe('a report on paper', () => {
    const lines = [
      'Periodic Transaction Report (OGE Form 278-T)',
      '# DESCRIPTION TYPE DATE AMOUNT',
      '1 Invented Goods, Inc. Purchase 4/2/2026 $1,001 - $15,000',
    ];

    it('is filed without rows, regardless of how much text was recognised in it', async () => {
      const { report, failure, warnings } = await read(printRecognisedScan(lines), {
        key: KEY,
        facts: FACTS,
      });
      expect({ failure, warnings }).toEqual({ failure: null, warnings: [] });
      expect(report).toMatchObject({
        readability: 'scanned',
        filerName: 'Roe, Jane A',
        postedAt: '2026-05-20',
        signedDate: null,
        nameOnReport: null,
        transactions: [],
        headings: [],
      });
      expect(report!.reason).toMatch(/no electronic signature and no table/);
    });

    it('without any text too', async () => {
      const { report } = await read(printRecognisedScan([]), { key: KEY, facts: FACTS });
      expect(report).toMatchObject({ readability: 'scanned', reason: 'an image without text' });
    });

    it('of an unknown filer is kept unread', async () => {
      const { report, failure } = await read(printRecognisedScan(lines), { key: 'saved 278T.pdf' });
      expect(report).toBeNull();
      expect(failure).toBe('a scan of an unknown filer');
    });
  });

  describe('names of filers', () => {
    it.each([
      ['Kestrel, Scott A', 'Kestrel, Scott Aaron', true],
      ['Kestrel, Scott A', 'KESTREL, SCOTT', true],
      ['Kestrel Jr, Robert F', 'Kestrel, Robert F., Jr.', true],
      ['O’Dowd, Seán', "O'Dowd, Sean", true],
      ['Marsh-Quill, Ada', 'Marsh Quill, Ada', true],
      ['Kestrel, Scott A', 'Kestrel, Scott B', false],
      ['Kestrel, Scott', 'Kestrel, Stephen', false],
      ['Kestrel, Robert', 'Kestrel Jr, Robert', false],
      ['Kestrel', 'Kestrel', false],
    ])('%s and %s: %s', (one, other, expected) => {
      expect(isSameFiler(one, other)).toBe(expected);
      expect(isSameFiler(other, one)).toBe(expected);
    });
  });
});
