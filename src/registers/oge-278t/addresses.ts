/** Addresses of OGE's public application, and how politely it is asked. */

export const OGE = 'https://extapps2.oge.gov';

/** The page that people search on; the application expects to be called from it. */
export const SEARCH_PAGE =
  'https://www.oge.gov/web/oge.nsf/Officials%20Individual%20Disclosures%20Search%20Collection?OpenForm';

/** One request at a time, a second and a half apart. */
export const OGE_PACE = { perSecond: 1, minGapMs: 1500, maxConcurrent: 1 } as const;

/** Versions of the index's address that readers use; the second stands in when the first is gone. */
export const INDEX_VERSIONS = ['v2', 'v3'] as const;
export type IndexVersion = (typeof INDEX_VERSIONS)[number];

/** Columns of the search page's table, in its order. */
const COLUMNS = ['docDate', 'title', 'type', 'name', 'agency', 'level'];

/** One page of the index, newest first. `name` searches the name column; '' lists everybody. */
export function indexAddress(
  version: IndexVersion,
  { name, start, length }: { name: string; start: number; length: number },
  origin = OGE,
): string {
  const query = new URLSearchParams({
    start: String(start),
    length: String(length),
    'order[0][column]': '0',
    'order[0][dir]': 'desc',
  });
  if (name !== '') {
    const place = COLUMNS.indexOf('name');
    query.set(`columns[${place}][data]`, 'name');
    query.set(`columns[${place}][search][value]`, name);
  }
  return `${origin}/201/Presiden.nsf/API.xsp/${version}/rest?${query}`;
}

/** The file of one document. Its name is part of the address, with whatever signs were typed into it. */
export function documentAddress(documentId: string, fileName: string, origin = OGE): string {
  return `${origin}/201/Presiden.nsf/PAS+Index/${documentId}/$FILE/${encodeURIComponent(fileName)}`;
}

export const isDocumentId = (text: string): boolean => /^[0-9A-F]{32}$/.test(text);

/**
 * True for a file name that says 278-T (`278T`, `278-T`, `278 T`): `278TERM` is a termination report, form 278e.
 */
export const saysTransactionReport = (fileName: string): boolean => /278[\s_-]?T(?!ERM)/i.test(fileName);
