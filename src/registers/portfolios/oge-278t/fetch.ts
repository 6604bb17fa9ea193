/** Asks OGE for one report at a time. */

import { looksLikePdf } from '../../formats/pdf.js';
import { whyRefused } from '../../http/refusal.js';
import { Gone, type Http, type RawDocument, RegisterFailure, type Wanted } from '../../register.js';
import { documentAddress, isDocumentId, OGE } from './addresses.js';
import { HEADERS } from './index-search.js';

/** A report can be listed before it is served; after so many days a missing one is missing. */
const YOUNG_DAYS = 7;
const DAY_MS = 86_400_000;
/** Scans of the President's reports have up to 27 MB. */
const MAX_REPORT_BYTES = 64 * 1024 * 1024;

/**
 * Fetches one report. The address is built anew from id and file name, so that no list can lead elsewhere.
 * @throws Gone when OGE does not have it; RegisterFailure when that cannot be told, or when no PDF came.
 */
export async function retrieveReport(
  http: Http,
  wanted: Wanted,
  now: () => Date,
  origin = OGE,
): Promise<RawDocument> {
  const { key, kind, facts } = wanted;
  const { fileName = '', postedAt } = facts ?? {};
  if (kind !== 'report-pdf' || !isDocumentId(key) || fileName === '')
    throw new RegisterFailure(`${key}: no report of OGE: ${wanted.url}`);
  const url = documentAddress(key, fileName, origin);
  const answer = await http.request(url, { headers: HEADERS, maxBytes: MAX_REPORT_BYTES });
  if (answer.status === 404 || answer.status === 410) {
    const age = postedAt === undefined ? Number.POSITIVE_INFINITY : now().getTime() - Date.parse(postedAt);
    if (age < YOUNG_DAYS * DAY_MS)
      throw new RegisterFailure(`${key} is listed by OGE but not served yet`, answer.bytes);
    throw new Gone(`OGE does not have ${key}`);
  }
  if (answer.status !== 200)
    throw new RegisterFailure(`${url} answered ${answer.status}${whyRefused(answer.status)}`, answer.bytes);
  if (!looksLikePdf(answer.bytes)) throw new RegisterFailure(`${url} is no PDF`, answer.bytes);
  return { key, kind, url, retrievedAt: now().toISOString(), bytes: answer.bytes, facts };
}
