/** The slug lists of the catalog. */

import type { Reads } from '../../../tools/contract/reads.js';
import type { Store } from '../store.js';

type Names<T extends 'trackerNames' | 'memberNames'> = Awaited<ReturnType<Reads[T]>>;

export function trackerNames(store: Store): Names<'trackerNames'> {
  return store
    .sql<Names<'trackerNames'>[number]>('SELECT slug, name, archetype FROM tracker ORDER BY sort_order, slug')
    .all();
}

export function memberNames(store: Store): Names<'memberNames'> {
  return store
    .sql<Names<'memberNames'>[number]>('SELECT slug, name, chamber FROM member ORDER BY slug')
    .all();
}
