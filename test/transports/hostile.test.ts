/** Whatever arrives, no answer is a fault of ours, and every answer below /v1 has its shape. */

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Service, startService } from './service';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const visible = fc.string({
  unit: fc.constantFrom(...'ab0-_.~!$&\'()*+,;=:@%/?#[]"<>\\^`{|}'),
  maxLength: 60,
});
const encoded = fc.string({ unit: 'binary', maxLength: 30 }).map((text) => encodeURIComponent(text));
const piece = fc.oneof(
  visible,
  encoded,
  fc.constantFrom('filings', 'insiders', 'congress', 'catalog', 'mcp', '__proto__', '..', '%00'),
);
const name = fc.constantFrom(
  'limit',
  'since',
  'q',
  'ticker',
  'direction',
  'min_value',
  'fields',
  'id',
  'member',
  '__proto__',
  'constructor',
  '',
);

function enveloped(text: string): void {
  const envelope = JSON.parse(text);
  expect(Object.keys(envelope)).toEqual(['data', 'error', 'meta']);
  expect(envelope.meta.license).toMatch(/^https:/);
}

test('random paths and queries', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece, { maxLength: 3 }),
      fc.array(fc.tuple(fc.oneof(name, encoded), fc.oneof(encoded, visible)), { maxLength: 5 }),
      fc.constantFrom('GET', 'HEAD', 'POST', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND'),
      async (pieces, query, method) => {
        const path = `/v1/${pieces.join('/')}?${query.map(([key, value]) => `${key}=${value}`).join('&')}`;
        const answered = await service.ask(path.replaceAll('#', ''), { method });
        expect(answered.status).toBeLessThan(500);
        const agent = /^\/v1\/mcp\/?(\?|$)/.test(path);
        if (method !== 'HEAD' && !(agent && method === 'POST')) enveloped(answered.text);
      },
    ),
    { numRuns: 400 },
  );
});

test('random headers', async () => {
  const value = fc.string({ unit: fc.constantFrom(...'ab019,;="*/ -Ww'), maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(
        'if-none-match',
        'accept-encoding',
        'authorization',
        'x-forwarded-for',
        'accept',
        'range',
        'origin',
      ),
      value,
      async (header, text) => {
        const answered = await service.ask('/v1/filings?limit=30', { headers: { [header]: text.trim() } });
        expect([200, 304]).toContain(answered.status);
      },
    ),
    { numRuns: 200 },
  );
});

test('random messages to the agent endpoint', async () => {
  const message = fc.oneof(
    fc.json(),
    fc.string({ unit: 'binary' }),
    fc
      .record(
        {
          jsonrpc: fc.oneof(fc.constant('2.0'), fc.jsonValue()),
          id: fc.jsonValue(),
          method: fc.oneof(
            fc.constantFrom('initialize', 'ping', 'tools/list', 'tools/call', 'notifications/x'),
            fc.jsonValue(),
          ),
          params: fc.oneof(
            fc.jsonValue(),
            fc.record(
              {
                name: fc.oneof(
                  fc.constantFrom(
                    'get_latest_filings',
                    'get_insider',
                    'search_insiders',
                    'get_congress_member',
                  ),
                  fc.jsonValue(),
                ),
                arguments: fc.oneof(fc.dictionary(name, fc.jsonValue()), fc.jsonValue()),
                _meta: fc.jsonValue(),
                task: fc.jsonValue(),
              },
              { requiredKeys: [] },
            ),
          ),
        },
        { requiredKeys: [] },
      )
      .map((one) => JSON.stringify(one)),
  );
  await fc.assert(
    fc.asyncProperty(message, async (text) => {
      const answered = await service.rpc(text);
      expect(answered.status).toBeLessThan(500);
      if (answered.status === 202) expect(answered.text).toBe('');
      else {
        const { jsonrpc, result, error } = JSON.parse(answered.text);
        expect(jsonrpc).toBe('2.0');
        expect((result === undefined) !== (error === undefined)).toBe(true);
        if (error !== undefined) expect([-32700, -32600, -32601]).toContain(error.code);
      }
    }),
    { numRuns: 500 },
  );
});

test('a message of deep nesting is only a message', async () => {
  for (const inner of [
    '['.repeat(300_000) + ']'.repeat(300_000),
    `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
  ]) {
    const text = `{"id":1,"method":"tools/call","params":{"name":"get_catalog","arguments":{"x":${inner}}}}`;
    expect((await service.rpc(text)).status).toBe(200);
  }
});

test('nothing of it was a fault', () => {
  expect(service.logged).toEqual([]);
});
