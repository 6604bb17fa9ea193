/** Revision 2026-07-28 of the protocol at the same address: what a request must carry, and what it gets. */

import { readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { outputSchema } from '../../../src/publish/schema.js';
import { serveStdio } from '../../../src/transports/mcp/stdio.js';
import { tools } from '../../../tools/index.js';
import { type Answered, type Service, startService, toolCall } from '../service.js';

describe('transports/mcp/modern', () => {
  const VERSION = '2026-07-28';
  const META = {
    'io.modelcontextprotocol/protocolVersion': VERSION,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const SERVER = { 'io.modelcontextprotocol/serverInfo': { name: 'disclosed', version: '1.0.0' } };

  type Params = Record<string, unknown>;

  let service: Service;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());

  const message = (method: string, params: Params = {}, id: unknown = 1) => ({
    jsonrpc: '2.0',
    id,
    method,
    params: { _meta: META, ...params },
  });
  const headersOf = (method: string, name?: unknown): Record<string, string> => ({
    'mcp-protocol-version': VERSION,
    'mcp-method': method,
    ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
  });

  /** A request as a client of that revision sends it, to `to`. */
  function send(method: string, params: Params = {}, to: Service = service): Promise<Answered> {
    return to.rpc(message(method, params), headersOf(method, params.name ?? params.uri));
  }
  const read = (answered: Answered) => JSON.parse(answered.text);
  async function result(method: string, params: Params = {}, to: Service = service) {
    const answered = await send(method, params, to);
    expect([method, answered.status, read(answered).error]).toEqual([method, 200, undefined]);
    expect(read(answered).result).toMatchObject({ resultType: 'complete', _meta: SERVER });
    return read(answered).result;
  }
  async function error(method: string, params: Params = {}): Promise<[number, number]> {
    const answered = await send(method, params);
    expect(read(answered).id).toBe(1);
    return [answered.status, read(answered).error.code];
  }

  describe('what a request must carry', () => {
    const post = async (body: object, headers: Record<string, string> = headersOf('server/discover')) => {
      const answered = await service.rpc(body, headers);
      return [answered.status, read(answered).error?.code];
    };
    const discover = (meta: object | undefined) => ({
      ...message('server/discover'),
      params: meta === undefined ? undefined : { _meta: meta },
    });

    it('version and capabilities, while the client need not say who it is', async () => {
      const { 'io.modelcontextprotocol/clientInfo': _info, ...anonymous } = META;
      const { 'io.modelcontextprotocol/clientCapabilities': _able, ...unable } = META;
      const { 'io.modelcontextprotocol/protocolVersion': _version, ...undated } = META;
      expect(await post(discover(anonymous))).toEqual([200, undefined]);
      for (const meta of [undefined, {}, unable, undated, { ...META, [Object.keys(META)[2]!]: [] }])
        expect([meta, await post(discover(meta))]).toEqual([meta, [400, -32602]]);
    });

    it('a version that is served here; the error names those that are', async () => {
      for (const version of ['v999', '2025-03-26', '2027-01-01']) {
        const asked = discover({ ...META, 'io.modelcontextprotocol/protocolVersion': version });
        const headers = { ...headersOf('server/discover'), 'mcp-protocol-version': version };
        const answered = await service.rpc(asked, headers);
        expect([answered.status, read(answered)]).toMatchObject([
          400,
          { id: 1, error: { code: -32022, data: { supported: [VERSION], requested: version } } },
        ]);
      }
    });

    it.each<[string, Record<string, string>]>([
      ['no version', { 'mcp-method': 'tools/call', 'mcp-name': 'get_streaks' }],
      [
        'another version',
        { ...headersOf('tools/call', 'get_streaks'), 'mcp-protocol-version': '2025-11-25' },
      ],
      ['no method', { 'mcp-protocol-version': VERSION, 'mcp-name': 'get_streaks' }],
      ['another method', headersOf('tools/list', 'get_streaks')],
      ['the method in capitals', headersOf('TOOLS/CALL', 'get_streaks')],
      ['no name', headersOf('tools/call')],
      ['another name', headersOf('tools/call', 'get_clusters')],
      ['a name that is not base64', headersOf('tools/call', '=?base64?Z2V0X3N0cm!?=')],
      ['a name without padding', headersOf('tools/call', '=?base64?Z2V0X3N0cmVha3?=')],
    ])('headers that say what the body says: %s', async (_what, headers) => {
      const body = message('tools/call', { name: 'get_streaks' });
      // Twice, because the second call could come from the cache.
      await service.rpc(body, headersOf('tools/call', 'get_streaks'));
      await service.rpc(body, headersOf('tools/call', 'get_streaks'));
      expect(await post(body, headers)).toEqual([400, -32020]);
    });

    it('headers in any case, with spaces around their values, and in base64', async () => {
      const body = message('tools/call', { name: 'get_streaks' });
      const encoded = `=?base64?${Buffer.from('get_streaks').toString('base64')}?=`;
      for (const name of ['  get_streaks  ', encoded])
        expect(
          await post(body, { 'MCP-PROTOCOL-VERSION': VERSION, 'Mcp-Method': 'tools/call', 'MCP-NAME': name }),
        ).toEqual([200, undefined]);
    });

    it.each([null, 1.5])('an id that is a text or a whole number, not %j', async (id) => {
      const answered = await service.rpc({ ...message('tools/list'), id }, headersOf('tools/list'));
      expect([answered.status, read(answered).error.code]).toEqual([400, -32600]);
    });

    it('initialize without such _meta belongs to the older revisions, whatever the header says', async () => {
      const answered = await service.rpc({ id: 1, method: 'initialize' }, headersOf('initialize'));
      expect(read(answered).result.protocolVersion).toBe('2025-03-26');
    });

    it('a call of the older revisions is not answered to a header of this one, also from the cache', async () => {
      const body = toolCall('get_streaks');
      for (let times = 0; times < 3; times += 1) expect((await service.rpc(body)).status).toBe(200);
      expect(await post(body, headersOf('tools/call', 'get_streaks'))).toEqual([400, -32602]);
    });
  });

  describe('methods', () => {
    it('server/discover says what there is', async () => {
      const found = await result('server/discover');
      expect(found).toMatchObject({
        supportedVersions: [VERSION],
        capabilities: { tools: {}, resources: { subscribe: true }, prompts: {}, completions: {} },
        instructions: expect.stringContaining('get_catalog first'),
      });
    });

    it.each(['initialize', 'ping', 'logging/setLevel', 'resources/subscribe', 'toString'])(
      '%s is not one of them: 404',
      async (method) => {
        expect(await error(method)).toEqual([404, -32601]);
      },
    );

    it.each(['server/discover', 'tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'])(
      '%s may be kept until the next refresh, by everybody',
      async (method) => {
        // The service of the tests answers at 12:20 and refreshes at 13:00.
        expect(await result(method)).toMatchObject({ ttlMs: 2_400_000, cacheScope: 'public' });
      },
    );

    it('a cursor that was never given is refused', async () => {
      expect(await error('tools/list', { cursor: 'x' })).toEqual([200, -32602]);
    });

    it('a notification is accepted without an answer', async () => {
      const { id: _id, ...notification } = message('notifications/cancelled', { requestId: 1 });
      expect(await service.rpc(notification, headersOf('notifications/cancelled'))).toMatchObject({
        status: 202,
        text: '',
      });
    });
  });

  describe('tools', () => {
    const CALLS: Array<[string, object]> = [
      ['get_catalog', {}],
      ['get_catalog', { view: 'brief' }],
      ['get_catalog', { view: 'brief', q: 'a' }],
      ['get_catalog', { members: 'none' }],
      ['get_latest_filings', { limit: 3 }],
      ['get_latest_filings', { limit: 3, fields: 'filedAt,cik' }],
      ['get_latest_filings', { limit: 3, view: 'brief', format: 'table' }],
      ['get_latest_filings', { limit: 3, group: 'issuer' }],
      ['get_latest_filings', { limit: 3, group: 'insider', symbol: 'ZQRA' }],
      ['search_insiders', { q: 'a' }],
      ['get_insider', { id: 'quill-marina-t' }],
      ['get_insider', { id: 'quill-marina-t', fields: 'filingId' }],
      ['get_congress_member', { member: 'marta-quillon', limit: 2 }],
      ['get_congress_member', { member: 'marta-quillon', fields: 'ticker' }],
      ['get_clusters', {}],
      ['get_streaks', {}],
      ['get_eu_filings', { country: 'de', limit: 2 }],
      ['get_eu_filings', { country: 'uk', fields: 'publicationAt' }],
    ];

    it('are listed as in the older revisions, with the schema of their answers', async () => {
      const modern = (await result('tools/list')).tools as Array<Record<string, unknown>>;
      const older = read(await service.rpc({ id: 1, method: 'tools/list' })).result.tools;
      expect(modern.map(({ outputSchema: _schema, ...tool }) => tool)).toEqual(older);
      for (const { name, outputSchema } of modern) {
        expect([name, outputSchema]).toMatchObject([
          name,
          { type: 'object', required: ['meta', 'data', 'error'] },
        ]);
        expect(JSON.stringify(outputSchema)).not.toContain('$ref');
      }
    });

    it.each(CALLS)('%s %j returns an object of its schema, and the same as text', async (name, given) => {
      const { tools } = await result('tools/list');
      const { outputSchema } = tools.find((tool: { name: string }) => tool.name === name);
      const check = new Ajv2020({ strict: false, validateFormats: false }).compile(outputSchema);
      const answer = await result('tools/call', { name, arguments: given });
      expect([check(answer.structuredContent), check.errors]).toEqual([true, null]);
      expect(JSON.parse(answer.content[0].text)).toEqual(answer.structuredContent);
      const older = read(await service.rpc(toolCall(name, given))).result.content[0].text;
      expect(answer.content).toEqual([{ type: 'text', text: older }]);
      expect(answer).not.toHaveProperty('isError');
    });

    it('a wrong row does not fit the schema', async () => {
      const { tools } = await result('tools/list');
      const { outputSchema } = tools.find((tool: { name: string }) => tool.name === 'get_latest_filings');
      const check = new Ajv2020({ strict: false, validateFormats: false }).compile(outputSchema);
      const { structuredContent } = await result('tools/call', {
        name: 'get_latest_filings',
        arguments: { limit: 1 },
      });
      expect(check({ ...structuredContent, data: [{ cik: 5 }] })).toBe(false);
      expect(check({ data: [], error: null })).toBe(false);
    });

    it('an answer from the cache has the same bytes', async () => {
      for (const id of [1, 'ü"\\', 7]) {
        const fresh = await startService();
        const body = message('tools/call', { name: 'get_latest_filings', arguments: { limit: 3 } }, id);
        const headers = headersOf('tools/call', 'get_latest_filings');
        const first = await fresh.rpc(body, headers);
        const asked = fresh.reads.asked;
        for (let times = 0; times < 2; times += 1)
          expect((await fresh.rpc(body, headers)).bytes.equals(first.bytes)).toBe(true);
        expect([fresh.reads.asked, read(first).id]).toEqual([asked, id]);
        await fresh.close();
      }
    });

    it('a failing tool is a result without an object; an unknown tool is an error of the protocol', async () => {
      const failed = await result('tools/call', { name: 'get_insider', arguments: { id: 'nobody' } });
      expect(failed).toMatchObject({ isError: true, content: [{ type: 'text' }] });
      expect(failed.content[0].text).toMatch(/^404 Insider not found: nobody\./);
      expect(failed).not.toHaveProperty('structuredContent');
      expect(await error('tools/call', { name: 'get_weather' })).toEqual([200, -32602]);
      expect(await error('tools/call', { name: 5 })).toEqual([200, -32602]);
    });
  });

  describe('resources', () => {
    it('are the skill, and one template for each kind of record', async () => {
      const { resources } = await result('resources/list');
      expect(resources).toMatchObject([{ uri: 'skill://disclosed/SKILL.md', mimeType: 'text/markdown' }]);
      const { resourceTemplates } = await result('resources/templates/list');
      expect(resourceTemplates.map(({ uriTemplate }: { uriTemplate: string }) => uriTemplate)).toEqual([
        'disclosed://issuer/{id}',
        'disclosed://insider/{id}',
        'disclosed://member/{id}',
        'disclosed://tracker/{id}',
      ]);
      // As in the documents.
      const written = readFileSync('docs/agents.md', 'utf8').match(/disclosed:\/\/\w+\/\{\w+\}/g);
      expect(written).toEqual(
        resourceTemplates.map(({ uriTemplate }: { uriTemplate: string }) => uriTemplate),
      );
    });

    it('the skill is the document of this service', async () => {
      const uri = 'skill://disclosed/SKILL.md';
      const { contents, ttlMs } = await result('resources/read', { uri });
      expect(contents).toEqual([{ uri, mimeType: 'text/markdown', text: expect.any(String) }]);
      expect(contents[0].text).toMatch(/^---\nname: disclosed\n/);
      expect(contents[0].text).toContain('https://disclosed.example/v1/catalog');
      expect(ttlMs).toBe(2_400_000);
    });

    it.each([
      ['disclosed://insider/quill-marina-t', '/v1/insiders/quill-marina-t?limit=100'],
      ['disclosed://member/marta-quillon', '/v1/congress/marta-quillon?limit=100'],
      ['disclosed://issuer/OSWN', '/v1/issuers/OSWN'],
    ])('%s is the answer of REST', async (uri, path) => {
      const { contents } = await result('resources/read', { uri });
      expect(contents).toEqual([{ uri, mimeType: 'application/json', text: (await service.ask(path)).text }]);
    });

    it.each([
      'disclosed://insider/nobody',
      'disclosed://insider/',
      'disclosed://planet/mars',
      'disclosed://insider/%E0%A4%A',
      'disclosed://issuer/TOO.LONG.TICKER',
      'test://nothing',
      '',
    ])('%j is not one: the error names it', async (uri) => {
      const answered = await send('resources/read', { uri });
      expect([answered.status, read(answered).error]).toMatchObject([200, { code: -32602, data: { uri } }]);
    });

    it('each counts against the limit as the tool does; the skill and the lists do not', async () => {
      const limited = await startService({ rateLimits: { keyless: 2, withKey: 5 } });
      const uri = 'disclosed://insider/quill-marina-t';
      await result('resources/read', { uri: 'skill://disclosed/SKILL.md' }, limited);
      await result('tools/list', {}, limited);
      const first = await send('resources/read', { uri }, limited);
      expect([first.status, first.headers['x-ratelimit-remaining']]).toEqual([200, '1']);
      const ref = { type: 'ref/resource', uri: 'disclosed://insider/{id}' };
      await result('completion/complete', { ref, argument: { name: 'id', value: 'quill' } }, limited);
      for (const refused of [
        await send('resources/read', { uri }, limited),
        await send('completion/complete', { ref, argument: { name: 'id', value: 'quill' } }, limited),
      ]) {
        expect([refused.status, read(refused).error.code]).toEqual([429, 429]);
        expect(refused.headers['retry-after']).toMatch(/^\d+$/);
      }
      await limited.close();
    });

    it.each<[string, string, Params]>([
      ['an address that is no text', 'resources/read', { uri: 5 }],
      ['nothing to complete', 'completion/complete', {}],
      [
        'a text that finds nothing',
        'completion/complete',
        {
          ref: { type: 'ref/resource', uri: 'disclosed://issuer/{id}' },
          argument: { name: 'id', value: '' },
        },
      ],
    ])('no message is without a limit: %s', async (_what, method, params) => {
      const limited = await startService({ rateLimits: { keyless: 2, withKey: 5 } });
      const statuses = new Set<number>();
      for (let times = 0; times <= 300; times += 1)
        statuses.add((await send(method, params, limited)).status);
      expect([...statuses]).toEqual([200, 429]);
      await limited.close();
    });

    it('one that is not read yet is an error that says when to try again', async () => {
      const unread = await startService({ reads: { ...service.reads, sources: async () => [] } });
      const answered = await send('resources/read', { uri: 'disclosed://member/marta-quillon' }, unread);
      expect([answered.status, read(answered).error.code]).toEqual([503, 503]);
      await unread.close();
    });
  });

  describe('completion', () => {
    const complete = async (ref: object, name: string, value: unknown) =>
      (await result('completion/complete', { ref, argument: { name, value } })).completion;
    const template = (kind: string) => ({ type: 'ref/resource', uri: `disclosed://${kind}/{id}` });

    it('finds insiders by name, members and portfolios by a part of their slug', async () => {
      const insiders = await complete(template('insider'), 'id', 'quill');
      expect(insiders).toMatchObject({ values: ['quill-marina-t'], total: 1, hasMore: false });
      const members = await complete(template('member'), 'id', 'quillon');
      expect(members.values).toContain('marta-quillon');
      expect((await complete(template('member'), 'id', '')).values.length).toBeGreaterThan(0);
      expect(await complete(template('tracker'), 'id', 'no such thing')).toEqual({
        values: [],
        total: 0,
        hasMore: false,
      });
      expect(
        (await complete({ type: 'ref/prompt', name: 'member_watch' }, 'member', 'marta')).values,
      ).toEqual(members.values);
    });

    it('finds companies by name or symbol, and gives what the resource takes', async () => {
      const byName = await complete(template('issuer'), 'id', 'brack');
      expect(byName).toMatchObject({ values: ['BRKW'], total: 1, hasMore: false });
      expect(await complete({ type: 'ref/prompt', name: 'company_check' }, 'ticker', 'brkw')).toEqual(byName);
      const uri = `disclosed://issuer/${byName.values[0]}`;
      const { contents } = await result('resources/read', { uri });
      expect(JSON.parse(contents[0].text).data.identity.ticker).toBe('BRKW');
    });

    it('gives nothing before anything is typed, or for a text that is too long', async () => {
      for (const [kind, value] of [
        ['issuer', ''],
        ['insider', ''],
        ['insider', 'x'.repeat(65)],
      ] as const)
        expect(await complete(template(kind), 'id', value)).toEqual({ values: [], total: 0, hasMore: false });
    });

    it.each<[unknown, unknown]>([
      [undefined, { name: 'id', value: '' }],
      [
        { type: 'ref/resource', uri: 'disclosed://planet/{id}' },
        { name: 'id', value: '' },
      ],
      [
        { type: 'ref/resource', uri: 'disclosed://insider/{id}' },
        { name: 'slug', value: '' },
      ],
      [
        { type: 'ref/resource', uri: 'disclosed://insider/{id}' },
        { name: 'id', value: 5 },
      ],
      [
        { type: 'ref/prompt', name: 'weekly_insider_digest' },
        { name: 'ticker', value: '' },
      ],
      [
        { type: 'ref/prompt', name: 'nothing' },
        { name: 'ticker', value: '' },
      ],
    ])('%j with %j is refused', async (ref, argument) => {
      expect(await error('completion/complete', { ref, argument })).toEqual([200, -32602]);
    });
  });

  describe('prompts', () => {
    it('are four, and each names tools and fields that exist', async () => {
      const { prompts } = await result('prompts/list');
      expect(prompts.map(({ name }: { name: string }) => name)).toEqual([
        'weekly_insider_digest',
        'company_check',
        'member_watch',
        'fund_changes',
      ]);
      const { tools: nine } = await result('tools/list');
      const wider = tools.filter(({ isWider }) => isWider === true);
      const named = new Map<string, { outputSchema: object }>([
        ...nine.map((tool: { name: string }) => [tool.name, tool]),
        ...wider.map((tool) => [tool.mcp, { outputSchema: outputSchema(tool) }]),
      ]);
      for (const { name, arguments: given } of prompts) {
        const values = Object.fromEntries((given ?? []).map((one: { name: string }) => [one.name, 'x']));
        const { messages } = await result('prompts/get', { name, arguments: values });
        const [{ role, content }] = messages;
        expect([role, content.type]).toEqual(['user', 'text']);
        const calls = [...content.text.matchAll(/\b(?:get|search)_[a-z_]+/g)].map(([tool]) => tool);
        expect(calls.length).toBeGreaterThan(0);
        for (const tool of calls) expect([tool, named.has(tool)]).toEqual([tool, true]);
        const schemas = calls.map((tool) => JSON.stringify(named.get(tool)?.outputSchema)).join('');
        const fields = [...content.text.matchAll(/fields ([\w,]+)/g)].flatMap((match) =>
          match[1]!.split(','),
        );
        for (const field of fields)
          expect([name, field, schemas.includes(`"${field}"`)]).toEqual([name, field, true]);
      }
    });

    it('take trades of at least a value by filing, because a row may be a part of a trade', async () => {
      const { prompts } = await result('prompts/list');
      const texts: string[] = [];
      for (const { name, arguments: given } of prompts) {
        const values = Object.fromEntries((given ?? []).map((one: { name: string }) => [one.name, 'x']));
        texts.push((await result('prompts/get', { name, arguments: values })).messages[0].content.text);
      }
      const calls = texts.flatMap((text) => text.match(/Call get_latest_filings [^.]*min_value[^.]*/g) ?? []);
      expect(calls).toHaveLength(1);
      expect(calls[0]).toContain('group filing, sort value, min_value 1000000');
    });

    it('one without its argument, and one that there is not, are refused', async () => {
      expect(await error('prompts/get', { name: 'company_check' })).toEqual([200, -32602]);
      expect(await error('prompts/get', { name: 'company_check', arguments: { ticker: ' ' } })).toEqual([
        200, -32602,
      ]);
      expect(await error('prompts/get', { name: 'nothing' })).toEqual([200, -32602]);
    });
  });

  it('over stdio the same requests need no headers, and both eras work on one stream', async () => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const written: Buffer[] = [];
    output.on('data', (chunk: Buffer) => written.push(chunk));
    const serving = serveStdio(service.mcp, input, output);
    const call = { name: 'get_streaks', arguments: {} };
    const lines = [
      { id: 1, method: 'initialize' },
      message('server/discover', {}, 2),
      message('tools/call', call, 3),
      { jsonrpc: '2.0', id: 4, method: 'tools/call', params: call },
      message('ping', {}, 5),
      { id: 6, method: 'server/discover' },
    ];
    input.end(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    await serving;
    const answers = new Map(
      Buffer.concat(written)
        .toString()
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
        .map((answer) => [answer.id, answer]),
    );
    expect(answers.get(1).result.protocolVersion).toBe('2025-03-26');
    expect(answers.get(2).result.supportedVersions).toEqual([VERSION]);
    expect(answers.get(3).result.structuredContent).toEqual(
      JSON.parse(answers.get(4).result.content[0].text),
    );
    expect(answers.get(4).result).not.toHaveProperty('resultType');
    expect([answers.get(5).error.code, answers.get(6).error.code]).toEqual([-32601, -32601]);
  });
});
