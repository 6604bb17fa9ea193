/** Results that are computed once for a generation. */

import { setImmediate } from 'node:timers/promises';

/** Far more than one day's questions have: only names with dates are added later. */
export const RESULTS_MAX = 500;

export type Memoised = <T>(name: string, make: () => Promise<T>) => Promise<T>;

/**
 * One name always has the same `make`. A result that failed is computed again, as is the oldest of too many, and every one after
 * `forget`.
 */
export function createMemoised(): Memoised & { forget(): void } {
  const results = new Map<string, Promise<unknown>>();
  const memoised = <T>(name: string, make: () => Promise<T>): Promise<T> => {
    let result = results.get(name);
    if (result === undefined) {
      result = thenPause(make());
      const [oldest] = results.keys();
      if (results.size >= RESULTS_MAX && oldest !== undefined) results.delete(oldest);
      results.set(name, result);
      const made = result;
      made.catch(() => {
        if (results.get(name) === made) results.delete(name);
      });
    }
    // The caller's `make` gave it, by the rule above.
    return result as Promise<T>;
  };
  return Object.assign(memoised, { forget: () => results.clear() });
}

/** Each takes milliseconds, and a question may need many: other requests are answered in between. */
async function thenPause<T>(making: Promise<T>): Promise<T> {
  const made = await making;
  await setImmediate();
  return made;
}
