/** Requests at the edge of HTTP: each gets an error in the usual shape. */

import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Service, startService } from '../service.js';

describe('transports/http/edges', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ pages: {} });
  });
  afterAll(() => service.close());

  /** Sends these bytes and returns status, headers and body of the answer. */
  function raw(text: string): Promise<{ status: number; head: string; body: string }> {
    return new Promise((resolve, reject) => {
      const socket = connect(service.port, '127.0.0.1', () => socket.write(text));
      let all = '';
      socket.on('data', (chunk) => {
        all += chunk.toString();
        const [head = '', body = ''] = all.split('\r\n\r\n');
        const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
        if (Buffer.byteLength(body) < length) return;
        socket.destroy();
        resolve({ status: Number(head.split(' ')[1]), head, body });
      });
      socket.on('error', reject);
    });
  }

  it.each([
    ['no Host', 'GET /v1/catalog HTTP/1.1\r\n\r\n', 400, 'Host'],
    [
      'an expectation of another kind',
      'GET /v1/catalog HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\n\r\n',
      417,
      '100-continue',
    ],
    ['a method that is none', 'FOO /v1/catalog HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'not valid HTTP'],
    ['no HTTP at all', 'hello\r\n\r\n', 400, 'not valid HTTP'],
  ])('%s is an enveloped error with its issue', async (_what, text, status, words) => {
    const answered = await raw(text);
    expect(answered.status).toBe(status);
    const { data, error, meta } = JSON.parse(answered.body);
    expect([data, error.code, meta.count]).toEqual([null, 'invalid_parameter', 0]);
    expect(error.issues).toEqual([{ path: 'request', message: error.message }]);
    expect(error.message).toContain(words);
    expect(answered.head.toLowerCase()).toContain('x-content-type-options: nosniff');
  });

  it('HTTP/1.0 needs no Host', async () => {
    expect((await raw('GET /healthz HTTP/1.0\r\n\r\n')).status).toBe(200);
  });

  it('100-continue is answered', async () => {
    const body = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
    const answered = await service.ask('/v1/mcp', {
      method: 'POST',
      headers: { expect: '100-continue' },
      body,
    });
    expect([answered.status, JSON.parse(answered.text).result]).toEqual([200, {}]);
  });

  it.each([
    '/llms.txt',
    '/healthz',
    '/metrics',
    '/v1/openapi.json',
    '/assets/style.css',
    '/data/insiders/x.json',
  ])('%s accepts only reading methods', async (path) => {
    for (const method of ['POST', 'DELETE', 'PUT']) {
      const { status, headers, text } = await service.ask(path, { method });
      expect([path, status, headers.allow]).toEqual([path, 405, 'GET, HEAD, OPTIONS']);
      expect(JSON.parse(text).error.code).toBe('method_not_allowed');
    }
  });

  it.each(['/metrics/', '/metrics/?x', '/Metrics', '//metrics'])(
    'gives no metrics at %s, which a proxy that denies /metrics lets through',
    async (path) => {
      const { status, body } = await raw(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
      expect([path, status, body.includes('disclosed_')]).toEqual([path, 404, false]);
    },
  );

  describe('the path of a tool', () => {
    it.each([
      ['/v1/filings/', 200],
      ['/v1/filings?', 200],
      ['/v1/filings/?limit=1', 200],
      ['/v1/insiders/quill-marina-t/', 200],
      ['/v1/insiders/quill%2Dmarina-t', 200],
      ['http://elsewhere.example/v1/filings?limit=1', 200],
      ['/v1/filings//', 404],
      ['//v1/filings', 404],
      ['/v1//filings', 404],
      ['/V1/filings', 404],
      ['/v1/Filings', 404],
      ['/v1/./filings', 404],
      ['http://elsewhere.example/v1/./filings', 404],
      ['/v1/insiders/quill-marina-t/x', 404],
      ['/v1/insiders/a%2Fb', 400],
      ['/v1/insiders/', 400],
      ['/v1/insiders/%E0%A4%A', 400],
      ['/v1/insiders/quill-marina-t?id=x', 400],
      [`/v1/filings?x=${'y'.repeat(8000)}`, 400],
    ])('%s is answered %i', async (path, status) => {
      const answered = await raw(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
      expect([path, answered.status]).toEqual([path, status]);
    });

    it('accepts only reading methods, with or without a readable value', async () => {
      for (const [path, status] of [
        ['/v1/filings', 405],
        ['/v1/insiders/quill-marina-t', 405],
        ['/v1/insiders/%zz', 400],
      ] as const)
        for (const method of ['POST', 'DELETE', 'PATCH'])
          expect([path, (await service.ask(path, { method })).status]).toEqual([path, status]);
    });
  });

  describe('OPTIONS', () => {
    const preflight = { 'access-control-request-method': 'GET', origin: 'https://elsewhere.example' };

    it.each([
      '/v1/filings',
      '/v1/insiders/quill-marina-t',
      '/filings',
      '/filings/',
      '/',
      '/llms.txt',
      '/data/insiders/x.json',
      '/assets/style.css',
      '/metrics',
    ])('%s lists the methods', async (path) => {
      const { status, headers } = await service.ask(path, { method: 'OPTIONS' });
      expect([path, status, headers.allow]).toEqual([path, 204, 'GET, HEAD, OPTIONS']);
    });

    it('lists for the agent endpoint the methods of its 405', async () => {
      const told = await service.ask('/v1/mcp', { method: 'OPTIONS' });
      const refused = await service.ask('/v1/mcp');
      expect([told.headers.allow, refused.headers.allow]).toEqual(['POST, OPTIONS', 'POST, OPTIONS']);
    });

    it('gives 404 for an unknown path, which a page can read after its preflight', async () => {
      for (const path of ['/v1/nothing', '/nothing']) {
        const plain = await service.ask(path, { method: 'OPTIONS' });
        expect([path, plain.status, JSON.parse(plain.text).error.code]).toEqual([path, 404, 'not_found']);
        expect((await service.ask(path, { method: 'OPTIONS', headers: preflight })).status).toBe(204);
      }
    });
  });
});
