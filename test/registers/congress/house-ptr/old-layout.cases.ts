/** Reports in the layout before May 2022, in both of its forms: with and without the column of capital gains. */

import { describe, expect, it } from '@jest/globals';
import type { StockActReport } from '../../../../src/records/congress/stock-act.js';
import { parse } from '../../../../src/registers/congress/house-ptr/parse.js';
import { readPdf } from '../../../../src/registers/formats/pdf.js';
import type { Warning } from '../../../../src/registers/register.js';
import { judgedTicker } from '../../../invented/known-symbols.js';
import { type OldReport, type OldRow, printOldReport } from './old-report.js';

describe('registers/congress/house-ptr/old-layout', () => {
  const row: OldRow = {
    asset: 'General Gluon Laboratories, Inc. - Class A Units (GLUA) [ST]',
    type: 'P',
    date: '06/14/2019',
    notified: '06/20/2019',
    amount: '$15,001 - $50,000',
  };
  const FACTS = {
    prefix: 'Hon.',
    first: 'Ida',
    last: 'Legula',
    filingDate: '2019-07-03',
    year: '2019',
    stateDistrict: 'CA14',
  };

  describe.each([
    ['with the column of capital gains', true],
    ['without the column of capital gains and without a footnote', false],
  ])('the layout before May 2022 %s', (_which, hasGains) => {
    const asset = hasGains ? row.asset : row.asset.replace(' [ST]', '');
    const base = { ...row, asset };

    it('is read with owner, type, dates, amount and labels of each row', async () => {
      const { report, failure } = await read({
        hasGains,
        rows: [
          { ...base, owner: 'SP', type: 'S (partial)', gains: true, subholding: 'Family Trust' },
          {
            ...base,
            owner: 'JT',
            date: '06/8/2019',
            notified: '7/1/2019',
            description: 'A word: and another.',
          },
          { ...base, owner: 'DC', type: 'E', amount: 'Over $50,000,000', location: 'Glimmerton, MA, US' },
          {
            ...base,
            type: 'S',
            amount: 'Spouse/DC Over $1,000,000',
            comments: 'Comments: none were sought.',
          },
          { ...base, amount: '$497.08' },
        ],
      });
      expect(failure).toBeNull();
      expect(report).toMatchObject({
        readability: 'read',
        assetCaseUncertain: true,
        disclosureDate: '2019-07-03',
      });
      expect(report.trades).toMatchObject([
        { owner: 'Spouse', ownerFiled: 'SP', type: 'Sale (Partial)', amountMin: 15001, amountMax: 50000 },
        { owner: 'Joint', transactionDate: '2019-06-08', notificationDate: '2019-07-01' },
        { owner: 'Child', type: 'Exchange', amountLabel: 'Over $50,000,000', amountMax: null },
        { owner: 'Self', type: 'Sale', amountLabel: 'Spouse/DC Over $1,000,000', amountMin: 1000001 },
        { owner: 'Self', amountMin: 497.08, amountMid: 497.08 },
      ]);
      expect(report.trades[0]!.subholding).toBe('Family Trust');
      expect(report.trades[1]!.description).toBe('a word: and another.');
      expect(report.trades[2]!.location).toBe('glimmerton, Ma, uS');
      expect(report.trades[3]!.comments).toBe('Comments: none were sought.');
      for (const trade of report.trades)
        expect(trade).toMatchObject({
          tickerWords: 'GLUA',
          assetTypeCode: hasGains ? 'ST' : null,
          filingStatus: 'New',
          assetDescription: asset.replace(/[AGLU]/g, (letter) => letter.toLowerCase()),
        });
    });

    it('is read wherever a page ends, and lines on the edge of two pages count once', async () => {
      const long = {
        ...base,
        asset: `${'Very Long Name of a Municipal Bond '.repeat(4)}${asset}`,
        amount: '$1,000,001 - $5,000,000',
        description: 'words that go on '.repeat(15).trim(),
      };
      const rows = [long, base, long, long, base, long];
      for (let bottom = 620; bottom < 720; bottom += 7) {
        const { report, failure } = await read({ hasGains, rows, bottom });
        expect(failure).toBeNull();
        expect(
          report.trades.map((trade) => [trade.assetDescription.toUpperCase(), trade.description]),
        ).toEqual(rows.map(({ asset: filed, description = null }) => [filed.toUpperCase(), description]));
      }
    });

    it('is read with numbers of rows, which come in one piece with the owner', async () => {
      const { report, warnings } = await read({
        hasGains,
        rows: [
          { ...base, id: '2000074389', owner: 'SP', status: 'Amended' },
          { ...base, id: '2000074390', status: 'Amended' },
          { ...base, owner: 'sp' },
        ],
      });
      expect(warnings.map(({ kind }) => kind)).toEqual(['letter-case-uncertain']);
      expect(report.trades).toMatchObject([
        { rowId: '2000074389', ownerFiled: 'SP', filingStatus: 'Amended' },
        { rowId: '2000074390', ownerFiled: '', filingStatus: 'Amended' },
        { rowId: null, ownerFiled: 'SP', owner: 'Spouse' },
      ]);
    });

    it("is read with vehicles and comments, regardless of the headings' letter case", async () => {
      const { report, warnings } = await read({
        hasGains,
        lost: 'ACDEGILOPSTU',
        rows: [{ ...base, subholding: 'Family Account' }, base],
        vehicles: ['Family Account (Owner: SP)', 'Comments'],
        comments: 'Initial Public Offerings were none.',
      });
      expect(report.vehicles).toEqual(['Family account (Owner: SP)', 'comments']);
      expect(report.comments).toBe('initial public offerings were none.');
      expect(report.trades.map(({ owner, ownerFiled }) => [owner, ownerFiled])).toEqual([
        ['Spouse', ''],
        ['Self', ''],
      ]);
      expect(warnings.map(({ kind }) => kind)).toEqual(['letter-case-uncertain', 'owner-only-of-vehicle']);
    });

    it('fails as a whole for an invalid code', async () => {
      for (const [more, reason] of [
        [{ amount: '$7 - $9' }, 'unknown amount'],
        [{ date: '2/31/2019' }, 'no such day'],
        [{ date: '06/2019' }, '1 rows, 1 pairs of dates and 2 filing statuses'],
      ] as const) {
        const { report, failure } = await read({ hasGains, rows: [base, { ...base, ...more }] });
        expect(failure).toContain(reason);
        expect(report).toMatchObject({ readability: 'failed', trades: [] });
      }
    });
  });

  describe('the pieces of the layout before May 2022', () => {
    it('are split by pdf.js as in real reports', async () => {
      const [page] = await readPdf(print({ rows: [{ ...row, id: '2000074389', owner: 'SP' }] }));
      const texts = page!.items.map(({ text }) => text);
      expect(texts).toEqual(
        expect.arrayContaining(['Owner asset', '06/14/2019 06/20/2019', '2000074389 SP']),
      );
      expect(texts.join(' ')).toContain('F IlINg S TaTuS : New');
      expect(texts.join(' ')).toContain('g f e d c');
    });
  });

  describe('the letter case of before May 2022', () => {
    const rows = [
      { ...row, owner: 'SP', description: 'Bought by Uncle Gluon, LLC.', subholding: 'All Ours' },
      { ...row, id: '2000074389', asset: 'Retirement money (Glua) [ST]', status: 'Amended' as const },
    ];
    const vehicles = ['All Ours (Owner: SP)'];

    it('is restored where the glyphs of the font show it', async () => {
      for (const copies of [1, 6]) {
        const printed = Array.from({ length: copies }, () => rows).flat();
        const { report, warnings, failure } = await read({ rows: printed, vehicles, hasGlyphs: true });
        expect(failure).toBeNull();
        expect(warnings).toEqual([]);
        expect(report).not.toHaveProperty('assetCaseUncertain');
        expect(report.filerName.asFiled).toBe('Hon. Ida Legula');
        expect(report.vehicles).toEqual(vehicles);
        const assets = report.trades.map((trade) => [
          trade.assetDescription,
          judgedTicker(trade, trade.assetDescription),
          trade.description,
        ]);
        expect(assets).toEqual(
          printed.map(({ asset, description = null }) => [
            asset,
            asset === row.asset ? 'GLUA' : '',
            description,
          ]),
        );
      }
    });

    it('is kept as in the text, and marked, where they do not', async () => {
      const { report, warnings } = await read({ rows, vehicles });
      expect(warnings.map(({ kind }) => kind)).toEqual(['letter-case-uncertain']);
      expect(report.assetCaseUncertain).toBe(true);
      expect(report.trades[0]!.assetDescription).toMatch(/^general gluon laboratories/);
      expect(report.trades.map(({ tickerWords }) => tickerWords)).toEqual(['GLUA', 'GLUA']);
    });
  });

  describe('a filing of before May 2022 that no index lists', () => {
    it('is identified by name and signature, even when its table cannot be read', async () => {
      const { report, failure } = await read(
        { rows: [{ ...row, amount: '$7 - $9' }], signed: '03/8/2019' },
        {},
      );
      expect(failure).toContain('unknown amount');
      expect(report).toMatchObject({
        readability: 'failed',
        disclosureDate: '2019-03-08',
        stateDistrict: 'CA14',
        filerName: { last: 'legula' },
      });
    });
  });

  function print(more: Partial<OldReport>): Buffer {
    return printOldReport({
      filingId: '20009999',
      name: 'Hon. Ida Legula',
      stateDistrict: 'CA14',
      rows: [],
      signed: '07/3/2019',
      ...more,
    });
  }

  async function read(more: Partial<OldReport>, metadata: Record<string, string> = FACTS) {
    let report: StockActReport | undefined;
    const warnings: Warning[] = [];
    let failure: string | null = null;
    try {
      for await (const parsed of parse({
        key: '20009999',
        kind: 'ptr-pdf',
        url: 'file:20009999.pdf',
        retrievedAt: '2026-03-01T00:00:00.000Z',
        bytes: print(more),
        metadata,
      })) {
        report = parsed.records[0] as StockActReport;
        warnings.push(...parsed.warnings);
      }
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'ParseError') throw error;
      failure = error.message;
    }
    return { report: report!, warnings, failure };
  }
});
