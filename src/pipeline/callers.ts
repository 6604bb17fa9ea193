/** Who sends a request: its key or its address, and whether it is still within the limits that count it. */

import { ApiError } from '../../tools/contract/errors.js';
import { RATE_WINDOW_SECONDS } from '../../tools/contract/rules.js';
import { addressKey, siteKey, widerKey } from '../limits/address.js';
import { bearerToken, type KeyRing } from '../limits/keys.js';
import { createRateLimit, type RateLimit, type RateLimitState } from '../limits/rate.js';
import type { SharedCounters } from '../limits/shared-counters.js';
import { countWhenReady } from '../limits/window.js';
import type { DataVersion } from './data-version.js';
import type { ContentCoding } from './encoded-response.js';

/** Requests an hour; null lifts the limit. */
export interface HourlyLimits {
  keyless: number | null;
  withKey: number | null;
}

export interface CallerOptions {
  rateLimits: HourlyLimits;
  /** Counters of several processes; without them this process counts alone. */
  sharedCounters?: SharedCounters | null;
  /** Without one no token is valid. */
  keyRing?: KeyRing;
  /** Address of the page where a visitor makes a key; none when only the operator makes keys. */
  keyPage?: string | null;
}

/** Who sends a request. */
export interface Caller {
  /** Null for the user's own machine (stdio), which has no limit. */
  address: string | null;
  /** The `Authorization` header as it came. */
  authorization?: string | undefined;
  /** The content codings that the caller accepts, best first; none when left out. */
  acceptedCodings?: readonly ContentCoding[];
  /** The name of the request in the log; made only if something is logged. Left out over stdio. */
  requestId?: RequestId | undefined;
}

export type RequestId = () => string;

/** One request on its way through the pipeline. Built once, and filled in by the stages. */
export interface RequestContext extends Caller {
  /** The state of the data when the request arrived. */
  readonly version: DataVersion;
  /** The key of the caller, null without a valid one; undefined until it was looked up. Each look counts as a use of the key. */
  key: { id: string } | null | undefined;
  hasInvalidToken: boolean;
  /** Null until the request was counted, and for requests that are not. */
  rateLimit: RateLimitState | null;
}

/** Protocol requests to the agent endpoint per minute: far more than any client needs. */
const PROTOCOL_LIMIT = { limit: 300, windowSeconds: 60 };
/** A site (IPv6 /48) has 65,536 networks with a limit each; all together they may request as much as this many. */
const SITE_FACTOR = 16;

/** Identifies callers, and counts their requests. */
export class Callers {
  private readonly limits: ReturnType<typeof limitsFor>;

  constructor(private readonly options: CallerOptions) {
    this.limits = limitsFor(options.rateLimits, options.sharedCounters ?? null);
  }

  /** The first limit that must be prepared before `count`; null when the caller can be counted at once. */
  unready(context: RequestContext): [limit: RateLimit, key: string] | null {
    if (!this.limits.isShared || context.address === null) return null;
    for (const [limit, key] of this.limitsOf(context.address, this.identify(context))) {
      if (!limit.isReady(key)) return [limit, key];
      // The caller is refused here, so no block of the next limit may be taken for it.
      if (limit.peek(key).isRefused) return null;
    }
    return null;
  }

  async prepare(context: RequestContext): Promise<void> {
    for (let next = this.unready(context); next !== null; next = this.unready(context))
      await next[0].prepare(next[1]);
  }

  /** What `count` counts, in its order. */
  private limitsOf(address: string, key: { id: string } | null): Array<[limit: RateLimit, key: string]> {
    const { byAddress, byKey, bySite } = this.limits;
    if (key !== null) return byKey === null ? [] : [[byKey, key.id]];
    if (byAddress === null) return [];
    const id = addressKey(address);
    const own: [RateLimit, string] = [byAddress, id];
    return bySite !== null && siteKey(id) !== id ? [[bySite, siteKey(id)], own] : [own];
  }

  /** @throws ApiError `rate_limited` when the caller is beyond its limit. */
  count(context: RequestContext): void {
    if (context.address === null) return;
    const { byAddress, byKey, bySite } = this.limits;
    const key = this.identify(context);
    if (key !== null) {
      if (byKey !== null) this.refuseBeyond(byKey.count(key.id), context, null);
      return;
    }
    if (byAddress === null) return;
    const id = addressKey(context.address);
    const { withKey } = this.options.rateLimits;
    // Before the address: a site that is refused cannot fill the memory with counters of its addresses.
    if (bySite !== null && siteKey(id) !== id) {
      const site = bySite.count(siteKey(id));
      if (site.isRefused) this.refuseBeyond(site, context, withKey);
    }
    this.refuseBeyond(byAddress.count(id), context, withKey);
  }

  /** The key of the caller; null without a valid one. */
  private identify(context: RequestContext): { id: string } | null {
    if (context.authorization === undefined) return null;
    if (context.key !== undefined) return context.key;
    const token = bearerToken(context.authorization);
    context.key = token === null || token === '' ? null : (this.options.keyRing?.verify(token) ?? null);
    context.hasInvalidToken = token !== null && context.key === null;
    return context.key;
  }

  private refuseBeyond(state: RateLimitState, context: RequestContext, withKey: number | null): void {
    context.rateLimit = state;
    if (state.isRefused) throw tooManyRequests(state, withKey, this.options.keyPage);
  }

  /**
   * Counts a request of the agent protocol, at once unless a block must be taken. Null while the address is
   * below the limit, else the error.
   */
  countProtocolRequest(address: string | null): ApiError | null | Promise<ApiError | null> {
    const { protocol } = this.limits;
    if (protocol === null || address === null) return null;
    const refused = (state: RateLimitState) => (state.isRefused ? tooManyRequests(state, null) : null);
    const key = addressKey(address);
    return protocol.isReady(key) ? refused(protocol.count(key)) : countWhenReady(protocol, key).then(refused);
  }

  /**
   * What `countProtocolRequest` would return as far as this process knows, without counting. Used before the body of a
   * message is read.
   */
  isOverProtocolLimit(address: string | null): ApiError | null {
    const { protocol } = this.limits;
    if (protocol === null || address === null) return null;
    const state = protocol.peek(addressKey(address));
    return state.isRefused ? tooManyRequests(state, null) : null;
  }
}

function limitsFor({ keyless, withKey }: HourlyLimits, shared: SharedCounters | null) {
  const hourly = (policy: string, limit: number | null, wider?: (key: string) => string): RateLimit | null =>
    limit === null
      ? null
      : createRateLimit({ policy, limit, windowSeconds: RATE_WINDOW_SECONDS, wider }, shared);
  return {
    isShared: shared !== null,
    byAddress: hourly('default', keyless, widerKey),
    byKey: hourly('key', withKey),
    bySite: hourly('network', keyless === null ? null : keyless * SITE_FACTOR, widerKey),
    protocol:
      keyless === null
        ? null
        : createRateLimit({ policy: 'methods', ...PROTOCOL_LIMIT, wider: widerKey }, shared),
  };
}

function tooManyRequests(state: RateLimitState, withKey: number | null, keyPage?: string | null): ApiError {
  const { limit, resetSeconds, windowSeconds } = state;
  const unit = windowSeconds === 3600 ? 'an hour' : 'a minute';
  const where = typeof keyPage === 'string' ? `; make one at ${keyPage}` : '';
  const more =
    withKey === null || withKey <= limit
      ? ''
      : ` A free API key raises the limit to ${withKey} ${unit}${where}.`;
  return new ApiError(
    'rate_limited',
    `The limit of ${limit} requests ${unit} is used up. Try again in ${resetSeconds} seconds.${more}`,
    { headers: { 'Retry-After': String(resetSeconds) } },
  );
}
