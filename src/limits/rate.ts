/**
 * Rate limits: counts requests in fixed windows, in memory. The number of counters is bounded: once that
 * many are live, new callers share the counter of their wider network until older windows end.
 */

/** Live counters before new callers share wider ones. */
const KEYS_MAX = 100_000;
/** Shared counters beyond that. */
const SHARED_MAX = 4096;

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

export interface RateLimitOptions {
  policy: string;
  limit: number;
  windowSeconds: number;
  /** The network whose counter `key` shares when there are too many. */
  wider?: ((key: string) => string) | undefined;
  keysMax?: number;
}

interface Counter {
  used: number;
  /** Moment at which the window ends. */
  endsAt: number;
}

export function createRateLimit(options: RateLimitOptions): RateLimit {
  return new RateLimit(options);
}

export class RateLimit {
  readonly limit: number;
  private readonly windowSeconds: number;
  private readonly wider: (key: string) => string;
  private readonly keysMax: number;
  private readonly policy: string;
  private readonly fixedHeaders: RateLimitState['fixedHeaders'];
  /** By key, in the order in which their windows end: all windows are equally long. */
  private readonly counters = new Map<string, Counter>();
  private readonly shared = new Map<number, Counter>();

  constructor({ policy, limit, windowSeconds, wider, keysMax }: RateLimitOptions) {
    this.limit = limit;
    this.windowSeconds = windowSeconds;
    this.wider = wider ?? ((key) => key);
    this.keysMax = keysMax ?? KEYS_MAX;
    this.policy = JSON.stringify(policy);
    this.fixedHeaders = [
      'RateLimit-Policy',
      `${this.policy};q=${limit};w=${windowSeconds}`,
      'X-RateLimit-Limit',
      String(limit),
    ];
  }

  /** Counters in memory. */
  get size(): number {
    return this.counters.size + this.shared.size;
  }

  /** Counts one request under `key`. */
  count(key: string): RateLimitState {
    const now = Date.now();
    const counter = this.find(key, now) ?? this.add(key, now);
    counter.used += 1;
    return this.state(counter.used, counter.endsAt - now);
  }

  /** What the next `count` of `key` would give, without counting. */
  peek(key: string): RateLimitState {
    const now = Date.now();
    const counter = this.find(key, now);
    return counter === undefined
      ? this.state(1, this.windowSeconds * 1000)
      : this.state(counter.used + 1, counter.endsAt - now);
  }

  /** The counter of `key` while its window lasts: its own, or the shared one where there is no room for its own. */
  private find(key: string, now: number): Counter | undefined {
    const own = this.counters.get(key);
    if (own !== undefined && own.endsAt > now) return own;
    this.dropEnded(now);
    if (this.counters.size < this.keysMax) return undefined;
    const shared = this.shared.get(this.sharedBy(key));
    return shared !== undefined && shared.endsAt > now ? shared : undefined;
  }

  private add(key: string, now: number): Counter {
    const counter = { used: 0, endsAt: now + this.windowSeconds * 1000 };
    if (this.counters.size < this.keysMax) this.counters.set(key, counter);
    else this.shared.set(this.sharedBy(key), counter);
    return counter;
  }

  private dropEnded(now: number): void {
    for (const [key, { endsAt }] of this.counters) {
      if (endsAt > now) break;
      this.counters.delete(key);
    }
  }

  private sharedBy(key: string): number {
    return hash(this.wider(key)) % SHARED_MAX;
  }

  private state(used: number, millisecondsLeft: number): RateLimitState {
    const { limit, windowSeconds, fixedHeaders, policy } = this;
    return {
      limit,
      windowSeconds,
      remaining: used >= limit ? 0 : limit - used,
      resetSeconds: Math.max(1, Math.ceil(millisecondsLeft / 1000)),
      isRefused: used > limit,
      fixedHeaders,
      policy,
    };
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

/** FNV-1a: spreads networks over the shared counters. It need not be secure. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value >>> 0;
}
