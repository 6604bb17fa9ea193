/** The suites of `store/` that run the service in this process: one file, so that its modules are loaded once. `-t store/changes/record-changes` runs one of them. */

import './changes/record-changes.cases.js';
import './congress/congress.cases.js';
import './congress/symbol-names.cases.js';
import './crawl/quality.cases.js';
import './crawl/queue.cases.js';
import './crawl/readiness-marks.cases.js';
import './crawl/run-journal.cases.js';
import './database/any-market.cases.js';
import './database/compact-rows.cases.js';
import './digests/digests.cases.js';
import './errata/errata.cases.js';
import './europe/pdmr.cases.js';
import './form4/derivation-input.cases.js';
import './form4/unnamed-owners.cases.js';
import './rows/holders.cases.js';
import './write-batch.cases.js';
