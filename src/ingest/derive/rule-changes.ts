/** After an upgrade with other rules of derivation, everything is derived again, so that no row of the old rules stays. */

import { DERIVATION_VERSION } from '../../derive/index.js';
import type { Store } from '../../store/database/open.js';
import { markAllPending } from '../../store/derivation-version.js';

/**
 * Call it before deriving: the rows of other rules become pending, and the batches of any run derive them.
 * @returns how many became pending; 0 if the rules are those of the last run.
 */
export function rederiveIfRulesChanged(store: Store): number {
  return markAllPending(store, DERIVATION_VERSION);
}
