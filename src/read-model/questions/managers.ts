/** The 13F reports of all managers: who they are, and what each holds. */

import { edgarIndexPage } from '../../../tools/contract/edgar-address.js';
import type { Found } from '../../../tools/contract/reads/found.js';
import type { ManagerSearch, ManagersQuarter } from '../../../tools/contract/reads/managers.js';
import type { Reads } from '../../../tools/contract/reads.js';
import { SerializedPageRows } from '../../../tools/contract/serialized-rows.js';
import type {
  HeldInQuarter,
  ManagerHit,
  ManagerHolding,
  ManagerReportRow,
} from '../../../tools/contract/shapes/managers.js';
import { quarterName } from '../../../tools/contract/shapes/tracker-changes.js';
import { filerFlags } from '../../records/portfolios/holder-change.js';
import type { ManagerQuarterFacts } from '../../records/portfolios/manager-quarter.js';
import { type PackedPosition, unpackPositions } from '../../records/portfolios/packed-positions.js';
import {
  type ComparedPair,
  comparedFields,
  countsOf,
  kindOf,
  pageOfPairs,
  pairs,
  weightIn,
} from '../manager-answers.js';
import type { GenerationTables } from '../question.js';
import { foldedStarts } from '../search-text.js';
import { parseSound } from '../sound-json.js';
import { allReadable, firstReadable, readableRecord } from '../unreadable-rows.js';
import { countMatches } from './count-matches.js';
import { type JsonAndKey, parsedRow } from './json-rows.js';
import {
  bytesOf,
  cusipsOf,
  nameOf,
  renumberedSecurities,
  securityNames,
  sourceOf,
  splitBetween,
} from './manager-rows.js';

export async function managerQuarters(tables: GenerationTables): Promise<ManagersQuarter[]> {
  return tables.memoised('quarters of managers', async () => {
    const rows = await tables.rows<JsonAndKey>(
      `SELECT json, period FROM manager_quarter WHERE period > '' ${tables.current} ORDER BY period DESC`,
      tables.currentValues,
    );
    const quarters = allReadable(tables, rows, parsedRow<ManagersQuarter>('manager_quarter'));
    return quarters.map(({ periodEnd, managers }) => ({ periodEnd, managers }));
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
  const ask = (most: number) =>
    tables.rows<JsonAndKey>(
      `SELECT json, cik FROM manager WHERE ${filter}${behind} ${current} ORDER BY cents DESC, cik LIMIT ?`,
      [...values, ...(after === undefined ? [] : [cents, cents, last]), ...currentValues, most],
    );
  const found = await firstReadable(tables, limit, ask, parsedRow<StoredListing>('manager'));
  const total = await countMatches(tables, 'manager', { filter, values });
  const hits = found.rows.map(({ periodEnd, filedDate, totalUsd, ...one }) => {
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
  return { rows: new SerializedPageRows(hits, found.unreadable), total };
}

type StoredListing = Pick<
  ManagerQuarterFacts,
  'cik' | 'name' | 'periodEnd' | 'state' | 'filedDate' | 'totalUsd' | 'positions'
> & { quarters: number };

export async function managerReports(
  tables: GenerationTables,
  cik: string,
): ReturnType<Reads['managerReports']> {
  const rows = await tables.rows<JsonAndKey>(
    `SELECT json, cik, period FROM manager_report WHERE cik = ? ${tables.current} ORDER BY period DESC`,
    [cik, ...tables.currentValues],
  );
  return allReadable(tables, rows, parsedRow<ManagerQuarterFacts>('manager_report')).map(reportOf);
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
      sourceUrl: edgarIndexPage(facts.cik, accession),
    })),
    name: facts.name,
  };
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
  const [json, packed] = row;
  return readableRecord(tables, { table: 'manager_report', key: `${cik} ${period}` }, () => ({
    facts: parseSound<ManagerQuarterFacts>(json),
    positions: unpackPositions(bytesOf(packed)),
  }));
}

/** As `filers` of the quarter has them. */
const flagsOf = (facts: ManagerQuarterFacts | null): number => (facts === null ? 0 : filerFlags(facts));

export async function managerHoldings(
  tables: GenerationTables,
  question: Parameters<Reads['managerHoldings']>[0],
): ReturnType<Reads['managerHoldings']> {
  const { cik, period, prior, cusip, tickers } = question;
  const [now, before] = [await readReport(tables, cik, period), await readReport(tables, cik, prior)];
  const splits = await splitBetween(tables, question);
  const renumbered = await renumberedSecurities(tables, question);
  const [flags, priorFlags] = [flagsOf(now.facts), flagsOf(before.facts)];
  const all = pairs(
    now.positions,
    before.positions,
    ({ key }) => key,
    (key) => ({ flags, priorFlags, maybeSplit: splits.has(key), isRenumbered: renumbered.has(key) }),
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

export async function managerHistory(
  tables: GenerationTables,
  { cik, cusip }: { cik: string; cusip: string },
): Promise<HeldInQuarter[]> {
  const stored = await tables.rows<[json: string, packed: string, period: string]>(
    `SELECT json, packed, period FROM manager_report WHERE cik = ? ${tables.current} ORDER BY period DESC`,
    [cik, ...tables.currentValues],
  );
  const rows = allReadable(tables, stored, {
    table: 'manager_report',
    keyOf: ([, , period]) => `${cik} ${period}`,
    read: ([json, packed]) => ({
      facts: parseSound<ManagerQuarterFacts>(json),
      positions: unpackPositions(bytesOf(packed)),
    }),
  });
  const splits = await tables.rows<[period: string]>(
    `SELECT period FROM security_holders WHERE is_split = 1 AND cusip = ? ${tables.current}`,
    [cusip, ...tables.currentValues],
  );
  const splitIn = new Set(splits.map(([period]) => period));
  return rows.flatMap(({ facts, positions }): HeldInQuarter[] => {
    const held = positions.filter(({ key }) => key === cusip);
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
