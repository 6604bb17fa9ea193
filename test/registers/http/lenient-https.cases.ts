/** Requests to servers whose headers Node's own client refuses. */

import { createServer, type Server } from 'node:http';
import {
  type AddressInfo,
  createServer as createSocketServer,
  type Socket,
  type Server as SocketServer,
} from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from '@jest/globals';
import { lenientRequest } from '../../../src/registers/http/lenient-https.js';
import { SourceError } from '../../../src/registers/register.js';

describe('registers/http/lenient-https', () => {
  const open: Array<Server | SocketServer> = [];
  afterEach(async () => {
    for (const server of open.splice(0)) await new Promise((done) => server.close(done));
  });

  async function listen(server: Server | SocketServer): Promise<string> {
    open.push(server);
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** Answers every connection with these very bytes. */
  const raw = (answer: string) =>
    listen(
      createSocketServer((socket) => socket.once('data', () => socket.end(answer)).on('error', () => {})),
    );

  describe('a lenient request', () => {
    it('reads an answer with a header folded by a bare line feed, which fetch refuses', async () => {
      const url = await raw(
        'HTTP/1.1 200 OK\r\nPermissions-Policy: camera=(),\n geolocation=()\r\nContent-Length: 4\r\nConnection: close\r\n\r\nHalt',
      );
      await expect(fetch(url)).rejects.toThrow();
      const answer = await lenientRequest(url);
      expect(answer.status).toBe(200);
      expect(answer.bytes.toString()).toBe('Halt');
    });

    it('sends headers and validators, and decodes gzip', async () => {
      const url = await listen(
        createServer((request, response) => {
          const { etag, ...seen } = {
            etag: request.headers['if-none-match'],
            agent: request.headers['user-agent'],
          };
          response.setHeader('Content-Encoding', 'gzip');
          response.end(gzipSync(JSON.stringify({ etag, ...seen })));
        }),
      );
      const answer = await lenientRequest(url, { headers: { 'User-Agent': 'me' }, etag: '"7"' });
      expect(JSON.parse(answer.bytes.toString())).toEqual({ etag: '"7"', agent: 'me' });
    });

    it('returns a redirect unchanged', async () => {
      const url = await listen(
        createServer((_, response) => response.writeHead(302, { Location: 'http://10.0.0.1/' }).end()),
      );
      const answer = await lenientRequest(url);
      expect([answer.status, answer.headers.location]).toEqual([302, 'http://10.0.0.1/']);
    });

    it('stops when aborted', async () => {
      const url = await listen(createServer((_, response) => response.end('late')));
      await expect(lenientRequest(url, {}, AbortSignal.abort())).rejects.toThrow(SourceError);
    });

    it('rejects responses beyond maxBytes, compressed ones by their unpacked size', async () => {
      const url = await listen(
        createServer((request, response) => {
          if (request.url === '/packed') response.setHeader('Content-Encoding', 'gzip');
          response.end(request.url === '/packed' ? gzipSync(Buffer.alloc(100_000)) : Buffer.alloc(100_000));
        }),
      );
      await expect(lenientRequest(`${url}/plain`, { maxBytes: 5000 })).rejects.toThrow(SourceError);
      await expect(lenientRequest(`${url}/packed`, { maxBytes: 5000 })).rejects.toThrow(SourceError);
      expect((await lenientRequest(`${url}/packed`, { maxBytes: 100_000 })).bytes.length).toBe(100_000);
    });

    it('reports no response, or a late one', async () => {
      await expect(lenientRequest('http://127.0.0.1:1')).rejects.toThrow(SourceError);
      const waiting: Socket[] = [];
      const silent = await listen(createSocketServer((socket) => waiting.push(socket.on('error', () => {}))));
      await expect(lenientRequest(silent, { timeoutMs: 50 })).rejects.toThrow('too slow');
      for (const socket of waiting) socket.destroy();
    });
  });
});
