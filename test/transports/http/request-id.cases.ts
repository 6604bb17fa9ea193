/** Every line about a request and every error that a caller gets carry the same id. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Service, startService, toolCall } from '../service.js';

describe('transports/http/request-id', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ pages: {}, debug: true });
  });
  afterAll(() => service.close());
  beforeEach(() => {
    service.logged.length = 0;
  });

  const broken = async () => {
    throw new Error('torn');
  };
  /** The ids in the log, of lines with this message. */
  const logged = (message: string) =>
    service.logged
      .filter((line) => line.message === message)
      .map(({ details }) => (details as { requestId?: string }).requestId);

  it('an id that was sent is kept, in the error and in the log', async () => {
    const headers = { 'x-request-id': 'proxy-7f.3:9_A' };
    const { headers: answered, status } = await service.ask('/v1/filings?limit=0', { headers });
    expect([status, answered['x-request-id']]).toEqual([400, 'proxy-7f.3:9_A']);
    // The next request comes after the line of the first.
    await service.ask('/v1/catalog');
    expect(logged('answered')).toContain('proxy-7f.3:9_A');
  });

  it.each(['a b', 'x'.repeat(65), '"}\\', 'é', ''])('%j is not an id: another one is made', async (given) => {
    const headers = { 'x-request-id': given };
    const { headers: answered } = await service.ask('/v1/nothing', { headers });
    expect(answered['x-request-id']).toMatch(/^[0-9a-f]{12}-[0-9a-z]+$/);
  });

  it('two requests have two ids; answers without an error carry none', async () => {
    const first = await service.ask('/v1/filings?limit=0');
    const second = await service.ask('/v1/filings?limit=0');
    expect(first.headers['x-request-id']).not.toBe(second.headers['x-request-id']);
    const good = await service.ask('/v1/catalog');
    expect(good.headers).not.toHaveProperty('x-request-id');
    expect(good.headers['access-control-expose-headers']).toContain('X-Request-Id');
  });

  it('a fault names it over REST, MCP and on a page, and its cause is in the log under it', async () => {
    const { latestFilings, streaks, sources } = service.reads;
    Object.assign(service.reads, { latestFilings: broken, streaks: broken });
    try {
      const rest = await service.ask('/v1/filings?limit=9');
      const id = rest.headers['x-request-id'];
      expect(rest.status).toBe(500);
      expect(JSON.parse(rest.text).error.message).toBe(
        `The service failed to answer. Try again later; the cause is in its log under request ${id}.`,
      );
      expect(logged('answer failed')).toEqual([id]);
      service.logged.length = 0;
      const agent = await service.rpc(toolCall('get_streaks'));
      const [told] = JSON.parse(agent.text).result.content;
      expect(told.text).toMatch(/^500 .* under request (\S+)\.$/);
      expect(logged('answer failed')).toEqual([/under request (\S+)\.$/.exec(told.text)![1]]);
      service.logged.length = 0;
      service.reads.sources = broken;
      const page = await service.ask('/status', { headers: { accept: 'text/html' } });
      expect(page.status).toBe(500);
      expect(page.text).toContain(`under request ${page.headers['x-request-id']}.`);
      expect(logged('page failed')).toEqual([page.headers['x-request-id']]);
    } finally {
      Object.assign(service.reads, { latestFilings, streaks, sources });
    }
  });

  it('an error of the agent protocol carries it in its header', async () => {
    const { status, headers } = await service.rpc('not json');
    expect(status).toBeGreaterThanOrEqual(400);
    expect(headers['x-request-id']).toBeDefined();
  });
});
