/**
 * The cost of the transports, relative to a bare node:http server that sends the same bytes. Both run in one child process,
 * on a separate core if there is one, and get load in turn; the rate limiter counts every request.
 */

import { fork } from 'node:child_process';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import { request } from 'undici';
import { createPipeline } from '../../src/pipeline/pipeline.js';
import { endpointsOf } from '../../src/transports/http/rest.js';
import { createServer } from '../../src/transports/http/server.js';
import { createMcpHandler } from '../../src/transports/mcp/mcp-handler.js';
import { tools } from '../../tools/index.js';
import { largeFund } from './large-fund.js';
import { load } from './load.js';
import { inventedFilings, memoryReads, NOW, READ_AT } from './memory-reads.js';

interface Case {
  name: string;
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
}

interface Prepared extends Case {
  bytes: number;
  status: number;
  port: number;
  rawPort: number;
}

const CONNECTIONS = 32;
const ROUNDS = 7;
const SECONDS = 1;
const SMALL = '?limit=1';
const BIG = '?limit=34&since=2026-01-01';

/** Measures and prints one line for each way of answering. */
export async function run(print: (line: string) => void): Promise<void> {
  const child = fork(import.meta.filename, ['serve'], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  try {
    const cases = await new Promise<Prepared[]>((resolve, reject) => {
      child.once('message', (message) => resolve(message as Prepared[]));
      child.once('exit', (code) => reject(new Error(`the server under load ended with ${code}`)));
    });
    print(
      `HTTP, ${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s, median; 1.00 is bare node:http`,
    );
    for (const one of cases) {
      const measure = (port: number, seconds: number) =>
        load({ ...one, port, seconds, connections: CONNECTIONS });
      await measure(one.rawPort, 1);
      await measure(one.port, 1);
      const raw: number[] = [];
      const ours: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        raw.push(await measure(one.rawPort, SECONDS));
        ours.push(await measure(one.port, SECONDS));
      }
      // Round by round, because the machine may do other work meanwhile.
      const ratio = median(ours.map((rate, round) => rate / (raw[round] as number))).toFixed(2);
      print(
        `${one.name.padEnd(28)} ${String(one.bytes).padStart(7)} B  ${Math.round(median(ours))}/s of ${Math.round(median(raw))}/s  ${ratio}`,
      );
    }
  } finally {
    child.kill();
  }
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;
}

/** The child: the service, and for each case a bare server that sends the same bytes as the service. */
async function serve(): Promise<void> {
  const log = { error: console.error, warn: console.error, info: () => {} };
  const large = largeFund();
  const invented = memoryReads(inventedFilings(40));
  const reads = {
    ...invented,
    tracker: async (slug: string) => (slug === 'large' ? large : invented.tracker(slug)),
  };
  const pipeline = createPipeline({
    tools,
    readsOf: () => reads,
    dataVersion: () => ({ generation: 1, id: 'one', at: READ_AT, nextRefreshAt: null, now: NOW }),
    baseUrl: 'http://127.0.0.1:8787',
    sourcePrefix: '',
    rateLimits: { keyless: 1e9, withKey: 1e9 },
    endpoints: endpointsOf(tools),
    cacheBytes: 64 * 1024 * 1024,
    log,
  });
  const mcp = createMcpHandler({ pipeline, log });
  const options = { pipeline, mcp, reads, baseUrl: 'http://127.0.0.1:8787', trustProxy: [], log };
  const port = await createServer(options).listen(0, '127.0.0.1');
  const prepared: Prepared[] = [];
  for (const one of await cases(port)) {
    const url = `http://127.0.0.1:${port}${one.path}`;
    const { method, headers, body } = one;
    await (await request(url, { method, headers, body })).body.dump();
    const answer = await request(url, { method, headers, body });
    const status = answer.statusCode;
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    const flat = Object.entries(answer.headers)
      .filter(([name]) => !['connection', 'date', 'keep-alive'].includes(name))
      .flatMap(([name, value]) => [name, String(value)]);
    const raw = createHttpServer((message, response) => {
      const answerIt = () => {
        response.writeHead(status, flat);
        response.end(bytes);
      };
      // Even a bare server has to read the message before it can answer.
      if (method === 'POST') message.resume().on('end', answerIt);
      else answerIt();
    });
    await new Promise<void>((resolve) => raw.listen(0, '127.0.0.1', resolve));
    const rawPort = (raw.address() as AddressInfo).port;
    prepared.push({ ...one, port, rawPort, status, bytes: bytes.length });
  }
  process.send?.(prepared);
}

async function cases(port: number): Promise<Case[]> {
  const tagged = async (path: string) => {
    const answer = await request(`http://127.0.0.1:${port}${path}`);
    await answer.body.dump();
    return { 'if-none-match': String(answer.headers.etag) };
  };
  const plain = { 'accept-encoding': 'identity' };
  const get = (name: string, path: string, headers: Record<string, string>): Case => ({
    name,
    method: 'GET',
    path,
    headers,
  });
  const post = (name: string, given: object): Case => ({
    name,
    method: 'POST',
    path: '/v1/mcp',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'get_latest_filings', arguments: given },
    }),
  });
  const small = `/v1/filings${SMALL}`;
  const big = `/v1/filings${BIG}`;
  return [
    get('REST small', small, plain),
    get('REST big', big, plain),
    get('REST small, not modified', small, await tagged(small)),
    get('REST big, not modified', big, await tagged(big)),
    get('REST big, gzip', big, { 'accept-encoding': 'gzip, deflate' }),
    get('REST fund, 5,000 holdings', '/v1/trackers/large', plain),
    get('REST fund, gzip', '/v1/trackers/large', { 'accept-encoding': 'gzip, deflate' }),
    get('REST fund, not modified', '/v1/trackers/large', await tagged('/v1/trackers/large')),
    post('MCP small', { limit: 1 }),
    post('MCP big', { limit: 34, since: '2026-01-01' }),
  ];
}

if (process.argv[2] === 'serve' && import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await serve();
