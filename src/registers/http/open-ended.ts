/**
 * Answers that only the end of the connection ends: without a length and without chunks nothing says whether they are
 * whole, so one that was cut off looks complete.
 */

import type { HttpResponse } from '../register.js';

/** How far from the end a mark may be: scripts and comments can follow it. */
const TAIL_BYTES = 64 * 1024;

/** The beginnings of formats, and the mark that ends each. JSON, XML, zip and CSV have readers that miss their end. */
const FORMATS: ReadonlyArray<[begin: RegExp, end: RegExp]> = [
  [/^\s*(?:<!doctype html|<html)/i, /<\/html>/i],
  [/^%PDF-/, /%%EOF/],
  [/^\s*<SEC-DOCUMENT>/, /<\/SEC-DOCUMENT>/],
  [/^\s*-----BEGIN PRIVACY-ENHANCED MESSAGE-----/, /-----END PRIVACY-ENHANCED MESSAGE-----/],
];

/** Whether only the end of the connection ended this answer. A coding such as gzip has an end that its decoder misses. */
export function isOpenEnded(status: number, headers: Record<string, string | string[] | undefined>): boolean {
  const isCoded = !/^(?:identity)?$/.test(String(headers['content-encoding'] ?? ''));
  const hasEnd = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
  return status === 200 && !hasEnd && !isCoded;
}

/** Whether an open-ended answer is of a format that has a mark of its end, and lacks it. */
export function lacksItsEnd({ bytes }: HttpResponse): boolean {
  const start = bytes.toString('latin1', 0, 200);
  const end = FORMATS.find(([begin]) => begin.test(start))?.[1];
  return end !== undefined && !end.test(bytes.toString('latin1', Math.max(bytes.length - TAIL_BYTES, 0)));
}
