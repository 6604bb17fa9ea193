/** Amounts of the STOCK Act, alike in both chambers: a label as filed in, its bounds in USD out. */

import { itemAt } from '../../collections.js';
import { CLOSED_BRACKETS, OPEN_ABOVE, parseUsd } from '../usd-brackets.js';

interface StockActAmount {
  min: number;
  /** Null for an open bracket: no upper bound was filed. */
  max: number | null;
  /** Middle of a closed bracket; null for an open one. */
  mid: number | null;
}

/**
 * The bounds of an amount: one of the ten brackets, the open bracket for assets of a spouse or child in whatever
 * words, or the exact figure that older reports hold. An open bracket begins one dollar above its threshold, as
 * every closed one does. Null for anything else: an unknown bracket must be looked at, not guessed.
 */
export function parseStockActAmount(label: string): StockActAmount | null {
  const text = label.replace(/\s+/g, ' ').trim();
  const closed = /^\$([\d,]+) ?[-–] ?\$([\d,]+)$/.exec(text);
  if (closed) {
    const [min, max] = [parseUsd(itemAt(closed, 1)), parseUsd(itemAt(closed, 2))];
    return CLOSED_BRACKETS.get(min) === max ? { min, max, mid: (min + max) / 2 } : null;
  }
  // A second figure could be a bracket that says something else.
  const open = /^[^$]*\bover \$([\d,]+)(?![\d.])[^$]*$/i.exec(text);
  if (open) {
    const above = parseUsd(itemAt(open, 1));
    return OPEN_ABOVE.has(above) ? { min: above + 1, max: null, mid: null } : null;
  }
  const exact = /^\$(\d{1,3}(?:,\d{3})*|\d+)(\.\d{2})?$/.exec(text);
  if (exact === null) return null;
  const figure = Number(`${itemAt(exact, 1).replaceAll(',', '')}${exact[2] ?? ''}`);
  return Number.isSafeInteger(Math.trunc(figure)) ? { min: figure, max: figure, mid: figure } : null;
}
