/** Answers that are written in one piece are the same bytes as those that Node writes. */

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { KEEP_ALIVE_SECONDS, linesOf, send } from '../../../src/transports/http/raw-response.js';
import { type Service, startService, toolCall } from '../service.js';
import { answersIn, exchange, get, open, post } from '../wire.js';

describe('transports/http/raw-response', () => {
  const HEADERS = ['Content-Type', 'text/plain', 'ETag', '"ü: x"'];
  const LONG = Buffer.from('Zürich '.repeat(10_000));

  /** What Node writes for the same answer, and what `send` writes. */
  async function written(
    status: number,
    body: Buffer | string | null,
    before: string,
    bytes: string,
  ): Promise<[string, string]> {
    const own = [
      'Content-Length',
      String(before.length + (body?.length ?? 0)),
      'RateLimit',
      '"default";r=1;t=60',
    ];
    const server = createServer({ keepAliveTimeout: KEEP_ALIVE_SECONDS * 1000 }, (request, response) => {
      if (request.headers['x-by'] === 'send') {
        send(request, response, { status, lines: linesOf(HEADERS), own, before, body });
        return;
      }
      response.writeHead(status, [...HEADERS, ...own]);
      response.write(before, 'latin1');
      response.end(body ?? '', 'latin1');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const answers: string[] = [];
    for (const by of ['node', 'send']) {
      const wire = await open(port);
      wire.send(bytes.replace('\r\n\r\n', `\r\nX-By: ${by}\r\n\r\n`));
      wire.send('GET /last HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
      answers.push((await wire.closed).replaceAll(/^Date: .*$/gm, 'Date: …'));
    }
    server.close();
    const [node = '', ours = ''] = answers;
    return [node, ours];
  }

  describe('the same bytes as Node writes', () => {
    it.each([
      ['a short text', 200, 'a "text" of byt\xc3\xa9s', '', get('/')],
      ['a text after another', 200, ',"b":2}', '{"a":1', get('/')],
      ['a buffer', 200, LONG, '', get('/')],
      ['a buffer after a text', 200, LONG, '{"id":1,', get('/')],
      ['no body', 304, null, '', get('/')],
      ['an error', 429, 'slow down', '', get('/')],
      ['HEAD', 200, null, '', `HEAD / HTTP/1.1\r\nHost: x\r\n\r\n`],
      ['HTTP/1.0', 200, 'text', '', `GET / HTTP/1.0\r\nHost: x\r\n\r\n`],
      ['a caller who closes', 200, 'text', '', get('/', 'Connection: close\r\n')],
    ])('%s', async (_what, status, body, before, bytes) => {
      const [node, ours] = await written(status, body, before, bytes);
      expect(ours).toBe(node);
      expect(ours).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    });
  });

  describe('over a connection', () => {
    let service: Service;
    beforeAll(async () => {
      service = await startService({ pages: {}, rateLimits: { keyless: 100_000, withKey: 100_000 } });
    });
    afterAll(() => service.close());

    it('each answer has its own headers, and its date is the present second', async () => {
      const path = '/v1/filings?limit=2';
      const before = Math.floor(Date.now() / 1000) * 1000;
      const asked = get(path).repeat(5) + get(path, 'Connection: close\r\n');
      const answers = answersIn(await exchange(service.port, asked));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
      const left = answers.map(({ headers }) => Number(headers.get('x-ratelimit-remaining')));
      expect(left).toEqual([99_999, 99_998, 99_997, 99_996, 99_995, 99_994]);
      for (const { headers } of answers) {
        expect(Date.parse(headers.get('date') ?? '')).toBeGreaterThanOrEqual(before);
        expect(Date.parse(headers.get('date') ?? '')).toBeLessThanOrEqual(Date.now());
      }
      expect(answers.map(({ headers }) => headers.get('connection'))).toEqual([
        ...Array.from({ length: 5 }, () => 'keep-alive'),
        'close',
      ]);
    });

    it('an answer to HTTP/1.0 ends with its connection', async () => {
      const [answer] = answersIn(
        await exchange(service.port, 'GET /v1/filings?limit=2 HTTP/1.0\r\nHost: x\r\n\r\n'),
      );
      expect([answer?.status, answer?.headers.get('connection')]).toEqual([200, 'close']);
    });

    it('a message under another id gets the same answer under its own', async () => {
      const call = (id: unknown) => toolCall('get_latest_filings', { limit: 3 }, id);
      const texts: string[] = [];
      for (const id of [1, 2, 30, 0, 'ü"', 4.5, 999_999_999_999_999]) {
        const [answer] = answersIn(await exchange(service.port, post(call(id), 'Connection: close\r\n')));
        expect(JSON.parse(answer?.body ?? '').id).toBe(id);
        texts.push(JSON.stringify(JSON.parse(answer?.body ?? '').result));
      }
      expect(new Set(texts).size).toBe(1);
    });
  });
});
