/** The agent protocol: envelopes, ids, errors and notifications. */

import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RequestPipeline } from '../../../src/pipeline/pipeline.js';
import { McpHandler } from '../../../src/transports/mcp/mcp-handler.js';
import { agentTools } from '../../../tools/contract/tool.js';
import { tools } from '../../../tools/index.js';
import { type Service, startService, textOf, toolCall } from '../service.js';

describe('transports/mcp/mcp-handler', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());

  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

  describe('the envelope is read leniently', () => {
    it.each([
      ['no jsonrpc', { id: 7, method: 'ping' }, 7],
      ['id null', { jsonrpc: '2.0', id: null, method: 'ping' }, null],
      ['id 1.5', { jsonrpc: '2.0', id: 1.5, method: 'ping' }, 1.5],
      ['id a string', { jsonrpc: '2.0', id: 'a"b', method: 'ping' }, 'a"b'],
      ['id empty', { jsonrpc: '2.0', id: '', method: 'ping' }, ''],
      ['no id', { jsonrpc: '2.0', method: 'ping' }, null],
      ['params null', { jsonrpc: '2.0', id: 1, method: 'ping', params: null }, 1],
      ['initialize without params', { id: 1, method: 'initialize' }, 1],
      ['tools/list with a cursor', { id: 1, method: 'tools/list', params: { cursor: 'x' } }, 1],
    ])('%s', async (_name, message, id) => {
      const answered = await service.rpc(message);
      expect(answered.status).toBe(200);
      expect(JSON.parse(answered.text)).toMatchObject({ jsonrpc: '2.0', id, result: {} });
    });

    it('a tool call without an id is run and answered with id null', async () => {
      const answered = await service.rpc({ method: 'tools/call', params: { name: 'get_catalog' } });
      expect(JSON.parse(answered.text)).toMatchObject({ id: null, result: { content: [{ type: 'text' }] } });
    });

    it.each([
      ['no Accept', {}],
      ['Accept */*', { accept: '*/*' }],
      ['Accept JSON only', { accept: 'application/json' }],
      ['a newer protocol version', { 'mcp-protocol-version': '2025-11-25' }],
      ['an unknown protocol version', { 'mcp-protocol-version': '1900-01-01' }],
      ['an old session', { 'mcp-session-id': 'abc' }],
      ['a plain text type', { 'content-type': 'text/plain' }],
    ])('headers: %s', async (_name, headers) => {
      const answered = await service.rpc(ping, headers as Record<string, string>);
      expect(answered).toMatchObject({ status: 200, text: '{"jsonrpc":"2.0","id":1,"result":{}}' });
      expect(answered.headers['content-type']).toBe('application/json');
    });
  });

  it.each(['9007199254740993', '-18446744073709551615', '1.5', '1e400', '12345678901234567890123456789'])(
    'the id %s comes back as it was written',
    async (id) => {
      for (const text of [
        `{"jsonrpc":"2.0","id":${id},"method":"ping"}`,
        `{"method":"ping", "\\u0069d" : ${id} , "params":{"id":[5,{"id":6}],"x":"\\"id\\":7,}"}}`,
        `{"id":1,"method":"ping","id":${id}}`,
      ])
        expect((await service.rpc(text)).text).toBe(`{"jsonrpc":"2.0","id":${id},"result":{}}`);
      const call = await service.rpc(`{"id":${id},"method":"tools/call","params":{"name":"get_streaks"}}`);
      expect(call.text).toContain(`"id":${id},"result":{"content"`);
    },
  );

  describe('input that is not a message', () => {
    it.each([
      ['a batch', [ping], /batch/i],
      ['an empty batch', [], /batch/i],
      ['a number', 5, /one JSON-RPC message/],
      ['null', 'null', /one JSON-RPC message/],
      ['an object as id', { id: {}, method: 'ping' }, /id must be/],
      ['true as id', { id: true, method: 'ping' }, /id must be/],
      ['no method', { id: 1 }, /method must be a string/],
      ['a number as method', { id: 1, method: 5 }, /method must be a string/],
    ])('%s is -32600 under id null', async (_name, message, sentence) => {
      const answered = await service.rpc(message);
      expect(answered.status).toBe(400);
      const { id, error } = JSON.parse(answered.text);
      expect({ id, code: error.code }).toEqual({ id: null, code: -32600 });
      expect(error.message).toMatch(sentence);
    });

    it.each(['', '{', 'hello', '\u0000', '{"id":1,"method":"ping"}}'])('%j is unreadable', async (text) => {
      const answered = await service.rpc(text);
      expect(answered.status).toBe(400);
      expect(JSON.parse(answered.text)).toMatchObject({ id: null, error: { code: -32700 } });
    });

    it('an unknown method keeps its id', async () => {
      const answered = await service.rpc({ id: 'q', method: 'completion/complete', params: {} });
      expect(answered.status).toBe(200);
      expect(JSON.parse(answered.text)).toMatchObject({ id: 'q', error: { code: -32601 } });
    });
  });

  describe('notifications', () => {
    it.each(['notifications/initialized', 'notifications/cancelled', 'notifications/x'])(
      '%s: 202, empty',
      async (method) => {
        const answered = await service.rpc({ jsonrpc: '2.0', method, params: { requestId: 1 } });
        expect(answered).toMatchObject({ status: 202, text: '' });
      },
    );

    it('a response is accepted like a notification', async () => {
      expect(await service.rpc({ jsonrpc: '2.0', id: 4, result: {} })).toMatchObject({
        status: 202,
        text: '',
      });
    });

    it('with an id it is a request for an unknown method', async () => {
      const answered = await service.rpc({ jsonrpc: '2.0', id: 1, method: 'notifications/initialized' });
      expect(JSON.parse(answered.text).error.code).toBe(-32601);
    });

    it('a cancellation cannot hit the call of another client', async () => {
      const calls = [1, 2, 3].map(() =>
        service.rpc(toolCall('get_latest_filings', { limit: 3, min_value: 17 })),
      );
      const cancels = [1, 2, 3, 4, 5].map((requestId) =>
        service.rpc({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } }),
      );
      await Promise.all(cancels);
      for (const answered of await Promise.all(calls)) expect(JSON.parse(textOf(answered)).error).toBeNull();
    });
  });

  describe('tools/list', () => {
    it('lists every tool with what a host needs, and no more', async () => {
      const { result } = JSON.parse((await service.rpc({ id: 1, method: 'tools/list' })).text);
      expect(result.tools.map((tool: { name: string }) => tool.name)).toEqual([
        ...agentTools(tools, 'nine').keys(),
      ]);
      for (const tool of result.tools) {
        expect(Object.keys(tool)).toEqual(['name', 'title', 'description', 'inputSchema', 'annotations']);
        expect(Buffer.byteLength(tool.description)).toBeLessThan(2048);
        expect(Object.keys(tool.inputSchema).sort()).toEqual(['properties', 'required', 'type']);
        expect(tool.annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
      }
      const filings = result.tools.find((tool: { name: string }) => tool.name === 'get_latest_filings');
      expect(Object.keys(filings.inputSchema.properties)).toEqual(
        expect.arrayContaining(['since', 'direction', 'min_value', 'ticker', 'limit']),
      );
    });
  });

  describe('tools/call', () => {
    it.each([
      [
        'an unknown tool',
        { name: 'get_weather' },
        /^404 Unknown tool: get_weather\. The tools are get_catalog, /,
      ],
      ['a method of objects', { name: 'constructor' }, /^404 Unknown tool: constructor\./],
      ['no name', {}, /^400 name must be a string/],
      ['a number as name', { name: 5 }, /^400 name must be a string/],
      ['params an array', [1], /^400 params must be an object/],
      ['arguments a string', { name: 'get_catalog', arguments: 'x' }, /^400 arguments must be an object/],
      ['arguments an array', { name: 'get_catalog', arguments: [] }, /^400 arguments must be an object/],
      [
        'a limit too high',
        { name: 'get_latest_filings', arguments: { limit: 501 } },
        /^400 limit must be a whole number from 1 to 500$/,
      ],
      ['a missing q', { name: 'search_insiders', arguments: {} }, /^400 q must be 1 to 64 characters/],
      ['an array as limit', { name: 'get_latest_filings', arguments: { limit: [] } }, /^400 limit must be/],
      [
        'an empty string as limit',
        { name: 'get_latest_filings', arguments: { limit: '' } },
        /^400 limit must be/,
      ],
    ])('%s is a tool error', async (_name, params, text) => {
      const answered = await service.rpc({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
      expect(answered.status).toBe(200);
      const { result } = JSON.parse(answered.text);
      expect(result.isError).toBe(true);
      expect(result.content).toHaveLength(1);
      expect(result.content[0].text).toMatch(text);
    });

    it.each([
      ['null for an optional one', { limit: 2, ticker: null, since: null }],
      ['a number as a string', { limit: '2' }],
    ])('%s is accepted', async (_name, given) => {
      const envelope = JSON.parse(textOf(await service.rpc(toolCall('get_latest_filings', given))));
      expect(envelope.meta.count).toBe(2);
      expect(envelope.meta.ignoredParameters).toBeUndefined();
    });

    it('dummy arguments of a tool without any are named, not refused', async () => {
      const envelope = JSON.parse(textOf(await service.rpc(toolCall('get_catalog', { random_string: 'x' }))));
      expect(envelope.error).toBeNull();
      expect(envelope.meta.ignoredParameters).toEqual(['random_string']);
    });

    it('a cached answer has the same bytes as one that went through the SDK', async () => {
      for (const given of [{ limit: 3 }, { limit: 40, since: '2026-01-01' }]) {
        for (const id of [1, 'ü"\\', null, 1.5]) {
          const fresh = await startService();
          const through = await fresh.rpc(toolCall('get_latest_filings', given, id));
          const asked = fresh.reads.asked;
          const atHand = await fresh.rpc(toolCall('get_latest_filings', given, id));
          expect(fresh.reads.asked).toBe(asked);
          expect(atHand.bytes.equals(through.bytes)).toBe(true);
          await fresh.close();
        }
      }
    });

    it('the Authorization header reaches the pipeline', async () => {
      const keyed = await startService({
        rateLimits: { keyless: 60, withKey: 600 },
        keyRing: { verify: (token) => (token === 'dk_good' ? { id: 'one' } : null) },
      });
      const policy = async (token: string) => {
        const answered = await keyed.rpc(toolCall('get_catalog'), { authorization: `Bearer ${token}` });
        return [answered.headers['ratelimit-policy'], answered.headers['www-authenticate']];
      };
      expect(await policy('dk_good')).toEqual(['"key";q=600;w=3600', undefined]);
      expect(await policy('dk_bad')).toEqual(['"default";q=60;w=3600', 'Bearer error="invalid_token"']);
      await keyed.close();
    });
  });

  describe('over HTTP', () => {
    it.each(['GET', 'HEAD', 'PUT', 'DELETE'])('%s is 405 and allows POST', async (method) => {
      const answered = await service.ask('/v1/mcp', { method });
      expect(answered.status).toBe(405);
      expect(answered.headers.allow).toBe('POST, OPTIONS');
      if (method !== 'HEAD') expect(JSON.parse(answered.text).error.code).toBe('method_not_allowed');
    });

    it('a trailing slash and a query lead to the same endpoint', async () => {
      for (const path of ['/v1/mcp/', '/v1/mcp?x=1'])
        expect((await service.ask(path, { method: 'POST', body: JSON.stringify(ping) })).status).toBe(200);
      expect((await service.ask('/v1/mcpx', { method: 'POST', body: '{}' })).status).toBe(404);
    });

    it('more than 64 KiB is refused, with or without a Content-Length', async () => {
      const big = Buffer.alloc(65_537, 32);
      const answered = await service.ask('/v1/mcp', { method: 'POST', body: big });
      expect(answered.status).toBe(413);
      expect(JSON.parse(answered.text)).toMatchObject({ id: null, error: { code: -32600 } });
      const chunked = service.ask('/v1/mcp', {
        method: 'POST',
        headers: { 'transfer-encoding': 'chunked' },
        body: big,
      });
      // The connection may be cut while the rest is still being written.
      await expect(
        chunked.then(
          (one) => one.status,
          () => 413,
        ),
      ).resolves.toBe(413);
    });

    it('a message that nests deeper than any valid one is refused before it is parsed', async () => {
      const nested = (depth: number) =>
        `{"id":1,"method":"ping","params":{"_meta":${'['.repeat(depth)}"]]"${']'.repeat(depth)}}}`;
      expect((await service.rpc(nested(30))).status).toBe(200);
      for (const depth of [31, 30_000]) {
        const answered = await service.rpc(nested(depth));
        expect(answered.status).toBe(400);
        expect(JSON.parse(answered.text)).toMatchObject({ id: null, error: { code: -32600 } });
      }
    });

    it('exactly 64 KiB are read', async () => {
      const text = JSON.stringify(ping);
      expect((await service.rpc(text + ' '.repeat(65_536 - text.length))).status).toBe(200);
    });
  });

  /** A pipeline that never answers a tool call. */
  function stuckPipeline(): RequestPipeline {
    return Object.assign(Object.create(service.pipeline) as RequestPipeline, {
      tryCached: () => null,
      call: () => new Promise<never>(() => {}),
    });
  }

  it('an answer that never comes is an error after a bounded time, under the id of the client', async () => {
    const pipeline = stuckPipeline();
    const mcp = new McpHandler({
      pipeline,
      log: { error: () => {}, warn: () => {}, info: () => {} },
      answerMilliseconds: 20,
    });
    const reply = await mcp.answer(JSON.stringify(toolCall('get_catalog', {}, 'late')), { address: null });
    expect(JSON.parse(String(reply.body))).toMatchObject({ id: 'late', error: { code: -32603 } });
  });

  it('calls in progress and later ones get an error at once when the service stops', async () => {
    const pipeline = stuckPipeline();
    const mcp = new McpHandler({
      pipeline,
      log: { error: () => {}, warn: () => {}, info: () => {} },
      answerMilliseconds: 600_000,
    });
    const ask = (id: string) =>
      mcp.answer(JSON.stringify(toolCall('get_catalog', {}, id)), { address: null });
    await mcp.warm();
    const early = ask('early');
    await new Promise((resolve) => setImmediate(resolve));
    await mcp.close();
    for (const [id, reply] of [
      ['early', await early],
      ['later', await ask('later')],
    ] as const)
      expect(JSON.parse(String(reply.body))).toMatchObject({ id, error: { code: -32603 } });
  });

  it('a caller who leaves in the middle of a message causes no error', async () => {
    const socket = connect(service.port, '127.0.0.1');
    socket.write('POST /v1/mcp HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"id":');
    await once(service.server, 'request');
    socket.destroy();
    expect((await service.rpc(ping)).status).toBe(200);
    expect(service.logged).toEqual([]);
  });
});
