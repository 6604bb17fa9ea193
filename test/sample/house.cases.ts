/** The House reports of the sample, read by the service's own parser. */

import { beforeAll, describe, expect, it } from '@jest/globals';
import type { StockActReport, StockActTrade } from '../../src/records/congress/stock-act.js';
import { parse } from '../../src/registers/congress/house-ptr/parse.js';
import type { Warning } from '../../src/registers/register.js';
import { sampleDocuments } from '../../src/service/sample-documents.js';

describe('sample/house', () => {
  const DAY = '2026-11-20';

  describe('the House of the sample', () => {
    const documents = sampleDocuments('house-ptr', DAY);
    const reports: StockActReport[] = [];
    const warnings: Warning[] = [];
    const trades = (): StockActTrade[] => reports.flatMap((report) => report.trades);

    beforeAll(async () => {
      for (const document of documents) {
        for await (const parsed of parse(document)) {
          reports.push(...(parsed.records as StockActReport[]));
          warnings.push(...parsed.warnings);
        }
      }
    });

    it('is read completely by the parser of the register, without a warning', () => {
      expect(warnings).toEqual([]);
      expect(reports.length).toBeGreaterThan(25);
      expect(trades().length).toBeGreaterThan(90);
      expect(reports.filter(({ readability }) => readability === 'failed')).toEqual([]);
    });

    it('shows what the register is known for', () => {
      const has = (test: (trade: StockActTrade) => boolean) => expect(trades().some(test)).toBe(true);
      has(
        ({ assetTypeCode, tickerWords, description }) =>
          assetTypeCode === 'OP' && tickerWords === 'ZQRA' && /call options/.test(description ?? ''),
      );
      has(
        ({ assetDescription, tickerWords }) =>
          /\(99912QAB7\) \[GS\]/.test(assetDescription) && tickerWords === undefined,
      );
      has(
        ({ amountMin, amountMax, amountMid }) =>
          amountMin === 50_000_001 && amountMax === null && amountMid === null,
      );
      has(
        ({ amountLabel, amountMin }) =>
          amountLabel === 'Spouse/DC Over $1,000,000' && amountMin === 1_000_001,
      );
      has(({ owner, ownerFiled }) => owner === 'Spouse' && ownerFiled === 'SP');
      has(({ owner, ownerFiled }) => owner === 'Child' && ownerFiled === 'DC');
      has(({ owner, ownerFiled }) => owner === 'Self' && ownerFiled === '');
      has(({ type }) => type === 'Sale (Partial)');
      has(({ type }) => type === 'Exchange');
      has(({ filingStatus, rowId }) => filingStatus === 'Amended' && rowId === '2990004011');
      expect(reports.filter(({ readability }) => readability === 'scanned')).toMatchObject([
        { documentId: '8990601', trades: [], filerName: { last: 'Snorkelby' } },
      ]);
    });

    it('keeps rows that are alike', () => {
      const report = reports.find(({ documentId }) => documentId === '29900201')!;
      const [, second, third] = report.trades;
      expect({ ...third, row: 1 }).toEqual(second);
      expect(report.vehicles).toHaveLength(2);
    });

    it('is dated before its day, and comes out the same twice', () => {
      expect(reports.every(({ disclosureDate }) => disclosureDate < DAY)).toBe(true);
      expect(trades().every(({ transactionDate }) => transactionDate < DAY)).toBe(true);
      const again = sampleDocuments('house-ptr', DAY);
      expect(again.map(({ key }) => key)).toEqual(documents.map(({ key }) => key));
      expect(again.every(({ bytes }, place) => bytes.equals(documents[place]!.bytes))).toBe(true);
    });
  });
});
