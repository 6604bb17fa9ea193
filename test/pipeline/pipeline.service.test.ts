/** The request pipeline: what is computed once, what is cached, and what every envelope says. */

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { identityBody } from '../../src/pipeline/encoded-response.js';
import { escapedBody } from '../../src/transports/mcp/reply.js';
import { notFound } from '../../tools/contract/errors.js';
import { type Service, startService } from '../transports/service.js';

let service: Service;
afterEach(() => service.close());

const local = (which: Service) => which.pipeline.begin({ address: null });
const filings = (which: Service) => which.pipeline.tools.find((tool) => tool.path === '/v1/filings')!;

it('two spellings of one request share one answer', async () => {
  service = await startService();
  await service.ask('/v1/filings?limit=5&ticker=brkw');
  await service.ask('/v1/filings?ticker=BRKW&limit=5');
  await service.pipeline.call(
    filings(service),
    { ticker: 'Brkw', limit: 5, direction: 'all', min_value: '0' },
    local(service),
  );
  expect(service.reads.asked).toBe(1);
  await service.ask('/v1/filings?ticker=BRKW&limit=6');
  expect(service.reads.asked).toBe(2);
});

it('concurrent callers share one computation', async () => {
  service = await startService();
  const all = await Promise.all(Array.from({ length: 30 }, () => service.ask('/v1/filings?limit=7')));
  expect(new Set(all.map((answered) => answered.text)).size).toBe(1);
  expect(service.reads.asked).toBe(1);
});

it('a new generation and a new day are computed again', async () => {
  service = await startService();
  const ask = () => service.ask('/v1/filings?limit=5');
  await ask();
  service.fresh.generation += 1;
  await ask();
  await ask();
  expect(service.reads.asked).toBe(2);
  service.fresh.now = new Date('2026-11-21T00:00:01.000Z');
  await ask();
  expect(service.reads.asked).toBe(3);
});

it('an answer computed while the data changes is sent but not cached', async () => {
  service = await startService();
  const before = service.reads.latestFilings;
  service.reads.latestFilings = (question) => {
    if (service.reads.asked === 0) service.fresh.generation = 2;
    return before(question);
  };
  expect((await service.ask('/v1/filings')).status).toBe(200);
  service.fresh.generation = 1;
  await service.ask('/v1/filings');
  expect(service.reads.asked).toBe(2);
});

it('an error is not cached', async () => {
  service = await startService();
  const answer = service.reads.latestFilings;
  service.reads.latestFilings = () => Promise.reject(notFound('Gone for a moment.'));
  expect((await service.ask('/v1/filings')).status).toBe(404);
  service.reads.latestFilings = answer;
  expect((await service.ask('/v1/filings')).status).toBe(200);
});

it('an answer with ignored parameters is not cached, so junk cannot push out what others need', async () => {
  service = await startService();
  await service.ask('/v1/filings?limit=5&x=1');
  await service.ask('/v1/filings?limit=5&x=1');
  expect(service.reads.asked).toBe(2);
});

it('the cache is bounded in bytes, all codings counted', async () => {
  service = await startService({ cacheBytes: 60_000 });
  for (let limit = 1; limit <= 20; limit += 1)
    await service.ask(`/v1/filings?limit=${limit}&since=2026-01-01`);
  expect(service.reads.asked).toBe(20);
  await service.ask('/v1/filings?limit=20&since=2026-01-01');
  expect(service.reads.asked).toBe(20);
  await service.ask('/v1/filings?limit=1&since=2026-01-01');
  expect(service.reads.asked).toBe(21);
});

it('an answer larger than the whole cache is still sent', async () => {
  service = await startService({ cacheBytes: 1000 });
  expect(JSON.parse((await service.ask('/v1/filings?since=2026-01-01')).text).meta.count).toBe(40);
  expect((await service.ask('/v1/filings?since=2026-01-01')).status).toBe(200);
});

it('the escaped copy is the body as a JSON string', async () => {
  service = await startService();
  const answer = await service.pipeline.call(filings(service), { limit: 3 }, local(service));
  const result = Buffer.from(escapedBody(answer).toString(), 'latin1').toString();
  expect(JSON.parse(`{"result":{"content":[{"text":${result}`).result.content[0].text).toBe(
    identityBody(answer).toString(),
  );
});

it('an answer that takes too long becomes a plain 500', async () => {
  service = await startService({ runMilliseconds: 30 });
  service.reads.latestFilings = () => new Promise(() => {});
  const answered = await service.ask('/v1/filings');
  expect(answered.status).toBe(500);
  expect(JSON.parse(answered.text).error.code).toBe('internal');
  expect(service.logged).toHaveLength(1);
});

it('in sample mode every source has the prefix, also in errors', async () => {
  service = await startService({ sourcePrefix: 'sample:' });
  expect(JSON.parse((await service.ask('/v1/filings')).text).meta.source).toBe('sample:sec-edgar-form4');
  expect(JSON.parse((await service.ask('/v1/nothing')).text).meta.source).toBe('sample:catalog');
});

const HELLO = { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-03-26' } };

describe('sample mode', () => {
  beforeEach(async () => {
    service = await startService({ sourcePrefix: 'sample:' });
  });

  it.each(['/v1/catalog', '/v1/filings', '/v1/eu/de', '/v1/nothing', '/v1/filings?limit=0'])(
    'is in the envelope of %s',
    async (path) => {
      expect(JSON.parse((await service.ask(path)).text).meta.sample).toBe(true);
    },
  );

  it('is in the description and every source of the catalog', async () => {
    const { data } = JSON.parse((await service.ask('/v1/catalog')).text);
    expect(data.service).toMatchObject({
      sample: true,
      description: expect.stringMatching(/^SAMPLE: .*invented/),
    });
    for (const { note } of data.sources) expect(note).toMatch(/^SAMPLE: .*invented/);
  });

  it('comes first in the instructions for agents', async () => {
    const { instructions } = JSON.parse((await service.rpc(HELLO)).text).result;
    expect(instructions).toMatch(/^SAMPLE: .*invented/);
  });
});

it('nothing mentions a sample in any other mode', async () => {
  service = await startService();
  for (const path of ['/v1/catalog', '/v1/filings', '/v1/nothing'])
    expect((await service.ask(path)).text).not.toMatch(/SAMPLE|"sample":true/);
  expect(JSON.parse((await service.rpc(HELLO)).text).result.instructions).toMatch(/^Public/);
});

describe('meta.total', () => {
  const metaOf = async (path: string) => JSON.parse((await service.ask(path)).text).meta;
  beforeEach(async () => {
    service = await startService();
  });

  it.each([
    ['/v1/filings?since=2025-11-21&limit=7', { count: 7, total: 40 }],
    ['/v1/filings?since=2025-11-21&direction=P&limit=7', { count: 7, total: 20 }],
    ['/v1/insiders?q=a&limit=1', { count: 1, total: 3 }],
    ['/v1/congress/marta-quillon?limit=5', { count: 1, total: 12 }],
    ['/v1/insiders/quill-marina-t?limit=2', { total: 14 }],
    ['/v1/eu/de?limit=3', { count: 3, total: 12 }],
  ])('of the cut list %s counts all matches', async (path, counts) => {
    expect(await metaOf(path)).toMatchObject({ ...counts, truncated: true });
  });

  it.each([
    '/v1/filings?since=2025-11-21&limit=40',
    '/v1/congress',
    '/v1/trackers',
    '/v1/clusters',
    '/v1/streaks',
    '/v1/eu/de',
  ])('of the complete list %s is its count', async (path) => {
    const { count, total, ...more } = await metaOf(path);
    expect([total, 'truncated' in more]).toEqual([count, false]);
  });

  it.each(['/v1/catalog', '/v1/trackers/ostrava', '/v1/nothing'])('is absent in %s', async (path) => {
    expect('total' in (await metaOf(path))).toBe(false);
  });
});
