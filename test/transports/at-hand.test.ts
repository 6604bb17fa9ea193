import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { inventedFilings, memoryReads } from '../bench/memory-reads';
import { type Answered, type Service, startService } from './service';

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
