/** The queue entry for a filing's full submission text, and its place in the queue. */

import type { QueuedDocument } from '../register.js';
import { edgarAddresses, SEC_HOSTS } from './edgar.js';

/**
 * Newest first: 202611201432 for a filing accepted at that minute (UTC), 202611200000 where only the day is
 * known. Accession numbers begin with the sender's id, so they are not in order of time.
 */
export function filedPriority(filed: string): number {
  return Number(filed.replace(/\D/g, '').slice(0, 12).padEnd(12, '0'));
}

/** Behind everything that `filedPriority` gives, and newest first within itself. */
export function laterPriority(filedDate: string): number {
  return Number(filedDate.replaceAll('-', ''));
}

/** `base` is the web host of EDGAR when another host replaces it. */
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
