/** A local eFD: agreement, cookies, tokens, search with its 503 for a wrong form, pages, lost sessions, the wall. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type SenateReport, senatePage, senateSearchAnswer } from './senate-page.js';

export interface ServedAnswer {
  status: number;
  headers?: Record<string, string | string[]>;
  body?: string;
}

export interface SenateServer {
  base: string;
  /** `GET /search/home/` and the like, in request order. */
  asked: string[];
  /** Bodies of the searches. */
  searches: URLSearchParams[];
  reports: SenateReport[];
  /** Sessions that accepted the agreement; clear it to invalidate them all. */
  agreed: Set<string>;
  /** Called first for each request; a response from it replaces the usual one. */
  instead: (question: string, count: number) => ServedAnswer | undefined;
  /** Changes the answer of a search. */
  alterSearch: (body: string, form: URLSearchParams) => string;
  close(): Promise<void>;
}

const FORM_TOKEN = 'f'.repeat(64);
export const AGREEMENT_PAGE = `<!DOCTYPE html><html><head><title>eFD: Home</title></head><body>
<form action="" method="POST" id="agreement_form"><input type="checkbox" value="1" name="prohibition_agreement">
<input type="hidden" name="csrfmiddlewaretoken" value="${FORM_TOKEN}"></form></body></html>`;
export const SEARCH_FORM_PAGE = `<!DOCTYPE html><html><head><title>eFD: Find Reports</title></head><body>
<form id="searchForm"></form><table id="filedReports"><thead><tr><th>First Name</th></tr></thead></table></body></html>`;
export const WALL_PAGE =
  '<HTML><HEAD><TITLE>Access Denied</TITLE></HEAD><BODY>You don’t have permission.</BODY></HTML>';
const CSRF_PAGE =
  '<html><body><h1>Forbidden</h1><p>CSRF verification failed. Request aborted.</p></body></html>';

export async function startSenateServer(): Promise<SenateServer> {
  const counts = new Map<string, number>();
  let sessions = 0;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      const question = `${request.method} ${request.url}`;
      efd.asked.push(question);
      const count = (counts.get(question) ?? 0) + 1;
      counts.set(question, count);
      send(response, efd.instead(question, count) ?? answer(request, body));
    });
  });

  function answer(request: IncomingMessage, body: string): ServedAnswer {
    const cookies = new Map(
      (request.headers.cookie ?? '').split('; ').map((pair) => pair.split('=', 2) as [string, string]),
    );
    const session = cookies.get('sessionid') ?? '';
    const live = efd.agreed.has(session);
    const path = new URL(request.url ?? '/', efd.base).pathname;
    const referer = request.headers.referer ?? '';
    const form = new URLSearchParams(body);
    if (path === '/search/home/' && request.method === 'GET') {
      sessions += 1;
      return {
        status: 200,
        headers: {
          'set-cookie': [
            `csrftoken=${String(sessions).padStart(32, 'c')}; expires=Fri, 08 Oct 2049 00:00:00 GMT; Max-Age=31449600; Path=/; Secure`,
            `sessionid=new-${sessions}; HttpOnly; Path=/`,
          ],
        },
        body: AGREEMENT_PAGE,
      };
    }
    if (path === '/search/home/') {
      if (
        form.get('csrfmiddlewaretoken') !== FORM_TOKEN ||
        !cookies.has('csrftoken') ||
        !referer.endsWith('/search/home/')
      )
        return { status: 403, body: CSRF_PAGE };
      if (form.get('prohibition_agreement') !== '1') return { status: 200, body: AGREEMENT_PAGE };
      // The session cookie changes with the agreement: a client that follows the redirect without reading it
      // loses the session.
      const agreed = session.replace('new', 'agreed');
      efd.agreed.add(agreed);
      return {
        status: 302,
        headers: { location: '/search/', 'set-cookie': [`sessionid=${agreed}; HttpOnly; Path=/`] },
      };
    }
    if (path === '/search/report/data/') {
      if (request.headers['x-csrftoken'] !== cookies.get('csrftoken') || !referer.endsWith('/search/'))
        return { status: 403, body: CSRF_PAGE };
      return live ? search(form) : { status: 200, body: AGREEMENT_PAGE };
    }
    if (path === '/search/') return { status: 200, body: SEARCH_FORM_PAGE };
    const id = /^\/search\/view\/(?:ptr|paper)\/([^/]+)\/$/.exec(path)?.[1];
    if (id === undefined) return { status: 404, body: 'Not found' };
    if (!live) return { status: 200, body: SEARCH_FORM_PAGE };
    const report = efd.reports.find((one) => one.id === id);
    return report === undefined
      ? { status: 404, body: 'Not found' }
      : { status: 200, body: senatePage(report) };
  }

  /** Rejects every form that lacks a field, as eFD does. */
  function search(form: URLSearchParams): ServedAnswer {
    efd.searches.push(form);
    const fields =
      'draw start length report_types filer_types submitted_start_date submitted_end_date candidate_state senator_state office_id first_name last_name';
    const [from, to] = [form.get('submitted_start_date'), form.get('submitted_end_date')].map(isoDay);
    const length = Number(form.get('length'));
    const whole = fields.split(' ').every((field) => form.has(field));
    const isNumbered = ['draw', 'start', 'length'].every((field) => /^\d+$/.test(form.get(field) ?? ''));
    if (
      !whole ||
      !isNumbered ||
      !from ||
      !to ||
      length < 1 ||
      length > 100 ||
      form.get('report_types') !== '[11]'
    )
      return { status: 503, body: 'Service Unavailable' };
    const found = efd.reports
      .filter(({ filed }) => filed >= from && filed <= to)
      .sort((a, b) => (a.filed < b.filed ? -1 : a.filed > b.filed ? 1 : 0));
    const start = Number(form.get('start'));
    const body = senateSearchAnswer(found.slice(start, start + length), found.length);
    return { status: 200, body: efd.alterSearch(body, form) };
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const efd: SenateServer = {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    searches: [],
    reports: [],
    agreed: new Set(),
    instead: () => undefined,
    alterSearch: (body) => body,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return efd;
}

function send(response: ServerResponse, { status, headers = {}, body = '' }: ServedAnswer): void {
  response.writeHead(status, headers);
  response.end(body);
}

/** `06/16/2026 00:00:00` as 2026-06-16; '' for anything else. */
function isoDay(text: string | null): string {
  const found = /^(\d\d)\/(\d\d)\/(\d{4}) \d\d:\d\d:\d\d$/.exec(text ?? '');
  return found === null ? '' : `${found[3]}-${found[1]}-${found[2]}`;
}

/** A report of an invented senator with one row; `number` makes the id. */
export function madeReport(number: number, filed: string, more: Partial<SenateReport> = {}): SenateReport {
  return {
    id: `99900000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    kind: 'ptr',
    filer: 'The Honorable Mordecai Plumquist',
    own: 'Plumquist, Mordecai',
    first: 'Mordecai',
    last: 'Plumquist',
    titleDate: filed,
    filed,
    time: '10:19 AM',
    rows: [
      {
        date: filed,
        owner: 'Self',
        tickers: ['ZQRA'],
        names: ['Zquorra Robotics, Inc.'],
        assetType: 'Stock',
        type: 'Purchase',
        amount: '$1,001 - $15,000',
      },
    ],
    ...more,
  };
}
