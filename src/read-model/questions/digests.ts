/** Clusters and streaks by any filter: also those behind the plain lists. */

import { clusterOrder, streakOrder } from '../../../tools/contract/digest-search.js';
import type { ClusterSearch, FoundDigest, StreakSearch } from '../../../tools/contract/reads/digests.js';
import { SerializedPageRows } from '../../../tools/contract/serialized-rows.js';
import type { ClusterEntry, ClusterFacts, StreakFacts } from '../../../tools/contract/shapes/digest.js';
import { entriesBehind, type ShortOrder, sortedBy } from '../../../tools/contract/short-list.js';
import { tickerBase } from '../../../tools/contract/ticker.js';
import type { ListName } from '../list-rows.js';
import type { GenerationTables } from '../question.js';
import { readListRows } from '../read-lists.js';
import { damagedRow, parseSound, soundObject } from '../sound-json.js';
import { type ReadableRows, readableRows } from '../unreadable-rows.js';
import { digestTotals } from './documents.js';

/** An entry as it is sent, and what it is found by. */
interface Listed<F> {
  name: string;
  facts: F;
  json: string;
  page: string;
}

export async function searchClusters(
  tables: GenerationTables,
  { chief, withInsiders, limit, ...search }: ClusterSearch,
): Promise<FoundDigest<ClusterFacts & Partial<ClusterEntry>>> {
  const { rows: cards, unreadable } = await listed<ClusterFacts>(tables, ['clusters', 'clusters-more']);
  const names = await tables.memoised('insiders of clusters', () => insidersOf(tables));
  const insiders = new Map(names.rows);
  const isGiven = ({ name }: { name: string }) => !withInsiders || insiders.has(name);
  const { minInsiders = 0 } = search;
  const matching = cards.filter(
    ({ facts, ...card }) =>
      isGiven(card) &&
      isWanted(facts, search) &&
      facts.insiderCount >= minInsiders &&
      (chief === null || facts.seniority.chief > 0 === chief),
  );
  const found = listBehind(matching, clusterOrder(search), search);
  const texts = found.slice(0, limit).map((card): readonly [string, string] => {
    const own = withInsiders ? insiders.get(card.name) : undefined;
    return [own === undefined ? card.json : `${card.json.slice(0, -1)},${own.slice(1)}`, card.page];
  });
  const { clusters: total } = await digestTotals(tables);
  // A card is also left out where its names are wanted and cannot be read.
  const leftOut = unreadable + (withInsiders ? names.unreadable : 0);
  return {
    rows: new SerializedPageRows(texts, leftOut),
    total: matching.length + leftOut,
    isWhole:
      total === cards.length + unreadable && insiders.size + names.unreadable === cards.length + unreadable,
  };
}

export async function searchStreaks(
  tables: GenerationTables,
  { owner, limit, ...search }: StreakSearch,
): Promise<FoundDigest<StreakFacts>> {
  const { rows: runs, unreadable } = await listed<StreakFacts>(tables, ['streaks', 'streaks-more']);
  const { minWeeks = 0, planned = 'all' } = search;
  const matching = runs.filter(
    ({ facts }) =>
      isWanted({ ...facts, totalValue: facts.streakValue }, search) &&
      facts.weeks >= minWeeks &&
      (planned === 'all' || facts.plannedValue === 0) &&
      (owner === null || facts.ownerSlug === owner),
  );
  const found = listBehind(matching, streakOrder(search), search);
  const { streaks: total } = await digestTotals(tables);
  return {
    rows: new SerializedPageRows(
      found.slice(0, limit).map(({ json, page }) => [json, page] as const),
      unreadable,
    ),
    total: matching.length + unreadable,
    isWhole: total === runs.length + unreadable,
  };
}

/** The entries in their order, those behind the place of a cursor. */
function listBehind<F>(
  entries: readonly Listed<F>[],
  { sortValue, idOf }: Omit<ShortOrder<F>, 'order'>,
  { order = 'desc', after }: Pick<ClusterSearch, 'order' | 'after'>,
): readonly Listed<F>[] {
  const how: ShortOrder<Listed<F>> = {
    sortValue: ({ facts }) => sortValue(facts),
    idOf: ({ facts }) => idOf(facts),
    order,
  };
  return entriesBehind(sortedBy(entries, how), after, how);
}

/** These lists are short: each is parsed once in a generation. */
function listed<F>(
  tables: GenerationTables,
  lists: readonly [ListName, ListName],
): Promise<ReadableRows<Listed<F>>> {
  return tables.memoised(`entries of ${lists[0]}`, async () => {
    const [first, more] = [await readListRows(tables, lists[0]), await readListRows(tables, lists[1])];
    return readableRows(tables, [...first, ...more], {
      table: 'list_row',
      keyOf: ([name]) => `${lists[0]} ${name}`,
      read: ([name, page, json]) => ({
        name,
        // The writer stored them under these names.
        facts: parseSound<F>(json),
        json,
        page,
      }),
    });
  });
}

/** The insiders of each card by its name, as the JSON of an object. */
async function insidersOf(
  tables: GenerationTables,
): Promise<ReadableRows<readonly [name: string, json: string]>> {
  const rows = await tables.rows<[name: string, json: string]>(
    `SELECT name, json FROM list_row WHERE list = ? ${tables.current}`,
    ['cluster-insiders', ...tables.currentValues],
  );
  return readableRows(tables, rows, {
    table: 'list_row',
    keyOf: ([name]) => `cluster-insiders ${name}`,
    read: ([name, json]) => [name, soundInsiders(json)] as const,
  });
}

function soundInsiders(json: string): string {
  if (!soundObject(json).startsWith('{"insiders":')) throw damagedRow();
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
