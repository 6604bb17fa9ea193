/** How much this run tries: `npm test` a fifth, or less, of the random cases and of other long lists, `npm run test:all` all of them. */

/** Whether this run tries everything. */
export const isWhole = process.env.ALL_TESTS !== undefined;

const SHARE = 5;

/** How many of `most` cases this run tries. RUNS=10 makes it ten times as many. */
export function runs(most: number): number {
  return Math.max(1, Math.ceil((most / (isWhole ? 1 : SHARE)) * Number(process.env.RUNS ?? 1)));
}

/** The members of a long list that this run tries. */
export function someOf<T>(list: readonly T[]): T[] {
  return list.filter((_, place) => isTried(place));
}

/** Whether this run tries the member at a place of a long list: `npm test` one of `share`. */
export function isTried(place: number, share = SHARE): boolean {
  return isWhole || place % share === 0;
}
