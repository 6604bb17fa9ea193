/** Addresses of OGE's public application, and how politely it is asked. */

import { itemAt } from '../../../collections.js';

export const OGE_ORIGIN = 'https://extapps2.oge.gov';

/** The page that people search on; the application expects to be called from it. */
export const SEARCH_PAGE =
  'https://www.oge.gov/web/oge.nsf/Officials%20Individual%20Disclosures%20Search%20Collection?OpenForm';

/** One request at a time, a second and a half apart. */
export const OGE_PACE = { perSecond: 1, minGapMs: 1500, maxConcurrent: 1 } as const;

/** Versions of the index's address. The search page asks the first; the second is asked when that gives no 200. */
export const INDEX_VERSIONS = ['v3', 'v2'] as const;
type IndexVersion = (typeof INDEX_VERSIONS)[number];

/** Columns of the search page's table, in its order. */
const COLUMNS = ['docDate', 'title', 'type', 'name', 'agency', 'level'];

/** Which records of the index: `surname` searches the name column; '' lists every record. */
export interface IndexPageQuery {
  surname: string;
  start: number;
  length: number;
}

/** One page of the index, newest first, asked with the fields that the search page sends, in its order. */
export function indexAddress(
  version: IndexVersion,
  { surname, start, length }: IndexPageQuery,
  origin = OGE_ORIGIN,
): string {
  const query = new URLSearchParams({ draw: '1', 'order[0][column]': '0', 'order[0][dir]': 'desc' });
  for (const [place, column] of COLUMNS.entries()) {
    query.set(`columns[${place}][data]`, column);
    query.set(`columns[${place}][searchable]`, 'true');
    query.set(`columns[${place}][orderable]`, 'true');
  }
  query.set('start', String(start));
  query.set('length', String(length));
  query.set('search[value]', '');
  if (surname !== '') query.set(`columns[${COLUMNS.indexOf('name')}][search][value]`, surname);
  return `${origin}/201/Presiden.nsf/API.xsp/${version}/rest?${query}`;
}

/** The form in which OGE is asked for a paper that it gives out on request only. */
export function requestAddress(name: string, origin = OGE_ORIGIN): string {
  return `${origin}/201/Presiden.nsf/201%20Request?OpenForm&Filer=${encodeURIComponent(surnameOf(name))}`;
}

/** `Roe` of `Roe, Jane A`. */
export const surnameOf = (name: string): string => itemAt(name.split(','), 0).trim();

/** The file of one document. Its name is part of the address, with whatever signs were typed into it. */
export function documentAddress(documentId: string, fileName: string, origin = OGE_ORIGIN): string {
  return `${origin}/201/Presiden.nsf/PAS+Index/${documentId}/$FILE/${encodeURIComponent(fileName)}`;
}

export const isDocumentId = (text: string): boolean => /^[0-9A-F]{32}$/.test(text);

/**
 * True for a file name that says 278-T (`278T`, `278-T`, `278 T`): `278TERM` is a termination report, form 278e.
 */
export const isTransactionReportName = (fileName: string): boolean => /278[\s_-]?T(?!ERM)/i.test(fileName);
