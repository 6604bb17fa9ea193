/** Asks EDGAR what each manager filed, and fetches the full submission text of the reports with holdings. */

import { daysBetween, type EdgarAddresses, fileOrMissing, presence } from '../edgar.js';
import {
  type Batch,
  type Doubt,
  type FetchContext,
  Gone,
  type Http,
  type RawDocument,
  RegisterFailure,
  type Wanted,
} from '../register.js';
import { is13F } from './parse.js';
import { type ListedFiling, readOlder, readSubmissions } from './submissions-list.js';

/** Names of the cursors. */
export const CURSOR = {
  /** Filings that an older file had when it was read. */
  older: (name: string) => `older-${name}`,
} as const;

/** A filing can be announced before its text is served everywhere; after so many days it no longer is. */
const YOUNG_DAYS = 3;
/** The longest tables have tens of thousands of rows. */
const MAX_BYTES = 128 * 1024 * 1024;

/**
 * One step for each manager, idempotent by accession number. A manager whose list cannot be read does not keep the
 * others from being read; the failure is thrown at the end.
 * @param from filings before this day (YYYY-MM-DD) are not asked for
 */
export async function* fetch13F(
  addresses: EdgarAddresses,
  managers: readonly string[],
  from: string,
  http: Http,
  context: FetchContext,
): AsyncGenerator<Batch> {
  const failures: RegisterFailure[] = [];
  for (const [done, cik] of managers.entries()) {
    context.progress({ what: 'managers', done, total: managers.length });
    try {
      yield* readManager(addresses, cik, from, http, context);
    } catch (error) {
      if (!(error instanceof RegisterFailure)) throw error;
      failures.push(error);
    }
  }
  if (failures[0] !== undefined) throw failures[0];
}

async function* readManager(
  addresses: EdgarAddresses,
  cik: string,
  from: string,
  http: Http,
  context: FetchContext,
): AsyncGenerator<Batch> {
  const url = addresses.submissions(cik);
  const bytes = fileOrMissing(await http.request(url));
  if (bytes === null) throw new RegisterFailure(`${url}: EDGAR knows no filer ${cik}`);
  const { filings, older } = readSubmissions(bytes, url, cik);
  const batch = reportsOf(addresses, cik, filings, from, context);
  if (batch.wanted.length > 0 || batch.doubts.length > 0) yield batch;
  for (const file of older) {
    const cursor = CURSOR.older(file.name);
    if (file.until < from || context.memory.cursor(cursor) === String(file.count)) continue;
    const address = addresses.olderSubmissions(file.name);
    const answer = fileOrMissing(await http.request(address));
    if (answer === null) throw new RegisterFailure(`${address} is listed and not there`);
    yield {
      ...reportsOf(addresses, cik, readOlder(answer, address), from, context),
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
): { wanted: Wanted[]; doubts: Doubt[] } {
  const doubts: Doubt[] = [];
  const reports = filings.filter(({ accession, form, filedDate }) => {
    if (!is13F(form) || filedDate < from) return false;
    if (/^\d{10}-\d{2}-\d{6}$/.test(accession)) return true;
    doubts.push({ kind: 'no-accession-number', detail: accession, where: `CIK ${cik}` });
    return false;
  });
  const known = context.memory.known(reports.map(({ accession }) => accession));
  const wanted = reports
    .filter(({ accession }) => !known.has(accession))
    .map(
      ({ accession, filedDate, reportDate }): Wanted => ({
        key: accession,
        kind: 'submission',
        url: addresses.submission(cik, accession),
        facts: { filedDate, reportDate },
      }),
    );
  return { wanted, doubts };
}

/**
 * Fetches the full submission text of one report. The address is built anew from CIK and accession number, so that no
 * list can lead anywhere but to EDGAR.
 * @throws Gone when EDGAR has it at neither of its two addresses; RegisterFailure when that cannot be told.
 */
export async function retrieve13F(
  addresses: EdgarAddresses,
  http: Http,
  wanted: Wanted,
  now: () => Date,
): Promise<RawDocument> {
  const { key, kind, facts } = wanted;
  const cik = /\/edgar\/data\/(\d{1,10})\//.exec(wanted.url)?.[1];
  if (cik === undefined) throw new RegisterFailure(`${key}: no address of EDGAR: ${wanted.url}`);
  for (const url of [addresses.submission(cik, key), addresses.submissionInFolder(cik, key)]) {
    const answer = await http.request(url, { maxBytes: MAX_BYTES, timeoutMs: 300_000 });
    const found = presence(answer);
    if (found === 'missing') continue;
    if (found === 'unknown') throw new RegisterFailure(`${url} answered ${answer.status}`, answer.bytes);
    const start = answer.bytes.toString('latin1', 0, 4000);
    if (!/^\s*<(SEC-DOCUMENT|SEC-HEADER|SUBMISSION)>/.test(start) || !start.includes(key))
      throw new RegisterFailure(`${url} is not the text of that submission`, answer.bytes);
    return { key, kind, url, retrievedAt: now().toISOString(), bytes: answer.bytes, facts };
  }
  const filed = facts?.filedDate;
  if (filed !== undefined && daysBetween(filed, now().toISOString().slice(0, 10)) < YOUNG_DAYS)
    throw new RegisterFailure(`${key} is listed by EDGAR but not served yet`);
  throw new Gone(`EDGAR does not have ${key}`);
}
