/** The brackets of the AMOUNT column: a label as printed in, its bounds in USD out. */

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

/** `Over $1,000,000` is for what only a spouse or a dependent child holds. */
const OPEN_ABOVE = new Set([1_000_000, 50_000_000]);

/** Null for a label that is none of the eleven: it must be looked at, not guessed. */
export function readBracket(label: string): { low: number; high: number | null } | null {
  const closed = /^\$([\d,]+) - \$([\d,]+)$/.exec(label);
  if (closed !== null) {
    const [low, high] = [usd(itemAt(closed, 1)), usd(itemAt(closed, 2))];
    return CLOSED_BRACKETS.get(low) === high ? { low, high } : null;
  }
  const open = /^Over \$([\d,]+)$/.exec(label);
  if (open === null || !OPEN_ABOVE.has(usd(itemAt(open, 1)))) return null;
  return { low: usd(itemAt(open, 1)) + 1, high: null };
}

const usd = (text: string): number => Number(text.replaceAll(',', ''));
