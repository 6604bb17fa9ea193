import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type Packing, type Ready, withBoth } from '../../src/pipeline/encoded-response';
import { answersAtHand } from '../../src/pipeline/response-cache';
import type { Envelope } from '../../tools/contract/envelope';
import { inventedFilings, memoryReads } from '../bench/memory-reads';
import { type Answered, type Service, startService } from '../transports/service';

/** Long enough to be kept packed only. */
const LONG = '/v1/filings?limit=200&since=2026-01-01';
let service: Service;
let reads: ReturnType<typeof memoryReads>;
beforeEach(async () => {
  reads = memoryReads(inventedFilings(200));
  service = await startService({ reads });
});
afterEach(() => service.close());

const ask = (accept: string, path = LONG) => service.ask(path, { headers: { 'accept-encoding': accept } });

function unpacked({ headers, bytes }: Answered): string {
  const encoding = headers['content-encoding'];
  return (
    encoding === 'gzip' ? gunzipSync(bytes) : encoding === 'br' ? brotliDecompressSync(bytes) : bytes
  ).toString();
}

test('whoever asks first, everybody gets the same answer in the variant that he takes, asked of the store once', async () => {
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
    expect(new Set(answers.map(unpacked)).size).toBe(1);
    expect(JSON.parse(unpacked(answers[0] as Answered)).meta.count).toBeGreaterThan(100);
    for (const [at, accept] of order.entries())
      if (accept === 'identity') expect(answers[at]?.headers['content-encoding']).toBeUndefined();
    expect(reads.asked).toBe(index + 1);
  }
});

test('of an answer asked packed only the packed bytes take room, until somebody wants it plain', async () => {
  const plain = (await ask('identity', `${LONG}&min_value=1`)).bytes.length;
  const before = service.gate.cacheState().bytes;
  expect(before).toBeGreaterThan(plain);
  await ask('gzip', `${LONG}&min_value=2`);
  const packed = service.gate.cacheState().bytes - before;
  expect(packed).toBeLessThan(plain / 3);
  await ask('identity', `${LONG}&min_value=2`);
  expect(service.gate.cacheState().bytes - before).toBeGreaterThan(plain);
});

test('asked at the same moment by callers who take different variants it is run once', async () => {
  const accepts = ['gzip', 'identity', 'br', 'gzip, br', 'identity', 'gzip'];
  const answers = await Promise.all(accepts.map((accept) => ask(accept)));
  expect(new Set(answers.map(unpacked)).size).toBe(1);
  expect(reads.asked).toBe(1);
});

test('an agent gets whole what a program asked packed', async () => {
  const rest = unpacked(await ask('gzip'));
  const reply = await service.rpc({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'get_latest_filings', arguments: { limit: 200, since: '2026-01-01' } },
  });
  expect(JSON.parse(reply.text).result.content[0].text).toBe(rest);
  expect(reads.asked).toBe(1);
});

test('what was at hand before the data changed takes no room after it', async () => {
  for (let n = 0; n < 5; n += 1) await ask('gzip', `${LONG}&min_value=${n}`);
  expect(service.gate.cacheState().entries).toBe(5);
  service.fresh.generation += 1;
  await ask('gzip', '/v1/filings?limit=1');
  expect(service.gate.cacheState().entries).toBe(1);
});

test('what was asked again is made for the next state of the data before it is served', async () => {
  const often = `${LONG}&min_value=1`;
  for (const path of [often, often, `${LONG}&min_value=2`]) await ask('gzip', path);
  expect(reads.asked).toBe(2);
  const answer = reads.latestFilings;
  reads.latestFilings = async (question) => (await answer(question)).slice(0, 150);
  const next = { ...service.fresh, generation: service.fresh.generation + 1 };
  await service.gate.renew(next);
  expect(reads.asked).toBe(3);
  const count = async (path: string) => JSON.parse(unpacked(await ask('gzip', path))).meta.count;
  const old = await count(often);
  expect(old).toBeGreaterThan(150);
  service.fresh.generation = next.generation;
  expect([await count(often), reads.asked]).toEqual([150, 3]);
  expect([await count(`${LONG}&min_value=2`), reads.asked]).toEqual([150, 4]);
});

test('an answer made ahead is never given for a state that it was not made for', async () => {
  for (let n = 0; n < 3; n += 1) await ask('gzip');
  await service.gate.renew({ ...service.fresh, generation: service.fresh.generation + 1 });
  service.fresh.generation += 2;
  await ask('gzip');
  expect(reads.asked).toBe(3);
});

test('what cannot be made ahead is made when it is asked for', async () => {
  for (let n = 0; n < 2; n += 1) await ask('gzip');
  const answer = reads.latestFilings;
  reads.latestFilings = () => Promise.reject(new Error('not now'));
  await service.gate.renew({ ...service.fresh, generation: 2 });
  reads.latestFilings = answer;
  service.fresh.generation = 2;
  expect((await ask('gzip')).status).toBe(200);
});

test('the packing is one that the caller takes, whoever asked before, and its tag is the one of these bytes', async () => {
  const allowed: Array<[accept: string, encodings: Array<string | undefined>]> = [
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
  let number = 0;
  const whole = unpacked(await ask('identity'));
  for (const first of allowed) {
    number += 1;
    const path = `${LONG}&min_value=${number}`;
    const tags = new Map<unknown, string>();
    for (const [accept, encodings] of [first, ...allowed]) {
      const answered = await ask(accept, path);
      const { etag, vary, 'content-encoding': encoding } = answered.headers;
      expect(encodings).toContain(encoding);
      expect([answered.status, vary, unpacked(answered)]).toEqual([200, 'Accept-Encoding', whole]);
      expect(tags.get(encoding) ?? etag).toBe(etag);
      tags.set(encoding, String(etag));
      const headers = { 'accept-encoding': accept };
      const head = await service.ask(path, { method: 'HEAD', headers });
      expect([head.status, head.bytes.length]).toEqual([200, 0]);
      expect(encodings).toContain(head.headers['content-encoding']);
      const again = { ...headers, 'if-none-match': String(etag) };
      expect((await service.ask(path, { headers: again })).status).toBe(304);
    }
    expect(new Set(tags.values()).size).toBe(tags.size);
  }
});

describe('answers asked at the same moment', () => {
  const ACCEPTS: Packing[][] = [['gzip'], [], ['br', 'gzip'], ['br'], []];
  const fresh = { generation: 1, at: '', nextRefreshAt: null, now: new Date(0) };
  const envelope = (letter: string): Envelope => ({
    data: letter.repeat(100_000),
    error: null,
    meta: { count: 1, fetchedAt: '', source: '', license: '' },
  });
  const said = ({ body, gzip }: Ready): string => (body ?? gunzipSync(gzip as Buffer)).toString();

  test.each([1, 1e6])('reach callers of every kind where %i bytes can be kept', async (bytes) => {
    const atHand = answersAtHand(bytes, () => fresh);
    let made = 0;
    const make = async () => {
      made += 1;
      return envelope('a');
    };
    const given = await Promise.all(ACCEPTS.map((takes) => atHand.fetch('x', takes, make)));
    for (const [index, { ready }] of given.entries()) {
      expect(said(ready)).toBe(JSON.stringify(envelope('a')));
      if (!ACCEPTS[index]?.includes('gzip')) expect(ready.body).not.toBeNull();
    }
    // Once packed, and once more for the others where the packed one could not be kept.
    expect(made).toBe(bytes === 1 ? 2 : 1);
    expect(given.slice(0, 1).map(({ wasAtHand }) => wasAtHand)).toEqual([false]);
  });

  test('are each their own, though they are written to memory that is used again', async () => {
    const atHand = answersAtHand(1e7, () => fresh);
    const letters = [...'abcdefghijklmnopqrstuvwxyzäöü'];
    const ask = async (letter: string, takes: Packing[]) =>
      said((await atHand.fetch(letter + takes, takes, async () => envelope(letter))).ready);
    for (const takes of [['gzip'], [], ['gzip']] as Packing[][]) {
      const answers = await Promise.all(letters.map((letter) => ask(letter, takes)));
      expect(answers).toEqual(letters.map((letter) => JSON.stringify(envelope(letter))));
    }
  });

  test('were all looked up for those who waited for it, and are at hand for the next', async () => {
    const atHand = answersAtHand(1e6, () => fresh);
    const ask = () => atHand.fetch('x', [], async () => envelope('a'));
    const given = await Promise.all([ask(), ask(), ask()]);
    expect([...given, await ask()].map(({ wasAtHand }) => wasAtHand)).toEqual([false, false, false, true]);
  });

  test('fail for all who wait, keep nothing, and leave room for the next', async () => {
    const atHand = answersAtHand(1e6, () => fresh);
    const fail = () => Promise.reject(new Error('gone'));
    const failing = Array.from({ length: 60 }, (_, n) => atHand.fetch(`x${n % 20}`, ['gzip'], fail));
    const outcomes = await Promise.allSettled(failing);
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['rejected']));
    expect(atHand.state().entries).toBe(0);
    expect(said((await atHand.fetch('x1', ['gzip'], async () => envelope('b'))).ready)).toContain('bbb');
  });

  test('under way while the data changes are given and not kept; those that wait for their turn are made anew', async () => {
    let now = fresh;
    const atHand = answersAtHand(1e7, () => now);
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const make = ({ generation }: { generation: number }) => held.then(() => envelope(String(generation)));
    const names = Array.from({ length: 40 }, (_, n) => `x${n}`);
    const given = names.map((name) => atHand.fetch(name, [], make));
    now = { ...fresh, generation: 2 };
    release();
    const answers = (await Promise.all(given)).map(({ ready }) => JSON.parse(said(ready)).data[0]);
    expect(new Set(answers)).toEqual(new Set(['1', '2']));
    for (const [index, name] of names.entries())
      expect([name, atHand.get(name, []) === undefined]).toEqual([name, answers[index] === '1']);
  });

  test('are not all packed better at once, because each takes its plain bytes of memory meanwhile', async () => {
    const atHand = answersAtHand(1e7, () => fresh);
    const names = Array.from({ length: 12 }, (_, n) => `x${n}`);
    for (const name of names) await atHand.fetch(name, ['gzip'], async () => envelope(name));
    const packed = () => names.filter((name) => (atHand.get(name, ['gzip'])?.br ?? null) !== null).length;
    for (const name of names) atHand.get(name, ['br', 'gzip']);
    const first = atHand.get('x0', ['gzip']) as Ready;
    while (packed() < 4) await withBoth({ ...first, br: null });
    // Packed behind them all, so that theirs would be done.
    for (let round = 0; round < 3; round += 1) await withBoth({ ...first, br: null });
    expect(packed()).toBe(4);
    while (packed() < names.length) {
      for (const name of names) atHand.get(name, ['br', 'gzip']);
      await withBoth({ ...first, br: null });
    }
  });
});
