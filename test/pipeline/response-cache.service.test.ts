/** The cache of encoded responses: codings, bounds, prewarming, and requests at the same time. */

import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { DataVersion } from '../../src/pipeline/data-version.js';
import {
  type ContentCoding,
  type EncodedResponse,
  encode,
  encodeCompressed,
  withBrotli,
} from '../../src/pipeline/encoded-response.js';
import { ResponseCache } from '../../src/pipeline/response-cache.js';
import type { ApiEnvelope } from '../../tools/contract/envelope.js';
import { SerializedPageRows } from '../../tools/contract/serialized-rows.js';
import { tools } from '../../tools/index.js';
import { type InventedReads, inventedFilings, inventedReads } from '../invented-reads.js';
import { type Answered, atGeneration, type Service, startService } from '../transports/service.js';
import { until } from '../until.js';

/** Long enough to be kept in gzip alone. */
const LONG = '/v1/filings?limit=200&since=2026-01-01';
/** The questions that tools want prepared. The search needs names and managers. */
const PREPARED = tools.flatMap(({ prepared }) => prepared?.(new Date()) ?? []).length + 1;
let service: Service;
let reads: InventedReads;
beforeEach(async () => {
  reads = inventedReads(inventedFilings(200));
  service = await startService({ reads });
});
afterEach(() => service.close());

const ask = (accept: string, path = LONG) => service.ask(path, { headers: { 'accept-encoding': accept } });

function decoded({ headers, bytes }: Answered): string {
  const encoding = headers['content-encoding'];
  return (
    encoding === 'gzip' ? gunzipSync(bytes) : encoding === 'br' ? brotliDecompressSync(bytes) : bytes
  ).toString();
}

it('every caller gets the same answer in a coding that it accepts, and the store is read once', async () => {
  const orders = [
    ['gzip', 'identity', 'gzip, br', 'br', 'gzip'],
    ['identity', 'gzip', 'br', 'gzip, br', 'identity'],
    ['br', 'gzip, br', 'gzip', 'identity', 'br;q=0.1, identity'],
  ];
  for (const [index, order] of orders.entries()) {
    const path = `${LONG}&min_value=${index}`;
    const answers = [];
    for (const accept of order) answers.push(await ask(accept, path));
    expect(answers.map(({ status }) => status)).toEqual(order.map(() => 200));
    expect(new Set(answers.map(decoded)).size).toBe(1);
    expect(JSON.parse(decoded(answers[0] as Answered)).meta.count).toBeGreaterThan(100);
    for (const [at, accept] of order.entries())
      if (accept === 'identity') expect(answers[at]?.headers['content-encoding']).toBeUndefined();
    expect(reads.asked).toBe(index + 1);
  }
});

it('an answer requested in gzip is kept in gzip alone until a caller accepts no coding', async () => {
  const plain = (await ask('identity', `${LONG}&min_value=1`)).bytes.length;
  const before = service.pipeline.cacheState().bytes;
  expect(before).toBeGreaterThan(plain);
  await ask('gzip', `${LONG}&min_value=2`);
  const packed = service.pipeline.cacheState().bytes - before;
  expect(packed).toBeLessThan(plain / 3);
  await ask('identity', `${LONG}&min_value=2`);
  expect(service.pipeline.cacheState().bytes - before).toBeGreaterThan(plain);
});

it('callers who accept different codings at the same time share one computation', async () => {
  const accepts = ['gzip', 'identity', 'br', 'gzip, br', 'identity', 'gzip'];
  const answers = await Promise.all(accepts.map((accept) => ask(accept)));
  expect(new Set(answers.map(decoded)).size).toBe(1);
  expect(reads.asked).toBe(1);
});

it('an agent gets the same text as a program that accepts gzip', async () => {
  const rest = decoded(await ask('gzip'));
  const reply = await service.rpc({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'get_latest_filings', arguments: { limit: 200, since: '2026-01-01' } },
  });
  expect(JSON.parse(reply.text).result.content[0].text).toBe(rest);
  expect(reads.asked).toBe(1);
});

it('cached answers take no memory after the data has changed', async () => {
  for (let n = 0; n < 5; n += 1) await ask('gzip', `${LONG}&min_value=${n}`);
  expect(service.pipeline.cacheState().entries).toBe(5);
  service.fresh.generation += 1;
  await ask('gzip', '/v1/filings?limit=1');
  expect(service.pipeline.cacheState().entries).toBe(1);
});

it('an answer that was requested again is computed for the next state of the data before that is served', async () => {
  const often = `${LONG}&min_value=1`;
  for (const path of [often, often, `${LONG}&min_value=2`]) await ask('gzip', path);
  expect(reads.asked).toBe(2);
  const answer = reads.latestFilings;
  reads.latestFilings = async (question) =>
    new SerializedPageRows((await answer(question)).stored.slice(0, 150));
  const next = atGeneration(service.fresh, service.fresh.generation + 1);
  await service.pipeline.prewarm(next);
  expect(reads.asked).toBe(3 + PREPARED);
  const count = async (path: string) => JSON.parse(decoded(await ask('gzip', path))).meta.count;
  const old = await count(often);
  expect(old).toBeGreaterThan(150);
  service.fresh.generation = next.generation;
  expect([await count(often), reads.asked]).toEqual([150, 3 + PREPARED]);
  expect([await count(`${LONG}&min_value=2`), reads.asked]).toEqual([150, 4 + PREPARED]);
});

it('what tools want prepared is computed for the next state of the data, and a failure does not stop the rest', async () => {
  const asked: string[] = [];
  reads.rankIssuers = async ({ code, days }) => {
    asked.push(`${code} ${days}`);
    throw new Error('not now');
  };
  await service.pipeline.prewarm(atGeneration(service.fresh, 2));
  expect(asked).toEqual(['P 365', 'S 365', 'P 90', 'S 90']);
});

it('a prewarmed answer is never given for another state of the data', async () => {
  for (let n = 0; n < 3; n += 1) await ask('gzip');
  await service.pipeline.prewarm(atGeneration(service.fresh, service.fresh.generation + 1));
  service.fresh.generation += 2;
  await ask('gzip');
  expect(reads.asked).toBe(3 + PREPARED);
});

it('an answer that cannot be prewarmed is computed on request', async () => {
  for (let n = 0; n < 2; n += 1) await ask('gzip');
  const answer = reads.latestFilings;
  reads.latestFilings = () => Promise.reject(new Error('not now'));
  await service.pipeline.prewarm(atGeneration(service.fresh, 2));
  reads.latestFilings = answer;
  service.fresh.generation = 2;
  expect((await ask('gzip')).status).toBe(200);
});

/** Values of Accept-Encoding, and the codings that each of them allows. */
const ALLOWED: Array<[accept: string, codings: Array<string | undefined>]> = [
  ['gzip', ['gzip', undefined]],
  ['br', ['br', undefined]],
  ['gzip, br', ['br', 'gzip', undefined]],
  ['gzip;q=0, *', ['br', undefined]],
  ['br;q=0, *', ['gzip', undefined]],
  ['br;q=1, identity;q=0.5, gzip;q=0.2', ['br', undefined]],
  ['identity;q=0, gzip', ['gzip', undefined]],
  ['', [undefined]],
  ['*;q=0', [undefined]],
  ['deflate', [undefined]],
];

describe.each(ALLOWED)('after a first request with Accept-Encoding "%s"', (first, firstAllowed) => {
  const each = [[first, firstAllowed] as const, ...ALLOWED];

  it('every caller gets a coding that it accepts, with the same content', async () => {
    const contents = new Set<string>();
    for (const [accept, allowed] of each) {
      const answered = await ask(accept);
      expect(allowed).toContain(answered.headers['content-encoding']);
      expect([answered.status, answered.headers.vary]).toEqual([200, 'Accept-Encoding']);
      contents.add(decoded(answered));
    }
    expect(contents.size).toBe(1);
  });

  it('each coding has its own entity tag, which gives 304', async () => {
    const tags = new Map<unknown, string>();
    for (const [accept] of each) {
      const { etag, 'content-encoding': coding } = (await ask(accept)).headers;
      expect(tags.get(coding) ?? etag).toBe(etag);
      tags.set(coding, String(etag));
      const headers = { 'accept-encoding': accept, 'if-none-match': String(etag) };
      expect((await service.ask(LONG, { headers })).status).toBe(304);
    }
    expect(new Set(tags.values()).size).toBe(tags.size);
  });

  it('HEAD has an accepted coding and no body', async () => {
    for (const [accept, allowed] of each) {
      const head = await service.ask(LONG, { method: 'HEAD', headers: { 'accept-encoding': accept } });
      expect([head.status, head.bytes.length]).toEqual([200, 0]);
      expect(allowed).toContain(head.headers['content-encoding']);
    }
  });
});

describe('requests at the same time', () => {
  const CODINGS: ContentCoding[][] = [['gzip'], [], ['br', 'gzip'], ['br'], []];
  const VERSION: DataVersion = { generation: 1, id: 'one', at: '', nextRefreshAt: null, now: new Date(0) };
  const envelope = (letter: string): ApiEnvelope => ({
    data: letter.repeat(100_000),
    error: null,
    meta: { count: 1, fetchedAt: '', source: '', license: '' },
  });
  const cacheOf = (bytes: number, dataVersion = () => VERSION) =>
    new ResponseCache({ bytes, concurrency: 16, dataVersion });
  const textOf = ({ body, gzip }: EncodedResponse): string => (body ?? gunzipSync(gzip as Buffer)).toString();
  /** The response of `key`, computed from `make` as the pipeline does it. */
  const fetch = (
    cache: ResponseCache,
    key: string,
    codings: ContentCoding[],
    make: (version: DataVersion) => Promise<ApiEnvelope>,
  ) =>
    cache.getOrCompute(key, codings, async (version) => {
      const made = await make(version);
      return codings.includes('gzip') ? encodeCompressed(made) : encode(made, 200);
    });

  it.each([1, 1e6])('every caller gets its coding from a cache of %i bytes', async (bytes) => {
    const cache = cacheOf(bytes);
    let computed = 0;
    const make = async () => {
      computed += 1;
      return envelope('a');
    };
    const given = await Promise.all(CODINGS.map((codings) => fetch(cache, 'x', codings, make)));
    for (const [index, { response }] of given.entries()) {
      expect(textOf(response)).toBe(JSON.stringify(envelope('a')));
      if (!CODINGS[index]?.includes('gzip')) expect(response.body).not.toBeNull();
    }
    // Once in gzip, and once more for the others where the compressed one could not be kept.
    expect(computed).toBe(bytes === 1 ? 2 : 1);
    expect(given[0]?.isHit).toBe(false);
  });

  it('responses do not mix, although they are written to reused memory', async () => {
    const cache = cacheOf(1e7);
    const letters = [...'abcdefghijklmnopqrstuvwxyzäöü'];
    const ask = async (letter: string, codings: ContentCoding[]) =>
      textOf((await fetch(cache, letter + codings, codings, async () => envelope(letter))).response);
    for (const codings of [['gzip'], [], ['gzip']] as ContentCoding[][]) {
      const answers = await Promise.all(letters.map((letter) => ask(letter, codings)));
      expect(answers).toEqual(letters.map((letter) => JSON.stringify(envelope(letter))));
    }
  });

  it('callers who wait for a computation have no hit; the next one has', async () => {
    const cache = cacheOf(1e6);
    const ask = () => fetch(cache, 'x', [], async () => envelope('a'));
    const given = await Promise.all([ask(), ask(), ask()]);
    expect([...given, await ask()].map(({ isHit }) => isHit)).toEqual([false, false, false, true]);
  });

  it('a failed computation fails for all waiting callers, keeps nothing, and makes room for the next', async () => {
    const cache = cacheOf(1e6);
    const fail = () => Promise.reject(new Error('gone'));
    const failing = Array.from({ length: 60 }, (_, n) => fetch(cache, `x${n % 20}`, ['gzip'], fail));
    const outcomes = await Promise.allSettled(failing);
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['rejected']));
    expect(cache.state().entries).toBe(0);
    const next = await fetch(cache, 'x1', ['gzip'], async () => envelope('b'));
    expect(textOf(next.response)).toContain('bbb');
  });

  it('responses computed while the data changes are not kept; waiting ones are computed for the new data', async () => {
    let now = VERSION;
    const cache = cacheOf(1e7, () => now);
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const make = ({ generation }: DataVersion) => held.then(() => envelope(String(generation)));
    const keys = Array.from({ length: 40 }, (_, n) => `x${n}`);
    const given = keys.map((key) => fetch(cache, key, [], make));
    now = atGeneration(VERSION, 2);
    release();
    const answers = (await Promise.all(given)).map(({ response }) => JSON.parse(textOf(response)).data[0]);
    expect(new Set(answers)).toEqual(new Set(['1', '2']));
    for (const [index, key] of keys.entries())
      expect([key, cache.get(now, key, []) === undefined]).toEqual([key, answers[index] === '1']);
  });

  it('only a few responses are compressed further at a time', async () => {
    const cache = cacheOf(1e7);
    const keys = Array.from({ length: 12 }, (_, n) => `x${n}`);
    const get = (key: string, codings: ContentCoding[]) => cache.get(VERSION, key, codings);
    for (const key of keys) await fetch(cache, key, ['gzip'], async () => envelope(key));
    const compressed = () => keys.filter((key) => (get(key, ['gzip'])?.br ?? null) !== null).length;
    for (const key of keys) get(key, ['br', 'gzip']);
    const first = get('x0', ['gzip']) as EncodedResponse;
    while (compressed() < 4) await withBrotli({ ...first, br: null });
    // These are compressed after all others, so all others would be done.
    for (let round = 0; round < 3; round += 1) await withBrotli({ ...first, br: null });
    expect(compressed()).toBe(4);
    while (compressed() < keys.length) {
      for (const key of keys) get(key, ['br', 'gzip']);
      await withBrotli({ ...first, br: null });
    }
  });

  it('no more than the allowed number is computed at a time, and every one in the end, even after failures', async () => {
    const cache = new ResponseCache({ bytes: 1e6, concurrency: 3, dataVersion: () => VERSION });
    let [running, most] = [0, 0];
    const ask = (key: number) =>
      fetch(cache, `x${key}`, [], async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        if (key % 3 === 0) throw new Error('failed');
        return envelope('a');
      });
    for (let round = 0; round < 2; round += 1) {
      most = 0;
      const ended = await Promise.allSettled(Array.from({ length: 20 }, (_, key) => ask(key + 20 * round)));
      expect(most).toBe(3);
      expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(13);
    }
  });

  it('a response is dropped when its time is over', async () => {
    const cache = new ResponseCache({
      bytes: 1e6,
      concurrency: 1,
      milliseconds: 5,
      dataVersion: () => VERSION,
    });
    await fetch(cache, 'x', [], async () => envelope('a'));
    await until(() => cache.get(VERSION, 'x', []) === undefined);
    expect((await fetch(cache, 'x', [], async () => envelope('b'))).isHit).toBe(false);
  });
});
