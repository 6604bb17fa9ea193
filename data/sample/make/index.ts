/**
 * Writes the documents of the sample that are tedious to type: filings of the Forms 3, 4, 5 and 144, Schedules 13D and 13G, reports of managers,
 * prices, and the
 * PDFs of the House and of OGE.
 * Run `npm run make-sample` after a change in this folder. All other documents are their own source.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../src/package-root.js';
import { form4 } from './form4.js';
import { form35 } from './form35.js';
import { form144 } from './form144.js';
import { type PrintedReport, type PrintedRow, printHouseReport, printScannedReport } from './house-report.js';
import {
  type IntegrityReport,
  type IntegrityRow,
  printIntegrityReport,
  printRecognisedScan,
} from './integrity-report.js';
import type { MadeDocument } from './made-document.js';
import { managerReports } from './managers.js';
import { failsToDeliver } from './prices.js';
import { schedules } from './schedules.js';

const SAMPLE = join(packageRoot(), 'data/sample');
const write = (file: string, bytes: string | Buffer) => writeFileSync(join(SAMPLE, 'documents', file), bytes);

bundle('sec-form4', form4());
bundle('sec-form35', form35());
bundle('sec-144', form144());
bundle('prices-sec', failsToDeliver());
bundle('sec-13dg', schedules());
bundle('13f-all', managerReports());
for (const [about, rows] of reports<Omit<PrintedReport, 'rows'>, PrintedRow>('house-reports.txt')) {
  const id = about.filingId;
  const pdf = about.isPaper ? printScannedReport(id, '', true) : printHouseReport({ ...about, rows }, true);
  write(`house-ptr/${id}.pdf`, pdf);
}
for (const [about, rows] of reports<OgeReport, IntegrityRow & string>('oge-reports.txt'))
  write(
    `oge-278t/${about.key}.pdf`,
    about.isPaper ? printRecognisedScan(rows, true) : printIntegrityReport({ ...about, rows }, true),
  );

interface OgeReport extends Omit<IntegrityReport, 'rows'> {
  key: string;
}

function bundle(register: string, documents: readonly MadeDocument[]): void {
  const parts = documents.map(({ body, ...header }) => `%%% ${JSON.stringify(header)}\n${body}\n`);
  write(`${register}.txt`, parts.join(''));
}

/** The content of each report, and its rows; for a report on paper, its lines. */
function reports<About, Row>(file: string): Array<[about: About & { isPaper?: boolean }, rows: Row[]]> {
  const [, ...parts] = readFileSync(join(SAMPLE, 'make', file), 'utf8').split(/^%%% /m);
  return parts.map((part) => {
    const [about = '', ...rows] = part.trimEnd().split('\n');
    return [JSON.parse(about), rows.map((row) => JSON.parse(row))];
  });
}
