/** Asks EDGAR for Form 4 filings: what is new, what the indexes say of past days, what lies further back. */

import type { EdgarAddresses } from '../../edgar/edgar.js';
import { everyPart } from '../../every-part.js';
import type { Batch, FetchContext, Http } from '../../register.js';
import { fillQuarters } from './first-fill.js';
import { readIndexDays } from './index-days.js';
import { readLatestFilings } from './latest-filings.js';
import type { Pass } from './pass.js';

/**
 * Lists filings in three steps, each idempotent by accession number and each with cursors of its own. A step that
 * fails does not keep the others from their work; its failure is thrown at the end.
 */
export async function* fetchForm4(
  addresses: EdgarAddresses,
  http: Http,
  context: FetchContext,
): AsyncGenerator<Batch> {
  const pass: Pass = { http, context, addresses, listed: new Set() };
  yield* everyPart([readLatestFilings, fillQuarters, readIndexDays], (step) => step(pass));
}
