/** After an upgrade with other rules of derivation, what the old ones made must not stay: everything is derived anew. */

import { DERIVATION_VERSION } from '../../derive/index.js';
import type { PdmrMarket } from '../../records/europe/pdmr.js';
import type { Store } from '../../store/database/open.js';
import { markAllPending } from '../../store/derivation-version.js';

/** The register of each European market. */
export const MARKET_REGISTERS: Readonly<Record<PdmrMarket, string>> = {
  de: 'de-bafin',
  uk: 'uk-nsm',
  se: 'se-fi',
  nl: 'nl-afm',
};

/**
 * Called by whoever writes, before deriving: what was made by other rules becomes pending, and is derived in the batches
 * of any other run.
 * @returns how much became pending; 0 where the rules are those of the last run.
 */
export function rederiveIfRulesChanged(store: Store): number {
  return markAllPending(store, DERIVATION_VERSION, MARKET_REGISTERS);
}
