/** The slug list of the trackers, for the catalog. */

import type { Reads } from '../../../tools/contract/reads.js';
import type { Store } from '../store.js';

type Names = Awaited<ReturnType<Reads['trackerNames']>>;

export function trackerNames(store: Store): Names {
  return store
    .sql<Names[number]>('SELECT slug, name, archetype FROM tracker ORDER BY sort_order, slug')
    .all();
}
