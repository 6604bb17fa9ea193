/** Which tools the agent endpoint offers: the nine of the contract by default, all of them with tools=all. */

import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { z } from 'zod/v3';
import { readConfig } from '../../../src/config.js';
import { endpointsOf } from '../../../src/transports/http/rest.js';
import { McpHandler } from '../../../src/transports/mcp/mcp-handler.js';
import { serveStdio } from '../../../src/transports/mcp/stdio.js';
import { defineTool } from '../../../tools/contract/tool.js';
import { tools } from '../../../tools/index.js';
import { type Service, startService, textOf, toolCall } from '../service.js';

describe('transports/mcp/tool-sets', () => {
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

  it('a wider tool is unknown among the nine, which says where it is, also after others have called it, and never costs them its cache', async () => {
    const refused = async () => textOf(await post('/v1/mcp', call));
    expect(await refused()).toMatch(
      /^404 Unknown tool: get_echo\. The tools are get_catalog, [^.]*get_eu_filings\. get_echo is offered at \/v1\/mcp\?tools=all \(stdio: --tools all\)\.$/,
    );
    const elsewhere = toolCall('get_weather', {});
    for (const path of ['/v1/mcp', '/v1/mcp?tools=all', '/v1/mcp?tools=pair'])
      expect(textOf(await post(path, elsewhere))).not.toContain('tools=all');
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

  describe('tools=pair', () => {
    const PAIR = '/v1/mcp?tools=pair';
    const modern = (method: string, params: object) =>
      service.ask(PAIR, {
        method: 'POST',
        headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, ...nameOf(params) },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method,
          params: {
            _meta: {
              'io.modelcontextprotocol/protocolVersion': '2026-07-28',
              'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
              'io.modelcontextprotocol/clientCapabilities': {},
            },
            ...params,
          },
        }),
      });
    const nameOf = (params: object): Record<string, string> =>
      'name' in params ? { 'mcp-name': String(params.name) } : {};

    it('offers search, which takes query, and fetch', async () => {
      const { tools: offered } = JSON.parse((await post(PAIR, list)).text).result;
      expect(
        offered.map((one: { name: string; inputSchema: object }) => [one.name, one.inputSchema]),
      ).toEqual([
        ['search', expect.objectContaining({ required: ['query'] })],
        ['fetch', expect.objectContaining({ required: ['id'] })],
      ]);
      expect(textOf(await post(PAIR, toolCall('get_catalog', {})))).toMatch(
        /^404 Unknown tool: get_catalog\. The tools are search, fetch\. get_catalog is offered at .*tools=all/,
      );
      const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize', params: {} };
      const { instructions } = JSON.parse((await post(PAIR, initialize)).text).result;
      expect(instructions).toContain('fetch gives');
      expect(instructions).not.toContain('get_catalog');
    });

    it('answers both without the envelope, also when the answer is cached', async () => {
      const rest = JSON.parse((await service.ask('/v1/search?q=quill')).text);
      const hits = rest.data.map(({ id, title, url }: Record<string, string>) => ({ id, title, url }));
      expect(hits.length).toBeGreaterThan(0);
      const written = { query: 'quill', format: 'table', Fields: ['title'] };
      for (const given of [written, { query: 'quill' }, { q: 'quill' }, { q: 'quill' }, { q: 'quill' }]) {
        const { results, meta } = JSON.parse(textOf(await post(PAIR, toolCall('search', given))));
        expect([results, meta.total]).toEqual([hits, rest.meta.total]);
      }
      const record = JSON.parse((await service.ask(`/v1/fetch?id=${hits[0].id}`)).text).data;
      for (let n = 0; n < 3; n += 1) {
        const answered = await post(PAIR, toolCall('fetch', { id: hits[0].id }));
        expect(JSON.parse(textOf(answered))).toEqual(record);
      }
      expect(
        JSON.parse(textOf(await post('/v1/mcp?tools=all', toolCall('fetch', { id: hits[0].id })))),
      ).toMatchObject({ data: record, error: null });
    });

    it('says what is wrong as everywhere', async () => {
      expect(textOf(await post(PAIR, toolCall('fetch', { id: 'insider/nobody' })))).toMatch(
        /^404 Record not found/,
      );
      expect(textOf(await post(PAIR, toolCall('search', {})))).toMatch(/^400 q must be/);
    });

    it('gives the same as an object in revision 2026-07-28', async () => {
      const { tools: offered } = JSON.parse((await modern('tools/list', {})).text).result;
      const validate = new Ajv2020({ strict: false });
      for (const [name, given] of [
        ['search', { q: 'quill' }],
        ['fetch', { id: 'insider/quill-marina-t' }],
      ] as const)
        for (let n = 0; n < 2; n += 1) {
          const { result } = JSON.parse((await modern('tools/call', { name, arguments: given })).text);
          expect(JSON.parse(result.content[0].text)).toEqual(result.structuredContent);
          const schema = offered.find((one: { name: string }) => one.name === name).outputSchema;
          expect([name, validate.validate(schema, result.structuredContent)]).toEqual([name, true]);
        }
    });
  });

  it('REST always has the wider tools', async () => {
    const answered = await service.ask('/v1/echo?said=hello');
    expect(JSON.parse(answered.text).data).toEqual([{ said: 'hello' }]);
  });

  /** What a handler with that setting answers to messages over stdio, by their ids. */
  async function overStdio(mcp: McpHandler, messages: object[]) {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const written: Buffer[] = [];
    output.on('data', (chunk: Buffer) => written.push(chunk));
    const serving = serveStdio(mcp, input, output);
    input.end(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
    await serving;
    const lines = Buffer.concat(written).toString().trim().split('\n');
    return new Map(lines.map((line) => JSON.parse(line)).map(({ id, result }) => [id, result]));
  }

  const log = { error: () => {}, warn: () => {}, info: () => {} };

  it('the setting TOOLS=all makes all tools the default, over stdio too', async () => {
    const mcp = new McpHandler({ pipeline: service.pipeline, log, toolSet: 'all' });
    expect(mcp.withTools('all')).toBe(mcp);
    const answers = await overStdio(mcp, [list, { ...call, id: 2 }]);
    expect(answers.get(1).tools.map(({ name }: { name: string }) => name)).toEqual([...NINE, ...widerNames]);
    expect(JSON.parse(answers.get(2).content[0].text).data).toEqual([{ said: 'hello' }]);
    await mcp.close();
  });

  it('the setting TOOLS=pair offers search and fetch over stdio, with the answers of tools=pair', async () => {
    const { toolSet } = readConfig({}, { TOOLS: 'pair' });
    const mcp = new McpHandler({ pipeline: service.pipeline, log, toolSet });
    const find = { ...toolCall('search', { query: 'quill' }), id: 2 };
    const answers = await overStdio(mcp, [list, find, { ...call, id: 3 }]);
    expect(answers.get(1).tools.map(({ name }: { name: string }) => name)).toEqual(['search', 'fetch']);
    const [text] = answers.get(2).content;
    expect(text.text).toBe(textOf(await post('/v1/mcp?tools=pair', find)));
    expect(JSON.parse(text.text).results.length).toBeGreaterThan(0);
    expect(answers.get(3).isError).toBe(true);
    await mcp.close();
  });
});
