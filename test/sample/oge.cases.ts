/** The sample of the executive branch, read by the register's own parser. */

import { describe, expect, it } from '@jest/globals';
import type { Oge278TReport } from '../../src/records/portfolios/oge-278t.js';
import { createOge278T } from '../../src/registers/portfolios/oge-278t/index.js';
import type { QueuedDocument, Warning } from '../../src/registers/register.js';
import { sampleDocuments } from '../../src/service/sample-documents.js';

describe('sample/oge', () => {
  const DAY = '2026-11-20';
  const sampleOgeFilers = ['Thimblewick, Oswald P', 'Marchpane, Henrietta'];
  const register = createOge278T({ filers: sampleOgeFilers });

  async function readAll(day: string) {
    const documents = sampleDocuments('oge-278t', day);
    const reports: Oge278TReport[] = [];
    const warnings: Warning[] = [];
    const wanted: QueuedDocument[] = [];
    for (const document of documents)
      for await (const step of register.parse(document)) {
        warnings.push(...step.warnings);
        wanted.push(...(step.toFetch ?? []));
        for (const record of step.records) if (record.kind === 'oge-278t-report') reports.push(record);
      }
    return { documents, reports, warnings, wanted };
  }

  describe('the sample of the executive branch', () => {
    it('has the same bytes whenever it is made for the same day', () => {
      const [one, other] = [sampleDocuments('oge-278t', DAY), sampleDocuments('oge-278t', DAY)];
      expect(one.length).toBeGreaterThan(10);
      expect(one.map(({ bytes }) => bytes.toString('base64'))).toEqual(
        other.map(({ bytes }) => bytes.toString('base64')),
      );
    });

    it('lists every report that it holds, with the same metadata', async () => {
      const { documents, wanted } = await readAll(DAY);
      const reports = documents.filter(({ kind }) => kind === 'report-pdf');
      const placed = ({ key, kind, url, metadata }: QueuedDocument) => ({ key, kind, url, metadata });
      const byKey = (one: { key: string }, other: { key: string }) => one.key.localeCompare(other.key);
      expect(wanted.map(placed).sort(byKey)).toEqual(reports.map(placed).sort(byKey));
      expect(new Set(reports.map(({ key }) => key)).size).toBe(reports.length);
    });

    it('is read whole: rows, headings, notes over pages, odd cells, one scan', async () => {
      const { reports, warnings } = await readAll(DAY);
      const [thimblewick, marchpane] = sampleOgeFilers.map((name) =>
        reports.filter(
          ({ filerName, readability }) =>
            readability !== 'on-request' && filerName.split(',')[0] === name.split(',')[0],
        ),
      );
      expect(reports.filter(({ readability }) => readability === 'on-request')).toHaveLength(
        sampleOgeFilers.length,
      );
      expect(thimblewick!.map((report) => [report.readability, report.transactions.length])).toEqual([
        ['read', 5],
        ['read', 36],
        ['read', 3],
        ['read', 4],
        ['read', 3],
        ['read', 3],
        ['read', 7],
        ['scanned', 0],
        ['read', 3],
      ]);
      const [accounts, , , amendment, one, other, odd] = thimblewick!;
      expect(accounts!.headings.map(({ number, isBlank }) => [number, isBlank])).toEqual([
        [1, false],
        [4, true],
        [7, false],
      ]);
      expect(accounts!.transactions.map(({ headingAbove }) => headingAbove)).toEqual([
        'Spouse Investment Account #1',
        'Spouse Investment Account #1',
        null,
        null,
        'Retirement Account #1',
      ]);
      expect(amendment!.amended).toMatch(/^Amended \d\d\/\d\d\/\d{4}$/);
      expect(one!.transactions).toEqual(other!.transactions);
      expect(one!.documentId).not.toBe(other!.documentId);
      expect(odd!.transactions.map(({ valueLow, valueHigh }) => [valueLow, valueHigh])).toEqual([
        [1_001, 15_000],
        [1_001, 15_000],
        [1_001, 15_000],
        [null, null],
        [1_000_001, null],
        [50_000_001, null],
        [100_001, 250_000],
      ]);
      expect(marchpane!.map(({ endnotes }) => endnotes.length)).toEqual([0, 14]);
      expect(new Set(warnings.map(({ kind }) => kind))).toEqual(new Set(['date-doubtful', 'blank-cell']));
    });

    it.each(['2026-01-02', '2027-03-01', '2028-02-29'])('is dated before the day %s', async (day) => {
      const { reports } = await readAll(day);
      for (const { postedAt, signedDate, transactions } of reports) {
        expect(postedAt! < day).toBe(true);
        if (signedDate !== null) expect(signedDate < postedAt!).toBe(true);
        for (const { transactionDate, isDateDoubtful } of transactions)
          if (transactionDate !== null && !isDateDoubtful) expect(transactionDate < signedDate!).toBe(true);
      }
    });
  });
});
