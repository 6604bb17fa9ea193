/** Fetches notices from EDGAR: new ones, those of past quarters, and those that the indexes list for past days. */

import type { CrawlPass } from '../../edgar/crawl-pass.js';
import type { EdgarAddresses } from '../../edgar/edgar.js';
import { readIndexDays } from '../../edgar/index-days.js';
import { readPastQuarters } from '../../edgar/index-quarters.js';
import { readLatestFilings } from '../../edgar/latest-filings.js';
import { forEachPart } from '../../for-each-part.js';
import type { Batch, FetchContext, Http } from '../../register.js';
import { FORM_144 } from './vocabulary.js';

/** Since this day the form is filed as XML; before, on paper. */
const FIRST_XML = '2023-04-13';

/**
 * Lists notices in three steps, each idempotent by accession number and each with its own cursors. A failing step does
 * not stop the others; its error is thrown at the end.
 */
export async function* fetch144(
  addresses: EdgarAddresses,
  http: Http,
  context: FetchContext,
): AsyncGenerator<Batch> {
  const since = context.since < FIRST_XML ? FIRST_XML : context.since;
  const pass: CrawlPass = {
    http,
    context: { ...context, since },
    addresses,
    forms: FORM_144,
    listed: new Set(),
  };
  yield* forEachPart([readLatestFilings, readPastQuarters, readIndexDays], (step) => step(pass));
}
