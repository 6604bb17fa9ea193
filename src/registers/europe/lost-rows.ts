/** Whether a register that replaces what is stored has withdrawn some rows, or gives a truncated answer. */

import { daysBetween } from '../../dates.js';

/** A week of few rows can lose some of them, such as the rows of one withdrawn notification. */
const WITHDRAWN_ROWS = 5;
const WITHDRAWN_SHARE = 0.1;

/** True for more rows than a register withdraws, and for all of them. */
export function hasLostRows(rows: number, before: number): boolean {
  if (rows === 0) return before > 0;
  return before - rows > Math.max(WITHDRAWN_ROWS, before * WITHDRAWN_SHARE);
}

/** A loss that is still there after so many days is believed: the register has withdrawn the rows. */
const DAYS_UNTIL_BELIEVED = 3;

/** A loss: the day on which it was first seen, and whether it is believed. */
export interface Loss {
  since: string;
  isBelieved: boolean;
}

/** @param known the day on which an earlier run saw it first; '' or null if none did */
export function lossOf(known: string | null, today: string): Loss {
  // A day ahead of the clock was written under a wrong one.
  const since = known === null || known === '' || known > today ? today : known;
  return { since, isBelieved: daysBetween(since, today) >= DAYS_UNTIL_BELIEVED };
}
