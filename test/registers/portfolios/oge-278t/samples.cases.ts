/** Real reports of the executive branch, compared with the rows that were read from them by position (`expected/`). */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from '@jest/globals';
import { packageRoot } from '../../../../src/package-root.js';
import type { Oge278TReport } from '../../../../src/records/portfolios/oge-278t.js';
import { parse, recognise } from '../../../../src/registers/portfolios/oge-278t/parse.js';
import { ParseError } from '../../../../src/registers/register.js';
import { judgedTicker } from '../../../invented/known-symbols.js';
import { samplePath } from '../../../samples/folder.js';
import { itNeeds } from '../../../samples/needs.js';
import { read } from './read.js';

describe('registers/portfolios/oge-278t/samples', () => {
  const expectedFolder = join(packageRoot(), 'test/registers/portfolios/oge-278t/expected');

  interface ExpectedRow {
    n: number;
    description: string;
    endnote: boolean;
    type: string | null;
    date: string | null;
    notifiedOver30Days: string | null;
    valueLabel: string | null;
    valueLow: number | null;
    valueHigh: number | null;
  }

  interface Expected {
    file: string;
    filer: string;
    position: string;
    signed: string;
    rows: ExpectedRow[];
    endnoteLines: string[];
  }

  /** The record in the format of the expected file. */
  function rowsOf(report: Oge278TReport): ExpectedRow[] {
    const yesNo = (flag: boolean | null) => (flag === null ? null : flag ? 'Yes' : 'No');
    const trades = report.transactions.map((row) => ({
      n: row.number,
      description: row.description,
      endnote: row.hasEndnote,
      type: row.type as string | null,
      date: row.transactionDate,
      notifiedOver30Days: yesNo(row.notifiedLate),
      valueLabel: row.valueLabel,
      valueLow: row.valueLow,
      valueHigh: row.valueHigh,
    }));
    const headings = report.headings.map((row) => ({
      n: row.number,
      description: row.description,
      endnote: row.hasEndnote,
      type: null,
      date: null,
      notifiedOver30Days: yesNo(row.notifiedLate),
      valueLabel: null,
      valueLow: null,
      valueHigh: null,
    }));
    return [...trades, ...headings].sort((one, other) => one.n - other.n);
  }

  /** Lines as printed, joined into notes: the repeated header is dropped. */
  function notesOf(lines: string[]): string[] {
    const notes: string[] = [];
    for (const line of lines.filter((one) => one !== 'PART # ENDNOTE')) {
      if (/^Transactions \d+ /.test(line)) notes.push(line);
      else notes.push(`${notes.pop()} ${line}`);
    }
    return notes;
  }

  const expectedReports = readdirSync(expectedFolder).map(
    (file) => JSON.parse(readFileSync(join(expectedFolder, file), 'utf8')) as Expected,
  );

  describe('real reports', () => {
    describe.each(expectedReports)('$file', (expected) => {
      itNeeds(`oge/pdf/${expected.file}`)('gives the expected rows', async () => {
        const bytes = readFileSync(samplePath('oge/pdf', expected.file));
        expect(recognise({ name: expected.file, bytes })).toEqual({
          key: expected.file,
          kind: 'report-pdf',
          url: `file:${expected.file}`,
        });
        const { report, warnings } = await read(bytes, { key: expected.file });
        expect(report).toMatchObject({
          readability: 'read',
          reason: '',
          nameOnReport: expected.filer,
          position: expected.position,
          signedDate: expected.signed,
        });
        expect(rowsOf(report!)).toEqual(expected.rows);
        expect(report!.endnotes.map(({ part, number, text }) => `${part} ${number} ${text}`)).toEqual(
          notesOf(expected.endnoteLines),
        );
        const kinds = warnings.map(({ kind, where }) =>
          `${kind} ${where.replace(expected.file, '').trim()}`.trim(),
        );
        expect(kinds).toEqual(WARNINGS[expected.file] ?? []);
      });
    });

    const bedford = 'Bryan-Bedford-10.07.2025-278T.pdf';
    itNeeds(`oge/pdf/${bedford}`)('reads ETN of Eaton, though it is a kind of security too', async () => {
      const { report } = await read(readFileSync(samplePath('oge/pdf', bedford)), { key: bedford });
      const eaton = report!.transactions.filter(({ description }) => description.startsWith('Eaton'));
      expect(eaton.map((row) => judgedTicker(row, row.description))).toEqual(['ETN']);
    });

    const termination = 'Marcus-Molinaro-2026-278TERM.pdf';
    itNeeds(`oge/pdf/${termination}`)('does not treat a termination report as a 278-T', async () => {
      const name = termination;
      const bytes = readFileSync(samplePath('oge/pdf', name));
      expect(recognise({ name, bytes })).toBeNull();
      const { report, failure } = await read(bytes, {
        key: 'A'.repeat(32),
        facts: { name: 'Molinaro, Marcus' },
      });
      expect(report).toBeNull();
      expect(failure).toMatch(/not on OGE Form 278-T/);
    });

    for (const name of [
      'Donald J. Trump 11.14.2025 278-T.pdf',
      'Donald-J-Trump-06.25.2026-278T.pages2-2.pdf',
    ])
      itNeeds(`oge/scanned/${name}`)(`records the scan ${name} without rows`, async () => {
        const bytes = readFileSync(samplePath('oge/scanned', name));
        const facts = { name: 'Trump, Donald J', postedAt: '2025-11-17', fileName: name };
        const { report, failure } = await read(bytes, { key: 'B'.repeat(32), facts });
        expect(failure).toBeNull();
        expect(report).toMatchObject({
          readability: 'scanned',
          transactions: [],
          headings: [],
          fileName: name,
        });
        expect(report!.reason).not.toBe('');
      });

    itNeeds('oge/index/answer-shape.json')('reads the answer of the index', async () => {
      const bytes = readFileSync(samplePath('oge/index/answer-shape.json'));
      const found = recognise({ name: 'answer-shape.json', bytes });
      expect(found).toMatchObject({ kind: 'index' });
      const steps = [];
      for await (const step of parse({ ...found!, retrievedAt: '', bytes })) steps.push(step);
      expect(steps).toHaveLength(1);
      expect(steps[0]!.toFetch!.map(({ key }) => key)).toEqual([
        '102E39A4A731A68785258C8A002C7208',
        'BA716BA5B423A76685258CE6002C8303',
        '66A69EB879848CF885258CC9002C8582',
        '024D876AAE518C5085258CEB006E7E2E',
      ]);
      expect(steps[0]!.toFetch![3]!.metadata).toMatchObject({
        amended: 'Amended 08/12/2025',
        postedAt: '2025-08-19',
      });
      expect(steps[0]!.warnings.map(({ kind }) => kind)).toEqual([]);
    });

    const page = 'oge/scanned/Donald-J-Trump-06.25.2026-278T.pages2-2.pdf';
    itNeeds(page)('says why a saved scan cannot be identified', async () => {
      const bytes = readFileSync(samplePath(page));
      const steps = parse({ key: 'scan 278T.pdf', kind: 'report-pdf', url: 'file:', retrievedAt: '', bytes });
      await expect(steps[Symbol.asyncIterator]().next()).rejects.toThrow(ParseError);
    });
  });

  /** Warnings by file: the value is kept as filed. */
  const WARNINGS: Record<string, string[]> = {
    'Arjun-Mody-02.27.2026-278T.pdf': [36, 48, 150, 163, 171].map((row) => `blank-cell #${row}`),
    'Bryan-Bedford-11.03.2025-278T.pdf': [1, 1, 2, 2].map((row) => `blank-cell #${row}`),
    'Robert-F-Kennedy-Jr-05.09.2025-278T.pdf': ['date-doubtful #9'],
  };
});
