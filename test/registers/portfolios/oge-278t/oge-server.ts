/** A local server that speaks OGE's protocol: the index with its column search and pages, the files, refusals. */

import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { printIntegrityReport } from '../../../../data/sample/make/integrity-report.js';

export interface ServedDocument {
  /** 32 hex digits; '' for a document that is released only on request. */
  id: string;
  name: string;
  /** YYYY-MM-DD. */
  posted: string;
  label: string;
  fileName: string;
  /** Null for a file that is not served. */
  bytes?: Buffer | null;
}

export interface OgeServer {
  origin: string;
  /** Method and path with its query, decoded, in request order. */
  asked: string[];
  documents: ServedDocument[];
  /** A way to ignore the search, as the global one is ignored. */
  isSearchHeeded: boolean;
  /** The names to which the search is applied; all of them by default. */
  searched: (name: string) => boolean;
  /** Whether `v2` is gone; `v3` remains. */
  versions: Set<string>;
  /** Time of day after `docDate`; it changes between calls. */
  timeOfDay: string;
  instead: (path: string, request: IncomingMessage) => { status: number; body: string } | undefined;
  close(): Promise<void>;
}

export async function startOgeServer(): Promise<OgeServer> {
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    oge.asked.push(decodeURIComponent(path.replaceAll('+', ' ')));
    const { status, body, type } = answer(oge, path, request);
    response.writeHead(status, { 'content-type': type ?? 'text/html' });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const oge: OgeServer = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    documents: [],
    isSearchHeeded: true,
    searched: () => true,
    versions: new Set(['v2', 'v3']),
    timeOfDay: '00:00:00',
    instead: () => undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return oge;
}

interface Served {
  status: number;
  body: string | Buffer;
  type?: string;
}

function answer(oge: OgeServer, path: string, request: IncomingMessage): Served {
  const instead = oge.instead(path, request);
  if (instead !== undefined) return instead;
  // A client that does not look like a browser coming from the search page gets a bare 400.
  const agent = String(request.headers['user-agent']);
  if (!/^Mozilla\/5\.0 /.test(agent) || !String(request.headers.referer).startsWith('https://www.oge.gov/'))
    return { status: 400, body: '' };
  const url = new URL(path, oge.origin);
  const version = /^\/201\/Presiden\.nsf\/API\.xsp\/(v\d)\/rest$/.exec(url.pathname)?.[1];
  if (version !== undefined && oge.versions.has(version))
    return { status: 200, body: JSON.stringify(indexPage(oge, url)), type: 'application/json' };
  const file = /^\/201\/Presiden\.nsf\/PAS\+Index\/([0-9A-F]{32})\/(?:\$|%24)FILE\/(.+)$/.exec(url.pathname);
  const document = oge.documents.find(({ id }) => id !== '' && id === file?.[1]);
  if (document?.bytes && decodeURIComponent(file![2]!) === document.fileName)
    return { status: 200, body: document.bytes, type: 'application/pdf' };
  return { status: 404, body: '<html><body>HTTP 404: entry not found in index</body></html>' };
}

function indexPage(oge: OgeServer, url: URL) {
  const { searchParams: query } = url;
  const isNameSearch =
    query.get('columns[3][data]') === 'name' && query.get('columns[3][searchable]') === 'true';
  const name = isNameSearch ? (query.get('columns[3][search][value]') ?? '') : '';
  const found = oge.documents.filter(
    (one) => !oge.isSearchHeeded || name === '' || (oge.searched(one.name) && one.name.includes(name)),
  );
  if (query.get('order[0][column]') === '0' && query.get('order[0][dir]') === 'desc')
    found.sort((one, other) => other.posted.localeCompare(one.posted));
  const start = Number(query.get('start'));
  const page = found.slice(start, start + Number(query.get('length')));
  return {
    draw: 1,
    recordsTotal: 16_858,
    recordsFiltered: found.length,
    data: page.map((one) => ({
      docDate: `${one.posted}T${oge.timeOfDay}`,
      title: 'Administrator',
      type:
        one.id === ''
          ? `<a href='https://extapps2.oge.gov/201/Presiden.nsf/201%20Request?OpenForm&Filer=Roe'>${one.label} (Request this Document)</a>`
          : `<a href='https://extapps2.oge.gov/201/Presiden.nsf/PAS+Index/${one.id}/$FILE/${one.fileName}'>${one.label}</a>`,
      name: one.name,
      agency: 'Bureau of Samples',
      level: 'Level II',
      amended: '',
    })),
  };
}

/** A report of one purchase, as a PDF. */
export function inventedReport(name: string): Buffer {
  return printIntegrityReport({
    name,
    position: 'Administrator, Bureau of Samples',
    signed: '05/01/2026',
    rows: [
      {
        description: 'Invented Goods, Inc. (IGDS)',
        type: 'Purchase',
        date: '04/02/2026',
        notified: 'No',
        amount: '$1,001 - $15,000',
      },
    ],
  });
}
