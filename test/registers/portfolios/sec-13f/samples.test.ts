/** Real 13F reports, each against its own stated total. */

import { readFileSync } from 'node:fs';
import { describe, expect } from '@jest/globals';
import type { Holdings13F } from '../../../../src/records/portfolios/form13f.js';
import { readCover } from '../../../../src/registers/portfolios/cover.js';
import { parseInformationTable } from '../../../../src/registers/portfolios/information-table.js';
import { parse, recognise } from '../../../../src/registers/portfolios/sec-13f/parse.js';

import { samplePath } from '../../../samples/folder.js';
import { itNeeds } from '../../../samples/needs.js';

const FOLDER = 'sec/13f';
const read = (name: string) => readFileSync(samplePath(FOLDER, name));
const itNeedsReport = (name: string) => itNeeds(`${FOLDER}/${name}`);

function reportOf(name: string): { report: Holdings13F; warnings: string[] } {
  const bytes = read(name);
  const found = recognise({ name, bytes });
  if (found === null) throw new Error(`${name} is not recognised`);
  const [parsed] = [...parse({ ...found, bytes, retrievedAt: '2026-11-20T00:00:00.000Z' })];
  const report = parsed?.records[0];
  if (report?.kind !== '13f') throw new Error(`${name} gives no report`);
  return { report, warnings: parsed!.warnings.map(({ kind }) => kind) };
}

const sum = (rows: Holdings13F['rows']) => rows.reduce((total, { value }) => total + value!, 0);

describe('real reports', () => {
  for (const [name, manager, period, filedAt, rows, total, unit, warnings] of [
    [
      '0001140361-23-013281.txt',
      'METLIFE INC',
      '2021-12-31',
      '2023-03-23T15:27:45.000Z',
      6,
      11_019_796,
      'dollars',
      [],
    ],
    [
      '0001619124-21-000002.txt',
      'ACTIAM N.V.',
      '2020-12-31',
      '2021-02-12T15:06:42.000Z',
      5,
      732_158,
      'thousands',
      [],
    ],
    [
      '0001790837-23-000002.txt',
      'Bull Street Advisors, LLC',
      '2022-12-31',
      '2023-02-28T18:28:48.000Z',
      90,
      192_767,
      'dollars',
      ['value-unit-contradicted'],
    ],
    [
      '0001894188-23-000007.txt',
      'LTS One Management LP',
      '2023-09-30',
      '2023-11-14T14:38:54.000Z',
      14,
      454_926_000,
      'dollars',
      [],
    ],
    [
      '0001951757-25-000093.nc',
      'ACORN CREEK CAPITAL LLC',
      '2024-12-31',
      '2025-01-23T04:59:59.000Z',
      77,
      194_611_845,
      'dollars',
      [],
    ],
  ] as const)
    itNeedsReport(name)(`${name} gives its stated total to the dollar`, () => {
      const { report, warnings: found } = reportOf(name);
      expect(report).toMatchObject({
        managerName: manager,
        periodEnd: period,
        filedAt,
        valueUnit: unit,
        tableEntryTotal: rows,
        tableValueTotal: total,
      });
      expect(report.rows).toHaveLength(rows);
      expect(sum(report.rows)).toBe(total);
      expect(found).toEqual(warnings);
    });

  for (const [name, rows, cusips, total, principal] of [
    ['berkshire-2022-12-31-infotable.xml', 172, 49, 299_007_622_119, 0],
    ['infotable-255rows-leading-newline.xml', 255, 255, 350_153_407, 3],
    ['sec-official-information_table.xml', 169, 168, 7_454_702_899, 0],
  ] as const)
    itNeedsReport(name)(`${name} is read without a warning`, () => {
      const warnings: string[] = [];
      const table = parseInformationTable(read(name).toString('utf8'), (kind) => warnings.push(kind));
      expect(warnings).toEqual([]);
      expect(table).toHaveLength(rows);
      expect(new Set(table.map(({ cusip }) => cusip)).size).toBe(cusips);
      expect(sum(table)).toBe(total);
      expect(table.filter(({ amountType }) => amountType === 'PRN')).toHaveLength(principal);
    });

  for (const [name, expected] of [
    ['metlife-primary_doc-combination.xml', { isAmendment: false, reportType: '13F COMBINATION REPORT' }],
    ['abacus-primary_doc.xml', { periodEnd: '2020-12-31', isAmendment: null, tableValueTotal: 114_663_960 }],
    ['sec-official-Sample_13F-HRA.xml', { amendmentType: 'RESTATEMENT', amendmentNo: 45 }],
    ['sec-official-Sample_13F-NT.xml', { reportType: '13F NOTICE', tableValueTotal: null }],
  ] as const)
    itNeedsReport(name)(`the cover page ${name} is read without a warning`, () => {
      const warnings: string[] = [];
      expect(readCover(read(name).toString('utf8'), (kind) => warnings.push(kind))).toMatchObject(expected);
      expect(warnings).toEqual([]);
    });
});
