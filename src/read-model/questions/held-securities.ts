/** The securities that managers hold: who holds one, and which are held, bought or left by most. */

import type { ComparedRows } from '../../../tools/contract/reads/found.js';
import type {
  HeldSecurity,
  HoldingRankingQuery,
  HoldingSearch,
} from '../../../tools/contract/reads/managers.js';
import type { Reads } from '../../../tools/contract/reads.js';
import type { HoldersOf, SecurityHolder } from '../../../tools/contract/shapes/managers.js';
import { quarterName } from '../../../tools/contract/shapes/tracker-changes.js';
import type { ManagerQuarterFacts, SecurityQuarterFacts } from '../../records/portfolios/manager-quarter.js';
import { type PackedHolder, unpackFilers, unpackHolders } from '../../records/portfolios/packed-positions.js';
import { type ComparedPair, comparedFields, pageOfPairs, pairs, weightIn } from '../manager-answers.js';
import { type GenerationTables, placeholders } from '../question.js';
import { parseSound } from '../sound-json.js';
import { firstReadable, readableRecord } from '../unreadable-rows.js';
import { countMatches } from './count-matches.js';
import { type JsonAndKey, parsedRow } from './json-rows.js';
import {
  bytesOf,
  cusipsOf,
  nameOf,
  renumberedManagers,
  securityNames,
  sourceOf,
  splitBetween,
} from './manager-rows.js';

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
    if (row === undefined) return { facts: null, holders: [] as PackedHolder[] };
    const [json, packed] = row;
    return readableRecord(tables, { table: 'security_holders', key: `${cusip} ${wanted}` }, () => ({
      facts: parseSound<SecurityQuarterFacts>(json),
      holders: unpackHolders(bytesOf(packed)),
    }));
  };
  const now = await read(period);
  const before = prior === null ? { facts: null, holders: [] } : await read(prior);
  const filers = await filersOf(tables, period);
  const priorFilers = prior === null ? new Map<number, number>() : await filersOf(tables, prior);
  const maybeSplit = (await splitBetween(tables, question)).has(cusip);
  const renumbered = await renumberedManagers(tables, question);
  const all = pairs(
    now.holders,
    before.holders,
    ({ cik }) => cik,
    (cik) => ({
      flags: filers.get(cik) ?? 0,
      priorFlags: priorFilers.get(cik) ?? 0,
      maybeSplit,
      isRenumbered: renumbered.has(cik),
    }),
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
  const [isKnown = 1, figure = 0, last = ''] = after ?? [];
  const behind = after === undefined ? '' : `AND (${column} ${sign} ? OR (${column} = ? AND cusip > ?))`;
  const known = (most: number) =>
    tables.rows<JsonAndKey>(
      `SELECT json, cusip FROM security_holders WHERE period = ? AND ${column} IS NOT NULL ${behind} ${current}
       ORDER BY ${column} ${way}, cusip LIMIT ?`,
      [period, ...(after === undefined ? [] : [figure, figure, last]), ...currentValues, most],
    );
  const unknown = (most: number) =>
    tables.rows<JsonAndKey>(
      `SELECT json, cusip FROM security_holders WHERE period = ? AND ${column} IS NULL AND cusip > ? ${current}
       ORDER BY cusip LIMIT ?`,
      [period, isKnown === 0 ? last : '', ...currentValues, most],
    );
  const ask = async (most: number) => {
    const first = isKnown === 0 ? [] : await known(most);
    // Engines place null differently: those whose number is not known are read on their own, and come last in either order.
    return first.length < most ? [...first, ...(await unknown(most - first.length))] : first;
  };
  const reader = parsedRow<SecurityQuarterFacts>('security_holders');
  const { rows, unreadable } = await firstReadable(tables, limit, ask, {
    ...reader,
    keyOf: (row) => `${row[1]} ${period}`,
    // The key is a text.
    read: (row) => ({ cusip: row[1] as string, facts: reader.read(row) }),
  });
  const total = await countMatches(tables, 'security_holders', { filter: 'period = ?', values: [period] });
  const names = await securityNames(
    tables,
    rows.map(({ cusip }) => cusip),
  );
  return {
    unreadable,
    rows: rows.map(({ cusip, facts }) => {
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
    if (row === undefined) return new Map<number, number>();
    return readableRecord(tables, { table: 'manager_quarter', key: period }, () =>
      unpackFilers(bytesOf(row[0])),
    );
  });
}

/**
 * The reports of these managers, by CIK and last day.
 * @throws ApiError `not_ready` if one cannot be read: its holder has no name without it
 */
async function reportsOf(
  tables: GenerationTables,
  ciks: readonly string[],
  periods: readonly string[],
): Promise<Map<string, ManagerQuarterFacts>> {
  if (ciks.length === 0) return new Map();
  const rows = await tables.rows<[json: string, cik: string, period: string]>(
    `SELECT json, cik, period FROM manager_report WHERE cik IN (${placeholders(ciks)}) AND period IN (${placeholders(periods)}) ${tables.current}`,
    [...ciks, ...periods, ...tables.currentValues],
  );
  const facts = rows.map(([json, cik, period]) =>
    readableRecord(tables, { table: 'manager_report', key: `${cik} ${period}` }, () =>
      parseSound<ManagerQuarterFacts>(json),
    ),
  );
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
