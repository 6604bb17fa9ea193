/** The full submission text of a filing, as EDGAR serves it at two addresses. */

import { itemAt } from '../../collections.js';
import { refusalAdvice } from '../http/refusal-advice.js';
import {
  DocumentNotFoundError,
  type Http,
  type HttpRequest,
  ParseError,
  type QueuedDocument,
  type RawDocument,
  SourceError,
} from '../register.js';
import { type EdgarAddresses, edgarAddresses, fileStatus } from './edgar.js';
import type { SubmissionHeader } from './submission-text.js';

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
 * The accession number in the name of a saved file or, as in EDGAR's folders (`000089924321044225/doc4.xml`),
 * in its folder's name; null where neither has one.
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

/**
 * The accession number of a document, from its header, the facts, the name or the address.
 *
 * @throws ParseError without one
 */
export function accessionOf(document: RawDocument, header: SubmissionHeader | null): string {
  const accession =
    findAccession(header?.accession ?? undefined) ??
    findAccession(document.metadata?.accession) ??
    findAccession(document.key) ??
    findAccession(document.url);
  if (accession !== null) return accession;
  throw new ParseError('no accession number in the header, the facts, the name or the address');
}

/**
 * The xsl folders of EDGAR serve a rendering whose name ends in .xml although it is a web page.
 *
 * @throws ParseError for a web page
 */
export function rejectRendering(text: string): void {
  if (/^\s*(?:<!doctype html|<html)/i.test(text))
    throw new ParseError('an HTML rendering, not the filed document');
}

/** How a saved filing is imported; `cik` is one under which EDGAR has it. */
export function describeSavedFile(kind: string, accession: string | null, cik: string | null, name: string) {
  const key = accession ?? name;
  return { key, kind, url: accession && cik ? edgarAddresses().submission(cik, accession) : `file:${name}` };
}

/**
 * Fetches the full submission text of one filing. The address is built from CIK and accession number, so that
 * no list can redirect it away from EDGAR.
 *
 * @throws DocumentNotFoundError when EDGAR has it at neither of its two addresses; SourceError when that
 * cannot be determined.
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
  if (cik === undefined) throw new SourceError(`${key}: not an address of EDGAR: ${queued.url}`);
  for (const url of [addresses.submission(cik, key), addresses.submissionInFolder(cik, key)]) {
    const response = await http.request(url, limits);
    const found = fileStatus(response);
    if (found === 'missing') continue;
    if (found === 'unknown')
      throw new SourceError(
        `${url} answered ${response.status}${refusalAdvice(response.status)}`,
        response.bytes,
      );
    const start = response.bytes.toString('latin1', 0, 8000);
    if (!looksLikeSubmission(start) || !start.includes(key))
      throw new SourceError(`${url} is not the text of that submission`, response.bytes);
    return { key, kind, url, retrievedAt: now().toISOString(), bytes: response.bytes, metadata };
  }
  throw new DocumentNotFoundError(`EDGAR does not have ${key}`);
}
