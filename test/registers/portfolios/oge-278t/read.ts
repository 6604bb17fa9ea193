/** Reads one PDF through the register's parser and returns everything that it yields. */

import type { Oge278TReport } from '../../../../src/records/portfolios/oge-278t.js';
import { parse } from '../../../../src/registers/portfolios/oge-278t/parse.js';
import { ParseError, type Warning } from '../../../../src/registers/register.js';

export interface Result {
  report: Oge278TReport | null;
  warnings: Warning[];
  /** The message of the ParseError; null when nothing was thrown. */
  failure: string | null;
}

/** @throws any error that is not a ParseError. */
export async function read(
  bytes: Buffer,
  { key, facts: metadata }: { key: string; facts?: Record<string, string> },
): Promise<Result> {
  const result: Result = { report: null, warnings: [], failure: null };
  const url = `https://oge.test/${encodeURIComponent(key)}`;
  try {
    for await (const step of parse({ key, kind: 'report-pdf', url, retrievedAt: '', bytes, metadata })) {
      for (const record of step.records) if (record.kind === 'oge-278t-report') result.report = record;
      result.warnings.push(...step.warnings);
    }
  } catch (error) {
    if (!(error instanceof ParseError) || error.message === '') throw error;
    result.failure = error.message;
  }
  return result;
}
