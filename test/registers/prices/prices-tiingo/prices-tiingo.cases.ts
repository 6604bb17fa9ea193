/** Tiingo: only needed symbols are requested, once a trading day, with the token in no address. */

import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createHttpClient, type HttpClient } from '../../../../src/registers/http/http-client.js';
import { finalDay } from '../../../../src/registers/prices/prices-tiingo/fetch.js';
import { createPricesTiingo } from '../../../../src/registers/prices/prices-tiingo/index.js';
import { parse, recognise } from '../../../../src/registers/prices/prices-tiingo/parse.js';
import { ParseError } from '../../../../src/registers/register.js';
import { RegisterMemory } from '../../crawl-state.js';
import { firstProbe } from '../../http/probes.js';

describe('registers/prices/prices-tiingo/prices-tiingo', () => {
  const day = (date: string, close: unknown, splitFactor: unknown = 1) => ({
    date: `${date}T00:00:00.000Z`,
    close,
    adjClose: 1,
    divCash: 0,
    splitFactor,
  });

  const document = (bytes: string, facts?: Record<string, string>) => ({
    key: 'k',
    kind: 'daily-prices',
    url: 'u',
    retrievedAt: '',
    bytes: Buffer.from(bytes),
    metadata: facts,
  });

  describe('a response', () => {
    it('gives raw closes, and a split on the day that has one', () => {
      const days = [day('2026-11-18', 100.5), day('2026-11-19', 25.25, 4), day('2026-11-20', 'x'), null];
      const [parsed] = [...parse(document(JSON.stringify(days), { symbol: 'ABCD' }))];
      expect(parsed!.records).toEqual([
        {
          kind: 'closes',
          source: 'tiingo',
          rows: [
            { symbol: 'ABCD', date: '2026-11-18', close: 100.5, kind: 'close' },
            { symbol: 'ABCD', date: '2026-11-19', close: 25.25, kind: 'close' },
          ],
        },
        {
          kind: 'splits',
          source: 'tiingo',
          rows: [{ symbol: 'ABCD', date: '2026-11-19', numerator: 4, denominator: 1 }],
        },
      ]);
      expect(parsed!.warnings.map(({ kind }) => kind)).toEqual(['day-unreadable', 'day-unreadable']);
    });

    it('is not read when it is not a list, or of an unknown symbol', () => {
      expect(() => [...parse(document('{"detail":"Over the limit"}', { symbol: 'A' }))]).toThrow(ParseError);
      expect(() => [...parse(document('[]'))]).toThrow(ParseError);
    });

    it('is recognised among saved files by the name of its symbol', () => {
      const bytes = Buffer.from(JSON.stringify([day('2026-11-18', 1)]));
      expect(recognise({ name: 'abcd.json', bytes })).toMatchObject({ metadata: { symbol: 'ABCD' } });
      expect(recognise({ name: 'abcd.json', bytes: Buffer.from('[]') })).toBeNull();
    });
  });

  describe('the crawl', () => {
    let server: Server;
    let host: string;
    let http: HttpClient;
    let memory: RegisterMemory;
    let asked: Array<{ path: string; token: string }>;
    let reply: (request: IncomingMessage) => { status: number; body: string };
    beforeEach(async () => {
      asked = [];
      reply = () => ({ status: 200, body: JSON.stringify([day('2026-11-19', 10)]) });
      server = createServer((request, response) => {
        asked.push({ path: request.url ?? '', token: String(request.headers.authorization) });
        const { status, body } = reply(request);
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(body);
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      http = createHttpClient({ userAgent: 'test', perSecond: 5000, retries: 0 });
      memory = new RegisterMemory();
    });
    afterEach(async () => {
      await http.close();
      await new Promise((resolve) => server.close(resolve));
    });

    const run = (now: string, symbols: string[]) => {
      const register = createPricesTiingo('secret', host);
      const withSymbols = {
        fetch: (door: HttpClient, context: Parameters<typeof register.fetch>[1]) =>
          register.fetch(door, { ...context, symbols: () => symbols }),
      };
      return memory.run(withSymbols as typeof register, http, { now, since: '2025-11-20' });
    };

    it('requests each symbol once a trading day, in full at first and then the last days', async () => {
      await run('2026-11-20T12:00:00Z', ['ABCD', 'BRK.B']);
      expect(asked).toEqual([
        { path: '/tiingo/daily/ABCD/prices?startDate=2025-11-20&endDate=2026-11-19', token: 'Token secret' },
        { path: '/tiingo/daily/BRK-B/prices?startDate=2025-11-20&endDate=2026-11-19', token: 'Token secret' },
      ]);
      expect([...memory.documents.values()].map(({ metadata }) => metadata?.symbol)).toEqual([
        'ABCD',
        'BRK.B',
      ]);
      await run('2026-11-20T20:00:00Z', ['ABCD', 'BRK.B']);
      expect(asked).toHaveLength(2);
      await run('2026-11-21T12:00:00Z', ['ABCD']);
      expect(asked[2]!.path).toBe('/tiingo/daily/ABCD/prices?startDate=2026-11-12&endDate=2026-11-20');
    });

    it('requests no symbol that is not needed, and no more than the hourly quota', async () => {
      await run('2026-11-20T12:00:00Z', []);
      expect(asked).toHaveLength(0);
      await run(
        '2026-11-20T12:00:00Z',
        Array.from({ length: 60 }, (_, i) => `S${i}`),
      );
      expect(asked).toHaveLength(45);
    });

    it('requests a symbol although an earlier run had a clock that was ahead', async () => {
      memory.cursors.set('through ABCD', '2027-08-02').set('through ZZZZ', 'unknown 2027-08-02');
      await run('2026-11-20T12:00:00Z', ['ABCD', 'ZZZZ']);
      expect(asked).toHaveLength(2);
      expect(memory.cursors.get('through ABCD')).toBe('2026-11-19');
    });

    it('waits a month before it retries an unknown symbol', async () => {
      reply = () => ({ status: 404, body: '{"detail":"Error: Ticker not found"}' });
      await run('2026-11-20T12:00:00Z', ['GONE']);
      await run('2026-12-10T12:00:00Z', ['GONE']);
      expect(asked).toHaveLength(1);
      expect(memory.warnings).toEqual(['symbol-unknown']);
      await run('2026-12-23T12:00:00Z', ['GONE']);
      expect(asked).toHaveLength(2);
    });

    it('fails when the token is refused or missing, and never reveals it', async () => {
      reply = () => ({ status: 401, body: '{"detail":"Invalid token."}' });
      const failed = await run('2026-11-20T12:00:00Z', ['ABCD']).catch((error: Error) => error);
      expect(failed).toMatchObject({ message: 'Tiingo refuses TIINGO_TOKEN (401)' });
      expect(JSON.stringify(failed)).not.toContain('secret');
      expect(() => createPricesTiingo('').fetch(http, {} as never)).toThrow(/TIINGO_TOKEN is not set/);
      expect(await firstProbe(createPricesTiingo('secret', host), http, new Date())).toMatchObject({
        verdict: 'refused',
      });
    });

    it('knows when a close is final: the evening in New York, of a weekday', () => {
      expect(finalDay(new Date('2026-11-21T01:14:00Z'))).toBe('2026-11-19');
      expect(finalDay(new Date('2026-11-21T01:16:00Z'))).toBe('2026-11-20');
      expect(finalDay(new Date('2026-11-23T14:00:00Z'))).toBe('2026-11-20');
    });
  });
});
