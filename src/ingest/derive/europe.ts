/** Judges again the European markets that the last writes touched. What is pending stands in the store. */

import { readMarket } from '../../derive/index.js';
import type { Store } from '../../store/database/open.js';
import { pendingMarkets, rowsInRegister, writeMarketReading } from '../../store/europe/pdmr-readings.js';

/** @returns how many markets were derived. */
export function deriveMarkets(store: Store, now: Date): number {
  const pending = pendingMarkets(store);
  for (const one of pending)
    writeMarketReading(store, one, readMarket(rowsInRegister(store, one.market)), now);
  return pending.length;
}
