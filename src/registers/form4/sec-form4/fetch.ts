/** Fetches Form 4 filings from EDGAR: new ones, those that the indexes list for past days, and older ones. */

import type { CrawlPass } from '../../edgar/crawl-pass.js';
import type { EdgarAddresses } from '../../edgar/edgar.js';
import { readIndexDays } from '../../edgar/index-days.js';
import { readLatestFilings } from '../../edgar/latest-filings.js';
import { forEachPart } from '../../for-each-part.js';
import type { Batch, FetchContext, Http } from '../../register.js';
import { backfillQuarters } from '../backfill.js';
import { FORM_4 } from './vocabulary.js';

/**
 * Lists filings in three steps, each idempotent by accession number and each with its own cursors. A failing
 * step does not stop the others; its error is thrown at the end.
 */
export async function* fetchForm4(
  addresses: EdgarAddresses,
  http: Http,
  context: FetchContext,
): AsyncGenerator<Batch> {
  const pass: CrawlPass = { http, context, addresses, forms: FORM_4, listed: new Set() };
  yield* forEachPart([readLatestFilings, backfillQuarters, readIndexDays], (step) => step(pass));
}
