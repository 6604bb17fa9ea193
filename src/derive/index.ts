/** What derivation offers: pure functions, records in, readings and digests out. */

export { deriveClusters } from './clusters.js';
export {
  BREADTH_LEFT,
  CONVICTION_WEIGHTS,
  type ConvictionInput,
  conviction,
  convictionParts,
  HALF_MATERIALITY,
  ROLE_WEIGHTS,
} from './conviction.js';
export { coverageByValue, cusipResolver } from './cusips.js';
export { DERIVATION_VERSION } from './derivation-version.js';
export { memberTracker, officialTracker } from './disclosed-tracker.js';
export { fundTracker } from './fund-tracker.js';
export { readIssuer } from './issuer-reading.js';
export type { Prices } from './known-closes.js';
export { readMembers } from './members.js';
export { roundCents, timesToCents } from './money.js';
export { newYorkDate } from './new-york-weeks.js';
export { readMarket } from './pdmr-market.js';
export { adjustedCloses } from './prices.js';
export { intentLabel, signalQuality } from './signal-quality.js';
export { nameOwners } from './slugs.js';
export { standingTrades } from './stock-act.js';
export { deriveStreaks } from './streaks.js';
export { issuerTicker } from './tickers.js';
export { tradedCloses } from './traded-prices.js';
