/** The suites of `tools/` that run the service in this process: one file, so that its modules are loaded once. `-t tools/digest-search` runs one of them. */

import './digest-search.cases.js';
import './fetch-records.cases.js';
import './get-changes.cases.js';
import './get-issuer.cases.js';
import './get-major-holders.cases.js';
import './get-manager.cases.js';
import './get-rankings.cases.js';
import './get-tracker-views.cases.js';
import './rank-holdings.cases.js';
import './schemas.cases.js';
import './search-call.cases.js';
