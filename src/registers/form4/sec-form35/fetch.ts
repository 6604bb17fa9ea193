/** Fetches Forms 3 and 5 from EDGAR: new ones, those that the indexes list for past days, and older ones. */

import type { CrawlPass } from '../../edgar/crawl-pass.js';
import type { EdgarAddresses } from '../../edgar/edgar.js';
import { readIndexDays } from '../../edgar/index-days.js';
import { readLatestFilings } from '../../edgar/latest-filings.js';
import { forEachPart } from '../../for-each-part.js';
import type { Batch, FetchContext, Http } from '../../register.js';
import { backfillQuarters } from '../backfill.js';
import { FORM_35_FEEDS } from './vocabulary.js';

/**
 * Lists filings in steps: each feed, then past quarters, then past days. Each is idempotent by accession number and has its
 * own cursors. A failing step does not stop the others; its error is thrown at the end.
 */
export async function* fetchForm35(
  addresses: EdgarAddresses,
  http: Http,
  context: FetchContext,
): AsyncGenerator<Batch> {
  const [first] = FORM_35_FEEDS;
  // The list is not empty.
  const pass: CrawlPass = { http, context, addresses, forms: first as CrawlPass['forms'], listed: new Set() };
  const steps = [
    ...FORM_35_FEEDS.map((forms) => () => readLatestFilings({ ...pass, forms })),
    () => backfillQuarters(pass),
    () => readIndexDays(pass),
  ];
  yield* forEachPart(steps, (step) => step());
}
