/** How often the forms of the account pages may be sent: by one address, one site, one account, and everybody. */

import { siteKey, widerKey } from '../limits/address.js';
import { createRateLimit, type RateLimit } from '../limits/rate.js';
import type { Account } from '../store/accounts/accounts.js';
import type { Allowed } from './actions.js';

/** What one address (or one account, for `change`) may ask for. A ceremony is two requests. */
const RATES: Record<Allowed, { limit: number; windowSeconds: number }> = {
  'sign-up': { limit: 20, windowSeconds: 3600 },
  'sign-in': { limit: 60, windowSeconds: 900 },
  recover: { limit: 10, windowSeconds: 3600 },
  change: { limit: 60, windowSeconds: 60 },
};
/** A site (IPv6 /48) has 65,536 addresses that count for themselves; together they may do as much as so many. */
const SITE_FACTOR = 5;
/** All sign-ups together: no flood from many addresses shall fill the disk. */
const EVERYONE = { limit: 2000, windowSeconds: 3600 };

/**
 * Counts one form, and gives the seconds to wait when it is one too many, else null. A narrow counter that refuses
 * spares the wider ones.
 */
export type TooOften = (counts: Allowed, address: string, account: Account | null) => number | null;

/** `address` is what `addressKey` gives. */
export function accountLimits(): TooOften {
  const ratesTimes = (factor: number) =>
    Object.fromEntries(
      Object.entries(RATES).map(([name, { limit, windowSeconds }]) => [
        name,
        createRateLimit({ policy: name, wider: widerKey, limit: limit * factor, windowSeconds }),
      ]),
    ) as Record<Allowed, RateLimit>;
  const rates = ratesTimes(1);
  const siteRates = ratesTimes(SITE_FACTOR);
  const everyone = createRateLimit({ policy: 'everyone', ...EVERYONE });

  return (counts, address, account) => {
    const counters: Array<[RateLimit, string]> =
      counts === 'change' && account !== null
        ? [[rates.change, account.id]]
        : [
            [rates[counts], address],
            [siteRates[counts], siteKey(address)],
          ];
    if (counts === 'sign-up') counters.push([everyone, '']);
    for (const [rate, key] of counters) {
      const { isRefused, resetSeconds } = rate.count(key);
      if (isRefused) return resetSeconds;
    }
    return null;
  };
}
