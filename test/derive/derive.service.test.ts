/** The suites of `derive/` that run the service in this process: one file, so that its modules are loaded once. `-t derive/congress/effective-trades` runs one of them. */

import './congress/effective-trades.cases.js';
import './derivation-version.cases.js';
import './form4/amendment-scenarios.cases.js';
import './form4/concerned-filings.cases.js';
import './form4/copies.cases.js';
import './form4/form35.cases.js';
import './managers/implied-prices.cases.js';
import './managers/quarter.cases.js';
