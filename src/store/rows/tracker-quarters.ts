/** The quarters of 13F portfolios as the read model keeps them: a short document for each portfolio, and rows of positions. */

import type { Row } from '../../read-model/tables.js';
import type { QuarterPosition } from '../../records/portfolios/fund-quarter.js';
import type { Store } from '../database/store.js';

/** The last days of all stored quarters, by portfolio. */
export function storedQuarters(store: Store): Array<[slug: string, periodEnd: string]> {
  return store
    .rows<[slug: string, periodEnd: string]>(
      'SELECT slug, period_end FROM tracker_quarter ORDER BY slug, period_end',
    )
    .all();
}

/** What was reported for each quarter, newest first, by the name of its document. */
export function quarterDocuments(store: Store): Array<[name: string, json: string]> {
  const facts = new Map<string, string[]>();
  for (const [slug, text] of store
    .rows<[slug: string, facts: string]>(
      'SELECT slug, facts FROM tracker_quarter ORDER BY slug, period_end DESC',
    )
    .all())
    facts.set(slug, [...(facts.get(slug) ?? []), text]);
  return [...facts].map(([slug, texts]) => [`tracker-quarters/${slug}`, `[${texts.join(',')}]`]);
}

/** None for a quarter that is no longer stored. */
export function quarterRows(store: Store, slug: string, periodEnd: string): Row[] {
  const [found] = store
    .rows<[positions: string]>('SELECT positions FROM tracker_quarter WHERE slug = ? AND period_end = ?')
    .all(slug, periodEnd);
  if (found === undefined) return [];
  // Derivation wrote it.
  const positions = JSON.parse(found[0]) as QuarterPosition[];
  return positions.map((one, at): Row => [slug, periodEnd, at, one.cusip, JSON.stringify(one)]);
}
