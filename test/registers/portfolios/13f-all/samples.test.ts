/** Real reports of managers, kept outside the repository, against a second reader's figures. */

import { readFileSync } from 'node:fs';
import { describe, expect } from '@jest/globals';
import type { ManagerFiling } from '../../../../src/records/portfolios/manager-filing.js';
import { POSITION_FLAGS, unpackPositions } from '../../../../src/records/portfolios/packed-positions.js';
import { parse, recognise } from '../../../../src/registers/portfolios/13f-all/parse.js';
import { samplePath } from '../../../samples/folder.js';
import { itNeeds } from '../../../samples/needs.js';
import { filingTables, positionsOf, readSet, type TableRow, writtenSet } from './written-set.js';

interface SecondReading {
  filed: string;
  form: string;
  filerCik: string;
  period: string;
  manager: string;
  coverManagers: string[];
  tableEntryTotal?: number;
  tableValueTotal?: number;
  rows: number;
  sumValue: number;
  realRows: number;
  cusips: number;
  top5: Array<{ cusip: string; putCall?: string; value: number; amount: number }>;
}

const FOLDER = 'sec-forms/form13f';
const NAMES = [
  '0001000097-20-000004',
  '0001172661-23-003414',
  '0001178913-20-000417-NT',
  '0001193125-26-054580',
  '0001999371-26-020307-zero-restatement',
];

function filingOf(name: string): ManagerFiling {
  const bytes = readFileSync(samplePath(FOLDER, `${name}.txt`));
  const found = recognise({ name: `${name}.txt`, bytes });
  if (found === null) throw new Error(`${name} is not recognised`);
  const [step] = [...parse({ ...found, bytes, retrievedAt: '' })];
  return step!.records[0] as ManagerFiling;
}

describe('real reports', () => {
  for (const name of NAMES)
    itNeeds(`${FOLDER}/${name}.txt`, `sec-forms/expected/${name}.json`)(
      `${name} has the stated figures`,
      () => {
        const expected: SecondReading = JSON.parse(
          readFileSync(samplePath('sec-forms/expected', `${name}.json`), 'utf8'),
        );
        const filing = filingOf(name);
        expect({
          filed: filing.filedDate,
          form: filing.formType,
          filerCik: filing.cik.padStart(10, '0'),
          period: filing.periodEnd,
          manager: filing.managerName,
          coverManagers: filing.otherManagers.map((other) => other.name),
          rows: filing.rowCount,
          sumValue: filing.valueSum,
          tableEntryTotal: filing.tableEntryTotal ?? undefined,
          tableValueTotal: filing.tableValueTotal ?? undefined,
        }).toEqual({
          filed: expected.filed,
          form: expected.form,
          filerCik: expected.filerCik,
          period: expected.period,
          manager: expected.manager,
          coverManagers: expected.coverManagers,
          rows: expected.rows,
          sumValue: expected.sumValue,
          tableEntryTotal: expected.tableEntryTotal,
          tableValueTotal: expected.tableValueTotal,
        });
        const positions = unpackPositions(filing.packed);
        expect(new Set(positions.map(({ key }) => key)).size).toBe(expected.cusips);
        for (const top of expected.top5) {
          const found = positions.find(
            ({ key, flags }) =>
              key === top.cusip && ((flags & POSITION_FLAGS.put) !== 0) === (top.putCall === 'Put'),
          );
          expect([top.cusip, found?.value, found?.amount]).toEqual([top.cusip, top.value, top.amount]);
        }
      },
    );

  itNeeds(`${FOLDER}/INFOTABLE.2025jun-aug.6rows.tsv`, `${FOLDER}/COVERPAGE.2025jun-aug.6rows.tsv`)(
    'real rows of a data set are read',
    () => {
      const rowsOf = (name: string): TableRow[] => {
        const [heading = '', ...lines] = readFileSync(samplePath(FOLDER, name), 'utf8').trimEnd().split('\n');
        const columns = heading.split('\t');
        return lines.map((line) =>
          Object.fromEntries(line.split('\t').map((field, at) => [columns[at] ?? '', field])),
        );
      };
      const INFOTABLE = rowsOf('INFOTABLE.2025jun-aug.6rows.tsv');
      const COVERPAGE = rowsOf('COVERPAGE.2025jun-aug.6rows.tsv');
      const accessions = [...COVERPAGE, ...INFOTABLE].map(({ ACCESSION_NUMBER }) => String(ACCESSION_NUMBER));
      const isAmended = new Set(['0001062993-25-014670', '0000950123-25-008361']);
      const SUBMISSION = [...new Set(accessions)].flatMap((accession) => {
        const cover = COVERPAGE.find(({ ACCESSION_NUMBER }) => ACCESSION_NUMBER === accession);
        return filingTables(accession, [], {
          SUBMISSIONTYPE: isAmended.has(accession) ? '13F-HR/A' : '13F-HR',
          FILING_DATE: '14-AUG-2025',
          PERIODOFREPORT: cover?.REPORTCALENDARORQUARTER ?? '30-JUN-2025',
        }).SUBMISSION;
      });
      const { filings, warnings } = readSet(
        writtenSet({ SUBMISSION, COVERPAGE, INFOTABLE, SUMMARYPAGE: [] }),
      );
      // The cover pages of these four are not in the sample.
      expect(new Set(warnings.map(({ kind }) => kind))).toEqual(new Set(['no-manager-name']));
      const of = (accession: string) => filings.find((one) => one.accession === accession);
      expect(positionsOf(of('0000891943-25-000009'))).toEqual([['69608A108', 0, 5390, 39_538]]);
      expect(of('0001062993-25-014670')).toMatchObject({
        managerName: 'Trigran Investments, Inc.',
        amendmentType: 'RESTATEMENT',
      });
      expect(of('0000950123-25-008361')).toMatchObject({
        amendmentType: 'NEW HOLDINGS',
        isConfidentialExpired: true,
        periodEnd: '2025-03-31',
      });
      expect(of('0002010029-25-000002')?.reportType).toBe('13F COMBINATION REPORT');
    },
  );
});
