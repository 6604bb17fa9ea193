/** Stores the tracked portfolios of the latest derivation and what they were made of: written only if they differ. */

import type { TrackerDetail, TrackerRowFacts } from '../../../tools/contract/shapes/tracker.js';
import type { Warning } from '../../records/crawl.js';
import type { FundQuarter } from '../../records/portfolios/fund-quarter.js';
import { isUnchanged, type Store } from '../database/store.js';
import { markUnpublished } from '../rows/unpublished.js';
import { writeQuarters } from './tracker-quarters.js';

export interface DerivedTracker {
  row: TrackerRowFacts;
  detail: TrackerDetail;
  /** Disclosed value and the part of it that has a ticker, USD; null unless it is a 13F filer. */
  coverage: { valueUsd: number; resolvedUsd: number } | null;
  /** Only a 13F filer has some. */
  quarters: readonly FundQuarter[];
  derivation: TrackerDerivation;
}

/** What a stored portfolio was made of. */
export interface TrackerDerivation {
  /** A hash of everything that it was derived from. */
  inputs: string;
  /** Tickers for which the derivation checked whether they have a page, in order. */
  checkedTickers: readonly string[];
  warnings: readonly Warning[];
}

interface StoredTracker {
  slug: string;
  sort_order: number;
  list_row: string;
  detail: string;
  value_usd: number | null;
  resolved_usd: number | null;
}

/** How each stored portfolio was derived, by slug. */
export function trackerDerivations(store: Store): Map<string, TrackerDerivation> {
  const rows = store.rows<[slug: string, inputs: string, checkedTickers: string, warnings: string]>(
    `SELECT d.slug, d.inputs, d.checked_tickers, d.warnings FROM tracker_derivation d
     JOIN tracker t ON t.slug = d.slug`,
  );
  return new Map(
    rows
      .all()
      .map(([slug, inputs, checkedTickers, warnings]) => [
        slug,
        { inputs, checkedTickers: JSON.parse(checkedTickers), warnings: JSON.parse(warnings) },
      ]),
  );
}

/**
 * Stores these portfolios in one transaction, each only if it differs. The others stay, except those
 * that are no longer curated.
 * @param slugs all curated portfolios, in the order of their warnings
 */
export function writeTrackers(
  store: Store,
  slugs: readonly string[],
  documents: readonly DerivedTracker[],
): void {
  store.transaction(() => {
    const wanted = new Set(slugs);
    const stored = store.sql<{ slug: string }>('SELECT slug FROM tracker').all();
    const remove = store.sql('DELETE FROM tracker WHERE slug = ?');
    const forget = store.sql('DELETE FROM tracker_derivation WHERE slug = ?');
    for (const { slug } of stored) {
      if (wanted.has(slug)) continue;
      markUnpublished(store, 'symbols', '');
      remove.run(slug);
      forget.run(slug);
      writeQuarters(store, slug, []);
    }
    for (const document of documents) {
      writeTracker(store, document);
      writeQuarters(store, document.row.slug, document.quarters);
      writeDerivation(store, document.row.slug, document.derivation);
    }
    const derivations = trackerDerivations(store);
    writeWarnings(
      store,
      slugs.flatMap((slug) => derivations.get(slug)?.warnings ?? []),
    );
  });
}

function writeTracker(store: Store, { row, detail, coverage }: DerivedTracker): void {
  const next: StoredTracker = {
    slug: row.slug,
    sort_order: detail.identity.sortOrder,
    list_row: JSON.stringify(row),
    detail: JSON.stringify(detail),
    value_usd: coverage?.valueUsd ?? null,
    resolved_usd: coverage?.resolvedUsd ?? null,
  };
  const before = store
    .sql<StoredTracker>(
      'SELECT slug, sort_order, list_row, detail, value_usd, resolved_usd FROM tracker WHERE slug = ?',
    )
    .get(row.slug);
  if (isUnchanged(before, next)) return;
  // A portfolio may name symbols that no filing names.
  markUnpublished(store, 'symbols', '');
  store
    .sql(
      `INSERT INTO tracker (slug, sort_order, list_row, detail, value_usd, resolved_usd) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (slug) DO UPDATE SET sort_order = excluded.sort_order, list_row = excluded.list_row,
         detail = excluded.detail, value_usd = excluded.value_usd, resolved_usd = excluded.resolved_usd`,
    )
    .run(next.slug, next.sort_order, next.list_row, next.detail, next.value_usd, next.resolved_usd);
}

function writeDerivation(store: Store, slug: string, derivation: TrackerDerivation): void {
  store
    .sql(
      `INSERT INTO tracker_derivation (slug, inputs, checked_tickers, warnings) VALUES (?, ?, ?, ?)
       ON CONFLICT (slug) DO UPDATE SET inputs = excluded.inputs, checked_tickers = excluded.checked_tickers,
         warnings = excluded.warnings`,
    )
    .run(
      slug,
      derivation.inputs,
      JSON.stringify(derivation.checkedTickers),
      JSON.stringify(derivation.warnings),
    );
}

function writeWarnings(store: Store, warnings: readonly Warning[]): void {
  if (JSON.stringify(trackerWarnings(store)) === JSON.stringify(warnings.map(withFixedKeyOrder))) return;
  store.sql('DELETE FROM tracker_warning').run();
  const insert = store.sql('INSERT INTO tracker_warning (position, kind, detail, place) VALUES (?, ?, ?, ?)');
  warnings.forEach(({ kind, detail, where }, position) => {
    insert.run(position, kind, detail, where);
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
