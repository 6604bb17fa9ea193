/** The rate-limited HTTP client: identification, bounds, retries, pauses and redirects. */

import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from '@jest/globals';
import { BodyChunks } from '../../../src/registers/http/body-chunks.js';
import {
  type Clock,
  createHttpClient,
  type HttpClient,
  type HttpClientOptions,
  SourcePausedError,
} from '../../../src/registers/http/http-client.js';
import { SourceError } from '../../../src/registers/register.js';
import { until } from '../../until.js';

describe('registers/http/http-client', () => {
  const MINUTE = 60_000;
  const open: Array<{ close(): unknown }> = [];
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close();
  });

  async function serve(listener: RequestListener): Promise<string> {
    const server: Server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    open.push({
      close: () =>
        new Promise<void>((resolve) => {
          server.close(() => resolve());
          server.closeAllConnections();
        }),
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** A clock on which waiting takes no time at all; `waits` lists the waits. */
  function testClock(): Clock & { waits: number[]; pass(ms: number): void } {
    let now = Date.parse('2026-10-08T12:00:00Z');
    const waits: number[] = [];
    return {
      waits,
      now: () => now,
      pass: (ms) => {
        now += ms;
      },
      wait: async (ms) => {
        waits.push(ms);
        now += ms;
      },
    };
  }

  function client(options: Partial<HttpClientOptions> = {}): HttpClient {
    const http = createHttpClient({
      userAgent: 'test roe@example.org',
      perSecond: 1000,
      clock: testClock(),
      ...options,
    });
    open.push(http);
    return http;
  }

  const failure = (promise: Promise<unknown>): Promise<SourceError> =>
    promise.then(
      () => Promise.reject(new Error('it should have failed')),
      (error) => error,
    );

  describe('the request to a register', () => {
    it('identifies the client, and sends validators of an earlier response', async () => {
      const heard: Array<Record<string, unknown>> = [];
      const base = await serve((request, response) => {
        heard.push(request.headers);
        if (request.headers['if-none-match'] === '"a"')
          response.writeHead(304, { 'content-encoding': 'gzip' }).end();
        else response.writeHead(200, { etag: '"a"', 'x-two': ['1', '2'] }).end('body');
      });
      const http = client();
      const first = await http.request(`${base}/x`);
      expect([first.status, first.bytes.toString(), first.headers.etag]).toEqual([200, 'body', '"a"']);
      const again = await http.request(`${base}/x`, {
        etag: '"a"',
        lastModified: 'Thu, 01 Oct 2026 00:00:00 GMT',
      });
      expect([again.status, again.bytes.length]).toEqual([304, 0]);
      expect(heard[0]).toMatchObject({
        'user-agent': 'test roe@example.org',
        accept: '*/*',
        'accept-language': 'en',
        'accept-encoding': 'gzip, br',
      });
      expect(heard[1]).toMatchObject({ 'if-modified-since': 'Thu, 01 Oct 2026 00:00:00 GMT' });
    });

    it('can send a form', async () => {
      const base = await serve(async (request, response) => {
        const parts: Buffer[] = [];
        for await (const part of request) parts.push(part);
        response.end(`${request.method} ${Buffer.concat(parts)}`);
      });
      const answer = await client().request(base, { method: 'POST', body: 'q=1' });
      expect(answer.bytes.toString()).toBe('POST q=1');
    });
  });

  describe('bodies', () => {
    it.each([
      ['gzip', gzipSync('plain words')],
      ['br', brotliCompressSync('plain words')],
      ['identity', Buffer.from('plain words')],
    ])('reads %s, also in error responses', async (coding, body) => {
      const base = await serve((_, response) =>
        response.writeHead(403, { 'content-encoding': coding }).end(body),
      );
      const answer = await client().request(base);
      expect([answer.status, answer.bytes.toString()]).toEqual([403, 'plain words']);
    });

    it('rejects an unknown coding', async () => {
      const base = await serve((_, response) =>
        response.writeHead(200, { 'content-encoding': 'zip9' }).end('x'),
      );
      expect((await failure(client().request(base))).message).toMatch(/unknown coding "zip9"/);
    });

    it('rejects a body beyond the limit, and a small one that unpacks beyond it, without a retry', async () => {
      let count = 0;
      const bomb = gzipSync(Buffer.alloc(5_000_000));
      const base = await serve((request, response) => {
        count += 1;
        if (request.url === '/bomb') response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
        else response.end(Buffer.alloc(200_000, 'x'));
      });
      const http = client();
      for (const path of ['/large', '/bomb']) {
        const error = await failure(http.request(base + path, { maxBytes: 100_000 }));
        expect(error).toBeInstanceOf(SourceError);
        expect(error.message).toMatch(/larger than 100000 bytes/);
      }
      expect(bomb.length).toBeLessThan(100_000);
      expect(count).toBe(2);
      expect((await http.request(`${base}/bomb`, { maxBytes: 5_000_000 })).bytes.length).toBe(5_000_000);
    });

    it.each(['length', 'chunks', 'gzip'])('does not treat a truncated body as complete (%s)', async (how) => {
      const packed = gzipSync(Buffer.from(Array.from({ length: 5000 }, (_, i) => `line ${i}`).join('\n')));
      const base = await serve((_, response) => {
        if (how === 'gzip') {
          const part = packed.subarray(0, packed.length / 2);
          response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': part.length }).end(part);
          return;
        }
        response.writeHead(200, how === 'length' ? { 'content-length': 1000 } : {});
        response.write('only the beginning', () => response.destroy());
      });
      const error = await failure(client({ retries: 1 }).request(base));
      expect(error).toBeInstanceOf(SourceError);
      expect(error.message).toMatch(/could not be read/);
    });

    describe('that only the end of the connection ends', () => {
      /** Each request gets the next body, the last one again and again. */
      const serveOpenEnded = async (...bodies: string[]) => {
        const asked: number[] = [];
        const socket = createSocketServer((connection) => {
          connection.on('error', () => {});
          connection.once('data', () => {
            const body = bodies[Math.min(asked.length, bodies.length - 1)]!;
            asked.push(body.length);
            connection.end(`HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n${body}`);
          });
        });
        await new Promise<void>((ready) => socket.listen(0, '127.0.0.1', ready));
        open.push({ close: () => new Promise((done) => socket.close(done)) });
        return { asked, url: `http://127.0.0.1:${(socket.address() as AddressInfo).port}/` };
      };
      const pages = [
        [
          'a web page',
          '<!DOCTYPE html><html><table><tr><td>1</td></tr>',
          '<tr></tr></table></html>\n<!-- 7 -->',
        ],
        ['a PDF', '%PDF-1.4 1 0 obj', ' endobj trailer %%EOF\n'],
        ['a filing', '<SEC-DOCUMENT>0009990001-26-000001.txt\n', '</SEC-DOCUMENT>\n'],
      ] as const;

      it.each(pages)('is requested again without the mark of its end (%s)', async (_, start, rest) => {
        for (const lenientHeaders of [undefined, true] as const) {
          const { asked, url } = await serveOpenEnded(start, start + rest);
          const answer = await client().request(url, { lenientHeaders });
          expect([answer.bytes.toString(), asked.length]).toEqual([start + rest, 2]);
        }
        const { url } = await serveOpenEnded(start);
        const error = await failure(client().request(url));
        expect([error instanceof SourceError, error.message]).toEqual([
          true,
          `${url} breaks off, and says no length of its answer`,
        ]);
      });

      it('is whole where its format has no such mark', async () => {
        const { asked, url } = await serveOpenEnded('{"a":1}');
        expect((await client({ retries: 0 }).request(url)).bytes.toString()).toBe('{"a":1}');
        expect(asked).toHaveLength(1);
      });

      it('is whole when it is a list without such a mark that comes twice alike', async () => {
        const { asked, url } = await serveOpenEnded('one\n', 'one\ntwo\n');
        const answer = await client({ retries: 2 }).request(url, { hasNoEndMark: true });
        expect([answer.bytes.toString(), asked.length]).toEqual(['one\ntwo\n', 3]);
        const other = await serveOpenEnded('one\n', 'one\ntwo\n');
        const error = await failure(client({ retries: 1 }).request(other.url, { hasNoEndMark: true }));
        expect(error).toBeInstanceOf(SourceError);
      });
    });

    it('does not take a buffer for each byte of a body in very small chunks', () => {
      const chunks = new BodyChunks();
      const bytes = Buffer.alloc(500_000, 'some text');
      for (let at = 0; at < 200_000; at += 1) chunks.add(bytes.subarray(at, at + 1));
      chunks.add(bytes.subarray(200_000, 300_000));
      for (let at = 300_000; at < bytes.length; at += 1) chunks.add(bytes.subarray(at, at + 1));
      expect(chunks.length).toBe(bytes.length);
      expect(chunks.partCount).toBeLessThan(10);
      expect(chunks.toBuffer().equals(bytes)).toBe(true);
    });

    it('gives up on a server that sends too slowly', async () => {
      const base = await serve((_, response) => {
        response.writeHead(200);
        const timer = setInterval(() => response.write('.'), 10);
        response.on('close', () => clearInterval(timer));
      });
      const error = await failure(client({ retries: 0 }).request(base, { timeoutMs: 200 }));
      expect(error).toBeInstanceOf(SourceError);
      expect(error.message).toMatch(/timeout|aborted/i);
    });
  });

  describe('retries', () => {
    it('follow 5xx responses and broken connections, waiting longer each time', async () => {
      let count = 0;
      const base = await serve((_, response) => {
        count += 1;
        if (count === 1) response.writeHead(502).end();
        else if (count === 2) response.destroy();
        else response.end('here');
      });
      const clock = testClock();
      const answer = await client({ clock, random: () => 1, minGapMs: 0 }).request(base);
      expect([answer.bytes.toString(), count, clock.waits]).toEqual(['here', 3, [1000, 2000]]);
    });

    it('end with the last 5xx response, or a failure after the last broken connection', async () => {
      let count = 0;
      const base = await serve((request, response) => {
        count += 1;
        if (request.url === '/503') response.writeHead(503).end('down');
        else response.destroy();
      });
      const http = client({ retries: 2 });
      expect(await http.request(`${base}/503`)).toMatchObject({ status: 503, bytes: Buffer.from('down') });
      expect(count).toBe(3);
      expect(await failure(http.request(`${base}/gone`))).toBeInstanceOf(SourceError);
      expect(count).toBe(6);
    });

    it.each([400, 403, 404, 501])('do not follow %i', async (status) => {
      let count = 0;
      const base = await serve((_, response) => {
        count += 1;
        response.writeHead(status).end();
      });
      expect((await client().request(base)).status).toBe(status);
      expect(count).toBe(1);
    });

    it('stop when aborted, with the abort reason', async () => {
      const stop = new AbortController();
      const base = await serve(() => stop.abort(new Error('shutting down')));
      const error = await failure(client({ signal: stop.signal }).request(base));
      expect(error).not.toBeInstanceOf(SourceError);
      expect(error.message).toBe('shutting down');
    });
  });

  describe('waiting its turn', () => {
    it('leaves the same gap between any two requests, tries and redirects included', async () => {
      const clock = testClock();
      const starts: number[] = [];
      const base = await serve((request, response) => {
        starts.push(clock.now());
        if (request.url === '/from') response.writeHead(302, { location: '/to' }).end();
        else if (request.url === '/busy' && !starts.includes(-1)) {
          starts.push(-1);
          response.writeHead(503).end();
        } else response.end();
      });
      const http = client({ clock, perSecond: 1, maxConcurrent: 1, random: () => 0 });
      await Promise.all(['/a', '/from', '/b'].map((path) => http.request(base + path)));
      await http.request(`${base}/busy`);
      const moments = starts.filter((start) => start > 0).sort((a, b) => a - b);
      expect(moments).toHaveLength(6);
      for (const [index, moment] of moments.slice(1).entries())
        expect(moment - moments[index]!).toBeGreaterThanOrEqual(1000);
    });
  });

  describe('a busy process', () => {
    it('sends no burst when its timers come late and together', async () => {
      let now = 0;
      const timers: Array<{ at: number; resolve: () => void }> = [];
      const clock: Clock = {
        now: () => now,
        wait: (ms) => new Promise((resolve) => timers.push({ at: now + ms, resolve })),
      };
      const starts: number[] = [];
      const base = await serve((_, response) => {
        starts.push(now);
        response.end();
      });
      const http = client({ clock, perSecond: 1 });
      const all = Promise.all(Array.from({ length: 4 }, () => http.request(base)));
      // The first waits for nothing.
      for (let sent = 1; sent < 4; ) {
        await until(() => starts.length === sent && timers.length > 0);
        now += 3500;
        for (const { at, resolve } of timers.splice(0))
          if (at <= now) {
            sent += 1;
            resolve();
          } else timers.push({ at, resolve });
      }
      await all;
      expect(starts).toHaveLength(4);
      expect(new Set(starts).size).toBe(4);
    });
  });

  describe('what a register may request', () => {
    it('is a longer gap for its requests, never a shorter one', async () => {
      const clock = testClock();
      const starts: number[] = [];
      const base = await serve((_, response) => {
        starts.push(clock.now());
        response.end();
      });
      const http = client({ clock, perSecond: 1, maxConcurrent: 1 });
      for (const gapMs of [undefined, 5000, 10]) await http.request(base, { gapMs });
      expect(starts.slice(1).map((start, index) => start - starts[index]!)).toEqual([5000, 1000]);
    });

    it('is the lenient reader, with the same user agent, coding and retries', async () => {
      const heard: string[] = [];
      const socket = createSocketServer((connection) => {
        connection.on('error', () => {});
        connection.once('data', (head) => {
          heard.push(head.toString().toLowerCase());
          if (heard.length === 1) connection.destroy();
          else
            connection.end(
              'HTTP/1.1 200 OK\r\nPermissions-Policy: camera=(),\n geolocation=()\r\nContent-Length: 4\r\nConnection: close\r\n\r\nHalt',
            );
        });
      });
      await new Promise<void>((ready) => socket.listen(0, '127.0.0.1', ready));
      open.push({ close: () => new Promise((done) => socket.close(done)) });
      const url = `http://127.0.0.1:${(socket.address() as AddressInfo).port}/`;
      const headers = { 'Accept-Encoding': 'identity' };
      const answer = await client().request(url, { lenientHeaders: true, headers });
      expect(answer.bytes.toString()).toBe('Halt');
      expect(heard).toHaveLength(2);
      expect(heard[1]).toContain('user-agent: test roe@example.org');
      expect(heard[1]!.match(/accept-encoding: .*/g)).toEqual(['accept-encoding: identity']);
      await expect(
        client({ retries: 0 }).request('http://127.0.0.1:1', { lenientHeaders: true }),
      ).rejects.toThrow(SourceError);
    });
  });

  describe('backing off', () => {
    it('sends nothing to any host for ten minutes after a 429, and then continues', async () => {
      let count = 0;
      const listener: RequestListener = (_, response) => {
        count += 1;
        if (count === 1) response.writeHead(429).end('too fast');
        else response.end('welcome back');
      };
      const [one, other] = [await serve(listener), await serve(listener)];
      const clock = testClock();
      const http = client({ clock });
      const first = await failure(http.request(one));
      expect(first).toBeInstanceOf(SourcePausedError);
      expect(first.firstBytes).toBe('too fast');
      const until = http.pausedUntil();
      expect(until?.getTime()).toBe(clock.now() + 10 * MINUTE);
      clock.pass(10 * MINUTE - 1);
      for (const base of [one, other]) {
        const error = await failure(http.request(base));
        expect(error).toBeInstanceOf(SourcePausedError);
        expect(error.message).toContain(until!.toISOString());
      }
      expect(count).toBe(1);
      clock.pass(1);
      expect(http.pausedUntil()).toBeNull();
      expect((await http.request(other)).bytes.toString()).toBe('welcome back');
    });

    it('stops requests that are already queued', async () => {
      let count = 0;
      const base = await serve((_, response) => {
        count += 1;
        response.writeHead(429).end();
      });
      const http = client({ maxConcurrent: 1 });
      const all = await Promise.allSettled(Array.from({ length: 20 }, () => http.request(base)));
      expect(all.every(({ status }) => status === 'rejected')).toBe(true);
      expect(count).toBe(1);
    });

    it.each([
      [429, '3600', 60],
      [429, '5', 10],
      [503, '1200', 20],
      [503, 'Thu, 08 Oct 2026 13:30:00 GMT', 90],
      [429, '999999999', 24 * 60],
      [500, '1200', 20],
      [502, '432000', 24 * 60],
      [504, '99999999999999', 24 * 60],
    ])('honours Retry-After: %i with %s means %i minutes', async (status, retryAfter, minutes) => {
      const base = await serve((_, response) =>
        response.writeHead(status, { 'retry-after': retryAfter }).end(),
      );
      const clock = testClock();
      const http = client({ clock, minGapMs: 0 });
      expect(await failure(http.request(base))).toBeInstanceOf(SourcePausedError);
      expect(http.pausedUntil()?.getTime()).toBe(clock.now() + minutes * MINUTE);
    });
  });

  /** Every host that the test of forbidden redirects names. */
  const EVERY_HOST = ['169.254.169.254', '[::ffff:a00:1]', 'localhost:1', '.example.org'];

  describe('redirects', () => {
    it('are followed on the same host, and to hosts that belong to the publisher', async () => {
      const base = await serve((request, response) => {
        if (request.url === '/end') response.end('arrived');
        else response.writeHead(301, { location: request.url === '/a' ? '/b' : `${base}/end` }).end();
      });
      const answer = await client().request(`${base}/a`);
      expect([answer.bytes.toString(), answer.url]).toEqual(['arrived', `${base}/end`]);
    });

    it.each([
      ['http://169.254.169.254/latest/meta-data/', /private address/],
      ['http://[::ffff:10.0.0.1]/', /private address/],
      ['http://localhost:1/', /private address/],
      ['http://user:secret@example.org/', /password/],
      ['ftp://example.org/', /no web address/],
      ['', /no readable address/],
    ])('never lead to %s, even where every host is allowed', async (location, reason) => {
      const base = await serve((_, response) => response.writeHead(302, { location }).end());
      const http = client({ hosts: [...EVERY_HOST, new URL(base).host], retries: 0 });
      expect((await failure(http.request(base))).message).toMatch(reason);
    });

    it('to another host are rejected, and that host gets no request', async () => {
      let heard = 0;
      const other = await serve((_, response) => {
        heard += 1;
        response.end('secret');
      });
      const base = await serve((_, response) => response.writeHead(302, { location: other }).end());
      const error = await failure(client().request(base));
      expect(error.message).toMatch(/another host/);
      expect(heard).toBe(0);
    });

    it('end when they form a loop', async () => {
      let count = 0;
      const base = await serve((_, response) => {
        count += 1;
        response.writeHead(302, { location: '/again' }).end();
      });
      expect((await failure(client().request(base))).message).toMatch(/more than 5 times/);
      expect(count).toBe(6);
    });
  });
});
