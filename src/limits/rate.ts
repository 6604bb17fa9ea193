/**
 * Rate limits: counts requests in fixed windows, in memory. Several processes keep one limit together when they are
 * given shared counters (shared-rate.ts).
 */

import { CounterTable } from './counter-table.js';
import type { SharedCounters } from './shared-counters.js';
import { SharedRateLimit } from './shared-rate.js';
import { type RateLimit, type RateLimitOptions, RateLimitPolicy, type RateLimitState } from './window.js';

export type { RateLimit, RateLimitOptions, RateLimitState } from './window.js';

interface Counter {
  used: number;
  /** Moment at which the window ends. */
  endsAt: number;
}

/** With `shared`, the limit holds over all processes that share these counters; without, in this process. */
export function createRateLimit(options: RateLimitOptions, shared?: SharedCounters | null): RateLimit {
  return shared === undefined || shared === null
    ? new OwnRateLimit(options)
    : new SharedRateLimit(options, shared);
}

/** A limit that this process keeps alone: always ready. */
class OwnRateLimit implements RateLimit {
  private readonly policy: RateLimitPolicy;
  private readonly counters: CounterTable<Counter>;

  constructor(options: RateLimitOptions) {
    this.policy = new RateLimitPolicy(options);
    this.counters = new CounterTable(options);
  }

  get limit(): number {
    return this.policy.limit;
  }

  get size(): number {
    return this.counters.size;
  }

  isReady(): boolean {
    return true;
  }

  async prepare(): Promise<void> {}

  count(key: string): RateLimitState {
    const now = Date.now();
    const counter = this.counters.find(key, now) ?? this.add(key, now);
    counter.used += 1;
    return this.state(counter.used, counter.endsAt - now);
  }

  peek(key: string): RateLimitState {
    const now = Date.now();
    const counter = this.counters.find(key, now);
    return counter === undefined
      ? this.state(1, this.policy.windowMilliseconds)
      : this.state(counter.used + 1, counter.endsAt - now);
  }

  private add(key: string, now: number): Counter {
    const counter = { used: 0, endsAt: now + this.policy.windowMilliseconds };
    this.counters.set(this.counters.nameOf(key, now), counter);
    return counter;
  }

  private state(used: number, millisecondsLeft: number): RateLimitState {
    const { limit } = this.policy;
    return this.policy.state(used >= limit ? 0 : limit - used, used > limit, millisecondsLeft);
  }
}

/**
 * The headers of a counted answer, as a flat list of names and values: the two fields of the current IETF draft
 * (draft-ietf-httpapi-ratelimit-headers-10 and later) and the widespread X- ones, of which `Reset` is the Unix time in
 * seconds.
 */
export function rateLimitHeaders({
  fixedHeaders,
  policy,
  remaining,
  resetSeconds,
}: RateLimitState): string[] {
  const [policyName, policyValue, limitName, limitValue] = fixedHeaders;
  return [
    policyName,
    policyValue,
    limitName,
    limitValue,
    'RateLimit',
    `${policy};r=${remaining};t=${resetSeconds}`,
    'X-RateLimit-Remaining',
    String(remaining),
    'X-RateLimit-Reset',
    String(Math.ceil(Date.now() / 1000) + resetSeconds),
  ];
}
