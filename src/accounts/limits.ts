/** Rate limits of the account forms: for one address, one site, one account, and for everyone together. */

import { siteKey, widerKey } from '../limits/address.js';
import { createRateLimit, type RateLimit } from '../limits/rate.js';
import type { Account } from '../store/accounts/accounts.js';
import type { RateClass } from './action.js';

/** The limits of one address, or of one account for `change`. A passkey ceremony is two requests. */
const RATES: Record<RateClass, { limit: number; windowSeconds: number }> = {
  'sign-up': { limit: 20, windowSeconds: 3600 },
  'sign-in': { limit: 60, windowSeconds: 900 },
  recover: { limit: 10, windowSeconds: 3600 },
  change: { limit: 60, windowSeconds: 60 },
};
/** A site (IPv6 /48) has 65,536 networks with their own limits; together they may use this many limits. */
const SITE_FACTOR = 5;
/** All sign-ups together, so that a flood from many addresses cannot fill the disk. */
const EVERYONE = { limit: 2000, windowSeconds: 3600 };

/**
 * Counts one form. Returns the seconds to wait when the limit is exceeded, else null. A form refused by a narrow limit
 * does not count towards the wider ones.
 */
export type SecondsToWait = (rateClass: RateClass, address: string, account: Account | null) => number | null;

/** `address` is what `addressKey` gives. */
export function accountLimits(): SecondsToWait {
  // Object.fromEntries loses the types of the keys, which are those of RATES.
  const ratesTimes = (factor: number) =>
    Object.fromEntries(
      Object.entries(RATES).map(([name, { limit, windowSeconds }]) => [
        name,
        createRateLimit({ policy: name, wider: widerKey, limit: limit * factor, windowSeconds }),
      ]),
    ) as Record<RateClass, RateLimit>;
  const rates = ratesTimes(1);
  const siteRates = ratesTimes(SITE_FACTOR);
  const everyone = createRateLimit({ policy: 'everyone', ...EVERYONE });

  return (rateClass, address, account) => {
    const counters: Array<[RateLimit, string]> =
      rateClass === 'change' && account !== null
        ? [[rates.change, account.id]]
        : [
            [rates[rateClass], address],
            [siteRates[rateClass], siteKey(address)],
          ];
    if (rateClass === 'sign-up') counters.push([everyone, '']);
    for (const [rate, key] of counters) {
      const { isRefused, resetSeconds } = rate.count(key);
      if (isRefused) return resetSeconds;
    }
    return null;
  };
}
