/** Limits in Redis, kept by four nodes: together, while Redis is gone or hangs, and after it came back. */

import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createRateLimit } from '../../src/limits/rate.js';
import { connectRedisCounters } from '../../src/limits/redis-counters.js';
import type { SharedCounters } from '../../src/limits/shared-counters.js';
import { countWhenReady, type RateLimit } from '../../src/limits/window.js';
import { type RedisServer, redisMissing, startRedis } from '../services/redis.js';
import { until } from '../until.js';

const NODES = 4;
const LIMIT = 60;
/** Longer than Redis is without a core on a busy machine. */
const PATIENT_MS = 3000;
/** As in a service. */
const USUAL_MS = 250;
/** A request that reaches Redis so much later than it was sent seems to count in another window. */
const OTHER_WINDOW_MS = 500;
const withRedis = redisMissing === null ? describe : describe.skip;
if (redisMissing !== null) console.warn(`skipped: ${redisMissing}`);

withRedis('four nodes', () => {
  let redis: RedisServer;
  let shared: SharedCounters[] = [];
  let limits: RateLimit[] = [];
  let logged: string[] = [];
  let caller = 0;
  let wasTooLong = false;

  const start = async (answerMs = PATIENT_MS): Promise<void> => {
    const log = {
      warn: (_details: object, message: string) => void logged.push(message),
      info: (_details: object, message: string) => void logged.push(message),
    };
    shared = await Promise.all(
      Array.from({ length: NODES }, () => connectRedisCounters(redis.url, log, answerMs)),
    );
    limits = shared.map((counters) =>
      createRateLimit({ policy: 'default', limit: LIMIT, windowSeconds: 3600 }, counters),
    );
    await until(() => shared.every(({ nodes }) => nodes === NODES));
  };
  const isReachable = () => shared.every((counters) => counters.figures().isReachable);
  const isGone = () => shared.every((counters) => !counters.figures().isReachable);
  /** Requests of one caller over all nodes at once. @returns how many are answered */
  const burst = async (requests: number, key: string): Promise<number> => {
    const states = await Promise.all(
      Array.from({ length: requests }, (_, turn) => countWhenReady(limits[turn % NODES]!, key)),
    );
    return states.filter(({ isRefused }) => !isRefused).length;
  };

  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.close());
  beforeEach(async () => {
    logged = [];
    caller += 1;
    await start();
  });
  const stop = () => Promise.all(shared.map((counters) => counters.close()));
  afterEach(async () => {
    await stop();
  });
  const key = () => `192.0.2.${caller}`;

  /**
   * The same with a new caller if Redis itself had no core for a quarter of a second meanwhile, since its share is then all that
   * a node allows, or if this process had none for too long. Never more than the limit is answered.
   */
  const undisturbed = async (ask: (key: string) => Promise<number>): Promise<number> => {
    for (let turn = 0; ; turn += 1) {
      const answered = await ask(`${key()}-${turn}`);
      expect(answered).toBeLessThanOrEqual(LIMIT);
      if (logged.length === 0 && !wasTooLong) return answered;
      await until(isReachable);
      logged = [];
    }
  };

  it('a burst of 400 from one caller gets 60 answers', async () => {
    expect(await burst(400, key())).toBe(LIMIT);
    expect(await burst(400, `${key()}-second`)).toBe(LIMIT);
    expect(logged).toEqual([]);
  });

  it('an answer that arrived while the process had no core is taken', async () => {
    await stop();
    await start(USUAL_MS);
    const answered = await undisturbed(async (name) => {
      const calls = burst(400, name);
      // The requests to Redis are written in one turn of the event loop.
      await setImmediate();
      const before = performance.now();
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, USUAL_MS + 50);
      wasTooLong = performance.now() - before > OTHER_WINDOW_MS - 50;
      return calls;
    });
    expect(answered).toBe(LIMIT);
    expect(logged).toEqual([]);
    expect(isReachable()).toBe(true);
  });

  it('a restarted node knows what was answered', async () => {
    expect(await burst(40, key())).toBe(40);
    await stop();
    await start();
    const after = await burst(400, key());
    // The rest of the blocks of the old nodes is lost.
    expect(after).toBeLessThanOrEqual(LIMIT - 40);
    expect(after).toBeGreaterThan(0);
  });

  it('Redis killed: every node allows its share, all together the limit, until it is back', async () => {
    await redis.kill();
    await burst(4, 'somebody');
    await until(isGone);
    expect(await burst(400, key())).toBe(LIMIT);
    expect(await burst(400, key())).toBe(0);
    expect(logged.filter((line) => line.includes('allows 1/4'))).toHaveLength(NODES);
    await redis.restart();
    await until(isReachable);
    // Each node reports what it answered alone.
    expect(await burst(400, key())).toBe(0);
    expect(await burst(400, `${key()}1`)).toBe(LIMIT);
    expect(logged.filter((line) => line.includes('answer again'))).toHaveLength(NODES);
  });

  it.each(['kept its counters', 'lost its counters'])(
    'Redis killed and restarted under load, when it %s: at most the limit is answered',
    async (how) => {
      let answered = 0;
      let isOver = false;
      const calls = limits.map(() => 0);
      const load = Promise.all(
        limits.map(async (limit, node) => {
          while (!isOver) {
            if (!(await countWhenReady(limit, key())).isRefused) answered += 1;
            calls[node]! += 1;
            await sleep(20);
          }
        }),
      );
      /** More calls of each node than the limit allows all of them. */
      const more = async () => {
        const before = [...calls];
        await until(() => calls.every((count, node) => count > before[node]! + LIMIT));
      };
      await until(() => answered > 20);
      await redis.kill();
      await until(isGone);
      await more();
      await redis.restart({ isEmpty: how === 'lost its counters' });
      await until(isReachable);
      await more();
      isOver = true;
      await load;
      expect(answered).toBeLessThanOrEqual(LIMIT);
      expect(answered).toBeGreaterThan(40);
    },
  );

  it('Redis emptied without an interruption: all nodes report what they answered, also to a caller of one node', async () => {
    expect(await burst(40, key())).toBe(40);
    await redis.empty();
    await until(isGone);
    await until(() => logged.filter((line) => line.includes('answer again')).length === NODES);
    let answered = 0;
    for (let turn = 0; turn < 100; turn += 1)
      if (!(await countWhenReady(limits[0]!, key())).isRefused) answered += 1;
    expect(answered).toBeLessThanOrEqual(LIMIT - 40);
    expect(answered).toBeGreaterThan(0);
  });

  it('Redis that hangs holds no request, and counts again when it continues', async () => {
    redis.freeze();
    try {
      // All are answered while it still hangs.
      expect(await burst(400, key())).toBe(LIMIT);
      await until(isGone);
    } finally {
      redis.thaw();
    }
    await until(isReachable);
    expect(await burst(400, key())).toBe(0);
  });

  it('a caller who used more than the share of a node gets nothing from the others while Redis is gone', async () => {
    // All of it from one node.
    const states = [];
    for (let turn = 0; turn < LIMIT; turn += 1) states.push(await countWhenReady(limits[0]!, key()));
    expect(states.every(({ isRefused }) => !isRefused)).toBe(true);
    await redis.kill();
    expect(await burst(400, key())).toBe(0);
    await redis.restart();
  });

  it('a node that starts while Redis is gone allows a tenth', async () => {
    await redis.kill();
    await until(isGone);
    const late = await connectRedisCounters(redis.url, { warn: () => undefined, info: () => undefined });
    expect(late.share(LIMIT)).toBe(6);
    await redis.restart();
    await until(() => late.figures().isReachable);
    await until(() => late.nodes === NODES + 1);
    await late.close();
  });

  it('says why Redis cannot be used, without the password', async () => {
    const warned: object[] = [];
    const log = { warn: (details: object) => void warned.push(details), info: () => undefined };
    const address = redis.url.replace('redis://', 'redis://nobody:geheim@');
    const counters = await connectRedisCounters(address, log);
    await counters.close();
    expect(warned).toEqual([
      { err: expect.objectContaining({ message: expect.stringMatching(/^WRONGPASS/) }), nodes: 10 },
    ]);
    expect(JSON.stringify(warned)).not.toContain('geheim');
  });
});
