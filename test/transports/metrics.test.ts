/** Metrics tell what happened, of a bounded set of routes, and never who asked. */

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Service, startService, toolCall } from './service';

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

test('requests by route, method and status, with their time', async () => {
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

test('addresses and methods of strangers never become labels', async () => {
  for (let index = 0; index < 5; index += 1)
    await service.ask(`/x${index}"}\\`, { method: index === 0 ? 'PROPFIND' : 'GET' });
  const { text } = await service.ask('/metrics');
  expect(text).not.toMatch(/x[0-4]"|PROPFIND/);
  expect(await sampleOf('disclosed_http_requests_total', 'route="other"', 'method="GET"')).toBe(4);
});

test('every source with its rows, doubts and age; one that was never read has no age', async () => {
  const sources = await service.reads.sources();
  service.reads.sources = async () =>
    sources.map((one, index) =>
      index === 0 ? { ...one, lastReadAt: null, status: 'never-read', doubts: 3 } : one,
    );
  const [first, second] = sources.map((one) => `source="${one.source}"`) as [string, string];
  expect(await sampleOf('disclosed_source_rows', first)).toBe(40);
  expect(await sampleOf('disclosed_source_doubts', first)).toBe(3);
  expect(await sampleOf('disclosed_source_state', first, 'state="never-read"')).toBe(1);
  expect(await sampleOf('disclosed_source_age_seconds', first)).toBeNaN();
  expect(await sampleOf('disclosed_source_age_seconds', second)).not.toBeNaN();
  service.reads.sources = async () => sources;
  expect((await service.ask('/metrics')).headers['x-ratelimit-limit']).toBeUndefined();
});

test('the log of requests holds no key, no query and no full address', async () => {
  service.logged.length = 0;
  await service.ask('/v1/insiders?q=secret-name', {
    headers: { authorization: 'Bearer dk_secretsecret', 'x-forwarded-for': '203.0.113.77' },
  });
  await service.ask('/metrics');
  const line = service.logged.find(({ details }) => (details as { route?: string }).route === '/v1/insiders');
  expect(line).toMatchObject({
    message: 'answered',
    details: { method: 'GET', path: '/v1/insiders', status: 200, network: '203.0' },
  });
  expect(JSON.stringify(service.logged)).not.toMatch(/secret|203\.0\.113/);
});
