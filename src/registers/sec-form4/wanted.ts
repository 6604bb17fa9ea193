/** The queue entry that has a filing's full submission text fetched. */

import { edgarAddresses, SEC_HOSTS } from '../edgar.js';
import type { Wanted } from '../register.js';

/** `base` is the web host of EDGAR when another stands in for it. */
export function wantedSubmission(
  accession: string,
  cik: string,
  priority: number,
  options: { base?: string; filedDate?: string } = {},
): Wanted {
  const hosts = options.base ? { ...SEC_HOSTS, www: options.base } : SEC_HOSTS;
  return {
    key: accession,
    kind: 'submission',
    url: edgarAddresses(hosts).submission(cik, accession),
    priority,
    ...(options.filedDate ? { facts: { filedDate: options.filedDate } } : {}),
  };
}
