/** Watchlists and webhooks over HTTP: with a key, and in the forms of the account page. */

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import express from 'express';
import { Watching } from '../../src/accounts/watch.js';
import { watchMethods, watchRoutes } from '../../src/accounts/watch-rest.js';
import { clientAddress } from '../../src/limits/address.js';
import { Bodies } from '../../src/limits/bodies.js';
import { Keys } from '../../src/limits/keys.js';
import type { AccountsDatabase } from '../../src/store/accounts/accounts-database.js';
import { openAccountsFile } from '../../src/store/accounts/accounts-file.js';
import { invalidParameter } from '../../tools/contract/errors.js';
import { BASE_URL, type Service, startService } from '../transports/service.js';
import { open } from '../transports/wire.js';

let database: AccountsDatabase;
let keys: Keys;
let service: Service;
let key: string;

const start = async (watching: Watching | null) => {
  const routes = watchRoutes({
    database,
    keys,
    watching,
    addressOf: clientAddress([]),
    bodies: new Bodies({ addressMax: 100 }),
    log: { error: () => undefined },
  });
  service = await startService({ site: express.Router().use(routes), methodsOf: watchMethods });
};

beforeEach(async () => {
  database = openAccountsFile(':memory:');
  keys = new Keys(database);
  await keys.follow();
  key = (await keys.issue('a script', null))?.key ?? '';
  const rules = {
    targets: 'public' as const,
    baseUrl: BASE_URL,
    license: 'CC',
    sample: false,
    async check({ owner }: Record<string, unknown>) {
      if (owner === 'nobody')
        throw invalidParameter([{ path: 'owner', message: 'owner must be the slug of an insider' }]);
    },
  };
  await start(new Watching(database, rules, Date.now));
});
afterEach(async () => {
  await service.close();
  await keys.close();
  await database.close();
});

async function call(method: string, path: string, body?: unknown, token = key) {
  const { status, text, headers } = await service.ask(path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status, headers, ...JSON.parse(text) };
}

describe('REST', () => {
  it('makes, lists and removes, and shows a secret once', async () => {
    const list = await call('POST', '/v1/watchlists', {
      name: 'Chips',
      filters: { tickers: ['acme', 'brk-b'] },
    });
    expect(list).toMatchObject({
      status: 201,
      data: { name: 'Chips', filters: { tickers: ['ACME', 'BRK.B'] } },
    });
    const hook = await call('POST', '/v1/webhooks', {
      watchlist: list.data.id,
      url: 'https://example.org/x',
    });
    expect(hook).toMatchObject({ status: 201, data: { isOn: true, shape: 'json' } });
    expect(hook.data.secret).toMatch(/^whsec_/);
    const listed = await call('GET', '/v1/webhooks');
    expect(JSON.stringify(listed)).not.toContain('whsec_');
    expect(listed.data).toMatchObject([{ id: hook.data.id, url: 'https://example.org/x', deliveries: [] }]);
    expect(listed.headers['cache-control']).toBe('no-store');
    const { id } = hook.data;
    expect((await call('POST', `/v1/webhooks/${id}/test`)).status).toBe(201);
    expect((await call('GET', '/v1/webhooks')).data[0].deliveries).toMatchObject([
      { kind: 'test', attempts: 0 },
    ]);
    expect((await call('POST', `/v1/webhooks/${id}/resume`)).status).toBe(200);
    expect((await call('DELETE', `/v1/webhooks/${id}`)).status).toBe(200);
    expect((await call('DELETE', `/v1/webhooks/${id}`)).status).toBe(404);
    expect((await call('DELETE', `/v1/watchlists/${list.data.id}`)).status).toBe(200);
    expect((await call('GET', '/v1/watchlists')).data).toEqual([]);
  });

  it.each([
    ['/v1/watchlists', 'GET, POST, OPTIONS'],
    ['/v1/webhooks/', 'GET, POST, OPTIONS'],
    ['/v1/watchlists/an-id', 'DELETE, OPTIONS'],
    ['/v1/webhooks/an-id/test', 'POST, OPTIONS'],
  ])('OPTIONS of %s lists its methods, and allows no web page', async (path, allow) => {
    const origin = 'https://elsewhere.example';
    const answers = [
      await service.ask(path, { method: 'OPTIONS' }),
      await service.ask(path, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      }),
    ];
    for (const { status, headers } of answers)
      expect([status, headers.allow, headers['access-control-allow-origin']]).toEqual([
        204,
        allow,
        undefined,
      ]);
  });

  it('a body of an address that has too many half-sent ones is refused with what to do', async () => {
    const half = `POST /v1/watchlists HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\nContent-Length: 90\r\n\r\n{`;
    const wires = [await open(service.port), await open(service.port)];
    for (const wire of wires) wire.send(half);
    const refused = await Promise.any(wires.map((wire) => wire.closed));
    for (const { socket } of wires) socket.destroy();
    expect(refused).toContain('HTTP/1.1 429 ');
    expect(refused).toContain(
      '"code":"rate_limited","message":"Too many requests from your address are only half sent.',
    );
  });

  it('OPTIONS of another path below them gives 404', async () => {
    for (const path of ['/v1/watchlists/an-id/test', '/v1/webhooks/an-id/nothing', '/v1/watchlist'])
      expect([path, (await service.ask(path, { method: 'OPTIONS' })).status]).toEqual([path, 404]);
  });

  it('needs a key that is valid now', async () => {
    for (const token of ['', 'dk_wrong', `dk_${'A'.repeat(43)}`, 'x'.repeat(600)]) {
      const refused = await call('GET', '/v1/watchlists', undefined, token);
      expect([refused.status, refused.error.code]).toEqual([401, 'unauthorized']);
    }
    expect((await service.ask('/v1/watchlists')).text).toContain('This needs an API key');
    const [listed] = await keys.list();
    await keys.revoke(listed?.id ?? 0);
    const revoked = await call('GET', '/v1/watchlists');
    expect([revoked.status, revoked.error.message, revoked.headers['www-authenticate']]).toEqual([
      401,
      expect.stringMatching(/^The key is not valid/),
      'Bearer error="invalid_token"',
    ]);
  });

  it('is limited for each address, with or without a key', async () => {
    const statuses: number[] = [];
    for (let at = 0; at <= 60; at += 1)
      statuses.push((await call('GET', '/v1/watchlists', undefined, at % 2 ? key : 'dk_wrong')).status);
    expect(statuses.indexOf(429)).toBe(60);
    const refused = await call('GET', '/v1/webhooks');
    expect([refused.error.code, Number(refused.headers['retry-after']) > 0]).toEqual(['rate_limited', true]);
  });

  it('takes the header as all other paths do, and notes the use of the key, so that its account is not deleted', async () => {
    for (const authorization of [`Bearer ${key}`, `bearer ${key}`, `BEARER  ${key} `])
      expect((await service.ask('/v1/watchlists', { headers: { authorization } })).status).toBe(200);
    const [listed] = await keys.list();
    expect(listed).toMatchObject({ lastUsedAt: expect.any(String), callsThisHour: 3 });
  });

  it.each<[what: string, body: unknown, status: number, message: RegExp]>([
    ['half a JSON', '{', 400, /must be JSON/],
    ['a list', '[]', 400, /The body/],
    ['nothing', {}, 400, /needs a name/],
    ['a text for a list', { name: 'x', filters: { tickers: 'ACME' } }, 400, /filters\.tickers/],
    [
      'too many symbols',
      { name: 'x', filters: { tickers: Array(101).fill('A') } },
      400,
      /at most 100 symbols/,
    ],
    ['an unknown slug', { name: 'x', filters: { insiders: ['nobody'] } }, 400, /slug of an insider/],
    ['an unknown type', { name: 'x', filters: { types: ['form9'] } }, 400, /filters\.types\.0/],
    ['a negative value', { name: 'x', filters: { min_value: -1 } }, 400, /filters\.min_value/],
    ['an unknown field', { name: 'x', secret: 1 }, 400, /secret/],
    ['too many bytes', 'x'.repeat(20_000), 413, /at most 16384 bytes/],
  ])('refuses %s', async (_, body, status, message) => {
    const answer = await call('POST', '/v1/watchlists', body);
    expect([answer.status, answer.error?.message]).toEqual([status, expect.stringMatching(message)]);
  });

  it('refuses targets that are not public, other methods, and everything where webhooks are off', async () => {
    const { data } = await call('POST', '/v1/watchlists', { name: 'all' });
    for (const url of [
      'http://example.org/',
      'https://10.0.0.1/',
      'https://localhost/',
      'javascript:alert(1)',
    ])
      expect((await call('POST', '/v1/webhooks', { watchlist: data.id, url })).status).toBe(400);
    const wrong = await call('PUT', '/v1/webhooks', {});
    expect([wrong.status, wrong.headers.allow]).toEqual([405, 'GET, POST']);
    await service.close();
    await start(null);
    const off = await call('GET', '/v1/webhooks');
    expect([off.status, off.error.message]).toEqual([503, expect.stringContaining('WEBHOOKS=off')]);
  });
});
