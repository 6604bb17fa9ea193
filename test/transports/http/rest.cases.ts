/** REST: entity tags, compression and methods. */

import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SerializedPageRows } from '../../../tools/contract/serialized-rows.js';
import { type Service, startService } from '../service.js';

describe('transports/http/rest', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());

  describe('entity tags', () => {
    it('a second request with the tag gets 304, cached or not', async () => {
      for (const path of ['/v1/filings?limit=2', '/v1/filings?limit=2&nocache=1']) {
        const first = await service.ask(path);
        const etag = String(first.headers.etag);
        expect(etag).toMatch(/^"[^"]+"$/);
        for (const held of [etag, `W/${etag}`, `"other", ${etag}`, `"other",W/${etag} , "x"`, '*']) {
          const again = await service.ask(path, { headers: { 'if-none-match': held } });
          expect({ held, status: again.status, text: again.text }).toEqual({ held, status: 304, text: '' });
          expect(again.headers.etag).toBe(etag);
          expect(again.headers['cache-control']).toBe(first.headers['cache-control']);
          expect(again.headers.vary).toBe('Accept-Encoding');
        }
        for (const held of ['"other"', etag.slice(1, -1), `${etag.slice(0, -2)}"`, ''])
          expect((await service.ask(path, { headers: { 'if-none-match': held } })).status).toBe(200);
      }
    });

    it('each coding has its own tag, and each tag is recognised', async () => {
      const path = '/v1/filings?limit=30';
      await packed(path);
      const tags = await Promise.all(
        ['identity', 'gzip', 'br'].map(async (encoding) =>
          String((await service.ask(path, { headers: { 'accept-encoding': encoding } })).headers.etag),
        ),
      );
      expect(new Set(tags).size).toBe(3);
      for (const tag of tags)
        expect((await service.ask(path, { headers: { 'if-none-match': tag } })).status).toBe(304);
    });

    it('changes only with the data', async () => {
      const own = await startService();
      const etag = async () => (await own.ask('/v1/filings')).headers.etag;
      const first = await etag();
      own.fresh.generation += 1;
      expect(await etag()).toBe(first);
      own.reads.latestFilings = async () => new SerializedPageRows([]);
      own.fresh.generation += 1;
      expect(await etag()).not.toBe(first);
      await own.close();
    });
  });

  /** Resolves when the answer has all its variants: br is made after the first answer. */
  async function packed(path: string): Promise<void> {
    for (;;) {
      const { headers } = await service.ask(path, { headers: { 'accept-encoding': 'br' } });
      if (headers['content-encoding'] === 'br') return;
    }
  }

  it('the first caller gets gzip without waiting for br, or the uncompressed bytes', async () => {
    const first = async (query: string, accept: string) =>
      (await service.ask(`/v1/filings?limit=30&${query}`, { headers: { 'accept-encoding': accept } }))
        .headers['content-encoding'];
    expect(await first('min_value=1', 'gzip, br')).toBe('gzip');
    expect(await first('min_value=2', 'br, *;q=0.1')).toBe('gzip');
    expect(await first('min_value=3', 'br')).toBeUndefined();
    expect(await first('min_value=4', 'br, gzip;q=0')).toBeUndefined();
    expect(await first('min_value=6', 'gzip;q=0, *')).toBeUndefined();
  });

  it('an answer first sent uncompressed is compressed when a caller accepts it', async () => {
    const path = '/v1/filings?limit=30&min_value=5';
    const encodingFor = async (accept: string) =>
      (await service.ask(path, { headers: { 'accept-encoding': accept } })).headers['content-encoding'];
    expect(await encodingFor('identity')).toBeUndefined();
    // The plain bytes are cached, so no caller waits; the compressed ones follow.
    expect(await encodingFor('gzip')).toBeUndefined();
    for (;;) if ((await encodingFor('gzip')) === 'gzip') break;
  });

  describe('compression', () => {
    it.each([
      ['gzip, deflate', 'gzip'],
      ['gzip, deflate, br', 'br'],
      ['br;q=0.5, gzip;q=0.9', 'gzip'],
      ['br;q=0, gzip;q=0', undefined],
      ['identity', undefined],
      ['*', 'br'],
      ['deflate', undefined],
      ['nonsense;;q=;', undefined],
    ])('Accept-Encoding %s gives %s', async (accept, encoding) => {
      await packed('/v1/filings?limit=30');
      const plain = await service.ask('/v1/filings?limit=30');
      const answered = await service.ask('/v1/filings?limit=30', { headers: { 'accept-encoding': accept } });
      expect(answered.headers['content-encoding']).toBe(encoding);
      expect(answered.headers.vary).toBe('Accept-Encoding');
      expect(answered.headers['content-length']).toBe(String(answered.bytes.length));
      const unpacked =
        encoding === 'gzip'
          ? gunzipSync(answered.bytes)
          : encoding === 'br'
            ? brotliDecompressSync(answered.bytes)
            : answered.bytes;
      expect(unpacked.equals(plain.bytes)).toBe(true);
      if (encoding !== undefined) expect(answered.bytes.length).toBeLessThan(plain.bytes.length / 2);
    });
  });

  it('HEAD is GET without the body', async () => {
    for (const path of ['/v1/filings?limit=3', '/v1/filings?limit=3', '/v1/nothing', '/healthz']) {
      const get = await service.ask(path);
      const head = await service.ask(path, { method: 'HEAD' });
      expect(head.status).toBe(get.status);
      expect(head.text).toBe('');
      for (const name of ['content-length', 'etag', 'content-type', 'cache-control'])
        expect(head.headers[name]).toBe(get.headers[name]);
    }
  });

  describe('Cache-Control', () => {
    it.each([
      ['2026-11-20T12:30:00.000Z', '2026-11-20T13:00:00.000Z', 1800],
      ['2026-11-20T23:50:00.000Z', '2026-11-21T00:30:00.000Z', 600],
      ['2026-11-20T13:10:00.000Z', '2026-11-20T13:00:00.000Z', 0],
      ['2026-11-20T12:00:00.000Z', null, 3600],
    ])(
      'at %s with the next refresh at %s an answer is good for %i s',
      async (now, nextRefreshAt, seconds) => {
        const own = await startService();
        Object.assign(own.fresh, { now: new Date(now), nextRefreshAt });
        expect((await own.ask('/v1/catalog')).headers['cache-control']).toBe(`public, max-age=${seconds}`);
        expect((await own.ask('/v1/catalog')).headers['cache-control']).toBe(`public, max-age=${seconds}`);
        await own.close();
      },
    );

    it.each([
      [0, 0],
      [60, 60],
      [null, 1800],
    ])('with a longest time of %s s an answer is good for %i s', async (longestSeconds, seconds) => {
      const own = await startService();
      const nextRefreshAt = '2026-11-20T13:00:00.000Z';
      Object.assign(own.fresh, { now: new Date('2026-11-20T12:30:00.000Z'), nextRefreshAt, longestSeconds });
      expect((await own.ask('/v1/catalog')).headers['cache-control']).toBe(`public, max-age=${seconds}`);
      await own.close();
    });
  });

  describe('other origins', () => {
    it('may read answers, errors and their headers', async () => {
      for (const path of ['/v1/catalog', '/v1/nothing', '/v1/filings?limit=0']) {
        const { headers } = await service.ask(path, { headers: { origin: 'https://app.example' } });
        expect(headers['access-control-allow-origin']).toBe('*');
        for (const name of [
          'ETag',
          'RateLimit',
          'RateLimit-Policy',
          'X-RateLimit-Remaining',
          'Retry-After',
          'WWW-Authenticate',
        ])
          expect(headers['access-control-expose-headers']).toContain(name);
      }
    });

    it.each([
      ['/v1/filings', 'GET, HEAD, OPTIONS'],
      ['/v1/mcp', 'POST, OPTIONS'],
    ])('a preflight of %s is 204', async (path, methods) => {
      const { status, headers, text } = await service.ask(path, {
        method: 'OPTIONS',
        headers: { origin: 'https://app.example', 'access-control-request-headers': 'authorization' },
      });
      expect({ status, text }).toEqual({ status: 204, text: '' });
      expect(headers['access-control-allow-methods']).toBe(methods);
      expect(headers['access-control-allow-headers']).toMatch(
        /Authorization.*Content-Type.*Mcp-Protocol-Version/,
      );
    });
  });

  describe('outside /v1', () => {
    it.each([
      '/',
      '/nothing',
      '/.well-known/oauth-protected-resource',
      '/.well-known/oauth-authorization-server/v1/mcp',
      '/.well-known/openid-configuration',
      '/v10/filings',
    ])('%s is a plain 404 in JSON', async (path) => {
      const { status, headers, text } = await service.ask(path);
      expect(status).toBe(404);
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect(headers['www-authenticate']).toBeUndefined();
      expect(JSON.parse(text).error.code).toBe('not_found');
    });

    it('no header names the software, every answer names its type', async () => {
      for (const path of ['/healthz', '/v1/catalog', '/nothing']) {
        const { headers } = await service.ask(path);
        expect(headers['x-powered-by']).toBeUndefined();
        expect(headers.server).toBeUndefined();
        expect(headers['x-content-type-options']).toBe('nosniff');
      }
    });

    it('documents and pages are tried before a path counts as unknown, below /v1 too', async () => {
      const own = await startService({
        rateLimits: { keyless: 5, withKey: 5 },
        site: (request, response, next) =>
          request.path === '/v1/openapi.json' ? response.json({ openapi: '3.1.0' }) : next(),
      });
      const answered = await own.ask('/v1/openapi.json');
      expect(answered.text).toBe('{"openapi":"3.1.0"}');
      expect(answered.headers['ratelimit-policy']).toBeUndefined();
      expect((await own.ask('/v1/else')).headers['ratelimit-policy']).toBeDefined();
      await own.close();
    });
  });

  describe('the server', () => {
    const raw = (port: number, text: string): Promise<string> =>
      new Promise((resolve) => {
        const chunks: Buffer[] = [];
        const socket = connect(port, '127.0.0.1', () => socket.write(text));
        socket.on('data', (chunk) => chunks.push(chunk));
        socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
      });

    it.each([
      ['nonsense\r\n\r\n', 400],
      [`GET /v1/filings?x=${'y'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
      ['GET /v1/filings HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n', 400],
    ])('what is not valid HTTP gets an envelope (%#)', async (text, status) => {
      const answer = await raw(service.port, text);
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))).toMatchObject({
        data: null,
        error: { code: 'invalid_parameter' },
      });
    });

    it('an absolute URL as the request target works', async () => {
      const answer = await raw(
        service.port,
        'GET http://other/v1/filings?limit=1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      );
      expect(answer).toMatch(/^HTTP\/1.1 200 /);
    });

    it('the connection of a caller who reads nothing is closed', async () => {
      const own = await startService({ stalledMilliseconds: 40 });
      await own.ask('/v1/filings?limit=40&since=2026-01-01');
      const asking = 'GET /v1/filings?limit=40&since=2026-01-01 HTTP/1.1\r\nHost: x\r\n\r\n';
      const socket = connect({ port: own.port, host: '127.0.0.1' });
      socket.pause();
      socket.on('error', () => {});
      const gone = new Promise((resolve) => {
        own.server.on('connection', (theirs) => theirs.once('close', resolve));
      });
      socket.write(asking.repeat(2000));
      await gone;
      socket.destroy();
      await own.close();
    });

    it('a stop finishes the pending answer and accepts no more', async () => {
      const own = await startService();
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      const entered = new Promise<void>((resolve) => {
        own.reads.latestFilings = async () => {
          resolve();
          await held;
          return new SerializedPageRows([]);
        };
      });
      const underWay = own.ask('/v1/filings');
      await entered;
      const closed = own.close();
      release();
      expect((await underWay).status).toBe(200);
      await closed;
      await expect(own.ask('/v1/catalog')).rejects.toThrow();
    });
  });
});
