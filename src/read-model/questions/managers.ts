/**
 * The 13F reports of all managers: who they are, what they hold, and who holds a security. Long because both sides are read
 * from the same packed positions.
 */

import type { ComparedRows, Found } from '../../../tools/contract/reads/found.js';
import type {
  HeldSecurity,
  HoldingRankingQuery,
  HoldingSearch,
  ManagerSearch,
  ManagersQuarter,
} from '../../../tools/contract/reads/managers.js';
import type { Reads } from '../../../tools/contract/reads.js';
import { SerializedPageRows } from '../../../tools/contract/serialized-rows.js';
import type {
  HeldInQuarter,
  HoldersOf,
  ManagerHit,
  ManagerHolding,
  ManagerReportRow,
  SecurityHolder,
} from '../../../tools/contract/shapes/managers.js';
import { quarterName } from '../../../tools/contract/shapes/tracker-changes.js';
import { classSpellings } from '../../../tools/contract/ticker.js';
import { filerFlags } from '../../records/portfolios/holder-change.js';
import type { ManagerQuarterFacts, SecurityQuarterFacts } from '../../records/portfolios/manager-quarter.js';
import {
  type PackedHolder,
  type PackedPosition,
  unpackFilers,
  unpackHolders,
  unpackPositions,
} from '../../records/portfolios/packed-positions.js';
import {
  type ComparedPair,
  comparedFields,
  countsOf,
  kindOf,
  pageOfPairs,
  pairs,
  weightIn,
} from '../manager-answers.js';
import { type GenerationTables, placeholders } from '../question.js';
import { foldedStarts } from '../search-text.js';
import { soundObject } from '../sound-json.js';
import { countMatches } from './count-matches.js';

// Every text was written by the store: `facts` of what derivation made.
const parsed = <T>(json: string): T => JSON.parse(soundObject(json)) as T;
const bytesOf = (text: string) => Buffer.from(text, 'base64');

export async function managerQuarters(tables: GenerationTables): Promise<ManagersQuarter[]> {
  return tables.memoised('quarters of managers', async () => {
    const rows = await tables.rows<[json: string]>(
      `SELECT json FROM manager_quarter WHERE period > '' ${tables.current} ORDER BY period DESC`,
      tables.currentValues,
    );
    return rows.map(([json]) => {
      const { periodEnd, managers } = parsed<ManagersQuarter>(json);
      return { periodEnd, managers };
    });
  });
}

export async function searchManagers(
  tables: GenerationTables,
  { q, cik, after, limit }: ManagerSearch,
): Promise<Found<Omit<ManagerHit, 'url'>>> {
  const { current, currentValues } = tables;
  const parts = ["cik > ''"];
  const values: Array<string | number> = [];
  if (cik !== null) {
    parts.push('cik = ?');
    values.push(cik);
  }
  const starts = q === null ? null : foldedStarts(q);
  if (starts?.length === 0) return { rows: new SerializedPageRows<Omit<ManagerHit, 'url'>>([]), total: 0 };
  // Letters, digits and spaces only: nothing that LIKE reads as a sign.
  for (const start of starts ?? []) {
    parts.push('words LIKE ?');
    values.push(`%${start}%`);
  }
  const filter = parts.join(' AND ');
  const behind = after === undefined ? '' : ' AND (cents < ? OR (cents = ? AND cik > ?))';
  const [cents = 0, last = ''] = after ?? [];
  const rows = await tables.rows<[json: string]>(
    `SELECT json FROM manager WHERE ${filter}${behind} ${current} ORDER BY cents DESC, cik LIMIT ?`,
    [...values, ...(after === undefined ? [] : [cents, cents, last]), ...currentValues, limit],
  );
  const total = await countMatches(tables, 'manager', { filter, values });
  const hits = rows.map(([json]) => {
    const { periodEnd, filedDate, totalUsd, ...one } = parsed<StoredListing>(json);
    const hit = {
      cik: one.cik,
      name: one.name,
      quarter: quarterName(periodEnd),
      state: one.state,
      filedAt: filedDate,
      totalValueUsd: totalUsd,
      positions: one.positions,
      quarters: one.quarters,
    };
    return [JSON.stringify(hit), `/managers/${one.cik}`] as const;
  });
  return { rows: new SerializedPageRows(hits), total };
}

type StoredListing = Pick<
  ManagerQuarterFacts,
  'cik' | 'name' | 'periodEnd' | 'state' | 'filedDate' | 'totalUsd' | 'positions'
> & { quarters: number };

export async function managerReports(
  tables: GenerationTables,
  cik: string,
): ReturnType<Reads['managerReports']> {
  const rows = await tables.rows<[json: string]>(
    `SELECT json FROM manager_report WHERE cik = ? ${tables.current} ORDER BY period DESC`,
    [cik, ...tables.currentValues],
  );
  return rows.map(([json]) => reportOf(parsed<ManagerQuarterFacts>(json)));
}

function reportOf(facts: ManagerQuarterFacts): ManagerReportRow & { name: string } {
  return {
    quarter: quarterName(facts.periodEnd),
    periodEnd: facts.periodEnd,
    state: facts.state,
    filedAt: facts.filedDate,
    totalValueUsd: facts.totalUsd,
    statedValueUsd: facts.statedUsd,
    rows: facts.rows,
    statedRows: facts.statedRows,
    positions: facts.positions,
    notes: [...facts.notes],
    otherManagers: facts.otherManagers,
    filings: facts.filings.map(({ accession, form, amendmentType, filedDate, rows, isEffective }) => ({
      accession,
      form,
      amendmentType,
      filedAt: filedDate,
      rows,
      counts: isEffective,
      sourceUrl: filingUrl(facts.cik, accession),
    })),
    name: facts.name,
  };
}

const filingUrl = (cik: string, accession: string) =>
  `https://www.sec.gov/Archives/edgar/data/${cik}/${accession.replaceAll('-', '')}/${accession}-index.htm`;

/** The last filing that counts; of a report of which none does, the last one. */
function sourceOf({ cik, filings }: ManagerQuarterFacts): string {
  const counting = filings.filter(({ isEffective }) => isEffective).at(-1) ?? filings.at(-1);
  // A report has at least one filing.
  return filingUrl(cik, counting?.accession ?? '');
}

interface ReadReport {
  facts: ManagerQuarterFacts | null;
  positions: PackedPosition[];
}

async function readReport(tables: GenerationTables, cik: string, period: string | null): Promise<ReadReport> {
  const [row] =
    period === null
      ? []
      : await tables.rows<[json: string, packed: string]>(
          `SELECT json, packed FROM manager_report WHERE cik = ? AND period = ? ${tables.current}`,
          [cik, period, ...tables.currentValues],
        );
  if (row === undefined) return { facts: null, positions: [] };
  return { facts: parsed<ManagerQuarterFacts>(row[0]), positions: unpackPositions(bytesOf(row[1])) };
}

/** As `filers` of the quarter has them. */
const flagsOf = (facts: ManagerQuarterFacts | null): number => (facts === null ? 0 : filerFlags(facts));

/** The securities whose shares seem to have been split after `prior`, up to and with `period`. */
async function splitBetween(
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

export async function managerHoldings(
  tables: GenerationTables,
  question: Parameters<Reads['managerHoldings']>[0],
): ReturnType<Reads['managerHoldings']> {
  const { cik, period, prior, cusip, tickers } = question;
  const [now, before] = [await readReport(tables, cik, period), await readReport(tables, cik, prior)];
  const splits = await splitBetween(tables, question);
  const [flags, priorFlags] = [flagsOf(now.facts), flagsOf(before.facts)];
  const all = pairs(
    now.positions,
    before.positions,
    ({ key }) => key,
    (key) => ({ flags, priorFlags, maybeSplit: splits.has(key) }),
  );
  const wanted = await ofSecurities(tables, all, { cusip, tickers });
  const page = pageOfPairs(wanted, question);
  const names = await securityNames(
    tables,
    page.rows.map(({ id }) => id),
  );
  return {
    ...page,
    counts: countsOf(all),
    rows: page.rows.map((pair): ManagerHolding => {
      const { id } = pair;
      return {
        cusip: id.startsWith('?') ? null : id,
        ...nameOf(id, names),
        ...comparedFields(pair),
        weight: weightIn(pair.now?.value, now.facts?.totalUsd),
        priorWeight: weightIn(pair.before?.value, before.facts?.totalUsd),
      };
    }),
  };
}

/** The positions in one security, or in those with some symbols. */
async function ofSecurities<K extends string>(
  tables: GenerationTables,
  all: ReadonlyArray<ComparedPair<K>>,
  { cusip, tickers }: { cusip: string | null; tickers: readonly string[] },
): Promise<ReadonlyArray<ComparedPair<K>>> {
  const ofCusip = cusip === null ? all : all.filter(({ id }) => id === cusip);
  if (tickers.length === 0) return ofCusip;
  const found = await Promise.all(tickers.map((ticker) => cusipsOf(tables, ticker)));
  const wanted = new Set<string>(found.flat());
  return ofCusip.filter(({ id }) => wanted.has(id));
}

async function cusipsOf(tables: GenerationTables, ticker: string): Promise<string[]> {
  const spellings = classSpellings(ticker);
  const rows = await tables.rows<[cusip: string]>(
    `SELECT cusip FROM held_security WHERE ticker IN (${placeholders(spellings)}) ${tables.current} ORDER BY cusip`,
    [...spellings, ...tables.currentValues],
  );
  return rows.map(([cusip]) => cusip);
}

type SecurityNames = ReadonlyMap<string, Omit<HeldSecurity, 'cusip'>>;

async function securityNames(tables: GenerationTables, cusips: readonly string[]): Promise<SecurityNames> {
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
function nameOf(key: string, names: SecurityNames): Omit<HeldSecurity, 'cusip'> {
  if (!key.startsWith('?')) return names.get(key) ?? { ticker: null, issuerName: '', titleOfClass: '' };
  const at = key.lastIndexOf('/');
  return {
    ticker: null,
    issuerName: key.slice(1, at === -1 ? undefined : at),
    titleOfClass: at === -1 ? '' : key.slice(at + 1),
  };
}

export async function managerHistory(
  tables: GenerationTables,
  { cik, cusip }: { cik: string; cusip: string },
): Promise<HeldInQuarter[]> {
  const rows = await tables.rows<[json: string, packed: string]>(
    `SELECT json, packed FROM manager_report WHERE cik = ? ${tables.current} ORDER BY period DESC`,
    [cik, ...tables.currentValues],
  );
  const splits = await tables.rows<[period: string]>(
    `SELECT period FROM security_holders WHERE is_split = 1 AND cusip = ? ${tables.current}`,
    [cusip, ...tables.currentValues],
  );
  const splitIn = new Set(splits.map(([period]) => period));
  return rows.flatMap(([json, packed]): HeldInQuarter[] => {
    const facts = parsed<ManagerQuarterFacts>(json);
    const held = unpackPositions(bytesOf(packed)).filter(({ key }) => key === cusip);
    const common = {
      quarter: quarterName(facts.periodEnd),
      periodEnd: facts.periodEnd,
      filedAt: facts.filedDate,
      state: facts.state,
    };
    const rest = { maybeSplit: splitIn.has(facts.periodEnd), sourceUrl: sourceOf(facts) };
    if (held.length === 0)
      return [{ ...common, kind: null, amount: null, valueUsd: null, weight: null, ...rest }];
    return held.map((one) => ({
      ...common,
      kind: kindOf(one),
      amount: one.amount,
      valueUsd: one.value,
      weight: weightIn(one.value, facts.totalUsd),
      ...rest,
    }));
  });
}

export async function heldSecurities(
  tables: GenerationTables,
  question: Parameters<Reads['heldSecurities']>[0],
): Promise<HeldSecurity[]> {
  const { period } = question;
  const cusips = 'cusip' in question ? [question.cusip] : await cusipsOf(tables, question.ticker);
  if (cusips.length === 0) return [];
  const { current, currentValues } = tables;
  const names = await securityNames(tables, cusips);
  const counts = new Map(
    await tables.rows<[cusip: string, holders: number]>(
      `SELECT cusip, holders FROM security_holders WHERE cusip IN (${placeholders(cusips)}) AND period = ? ${current}`,
      [...cusips, period, ...currentValues],
    ),
  );
  return cusips
    .filter((cusip) => names.has(cusip) || counts.has(cusip))
    .sort((a, b) => (counts.get(b) ?? -1) - (counts.get(a) ?? -1) || (a < b ? -1 : 1))
    .map((cusip) => ({ cusip, ...nameOf(cusip, names) }));
}

export async function securityHolders(
  tables: GenerationTables,
  question: HoldingSearch & { cusip: string },
): Promise<ComparedRows<Omit<SecurityHolder, 'url'>> & { summary: HoldersOf['summary'] }> {
  const { cusip, period, prior } = question;
  const read = async (wanted: string) => {
    const [row] = await tables.rows<[json: string, packed: string]>(
      `SELECT json, packed FROM security_holders WHERE cusip = ? AND period = ? ${tables.current}`,
      [cusip, wanted, ...tables.currentValues],
    );
    return row === undefined
      ? { facts: null, holders: [] as PackedHolder[] }
      : { facts: parsed<SecurityQuarterFacts>(row[0]), holders: unpackHolders(bytesOf(row[1])) };
  };
  const now = await read(period);
  const before = prior === null ? { facts: null, holders: [] } : await read(prior);
  const filers = await filersOf(tables, period);
  const priorFilers = prior === null ? new Map<number, number>() : await filersOf(tables, prior);
  const maybeSplit = (await splitBetween(tables, question)).has(cusip);
  const all = pairs(
    now.holders,
    before.holders,
    ({ cik }) => cik,
    (cik) => ({ flags: filers.get(cik) ?? 0, priorFlags: priorFilers.get(cik) ?? 0, maybeSplit }),
  );
  const page = pageOfPairs(all, question, true);
  const reports = await reportsOf(
    tables,
    page.rows.map(({ id }) => String(id)),
    [period, ...(prior === null ? [] : [prior])],
  );
  const summary = now.facts === null ? null : summaryOf(now.facts, all, maybeSplit);
  return { ...page, summary, rows: page.rows.map((pair) => holderRow(pair, reports, period)) };
}

const RANKED_COLUMNS = { net: 'net', new: 'new_holders', exits: 'exits', holders: 'holders' } as const;

export async function rankHoldings(
  tables: GenerationTables,
  { period, sort, order, after, limit }: HoldingRankingQuery,
): ReturnType<Reads['rankHoldings']> {
  const { current, currentValues } = tables;
  const column = RANKED_COLUMNS[sort];
  const [way, sign] = order === 'desc' ? ['DESC', '<'] : ['ASC', '>'];
  type Stored = [cusip: string, json: string];
  const [isKnown = 1, figure = 0, last = ''] = after ?? [];
  const behind = after === undefined ? '' : `AND (${column} ${sign} ? OR (${column} = ? AND cusip > ?))`;
  const rows =
    isKnown === 0
      ? []
      : await tables.rows<Stored>(
          `SELECT cusip, json FROM security_holders WHERE period = ? AND ${column} IS NOT NULL ${behind} ${current}
           ORDER BY ${column} ${way}, cusip LIMIT ?`,
          [period, ...(after === undefined ? [] : [figure, figure, last]), ...currentValues, limit],
        );
  // Engines place null differently: those whose number is not known are read on their own, and come last in either order.
  if (rows.length < limit)
    rows.push(
      ...(await tables.rows<Stored>(
        `SELECT cusip, json FROM security_holders WHERE period = ? AND ${column} IS NULL AND cusip > ? ${current}
         ORDER BY cusip LIMIT ?`,
        [period, isKnown === 0 ? last : '', ...currentValues, limit - rows.length],
      )),
    );
  const total = await countMatches(tables, 'security_holders', { filter: 'period = ?', values: [period] });
  const names = await securityNames(
    tables,
    rows.map(([cusip]) => cusip),
  );
  return {
    rows: rows.map(([cusip, json]) => {
      const facts = parsed<SecurityQuarterFacts>(json);
      const { holders, newHolders, exits, added, trimmed, unsure, shares, valueUsd } = facts;
      return {
        cusip,
        ...nameOf(cusip, names),
        quarter: quarterName(period),
        compare: facts.priorPeriodEnd === null ? null : quarterName(facts.priorPeriodEnd),
        ...{ holders, newHolders, exits, added, trimmed, unsure, shares, valueUsd },
        sharesChange: facts.sharesChange,
        netUsd: facts.netUsd,
        maybeSplit: facts.maybeSplit,
      };
    }),
    total,
  };
}

async function filersOf(tables: GenerationTables, period: string): Promise<ReadonlyMap<number, number>> {
  return tables.memoised(`managers of ${period}`, async () => {
    const [row] = await tables.rows<[filers: string]>(
      `SELECT filers FROM manager_quarter WHERE period = ? ${tables.current}`,
      [period, ...tables.currentValues],
    );
    return row === undefined ? new Map<number, number>() : unpackFilers(bytesOf(row[0]));
  });
}

/** The reports of these managers, by CIK and last day. */
async function reportsOf(
  tables: GenerationTables,
  ciks: readonly string[],
  periods: readonly string[],
): Promise<Map<string, ManagerQuarterFacts>> {
  if (ciks.length === 0) return new Map();
  const rows = await tables.rows<[json: string]>(
    `SELECT json FROM manager_report WHERE cik IN (${placeholders(ciks)}) AND period IN (${placeholders(periods)}) ${tables.current}`,
    [...ciks, ...periods, ...tables.currentValues],
  );
  const facts = rows.map(([json]) => parsed<ManagerQuarterFacts>(json));
  return new Map(facts.map((one) => [`${one.cik} ${one.periodEnd}`, one]));
}

function holderRow(
  pair: ComparedPair<number>,
  reports: ReadonlyMap<string, ManagerQuarterFacts>,
  period: string,
): Omit<SecurityHolder, 'url'> {
  const current = reports.get(`${pair.id} ${period}`);
  const facts = current ?? [...reports.values()].find(({ cik }) => cik === String(pair.id));
  return {
    cik: String(pair.id),
    manager: facts?.name ?? '',
    ...comparedFields(pair),
    weight: weightIn(pair.now?.value, current?.totalUsd),
    notes: [...(facts?.notes ?? [])],
    filedAt: facts?.filedDate ?? '',
    sourceUrl: facts === undefined ? '' : sourceOf(facts),
  };
}

/** What changed is counted against the quarter that is compared, which need not be the one before. */
function summaryOf(
  facts: SecurityQuarterFacts,
  all: ReadonlyArray<ComparedPair<number>>,
  maybeSplit: boolean,
): NonNullable<HoldersOf['summary']> {
  // A holder of the earlier quarter whose report is missing or withdrawn counts as not sure.
  const ofShares = all.filter(({ kind }) => kind === 'shares');
  const count = (wanted: ComparedPair<number>['change']) =>
    ofShares.filter(({ change, changeIsSure }) => change === wanted && changeIsSure).length;
  return {
    holders: facts.holders,
    shares: facts.shares,
    valueUsd: facts.valueUsd,
    putHolders: facts.putHolders,
    callHolders: facts.callHolders,
    principalHolders: facts.principalHolders,
    newHolders: count('new'),
    exits: count('exit'),
    added: count('added'),
    trimmed: count('trimmed'),
    held: count('held'),
    unsure: ofShares.filter(({ changeIsSure }) => !changeIsSure).length,
    maybeSplit,
  };
}
