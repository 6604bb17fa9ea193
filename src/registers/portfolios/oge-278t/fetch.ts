/** Fetches one report at a time from OGE. */

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

/** Scans of the President's reports have up to 27 MB. */
const MAX_REPORT_BYTES = 64 * 1024 * 1024;

/**
 * Fetches one report. The address is built from id and file name, so that no list can redirect it elsewhere.
 *
 * @throws DocumentNotFoundError when OGE does not have it; SourceError when that cannot be determined, or
 * when the response is not a PDF.
 */
export async function downloadReport(
  http: Http,
  queued: QueuedDocument,
  now: () => Date,
  origin = OGE_ORIGIN,
): Promise<RawDocument> {
  const { key, kind, metadata } = queued;
  const { fileName = '' } = metadata ?? {};
  if (kind !== 'report-pdf' || !isDocumentId(key) || fileName === '')
    throw new SourceError(`${key}: not a report of OGE: ${queued.url}`);
  const url = documentAddress(key, fileName, origin);
  const response = await http.request(url, { headers: REQUEST_HEADERS, maxBytes: MAX_REPORT_BYTES });
  if (response.status === 404 || response.status === 410)
    throw new DocumentNotFoundError(`OGE does not have ${key}`);
  if (response.status !== 200)
    throw new SourceError(
      `${url} answered ${response.status}${refusalAdvice(response.status)}`,
      response.bytes,
    );
  if (!looksLikePdf(response.bytes)) throw new SourceError(`${url} is not a PDF`, response.bytes);
  return { key, kind, url, retrievedAt: now().toISOString(), bytes: response.bytes, metadata };
}
