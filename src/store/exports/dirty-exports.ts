/**
 * The files that an export run checks: the dirty set, and the rows that have changed by age since the previous run.
 */

import type { Store } from '../database/store.js';

/** Folders of exports whose changes are marked. */
export type DirtyTrackedFolder = 'insiders' | 'tickers' | 'congress';

/** The period that the files of a folder cover, ISO 8601 UTC: rows filed from `since` to `until`. */
export interface ExportSpan {
  since: string;
  until: string;
}

/** Changes when the store was created again: the exports of the previous store say nothing about this one. */
export function storeCreatedAt(store: Store): string {
  const row = store.sql<{ at: string }>('SELECT applied_at AS at FROM migration WHERE number = 1').get();
  return row?.at ?? '';
}

const DIRTY_QUERIES: Record<DirtyTrackedFolder, string> = {
  insiders: `SELECT coalesce(i.slug, p."key") AS name FROM export_pending p LEFT JOIN insider i ON i.owner_cik = p."key"
    WHERE p.folder = 'insiders'`,
  tickers: `SELECT "key" AS name FROM export_pending WHERE folder = 'tickers'`,
  congress: `SELECT m.slug AS name FROM export_pending p JOIN member m ON m.member_id = p."key"
    WHERE p.folder = 'congress'`,
};

/** Names whose rows were filed between two moments. */
const FILED_BETWEEN_QUERIES: Record<DirtyTrackedFolder, string[]> = {
  insiders: [
    `SELECT DISTINCT i.slug AS name FROM form4_filing f JOIN form4_owner o ON o.filing_id = f.id
     JOIN insider i ON i.owner_cik = o.cik WHERE f.filed_at BETWEEN ? AND ?`,
  ],
  tickers: [
    'SELECT DISTINCT ticker AS name FROM form4_feed WHERE filed_at BETWEEN ? AND ?',
    'SELECT DISTINCT ticker_base AS name FROM form4_feed WHERE filed_at BETWEEN ? AND ?',
  ],
  congress: [
    `SELECT DISTINCT m.slug AS name FROM stock_act_report r JOIN stock_act_filer f ON f.report_id = r.id
     JOIN member m ON m.member_id = f.member_id WHERE r.disclosure_date BETWEEN substr(?, 1, 10) AND substr(?, 1, 10)`,
  ],
};

/**
 * Names whose files can differ from those written when the folder covered `before`: marked ones, and those with rows
 * that left the window or entered it with time since. Marks stay until `clearClaimedDirty`.
 */
export function dirtyExports(
  store: Store,
  folder: DirtyTrackedFolder,
  before: ExportSpan,
  now: ExportSpan,
): string[] {
  const names = new Set<string>();
  const add = (text: string, ...values: string[]) => {
    for (const { name } of store.sql<{ name: string }>(text).iterate(...values)) names.add(name);
  };
  add(DIRTY_QUERIES[folder]);
  for (const edge of ['since', 'until'] as const) {
    const [from, to] = [before[edge], now[edge]].sort() as [string, string];
    if (from !== to) for (const text of FILED_BETWEEN_QUERIES[folder]) add(text, from, to);
  }
  names.delete('');
  return [...names];
}

/** Called before a run checks anything: only the marks of this moment are cleared when it has checked them all. */
export function claimDirty(store: Store, folder: DirtyTrackedFolder): void {
  store.sql('UPDATE export_pending SET is_taken = 1 WHERE folder = ? AND is_taken = 0').run(folder);
}

/** The files of the folder equal the store at `claimDirty`. Later marks stay. */
export function clearClaimedDirty(store: Store, folder: DirtyTrackedFolder): void {
  store.sql('DELETE FROM export_pending WHERE folder = ? AND is_taken = 1').run(folder);
}
