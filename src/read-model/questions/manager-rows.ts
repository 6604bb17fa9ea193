/** What is read of managers and of the securities that they hold, for the questions about either. */

import { edgarIndexPage } from '../../../tools/contract/edgar-address.js';
import type { HeldSecurity, HoldingSearch } from '../../../tools/contract/reads/managers.js';
import { classSpellings } from '../../../tools/contract/ticker.js';
import type { ManagerQuarterFacts, SecurityQuarterFacts } from '../../records/portfolios/manager-quarter.js';
import { type GenerationTables, placeholders } from '../question.js';
import { allReadable } from '../unreadable-rows.js';
import { type JsonAndKey, parsedRow } from './json-rows.js';

/** What a column has in base64. */
export const bytesOf = (text: string) => Buffer.from(text, 'base64');

/** The last filing that counts; of a report of which none does, the last one. */
export function sourceOf({ cik, filings }: ManagerQuarterFacts): string {
  const counting = filings.filter(({ isEffective }) => isEffective).at(-1) ?? filings.at(-1);
  // A report has at least one filing.
  return edgarIndexPage(cik, counting?.accession ?? '');
}

/** The securities whose shares seem to have been split after `prior`, up to and with `period`. */
export async function splitBetween(
  tables: GenerationTables,
  { period, prior }: Pick<HoldingSearch, 'period' | 'prior'>,
): Promise<ReadonlySet<string>> {
  if (prior === null) return new Set();
  return tables.memoised(`splits from ${prior} to ${period}`, async () => {
    const rows = await tables.rows<[cusip: string]>(
      `SELECT cusip FROM security_holders WHERE is_split = 1 AND period > ? AND period <= ? ${tables.current}`,
      [prior, period, ...tables.currentValues],
    );
    return new Set(rows.map(([cusip]) => cusip));
  });
}

/** The managers for whom the security seems to have got another CUSIP, or to have had one, after `prior`. */
export async function renumberedManagers(
  tables: GenerationTables,
  { cusip, period, prior }: Pick<HoldingSearch, 'period' | 'prior'> & { cusip: string },
): Promise<ReadonlySet<number>> {
  if (prior === null) return new Set();
  const rows = await tables.rows<JsonAndKey>(
    `SELECT json, cusip, period FROM security_holders WHERE cusip = ? AND period > ? AND period <= ? ${tables.current}`,
    [cusip, prior, period, ...tables.currentValues],
  );
  const facts = allReadable(tables, rows, parsedRow<SecurityQuarterFacts>('security_holders'));
  return new Set(facts.flatMap(({ renumbered = [] }) => renumbered));
}

/** The securities of a manager for which the same is true. */
export async function renumberedSecurities(
  tables: GenerationTables,
  { cik, period, prior }: Pick<HoldingSearch, 'period' | 'prior'> & { cik: string },
): Promise<ReadonlySet<string>> {
  if (prior === null) return new Set();
  const rows = await tables.rows<JsonAndKey>(
    `SELECT json, cik, period FROM manager_report WHERE cik = ? AND period > ? AND period <= ? ${tables.current}`,
    [cik, prior, period, ...tables.currentValues],
  );
  const facts = allReadable(tables, rows, parsedRow<ManagerQuarterFacts>('manager_report'));
  return new Set(facts.flatMap(({ renumbered = [] }) => renumbered));
}

export async function cusipsOf(tables: GenerationTables, ticker: string): Promise<string[]> {
  const spellings = classSpellings(ticker);
  const rows = await tables.rows<[cusip: string]>(
    `SELECT cusip FROM held_security WHERE ticker IN (${placeholders(spellings)}) ${tables.current} ORDER BY cusip`,
    [...spellings, ...tables.currentValues],
  );
  return rows.map(([cusip]) => cusip);
}

type SecurityNames = ReadonlyMap<string, Omit<HeldSecurity, 'cusip'>>;

export async function securityNames(
  tables: GenerationTables,
  cusips: readonly string[],
): Promise<SecurityNames> {
  const known = [...new Set(cusips)].filter((cusip) => !cusip.startsWith('?'));
  if (known.length === 0) return new Map();
  const rows = await tables.rows<[cusip: string, name: string, title: string, ticker: string]>(
    `SELECT cusip, name, title, ticker FROM held_security WHERE cusip IN (${placeholders(known)}) ${tables.current}`,
    [...known, ...tables.currentValues],
  );
  return new Map(
    rows.map(([cusip, issuerName, titleOfClass, ticker]) => [
      cusip,
      { ticker: ticker === '' ? null : ticker, issuerName, titleOfClass },
    ]),
  );
}

/** A position without a CUSIP is stored under its name and class. */
export function nameOf(key: string, names: SecurityNames): Omit<HeldSecurity, 'cusip'> {
  if (!key.startsWith('?')) return names.get(key) ?? { ticker: null, issuerName: '', titleOfClass: '' };
  const at = key.lastIndexOf('/');
  return {
    ticker: null,
    issuerName: key.slice(1, at === -1 ? undefined : at),
    titleOfClass: at === -1 ? '' : key.slice(at + 1),
  };
}
