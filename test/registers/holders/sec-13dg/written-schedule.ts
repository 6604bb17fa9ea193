/** Schedules written for the tests: invented holders of invented companies. */

import {
  type DraftPerson,
  type DraftSchedule,
  submission13,
} from '../../../../data/sample/make/schedule-text.js';
import type { Schedule13Filing } from '../../../../src/records/holders/schedule13.js';
import { parse } from '../../../../src/registers/holders/sec-13dg/parse.js';
import type { Warning } from '../../../../src/registers/register.js';

export const ACME = { cik: '9990001', name: 'Acme Sample Corp' };
export const FUND = { cik: '9990101', name: 'Roe & Daughters Fund LP' };

export function person(over: Partial<DraftPerson> = {}): DraftPerson {
  return { name: FUND.name, cik: FUND.cik, shares: '1000000', percent: '6.2', types: ['PN'], ...over };
}

export function draft(over: Partial<DraftSchedule> = {}): DraftSchedule {
  return {
    form: 'SCHEDULE 13D',
    accession: '0009990101-26-000001',
    filed: '2026-05-06',
    event: '2026-04-29',
    issuer: ACME,
    classTitle: 'Common Stock, par value $0.01 per share',
    cusip: '990001109',
    filer: FUND,
    persons: [person()],
    ...over,
  };
}

/** Reads a text as the register does. */
export function readSchedules(
  text: string,
  over: { kind?: string; key?: string; metadata?: Record<string, string> } = {},
): { filing: Schedule13Filing; warnings: Warning[] } {
  const document = { key: 'k', kind: 'submission', url: 'u', retrievedAt: '', ...over };
  const [parsed, ...rest] = [...parse({ ...document, bytes: Buffer.from(text) })];
  if (parsed === undefined || rest.length > 0) throw new Error('one document gives one step');
  return { filing: parsed.records[0] as Schedule13Filing, warnings: parsed.warnings };
}

/** The filing of a draft. */
export const filed = (over: Partial<DraftSchedule> = {}): Schedule13Filing =>
  readSchedules(submission13(draft(over))).filing;
