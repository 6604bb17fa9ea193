/**
 * Shared counters in Redis. Every node reports each second that it is alive, so all know how many they are. When
 * Redis does not answer, each allows its share of that number.
 */

import { randomUUID } from 'node:crypto';
import type { RateLimiterRedis } from 'rate-limiter-flexible';
import {
  type Announcement,
  type Block,
  type BlockRequest,
  blockSize,
  type CallReport,
  type SharedCounters,
  type SharedFigures,
} from './shared-counters.js';

/** Longest wait for one answer of Redis. */
const ANSWER_MS = 250;
/** Parts in which a wait is counted. */
const TICKS = 5;
/** Longest wait for Redis at the start. */
const START_MS = 2000;
const HEARTBEAT_MS = 1000;
/** A node that was silent this long does not count any more. */
const NODE_LIFETIME_MS = 10_000;
/** How many nodes a node assumes that has never reached Redis. */
const NODES_ASSUMED = 10;
const RECONNECT_MS = { first: 100, most: 1000 };
/** How long after the return of Redis every node has noticed it and reported what it answered alone. */
const RETURN_MS = 4000;

const PREFIX = 'disclosed';
const NODES_KEY = `${PREFIX}:nodes`;
/** A random text that is lost together with the counters. */
const MEMORY_KEY = `${PREFIX}:memory`;
/** Longer than any window. */
const MEMORY_MS = 86_400_000;
const CHANNEL = `${PREFIX}:beyond-share`;
/** Notes this node as alive by the clock of Redis, and returns all that are, after the text of its memory. */
const HEARTBEAT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], 0, now - ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
redis.call('SET', KEYS[2], ARGV[3], 'NX')
redis.call('PEXPIRE', KEYS[2], ARGV[4])
local found = redis.call('ZRANGE', KEYS[1], 0, -1)
table.insert(found, 1, redis.call('GET', KEYS[2]))
return found`;

export interface RedisLog {
  warn(details: object, message: string): void;
  info(details: object, message: string): void;
}

type Packages = [redis: typeof import('redis'), limiters: typeof import('rate-limiter-flexible')];

/** Connects to Redis; when it cannot be reached, keeps trying and allows a share until then. */
export async function connectRedisCounters(
  url: string,
  log: RedisLog,
  answerMs = ANSWER_MS,
): Promise<SharedCounters> {
  // Loaded here: a service without Redis starts without them.
  const packages = await Promise.all([import('redis'), import('rate-limiter-flexible')]);
  const counters = new RedisCounters(packages, url, log, answerMs);
  await counters.start();
  return counters;
}

class RedisCounters implements SharedCounters {
  private readonly id = randomUUID();
  private readonly client: ReturnType<Packages[0]['createClient']>;
  private readonly subscriber: ReturnType<Packages[0]['createClient']>;
  private readonly limiters = new Map<string, RateLimiterRedis>();
  private readonly listeners: Array<(announcement: Announcement) => void> = [];
  private readonly counted = { blocks: 0, refusals: 0, failures: 0 };
  /** All nodes, in one order on all of them; null until Redis answered once. */
  private members: string[] | null = null;
  /** The text of the memory of Redis; null until Redis answered once. */
  private memory: string | null = null;
  private state: 'unknown' | 'shared' | 'gone' | 'returning' = 'unknown';
  /** What the connections reported last: it says more than a command that was not sent. */
  private fault: unknown = null;
  /** How many times an answer of Redis failed. */
  private losses = 0;
  private readonly returning: Array<() => Promise<void>> = [];
  private timer: NodeJS.Timeout | undefined;
  private returnTimer: NodeJS.Timeout | undefined;

  constructor(
    private readonly packages: Packages,
    url: string,
    private readonly log: RedisLog,
    private readonly answerMs: number,
  ) {
    const [{ createClient }] = packages;
    const reconnectStrategy = (retries: number) =>
      Math.min(RECONNECT_MS.first * 2 ** retries, RECONNECT_MS.most);
    this.client = createClient({ url, disableOfflineQueue: true, socket: { reconnectStrategy } });
    this.subscriber = createClient({ url, socket: { reconnectStrategy } });
    // A command that fails says so itself; without a listener, Node would end the process.
    for (const connection of [this.client, this.subscriber])
      connection.on('error', (error) => {
        this.fault = error;
        // Another Redis may answer at the next moment, which has forgotten what this one counted.
        if (this.state !== 'unknown') this.lost(error);
      });
  }

  get nodes(): number {
    return this.members?.length ?? NODES_ASSUMED;
  }

  async start(): Promise<void> {
    const connected = Promise.all([
      this.client.connect(),
      this.subscriber.connect().then(() => this.subscriber.subscribe(CHANNEL, (text) => this.heard(text))),
    ]);
    // Later failures are those of single commands; both connections keep trying.
    await within(connected, START_MS).catch(() => undefined);
    await this.beat();
    this.timer = setInterval(() => void this.beat(), HEARTBEAT_MS).unref();
  }

  async take(request: BlockRequest): Promise<Block> {
    const { name, limit, owed } = request;
    const wanted = Math.min(request.most, blockSize(request.probablyLeft, this.nodes));
    // `consumed` counts all calls in one order: this node has those between `consumed - wanted` and `consumed`.
    const { consumed, millisecondsLeft } = await this.answered(async () => {
      const counter = this.limiterOf(request);
      return consume(this.packages, counter, name, wanted + owed);
    });
    const granted = Math.max(0, Math.min(wanted, limit - (consumed - wanted)));
    this.counted[granted > 0 ? 'blocks' : 'refusals'] += 1;
    return { granted, left: Math.max(0, limit - consumed), millisecondsLeft };
  }

  async report(report: CallReport): Promise<Block> {
    const { consumed, millisecondsLeft } = await this.answered(() =>
      consume(this.packages, this.limiterOf(report), report.name, report.owed),
    );
    return { granted: 0, left: Math.max(0, report.limit - consumed), millisecondsLeft };
  }

  get isReturning(): boolean {
    return this.state === 'returning';
  }

  onReturn(listener: () => Promise<void>): void {
    this.returning.push(listener);
  }

  share(limit: number): number {
    const part = Math.floor(limit / this.nodes);
    const place = this.members?.indexOf(this.id) ?? -1;
    // The rest of the division goes to the first nodes, one call each.
    return place >= 0 && place < limit % this.nodes ? part + 1 : part;
  }

  async announce(announcement: Announcement): Promise<void> {
    await this.answered(() =>
      this.client.publish(CHANNEL, JSON.stringify({ ...announcement, from: this.id })),
    );
  }

  onAnnounced(listener: (announcement: Announcement) => void): void {
    this.listeners.push(listener);
  }

  figures(): SharedFigures {
    return { isReachable: this.state === 'shared', nodes: this.nodes, ...this.counted };
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    clearTimeout(this.returnTimer);
    if (this.state === 'shared')
      await within(this.client.zRem(NODES_KEY, this.id), this.answerMs).catch(() => undefined);
    // What the connections report from now on is their end.
    this.state = 'gone';
    this.client.destroy();
    this.subscriber.destroy();
  }

  /** What Redis answers in time. @throws Error at once while it is known not to answer */
  private async answered<T>(ask: () => Promise<T>): Promise<T> {
    if (this.state === 'gone' || this.state === 'unknown') throw new Error('Redis does not answer');
    const { losses } = this;
    try {
      const answer = await within(ask(), this.answerMs);
      // Sent to a Redis that was lost since: what it decided does not hold any more.
      if (losses !== this.losses) throw new Error('Redis was lost before it answered');
      return answer;
    } catch (error) {
      this.counted.failures += 1;
      this.lost(error);
      throw error;
    }
  }

  private async beat(): Promise<void> {
    try {
      const found = await within(
        this.client.eval(HEARTBEAT, {
          keys: [NODES_KEY, MEMORY_KEY],
          arguments: [this.id, String(NODE_LIFETIME_MS), randomUUID(), String(MEMORY_MS)],
        }),
        this.answerMs,
      );
      // The script returns texts.
      const [memory = '', ...members] = found as string[];
      const isEmptied = this.memory !== null && this.memory !== memory;
      this.memory = memory;
      // Every node reports what it has answered before any may have more than its share, as after an outage.
      if (isEmptied && this.state !== 'gone') throw new Error('Redis has lost its counters');
      // Announcements must be heard too, else a caller could have more than its limit when Redis goes.
      if (!this.subscriber.isReady) throw new Error('the connection for announcements is not ready');
      this.fault = null;
      if (this.state === 'gone') this.beginReturn();
      // A Redis that has just come back does not know all nodes yet.
      if (this.state === 'returning') return;
      this.members = members.sort();
      this.state = 'shared';
    } catch (error) {
      this.lost(error);
    }
  }

  /** All nodes report what they answered alone, before any may have more than its share again. */
  private beginReturn(): void {
    this.state = 'returning';
    const reported = Promise.all(this.returning.map((report) => report()));
    reported.then(
      () => {
        if (this.state !== 'returning') return;
        this.returnTimer = setTimeout(() => {
          this.state = 'shared';
          this.log.info({ nodes: this.nodes }, 'the shared counters answer again');
        }, RETURN_MS).unref();
      },
      (error) => this.lost(error),
    );
  }

  private lost(error: unknown): void {
    clearTimeout(this.returnTimer);
    this.losses += 1;
    if (this.state === 'gone') return;
    this.state = 'gone';
    this.log.warn(
      { err: this.fault ?? error, nodes: this.nodes },
      `the shared counters do not answer: this process allows 1/${this.nodes} of each limit until they do`,
    );
  }

  private limiterOf({ policy, limit, windowSeconds }: CallReport): RateLimiterRedis {
    let limiter = this.limiters.get(policy);
    if (limiter === undefined) {
      const { RateLimiterRedis } = this.packages[1];
      limiter = new RateLimiterRedis({
        storeClient: this.client,
        useRedisPackage: true,
        keyPrefix: `${PREFIX}:${policy}`,
        points: limit,
        duration: windowSeconds,
      });
      this.limiters.set(policy, limiter);
    }
    return limiter;
  }

  private heard(text: string): void {
    try {
      // Only nodes of this service write to the channel; a text of another kind has none of the fields.
      const { from, ...announcement } = JSON.parse(text) as Announcement & { from: string };
      if (from !== this.id) for (const listener of this.listeners) listener(announcement);
    } catch (error) {
      this.log.warn({ err: error }, 'an announcement of another node cannot be read');
    }
  }
}

/** Counts `calls` under `name`, also beyond the limit. */
async function consume(
  [, { RateLimiterRes }]: Packages,
  limiter: RateLimiterRedis,
  name: string,
  calls: number,
): Promise<{ consumed: number; millisecondsLeft: number }> {
  const found = await limiter.consume(name, calls).catch((refused: unknown) => {
    // The library throws the same result when it is beyond the limit.
    if (refused instanceof RateLimiterRes) return refused;
    throw refused;
  });
  return { consumed: found.consumedPoints, millisecondsLeft: found.msBeforeNext };
}

/** Counts only time in which this process could have heard an answer: one without a core does not take Redis for gone. */
async function within<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    let ticks = 0;
    // However long the process had no core, the interval ticks once for it.
    timer = setInterval(() => {
      ticks += 1;
      if (ticks === TICKS) reject(new Error(`no answer within ${milliseconds} ms`));
    }, milliseconds / TICKS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearInterval(timer);
    // A late failure was already counted as none in time.
    work.catch(() => undefined);
  }
}
