/** Which tools the agent endpoint offers: the nine of the contract by default, all of them with tools=all. */

import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { z } from 'zod/v3';
import { endpointsOf } from '../../../src/transports/http/rest.js';
import { createMcpHandler } from '../../../src/transports/mcp/mcp-handler.js';
import { serveStdio } from '../../../src/transports/mcp/stdio.js';
import { defineTool } from '../../../tools/contract/tool.js';
import { tools } from '../../../tools/index.js';
import { type Service, startService, textOf, toolCall } from '../service.js';

/** The contract's nine, as literals. */
const NINE = [
  'get_catalog',
  'get_latest_filings',
  'search_insiders',
  'get_insider',
  'get_congress_member',
  'get_tracker',
  'get_clusters',
  'get_streaks',
  'get_eu_filings',
];

const echo = defineTool({
  mcp: 'get_echo',
  title: 'Echo',
  path: '/v1/echo',
  purpose: 'What was said',
  description: 'Says again what it is told.',
  isWider: true,
  input: z.object({ said: z.string().describe('Anything') }),
  output: z.array(z.object({ said: z.string() })),
  run: async ({ said }) => ({
    data: [{ said }],
    count: 1,
    source: 'catalog',
    fetchedAt: '2026-11-20T12:00:00.000Z',
    page: null,
    governmentWork: false,
  }),
});
const all = [...tools, echo];
const widerNames = [...tools.flatMap((tool) => (tool.isWider === true ? [tool.mcp] : [])), 'get_echo'];

let service: Service;
beforeAll(async () => {
  service = await startService({ tools: all, endpoints: endpointsOf(all) });
});
afterAll(() => service.close());

const post = (path: string, message: object) =>
  service.ask(path, { method: 'POST', body: JSON.stringify(message) });
const named = (answered: { text: string }): string[] =>
  JSON.parse(answered.text).result.tools.map(({ name }: { name: string }) => name);
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const call = toolCall('get_echo', { said: 'hello' });

it('POST /v1/mcp lists exactly the nine tools; with tools=all it lists every one', async () => {
  expect(named(await post('/v1/mcp', list))).toEqual(NINE);
  expect(named(await post('/v1/mcp?x=1', list))).toEqual(NINE);
  for (const path of ['/v1/mcp?tools=all', '/v1/mcp/?x=1&tools=all'])
    expect(named(await post(path, list))).toEqual([...NINE, ...widerNames]);
});

it('a wider tool is unknown among the nine, also after others have called it, and never costs them its cache', async () => {
  const refused = async () => textOf(await post('/v1/mcp', call));
  expect(await refused()).toMatch(
    /^404 Unknown tool: get_echo\. The tools are get_catalog, [^.]*get_eu_filings\.$/,
  );
  const first = await post('/v1/mcp?tools=all', call);
  expect(JSON.parse(textOf(first)).data).toEqual([{ said: 'hello' }]);
  expect((await post('/v1/mcp?tools=all', call)).bytes.equals(first.bytes)).toBe(true);
  expect(await refused()).toMatch(/^404 Unknown tool/);
});

it('one of the nine has the same bytes in both sets', async () => {
  const question = toolCall('get_latest_filings', { limit: 2 });
  const [nine, wide] = [await post('/v1/mcp', question), await post('/v1/mcp?tools=all', question)];
  expect(wide.bytes.equals(nine.bytes)).toBe(true);
});

it('any other value of tools is refused with the accepted one', async () => {
  for (const path of ['/v1/mcp?tools=al', '/v1/mcp?tools=', '/v1/mcp?tools=all&tools=nine']) {
    const answered = await post(path, list);
    expect([path, answered.status]).toEqual([path, 400]);
    expect(JSON.parse(answered.text)).toMatchObject({ id: null, error: { code: -32600 } });
    expect(answered.text).toContain('tools must be all');
  }
});

it('REST always has the wider tools', async () => {
  const answered = await service.ask('/v1/echo?said=hello');
  expect(JSON.parse(answered.text).data).toEqual([{ said: 'hello' }]);
});

it('the setting TOOLS=all makes all tools the default, over stdio too', async () => {
  const log = { error: () => {}, warn: () => {}, info: () => {} };
  const mcp = createMcpHandler({ pipeline: service.pipeline, log, toolSet: 'all' });
  expect(mcp.withAllTools()).toBe(mcp);
  const [input, output] = [new PassThrough(), new PassThrough()];
  const written: Buffer[] = [];
  output.on('data', (chunk: Buffer) => written.push(chunk));
  const serving = serveStdio(mcp, input, output);
  input.end(`${JSON.stringify(list)}\n${JSON.stringify({ ...call, id: 2 })}\n`);
  await serving;
  const lines = Buffer.concat(written).toString().trim().split('\n');
  const answers = lines.map((line) => JSON.parse(line));
  const byId = (id: number) => answers.find((answer) => answer.id === id).result;
  expect(byId(1).tools.map(({ name }: { name: string }) => name)).toEqual([...NINE, ...widerNames]);
  expect(JSON.parse(byId(2).content[0].text).data).toEqual([{ said: 'hello' }]);
  await mcp.close();
});
