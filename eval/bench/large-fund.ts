/** The detail of an invented fund of 5,000 holdings, for measuring its answer. */

import type { TrackerDetail } from '../../tools/contract/shapes/tracker.js';
import { inventedTracker } from './tracker.js';

export const HOLDINGS = 5_000;

/** Five letters, another for each number below 11 million. */
export function symbolOf(i: number): string {
  let rest = i;
  let symbol = '';
  for (let place = 0; place < 5; place += 1) {
    symbol = String.fromCharCode(65 + (rest % 26)) + symbol;
    rest = Math.floor(rest / 26);
  }
  return symbol;
}

export function largeFund(): TrackerDetail {
  const snapshot = inventedTracker.snapshot!;
  const [first] = snapshot.holdings;
  const holdings = Array.from({ length: HOLDINGS }, (_, i) => ({
    ...first!,
    ticker: symbolOf(i),
    issuerName: `BENCH ${i} CORP`,
    valueUsd: 1_000_000 + i,
    weight: 0.0002,
  }));
  return {
    ...inventedTracker,
    identity: { ...inventedTracker.identity, slug: 'large' },
    snapshot: { ...snapshot, holdings, holdingsCount: HOLDINGS },
  };
}
