/** Where text of a report is placed: what belongs to a row, what ends the table, and what is read on the first page. */

import { describe, expect, it } from '@jest/globals';
import {
  type IntegrityRow,
  layOutIntegrityReport,
  type Placed,
  printPages,
} from '../../../../data/sample/make/integrity-report.js';
import { SEARCH_PAGE } from '../../../../src/registers/portfolios/oge-278t/addresses.js';
import { parse } from '../../../../src/registers/portfolios/oge-278t/parse.js';
import { read } from './read.js';

describe('registers/portfolios/oge-278t/layout', () => {
  const KEY = '0123456789ABCDEF0123456789ABCDEF';
  const FACTS = { name: 'Roe, Jane A', postedAt: '2026-05-20', fileName: 'Jane-Roe-05.01.2026-278T.pdf' };
  const ROW: IntegrityRow = {
    description: 'Invented Goods, Inc. (IGDS)',
    type: 'Purchase',
    date: '04/02/2026',
    notified: 'No',
    amount: '$1,001 - $15,000',
  };

  type Change = (pages: Placed[][]) => Placed[][];

  function print(rows: IntegrityRow[], change: Change, signed = '05/01/2026'): Buffer {
    const report = { name: 'Roe, Jane Abigail', position: 'Administrator, Bureau of Samples', signed, rows };
    return printPages(change(layOutIntegrityReport(report)));
  }

  const readChanged = (rows: IntegrityRow[], change: Change) =>
    read(print(rows, change), { key: KEY, facts: FACTS });

  /** More text on the second page, where the table begins; its first row is at 91, and the next line at 101. */
  const withText =
    (...texts: Placed[]): Change =>
    ([front, table, ...rest]) => [front!, [...table!, ...texts], ...rest];

  const without =
    (text: RegExp): Change =>
    (pages) =>
      pages.map((page) => page.filter((piece) => !text.test(piece.text)));

  const retyped =
    (from: RegExp, to: string): Change =>
    (pages) =>
      pages.map((page) => page.map((piece) => ({ ...piece, text: piece.text.replace(from, to) })));

  describe('a row', () => {
    const under = (text: string): Placed => ({ text, x: 89.1, y: 101, size: 10 });

    it.each(['2031', 'Endnotes', 'Trust - Page 7'])(
      'continues with a line that says only "%s"',
      async (text) => {
        const { report, failure } = await readChanged(
          [{ ...ROW, description: 'Invented Goods due' }],
          withText(under(text)),
        );
        expect(failure).toBeNull();
        expect(report!.transactions).toMatchObject([{ description: `Invented Goods due ${text}` }]);
      },
    );

    it('keeps every piece of a description, and drops the mark of an endnote only beside it', async () => {
      const pieces = [
        { text: 'made', x: 150, y: 101, size: 10 },
        { text: 'See Endnote', x: 89.1, y: 101, size: 10 },
      ];
      const { report } = await readChanged([ROW], withText(...pieces));
      expect(report!.transactions).toMatchObject([
        { description: `${ROW.description} See Endnote made`, hasEndnote: false },
      ]);
    });

    it('keeps a dash and a page in its description', async () => {
      const description = 'Invented Goods - Page 2 Fund';
      const { report, failure } = await readChanged([{ ...ROW, description }], (pages) => pages);
      expect(failure).toBeNull();
      expect(report!.transactions).toMatchObject([{ description }]);
    });

    it.each<[string, Change, RegExp]>([
      ['a number with a letter', retyped(/^2$/, '2a'), /out of place: "2a"/],
      ['a letter before the number', retyped(/^2$/, 'a2'), /out of place: "a2"/],
      ['a first number that is not 1', retyped(/^1$/, '2'), /row 1 has the number 2/],
      [
        'a heading in the table',
        withText({ text: 'Comments', x: 36, y: 101, size: 14 }),
        /out of place: "Comments"/,
      ],
    ])('is not read with %s', async (_what, change, why) => {
      const { report, failure } = await readChanged([ROW, ROW], change);
      expect(failure).toMatch(why);
      expect(report).toMatchObject({ readability: 'failed', transactions: [] });
    });

    it('can have a type of two lines', async () => {
      const change = withText({ text: '(Barter)', x: 426, y: 101, size: 10 });
      const { report, warnings } = await readChanged([ROW, ROW], change);
      expect(report!.transactions).toMatchObject([
        { type: null, typeFiled: `${ROW.type} (Barter)` },
        { type: ROW.type },
      ]);
      expect(warnings.map(({ kind }) => kind)).toEqual(['unknown-type']);
    });

    it.each<[string, Change, RegExp]>([
      ['without a part', without(/^Transactions$/), /an endnote to no row: "Partial sale."/],
      ['under another header', retyped(/^ENDNOTE$/, 'NOTE'), /out of place/],
    ])('is not read beside an endnote %s', async (_what, change, why) => {
      const { failure } = await readChanged([{ ...ROW, endnote: 'Partial sale.' }], change);
      expect(failure).toMatch(why);
    });

    it.each(['1.', 'I', '1-2'])('is not read beside an endnote to row %s', async (number) => {
      const { failure } = await readChanged([{ ...ROW, endnote: 'Partial sale.' }], (pages) =>
        pages.map((page) =>
          page.map((piece) =>
            piece.x > 130 && piece.x < 140 && piece.text === '1' ? { ...piece, text: number } : piece,
          ),
        ),
      );
      expect(failure).toBe('an endnote to no row: "Partial sale."');
    });
  });

  describe('the first page', () => {
    it('may have a heading that otherwise follows the table', async () => {
      const heading = { text: 'Summary of Contents', x: 36, y: 470, size: 14 };
      const { report, failure } = await readChanged([ROW], ([front, ...rest]) => [
        [...front!, heading],
        ...rest,
      ]);
      expect(failure).toBeNull();
      expect(report!.transactions).toHaveLength(1);
    });

    it('may name neither position nor filer', async () => {
      const named = await readChanged([ROW], without(/^Administrator,/));
      expect(named).toMatchObject({
        failure: null,
        report: { nameOnReport: 'Roe, Jane Abigail', position: null },
      });
      const unnamed = await readChanged([ROW], without(/^Filer's Information$/));
      expect(unnamed).toMatchObject({
        failure: null,
        warnings: [],
        report: { nameOnReport: null, position: null },
      });
    });

    it('of a saved file must name the filer', async () => {
      const bytes = print([ROW], without(/^Filer's Information$/));
      expect(await read(bytes, { key: 'saved 278T.pdf' })).toMatchObject({
        report: null,
        failure: 'who filed it is not said',
      });
    });

    it('must have a signature: a table alone counts neither as a scan nor as read', async () => {
      const { report, failure } = await readChanged([ROW], without(/^\/s\//));
      expect(failure).toBe('no electronic signature of the filer');
      expect(report).toMatchObject({ readability: 'failed' });
    });

    it('must be signed on a day that exists', async () => {
      const bytes = print([ROW], (pages) => pages, '02/30/2026');
      expect((await read(bytes, { key: KEY, facts: FACTS })).failure).toBe(
        'no electronic signature of the filer',
      );
    });
  });

  it('a signature after the posting is reported', async () => {
    const kinds = async (postedAt: string) => {
      const facts = { ...FACTS, postedAt };
      return (
        await read(
          print([ROW], (pages) => pages),
          { key: KEY, facts },
        )
      ).warnings.map(({ kind }) => kind);
    };
    expect(await kinds('2026-04-30')).toEqual(['signed-after-posting']);
    expect(await kinds('2026-05-01')).toEqual([]);
  });

  it('a saved report links to OGE where its id and file name are known, otherwise to the search of OGE', async () => {
    const bytes = print([ROW], (pages) => pages);
    const linkOf = async (key: string, metadata: Record<string, string>) => {
      for await (const { records } of parse({
        key,
        kind: 'report-pdf',
        url: 'file:x',
        retrievedAt: '',
        bytes,
        metadata,
      }))
        for (const record of records) if (record.kind === 'oge-278t-report') return record.sourceUrl;
      return null;
    };
    expect(await linkOf(KEY, FACTS)).toBe(
      `https://extapps2.oge.gov/201/Presiden.nsf/PAS+Index/${KEY}/$FILE/${FACTS.fileName}`,
    );
    expect(await linkOf(KEY, {})).toBe(SEARCH_PAGE);
    expect(await linkOf('saved.pdf', FACTS)).toBe(SEARCH_PAGE);
  });
});
