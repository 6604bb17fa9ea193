/** Stores the tracked portfolios of the latest derivation: replaced together, only if they differ. */

import type { TrackerDetail, TrackerRowFacts } from '../../../tools/contract/shapes/tracker.js';
import { byText } from '../../collections.js';
import type { Warning } from '../../records/crawl.js';
import type { Store } from '../database/store.js';
import { markUnpublished } from '../rows/unpublished.js';

export interface DerivedTracker {
  row: TrackerRowFacts;
  detail: TrackerDetail;
  /** Disclosed value and the part of it that has a ticker, USD; null unless it is a 13F filer. */
  coverage: { valueUsd: number; resolvedUsd: number } | null;
}

interface StoredTracker {
  slug: string;
  sort_order: number;
  list_row: string;
  detail: string;
  value_usd: number | null;
  resolved_usd: number | null;
}

/**
 * Replaces all of them in one transaction; one that is no longer curated is deleted. Returns whether anything
 * changed.
 */
export function writeTrackers(
  store: Store,
  documents: readonly DerivedTracker[],
  warnings: readonly Warning[],
): boolean {
  return store.transaction(() => {
    const next = documents.map(
      ({ row, detail, coverage }): StoredTracker => ({
        slug: row.slug,
        sort_order: detail.identity.sortOrder,
        list_row: JSON.stringify(row),
        detail: JSON.stringify(detail),
        value_usd: coverage?.valueUsd ?? null,
        resolved_usd: coverage?.resolvedUsd ?? null,
      }),
    );
    next.sort(byText(({ slug }) => slug));
    const before = store
      .sql<StoredTracker>(
        'SELECT slug, sort_order, list_row, detail, value_usd, resolved_usd FROM tracker ORDER BY slug',
      )
      .all();
    const warningsChanged =
      JSON.stringify(trackerWarnings(store)) !== JSON.stringify(warnings.map(withFixedKeyOrder));
    if (warningsChanged) {
      store.sql('DELETE FROM tracker_warning').run();
      const insertWarning = store.sql(
        'INSERT INTO tracker_warning (position, kind, detail, place) VALUES (?, ?, ?, ?)',
      );
      warnings.forEach(({ kind, detail, where }, position) => {
        insertWarning.run(position, kind, detail, where);
      });
    }
    if (JSON.stringify(before) === JSON.stringify(next)) return warningsChanged;
    // A portfolio may name symbols that no filing names.
    markUnpublished(store, 'symbols', '');
    store.sql('DELETE FROM tracker').run();
    const insert = store.sql(
      'INSERT INTO tracker (slug, sort_order, list_row, detail, value_usd, resolved_usd) VALUES (?, ?, ?, ?, ?, ?)',
    );
    for (const one of next)
      insert.run(one.slug, one.sort_order, one.list_row, one.detail, one.value_usd, one.resolved_usd);
    return true;
  });
}

const withFixedKeyOrder = ({ kind, detail, where }: Warning): Warning => ({ kind, detail, where });

/** The warnings of the latest derivation of the portfolios. */
export function trackerWarnings(store: Store): Warning[] {
  return store
    .sql<Warning>('SELECT kind, detail, place AS "where" FROM tracker_warning ORDER BY position')
    .all();
}

/** How much of each 13F filer's disclosed value has a ticker, in the order of the list; USD. */
export function cusipCoverage(store: Store): Array<{ slug: string; valueUsd: number; resolvedUsd: number }> {
  return store
    .sql<{ slug: string; valueUsd: number; resolvedUsd: number }>(
      `SELECT slug, value_usd AS "valueUsd", resolved_usd AS "resolvedUsd" FROM tracker
       WHERE value_usd IS NOT NULL ORDER BY sort_order, slug`,
    )
    .all();
}
