/** Asks EDGAR for Form 4 filings: what is new, what the indexes say of past days, what lies further back. */

import type { EdgarAddresses } from '../../edgar/edgar.js';
import { forEachPart } from '../../for-each-part.js';
import type { Batch, FetchContext, Http } from '../../register.js';
import { backfillQuarters } from './backfill.js';
import type { CrawlPass } from './crawl-pass.js';
import { readIndexDays } from './index-days.js';
import { readLatestFilings } from './latest-filings.js';

/**
 * Lists filings in three steps, each idempotent by accession number and each with cursors of its own. A step that
 * fails does not keep the others from their work; its failure is thrown at the end.
 */
export async function* fetchForm4(
  addresses: EdgarAddresses,
  http: Http,
  context: FetchContext,
): AsyncGenerator<Batch> {
  const pass: CrawlPass = { http, context, addresses, listed: new Set() };
  yield* forEachPart([readLatestFilings, backfillQuarters, readIndexDays], (step) => step(pass));
}
