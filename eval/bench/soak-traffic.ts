/** Mixed traffic as a public service receives it: REST, agents, pages, exports. Every answer is checked. */

import { Agent, request } from 'undici';
import { EU_COUNTRIES } from '../../tools/contract/markets/index.js';

export interface Traffic {
  answered: number;
  /** By kind: rest, mcp, pages, exports. */
  kinds: Record<string, number>;
  /** One line for each fault; at most the first hundred are kept. */
  faults: string[];
  faultCount: number;
  /** Resolves when all requests under way are answered. */
  stop(): Promise<void>;
}

interface KnownNames {
  insiders: string[];
  members: string[];
  trackers: string[];
  tickers: string[];
}

interface TrafficRequest {
  kind: string;
  path: string;
  /** The body of a POST. */
  body?: string;
  status: number[];
  headers?: Record<string, string>;
}

const PAGES = [
  '/',
  '/filings',
  '/clusters',
  '/streaks',
  '/congress',
  '/trackers',
  '/status',
  '/methodology',
  '/api-docs',
];

/** Starts `workers` callers, each of whom pauses for `pauseMs` between two requests. */
export async function startTraffic(
  base: string,
  workers: number,
  pauseMs: number,
  random: () => number,
): Promise<Traffic> {
  const agent = new Agent({ connections: workers, pipelining: 1 });
  const names = await namesOf(base, agent);
  const traffic: Traffic = {
    answered: 0,
    kinds: {},
    faults: [],
    faultCount: 0,
    async stop() {
      running = false;
      await Promise.all(callers);
      await agent.close();
    },
  };
  const fault = (line: string) => {
    traffic.faultCount += 1;
    if (traffic.faults.length < 100) traffic.faults.push(line);
  };
  /** Entity tags seen, so that some answers are requested again. */
  const tags = new Map<string, string>();
  let running = true;
  const callers = Array.from({ length: workers }, async () => {
    while (running) {
      const asked = question(names, random);
      const known = tags.get(asked.path);
      const again = asked.body === undefined && known !== undefined && random() < 0.3;
      // Some requests use a new connection.
      const own = random() < 0.05 ? new Agent() : null;
      try {
        const answer = await request(base + asked.path, {
          dispatcher: own ?? agent,
          method: asked.body === undefined ? 'GET' : 'POST',
          body: asked.body ?? null,
          headers: {
            ...(random() < 0.5 ? { 'accept-encoding': 'gzip, br' } : {}),
            ...(again ? { 'if-none-match': known } : {}),
            ...asked.headers,
          },
        });
        const bytes = Buffer.from(await answer.body.arrayBuffer());
        const { etag } = answer.headers;
        if (typeof etag === 'string') {
          if (tags.size > 2000) tags.clear();
          tags.set(asked.path, etag);
        }
        const wrong = wrongIn(
          asked,
          answer.statusCode,
          answer.headers['content-encoding'] === undefined ? bytes : null,
        );
        if (wrong !== null) fault(`${asked.path} ${asked.body ?? ''}: ${wrong}`);
      } catch (error) {
        fault(`${asked.path}: ${error instanceof Error ? error.message : String(error)}`);
      } finally {
        await own?.close();
      }
      traffic.answered += 1;
      traffic.kinds[asked.kind] = (traffic.kinds[asked.kind] ?? 0) + 1;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  });
  return traffic;
}

/** What is wrong with an answer, or null. `bytes` are null when they came compressed. */
function wrongIn(asked: TrafficRequest, status: number, bytes: Buffer | null): string | null {
  if (!asked.status.includes(status)) return `status ${status}`;
  if (bytes === null || status === 304) return null;
  const text = bytes.toString();
  if (asked.kind === 'pages')
    return text.endsWith('</html>\n') || text.endsWith('</html>') ? null : 'half a page';
  const body = JSON.parse(text) as Record<string, unknown>;
  if (asked.kind === 'rest' && (body.error === null) !== (status === 200))
    return `envelope of ${status}: ${text.slice(0, 200)}`;
  if (asked.kind === 'mcp' && body.result === undefined) return `no result: ${text.slice(0, 200)}`;
  if (asked.kind === 'exports' && body.as_of === undefined) return `no export: ${text.slice(0, 200)}`;
  return null;
}

function question(names: KnownNames, random: () => number): TrafficRequest {
  const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const whole = (most: number) => 1 + Math.floor(random() * most);
  const since = `2026-${one(['01', '05', '09', '11'])}-01`;
  const OK = [200, 304];
  const rest = (path: string, status = OK): TrafficRequest => ({ kind: 'rest', path, status });
  const page = (path: string): TrafficRequest => ({
    kind: 'pages',
    path,
    status: OK,
    headers: { accept: 'text/html' },
  });
  const message = (method: string, params: object): TrafficRequest => ({
    kind: 'mcp',
    path: '/v1/mcp',
    body: JSON.stringify({ jsonrpc: '2.0', id: whole(1_000_000), method, params }),
    status: [200],
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
  });
  const call = (name: string, given: object) => message('tools/call', { name, arguments: given });
  const insider = one(names.insiders);
  const member = one(names.members);
  const tracker = one(names.trackers);
  const ticker = one(names.tickers);
  return one<() => TrafficRequest>([
    () => rest(`/v1/filings?limit=${whole(500)}&since=${since}`),
    () =>
      rest(`/v1/filings?ticker=${ticker}&direction=${one(['P', 'S', 'all'])}&min_value=${whole(9) * 10_000}`),
    () => rest('/v1/filings'),
    () => rest(`/v1/insiders?q=${insider.slice(0, whole(6))}&limit=${whole(100)}`),
    () => rest(`/v1/insiders/${insider}`),
    () => rest(`/v1/insiders/nobody-${whole(1e6)}`, [404]),
    () => rest(`/v1/filings?limit=${500 + whole(1e6)}`, [400]),
    () => rest(one(['/v1/clusters', '/v1/streaks', '/v1/congress', '/v1/trackers', '/v1/catalog'])),
    () => rest(`/v1/congress/${member}?limit=${whole(500)}`),
    () => rest(`/v1/trackers/${tracker}?series=${one(['full', 'none'])}`),
    () => rest(`/v1/eu/${one(EU_COUNTRIES)}?limit=${whole(2500)}`),
    () => call('get_latest_filings', { limit: whole(500), since }),
    () => call('search_insiders', { q: insider.slice(0, whole(6)) }),
    () => call('get_insider', { id: insider }),
    () => call('get_congress_member', { member }),
    () => call('get_tracker', { slug: tracker, series: 'none' }),
    () => call('get_eu_filings', { country: one(EU_COUNTRIES), limit: whole(100) }),
    () => call(one(['get_catalog', 'get_clusters', 'get_streaks']), {}),
    () => message(one(['tools/list', 'ping', 'initialize']), {}),
    () => page(one(PAGES)),
    () =>
      page(one([`/insiders/${insider}`, `/congress/${member}`, `/trackers/${tracker}`, `/ticker/${ticker}`])),
    () => page(one([`/insiders?q=${insider.slice(0, 3)}`, `/eu/${one(EU_COUNTRIES)}`])),
    () => ({ kind: 'exports', path: `/data/insiders/${insider}.json`, status: OK }),
    () => ({ kind: 'exports', path: `/data/trackers/${tracker}.json`, status: OK }),
  ])();
}

/** The slugs and tickers that can be requested. */
async function namesOf(base: string, dispatcher: Agent): Promise<KnownNames> {
  const ask = async (path: string) =>
    (await (await request(base + path, { dispatcher })).body.json()) as { data: never };
  const { data } = (await ask('/v1/catalog')) as {
    data: { trackers: Slugged[]; congressMembers: Slugged[] };
  };
  const rows = (await ask('/v1/filings?limit=500&since=2026-01-01')).data as Array<{ issuerTicker: string }>;
  const hits = (await Promise.all([...'aeio'].map((q) => ask(`/v1/insiders?q=${q}&limit=100`)))).flatMap(
    (answer) => answer.data as Slugged[],
  );
  return {
    trackers: data.trackers.map(({ slug }) => slug),
    members: data.congressMembers.map(({ slug }) => slug),
    insiders: [...new Set(hits.map(({ slug }) => slug))],
    tickers: [...new Set(rows.map(({ issuerTicker }) => issuerTicker))].filter((ticker) =>
      /^[A-Z]{1,5}$/.test(ticker),
    ),
  };
}

interface Slugged {
  slug: string;
}
