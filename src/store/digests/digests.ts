/** Stores the latest digests: replaced together, each entry whole, only if they differ. */

import { STREAKS_MAX } from '../../../tools/contract/rules.js';
import type { ClusterEntry, ClusterFacts, StreakFacts } from '../../../tools/contract/shapes/digest.js';
import type { Warning } from '../../records/crawl.js';
import type { Close } from '../../records/form4/open-market-lots.js';
import type { Store } from '../database/store.js';

export interface Digests {
  clusters: ReadonlyArray<ClusterFacts & Partial<ClusterEntry>>;
  streaks: readonly StreakFacts[];
  /** A year of closes of the issuers in both, by their CIK. */
  closes?: ReadonlyMap<string, readonly Close[]>;
  /** Warnings of the derivation; replaced with the digests, so that the same warning is not counted every hour. */
  warnings?: readonly Warning[];
  /** The total number, if these are only the first ones. */
  totals?: { clusters: number; streaks: number };
}

/** The place before the first entry holds the total number, before the list was cut. */
const TOTAL_POSITION = -1;

type DigestName = 'clusters' | 'streaks' | 'doubts';

/** The closes of an issuer. */
export interface IssuerCloses {
  issuerCik: string;
  closes: readonly Close[];
}

/** Replaces the digests in one transaction. Returns whether anything changed. */
export function writeDigests(
  store: Store,
  { clusters, streaks, closes, warnings = [], totals }: Digests,
): boolean {
  const all: Array<[DigestName, readonly unknown[]]> = [
    ['clusters', clusters],
    ['streaks', streaks],
    ['doubts', warnings],
  ];
  return store.transaction(() => {
    let changed = writeTotals(store, totals ?? { clusters: clusters.length, streaks: streaks.length });
    changed = writeIssuerCloses(store, closes ?? new Map()) || changed;
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

/** How many clusters and streaks the latest derivation found; null if an earlier version did not count them. */
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

/** All cards of the latest derivation, most convincing first. Those that an earlier version derived are the first, without insiders. */
export function readClusterEntries(store: Store): Array<ClusterFacts & Partial<ClusterEntry>> {
  return readEntries(store, 'clusters').map((json) => JSON.parse(json));
}

/** The runs of the plain list, longest first. */
export function readStreaks(store: Store): StreakFacts[] {
  return readAllStreaks(store).slice(0, STREAKS_MAX);
}

/** All live runs of the latest derivation. Those behind the plain list have no prices. */
export function readAllStreaks(store: Store): StreakFacts[] {
  return readEntries(store, 'streaks').map((json) => JSON.parse(json));
}

/** Replaces those of other issuers and days. Returns whether anything changed. */
function writeIssuerCloses(store: Store, closes: ReadonlyMap<string, readonly Close[]>): boolean {
  const next = new Map(
    [...closes].flatMap(([cik, days]) => (days.length > 0 ? [[cik, JSON.stringify(days)]] : [])),
  );
  const before = new Map(
    store.rows<[cik: string, json: string]>('SELECT issuer_cik, json FROM issuer_closes').all(),
  );
  if (before.size === next.size && [...next].every(([cik, json]) => before.get(cik) === json)) return false;
  store.sql('DELETE FROM issuer_closes').run();
  const insert = store.sql('INSERT INTO issuer_closes (issuer_cik, json) VALUES (?, ?)');
  for (const row of next) insert.run(...row);
  return true;
}

/** A year of closes of the issuers in the lists of clusters and streaks, of those that have any. */
export function readIssuerCloses(store: Store): IssuerCloses[] {
  return store
    .rows<[cik: string, json: string]>('SELECT issuer_cik, json FROM issuer_closes ORDER BY issuer_cik')
    .all()
    .map(([issuerCik, json]) => ({ issuerCik, closes: JSON.parse(json) }));
}

/** The warnings of the latest derivation of the digests. */
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
