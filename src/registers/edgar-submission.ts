/** The full submission text of a filing, as EDGAR serves it at two addresses. */

import { daysBetween, type EdgarAddresses, presence } from './edgar.js';
import { whyRefused } from './refusal.js';
import {
  Gone,
  type Http,
  type HttpRequest,
  type RawDocument,
  RegisterFailure,
  type Wanted,
} from './register.js';

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
    const start = answer.bytes.toString('latin1', 0, 4000);
    if (!/^\s*<(SEC-DOCUMENT|SEC-HEADER|SUBMISSION)>/.test(start) || !start.includes(key))
      throw new RegisterFailure(`${url} is not the text of that submission`, answer.bytes);
    return { key, kind, url, retrievedAt: now().toISOString(), bytes: answer.bytes, facts };
  }
  const filed = (facts?.filedAt ?? facts?.filedDate)?.slice(0, 10);
  if (filed !== undefined && daysBetween(filed, now().toISOString().slice(0, 10)) < YOUNG_DAYS)
    throw new RegisterFailure(`${key} is listed by EDGAR but not served yet`);
  throw new Gone(`EDGAR does not have ${key}`);
}
