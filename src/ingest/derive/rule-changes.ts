/** After an upgrade that changes the rules of derivation, derives everything again. */

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
 * Called before deriving by each process that writes: rows made by other rules become pending, and are derived in the
 * batches of any other run.
 * @returns how many rows became pending; 0 if the rules are those of the last run.
 */
export function rederiveIfRulesChanged(store: Store): number {
  return markAllPending(store, DERIVATION_VERSION, MARKET_REGISTERS);
}
