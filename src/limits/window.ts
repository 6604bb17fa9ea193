/** What a rate limit is: its policy, the state of a caller in its window, and the interface of every kind. */

import type { CounterTableOptions } from './counter-table.js';

/** Where a caller is in its window. */
export interface RateLimitState {
  limit: number;
  windowSeconds: number;
  remaining: number;
  /** Whole seconds until the window ends, at least 1. */
  resetSeconds: number;
  /** True when this request is beyond the limit. */
  isRefused: boolean;
  /** The part of the headers that is the same for every answer of this policy. */
  fixedHeaders: readonly [string, string, string, string];
  /** Name of the policy, as a structured-field string. */
  policy: string;
}

export interface RateLimitOptions extends CounterTableOptions {
  policy: string;
  limit: number;
}

export interface RateLimit {
  readonly limit: number;
  /** Counters in memory. */
  readonly size: number;
  /** Whether `count` can count the next request of `key` at once. Always, unless the limit is shared. */
  isReady(key: string): boolean;
  /** Resolves when calls of `key` were taken from the shared counter, or when none are left. Others may use them first. */
  prepare(key: string): Promise<void>;
  /** Counts one request under `key`, for which `isReady` is true. */
  count(key: string): RateLimitState;
  /** What the next `count` of `key` would give, as far as this process knows, without counting. */
  peek(key: string): RateLimitState;
}

/** The state of a caller, once `limit` is known to be ready for `key`; waits for that if it must. */
export async function countWhenReady(limit: RateLimit, key: string): Promise<RateLimitState> {
  while (!limit.isReady(key)) await limit.prepare(key);
  return limit.count(key);
}

/** What all counters of one limit have in common. */
export class RateLimitPolicy {
  readonly name: string;
  readonly limit: number;
  readonly windowSeconds: number;
  readonly windowMilliseconds: number;
  private readonly quoted: string;
  private readonly fixedHeaders: RateLimitState['fixedHeaders'];

  constructor({ policy, limit, windowSeconds }: RateLimitOptions) {
    this.name = policy;
    this.limit = limit;
    this.windowSeconds = windowSeconds;
    this.windowMilliseconds = windowSeconds * 1000;
    this.quoted = JSON.stringify(policy);
    this.fixedHeaders = [
      'RateLimit-Policy',
      `${this.quoted};q=${limit};w=${windowSeconds}`,
      'X-RateLimit-Limit',
      String(limit),
    ];
  }

  state(remaining: number, isRefused: boolean, millisecondsLeft: number): RateLimitState {
    const { limit, windowSeconds, fixedHeaders, quoted } = this;
    return {
      limit,
      windowSeconds,
      remaining,
      resetSeconds: Math.max(1, Math.ceil(millisecondsLeft / 1000)),
      isRefused,
      fixedHeaders,
      policy: quoted,
    };
  }
}
