/** The full submission text of a filing, as EDGAR serves it at two addresses. */

import { whyRefused } from '../http/refusal.js';
import {
  Gone,
  type Http,
  type HttpRequest,
  type RawDocument,
  RegisterFailure,
  type Wanted,
} from '../register.js';
import { daysBetween, type EdgarAddresses, presence } from './edgar.js';

/**
 * Whether a text begins as a full submission does. Those from before about 2011 are in an envelope of privacy-enhanced
 * mail, whose lines come before the first `<SEC-`.
 */
export function beginsSubmission(text: string): boolean {
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
  if (dashed) return dashed[1]!;
  const bare = /(?<!\d)(\d{10})(\d{2})(\d{6})(?!\d)/.exec(text);
  return bare ? `${bare[1]}-${bare[2]}-${bare[3]}` : null;
}

/** A filing can be announced before its text is served everywhere; after so many days it no longer is. */
const YOUNG_DAYS = 3;

/**
 * Fetches the full submission text of one filing. The address is built anew from CIK and accession number, so that
 * no list can lead anywhere but to EDGAR.
 * @throws Gone when EDGAR has it at neither of its two addresses; RegisterFailure when that cannot be told.
 */
export async function retrieveSubmission(
  addresses: EdgarAddresses,
  http: Http,
  wanted: Wanted,
  now: () => Date,
  limits: Pick<HttpRequest, 'maxBytes' | 'timeoutMs'> = {},
): Promise<RawDocument> {
  const { key, kind, facts } = wanted;
  const cik = /\/edgar\/data\/(\d{1,10})\//.exec(wanted.url)?.[1];
  if (cik === undefined) throw new RegisterFailure(`${key}: no address of EDGAR: ${wanted.url}`);
  for (const url of [addresses.submission(cik, key), addresses.submissionInFolder(cik, key)]) {
    const answer = await http.request(url, limits);
    const found = presence(answer);
    if (found === 'missing') continue;
    if (found === 'unknown')
      throw new RegisterFailure(`${url} answered ${answer.status}${whyRefused(answer.status)}`, answer.bytes);
    const start = answer.bytes.toString('latin1', 0, 8000);
    if (!beginsSubmission(start) || !start.includes(key))
      throw new RegisterFailure(`${url} is not the text of that submission`, answer.bytes);
    return { key, kind, url, retrievedAt: now().toISOString(), bytes: answer.bytes, facts };
  }
  const filed = (facts?.filedAt ?? facts?.filedDate)?.slice(0, 10);
  if (filed !== undefined && daysBetween(filed, now().toISOString().slice(0, 10)) < YOUNG_DAYS)
    throw new RegisterFailure(`${key} is listed by EDGAR but not served yet`);
  throw new Gone(`EDGAR does not have ${key}`);
}
