/** Fetches schedules from EDGAR: new ones, those of past quarters, and those that the indexes list for past days. */

import type { CrawlPass } from '../../edgar/crawl-pass.js';
import type { EdgarAddresses } from '../../edgar/edgar.js';
import { readIndexDays } from '../../edgar/index-days.js';
import { readPastQuarters } from '../../edgar/index-quarters.js';
import { readLatestFilings } from '../../edgar/latest-filings.js';
import { forEachPart } from '../../for-each-part.js';
import type { Batch, FetchContext, Http } from '../../register.js';
import { SCHEDULES } from './vocabulary.js';

/**
 * Lists schedules in three steps, each idempotent by accession number and each with its own cursors. A failing step
 * does not stop the others; its error is thrown at the end. No bulk data set of them exists.
 */
export async function* fetchSchedules(
  addresses: EdgarAddresses,
  http: Http,
  context: FetchContext,
): AsyncGenerator<Batch> {
  const pass: CrawlPass = { http, context, addresses, forms: SCHEDULES, listed: new Set() };
  yield* forEachPart([readLatestFilings, readPastQuarters, readIndexDays], (step) => step(pass));
}
