/** A limit that several nodes keep together: no order of events answers more than the limit. */

import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { PrimaryCounters } from '../../src/limits/primary-counters.js';
import { createRateLimit } from '../../src/limits/rate.js';
import {
  type Announcement,
  type Block,
  type BlockRequest,
  blockSize,
  type SharedCounters,
} from '../../src/limits/shared-counters.js';
import { countWhenReady, type RateLimit } from '../../src/limits/window.js';
import fc, { runs } from '../property.js';

const HOUR_MS = 3_600_000;

beforeEach(() => {
  jest.useFakeTimers({ now: new Date('2026-11-20T12:00:00.000Z') });
});
afterEach(() => {
  jest.useRealTimers();
});

/** What Redis does with a counter: adds, whatever the limit, and keeps the window of the first addition. */
class AddingCounters {
  isAway = false;
  readonly used = new Map<string, { used: number; endsAt: number }>();

  add(name: string, calls: number, windowSeconds: number): { consumed: number; millisecondsLeft: number } {
    const now = Date.now();
    let counter = this.used.get(name);
    if (counter === undefined || counter.endsAt <= now) {
      counter = { used: 0, endsAt: now + windowSeconds * 1000 };
      this.used.set(name, counter);
    }
    counter.used += calls;
    return { consumed: counter.used, millisecondsLeft: counter.endsAt - now };
  }
}

type Step = () => void;

/** The nodes of one service. Each message waits until the test delivers it, in any order. */
class Nodes {
  readonly server = new AddingCounters();
  readonly limits: RateLimit[];
  readonly messages: Step[] = [];
  /** Loses what waits for an answer. */
  private readonly waiting = new Set<Step>();
  /** The counters are back, and nodes have not reported yet. */
  private isReturning = false;
  private returns = 0;
  private readonly reporters: Array<() => Promise<void>> = [];
  private readonly listeners: Array<[node: number, listener: (announcement: Announcement) => void]> = [];

  constructor(
    readonly count: number,
    readonly limit: number,
  ) {
    this.limits = Array.from({ length: count }, (_, node) => this.node(node));
  }

  /** The counters go, or come back, with or without what they counted. */
  switch(isEmpty: boolean): void {
    this.server.isAway = !this.server.isAway;
    this.returns += 1;
    this.isReturning = false;
    if (this.server.isAway) {
      // Messages that are under way are lost, some before they are counted, some with their answer.
      for (const [at, message] of this.messages.splice(0).entries()) if (at % 2 === 0) message();
      this.messages.splice(0);
      for (const lose of this.waiting) lose();
      this.waiting.clear();
      return;
    }
    // A server needs a moment to start.
    jest.setSystemTime(Date.now() + 600);
    if (isEmpty) this.server.used.clear();
    this.isReturning = true;
    const { returns } = this;
    Promise.all(this.reporters.map((report) => report())).then(
      () => {
        if (returns === this.returns) this.isReturning = false;
      },
      () => undefined,
    );
  }

  /** A node that was killed and started again. */
  restart(node: number): void {
    this.limits[node] = this.node(node);
  }

  private node(node: number): RateLimit {
    const isReturning = () => this.isReturning;
    const counters: SharedCounters = {
      nodes: this.count,
      get isReturning() {
        return isReturning();
      },
      report: (report) => this.take({ ...report, probablyLeft: 0, most: 0 }),
      onReturn: (listener) => void this.reporters.push(listener),
      share: (limit) => Math.floor(limit / this.count) + (node < limit % this.count ? 1 : 0),
      take: (request) => this.take(request),
      announce: async (announcement) => {
        if (this.server.isAway) throw new Error('away');
        for (const [other, listener] of this.listeners) if (other !== node) listener(announcement);
      },
      onAnnounced: (listener) => void this.listeners.push([node, listener]),
      figures: () => ({ isReachable: true, nodes: this.count, blocks: 0, refusals: 0, failures: 0 }),
      close: async () => undefined,
    };
    return createRateLimit({ policy: 'default', limit: this.limit, windowSeconds: 3600 }, counters);
  }

  private take({ name, limit, owed, probablyLeft, most, windowSeconds }: BlockRequest): Promise<Block> {
    const wanted = Math.min(most, blockSize(probablyLeft, this.count));
    if (this.server.isAway) return Promise.reject(new Error('away'));
    return new Promise((resolve, reject) => {
      const lost = () => reject(new Error('lost'));
      const count: Step = () => {
        this.waiting.delete(lost);
        const { consumed, millisecondsLeft } = this.server.add(name, wanted + owed, windowSeconds);
        const granted = Math.max(0, Math.min(wanted, limit - (consumed - wanted)));
        const block = { granted, left: Math.max(0, limit - consumed), millisecondsLeft };
        const answer = () => {
          this.waiting.delete(lost);
          resolve(block);
        };
        this.waiting.add(lost);
        this.messages.push(answer);
      };
      this.waiting.add(lost);
      this.messages.push(count);
    });
  }
}

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

type Event =
  | { kind: 'request'; node: number }
  | { kind: 'deliver'; which: number }
  | { kind: 'restart'; node: number }
  | { kind: 'switch'; isEmpty: boolean }
  | { kind: 'wait'; milliseconds: number };

const request = fc.record({ kind: fc.constant('request' as const), node: fc.nat(3) });
const deliver = fc.record({ kind: fc.constant('deliver' as const), which: fc.nat(50) });
const restart = fc.record({ kind: fc.constant('restart' as const), node: fc.nat(3) });
const away = fc.record({ kind: fc.constant('switch' as const), isEmpty: fc.constant(false) });
const wait = fc.record({ kind: fc.constant('wait' as const), milliseconds: fc.nat(HOUR_MS / 20) });

/** Plays `events`, then delivers every message. @returns the moments at which a request was answered */
async function play(nodes: Nodes, events: readonly Event[]): Promise<number[]> {
  const answered: number[] = [];
  const open: Array<Promise<void>> = [];
  const deliverOne = async (which: number) => {
    const [message] = nodes.messages.splice(which % nodes.messages.length, 1);
    message?.();
    await settle();
  };
  for (const event of events) {
    if (event.kind === 'request') {
      const limit = nodes.limits[event.node % nodes.count]!;
      open.push(
        countWhenReady(limit, '192.0.2.1').then(({ isRefused }) => {
          if (!isRefused) answered.push(Date.now());
        }),
      );
    } else if (event.kind === 'restart') nodes.restart(event.node % nodes.count);
    else if (event.kind === 'switch') nodes.switch(event.isEmpty);
    else if (event.kind === 'wait') jest.setSystemTime(Date.now() + event.milliseconds);
    else if (nodes.messages.length > 0) await deliverOne(event.which);
    await settle();
  }
  while (nodes.messages.length > 0) await deliverOne(0);
  await Promise.all(open);
  return answered;
}

describe('in any order of requests, messages and restarts', () => {
  it('the nodes answer at most the limit in one window', async () => {
    const events = fc.array(
      fc.oneof({ weight: 5, arbitrary: request }, { weight: 5, arbitrary: deliver }, restart),
      {
        minLength: 60,
        maxLength: 300,
      },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 25 }),
        events,
        async (count, limit, plan) => {
          const nodes = new Nodes(count, limit);
          expect((await play(nodes, plan)).length).toBeLessThanOrEqual(limit);
        },
      ),
      { numRuns: runs(200) },
    );
  });

  it('no block of one window is answered in the next', async () => {
    const events = fc.array(
      fc.oneof({ weight: 6, arbitrary: request }, { weight: 6, arbitrary: deliver }, wait),
      {
        minLength: 60,
        maxLength: 300,
      },
    );
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 12 }), events, async (limit, plan) => {
        const nodes = new Nodes(3, limit);
        const windows: number[] = [];
        const add = nodes.server.add.bind(nodes.server);
        nodes.server.add = (...given) => {
          const added = add(...given);
          const end = Date.now() + added.millisecondsLeft;
          if (windows.at(-1) !== end) windows.push(end);
          return added;
        };
        const answered = await play(nodes, plan);
        for (const end of windows)
          expect(answered.filter((at) => at < end && at >= end - HOUR_MS).length).toBeLessThanOrEqual(limit);
      }),
      { numRuns: runs(200) },
    );
  });

  it('with the counters gone from the start, each node answers its share and all together the limit', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 25 }),
        fc.array(fc.oneof(request, deliver), { minLength: 50, maxLength: 300 }),
        async (count, limit, plan) => {
          const nodes = new Nodes(count, limit);
          nodes.server.isAway = true;
          expect((await play(nodes, plan)).length).toBeLessThanOrEqual(limit);
        },
      ),
      { numRuns: runs(200) },
    );
  });

  it('with counters that go and come back any number of times, all nodes together answer at most the limit', async () => {
    const step = fc.oneof(
      { weight: 8, arbitrary: request },
      { weight: 8, arbitrary: deliver },
      { weight: 1, arbitrary: away },
      // So that a node that allowed its share takes blocks again.
      { weight: 1, arbitrary: fc.constant({ kind: 'wait' as const, milliseconds: 1001 }) },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 2, max: 25 }),
        fc.array(step, { minLength: 60, maxLength: 300 }),
        async (count, limit, plan) => {
          const nodes = new Nodes(count, limit);
          expect((await play(nodes, plan)).length).toBeLessThanOrEqual(limit);
        },
      ),
      { numRuns: runs(300) },
    );
  });

  it('with counters that go once and come back empty, all nodes together answer at most the limit', async () => {
    const steps = fc.array(fc.oneof(request, deliver), { maxLength: 100 });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 4 }),
        fc.integer({ min: 2, max: 25 }),
        fc.tuple(steps, steps, steps),
        async (count, limit, [before, during, after]) => {
          const nodes = new Nodes(count, limit);
          const gone: Event = { kind: 'switch', isEmpty: false };
          const back: Event = { kind: 'switch', isEmpty: true };
          const pause: Event = { kind: 'wait', milliseconds: 1001 };
          const plan: Event[] = [...before, pause, gone, ...during, back, pause, ...after, pause, ...after];
          expect((await play(nodes, plan)).length).toBeLessThanOrEqual(limit);
        },
      ),
      { numRuns: runs(300) },
    );
  });

  it('with counters that go once and stay away, all nodes together answer at most the limit', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 4 }),
        fc.integer({ min: 2, max: 25 }),
        fc.array(fc.oneof(request, deliver), { maxLength: 150 }),
        fc.array(fc.oneof(request, deliver), { maxLength: 150 }),
        async (count, limit, before, after) => {
          const nodes = new Nodes(count, limit);
          const plan: Event[] = [...before, { kind: 'switch', isEmpty: false }, ...after];
          expect((await play(nodes, plan)).length).toBeLessThanOrEqual(limit);
        },
      ),
      { numRuns: runs(400) },
    );
  });
});

/** Counters that answer at once, for tests of numbers. `take` decides. */
function counters(nodes: number, take: (request: BlockRequest) => Block): SharedCounters {
  return {
    nodes,
    isReturning: false,
    report: async () => ({ granted: 0, left: 0, millisecondsLeft: 0 }),
    onReturn: () => undefined,
    share: (limit) => Math.floor(limit / nodes),
    take: async (request) => take(request),
    announce: async () => undefined,
    onAnnounced: () => undefined,
    figures: () => ({ isReachable: true, nodes, blocks: 0, refusals: 0, failures: 0 }),
    close: async () => undefined,
  };
}

/** The two kinds of counters, for four nodes. */
const KINDS: Array<[kind: string, create: () => SharedCounters]> = [
  [
    'the primary process',
    () => {
      const primary = new PrimaryCounters((name) => name);
      return counters(4, (request) => primary.take(request, 4));
    },
  ],
  [
    'a server that only adds',
    () => {
      const server = new AddingCounters();
      return counters(4, ({ name, limit, owed, probablyLeft, windowSeconds }) => {
        const wanted = blockSize(probablyLeft, 4);
        const { consumed, millisecondsLeft } = server.add(name, wanted + owed, windowSeconds);
        const granted = Math.max(0, Math.min(wanted, limit - (consumed - wanted)));
        return { granted, left: Math.max(0, limit - consumed), millisecondsLeft };
      });
    },
  ],
];

/** `nodes[turn]` says which of four nodes gets a request. @returns how many are answered */
async function answeredBy(shared: SharedCounters, nodes: readonly number[], limit = 60): Promise<number> {
  const limits = Array.from({ length: 4 }, () =>
    createRateLimit({ policy: 'default', limit, windowSeconds: 3600 }, shared),
  );
  let answered = 0;
  for (const node of nodes) if (!(await countWhenReady(limits[node]!, '192.0.2.1')).isRefused) answered += 1;
  return answered;
}

describe.each(KINDS)('blocks of %s', (_kind, create) => {
  const turns = (length: number) => fc.array(fc.nat(3), { minLength: length, maxLength: length });

  it('a burst of 400 over four nodes gets exactly its 60 answers', async () => {
    await fc.assert(
      fc.asyncProperty(turns(400), async (nodes) => {
        expect(await answeredBy(create(), nodes)).toBe(60);
      }),
    );
  });

  it('sixty requests, as many as the limit, get nearly all of their answers on any nodes', async () => {
    let fewest = 60;
    await fc.assert(
      fc.asyncProperty(turns(60), async (nodes) => {
        fewest = Math.min(fewest, await answeredBy(create(), nodes));
      }),
      { numRuns: runs(500) },
    );
    expect(fewest).toBeGreaterThanOrEqual(54);
  });

  it('a caller that stays on one node gets its whole limit', async () => {
    expect(await answeredBy(create(), new Array<number>(100).fill(2))).toBe(60);
    expect(await answeredBy(create(), new Array<number>(700).fill(2), 600)).toBe(600);
  });
});

describe('one node', () => {
  function node(take: (request: BlockRequest) => Promise<Block>, nodes = 2) {
    let announced: (announcement: Announcement) => void = () => undefined;
    const shared: SharedCounters = {
      ...counters(nodes, () => ({ granted: 0, left: 0, millisecondsLeft: 0 })),
      take,
      onAnnounced: (listener) => {
        announced = listener;
      },
    };
    const limit = createRateLimit({ policy: 'default', limit: 12, windowSeconds: 3600 }, shared);
    return { limit, announced: (given: Announcement) => announced(given) };
  }

  it('sends one request for a block for requests that come at the same time', async () => {
    let asked = 0;
    const { limit } = node(async () => {
      asked += 1;
      return { granted: 6, left: 6, millisecondsLeft: HOUR_MS };
    });
    const states = await Promise.all(Array.from({ length: 6 }, () => countWhenReady(limit, 'a')));
    expect([asked, states.map((state) => state.remaining)]).toEqual([1, [11, 10, 9, 8, 7, 6]]);
  });

  it('gives window and rest of the shared counter, and a look that counts nothing', async () => {
    const { limit } = node(async () => ({ granted: 1, left: 0, millisecondsLeft: 600_000 }));
    expect([limit.isReady('a'), limit.peek('a').isRefused]).toEqual([false, false]);
    expect(await countWhenReady(limit, 'a')).toMatchObject({
      remaining: 0,
      resetSeconds: 600,
      isRefused: false,
    });
    expect(limit.peek('a')).toMatchObject({ remaining: 0, isRefused: true });
    expect(limit.isReady('a')).toBe(true);
    expect(limit.count('a')).toMatchObject({ isRefused: true, resetSeconds: 600 });
    jest.advanceTimersByTime(600_001);
    expect(limit.isReady('a')).toBe(false);
  });

  it('reports what it answered alone as soon as the counters answer again', async () => {
    const requests: BlockRequest[] = [];
    let isAway = true;
    const { limit } = node(async (request) => {
      if (isAway) throw new Error('away');
      requests.push(request);
      return { granted: 1, left: 3, millisecondsLeft: HOUR_MS };
    });
    const states = [];
    for (let turn = 0; turn < 8; turn += 1) states.push(await countWhenReady(limit, 'a'));
    expect(states.map((state) => state.isRefused)).toEqual([...Array(6).fill(false), true, true]);
    isAway = false;
    jest.advanceTimersByTime(1001);
    expect((await countWhenReady(limit, 'a')).isRefused).toBe(false);
    expect(requests.map(({ owed }) => owed)).toEqual([6]);
  });

  it('counts what it answered again when the counters lost their memory', async () => {
    const owed: number[] = [];
    const { limit } = node(async (request) => {
      owed.push(request.owed);
      return { granted: 1, left: 5, millisecondsLeft: HOUR_MS };
    });
    await countWhenReady(limit, 'a');
    await countWhenReady(limit, 'a');
    jest.advanceTimersByTime(60_000);
    // The window would end a minute sooner if it were the same.
    await countWhenReady(limit, 'a');
    expect(owed).toEqual([0, 0, 0, 2]);
  });

  it('alone, refuses a caller who had more than the share of a node elsewhere', async () => {
    const { limit, announced } = node(async () => {
      throw new Error('away');
    });
    announced({ policy: 'default', name: 'a', endsAt: Date.now() + HOUR_MS });
    announced({ policy: 'key', name: 'b', endsAt: Date.now() + HOUR_MS });
    expect((await countWhenReady(limit, 'a')).isRefused).toBe(true);
    expect((await countWhenReady(limit, 'b')).isRefused).toBe(false);
    jest.advanceTimersByTime(HOUR_MS + 1);
    expect((await countWhenReady(limit, 'a')).isRefused).toBe(false);
  });

  it('holds a bounded number of counters for any input', async () => {
    const primary = new PrimaryCounters((name) => name.slice(0, 7));
    const shared = counters(2, (request) => primary.take(request, 2));
    const options = { policy: 'default', limit: 5, windowSeconds: 60, keysMax: 50 };
    const limit = createRateLimit({ ...options, wider: (key) => key.slice(0, 7) }, shared);
    for (let network = 0; network < 10_000; network += 1)
      await countWhenReady(limit, `2001:${(network >> 8).toString(16)}:${network.toString(16)}:0::/64`);
    expect(limit.size).toBeLessThanOrEqual(50 + 4096);
  });
});
