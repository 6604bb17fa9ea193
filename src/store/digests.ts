/** The latest digests: replaced together, each entry whole, only where they differ. */

import type { ClusterFacts, StreakFacts } from '../../tools/contract/shapes/digest.js';
import type { Doubt } from '../records/journal.js';
import type { Store } from './store.js';

export interface Digests {
  clusters: readonly ClusterFacts[];
  streaks: readonly StreakFacts[];
  /** What making them found hard to believe; replaced with them, so that the same doubt is not counted every hour. */
  doubts?: readonly Doubt[];
}

type Name = 'clusters' | 'streaks' | 'doubts';

/** Replaces the digests in one transaction. Gives whether anything changed. */
export function writeDigests(store: Store, { clusters, streaks, doubts = [] }: Digests): boolean {
  const all: Array<[Name, readonly unknown[]]> = [
    ['clusters', clusters],
    ['streaks', streaks],
    ['doubts', doubts],
  ];
  return store.transaction(() => {
    let changed = false;
    for (const [name, entries] of all) {
      const next = entries.map((entry) => JSON.stringify(entry));
      const before = stored(store, name);
      if (before.length === next.length && before.every((json, at) => json === next[at])) continue;
      changed = true;
      store.sql('DELETE FROM digest WHERE name = ?').run(name);
      const insert = store.sql('INSERT INTO digest (name, position, json) VALUES (?, ?, ?)');
      next.forEach((json, position) => {
        insert.run(name, position, json);
      });
    }
    return changed;
  });
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
    .sql<{ json: string }>('SELECT json FROM digest WHERE name = ? ORDER BY position')
    .all(name)
    .map(({ json }) => json);
}
