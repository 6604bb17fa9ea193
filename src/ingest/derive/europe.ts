/** Derives again the European markets that the last writes touched. The pending work is in the store. */

import { deriveMarket } from '../../derive/index.js';
import type { Store } from '../../store/database/open.js';
import { pendingMarkets, rowsInRegister, writeDerivedMarket } from '../../store/europe/derived-markets.js';

/** @returns how many markets were derived. */
export function deriveMarkets(store: Store, now: Date): number {
  const pending = pendingMarkets(store);
  for (const one of pending)
    writeDerivedMarket(store, one, deriveMarket(rowsInRegister(store, one.market)), now);
  return pending.length;
}
