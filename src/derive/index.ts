/** What derivation offers: pure functions, records in, readings out. */

export { coverageByValue, cusipResolver } from './cusips.js';
export { fundTracker } from './fund-tracker.js';
export { readIssuer } from './issuer-reading.js';
export { roundCents, timesToCents } from './money.js';
export { intentLabel, signalQuality } from './signal-quality.js';
export { nameOwner } from './slugs.js';
export { issuerTicker } from './tickers.js';
