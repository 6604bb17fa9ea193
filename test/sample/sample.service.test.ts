/** The suites of `sample/` that run the service in this process: one file, so that its modules are loaded once. `-t sample/documents` runs one of them. */

import './documents.cases.js';
import './eu.cases.js';
import './holders.cases.js';
import './house.cases.js';
import './oge.cases.js';
