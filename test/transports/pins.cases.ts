/** Promises of the interface as literals; nothing is imported from the source. */

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Service, startService, textOf, toolCall } from './service.js';

describe('transports/pins', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ rateLimits: { keyless: 60, withKey: 600 } });
  });
  afterAll(() => service.close());

  it('initialize always answers version 2025-03-26, exactly { tools: {} }, and the name of the service', async () => {
    for (const protocolVersion of ['2024-11-05', '2025-03-26', '2025-11-25', '2026-07-28']) {
      const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'c', version: '1' } };
      const answered = await service.rpc({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
      expect(JSON.parse(answered.text)).toEqual({
        jsonrpc: '2.0',
        id: 1,
        result: {
          protocolVersion: '2025-03-26',
          capabilities: { tools: {} },
          serverInfo: { name: 'disclosed', version: '1.0.0' },
          instructions: expect.stringMatching(/get_catalog first[\s\S]*60 tool calls per hour[\s\S]*600/),
        },
      });
      // What the nine tools lack, so that no agent calls it missing.
      for (const more of ['Form 144', '13D, 13G', 'all managers of Form 13F'])
        expect(JSON.parse(answered.text).result.instructions).toContain(more);
      expect(Buffer.byteLength(JSON.parse(answered.text).result.instructions)).toBeLessThan(2048);
    }
  });

  it('the codes of the protocol: -32601 unknown method, -32700 unreadable, -32600 a batch', async () => {
    const code = async (message: unknown) => JSON.parse((await service.rpc(message)).text).error.code;
    expect(await code({ jsonrpc: '2.0', id: 1, method: 'server/discover' })).toBe(-32601);
    expect(await code({ jsonrpc: '2.0', id: 1, method: 'resources/list' })).toBe(-32601);
    expect(await code('{"jsonrpc":')).toBe(-32700);
    expect(await code([{ jsonrpc: '2.0', id: 1, method: 'ping' }])).toBe(-32600);
  });

  it('60 an hour without a key; limit 1 to 500, default 100; q 1 to 64; slug 1 to 160', async () => {
    const { headers, text } = await service.ask('/v1/catalog');
    expect(headers['ratelimit-policy']).toBe('"default";q=60;w=3600');
    expect(JSON.parse(text).data.rateLimits).toEqual({ keyless: 60, withKey: 600, windowSeconds: 3600 });
    const status = async (path: string) => (await service.ask(path)).status;
    expect(await status('/v1/filings?limit=500')).toBe(200);
    expect(await status('/v1/filings?limit=501')).toBe(400);
    expect(await status('/v1/filings?limit=0')).toBe(400);
    expect(await status(`/v1/insiders?q=${'a'.repeat(64)}`)).toBe(200);
    expect(await status(`/v1/insiders?q=${'a'.repeat(65)}`)).toBe(400);
    expect(await status('/v1/insiders?q=a&limit=100')).toBe(200);
    expect(await status('/v1/insiders?q=a&limit=101')).toBe(400);
    expect(await status(`/v1/insiders/${'a'.repeat(160)}`)).toBe(404);
    expect(await status(`/v1/insiders/${'a'.repeat(161)}`)).toBe(400);
  });

  it('a since older than 365 days means the whole window, not an error', async () => {
    const old = JSON.parse((await service.ask('/v1/filings?since=2001-01-01')).text);
    expect(old.data).toEqual(JSON.parse((await service.ask('/v1/filings?since=2025-11-20')).text).data);
    expect(old.meta.count).toBe(40);
  });

  it('a member: slug 1 to 80, 404 for an unknown one, at most 500 trades; count is the member alone', async () => {
    const status = async (path: string) => (await service.ask(`/v1/congress/${path}`)).status;
    expect(await status('a'.repeat(80))).toBe(404);
    expect(await status('a'.repeat(81))).toBe(400);
    expect(await status('Jane-Roe')).toBe(400);
    expect(await status('marta-quillon?limit=500')).toBe(200);
    expect(await status('marta-quillon?limit=501')).toBe(400);
    const { data, meta } = JSON.parse((await service.ask('/v1/congress/marta-quillon')).text);
    expect(Object.keys(data)).toEqual(['member', 'trades', 'unreadReports']);
    expect(data.trades).toHaveLength(12);
    expect(meta).toMatchObject({
      count: 1,
      source: 'us-congress-stock-act',
      attribution: { page: 'https://disclosed.example/congress/marta-quillon' },
      sourceLicense: 'https://www.usa.gov/government-copyright',
    });
    const list = JSON.parse((await service.ask('/v1/congress')).text);
    expect(Object.keys(list.data[0])).toEqual(['slug', 'name', 'chamber', 'district', 'url']);
  });

  it('jsonrpc at most 8 characters, a string id at most 256', async () => {
    const status = async (envelope: object) =>
      (await service.rpc({ method: 'ping', id: 1, ...envelope })).status;
    expect(await status({ jsonrpc: '12345678' })).toBe(200);
    expect(await status({ jsonrpc: '123456789' })).toBe(400);
    expect(await status({ id: 'x'.repeat(256) })).toBe(200);
    expect(await status({ id: 'x'.repeat(257) })).toBe(400);
  });

  it('a tool error has its HTTP status and its sentence', async () => {
    const answered = await service.rpc(toolCall('get_insider', { id: 'nobody-here' }));
    expect(answered.status).toBe(200);
    expect(JSON.parse(answered.text).result.isError).toBe(true);
    expect(textOf(answered)).toMatch(/^404 Insider not found: nobody-here\./);
  });
});
