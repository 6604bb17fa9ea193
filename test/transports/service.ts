/** Starts the whole service on a free port over invented rows, and sends it plain HTTP requests. */

import { request, type Server } from 'node:http';
import type { DataVersion } from '../../src/pipeline/data-version.js';
import { type PipelineOptions, RequestPipeline } from '../../src/pipeline/pipeline.js';
import type { SigningKey } from '../../src/proof/signing-keys.js';
import { Receipts } from '../../src/transports/http/receipts.js';
import { endpointsOf } from '../../src/transports/http/rest.js';
import { createServer, type ServerOptions } from '../../src/transports/http/server.js';
import { type SiteOptions, sitePaths, siteRoutes } from '../../src/transports/http/site.js';
import { McpHandler } from '../../src/transports/mcp/mcp-handler.js';
import type { Reads } from '../../tools/contract/reads.js';
import { tools } from '../../tools/index.js';
import { type InventedReads, inventedReads, NOW, READ_AT } from '../invented-reads.js';

export const BASE_URL = 'https://disclosed.example';
/** From when on the invented service keeps what it knew. */
export const KEPT_SINCE = '2026-11-10T00:00:00.000Z';

export interface Answered {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
  text: string;
}

export interface Asking {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

export interface Service {
  port: number;
  server: Server;
  pipeline: RequestPipeline;
  mcp: McpHandler;
  reads: InventedReads;
  /** The state of the data, to be changed by a test. */
  fresh: DataVersion;
  logged: Array<{ details: object; message: string }>;
  ask(path: string, how?: Asking): Promise<Answered>;
  /** One JSON-RPC message to /v1/mcp, as text or as an object. */
  rpc(message: unknown, headers?: Record<string, string>): Promise<Answered>;
  close(): Promise<void>;
}

export async function startService(
  more: Partial<Omit<PipelineOptions, 'readsOf'>> &
    Pick<
      Partial<ServerOptions>,
      'site' | 'methodsOf' | 'trustProxy' | 'stalledMilliseconds' | 'timeouts' | 'damage' | 'unreadable'
    > & {
      /** Signs receipts. */
      signingKey?: SigningKey;
      pages?: Partial<SiteOptions>;
      /** Where every version of the data is read from. */
      reads?: Reads;
      debug?: boolean;
    } = {},
): Promise<Service> {
  const logged: Service['logged'] = [];
  const write = (details: object, message: string) => void logged.push({ details, message });
  const log = { error: write, warn: write, info: () => {} };
  const reads = inventedReads();
  const fresh: DataVersion = {
    generation: 1,
    get id() {
      return generationId(this.generation);
    },
    at: READ_AT,
    nextRefreshAt: '2026-11-20T13:00:00.000Z',
    now: NOW,
  };
  const dataVersion = () => ({ ...fresh });
  const pipeline = new RequestPipeline({
    tools,
    readsOf: () => more.reads ?? reads,
    dataVersion,
    // The invented rows were the same on the days before.
    replay: async (now) =>
      now.toISOString() < KEPT_SINCE
        ? { keptSince: KEPT_SINCE }
        : {
            version: { ...fresh, nextRefreshAt: null, generation: 1, id: 'an earlier generation', now },
            reads: more.reads ?? reads,
            servedFrom: KEPT_SINCE,
          },
    baseUrl: BASE_URL,
    sourcePrefix: '',
    rateLimits: { keyless: null, withKey: null },
    endpoints: endpointsOf(tools),
    cacheBytes: 8 * 1024 * 1024,
    log,
    ...more,
  });
  const mcp = new McpHandler({ pipeline, log });
  const http = createServer({
    pipeline,
    mcp,
    reads: more.reads ?? reads,
    baseUrl: more.baseUrl ?? BASE_URL,
    trustProxy: more.trustProxy ?? [],
    log,
    siteRoutes: sitePaths(tools),
    seen: more.debug === true ? (request) => write(request, 'answered') : undefined,
    site:
      more.pages === undefined
        ? more.site
        : siteRoutes({
            pipeline,
            reads: more.reads ?? reads,
            dataVersion,
            baseUrl: more.baseUrl ?? BASE_URL,
            sample: false,
            trustProxy: more.trustProxy ?? [],
            guarded: false,
            rateLimits: { keyless: null, withKey: null },
            log,
            ...more.pages,
          }),
    stalledMilliseconds: more.stalledMilliseconds,
    timeouts: more.timeouts,
    damage: more.damage,
    unreadable: more.unreadable,
    methodsOf: more.methodsOf,
    receipts:
      more.signingKey === undefined
        ? undefined
        : new Receipts({
            key: more.signingKey,
            reads: more.reads ?? reads,
            dataVersion,
            baseUrl: more.baseUrl ?? BASE_URL,
          }),
  });
  const port = await http.listen(0, '127.0.0.1');
  const ask = (path: string, how: Asking = {}) => askPort(port, path, how);
  return {
    port,
    server: http.server,
    pipeline,
    mcp,
    reads,
    fresh,
    logged,
    ask,
    rpc: (message, headers = {}) =>
      ask('/v1/mcp', {
        method: 'POST',
        headers,
        body: typeof message === 'string' ? message : JSON.stringify(message),
      }),
    close: () => http.close(),
  };
}

/** Another state of the data than `fresh`. */
export function atGeneration(fresh: DataVersion, generation: number): DataVersion {
  return { ...fresh, generation, id: generationId(generation) };
}

const generationId = (generation: number) => `generation ${generation}`;

export function askPort(port: number, path: string, how: Asking): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const { method = 'GET', headers = {}, body } = how;
    const length =
      body === undefined || 'transfer-encoding' in headers
        ? {}
        : { 'content-length': String(Buffer.byteLength(body)) };
    const call = request(
      { port, host: '127.0.0.1', path, method, headers: { ...length, ...headers }, agent: false },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () => {
          const bytes = Buffer.concat(chunks);
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes, text: bytes.toString() });
        });
      },
    );
    call.on('error', reject);
    call.end(body);
  });
}

/** A tools/call message. */
export function toolCall(name: string, given: object = {}, id: unknown = 1): object {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: given } };
}

/** The text block of a tool result. */
export function textOf(answered: { text: string }): string {
  return JSON.parse(answered.text).result.content[0].text;
}
