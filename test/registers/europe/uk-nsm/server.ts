/** A National Storage Mechanism on this machine: the search and the artefacts, with the ways in which they fail. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Http } from '../../../../src/registers/register.js';

export interface Mood {
  /** The search pretends to find nothing, instantly. */
  softBlock?: boolean;
  /** The index has another name. */
  renamedTo?: string;
  /** Every request is refused with this body. */
  refusal?: { status: number; body: string };
  /** The type filter stops filtering. */
  unfiltered?: boolean;
  /** Paging stops short of the total. */
  shortPages?: boolean;
  /** Every page is the first, of a great many hits. */
  samePage?: boolean;
}

export interface Hit {
  disclosure_id: string;
  submitted_date: string;
  [field: string]: unknown;
}

export interface NsmServer {
  url: string;
  hits: Hit[];
  artefacts: Map<string, { body: string; type?: string; status?: number }>;
  mood: Mood;
  /** Bodies of the searches, in order. */
  searches: Array<{
    body: Record<string, unknown>;
    headers: Record<string, string | string[] | undefined>;
    index: string | null;
  }>;
  /** How many requests were being answered at once, at most. */
  busiest: number;
  http: Http;
  close(): Promise<void>;
}

export function hit(id: string, submitted: string, more: Record<string, unknown> = {}): Hit {
  return {
    disclosure_id: id,
    seq_id: id,
    hist_seq: '1',
    latest_flag: 'Y',
    lei: '213800QUILLFORD00001',
    company: 'QUILLFORD MILLS PLC',
    headline: 'Director/PDMR Shareholding',
    type: 'Director/PDMR Shareholding',
    type_code: 'DSH',
    source: 'RNS',
    document_format: 'Plain text',
    download_link: `NSM/RNS/${id}.html`,
    submitted_date: submitted,
    publication_date: submitted,
    ...more,
  };
}

export async function startNsm(): Promise<NsmServer> {
  let open = 0;
  const server = createServer((request, response) => {
    open += 1;
    nsm.busiest = Math.max(nsm.busiest, open);
    void answer(request, response).finally(() => {
      open -= 1;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const nsm: NsmServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hits: [],
    artefacts: new Map(),
    mood: {},
    searches: [],
    busiest: 0,
    http: { request },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return nsm;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url ?? '/', nsm.url);
    const send = (status: number, body: string, type = 'application/json'): void => {
      response.writeHead(status, { 'content-type': type }).end(body);
    };
    if (nsm.mood.refusal) return send(nsm.mood.refusal.status, nsm.mood.refusal.body, 'text/plain');
    if (url.pathname.startsWith('/artefacts/')) {
      const artefact = nsm.artefacts.get(url.pathname.slice('/artefacts/'.length));
      if (artefact === undefined)
        return send(404, '<Error><Code>NoSuchKey</Code></Error>', 'application/xml');
      return send(artefact.status ?? 200, artefact.body, artefact.type ?? 'text/html; charset=utf-8');
    }
    if (request.method !== 'POST') return send(403, '{"message":"Missing Authentication Token"}');
    const index = url.searchParams.get('index');
    if (index !== (nsm.mood.renamedTo ?? 'nsm-search')) return send(400, '{"message":"Invalid index"}');
    const body = JSON.parse(Buffer.concat(chunks).toString()) as SearchBody;
    nsm.searches.push({ body: body as unknown as Record<string, unknown>, headers: request.headers, index });
    const { from, to } = body.criteriaObj.dateCriteria[0]!.value;
    if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(from) || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(to))
      return send(404, '{"message":"Unable to search the data"}');
    if (nsm.mood.softBlock)
      return send(200, '{"took":2,"hits":{"total":{"value":0,"relation":"eq"},"hits":[]}}');
    const types = body.criteriaObj.criteria.find((c) => c.name === 'type_code')?.value ?? [];
    const found = nsm.hits
      .filter((h) => h.submitted_date >= from && h.submitted_date <= to.replace('Z', '.999Z'))
      .filter((h) => nsm.mood.unfiltered || types.includes(String(h.type_code)))
      .sort((a, b) => b.submitted_date.localeCompare(a.submitted_date));
    const page = found.slice(nsm.mood.samePage ? 0 : body.from).slice(0, body.size);
    const some = nsm.mood.shortPages && body.from > 0 ? [] : page;
    send(
      200,
      JSON.stringify({
        took: 41,
        timed_out: false,
        hits: {
          total: { value: nsm.mood.samePage ? 1e308 : found.length, relation: 'eq' },
          max_score: null,
          hits: some.map((h) => ({ _index: index, _id: h.disclosure_id, _source: h })),
        },
      }),
    );
  }
}

interface SearchBody {
  from: number;
  size: number;
  criteriaObj: {
    criteria: Array<{ name: string; value: string[] | string }>;
    dateCriteria: Array<{ name: string; value: { from: string; to: string } }>;
  };
}

async function request(url: string, request: Parameters<Http['request']>[1] = {}) {
  const answer = await fetch(url, { method: request.method, headers: request.headers, body: request.body });
  return {
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    bytes: Buffer.from(await answer.arrayBuffer()),
    url: answer.url,
  };
}
