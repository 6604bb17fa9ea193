/** The full submission text of a filing, as EDGAR serves it at two addresses. */

import { itemAt } from '../../collections.js';
import { daysBetween, utcDate } from '../../dates.js';
import { refusalAdvice } from '../http/refusal-advice.js';
import {
  DocumentNotFoundError,
  type Http,
  type HttpRequest,
  type QueuedDocument,
  type RawDocument,
  SourceError,
} from '../register.js';
import { type EdgarAddresses, fileStatus } from './edgar.js';

/**
 * Whether a text begins as a full submission does. Those from before about 2011 are in an envelope of privacy-enhanced
 * mail, whose lines come before the first `<SEC-`.
 */
export function looksLikeSubmission(text: string): boolean {
  const envelope = /^\s*-----BEGIN PRIVACY-ENHANCED MESSAGE-----/.test(text);
  const start = envelope ? text.slice(Math.max(text.indexOf('<SEC-'), 0)) : text;
  return /^\s*<(?:SEC-DOCUMENT|SEC-HEADER|SUBMISSION)>/.test(start);
}

/**
 * The accession number in the name of a saved file or, as in the folders of EDGAR (`000089924321044225/doc4.xml`), in
 * the name of its folder; null where neither has one.
 */
export function accessionOfFile(path: string): string | null {
  const [name = '', folder = ''] = path.split(/[\\/]/).reverse();
  return findAccession(name) ?? (/^[\d-]+$/.test(folder) ? findAccession(folder) : null);
}

/** `0001127602-25-001055`, from a text that holds it with dashes or as 18 digits on their own. */
export function findAccession(text: string | undefined): string | null {
  if (!text) return null;
  const dashed = /(?<!\d)(\d{10}-\d{2}-\d{6})(?!\d)/.exec(text);
  if (dashed) return itemAt(dashed, 1);
  const bare = /(?<!\d)(\d{10})(\d{2})(\d{6})(?!\d)/.exec(text);
  return bare ? `${bare[1]}-${bare[2]}-${bare[3]}` : null;
}

/** A filing can be announced before its text is served everywhere; after so many days it no longer is. */
const GRACE_DAYS = 3;

/**
 * Fetches the full submission text of one filing. The address is built anew from CIK and accession number, so that
 * no list can lead anywhere but to EDGAR.
 * @throws Gone when EDGAR has it at neither of its two addresses; RegisterFailure when that cannot be told.
 */
export async function downloadSubmission(
  addresses: EdgarAddresses,
  http: Http,
  queued: QueuedDocument,
  now: () => Date,
  limits: Pick<HttpRequest, 'maxBytes' | 'timeoutMs'> = {},
): Promise<RawDocument> {
  const { key, kind, metadata } = queued;
  const cik = /\/edgar\/data\/(\d{1,10})\//.exec(queued.url)?.[1];
  if (cik === undefined) throw new SourceError(`${key}: no address of EDGAR: ${queued.url}`);
  for (const url of [addresses.submission(cik, key), addresses.submissionInFolder(cik, key)]) {
    const answer = await http.request(url, limits);
    const found = fileStatus(answer);
    if (found === 'missing') continue;
    if (found === 'unknown')
      throw new SourceError(`${url} answered ${answer.status}${refusalAdvice(answer.status)}`, answer.bytes);
    const start = answer.bytes.toString('latin1', 0, 8000);
    if (!looksLikeSubmission(start) || !start.includes(key))
      throw new SourceError(`${url} is not the text of that submission`, answer.bytes);
    return { key, kind, url, retrievedAt: now().toISOString(), bytes: answer.bytes, metadata };
  }
  const filed = (metadata?.filedAt ?? metadata?.filedDate)?.slice(0, 10);
  if (filed !== undefined && daysBetween(filed, utcDate(now())) < GRACE_DAYS)
    throw new SourceError(`${key} is listed by EDGAR but not served yet`);
  throw new DocumentNotFoundError(`EDGAR does not have ${key}`);
}
