/** What derivation offers: pure functions, records in, readings and digests out. */

export { readMembers } from './congress/members.js';
export { standingTrades } from './congress/stock-act.js';
export { DERIVATION_VERSION } from './derivation-version.js';
export { deriveClusters } from './digests/clusters.js';
export {
  BREADTH_LEFT,
  CONVICTION_WEIGHTS,
  type ConvictionInput,
  conviction,
  convictionParts,
  HALF_MATERIALITY,
  ROLE_WEIGHTS,
} from './digests/conviction.js';
export { newYorkDate } from './digests/new-york-weeks.js';
export { deriveStreaks } from './digests/streaks.js';
export { readMarket } from './europe/pdmr-market.js';
export { readIssuer } from './form4/issuer-reading.js';
export { intentLabel, signalQuality } from './form4/signal-quality.js';
export { issuerTicker } from './form4/tickers.js';
export { roundCents, timesToCents } from './money.js';
export { coverageByValue, cusipResolver } from './portfolios/cusips.js';
export { memberTracker, officialTracker } from './portfolios/disclosed-tracker.js';
export { fundTracker } from './portfolios/fund-tracker.js';
export type { Prices } from './prices/known-closes.js';
export { adjustedCloses } from './prices/prices.js';
export { tradedCloses } from './prices/traded-prices.js';
export { nameOwners } from './slugs.js';
