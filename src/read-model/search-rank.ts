/** The order of people in a search: ascending ranks are descending moments of their latest filing. */

/** Owners that can share one second of `lastSeen` (a data set puts a whole day on one). */
export const RANKS_A_SECOND = 2 ** 20;
const LAST_SECOND = 2 ** 32;

/** The first of the ranks of an owner who was last seen at this moment (ISO 8601 UTC). */
export function firstRank(lastSeen: string): number {
  return (LAST_SECOND - Math.floor(Date.parse(lastSeen) / 1000)) * RANKS_A_SECOND;
}
