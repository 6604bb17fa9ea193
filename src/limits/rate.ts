/**
 * Counts requests in fixed windows, in memory. Whatever arrives, it holds a bounded number of counters: once
 * that many are live, new callers share the counter of their wider network until older windows end.
 */

import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';

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
  fixedHeaders: readonly string[];
  /** Name of the policy, as a structured-field string. */
  policy: string;
}

export interface Rate {
  readonly limit: number;
  /** Counts one request under `key`. */
  count(key: string): Promise<Allowance>;
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
  const fixedHeaders = [
    'RateLimit-Policy',
    `${policy};q=${limit};w=${windowSeconds}`,
    'X-RateLimit-Limit',
    String(limit),
  ];
  const limiter = new RateLimiterMemory({ keyPrefix: '', points: limit, duration: windowSeconds });
  /** Key to the end of its window. All windows are equally long, so the oldest stand first. */
  const live = new Map<string, number>();
  const shared = new Set<string>();

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
    const bucket = `shared:${hash(wider(key)) % SHARED_MAX}`;
    shared.add(bucket);
    return bucket;
  }

  return {
    limit,
    get size() {
      return live.size + shared.size;
    },
    // `penalty` counts like `consume`, but tells of an exceeded limit without throwing.
    count: (key) => limiter.penalty(counterFor(key, Date.now())).then(allowance),
  };

  function allowance({ consumedPoints: used, msBeforeNext }: RateLimiterRes): Allowance {
    return {
      limit,
      windowSeconds,
      remaining: used >= limit ? 0 : limit - used,
      resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
      refused: used > limit,
      fixedHeaders,
      policy,
    };
  }
}

/**
 * The headers of a counted answer, as a flat list of names and values: the two fields of the current IETF draft
 * (draft-ietf-httpapi-ratelimit-headers-10 and later) and the widespread X- ones, of which `Reset` is the Unix time in seconds.
 */
export function limitHeaders({ fixedHeaders, policy, remaining, resetSeconds }: Allowance): string[] {
  return [
    ...fixedHeaders,
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
