/** The public interface of derivation: pure functions from records to derived rows and digests. */

export { effectiveTrades } from './congress/effective-trades.js';
export { resolveMembers } from './congress/resolve-members.js';
export { DERIVATION_VERSION, PORTFOLIO_VERSION } from './derivation-version.js';
export { CANDIDATE_DAYS, clusterCandidates, streakCandidates } from './digests/candidates.js';
export { deriveClusterEntries } from './digests/clusters.js';
export { deriveStreaks } from './digests/streaks.js';
export { deriveMarket } from './europe/derive-market.js';
export { concernedFilings } from './form4/concerned-filings.js';
export { deriveIssuer } from './form4/derive-issuer.js';
export { deriveForm35 } from './form4/form35.js';
export { type FiledCloses, issuerCloses } from './form4/issuer-closes.js';
export { derivePlannedSales } from './form144/planned-sales.js';
export { deriveHolders } from './holders/derive-holders.js';
export { deriveManagersQuarter } from './managers/quarter.js';
export { nameOwners } from './owner-slugs.js';
export { cusipResolver } from './portfolios/cusip-resolver.js';
export { memberTracker, officialTracker } from './portfolios/disclosed-trackers.js';
export { fundTracker } from './portfolios/fund-tracker.js';
export { adjustedCloses } from './prices/adjusted-closes.js';
export { CURRENT_DAYS, currentClose, type Prices } from './prices/current-closes.js';
export { tradedCloses } from './prices/traded-prices.js';
export type { KnownSymbols } from './typed-tickers.js';
