/** Real reports of the House, each against the rows that a correct reader produces (`expected/`). */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { packageRoot } from '../../../../src/package-root.js';
import type { StockActReport, StockActTrade } from '../../../../src/records/congress/stock-act.js';
import { parse } from '../../../../src/registers/congress/house-ptr/parse.js';
import { parseYearlyIndex } from '../../../../src/registers/congress/house-ptr/yearly-index.js';
import type { RawDocument } from '../../../../src/registers/register.js';
import { judgedTicker } from '../../../invented/known-symbols.js';
import { samplePath } from '../../../samples/folder.js';
import { itNeeds } from '../../../samples/needs.js';

describe('registers/congress/house-ptr/samples', () => {
  const SAMPLES = 'congress/house';
  /** Reports in the layout before May 2022. */
  const OLD = `${SAMPLES}/ptr-before-2022`;

  const expectedFolder = join(packageRoot(), 'test/registers/congress/house-ptr/expected');
  const isReport = (file: string) => file.endsWith('.json');
  const expectedFiles = readdirSync(expectedFolder).filter(isReport);
  const oldFiles = readdirSync(join(expectedFolder, 'before-2022')).filter(isReport);

  interface OldExpected {
    signed: string;
    rows: Array<Array<string | null>>;
  }

  interface Expected {
    docId: string;
    name: string;
    stateDst: string;
    signed: string;
    vehicles: string[];
    rows: Array<Record<string, unknown>>;
  }

  const TYPES: Record<string, string> = {
    P: 'Purchase',
    S: 'Sale',
    'S (partial)': 'Sale (Partial)',
    E: 'Exchange',
  };
  const OWNERS: Record<string, string> = { SP: 'Spouse', JT: 'Joint', DC: 'Child' };

  describe('real reports of the House', () => {
    it('has every report that has expected rows', () => {
      expect(expectedFiles.length).toBeGreaterThan(9);
      expect(oldFiles.length).toBeGreaterThan(11);
    });

    describe.each(expectedFiles)('%s', (file) => {
      const expected = JSON.parse(readFileSync(join(expectedFolder, file), 'utf8')) as Expected;
      itNeeds(`${SAMPLES}/ptr/${expected.docId}.pdf`)('gives the expected rows', async () => {
        const { report, warnings } = await read(expected.docId, `${expected.docId}.pdf`);
        expect(warnings).toEqual([]);
        expect(report).toMatchObject({
          documentId: expected.docId,
          chamber: 'house',
          stateDistrict: expected.stateDst,
          disclosureDate: expected.signed,
          readability: 'read',
          reason: '',
        });
        expect(report.filerName.asFiled).toBe(expected.name);
        expect(report.vehicles.filter((vehicle) => vehicle.includes('(Owner:'))).toEqual(expected.vehicles);
        expect(report.trades.map(asExpected)).toEqual(expected.rows);
        for (const [place, trade] of report.trades.entries()) {
          const row = expected.rows[place]!;
          expect(trade.type).toBe(TYPES[row.type as string]);
          expect(trade.owner).toBe(row.owner === null ? 'Self' : OWNERS[row.owner as string]);
          expect(trade.amountMid).toBe(((row.amountMin as number) + (row.amountMax as number)) / 2);
        }
      });
    });

    describe.each(oldFiles)('%s, in the layout before May 2022', (file) => {
      const documentId = file.replace('.json', '');
      const expected = JSON.parse(
        readFileSync(join(expectedFolder, 'before-2022', file), 'utf8'),
      ) as OldExpected;
      itNeeds(`${OLD}/${documentId}.pdf`)('gives the expected rows', async () => {
        const { report, warnings } = await read(documentId, `${documentId}.pdf`, undefined, OLD);
        expect(warnings).toEqual([]);
        expect(report).toMatchObject({
          documentId,
          disclosureDate: expected.signed,
          readability: 'read',
          reason: '',
          stateDistrict: expect.stringMatching(/^[A-Z]{2}\d{2}$/),
        });
        expect(report).not.toHaveProperty('assetCaseUncertain');
        // The last column holds the code of the asset type.
        expect(report.trades.map(asOldExpected)).toEqual(expected.rows);
        for (const trade of report.trades)
          if (trade.assetTypeCode === 'ST')
            expect(judgedTicker(trade, trade.assetDescription)).toMatch(/^[A-Z]{1,5}$/);
      });
    });

    for (const file of ['9115811.pdf', 'scanned-form-no-text.pdf'])
      itNeeds(`${SAMPLES}/ptr/${file}`)(`records the paper report ${file} without trades`, async () => {
        const facts = { last: 'Invented', first: 'Ida', filingDate: '2025-02-03', year: '2025' };
        const { report } = await read(file.replace('.pdf', ''), file, facts);
        expect(report).toMatchObject({ readability: 'scanned', trades: [], disclosureDate: '2025-02-03' });
        expect(report.reason).not.toBe('');
      });

    const missing = '20033421.not-a-pdf-404.html';
    itNeeds(`${SAMPLES}/ptr/${missing}`)(
      'does not treat the page of a missing report as a report',
      async () => {
        await expect(read('20033421', missing)).rejects.toThrow('not a PDF');
      },
    );

    itNeeds(`${SAMPLES}/index`).each([
      ['2026FD.zip', 2026, 274],
      ['2026FD-trimmed.xml', 2026, 274],
      ['2025FD-trimmed.xml', 2025, 471],
      ['2015FD-trimmed.xml', 2015, 6],
    ])('lists the reports of %s', (file, year, reports) => {
      const list = parseYearlyIndex(readFileSync(samplePath(SAMPLES, 'index', file)), file);
      expect(list).toMatchObject({ year, warnings: [] });
      expect(list.reports).toHaveLength(reports);
      const days = list.reports.map(({ metadata }) => metadata!.filingDate!);
      expect(days).toEqual([...days].sort().reverse());
      expect(
        list.reports.every(({ key, url, kind }) => url.endsWith(`/${year}/${key}.pdf`) && kind === 'ptr-pdf'),
      ).toBe(true);
    });

    const oldIndex = `${SAMPLES}/index/2012FD-trimmed.xml`;
    itNeeds(oldIndex)('rejects the index of a year with the old columns', () => {
      const bytes = readFileSync(samplePath(oldIndex));
      expect(() => parseYearlyIndex(bytes, '2012FD')).toThrow('before 2015');
    });
  });

  async function read(
    key: string,
    file: string,
    metadata?: Record<string, string>,
    folder = `${SAMPLES}/ptr`,
  ) {
    const document: RawDocument = {
      key,
      kind: 'ptr-pdf',
      url: `file:${file}`,
      retrievedAt: '2026-07-06T00:00:00.000Z',
      bytes: readFileSync(samplePath(folder, file)),
      metadata,
    };
    let report: StockActReport | undefined;
    const warnings = [];
    for await (const parsed of parse(document)) {
      report = parsed.records[0] as StockActReport;
      warnings.push(...parsed.warnings);
    }
    return { report: report!, warnings };
  }

  /** A trade in the columns of the expected files of before May 2022, which write the asset in capitals. */
  const asOldExpected = (trade: StockActTrade): OldExpected['rows'][number] => [
    trade.owner,
    trade.type,
    trade.transactionDate,
    trade.notificationDate,
    trade.amountLabel,
    trade.assetDescription.toUpperCase(),
    trade.assetTypeCode,
  ];

  /** A trade in the fields and codes of the expected files. */
  function asExpected(trade: StockActTrade): Record<string, unknown> {
    const code = Object.entries(TYPES).find(([, words]) => words === trade.type)?.[0];
    return {
      row: trade.row + 1,
      rowId: trade.rowId,
      owner: trade.ownerFiled || null,
      asset: trade.assetDescription,
      ticker: judgedTicker(trade, trade.assetDescription) || null,
      assetTypeCode: trade.assetTypeCode,
      type: code,
      transactionDate: trade.transactionDate,
      notificationDate: trade.notificationDate,
      amountLabel: trade.amountLabel,
      amountMin: trade.amountMin,
      amountMax: trade.amountMax,
      filingStatus: trade.filingStatus,
      subholdingOf: trade.subholding,
      description: trade.description,
      comments: trade.comments,
    };
  }
});
