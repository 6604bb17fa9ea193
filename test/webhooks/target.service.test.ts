/** Where webhooks may send: never to what is not public, and never on to where a target points. */

import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import { hostname } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { targetProblem } from '../../src/webhooks/target.js';
import { TargetClient } from '../../src/webhooks/target-client.js';

describe('an address', () => {
  it.each([
    'https://example.org/hook',
    'https://hooks.slack.com/services/T0/B0/x?y=1',
    'https://example.org:1024/hook',
    'https://example.org:8443/hook',
    'https://93.184.216.34/hook',
    'https://[2606:2800:220:1:248:1893:25c8:1946]/',
  ])('%s can be a target', (url) => expect(targetProblem(url, 'public')).toBeNull());

  it.each([
    'http://example.org/hook',
    'ftp://example.org/',
    'https://user:word@example.org/',
    'https://example.org/#part',
    'https://example.org:22/',
    'https://example.org:993/',
    'https://example.org:1023/',
    'https://:word@example.org/',
    'https://localhost/hook',
    'https://a.localhost./hook',
    'https://localhost../',
    'https://[::127.0.0.1]/',
    'https://127.0.0.1/hook',
    'https://2130706433/hook',
    'https://0x7f.1/hook',
    'https://0/hook',
    'https://10.1.2.3/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://100.64.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://224.0.0.1/',
    'https://[::1]/',
    'https://[::]/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    `https://example.org/${'x'.repeat(500)}`,
    'https://example.org/\0',
    'https://exa\nmple.org/',
    'example.org',
    '',
  ])('%j is refused', (url) => expect(targetProblem(url, 'public')).toMatch(/^must /));

  it('may be private over http only where the operator allows it', () => {
    expect(targetProblem('http://127.0.0.1:9000/hook', 'any')).toBeNull();
    expect(targetProblem('file:///etc/passwd', 'any')).toMatch(/^must begin with/);
  });
});

describe('sending', () => {
  let server: Server;
  let port = 0;
  const seen: string[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      seen.push(request.url ?? '');
      if (request.url === '/moved') response.writeHead(302, { location: '/secret' }).end();
      else if (request.url === '/endless') {
        response.writeHead(200);
        const more = setInterval(() => response.write('x'.repeat(65_536)), 1);
        response.on('close', () => clearInterval(more));
      } else if (request.url !== '/never') response.writeHead(Number(request.url?.slice(1)) || 204).end();
    });
    await new Promise<void>((resolve) => server.listen(0, resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const post = async (client: TargetClient, url: string) => {
    try {
      return await client.post({ url, headers: {}, body: '{}' });
    } finally {
      await client.close();
    }
  };

  it('does not follow redirects, and reads no endless answer', async () => {
    const base = `http://127.0.0.1:${port}`;
    expect(await post(new TargetClient('any'), `${base}/moved`)).toEqual({
      status: 302,
      problem: 'The address answered with status 302. Redirects are not followed.',
    });
    expect(seen).not.toContain('/secret');
    expect(await post(new TargetClient('any'), `${base}/204`)).toEqual({ status: 204, problem: null });
    expect(await post(new TargetClient('any'), `${base}/500`)).toMatchObject({ status: 500 });
    expect(await post(new TargetClient('any'), `${base}/endless`)).toEqual({ status: 200, problem: null });
    expect(await post(new TargetClient('any', 50), `${base}/never`)).toEqual({
      status: null,
      problem: 'No response in time.',
    });
  });

  it('ends an attempt in time, however a target spreads its answer', async () => {
    // A busy machine must have had the beginning of its answer by then.
    const within = 3000;
    const drip = (first: string, piece: string) =>
      createTcpServer((socket) => {
        socket.on('error', () => socket.destroy());
        socket.once('data', () => {
          socket.write(first);
          const more = setInterval(() => socket.write(piece), within / 20);
          socket.on('close', () => clearInterval(more));
        });
      });
    const attempt = async (target: TcpServer) => {
      await new Promise<void>((resolve) => target.listen(0, resolve));
      const { port: at } = target.address() as AddressInfo;
      const result = await post(new TargetClient('any', within), `http://127.0.0.1:${at}/`);
      target.close();
      return result;
    };
    // Neither of them ever ends an answer.
    const body = drip('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n', '1\r\nx\r\n');
    const hints = drip('', 'HTTP/1.1 103 Early Hints\r\n\r\n');
    expect(await Promise.all([attempt(body), attempt(hints)])).toEqual([
      { status: 200, problem: null },
      { status: null, problem: 'No response in time.' },
    ]);
  });

  it('examines the address that a name leads to when it connects: one of this machine gets nothing', async () => {
    const before = seen.length;
    const result = await post(new TargetClient('public'), `https://${hostname()}:${port}/inside`);
    expect(result.status).toBeNull();
    // A machine whose own name leads nowhere says so instead.
    expect(result.problem).toMatch(/private network|name of the host was not found/);
    expect(await post(new TargetClient('public'), `http://127.0.0.1:${port}/inside`)).toMatchObject({
      problem: 'Not sent: the address must begin with https://.',
    });
    expect(seen.length).toBe(before);
  });
});
