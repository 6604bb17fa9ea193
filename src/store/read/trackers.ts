/** Reads the tracked portfolios, as derivation stored them. */

import type { Reads } from '../../../tools/contract/reads.js';
import type { TrackerDetail, TrackerRowFacts } from '../../../tools/contract/shapes/tracker.js';
import type { Store } from '../database/store.js';

export function trackers(store: Store): TrackerRowFacts[] {
  return store
    .sql<{ list_row: string }>('SELECT list_row FROM tracker ORDER BY sort_order, slug')
    .all()
    .map(({ list_row }) => JSON.parse(list_row));
}

/** Null for an unknown slug. */
export function tracker(store: Store, slug: string): TrackerDetail | null {
  const found = store.sql<{ detail: string }>('SELECT detail FROM tracker WHERE slug = ?').get(slug);
  return found === undefined ? null : JSON.parse(found.detail);
}

/** For the catalog. */
export function trackerNames(store: Store): Awaited<ReturnType<Reads['trackerNames']>> {
  return trackers(store).map(({ slug, name, archetype }) => ({ slug, name, archetype }));
}
