/** Web pages of others cannot read a service on the loopback interface; programs and pages of this machine can. */

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Service, startService } from '../service.js';

describe('transports/http/local-only', () => {
  const ping = '{"id":1,"method":"ping"}';
  /** The statuses of a message, an answer, a document and a preflight with `headers`. */
  async function statuses(service: Service, headers: Record<string, string>): Promise<number[]> {
    const preflight = { ...headers, 'access-control-request-method': 'POST' };
    const answered = [
      await service.rpc(ping, headers),
      await service.ask('/v1/filings?limit=1', { headers }),
      await service.ask('/llms.txt', { headers }),
      await service.ask('/v1/mcp', { method: 'OPTIONS', headers: preflight }),
    ];
    return answered.map(({ status }) => status);
  }
  const SERVED = [200, 200, 200, 204];
  const REFUSED = [403, 403, 403, 403];

  describe('with a local BASE_URL', () => {
    let service: Service;
    beforeAll(async () => {
      service = await startService({ baseUrl: 'http://127.0.0.1:8787', pages: {} });
    });
    afterAll(() => service.close());

    it.each<[string, Record<string, string>]>([
      ['a program', {}],
      ['a program by name', { host: 'localhost:8787' }],
      ['a program by IPv6', { host: '[::1]:8787' }],
      ['a program through a tunnel', { host: '192.0.2.7:8787' }],
      ['a page of this service', { host: '127.0.0.1:8787', origin: 'http://127.0.0.1:8787' }],
      ['a page of another program here', { host: 'localhost:8787', origin: 'http://localhost:6274' }],
      ['a page by IPv6', { host: '[::1]:8787', origin: 'http://[::1]:3000' }],
    ])('%s is answered', async (_who, headers) => {
      expect(await statuses(service, headers)).toEqual(SERVED);
    });

    it.each<[string, Record<string, string>]>([
      ['another site', { host: '127.0.0.1:8787', origin: 'https://evil.example' }],
      ['a page without an origin of its own', { host: '127.0.0.1:8787', origin: 'null' }],
      ['a page of another machine', { host: '127.0.0.1:8787', origin: 'http://192.0.2.7' }],
      ['an extension', { host: '127.0.0.1:8787', origin: 'chrome-extension://abc' }],
      ['a rebound name', { host: 'evil.example:8787', origin: 'http://evil.example:8787' }],
      ['a rebound name that reads its own site', { host: 'evil.example:8787' }],
      ['a name that begins like a local one', { host: 'localhost.evil.example' }],
      ['an address that is none', { host: '127.0.0.1.evil.example' }],
    ])('%s is refused', async (_who, headers) => {
      expect(await statuses(service, headers)).toEqual(REFUSED);
    });

    it('the refusal has the usual shape and says what to do', async () => {
      const headers = { origin: 'https://evil.example' };
      const answered = await service.ask('/v1/filings', { headers });
      expect(JSON.parse(answered.text)).toMatchObject({
        data: null,
        error: { message: expect.stringContaining('Set BASE_URL') },
      });
      expect(JSON.parse((await service.rpc(ping, headers)).text)).toMatchObject({ error: { code: -32600 } });
    });
  });

  describe('with a public BASE_URL', () => {
    let service: Service;
    beforeAll(async () => {
      service = await startService({ pages: {} });
    });
    afterAll(() => service.close());

    it('every page is answered, through the proxy and beside it', async () => {
      const asked: Array<Record<string, string>> = [
        { host: 'disclosed.example', origin: 'https://app.example' },
        { host: '127.0.0.1:8787', origin: 'https://app.example' },
        { host: 'evil.example' },
      ];
      for (const headers of asked) expect(await statuses(service, headers)).toEqual(SERVED);
    });

    it('its proxy may send any host', async () => {
      for (const origin of ['http://app.example', 'null'])
        expect(await statuses(service, { host: 'upstream:80', origin })).toEqual(SERVED);
    });
  });
});
