/** The latest digests: replaced together, each entry whole, only where they differ. */

import type { ClusterFacts, StreakFacts } from '../../../tools/contract/shapes/digest.js';
import type { Warning } from '../../records/crawl.js';
import type { Store } from '../database/store.js';

export interface Digests {
  clusters: readonly ClusterFacts[];
  streaks: readonly StreakFacts[];
  /** What making them found hard to believe; replaced with them, so that the same warning is not counted every hour. */
  warnings?: readonly Warning[];
  /** How many there are, of which these are the first. */
  totals?: { clusters: number; streaks: number };
}

/** The place before the first entry: how many there are, before the list was cut. */
const TOTAL_POSITION = -1;

type DigestName = 'clusters' | 'streaks' | 'doubts';

/** Replaces the digests in one transaction. Gives whether anything changed. */
export function writeDigests(store: Store, { clusters, streaks, warnings = [], totals }: Digests): boolean {
  const all: Array<[DigestName, readonly unknown[]]> = [
    ['clusters', clusters],
    ['streaks', streaks],
    ['doubts', warnings],
  ];
  return store.transaction(() => {
    let changed = writeTotals(store, totals ?? { clusters: clusters.length, streaks: streaks.length });
    for (const [name, entries] of all) {
      const next = entries.map((entry) => JSON.stringify(entry));
      const before = readEntries(store, name);
      if (before.length === next.length && before.every((json, at) => json === next[at])) continue;
      changed = true;
      store.sql('DELETE FROM digest WHERE name = ? AND position > ?').run(name, TOTAL_POSITION);
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
  const put = store.sql(
    `INSERT INTO digest (name, position, json) VALUES (?, ?, ?)
     ON CONFLICT (name, position) DO UPDATE SET json = excluded.json`,
  );
  for (const [name, total] of Object.entries(totals)) put.run(name, TOTAL_POSITION, String(total));
  return true;
}

/** How many clusters and streaks the latest derivation found; null where an earlier version did not count them. */
export function digestTotals(store: Store): { clusters: number | null; streaks: number | null } {
  const rows = store
    .sql<{ name: DigestName; json: string }>('SELECT name, json FROM digest WHERE position = ?')
    .all(TOTAL_POSITION);
  const of = (name: DigestName) => {
    const row = rows.find((one) => one.name === name);
    return row === undefined ? null : Number(row.json);
  };
  return { clusters: of('clusters'), streaks: of('streaks') };
}

/** The cards of the latest derivation, most convincing first. */
export function readClusters(store: Store): ClusterFacts[] {
  return readEntries(store, 'clusters').map((json) => JSON.parse(json));
}

/** The live runs of the latest derivation, longest first. */
export function readStreaks(store: Store): StreakFacts[] {
  return readEntries(store, 'streaks').map((json) => JSON.parse(json));
}

/** What the latest derivation of the digests found hard to believe. */
export function digestWarnings(store: Store): Warning[] {
  return readEntries(store, 'doubts').map((json) => JSON.parse(json));
}

/** The symbols whose prices the digests show. */
export function digestSymbols(store: Store): string[] {
  const tickers = readStreaks(store).map(({ issuerTicker }) => issuerTicker);
  return [...new Set(tickers.filter((ticker) => ticker !== ''))].sort();
}

function readEntries(store: Store, name: DigestName): string[] {
  return store
    .sql<{ json: string }>('SELECT json FROM digest WHERE name = ? AND position > ? ORDER BY position')
    .all(name, TOTAL_POSITION)
    .map(({ json }) => json);
}
