/**
 * Counts requests in fixed windows, in memory. Whatever arrives, it holds a bounded number of counters: once
 * that many are live, new callers share the counter of their wider network until older windows end.
 */

import { RateLimiterMemory } from 'rate-limiter-flexible';

/** Counters that are live at once before new callers share coarser ones. */
const KEYS_MAX = 100_000;
/** Shared counters beyond that. */
const SHARED_MAX = 4096;

export interface Allowance {
  limit: number;
  windowSeconds: number;
  remaining: number;
  /** Whole seconds until the window ends, at least 1. */
  resetSeconds: number;
  /** True when this request is beyond the limit. */
  refused: boolean;
  /** The part of the headers that is the same for every answer of this policy. */
  fixedHeaders: readonly [string, string, string, string];
  /** Name of the policy, as a structured-field string. */
  policy: string;
}

export interface Rate {
  readonly limit: number;
  /** Counts one request under `key`. */
  count(key: string): Allowance;
  /** What the next `count` of `key` would find, without counting. */
  look(key: string): Allowance;
  /** Counters held at this moment. */
  readonly size: number;
}

export function createRate(options: {
  policy: string;
  limit: number;
  windowSeconds: number;
  /** The network whose counter `key` shares when there are too many. */
  wider?: (key: string) => string;
  keysMax?: number;
}): Rate {
  const { limit, windowSeconds, wider = (key) => key, keysMax = KEYS_MAX } = options;
  const policy = JSON.stringify(options.policy);
  const fixedHeaders: Allowance['fixedHeaders'] = [
    'RateLimit-Policy',
    `${policy};q=${limit};w=${windowSeconds}`,
    'X-RateLimit-Limit',
    String(limit),
  ];
  const counters = countersOf(
    new RateLimiterMemory({ keyPrefix: '', points: limit, duration: windowSeconds }),
  );
  /** Key to the end of its window. All windows are equally long, so the oldest stand first. */
  const live = new Map<string, number>();
  const shared = new Set<string>();

  const sharedCounter = (key: string) => `shared:${hash(wider(key)) % SHARED_MAX}`;

  function counterFor(key: string, now: number): string {
    const ends = live.get(key);
    if (ends !== undefined && ends > now) return key;
    for (const [old, end] of live) {
      if (end > now) break;
      live.delete(old);
    }
    if (live.size < keysMax) {
      live.set(key, now + windowSeconds * 1000);
      return key;
    }
    const bucket = sharedCounter(key);
    shared.add(bucket);
    return bucket;
  }

  function allowance(used: number, msLeft: number): Allowance {
    return {
      limit,
      windowSeconds,
      remaining: used >= limit ? 0 : limit - used,
      resetSeconds: Math.max(1, Math.ceil(msLeft / 1000)),
      refused: used > limit,
      fixedHeaders,
      policy,
    };
  }

  return {
    limit,
    get size() {
      return live.size + shared.size;
    },
    count(key) {
      const { consumedPoints: used, msBeforeNext } = counters.incrby(
        counterFor(key, Date.now()),
        1,
        windowSeconds,
      );
      return allowance(used, msBeforeNext);
    },
    look(key) {
      const found = counters.get(live.has(key) || live.size < keysMax ? key : sharedCounter(key));
      if (found === null || found.msBeforeNext <= 0) return allowance(1, windowSeconds * 1000);
      return allowance(found.consumedPoints + 1, found.msBeforeNext);
    },
  };
}

/**
 * The limiter's own store in memory. Every public method of the limiter wraps it in promises, which cost more
 * than the counting on the way of an answer that is at hand.
 * @throws Error when the library no longer keeps it there.
 */
function countersOf(limiter: RateLimiterMemory): Counters {
  const { _memoryStorage: counters } = limiter as unknown as { _memoryStorage?: Counters };
  if (typeof counters?.incrby !== 'function')
    throw new Error('rate-limiter-flexible keeps its counters elsewhere');
  return counters;
}

interface Counters {
  incrby(key: string, points: number, seconds: number): Counted;
  get(key: string): Counted | null;
}

interface Counted {
  consumedPoints: number;
  msBeforeNext: number;
}

/**
 * The headers of a counted answer, as a flat list of names and values: the two fields of the current IETF draft
 * (draft-ietf-httpapi-ratelimit-headers-10 and later) and the widespread X- ones, of which `Reset` is the Unix time in seconds.
 */
export function limitHeaders({ fixedHeaders, policy, remaining, resetSeconds }: Allowance): string[] {
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

/** FNV-1a: spreads networks over the shared counters; nothing secret rests on it. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value >>> 0;
}
