/**
 * The same feed from the same store by other means, each as its own documentation shows it: `express`, `fastify`, or
 * `sdk` (the stateless server of the MCP SDK). Query and envelope are ours, so what differs is how they are served.
 */

import { join } from 'node:path';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import express from 'express';
import fastify from 'fastify';
import { z } from 'zod';
import { SqliteReadModel } from '../../../src/read-model/sqlite/model.js';
import { successEnvelope } from '../../../tools/contract/envelope.js';
import filings from '../../../tools/get-latest-filings.js';

const [, , kind, folder = ''] = process.argv;
const baseUrl = 'http://127.0.0.1:8787';
const { reads } = await new SqliteReadModel(join(folder, 'store/live.read-model.db')).open();
const context = {
  reads,
  now: new Date(),
  baseUrl,
  endpoints: [],
  rateLimits: { keyless: null, withKey: null, windowSeconds: 3600 },
};

/** The envelope of one question; arguments as a query string or an agent gives them. */
async function answer(given: Record<string, unknown>): Promise<object> {
  const numbers = ['limit', 'min_value'].filter((name) => given[name] !== undefined);
  const input = filings.input.parse({
    ...given,
    ...Object.fromEntries(numbers.map((name) => [name, Number(given[name])])),
  });
  return successEnvelope(await filings.run(input, context), {
    baseUrl,
    sourcePrefix: '',
    ignoredParameters: [],
    readAs: {},
    cursorOf: () => '',
  });
}

if (kind === 'express') {
  const app = express();
  app.get('/v1/filings', async (request, response) => {
    response.json(await answer(request.query));
  });
  const server = app.listen(0, '127.0.0.1', () => process.send?.(server.address()));
} else if (kind === 'fastify') {
  const app = fastify();
  app.get('/v1/filings', (request) => answer(request.query as Record<string, unknown>));
  await app.listen({ port: 0, host: '127.0.0.1' });
  process.send?.(app.server.address());
} else {
  const app = express();
  app.use(express.json());
  app.post('/v1/mcp', async (request, response) => {
    // As documented for stateless servers: nothing is shared between two requests.
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
      async (given) => ({ content: [{ type: 'text', text: JSON.stringify(await answer(given)) }] }),
    );
    response.on('close', () => {
      transport.close();
      server.close();
    });
    await server.connect(transport);
    await transport.handleRequest(request, response, request.body);
  });
  const server = app.listen(0, '127.0.0.1', () => process.send?.(server.address()));
}
