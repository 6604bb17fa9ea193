/** OGE Form 278-T: each report against rows that were read from it by position. */

import type { Oge278TReport } from '../../src/records/portfolios/oge-278t.js';
import { hasSamples } from '../../test/samples/folder.js';
import { expectedIn, parsed } from './documents.js';
import { type ComparedRow, type Score, Tally } from './tally.js';

interface ExpectedOgeReport {
  file: string;
  rows: Array<{
    n: number;
    description: string;
    type: string | null;
    date: string | null;
    notifiedOver30Days: string | null;
    valueLabel: string | null;
    valueLow: number | null;
    valueHigh: number | null;
  }>;
}

export async function measureOge(): Promise<Score> {
  const tally = new Tally();
  for (const [, expected] of expectedIn<ExpectedOgeReport>('portfolios/oge-278t/expected')) {
    if (!hasSamples(`oge/pdf/${expected.file}`)) continue;
    const records = await parsed('oge-278t', `oge/pdf/${expected.file}`);
    const report = records?.find((record): record is Oge278TReport => record.kind === 'oge-278t-report');
    tally.document(
      expected.file,
      expected.rows.map(({ n, description, type, date, notifiedOver30Days, ...value }) => ({
        n,
        description,
        type,
        date,
        notifiedLate: notifiedOver30Days === null ? null : notifiedOver30Days === 'Yes',
        valueLabel: value.valueLabel,
        valueLow: value.valueLow,
        valueHigh: value.valueHigh,
      })),
      report?.readability === 'read' ? rowsOf(report) : null,
    );
  }
  return tally.score;
}

/** Trades and headings in the order of their numbers. */
function rowsOf(report: Oge278TReport): ComparedRow[] {
  const trades = report.transactions.map((row) => ({
    n: row.number,
    description: row.description,
    type: row.type,
    date: row.transactionDate,
    notifiedLate: row.notifiedLate,
    valueLabel: row.valueLabel,
    valueLow: row.valueLow,
    valueHigh: row.valueHigh,
  }));
  const headings = report.headings.map((row) => ({
    n: row.number,
    description: row.description,
    notifiedLate: row.notifiedLate,
  }));
  return [...trades, ...headings].sort((one, other) => one.n - other.n);
}
