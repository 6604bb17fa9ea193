/**
 * fast-check for the tests, with one seed, so that a run depends on no luck: SEED=7 takes another one. `npm test` tries a fifth of the
 * cases, and of other long lists; `npm run test:all` tries all of them, and RUNS=10 ten times as many.
 */

import fc from 'fast-check';

/** Whether this run tries everything. */
export const isWhole = process.env.ALL_TESTS !== undefined;

const SHARE = 5;

fc.configureGlobal({ seed: Number(process.env.SEED ?? 20_261_128), numRuns: runs(100) });

export default fc;

/** How many of `most` cases this run tries. */
export function runs(most: number): number {
  return Math.max(1, Math.ceil((most / (isWhole ? 1 : SHARE)) * Number(process.env.RUNS ?? 1)));
}

/** The members of a long list that this run tries. */
export function someOf<T>(list: readonly T[]): T[] {
  return list.filter((_, place) => isTried(place));
}

/** Whether this run tries the member at a place of a long list. */
export function isTried(place: number): boolean {
  return isWhole || place % SHARE === 0;
}
