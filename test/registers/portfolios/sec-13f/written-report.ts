/** Reports that the tests write themselves: an invented manager, invented issuers. */

import type { Holdings13F } from '../../../../src/records/portfolios/form13f.js';
import { parse } from '../../../../src/registers/portfolios/sec-13f/parse.js';
import { type Report13F, type ReportRow, submission13F } from './13f-text.js';

export const CUSIPS = { acme: '990001109', beta: '990002107', gamma: '990003105', delta: '990004103' };

export function row(over: Partial<ReportRow> = {}): ReportRow {
  return {
    name: 'ACME SAMPLE CORP',
    title: 'COM',
    cusip: CUSIPS.acme,
    value: 2_000_000,
    amount: 20_000,
    amountType: 'SH',
    managers: '',
    ...over,
  };
}

export function written(over: Partial<Report13F> = {}): string {
  return submission13F({
    cik: '9990001',
    manager: 'Roe & Daughters Capital LLC',
    city: 'NOWHERE',
    prefix: '',
    tableName: 'index.xml',
    accession: '9990001000-26-000001',
    filed: '2026-08-14',
    periodEnd: '2026-06-30',
    amendment: null,
    amendmentNo: 1,
    isConfidentialOmitted: false,
    rows: [row()],
    ...over,
  });
}

export function read(text: string, metadata?: Record<string, string>) {
  const [parsed, ...rest] = [
    ...parse({ key: 'k', kind: 'submission', url: 'u', retrievedAt: '', bytes: Buffer.from(text), metadata }),
  ];
  if (parsed === undefined || rest.length > 0) throw new Error('one submission gives one step');
  return { report: parsed.records[0] as Holdings13F | undefined, warnings: parsed.warnings };
}
