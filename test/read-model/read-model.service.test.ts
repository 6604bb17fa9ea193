/** The suites of `read-model/` that run the service in this process: one file, so that its modules are loaded once. `-t read-model/changes` runs one of them. */

import './changes.cases.js';
import './congress.cases.js';
import './europe.cases.js';
import './filing-history.cases.js';
import './filing-search.cases.js';
import './filings.cases.js';
import './acquisition.cases.js';
import './first-publication.cases.js';
import './insider-search.cases.js';
import './insider.cases.js';
import './issuer-record.cases.js';
import './issuers.cases.js';
import './late-indexes.cases.js';
import './moved-holdings.cases.js';
import './names.cases.js';
import './near-people.cases.js';
import './newest-in-memory.cases.js';
import './packed-rows.cases.js';
import './planned-sales.cases.js';
import './open-corrections.cases.js';
import './possible-repeats.cases.js';
import './publication.cases.js';
import './replay.cases.js';
import './sealed-generations.cases.js';
import './sqlite-model.cases.js';
import './trade-search.cases.js';
