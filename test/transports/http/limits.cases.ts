/** Rate limits over HTTP: which requests count, what a refusal says, keys, and client addresses. */

import { afterEach, describe, expect, it } from '@jest/globals';
import { workerCounters } from '../../limits/worker-counters.js';
import { type Service, startService, textOf, toolCall } from '../service.js';

describe('transports/http/limits', () => {
  let service: Service;
  afterEach(() => service.close());

  const keyRing = { verify: (token: string) => (token.startsWith('dk_') ? { id: token } : null) };
  const left = (answered: { headers: Record<string, unknown> }) =>
    Number(answered.headers['x-ratelimit-remaining']);

  it('every REST answer counts: computed, cached, 304, 400, 404, 405', async () => {
    service = await startService({ rateLimits: { keyless: 10, withKey: 600 } });
    const first = await service.ask('/v1/catalog');
    const seen = [
      first,
      await service.ask('/v1/catalog'),
      await service.ask('/v1/catalog', { headers: { 'if-none-match': String(first.headers.etag) } }),
      await service.ask('/v1/filings?limit=0'),
      await service.ask('/v1/insiders/nobody'),
      await service.ask('/v1/nothing'),
      await service.ask('/v1/catalog', { method: 'POST' }),
      await service.ask('/v1/insiders/%zz'),
    ];
    expect(seen.map((answered) => answered.status)).toEqual([200, 200, 304, 400, 404, 404, 405, 400]);
    expect(seen.map(left)).toEqual([9, 8, 7, 6, 5, 4, 3, 2]);
    for (const { headers } of seen) {
      expect(headers['ratelimit-policy']).toBe('"default";q=10;w=3600');
      expect(headers.ratelimit).toMatch(/^"default";r=\d+;t=3\d{3}$/);
      expect(headers['x-ratelimit-limit']).toBe('10');
      expect(Number(headers['x-ratelimit-reset'])).toBeGreaterThan(Date.now() / 1000);
    }
  });

  it('every tools/call counts, refused ones too; the protocol, documents and probes do not', async () => {
    service = await startService({ rateLimits: { keyless: 10, withKey: 600 } });
    expect(left(await service.rpc(toolCall('get_catalog')))).toBe(9);
    expect(left(await service.rpc(toolCall('get_catalog')))).toBe(8);
    expect(left(await service.rpc(toolCall('no_such_tool')))).toBe(7);
    expect(left(await service.rpc(toolCall('get_latest_filings', { limit: 0 })))).toBe(6);
    expect(left(await service.rpc({ id: 1, method: 'tools/call', params: {} }))).toBe(5);
    for (const answered of [
      await service.rpc({ id: 1, method: 'initialize' }),
      await service.rpc({ id: 1, method: 'tools/list' }),
      await service.rpc({ method: 'notifications/initialized' }),
      await service.rpc('['),
      await service.ask('/healthz'),
      await service.ask('/readyz'),
      await service.ask('/nothing'),
      await service.ask('/v1/mcp'),
      await service.ask('/v1/filings', { method: 'OPTIONS' }),
    ])
      expect(answered.headers['x-ratelimit-remaining']).toBeUndefined();
    expect(left(await service.ask('/v1/catalog'))).toBe(4);
  });

  it('beyond the limit REST answers 429 and MCP a tool error, with the time to wait and the limit of a key', async () => {
    service = await startService({ rateLimits: { keyless: 2, withKey: 600 } });
    await service.ask('/v1/catalog');
    await service.ask('/v1/catalog');
    for (const path of ['/v1/catalog', '/v1/filings', '/v1/nothing']) {
      const over = await service.ask(path);
      expect(over.status).toBe(429);
      const seconds = Number(over.headers['retry-after']);
      expect(seconds).toBeGreaterThan(3500);
      expect(over.headers.ratelimit).toBe(`"default";r=0;t=${seconds}`);
      expect(over.headers['cache-control']).toBe('no-store');
      expect(JSON.parse(over.text)).toMatchObject({
        data: null,
        error: {
          code: 'rate_limited',
          message: `The limit of 2 requests an hour is used up. Try again in ${seconds} seconds. A free API key raises the limit to 600 an hour.`,
        },
        meta: { count: 0 },
      });
    }
    for (const call of [toolCall('get_catalog'), toolCall('no_such_tool')]) {
      const over = await service.rpc(call);
      expect(over.status).toBe(200);
      expect(JSON.parse(over.text).result.isError).toBe(true);
      expect(textOf(over)).toMatch(/^429 The limit of 2 requests an hour is used up\./);
      expect(over.headers['retry-after']).toBeDefined();
    }
  });

  it('the refusal names the page where visitors make a key, and the instructions name the limits', async () => {
    service = await startService({
      rateLimits: { keyless: 1, withKey: 7 },
      keyPage: 'https://disclosed.example/account',
    });
    await service.ask('/v1/catalog');
    expect(JSON.parse((await service.ask('/v1/catalog')).text).error.message).toMatch(
      / A free API key raises the limit to 7 an hour; make one at https:\/\/disclosed\.example\/account\.$/,
    );
    const params = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    };
    const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize', params };
    expect(JSON.parse((await service.rpc(initialize)).text).result.instructions).toMatch(
      /\nLimits over HTTP: 1 tool calls per hour .* 7 with a free API key/,
    );
    await service.close();
    service = await startService();
    expect(JSON.parse((await service.rpc(initialize)).text).result.instructions).not.toContain('Limits');
  });

  describe('keys', () => {
    it('a valid key has its own, larger limit, whatever its address has used', async () => {
      service = await startService({ rateLimits: { keyless: 1, withKey: 3 }, keyRing });
      await service.ask('/v1/catalog');
      expect((await service.ask('/v1/catalog')).status).toBe(429);
      const keyed = (token: string) =>
        service.ask('/v1/catalog', { headers: { authorization: `Bearer ${token}` } });
      expect((await keyed('dk_a')).headers['ratelimit-policy']).toBe('"key";q=3;w=3600');
      await keyed('dk_a');
      await keyed('dk_a');
      const over = await keyed('dk_a');
      expect(over.status).toBe(429);
      expect(JSON.parse(over.text).error.message).not.toMatch(/free/);
      expect((await keyed('dk_b')).status).toBe(200);
    });

    it.each([
      ['alone', undefined],
      ['that shares its limits', workerCounters()],
    ])('each request is one use of its key, in a process %s', async (_what, sharedCounters) => {
      const used: string[] = [];
      const counting = {
        verify(token: string) {
          used.push(token);
          return keyRing.verify(token);
        },
      };
      service = await startService({
        rateLimits: { keyless: 9, withKey: 99 },
        keyRing: counting,
        ...(sharedCounters && { sharedCounters }),
      });
      const headers = { authorization: 'Bearer dk_a' };
      const requests = ['/v1/catalog', '/v1/catalog', '/v1/filings?limit=0', '/v1/nothing'];
      for (const path of requests) await service.ask(path, { headers });
      await service.rpc(toolCall('get_catalog'), headers);
      expect(used).toHaveLength(requests.length + 1);
    });

    it.each(['Bearer nonsense', 'Bearer', 'Basic dXNlcjpwYXNz'])(
      '%s never blocks reading: it is served as keyless, with a warning',
      async (authorization) => {
        service = await startService({ rateLimits: { keyless: 9, withKey: 99 }, keyRing });
        for (const path of ['/v1/catalog', '/v1/catalog', '/v1/nothing']) {
          const answered = await service.ask(path, { headers: { authorization } });
          expect(answered.status).toBe(path === '/v1/nothing' ? 404 : 200);
          expect(answered.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
          expect(answered.headers['ratelimit-policy']).toBe('"default";q=9;w=3600');
          // A shared cache must not give it to another caller.
          expect(answered.headers['cache-control']).toBe('no-store');
        }
      },
    );

    it('without a ring no token is valid', async () => {
      service = await startService({ rateLimits: { keyless: 9, withKey: 99 } });
      const answered = await service.ask('/v1/catalog', { headers: { authorization: 'Bearer dk_a' } });
      expect(answered.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
    });
  });

  describe('addresses', () => {
    const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

    it('X-Forwarded-For of an unknown proxy is ignored', async () => {
      service = await startService({ rateLimits: { keyless: 9, withKey: 99 } });
      await service.ask('/v1/catalog', from('192.0.2.1'));
      expect(left(await service.ask('/v1/catalog', from('192.0.2.2')))).toBe(7);
    });

    it('X-Forwarded-For of a trusted proxy counts IPv4 singly and IPv6 by /64', async () => {
      service = await startService({
        rateLimits: { keyless: 9, withKey: 99 },
        trustProxy: ['loopback', '10.0.0.0/8'],
      });
      const remaining = async (address: string) => left(await service.ask('/v1/catalog', from(address)));
      expect(await remaining('192.0.2.1')).toBe(8);
      expect(await remaining('192.0.2.2')).toBe(8);
      expect(await remaining('192.0.2.1, 10.1.2.3')).toBe(7);
      expect(await remaining('203.0.113.9, 192.0.2.1')).toBe(6);
      expect(await remaining('192.0.2.1:4711')).toBe(5);
      expect(await remaining('2001:db8:1:2::1')).toBe(8);
      expect(await remaining('2001:db8:1:2:9::2')).toBe(7);
      expect(await remaining('[2001:db8:1:2::3]:443')).toBe(6);
      expect(await remaining('::ffff:192.0.2.2')).toBe(7);
      expect(await remaining('not an address')).toBe(8);
      expect(await remaining('neither')).toBe(7);
    });

    it('a wrong proxy setting is refused at the start', async () => {
      service = await startService();
      await expect(startService({ trustProxy: ['nowhere'] })).rejects.toThrow(TypeError);
    });
  });

  it('off lifts the limit: no headers, no refusal, null in the catalog', async () => {
    service = await startService({ rateLimits: { keyless: null, withKey: null } });
    const answered = await service.ask('/v1/catalog');
    expect(answered.headers['ratelimit-policy']).toBeUndefined();
    expect(JSON.parse(answered.text).data.rateLimits).toEqual({
      keyless: null,
      withKey: null,
      windowSeconds: 3600,
    });
  });

  it('protocol requests have their own limit', async () => {
    service = await startService({ rateLimits: { keyless: 60, withKey: 600 } });
    const ping = { id: 5, method: 'ping' };
    for (let turn = 0; turn < 300; turn += 1)
      await service.mcp.answer(JSON.stringify(ping), { address: '127.0.0.1' });
    const over = await service.rpc(ping);
    expect(over.status).toBe(429);
    expect(Number(over.headers['retry-after'])).toBeGreaterThan(0);
    expect(JSON.parse(over.text)).toMatchObject({ id: null, error: { code: -32000 } });
    // Refused at its headers, whatever the body is; REST is not.
    expect((await service.rpc(toolCall('get_catalog'))).status).toBe(429);
    expect((await service.ask('/v1/catalog')).status).toBe(200);
  });

  it('the networks of one IPv6 site share a wider limit, IPv4 addresses do not', async () => {
    service = await startService({ rateLimits: { keyless: 2, withKey: 600 }, trustProxy: ['loopback'] });
    const from = (address: string) => service.ask('/v1/catalog', { headers: { 'x-forwarded-for': address } });
    for (let net = 0; net < 32; net += 1)
      expect((await from(`2001:db8:1:${net.toString(16)}::1`)).status).toBe(200);
    const over = await from('2001:db8:1:ff::1');
    expect(over.status).toBe(429);
    expect(over.headers['ratelimit-policy']).toBe('"network";q=32;w=3600');
    expect((await from('2001:db8:2::1')).status).toBe(200);
    // An IPv6 address that wraps an IPv4 one counts as the IPv4 one.
    expect((await from('192.0.2.7')).status).toBe(200);
    expect(left(await from('2002:c000:0207::1'))).toBe(0);
    expect((await from('64:ff9b::192.0.2.7')).status).toBe(429);
  });
});
