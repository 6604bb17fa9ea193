/** The latest digests: replaced together, each entry whole, only where they differ. */

import type { ClusterFacts, StreakFacts } from '../../../tools/contract/shapes/digest.js';
import type { Doubt } from '../../records/journal.js';
import type { Store } from '../database/store.js';

export interface Digests {
  clusters: readonly ClusterFacts[];
  streaks: readonly StreakFacts[];
  /** What making them found hard to believe; replaced with them, so that the same doubt is not counted every hour. */
  doubts?: readonly Doubt[];
  /** How many there are, of which these are the first. */
  totals?: { clusters: number; streaks: number };
}

/** The place before the first entry: how many there are, before the list was cut. */
const TOTAL = -1;

type Name = 'clusters' | 'streaks' | 'doubts';

/** Replaces the digests in one transaction. Gives whether anything changed. */
export function writeDigests(store: Store, { clusters, streaks, doubts = [], totals }: Digests): boolean {
  const all: Array<[Name, readonly unknown[]]> = [
    ['clusters', clusters],
    ['streaks', streaks],
    ['doubts', doubts],
  ];
  return store.transaction(() => {
    let changed = writeTotals(store, totals ?? { clusters: clusters.length, streaks: streaks.length });
    for (const [name, entries] of all) {
      const next = entries.map((entry) => JSON.stringify(entry));
      const before = stored(store, name);
      if (before.length === next.length && before.every((json, at) => json === next[at])) continue;
      changed = true;
      store.sql('DELETE FROM digest WHERE name = ? AND position > ?').run(name, TOTAL);
      const insert = store.sql('INSERT INTO digest (name, position, json) VALUES (?, ?, ?)');
      next.forEach((json, position) => {
        insert.run(name, position, json);
      });
    }
    return changed;
  });
}

function writeTotals(store: Store, totals: { clusters: number; streaks: number }): boolean {
  const before = digestTotals(store);
  if (before.clusters === totals.clusters && before.streaks === totals.streaks) return false;
  const put = store.sql('INSERT OR REPLACE INTO digest (name, position, json) VALUES (?, ?, ?)');
  for (const [name, total] of Object.entries(totals)) put.run(name, TOTAL, String(total));
  return true;
}

/** How many clusters and streaks the latest derivation found; null where an earlier version did not count them. */
export function digestTotals(store: Store): { clusters: number | null; streaks: number | null } {
  const rows = store
    .sql<{ name: Name; json: string }>('SELECT name, json FROM digest WHERE position = ?')
    .all(TOTAL);
  const of = (name: Name) => {
    const row = rows.find((one) => one.name === name);
    return row === undefined ? null : Number(row.json);
  };
  return { clusters: of('clusters'), streaks: of('streaks') };
}

/** The cards of the latest derivation, most convincing first. */
export function readClusters(store: Store): ClusterFacts[] {
  return stored(store, 'clusters').map((json) => JSON.parse(json));
}

/** The live runs of the latest derivation, longest first. */
export function readStreaks(store: Store): StreakFacts[] {
  return stored(store, 'streaks').map((json) => JSON.parse(json));
}

/** What the latest derivation of the digests found hard to believe. */
export function digestDoubts(store: Store): Doubt[] {
  return stored(store, 'doubts').map((json) => JSON.parse(json));
}

/** The symbols whose prices the digests show. */
export function symbolsOfDigests(store: Store): string[] {
  const tickers = readStreaks(store).map(({ issuerTicker }) => issuerTicker);
  return [...new Set(tickers.filter((ticker) => ticker !== ''))].sort();
}

function stored(store: Store, name: Name): string[] {
  return store
    .sql<{ json: string }>('SELECT json FROM digest WHERE name = ? AND position > ? ORDER BY position')
    .all(name, TOTAL)
    .map(({ json }) => json);
}
