/** The brackets of the AMOUNT column: a label as printed in, its bounds in USD out. */

import { itemAt } from '../../../collections.js';
import { CLOSED_BRACKETS, OPEN_ABOVE, parseUsd } from '../../usd-brackets.js';

/** Null for a label that is none of the eleven: it must be looked at, not guessed. */
export function readBracket(label: string): { low: number; high: number | null } | null {
  const closed = /^\$([\d,]+) ?[-–] ?\$([\d,]+)$/.exec(label);
  if (closed !== null) {
    const [low, high] = [parseUsd(itemAt(closed, 1)), parseUsd(itemAt(closed, 2))];
    return CLOSED_BRACKETS.get(low) === high ? { low, high } : null;
  }
  const open = /^over \$([\d,]+)$/i.exec(label);
  if (open === null || !OPEN_ABOVE.has(parseUsd(itemAt(open, 1)))) return null;
  return { low: parseUsd(itemAt(open, 1)) + 1, high: null };
}
