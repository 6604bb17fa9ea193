/** Reports of an invented official as records, for tests of derivation. */

import type { Oge278TReport, Oge278TTransaction } from '../../../src/records/portfolios/oge-278t.js';

export function ogeTrade(number: number, more: Partial<Oge278TTransaction> = {}): Oge278TTransaction {
  return {
    number,
    description: `Invented Goods ${number}, Inc. (IG${'ABCDEFGHIJ'[number % 10]})`,
    ticker: `IG${'ABCDEFGHIJ'[number % 10]}`,
    type: 'Purchase',
    transactionDate: '2026-03-02',
    dateFiled: '03/02/2026',
    isDateDoubtful: false,
    notifiedLate: false,
    valueLabel: '$1,001 - $15,000',
    valueLow: 1001,
    valueHigh: 15_000,
    hasEndnote: false,
    headingAbove: null,
    ...more,
  };
}

export function ogeReport(
  documentId: string,
  transactions: Oge278TTransaction[],
  more: Partial<Oge278TReport> = {},
): Oge278TReport {
  return {
    kind: 'oge-278t-report',
    documentId,
    filerName: 'Roe, Jane A',
    nameOnReport: 'Roe, Jane Abigail',
    title: 'Administrator',
    agency: 'Bureau of Samples',
    position: 'Administrator, Bureau of Samples',
    postedAt: '2026-04-20',
    signedDate: '2026-04-01',
    amended: null,
    fileName: `${documentId}.pdf`,
    sourceUrl: `https://oge.test/${documentId}.pdf`,
    readability: 'read',
    reason: '',
    transactions,
    headings: [],
    endnotes: [],
    ...more,
  };
}
