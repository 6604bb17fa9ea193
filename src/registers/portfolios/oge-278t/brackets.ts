/** The brackets of the AMOUNT column: turns a label as printed into its bounds in USD. */

import { itemAt } from '../../../collections.js';

/** Lower and upper bound of the nine closed ones. */
const CLOSED_BRACKETS = new Map([
  [1_001, 15_000],
  [15_001, 50_000],
  [50_001, 100_000],
  [100_001, 250_000],
  [250_001, 500_000],
  [500_001, 1_000_000],
  [1_000_001, 5_000_000],
  [5_000_001, 25_000_000],
  [25_000_001, 50_000_000],
]);

/** `Over $1,000,000` is for assets held only by a spouse or a dependent child. */
const OPEN_ABOVE = new Set([1_000_000, 50_000_000]);

/** Null for a label that is none of the eleven: it must be examined, not guessed. */
export function readBracket(label: string): { low: number; high: number | null } | null {
  const closed = /^\$([\d,]+) - \$([\d,]+)$/.exec(label);
  if (closed !== null) {
    const [low, high] = [parseUsd(itemAt(closed, 1)), parseUsd(itemAt(closed, 2))];
    return CLOSED_BRACKETS.get(low) === high ? { low, high } : null;
  }
  const open = /^Over \$([\d,]+)$/.exec(label);
  if (open === null || !OPEN_ABOVE.has(parseUsd(itemAt(open, 1)))) return null;
  return { low: parseUsd(itemAt(open, 1)) + 1, high: null };
}
