/**
 * Fetches the list of each manager's filings from EDGAR, and the full submission text of the reports with
 * holdings.
 */

import { type EdgarAddresses, fileOrNull } from '../../edgar/edgar.js';
import { forEachPart } from '../../for-each-part.js';
import {
  type Batch,
  type FetchContext,
  type Http,
  type QueuedDocument,
  SourceError,
  type Warning,
} from '../../register.js';
import { is13F } from './parse.js';
import { type ListedFiling, readOlder, readSubmissions } from './submissions-list.js';

/** Names of the cursors. */
export const CURSOR = {
  /** Number of filings that an older file had when it was read. */
  older: (name: string) => `older-${name}`,
} as const;

/**
 * One step for each manager, idempotent by accession number. A manager whose list cannot be read does not
 * prevent the others from being read; the error is thrown at the end.
 *
 * @param from filings before this day (YYYY-MM-DD) are not requested
 */
export async function* fetch13F(
  addresses: EdgarAddresses,
  managers: readonly string[],
  from: string,
  http: Http,
  context: FetchContext,
): AsyncGenerator<Batch> {
  yield* forEachPart(managers, (cik, done) => {
    context.progress({ what: 'managers', done, total: managers.length });
    return readManager(addresses, cik, from, http, context);
  });
}

async function* readManager(
  addresses: EdgarAddresses,
  cik: string,
  from: string,
  http: Http,
  context: FetchContext,
): AsyncGenerator<Batch> {
  const url = addresses.submissions(cik);
  const bytes = fileOrNull(await http.request(url));
  if (bytes === null) throw new SourceError(`${url}: EDGAR has no filer ${cik}`);
  const { filings, older } = readSubmissions(bytes, url, cik);
  const batch = reportsOf(addresses, cik, filings, from, context);
  if (batch.toFetch.length > 0 || batch.warnings.length > 0) yield { ...batch, isPart: true };
  for (const file of older) {
    const cursor = CURSOR.older(file.name);
    if (file.until < from || context.crawlState.cursor(cursor) === String(file.count)) continue;
    const address = addresses.olderSubmissions(file.name);
    const response = fileOrNull(await http.request(address));
    if (response === null) throw new SourceError(`${address} is listed but not there`);
    yield {
      ...reportsOf(addresses, cik, readOlder(response, address), from, context),
      cursors: { [cursor]: String(file.count) },
    };
  }
}

function reportsOf(
  addresses: EdgarAddresses,
  cik: string,
  filings: ListedFiling[],
  from: string,
  context: FetchContext,
): Required<Pick<Batch, 'toFetch' | 'warnings'>> {
  const warnings: Warning[] = [];
  const reports = filings.filter(({ accession, form, filedDate }) => {
    if (!is13F(form) || filedDate < from) return false;
    if (/^\d{10}-\d{2}-\d{6}$/.test(accession)) return true;
    warnings.push({ kind: 'no-accession-number', detail: accession, where: `CIK ${cik}` });
    return false;
  });
  const known = context.crawlState.filterSeen(reports.map(({ accession }) => accession));
  const toFetch = reports
    .filter(({ accession }) => !known.has(accession))
    .map(
      ({ accession, filedDate, reportDate }): QueuedDocument => ({
        key: accession,
        kind: 'submission',
        url: addresses.submission(cik, accession),
        metadata: { filedDate, reportDate },
        priority: Number(filedDate.replaceAll('-', '')),
      }),
    );
  return { toFetch, warnings };
}
