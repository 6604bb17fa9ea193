/** The suites of `ingest/` that run the service in this process: one file, so that its modules are loaded once. `-t ingest/batch-writer` runs one of them. */

import './audit.cases.js';
import './batch-writer.cases.js';
import './congress-import.cases.js';
import './congress-samples.cases.js';
import './congress.cases.js';
import './damaged-names.cases.js';
import './data-set-and-xml.cases.js';
import './derivation-checkpoints.cases.js';
import './derive/digests.cases.js';
import './derive/form4-closes.cases.js';
import './derive/portfolios.cases.js';
import './derive/refresh-equals-rebuild.cases.js';
import './derive/rule-changes.cases.js';
import './europe-samples.cases.js';
import './europe.cases.js';
import './first-hours.cases.js';
import './forms-3-and-5.cases.js';
import './hourly.cases.js';
import './managers.cases.js';
import './namesakes.cases.js';
import './not-published.cases.js';
import './oge-import.cases.js';
import './other-securities.cases.js';
import './price-folder-faults.cases.js';
