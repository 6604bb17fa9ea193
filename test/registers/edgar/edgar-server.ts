/**
 * A local server that speaks EDGAR's protocol: feed, indexes, submissions and their lists, data sets, ticker table,
 * frames of share counts, fails-to-deliver files, refusals.
 */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { quarterName, quarterOf, type SecHosts } from '../../../src/registers/edgar/edgar.js';

export interface ServedFiling {
  accession: string;
  form: string;
  /** ISO 8601 UTC. */
  acceptedAt: string;
  /** YYYY-MM-DD; the New York day of acceptance when not given. */
  filedDate?: string;
  parties: Array<{ cik: string; name: string; role: 'Issuer' | 'Reporting' | 'Filer' }>;
  /** The submission text; a short one is made when not given, and `null` means that it is not served. */
  text?: string | null;
}

export interface ServedAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: Buffer | string;
}

export interface EdgarServer {
  hosts: SecHosts;
  /** Paths with their queries, in request order. */
  asked: string[];
  /** In any order; the server sorts. */
  filings: ServedFiling[];
  /** The feed holds what was accepted from this moment on (ISO 8601 UTC); everything when empty. */
  feedFrom: string;
  /** Days (YYYY-MM-DD) whose daily index exists. */
  indexDays: Set<string>;
  /** Last day (YYYY-MM-DD) in the quarterly indexes; null when there are none. */
  quarterlyUpTo: string | null;
  /** By quarter name, with the folder that holds it. */
  dataSets: Map<string, { folder: string; bytes: Buffer }>;
  /** Whether the page of the data sets links to them. */
  linksOnPage: boolean;
  tickerTable: { body: string; etag: string } | null;
  /** Bodies under /submissions/ of the data host, by file name. */
  submissionLists: Map<string, string>;
  /** By name (CY2026Q3I), those that exist; null serves a small one for any quarter. */
  frames: Map<string, string> | null;
  /** Fails-to-deliver files by name (cnsfails202609a), with the folder that holds each; the page links to all. */
  failsFiles: Map<string, { folder: string; bytes: Buffer }>;
  /** Called first for each request; a response from it replaces the usual one. */
  instead: (path: string, count: number) => ServedAnswer | undefined;
  hear: (request: IncomingMessage) => void;
  close(): Promise<void>;
}

export const S3_MISSING =
  '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Access Denied</Message><RequestId>0</RequestId></Error>';
export const RATE_PAGE =
  '<!DOCTYPE html><html><head><title>SEC.gov | Request Rate Threshold Exceeded</title></head><body>Slow down.</body></html>';
export const UNDECLARED_PAGE =
  '<!DOCTYPE html><html><body><h1>Your Request Originates from an Undeclared Automated Tool</h1></body></html>';
export const UNAVAILABLE_PAGE =
  '<!DOCTYPE html><html><head><title>SEC.gov | File Unavailable</title></head><body>Temporarily unavailable.</body></html>';

/** Starts the server on a free port of the loopback. */
export async function startEdgarServer(): Promise<EdgarServer> {
  const counts = new Map<string, number>();
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    edgar.asked.push(path);
    edgar.hear(request);
    const count = (counts.get(path) ?? 0) + 1;
    counts.set(path, count);
    send(request, response, edgar.instead(path, count) ?? answer(edgar, path, request));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const edgar: EdgarServer = {
    hosts: { www: base, data: base },
    asked: [],
    filings: [],
    feedFrom: '',
    indexDays: new Set(),
    quarterlyUpTo: null,
    dataSets: new Map(),
    linksOnPage: false,
    tickerTable: null,
    submissionLists: new Map(),
    frames: null,
    failsFiles: new Map(),
    instead: () => undefined,
    hear: () => undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return edgar;
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers = {}, body = '' }: ServedAnswer,
) {
  const bytes = Buffer.from(body);
  const gzip = /\bgzip\b/.test(String(request.headers['accept-encoding'])) && bytes.length > 0;
  response.writeHead(status, { ...headers, ...(gzip ? { 'content-encoding': 'gzip' } : {}) });
  response.end(gzip ? gzipSync(bytes) : bytes);
}

function answer(edgar: EdgarServer, path: string, request: IncomingMessage): ServedAnswer {
  if (!/@/.test(String(request.headers['user-agent']))) return { status: 403, body: UNDECLARED_PAGE };
  const url = new URL(path, edgar.hosts.www);
  const daily = /^\/Archives\/edgar\/daily-index\/\d{4}\/QTR[1-4]\/master\.(\d{4})(\d\d)(\d\d)\.idx$/.exec(
    path,
  );
  const quarterly = /^\/Archives\/edgar\/full-index\/(\d{4})\/QTR([1-4])\/master\.idx$/.exec(path);
  const text = /^\/Archives\/edgar\/data\/(\d+)\/(?:\d{18}\/)?(\d{10}-\d\d-\d{6})\.txt$/.exec(path);
  if (url.pathname === '/cgi-bin/browse-edgar') return feedPage(edgar, url);
  if (daily) {
    const day = `${daily[1]}-${daily[2]}-${daily[3]}`;
    if (!edgar.indexDays.has(day)) return { status: 403, body: S3_MISSING };
    return {
      status: 200,
      body: masterIndex(
        edgar.filings.filter((filing) => filedDate(filing) === day),
        '',
      ),
    };
  }
  if (quarterly) {
    const until = edgar.quarterlyUpTo;
    const name = `${quarterly[1]}q${quarterly[2]}`;
    const listed = edgar.filings.filter(
      (filing) =>
        quarterName(quarterOf(filedDate(filing))) === name && until !== null && filedDate(filing) <= until,
    );
    return listed.length === 0 ? { status: 404 } : { status: 200, body: masterIndex(listed, '-') };
  }
  if (text) {
    const filing = edgar.filings.find(({ accession }) => accession === text[2]);
    if (filing === undefined || filing.text === null) return { status: 403, body: S3_MISSING };
    return { status: 200, body: filing.text ?? submissionText(filing) };
  }
  if (path.endsWith('/insider-transactions-data-sets') && path.startsWith('/data-research/')) {
    const links = edgar.linksOnPage
      ? [...edgar.dataSets].map(([name, { folder }]) => `<a href="${dataSetPath(folder, name)}">${name}</a>`)
      : [];
    return { status: 200, body: `<html><body>${links.join('\n')}</body></html>` };
  }
  for (const [name, { folder, bytes }] of edgar.dataSets)
    if (path === dataSetPath(folder, name)) return { status: 200, body: bytes };
  if (path === '/files/company_tickers_exchange.json' && edgar.tickerTable !== null) {
    const { body, etag } = edgar.tickerTable;
    if (request.headers['if-none-match'] === etag) return { status: 304 };
    return { status: 200, body, headers: { etag } };
  }
  const list = edgar.submissionLists.get(path.replace(/^\/submissions\//, ''));
  if (path.startsWith('/submissions/') && list !== undefined) return { status: 200, body: list };
  const frame =
    /^\/api\/xbrl\/frames\/dei\/EntityCommonStockSharesOutstanding\/shares\/(CY\d{4}Q[1-4]I)\.json$/.exec(
      path,
    );
  if (frame) {
    const body = edgar.frames === null ? madeFrame(frame[1]!) : edgar.frames.get(frame[1]!);
    return body === undefined ? { status: 404, body: S3_MISSING } : { status: 200, body };
  }
  if (path === '/data-research/sec-markets-data/fails-deliver-data') {
    const links = [...edgar.failsFiles].map(
      ([name, { folder }]) => `<li><a href="${folder}/${name}.zip">${name}</a></li>`,
    );
    return { status: 200, body: `<html><body><ul>${links.join('\n')}</ul></body></html>` };
  }
  for (const [name, { folder, bytes }] of edgar.failsFiles)
    if (path === `${folder}/${name}.zip`) return { status: 200, body: bytes };
  return { status: 404, body: '<html><body>Not found</body></html>' };
}

/** A frame of share counts in the shape of data.sec.gov; the facts of one invented company when none are given. */
export function madeFrame(
  name: string,
  data: unknown[] = [
    {
      accn: '0009990001-26-000001',
      cik: 9_990_001,
      entityName: 'Sample',
      loc: 'US-DE',
      end: `${name.slice(2, 6)}-01-02`,
      val: 1000,
    },
  ],
  pts: number = data.length,
): string {
  return JSON.stringify({
    taxonomy: 'dei',
    tag: 'EntityCommonStockSharesOutstanding',
    ccp: name,
    uom: 'shares',
    label: 'Entity Common Stock, Shares Outstanding',
    description: 'Invented.',
    pts,
    data,
  });
}

function dataSetPath(folder: string, name: string): string {
  return `/files/${folder}/data/insider-transactions-data-sets/${name}_form345.zip`;
}

/**
 * The filter is a prefix, each filing is listed once for each party, and a request past the end returns 503.
 */
function feedPage(edgar: EdgarServer, url: URL): ServedAnswer {
  const start = Number(url.searchParams.get('start'));
  const count = Number(url.searchParams.get('count'));
  const type = url.searchParams.get('type') ?? '';
  const entries = edgar.filings
    .filter(({ form, acceptedAt }) => form.startsWith(type) && acceptedAt >= edgar.feedFrom)
    .sort((a, b) => (a.acceptedAt < b.acceptedAt ? 1 : a.acceptedAt > b.acceptedAt ? -1 : 0))
    .flatMap((filing) => filing.parties.map((party) => feedEntry(filing, party)));
  if (start > 0 && start >= entries.length) return { status: 503, body: UNAVAILABLE_PAGE };
  const page = entries.slice(start, start + count);
  const body = `<?xml version="1.0" encoding="ISO-8859-1" ?>\n<feed xmlns="http://www.w3.org/2005/Atom">\n<title>Latest Filings</title>\n${page.join('\n')}\n</feed>\n`;
  return {
    status: 200,
    body: Buffer.from(body, 'latin1'),
    headers: { 'content-type': 'application/atom+xml' },
  };
}

function feedEntry(filing: ServedFiling, { cik, name, role }: ServedFiling['parties'][number]): string {
  const { accession, form } = filing;
  const escaped = name.replaceAll('&', '&amp;').replaceAll("'", '&#39;');
  const href = `https://www.sec.gov/Archives/edgar/data/${Number(cik)}/${accession.replaceAll('-', '')}/${accession}-index.htm`;
  return `<entry>
<title>${form} - ${escaped} (${cik.padStart(10, '0')}) (${role})</title>
<link rel="alternate" type="text/html" href="${href}"/>
<summary type="html"> &lt;b&gt;Filed:&lt;/b&gt; ${filedDate(filing)} </summary>
<updated>${newYorkStamp(filing.acceptedAt)}</updated>
<category scheme="https://www.sec.gov/" label="form type" term="${form}"/>
<id>urn:tag:sec.gov,2008:accession-number=${accession}</id>
</entry>`;
}

function masterIndex(filings: ServedFiling[], dash: string): Buffer {
  const lines = filings.flatMap((filing) =>
    filing.parties.map(({ cik, name }) => {
      const date = filedDate(filing).replaceAll('-', dash);
      return `${Number(cik)}|${name}|${filing.form}|${date}|edgar/data/${Number(cik)}/${filing.accession}.txt`;
    }),
  );
  const heading = `Description:           Master Index of EDGAR Dissemination Feed\nComments:              webmaster@sec.gov\n \n \nCIK|Company Name|Form Type|Date Filed|File Name\n${'-'.repeat(80)}\n`;
  return Buffer.from(heading + lines.join('\n'), 'latin1');
}

function submissionText({ accession, form }: ServedFiling): string {
  return `<SEC-DOCUMENT>${accession}.txt\n<SEC-HEADER>${accession}.hdr.sgml\nCONFORMED SUBMISSION TYPE:\t${form}\n</SEC-HEADER>\n`;
}

export function filedDate(filing: ServedFiling): string {
  return filing.filedDate ?? newYorkStamp(filing.acceptedAt).slice(0, 10);
}

const OFFSET = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', timeZoneName: 'longOffset' });
const stamps = new Map<string, string>();

/** `2026-10-07T21:43:44-04:00`, as the feed writes a moment. */
function newYorkStamp(moment: string): string {
  const known = stamps.get(moment);
  if (known !== undefined) return known;
  const name = OFFSET.formatToParts(new Date(moment)).find(({ type }) => type === 'timeZoneName')?.value;
  const offset = name?.replace('GMT', '') ?? '';
  const sign = offset.startsWith('-') ? -1 : 1;
  const minutes = sign * (Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4, 6)));
  const stamp = new Date(Date.parse(moment) + minutes * 60_000).toISOString().slice(0, 19) + offset;
  stamps.set(moment, stamp);
  return stamp;
}

/** One filing of an invented issuer and person; `number` makes the accession number. */
export function madeFiling(number: number, acceptedAt: string, form = '4'): ServedFiling {
  const year = acceptedAt.slice(2, 4);
  return {
    accession: `0009990001-${year}-${String(number).padStart(6, '0')}`,
    form,
    acceptedAt,
    parties: [
      { cik: '9990001', name: "O'Sample & Sons Mining Corp", role: 'Issuer' },
      { cik: String(9_991_000 + (number % 50)), name: `Roe Person ${number % 50}`, role: 'Reporting' },
    ],
  };
}
