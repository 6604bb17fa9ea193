/**
 * The filings feed of the full-size store served by this project and by other servers, side by side in one run:
 * answers per second.
 */

import { type ChildProcess, fork } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type LoadOptions, load } from '../load.js';
import { serveStore } from './served-process.js';

const CONNECTIONS = 16;
const ROUNDS = 5;
const SECONDS = 1;

const OTHERS = {
  express: 'Express 5, `res.json`, over better-sqlite3',
  fastify: 'Fastify 5 over better-sqlite3',
  sdk: 'MCP SDK 1.32, its documented stateless server',
} as const;
type PeerKind = keyof typeof OTHERS;

/** One kind of request: answers per second of each server, and the ratio to ours, as medians of the rounds. */
export interface PeerCase {
  what: string;
  ours: number;
  others: Array<{ name: string; perSecond: number; share: number }>;
}

type RequestTemplate = Omit<LoadOptions, 'port' | 'seconds' | 'connections' | 'status'>;

export async function comparePeers(folder: string, print: (line: string) => void): Promise<PeerCase[]> {
  const ours = await serveStore(folder);
  const children: ChildProcess[] = [];
  try {
    const ports = {} as Record<PeerKind, number>;
    for (const kind of Object.keys(OTHERS) as PeerKind[]) {
      const child = fork(fileURLToPath(new URL('./peer-child.js', import.meta.url)), [kind, folder]);
      children.push(child);
      ports[kind] = await new Promise<number>((resolve, reject) => {
        child.once('message', (address) => resolve((address as AddressInfo).port));
        child.once('exit', (code) => reject(new Error(`${kind} ended with ${code}`)));
      });
    }
    const cases: PeerCase[] = [];
    for (const { what, asking, against } of questions()) {
      const rate = async (port: number) =>
        load({ ...asking(), port, seconds: SECONDS, connections: CONNECTIONS, status: 200 });
      const own: number[] = [];
      const theirs = new Map<PeerKind, number[]>(against.map((kind) => [kind, []]));
      for (const port of [ours.port, ...against.map((kind) => ports[kind])]) await rate(port);
      for (let round = 0; round < ROUNDS; round += 1) {
        own.push(await rate(ours.port));
        for (const kind of against) theirs.get(kind)?.push(await rate(ports[kind]));
      }
      const others = against.map((kind) => {
        const rates = theirs.get(kind) ?? [];
        // Round by round, because the machine may do other work meanwhile.
        const share = median(rates.map((one, round) => one / (own[round] as number)));
        return { name: OTHERS[kind], perSecond: median(rates), share };
      });
      cases.push({ what, ours: median(own), others });
      print(
        `${what}: ours ${median(own).toFixed(0)}/s; ${others.map((one) => `${one.name} ${one.perSecond.toFixed(0)}/s (${one.share.toFixed(3)})`).join('; ')}`,
      );
    }
    return cases;
  } finally {
    for (const child of children) child.kill();
    await ours.stop();
  }
}

function questions(): Array<{ what: string; asking: () => RequestTemplate; against: PeerKind[] }> {
  const get = (path: string, pathOf?: (n: number) => string): RequestTemplate => ({
    method: 'GET',
    path,
    pathOf,
    headers: {},
  });
  // Every round sends new requests.
  let series = 0;
  const post = (name: string, given: object): RequestTemplate => ({
    method: 'POST',
    path: '/v1/mcp',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }),
  });
  return [
    {
      what: 'REST, 10 rows, repeated',
      asking: () => get('/v1/filings?limit=10'),
      against: ['express', 'fastify'],
    },
    {
      what: 'REST, 100 rows, repeated',
      asking: () => get('/v1/filings'),
      against: ['express', 'fastify'],
    },
    {
      what: 'REST, 10 rows, every query different',
      asking: () => {
        series += 1;
        const start = series * 100_000;
        return get('', (n) => `/v1/filings?limit=10&min_value=${(start + n) / 1000}`);
      },
      against: ['express', 'fastify'],
    },
    {
      what: 'MCP tools/call, 10 rows',
      asking: () => post('get_latest_filings', { limit: 10 }),
      against: ['sdk'],
    },
    { what: 'MCP tools/call, 100 rows', asking: () => post('get_latest_filings', {}), against: ['sdk'] },
  ];
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
