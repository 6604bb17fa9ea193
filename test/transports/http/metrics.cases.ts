/** Metrics report what happened on a bounded set of routes, and never who the callers are. */

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Service, startService, toolCall } from '../service.js';

describe('transports/http/metrics', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ pages: {}, debug: true, trustProxy: ['loopback'] });
  });
  afterAll(() => service.close());

  /** The value of the one line that carries all `labels`. */
  async function sampleOf(name: string, ...labels: string[]): Promise<number> {
    const { text } = await service.ask('/metrics');
    const line = text
      .split('\n')
      .find((one) => one.startsWith(`${name}{`) && labels.every((label) => one.includes(label)));
    return Number(line?.split(' ').at(-1));
  }

  it('requests by route, method and status, with their time', async () => {
    await service.ask('/v1/filings?limit=3');
    await service.ask('/v1/filings?limit=3');
    await service.ask('/v1/filings?limit=0');
    await service.ask('/v1/insiders/quill-marina-t');
    await service.ask('/ticker/BRKW');
    await service.rpc(toolCall('get_catalog'));
    const name = 'disclosed_http_requests_total';
    expect(await sampleOf(name, 'route="/v1/filings"', 'status="200"')).toBe(2);
    expect(await sampleOf(name, 'route="/v1/filings"', 'status="400"')).toBe(1);
    expect(await sampleOf(name, 'route="/v1/insiders/{id}"', 'method="GET"')).toBe(1);
    expect(await sampleOf(name, 'route="/ticker/{ticker}"')).toBe(1);
    expect(await sampleOf(name, 'route="/v1/mcp"', 'method="POST"')).toBe(1);
    expect(await sampleOf('disclosed_http_request_duration_seconds_count', 'route="/v1/filings"')).toBe(3);
    expect(await sampleOf('disclosed_answers_total', 'cache="hit"')).toBe(1);
  });

  it('the durations of a route are a histogram: each bucket holds those before it', async () => {
    await service.ask('/v1/streaks');
    await service.ask('/v1/streaks', { method: 'HEAD' });
    const { text } = await service.ask('/metrics');
    const lines = text
      .split('\n')
      .filter((line) => /^disclosed_http_request_duration_seconds.*"\/v1\/streaks"/.test(line));
    const buckets = lines.filter((line) => line.includes('_bucket{le="'));
    const counts = buckets.map((line) => Number(line.split(' ').at(-1)));
    expect(buckets).toHaveLength(14);
    expect(buckets.at(-1)).toBe(
      'disclosed_http_request_duration_seconds_bucket{le="+Inf",route="/v1/streaks"} 2',
    );
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    expect(lines.at(-1)).toBe('disclosed_http_request_duration_seconds_count{route="/v1/streaks"} 2');
    expect(Number(lines.at(-2)?.split(' ').at(-1))).toBeGreaterThan(0);
    expect(text).toContain('# TYPE disclosed_http_request_duration_seconds histogram');
  });

  it('the cache counts its hits and misses over REST and MCP, and what it holds', async () => {
    const fresh = await startService({ pages: {} });
    const values = async () => {
      const { text } = await fresh.ask('/metrics');
      const value = (name: string) =>
        Number(
          text
            .split('\n')
            .find((line) => line.startsWith(`${name} `))
            ?.split(' ')
            .at(-1),
        );
      return {
        hits: value('disclosed_answers_total{cache="hit"}'),
        misses: value('disclosed_answers_total{cache="miss"}'),
        entries: value('disclosed_answer_cache_entries'),
        bytes: value('disclosed_answer_cache_bytes'),
      };
    };
    try {
      expect(await values()).toEqual({ hits: 0, misses: 0, entries: 0, bytes: 0 });
      await fresh.rpc(toolCall('get_catalog'));
      await fresh.rpc(toolCall('get_catalog'));
      await fresh.ask('/v1/catalog');
      // Neither an error nor a request of a page counts as an answer to a caller.
      await fresh.ask('/v1/filings?limit=0');
      await fresh.ask('/filings');
      const after = await values();
      expect([after.hits, after.misses, after.entries]).toEqual([2, 1, 1]);
      expect(after.bytes).toBeGreaterThan(1000);
    } finally {
      await fresh.close();
    }
  });

  it('documents, exports and assets are separate routes', async () => {
    await service.ask('/llms.txt');
    await service.ask('/assets/style.css');
    await service.ask('/filings/');
    const name = 'disclosed_http_requests_total';
    for (const route of ['/llms.txt', '/assets/style.css', '/filings'])
      expect(await sampleOf(name, `route="${route}"`)).toBe(1);
  });

  it('invented addresses and methods never become labels', async () => {
    for (let index = 0; index < 5; index += 1)
      await service.ask(`/x${index}"}\\`, { method: index === 0 ? 'PROPFIND' : 'GET' });
    const { text } = await service.ask('/metrics');
    expect(text).not.toMatch(/x[0-4]"|PROPFIND/);
    expect(await sampleOf('disclosed_http_requests_total', 'route="other"', 'method="GET"')).toBe(4);
  });

  it('every source with its rows, warnings and age; one that was never read has no age', async () => {
    const sources = await service.reads.sources();
    service.reads.sources = async () =>
      sources.map((one, index) =>
        index === 0 ? { ...one, lastReadAt: null, status: 'never-read', warnings: 3 } : one,
      );
    const [first, second] = sources.map((one) => `source="${one.source}"`) as [string, string];
    expect(await sampleOf('disclosed_source_rows', first)).toBe(40);
    expect(await sampleOf('disclosed_source_warnings', first)).toBe(3);
    expect(await sampleOf('disclosed_source_state', first, 'state="never-read"')).toBe(1);
    expect(await sampleOf('disclosed_source_age_seconds', first)).toBeNaN();
    expect(await sampleOf('disclosed_source_age_seconds', second)).not.toBeNaN();
    service.reads.sources = async () => sources;
    expect((await service.ask('/metrics')).headers['x-ratelimit-limit']).toBeUndefined();
  });

  it('every scrape, the first one too, reports the present state of a source', async () => {
    const fresh = await startService({ pages: {} });
    try {
      const sources = await fresh.reads.sources();
      const told = async () => (await fresh.ask('/metrics')).text.match(/^disclosed_source_.*$/gm) ?? [];
      for (const [status, rows, warnings] of [
        ['ok', 11, 2],
        ['failing', 12, 3],
      ] as const) {
        fresh.reads.sources = async () => [{ ...sources[0]!, status, rows, warnings }];
        const label = `source="${sources[0]!.source}"`;
        expect(await told()).toEqual(
          expect.arrayContaining([
            `disclosed_source_rows{${label}} ${rows}`,
            `disclosed_source_warnings{${label}} ${warnings}`,
            `disclosed_source_state{${label},state="${status}"} 1`,
          ]),
        );
      }
    } finally {
      await fresh.close();
    }
  });

  it('the log of requests holds no key, no query and no full address', async () => {
    service.logged.length = 0;
    await service.ask('/v1/insiders?q=secret-name', {
      headers: { authorization: 'Bearer dk_secretsecret', 'x-forwarded-for': '203.0.113.77' },
    });
    await service.ask('/metrics');
    const line = service.logged.find(
      ({ details }) => (details as { route?: string }).route === '/v1/insiders',
    );
    expect(line).toMatchObject({
      message: 'answered',
      details: { method: 'GET', path: '/v1/insiders', status: 200, network: '203.0' },
    });
    expect(JSON.stringify(service.logged)).not.toMatch(/secret|203\.0\.113/);
  });
});
