/** What derivation offers: pure functions, records in, readings out. */

export { readIssuer } from './issuer-reading.js';
export { roundCents, timesToCents } from './money.js';
export { readMarket } from './pdmr-market.js';
export { intentLabel, signalQuality } from './signal-quality.js';
export { nameOwner } from './slugs.js';
export { issuerTicker } from './tickers.js';
