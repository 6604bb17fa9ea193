/** The queue entry that has a filing's full submission text fetched, and its place in the queue. */

import { edgarAddresses, SEC_HOSTS } from '../../edgar/edgar.js';
import type { QueuedDocument } from '../../register.js';

/**
 * Newest first: 202611201432 for a filing accepted at that minute (UTC), 202611200000 where only the day is known. Accession
 * numbers begin with who sent the filing, so they are in no order of time.
 */
export function filedPriority(filed: string): number {
  return Number(filed.replace(/\D/g, '').slice(0, 12).padEnd(12, '0'));
}

/** Behind everything that `filedPriority` gives, and newest first among its own. */
export function laterPriority(filedDate: string): number {
  return Number(filedDate.replaceAll('-', ''));
}

/** `base` is the web host of EDGAR when another stands in for it. */
export function queuedSubmission(
  accession: string,
  cik: string,
  priority: number,
  options: { base?: string; filedDate?: string } = {},
): QueuedDocument {
  const hosts = options.base ? { ...SEC_HOSTS, www: options.base } : SEC_HOSTS;
  return {
    key: accession,
    kind: 'submission',
    url: edgarAddresses(hosts).submission(cik, accession),
    priority,
    ...(options.filedDate ? { metadata: { filedDate: options.filedDate } } : {}),
  };
}
