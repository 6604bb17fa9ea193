/** Fetches Form 4 filings from EDGAR: new ones, those that the indexes list for past days, and older ones. */

import type { EdgarAddresses } from '../../edgar/edgar.js';
import { forEachPart } from '../../for-each-part.js';
import type { Batch, FetchContext, Http } from '../../register.js';
import { backfillQuarters } from './backfill.js';
import type { CrawlPass } from './crawl-pass.js';
import { readIndexDays } from './index-days.js';
import { readLatestFilings } from './latest-filings.js';

/**
 * Lists filings in three steps, each idempotent by accession number and each with its own cursors. A failing
 * step does not stop the others; its error is thrown at the end.
 */
export async function* fetchForm4(
  addresses: EdgarAddresses,
  http: Http,
  context: FetchContext,
): AsyncGenerator<Batch> {
  const pass: CrawlPass = { http, context, addresses, listed: new Set() };
  yield* forEachPart([readLatestFilings, backfillQuarters, readIndexDays], (step) => step(pass));
}
