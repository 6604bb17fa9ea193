/**
 * The servers of `npm run bench http`, each a separate process: this service, a bare node:http server, and the same
 * feed by other means as their own documentation shows them.
 */

import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import express from 'express';
import fastify from 'fastify';
import { z } from 'zod';
import { daysBefore } from '../../src/dates.js';
import { RequestPipeline } from '../../src/pipeline/pipeline.js';
import { endpointsOf } from '../../src/transports/http/rest.js';
import { createServer } from '../../src/transports/http/server.js';
import { McpHandler } from '../../src/transports/mcp/mcp-handler.js';
import { inventedReads, NOW, READ_AT } from '../../test/invented-reads.js';
import { DEFAULT_SINCE_DAYS } from '../../tools/contract/rules.js';
import { tools } from '../../tools/index.js';
import { openTable, tableReads } from './http-table.js';
import { largeFund } from './large-fund.js';

/** An answer that the bare server sends and does nothing else. */
export interface RecordedAnswer {
  status: number;
  /** Names and values, flat. */
  headers: string[];
  /** Base64. */
  body: string;
}

const BASE_URL = 'http://127.0.0.1:8787';

/** This service; over the table when there is one, else over rows in memory. */
async function serveOurs(file: string): Promise<number> {
  const log = { error: console.error, warn: console.error, info: () => {} };
  const large = largeFund();
  const invented = inventedReads();
  const reads =
    file === ''
      ? {
          ...invented,
          tracker: async (slug: string) => (slug === 'large' ? large : invented.tracker(slug)),
        }
      : tableReads(file);
  const pipeline = new RequestPipeline({
    tools,
    readsOf: () => reads,
    dataVersion: () => ({ generation: 1, id: 'one', at: READ_AT, nextRefreshAt: null, now: NOW }),
    baseUrl: BASE_URL,
    sourcePrefix: '',
    // High, so that every request is counted and none refused.
    rateLimits: { keyless: 1e9, withKey: 1e9 },
    endpoints: endpointsOf(tools),
    cacheBytes: 16 * 1024 * 1024,
    log,
  });
  const mcp = new McpHandler({ pipeline, log });
  return createServer({ pipeline, mcp, reads, baseUrl: BASE_URL, trustProxy: [], log }).listen(
    0,
    '127.0.0.1',
  );
}

/** A server that sends one recorded answer to everything; a new one takes the place of the last. */
async function serveBare(): Promise<number> {
  let status = 200;
  let headers: string[] = [];
  let body = Buffer.alloc(0);
  process.on('message', (message: RecordedAnswer | string) => {
    if (typeof message === 'string') return;
    ({ status, headers } = message);
    body = Buffer.from(message.body, 'base64');
    process.send?.('recorded');
  });
  const server = createHttpServer((request, response) => {
    const answer = () => {
      response.writeHead(status, headers);
      response.end(body);
    };
    // Even a bare server has to read the message before it can answer.
    if (request.method === 'POST') request.resume().on('end', answer);
    else answer();
  });
  return new Promise((resolve) => {
    // Node gives an address object for a TCP server.
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

/** The envelope of one question to the table, with numbers as a query string or an agent gives them. */
function answerFrom(file: string): (given: Record<string, unknown>) => object {
  const table = openTable(file);
  return ({ limit = 100, min_value = 0 }) => {
    const question = {
      since: daysBefore(NOW, DEFAULT_SINCE_DAYS),
      until: NOW.toISOString(),
      minValue: Number(min_value),
      limit: Number(limit),
    };
    const texts = table.rows(question);
    const meta = { count: texts.length, total: table.total(question), fetchedAt: READ_AT };
    return { meta, data: JSON.parse(`[${texts.join(',')}]`), error: null };
  };
}

async function serveFastify(file: string): Promise<number> {
  const answer = answerFrom(file);
  const app = fastify();
  app.get('/v1/filings', async (request) => answer(request.query as Record<string, unknown>));
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

async function serveExpress(file: string): Promise<number> {
  const answer = answerFrom(file);
  const app = express();
  app.get('/v1/filings', (request, response) => {
    response.json(answer(request.query));
  });
  return listening(app);
}

/** The stateless server of the SDK as its documentation shows it: nothing is shared between two requests. */
async function serveSdk(file: string): Promise<number> {
  const answer = answerFrom(file);
  const app = express();
  app.use(express.json());
  app.post('/v1/mcp', async (request, response) => {
    const server = new McpServer({ name: 'peer', version: '1.0.0' });
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: undefined,
      enableJsonResponse: true,
    });
    server.registerTool(
      'get_latest_filings',
      {
        description: 'Open-market Form 4 rows',
        inputSchema: { limit: z.number().optional(), min_value: z.number().optional() },
      },
      async (given) => ({ content: [{ type: 'text', text: JSON.stringify(answer(given)) }] }),
    );
    response.on('close', () => {
      transport.close();
      server.close();
    });
    await server.connect(transport);
    await transport.handleRequest(request, response, request.body);
  });
  return listening(app);
}

function listening(app: express.Express): Promise<number> {
  return new Promise((resolve) => {
    const server = app.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

const SERVERS = {
  ours: serveOurs,
  bare: serveBare,
  express: serveExpress,
  fastify: serveFastify,
  sdk: serveSdk,
} satisfies Record<string, (file: string) => Promise<number>>;
export type ServerKind = keyof typeof SERVERS;

const [, , kind, file = ''] = process.argv;
const serve = SERVERS[kind as ServerKind];
if (process.send !== undefined && serve !== undefined) {
  const port = await serve(file);
  process.on('message', (message) => {
    const { user, system } = process.cpuUsage();
    if (message === 'processor time') process.send?.(user + system);
  });
  process.send(port);
}
