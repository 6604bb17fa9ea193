/** Asks OGE for one report at a time. */

import { DAY_MS } from '../../../dates.js';
import { looksLikePdf } from '../../formats/pdf.js';
import { refusalAdvice } from '../../http/refusal-advice.js';
import {
  DocumentNotFoundError,
  type Http,
  type QueuedDocument,
  type RawDocument,
  SourceError,
} from '../../register.js';
import { documentAddress, isDocumentId, OGE_ORIGIN } from './addresses.js';
import { REQUEST_HEADERS } from './index-search.js';

/** A report can be listed before it is served; after so many days a missing one is missing. */
const GRACE_DAYS = 7;
/** Scans of the President's reports have up to 27 MB. */
const MAX_REPORT_BYTES = 64 * 1024 * 1024;

/**
 * Fetches one report. The address is built anew from id and file name, so that no list can lead elsewhere.
 * @throws Gone when OGE does not have it; RegisterFailure when that cannot be told, or when no PDF came.
 */
export async function downloadReport(
  http: Http,
  queued: QueuedDocument,
  now: () => Date,
  origin = OGE_ORIGIN,
): Promise<RawDocument> {
  const { key, kind, metadata } = queued;
  const { fileName = '', postedAt } = metadata ?? {};
  if (kind !== 'report-pdf' || !isDocumentId(key) || fileName === '')
    throw new SourceError(`${key}: no report of OGE: ${queued.url}`);
  const url = documentAddress(key, fileName, origin);
  const answer = await http.request(url, { headers: REQUEST_HEADERS, maxBytes: MAX_REPORT_BYTES });
  if (answer.status === 404 || answer.status === 410) {
    const age = postedAt === undefined ? Number.POSITIVE_INFINITY : now().getTime() - Date.parse(postedAt);
    if (age < GRACE_DAYS * DAY_MS)
      throw new SourceError(`${key} is listed by OGE but not served yet`, answer.bytes);
    throw new DocumentNotFoundError(`OGE does not have ${key}`);
  }
  if (answer.status !== 200)
    throw new SourceError(`${url} answered ${answer.status}${refusalAdvice(answer.status)}`, answer.bytes);
  if (!looksLikePdf(answer.bytes)) throw new SourceError(`${url} is no PDF`, answer.bytes);
  return { key, kind, url, retrievedAt: now().toISOString(), bytes: answer.bytes, metadata };
}
