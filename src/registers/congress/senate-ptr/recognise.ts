/** Recognises saved pages and responses of eFD, for operators who can reach it only with a browser. */

import { readHtml } from '../../formats/html.js';
import type { RawDocument } from '../../register.js';
import { idIn, officialLink, type ReportKind, reportIn } from './addresses.js';
import { pageKind } from './page-kind.js';
import { parseSearchResponse } from './search-response.js';

/**
 * A saved search response (JSON), or a saved report page whose id is in the file's name or in a link from the
 * page to itself. Null for everything else, including the agreement and the search form.
 */
export function recognise({
  name,
  bytes,
}: {
  name: string;
  bytes: Buffer;
}): Omit<RawDocument, 'bytes' | 'retrievedAt'> | null {
  const file = name.split(/[\\/]/).pop() ?? name;
  const start = bytes.toString('utf8', 0, 4000);
  if (/^\s*\{/.test(start)) {
    const response = parseSearchResponse(bytes, file);
    if (response === null || !/\/search\/view\//.test(bytes.toString('utf8'))) return null;
    return { key: `search-answer ${file}`, kind: 'search-answer', url: `file:${file}` };
  }
  if (!/^\uFEFF?\s*</.test(start)) return null;
  const kind = pageKind(readHtml(bytes));
  if (kind === 'unknown') return null;
  const linked = reportIn(bytes.toString('utf8'));
  const id = idIn(file) ?? linked?.id;
  if (id === undefined) return null;
  const report: ReportKind = kind === 'paper' ? 'paper' : 'ptr';
  return { key: id.toLowerCase(), kind: report, url: officialLink(report, id) };
}
