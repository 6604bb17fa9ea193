/** Clusters and streaks by any filter: also those behind the plain lists. */

import type { ClusterSearch, FoundDigest, StreakSearch } from '../../../tools/contract/reads.js';
import { SerializedPageRows } from '../../../tools/contract/serialized-rows.js';
import type { ClusterEntry, ClusterFacts, StreakFacts } from '../../../tools/contract/shapes/digest.js';
import { tickerBase } from '../../records/ticker.js';
import type { GenerationTables } from '../question.js';
import { damagedRow, soundObject } from '../sound-json.js';
import { digestTotals } from './documents.js';

/** An entry as it is sent, and what it is found by. */
interface Listed<F> {
  facts: F;
  json: string;
  page: string;
}

export async function searchClusters(
  tables: GenerationTables,
  { chief, withInsiders, limit, ...search }: ClusterSearch,
): Promise<FoundDigest<ClusterFacts & Partial<ClusterEntry>>> {
  const cards = await listed<ClusterFacts>(tables, ['clusters', 'clusters-more']);
  const insiders = await tables.memoised('insiders of clusters', () => insidersOf(tables));
  const { minInsiders = 0, sort = 'conviction' } = search;
  const matching = cards.filter(
    ({ facts }) =>
      isWanted(facts, search) &&
      facts.insiderCount >= minInsiders &&
      (chief === null || facts.seniority.chief > 0 === chief),
  );
  const found = sorted(matching, CLUSTER_SORTS[sort], search);
  const place = new Map(cards.map((card, at) => [card, at] as const));
  const texts = found.slice(0, limit).map((card): readonly [string, string] => {
    const own = withInsiders ? insiders.get(place.get(card) as number) : undefined;
    return [own === undefined ? card.json : `${card.json.slice(0, -1)},${own.slice(1)}`, card.page];
  });
  const { clusters: total } = await digestTotals(tables);
  return {
    rows: new SerializedPageRows(texts),
    total: found.length,
    isWhole: total === cards.length && insiders.size === cards.length,
  };
}

export async function searchStreaks(
  tables: GenerationTables,
  { owner, limit, ...search }: StreakSearch,
): Promise<FoundDigest<StreakFacts>> {
  const runs = await listed<StreakFacts>(tables, ['streaks', 'streaks-more']);
  const { minWeeks = 0, sort = 'weeks' } = search;
  const matching = runs.filter(
    ({ facts }) =>
      isWanted({ ...facts, totalValue: facts.streakValue }, search) &&
      facts.weeks >= minWeeks &&
      (owner === null || facts.ownerSlug === owner),
  );
  const found = sorted(matching, STREAK_SORTS[sort], search);
  const { streaks: total } = await digestTotals(tables);
  return {
    rows: new SerializedPageRows(found.slice(0, limit).map(({ json, page }) => [json, page] as const)),
    total: found.length,
    isWhole: total === runs.length,
  };
}

const CLUSTER_SORTS: Record<NonNullable<ClusterSearch['sort']>, (facts: ClusterFacts) => number> = {
  conviction: ({ conviction }) => conviction,
  value: ({ totalValue }) => totalValue,
  insiders: ({ insiderCount }) => insiderCount,
  filed: ({ lastFiledAt }) => Date.parse(lastFiledAt),
};
const STREAK_SORTS: Record<NonNullable<StreakSearch['sort']>, (facts: StreakFacts) => number> = {
  weeks: ({ weeks }) => weeks,
  value: ({ streakValue }) => streakValue,
};

/** Largest first, or smallest; entries with the same number stay as they were. */
function sorted<F>(
  entries: readonly Listed<F>[],
  by: (facts: F) => number,
  { order = 'desc' }: Pick<ClusterSearch, 'order'>,
): Listed<F>[] {
  const sign = order === 'desc' ? -1 : 1;
  return [...entries].sort((a, b) => sign * (by(a.facts) - by(b.facts)));
}

/** These lists are short: each is parsed once in a generation. */
function listed<F>(tables: GenerationTables, lists: readonly [string, string]): Promise<Array<Listed<F>>> {
  return tables.memoised(`entries of ${lists[0]}`, async () => {
    const rows = await tables.rows<[json: string, page: string]>(
      `SELECT json, page FROM list_row WHERE list IN (?, ?) ${tables.current} ORDER BY position`,
      [...lists, ...tables.currentValues],
    );
    // The writer stored them under these names.
    return rows.map(([json, page]) => ({ facts: JSON.parse(json) as F, json: soundObject(json), page }));
  });
}

/** The insiders of each card by its position, as the JSON of an object. */
async function insidersOf(tables: GenerationTables): Promise<Map<number, string>> {
  const rows = await tables.rows<[position: number, json: string]>(
    `SELECT position, json FROM list_row WHERE list = ? ${tables.current} ORDER BY position`,
    ['cluster-insiders', ...tables.currentValues],
  );
  return new Map(rows.map(([position, json]) => [position, soundInsiders(json)]));
}

function soundInsiders(json: string): string {
  if (!soundObject(json).startsWith('{"insiders":')) throw damagedRow();
  JSON.parse(json);
  return json;
}

function isWanted(
  {
    direction,
    issuerTicker,
    issuerCik,
    totalValue,
  }: Pick<ClusterFacts, 'direction' | 'issuerTicker' | 'issuerCik' | 'totalValue'>,
  search: Pick<ClusterSearch, 'direction' | 'tickers' | 'cik' | 'minValue'>,
): boolean {
  const symbol = issuerTicker.toUpperCase().replace(/[-/ ]/, '.');
  return (
    (search.direction === null || direction === search.direction) &&
    totalValue >= (search.minValue ?? 0) &&
    (search.cik === null || issuerCik === search.cik) &&
    (search.tickers.length === 0 ||
      (symbol !== '' && search.tickers.some((one) => one === symbol || one === tickerBase(symbol))))
  );
}
