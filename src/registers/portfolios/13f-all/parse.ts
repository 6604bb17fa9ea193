/** Parses a data set, or the submission text of one 13F, and recognises saved files. No network, no clock. */

import { isNothingHeld } from '../../../records/portfolios/form13f.js';
import type { ManagerFiling, SecurityName } from '../../../records/portfolios/manager-filing.js';
import { securityKey } from '../../../records/portfolios/manager-filing.js';
import { ByteWriter, PositionSums } from '../../../records/portfolios/packed-positions.js';
import { type Parsed, ParseError, type RawDocument } from '../../register.js';
import {
  managerOf,
  periodOf,
  type Report13F,
  readReport,
  recognise as recogniseReport,
} from '../holdings-report.js';
import { repeatsValue } from '../information-table.js';
import { filingTime } from '../submission.js';
import { readDataSet } from './data-set.js';
import { isDataSet } from './data-set-tables.js';
import { rowFlags } from './holding-rows.js';

/** Raised when this parser improves, so that unreadable documents are parsed again. */
export const READER_VERSION = 1;

/** @throws ParseError, while iterated, for anything that cannot be read. */
export function* parse(document: RawDocument): Generator<Parsed> {
  if (document.kind === 'data-set') {
    yield* readDataSet(document);
    return;
  }
  const report = readReport(document);
  yield { records: [toFiling(report, document)], warnings: report.warnings };
}

function toFiling(report: Report13F, document: RawDocument): ManagerFiling {
  const { holdings, cover, accession, header } = report;
  const warn = (kind: string, detail: string) => report.warnings.push({ kind, detail, where: accession });
  const common = {
    kind: 'manager-filing',
    accession,
    isConfidentialExpired: cover.isConfidentialExpired === true,
    reportType: cover.reportType,
    tableEntryTotal: cover.tableEntryTotal,
    tableValueTotal: cover.tableValueTotal,
    isConfidentialOmitted: cover.isConfidentialOmitted,
    otherManagers: cover.otherManagers,
    managerName: cover.managerName,
    dataSet: null,
  } as const;
  if (holdings === null) {
    const time = filingTime(header, document.metadata);
    if (time === null) throw new ParseError('nothing says when it was filed');
    return {
      ...common,
      cik: managerOf(header, cover, warn),
      formType: (header.formType ?? cover.submissionType) === '13F-NT/A' ? '13F-NT/A' : '13F-NT',
      amendmentType: null,
      periodEnd: periodOf(cover, time.filedDate, warn),
      filedDate: time.filedDate,
      ...{ rowCount: 0, valueSum: 0, positionCount: 0, packed: Buffer.alloc(0) },
    };
  }
  const { cik, formType, amendmentType, periodEnd, filedDate } = holdings;
  return { ...common, cik, formType, amendmentType, periodEnd, filedDate, ...tableOf(holdings) };
}

function tableOf({ rows }: NonNullable<Report13F['holdings']>) {
  const sums = new PositionSums();
  const securities = new Map<string, SecurityName>();
  for (const row of rows) {
    const { nameOfIssuer: name, titleOfClass, value, amount, amountType, putCall } = row;
    const key = securityKey(row.cusip, name, titleOfClass);
    if (isNothingHeld(row)) continue;
    sums.add(key, rowFlags(amountType, putCall, repeatsValue(row)), value, amount);
    if (!securities.has(key)) securities.set(key, { key, name, titleOfClass });
  }
  return {
    rowCount: rows.length,
    valueSum: rows.reduce((sum, { value }) => sum + (value ?? 0), 0),
    positionCount: sums.size,
    packed: sums.pack(new ByteWriter()),
    securities: [...securities.values()],
  };
}

/** A saved zip of a data set, or a saved submission text; null for any other file. */
export function recognise(file: {
  name: string;
  bytes: Buffer;
}): Omit<RawDocument, 'bytes' | 'retrievedAt'> | null {
  const name = file.name.split(/[\\/]/).pop() ?? file.name;
  if (/\.zip$/i.test(name) && isDataSet(file.bytes))
    return { key: dataSetName(name) ?? name, kind: 'data-set', url: `file:${name}` };
  return recogniseReport(file);
}

/** `01jun2025-31aug2025` of `01jun2025-31aug2025_form13f.zip`; null for another file. */
export function dataSetName(file: string): string | null {
  return (
    /(\d{4}q[1-4]|\d{2}[a-z]{3}\d{4}-\d{2}[a-z]{3}\d{4})_form13f[^/]*\.zip$/i
      .exec(file)?.[1]
      ?.toLowerCase() ?? null
  );
}
