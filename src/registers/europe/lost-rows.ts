/** Whether a register that replaces what is stored has withdrawn some rows, or gives a truncated answer. */

/** A week of few rows can lose some of them, such as the rows of one withdrawn notification. */
const WITHDRAWN_ROWS = 5;
const WITHDRAWN_SHARE = 0.1;

/** True for more rows than a register withdraws, and for all of them. */
export function hasLostRows(rows: number, before: number): boolean {
  if (rows === 0) return before > 0;
  return before - rows > Math.max(WITHDRAWN_ROWS, before * WITHDRAWN_SHARE);
}
