/** Callers that break HTTP: they get an error in the usual shape or are disconnected, and others are served. */

import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { guardConnections, PipelinedRequests } from '../../../src/transports/http/connection-guards.js';
import { serve } from '../../commands/program.js';
import { until } from '../../until.js';
import { askPort, type Service, startService, toolCall } from '../service.js';
import { answersIn, exchange, get, open, post, type Wire } from '../wire.js';

let service: Service;
beforeAll(async () => {
  service = await startService({ pages: {} });
});
afterAll(() => service.close());

/** Calls `handle` for one request of a connection after the other, as the server does. */
function serialised(handle: RequestListener, waitingMax?: number): RequestListener {
  const pipelined = new PipelinedRequests(waitingMax);
  return (request, response) => {
    if (response.socket !== null) handle(request, response);
    else pipelined.wait(request, response, () => handle(request, response));
  };
}

const HOST = 'Host: localhost\r\n';
const lines = (count: number) => Array.from({ length: count }, (_, n) => `x-${n}: y\r\n`).join('');
const chunked = `POST /v1/mcp HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n`;

function refusal(body: string, code = 'invalid_parameter'): void {
  expect(JSON.parse(body)).toEqual({
    data: null,
    error: expect.objectContaining({ code, message: expect.any(String) }),
    meta: expect.objectContaining({ license: expect.stringMatching(/^https:/) }),
  });
}

it.each([
  ['no host', 400, 'GET /v1/catalog HTTP/1.1\r\n\r\n'],
  ['two hosts', 400, get('/v1/catalog', 'host: other.example\r\n')],
  ['more header lines than are read', 431, get('/v1/catalog', lines(150))],
  ['a header that is too long', 431, get('/v1/catalog', `x: ${'y'.repeat(20_000)}\r\n`)],
  ['a target without a path', 400, `GET http://[/v1/clusters HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`],
  ['an expectation that cannot be met', 417, get('/v1/catalog', 'Expect: a miracle\r\n')],
  ['no target', 400, `GET HTTP/1.1\r\n${HOST}\r\n`],
  ['another protocol', 400, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['the start of TLS', 400, Buffer.from('16030100c8010000c40303', 'hex')],
  ['a method in small letters', 400, `get / HTTP/1.1\r\n${HOST}\r\n`],
  ['bytes beyond ASCII in the target', 400, Buffer.from(`GET /v1/\xff HTTP/1.1\r\n${HOST}\r\n`, 'latin1')],
  ['a zero byte in a header', 400, get('/v1/catalog', 'x: a\0b\r\n')],
  ['a folded header', 400, get('/v1/catalog', 'x: a\r\n b\r\n')],
  ['a blank before the colon', 400, 'GET /v1/catalog HTTP/1.1\r\nHost : localhost\r\n\r\n'],
  ['two lengths', 400, `POST /v1/mcp HTTP/1.1\r\n${HOST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
  ['a length below nought', 400, `POST /v1/mcp HTTP/1.1\r\n${HOST}Content-Length: -1\r\n\r\n`],
  [
    'a length and chunks',
    400,
    `POST /v1/mcp HTTP/1.1\r\n${HOST}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  [
    'an encoding that is not the last',
    400,
    `POST /v1/mcp HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked, gzip\r\n\r\n{}`,
  ],
  ['a chunk without a length', 400, `${chunked}zz\r\n`],
  ['a chunk with a long extension', 413, `${chunked}1;${'x'.repeat(20_000)}\r\n`],
])('%s is answered %d with an envelope', async (_name, status, bytes) => {
  const [answer, ...more] = answersIn(await exchange(service.port, bytes));
  expect([answer?.status, more.length]).toEqual([status, 0]);
  expect(answer?.headers.get('content-type')).toBe('application/json; charset=utf-8');
  refusal(answer?.body ?? '');
});

it('a client that uses the service as a proxy gets 405', async () => {
  const text = await exchange(service.port, `CONNECT example.org:443 HTTP/1.1\r\n${HOST}\r\n`);
  const [answer] = answersIn(text);
  expect([answer?.status, answer?.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, OPTIONS']);
  refusal(answer?.body ?? '', 'method_not_allowed');
});

it('an unsupported upgrade is ignored', async () => {
  const more = 'Connection: upgrade, close\r\nUpgrade: websocket\r\n';
  const text = await exchange(service.port, get('/v1/clusters', more));
  expect(answersIn(text).map(({ status }) => status)).toEqual([200]);
});

describe('callers who close their sending side', () => {
  const ended = async (bytes: string) => {
    const wire = await open(service.port);
    wire.socket.end(bytes);
    return answersIn(await wire.closed);
  };

  it('get every answer that they requested', async () => {
    const asked = [
      get('/v1/filings?limit=7'),
      post(toolCall('get_streaks')),
      get('/clusters'),
      get('/v1/filings?limit=8'),
    ];
    for (const bytes of [...asked, asked.join('')]) {
      const answers = await ended(bytes);
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      expect(answers).toHaveLength(bytes === asked.join('') ? 4 : 1);
    }
  });

  it('get 400 in the middle of a request, and a closed connection before one', async () => {
    const [answer] = await ended(post(toolCall('get_streaks')).slice(0, -4));
    expect(answer?.status).toBe(400);
    refusal(answer?.body ?? '');
    expect(await ended('')).toEqual([]);
  });
});

it('pipelined requests are answered completely and in order', async () => {
  const questions = Array.from({ length: 300 }, (_, n) =>
    [
      get(`/v1/filings?limit=${1 + (n % 40)}`),
      post(toolCall('get_latest_filings', { limit: 1 + (n % 40) }, n)),
      get(`/v1/insiders?q=${n}`),
      get(n % 2 === 0 ? '/' : '/clusters'),
      get('/v1/insiders/%E0%A4%A'),
    ].at(n % 5),
  );
  const wire = await open(service.port);
  wire.send(`${questions.join('')}${get('/healthz', 'Connection: close\r\n')}`);
  const answers = answersIn(await wire.closed);
  expect(answers.map(({ status }) => status)).toEqual([
    ...questions.map((_, n) => (n % 5 === 4 ? 400 : 200)),
    200,
  ]);
  for (const [n, { body }] of answers.slice(0, -1).entries()) {
    if (n % 5 === 0) expect(JSON.parse(body).meta.count).toBe(Math.min(1 + (n % 40), 30));
    if (n % 5 === 1) expect(JSON.parse(body).id).toBe(n);
  }
});

it('only one pipelined request of a connection is handled at a time', async () => {
  // The first answer is too large for the socket buffers, and the client does not read it.
  let asked = 0;
  const long = 'x'.repeat(24_000_000);
  const handle = serialised((_request, response) => {
    asked += 1;
    response.end(asked === 1 ? long : 'ok');
  });
  const server = createServer(handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1' }).pause();
  socket.write(get('/').repeat(499) + get('/', 'Connection: close\r\n'));
  for (let n = 0; n < 3; n += 1) await fetch(`http://127.0.0.1:${port}/`);
  expect(asked).toBe(4);
  // Once the client reads, every request is answered.
  await once(socket.resume(), 'end');
  expect(asked).toBe(503);
  server.close();
  server.closeAllConnections();
});

it('a connection with too many pipelined requests is closed when the total is reached', async () => {
  const held: ServerResponse[] = [];
  const handle = serialised((request, response) => {
    if (request.url === '/held') held.push(response);
    else response.end('ok');
  }, 300);
  const server = createServer(handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const greedy = await open(port);
  greedy.send(get('/held').repeat(400));
  expect(await greedy.closed).toBe('');
  // Its requests are dropped with it: there is room for as many again.
  const other = await open(port);
  other.send(get('/held') + get('/').repeat(250) + get('/last', 'Connection: close\r\n'));
  await until(() => held.length >= 2);
  held[1]?.end('ok');
  expect((await other.closed).split('HTTP/1.1 200').length - 1).toBe(252);
  server.close();
});

it('large pipelined requests count as several, and all connections together have a bound', async () => {
  const held: ServerResponse[] = [];
  const handle = serialised((_request, response) => void held.push(response), 60);
  const server = createServer(handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const heavy = await open(port);
  // Each counts for four: the sixteenth that waits finds no room.
  heavy.send(get('/', `x: ${'y'.repeat(12_400)}\r\n`).repeat(20));
  expect(await heavy.closed).toBe('');
  const fair = await Promise.all([1, 2, 3].map(() => open(port)));
  for (const [n, wire] of fair.entries()) {
    wire.send(get('/').repeat(41));
    await until(() => held.length >= n + 2);
  }
  // No connection is above its own bound, but together they have twice the total.
  const late = await open(port);
  late.send(get('/').repeat(2));
  expect(await late.closed).toBe('');
  expect(fair.map(({ socket }) => socket.destroyed)).toEqual([false, false, false]);
  const alone = await open(port);
  alone.send(get('/'));
  await until(() => held.length >= 6);
  held[5]?.end('ok');
  await alone.heard('ok');
  server.close();
  server.closeAllConnections();
});

it('beyond the bound of unfetched bytes the connection that holds most for longest is closed', async () => {
  // More than the socket buffers hold.
  const handle = serialised((request, response) => {
    response.end(Buffer.alloc(Number(request.url?.slice(1)), 'x'));
  });
  const server = createServer(handle);
  const warned: object[] = [];
  const log = { error: () => {}, info: () => {}, warn: (details: object) => void warned.push(details) };
  guardConnections(server, {
    errorResponse: (error) => service.pipeline.uncountedError(error),
    log,
    stalledMilliseconds: 60_000,
    unsentMax: 40_000_000,
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const deaf = async (bytes: number) => {
    const wire = await open(port);
    wire.socket.pause();
    wire.send(get(`/${bytes}`, 'Connection: close\r\n'));
    return wire;
  };
  const most = await deaf(50_000_000);
  const less = await deaf(24_000_000);
  await until(() => warned.length > 0);
  expect(warned).toEqual([{ dropped: 1 }]);
  most.socket.resume();
  less.socket.resume();
  expect((await most.closed).length).toBeLessThan(50_000_000);
  expect((await less.closed).length).toBeGreaterThan(24_000_000);
  expect((await fetch(`http://127.0.0.1:${port}/5`)).status).toBe(200);
  server.close();
  server.closeAllConnections();
});

it('complete requests before an unreadable one are answered first', async () => {
  const asked = [9, 10, 11].map((limit) => get(`/v1/filings?limit=${limit}`)).join('');
  const answers = answersIn(await exchange(service.port, `${asked}rubbish\r\n\r\n`));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 400]);
  expect(answers.slice(0, 3).map(({ body }) => JSON.parse(body).meta.count)).toEqual([9, 10, 11]);
  refusal(answers[3]?.body ?? '');
});

describe('requests that are too large', () => {
  it.each([
    ['announced', `POST /v1/mcp HTTP/1.1\r\n${HOST}Content-Length: 50000000\r\n\r\n{`],
    ['in chunks', `${chunked}${`10000\r\n${' '.repeat(65_536)}\r\n`.repeat(40)}`],
  ])('is refused while it is still being sent: %s', async (_name, bytes) => {
    const wire = await open(service.port);
    wire.send(bytes);
    const [answer] = answersIn(await wire.closed);
    expect(answer?.status).toBe(413);
    expect(JSON.parse(answer?.body ?? '').error.code).toBe(-32600);
  });

  it('the body of a GET is skipped', async () => {
    const body = 'x'.repeat(3_000_000);
    const asked = `GET /v1/filings?limit=3 HTTP/1.1\r\n${HOST}Content-Length: ${body.length}\r\n\r\n${body}`;
    const text = await exchange(service.port, `${asked}${get('/v1/clusters', 'Connection: close\r\n')}`);
    expect(answersIn(text).map(({ status }) => status)).toEqual([200, 200]);
  });
});

it('callers who send byte by byte get 408 while others are served', async () => {
  const own = await startService({
    timeouts: { headersMilliseconds: 400, requestMilliseconds: 800, checkMilliseconds: 100 },
  });
  let over = false;
  let asked = 0;
  const others = (async () => {
    for (; !over; asked += 1)
      expect((await own.ask(`/v1/filings?limit=${1 + (asked % 40)}`)).status).toBe(200);
  })();
  const slow = await Promise.all(
    Array.from({ length: 200 }, async (_, n) => {
      const wire = await open(own.port);
      wire.send(n % 2 === 0 ? `GET / HTTP/1.1\r\n${HOST}x: ` : `${chunked}ffff\r\n`);
      const drip = setInterval(() => wire.send('y'), 30);
      return wire.closed.finally(() => clearInterval(drip));
    }).map((started) => ({ text: started })),
  );
  const done = await Promise.all(slow.map(({ text }) => text));
  over = true;
  await others;
  for (const text of done) {
    const [answer] = answersIn(text);
    expect(answer?.status).toBe(408);
    refusal(answer?.body ?? '');
  }
  expect(own.logged).toEqual([]);
  await own.close();
});

it('two thousand idle connections block neither callers nor a stop', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'disclosed-idle-'));
  const serving = await serve(folder, { RATE_LIMIT_KEYLESS: 'off', LOG_LEVEL: 'info' });
  const idle: Wire[] = [];
  try {
    while (idle.length < 2000)
      idle.push(...(await Promise.all(Array.from({ length: 100 }, () => open(serving.port)))));
    // Every second one has sent a request before; the others never send a byte.
    await Promise.all(
      idle.map(async (wire, n) => {
        if (n % 2 === 0) return;
        wire.send(get('/v1/clusters'));
        await wire.heard('"error":null');
      }),
    );
    for (const path of ['/v1/filings?limit=5', '/v1/catalog', '/', '/healthz', '/status'])
      expect([path, (await askPort(serving.port, path, {})).status]).toEqual([path, 200]);
    expect(idle.filter(({ socket }, n) => n % 2 === 1 && socket.destroyed)).toEqual([]);
  } finally {
    expect(await serving.stop()).toBe(0);
  }
  await Promise.all(idle.map(({ closed }) => closed));
  rmSync(folder, { recursive: true, force: true });
});
