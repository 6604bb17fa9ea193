/** Rate limits of the account forms and their page: for one address, one site, one account, and for everyone together. */

import { siteKey, widerKey } from '../limits/address.js';
import { createRateLimit, type RateLimit } from '../limits/rate.js';
import type { SharedCounters } from '../limits/shared-counters.js';
import { countWhenReady } from '../limits/window.js';
import type { Account } from '../store/accounts/accounts.js';
import type { RateClass } from './action.js';

/** The limits of one address, or of one account for `change`. A passkey ceremony is two requests. */
const RATES: Record<RateClass, { limit: number; windowSeconds: number }> = {
  'sign-up': { limit: 20, windowSeconds: 3600 },
  'sign-in': { limit: 60, windowSeconds: 900 },
  recover: { limit: 10, windowSeconds: 3600 },
  change: { limit: 60, windowSeconds: 60 },
  // As many as of all other pages.
  view: { limit: 240, windowSeconds: 60 },
};
/** A site (IPv6 /48) has 65,536 networks with their own limits; together they may use this many limits. */
const SITE_FACTOR = 5;
/** All sign-ups together, so that a flood from many addresses cannot fill the disk. */
const EVERYONE = { limit: 2000, windowSeconds: 3600 };

/**
 * Counts one form or page. Resolves with the seconds to wait when the limit is exceeded, else null. A form refused by a narrow limit
 * does not count towards the wider ones.
 */
export type SecondsToWait = (
  rateClass: RateClass,
  address: string,
  account: Account | null,
) => Promise<number | null>;

/** `address` is what `addressKey` gives. With `shared`, the limits hold over all processes that share these counters. */
export function accountLimits(shared: SharedCounters | null = null): SecondsToWait {
  // Object.fromEntries loses the types of the keys, which are those of RATES.
  const ratesTimes = (factor: number, place: string) =>
    Object.fromEntries(
      Object.entries(RATES).map(([name, { limit, windowSeconds }]) => [
        name,
        createRateLimit(
          { policy: `account-${name}-${place}`, wider: widerKey, limit: limit * factor, windowSeconds },
          shared,
        ),
      ]),
    ) as Record<RateClass, RateLimit>;
  const rates = ratesTimes(1, 'address');
  const siteRates = ratesTimes(SITE_FACTOR, 'site');
  const everyone = createRateLimit({ policy: 'account-sign-up-all', ...EVERYONE }, shared);

  return async (rateClass, address, account) => {
    const counters: Array<[RateLimit, string]> =
      rateClass === 'change' && account !== null
        ? [[rates.change, account.id]]
        : [
            [rates[rateClass], address],
            [siteRates[rateClass], siteKey(address)],
          ];
    if (rateClass === 'sign-up') counters.push([everyone, '']);
    for (const [rate, key] of counters) {
      const { isRefused, resetSeconds } = await countWhenReady(rate, key);
      if (isRefused) return resetSeconds;
    }
    return null;
  };
}
