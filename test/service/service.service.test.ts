/** The suites of `service/` that run the service in this process: one file, so that its modules are loaded once. `-t service/build-sample` runs one of them. */

import './build-sample.cases.js';
import './configured-registers.cases.js';
import './exports.cases.js';
import './price-settings.cases.js';
import './read-model.cases.js';
import './refresh-worker.cases.js';
import './restricted-reads.cases.js';
import './served-data.cases.js';
import './unreadable-rows.cases.js';
import './verify.cases.js';
