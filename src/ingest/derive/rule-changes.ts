/** After an upgrade with other rules of derivation, everything is derived again, so that no row of the old rules stays. */

import { DERIVATION_VERSION } from '../../derive/index.js';
import type { Store } from '../../store/database/open.js';
import { derivationVersion, markAllPending } from '../../store/derivation-version.js';
import { filedPeriods, markPeriodsChanged } from '../../store/managers/filings.js';
import { managersIfAny } from '../../store/managers/managers-database.js';

/**
 * Call it before deriving: the rows of other rules become pending, and the batches of any run derive them.
 * @returns how many became pending; 0 if the rules are those of the last run.
 */
export function rederiveIfRulesChanged(store: Store): number {
  if (derivationVersion(store) === DERIVATION_VERSION) return 0;
  const managers = managersIfAny(store);
  const quarters = managers === null ? [] : filedPeriods(managers);
  // Another file, so before the number is noted: a process that dies in between marks them again.
  if (managers !== null) markPeriodsChanged(managers, quarters);
  return markAllPending(store, DERIVATION_VERSION) + quarters.length;
}
