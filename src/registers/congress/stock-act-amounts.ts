/** Amounts of the STOCK Act, alike in both chambers: a label as filed in, its bounds in USD out. */

import { itemAt } from '../../collections.js';

interface StockActAmount {
  min: number;
  /** Null for an open bracket: nobody filed an upper bound. */
  max: number | null;
  /** Middle of a closed bracket; null for an open one. */
  mid: number | null;
}

/** Lower and upper bound of the nine closed brackets of the forms. */
const BRACKETS = new Map([
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

/** `Over $50,000,000` is the tenth; `Over $1,000,000` the eleventh, for what only a spouse or child holds. */
const OPEN_ABOVE = new Set([50_000_000, 1_000_000]);

const usd = (text: string) => Number(text.replaceAll(',', ''));

/**
 * The bounds of an amount: one of the ten brackets, the open bracket for assets of a spouse or child in whatever
 * words, or the exact figure that older reports hold. An open bracket begins one dollar above its threshold, as
 * every closed one does. Null for anything else: an unknown bracket must be looked at, not guessed.
 */
export function parseStockActAmount(label: string): StockActAmount | null {
  const text = label.replace(/\s+/g, ' ').trim();
  const closed = /^\$([\d,]+) ?[-–] ?\$([\d,]+)$/.exec(text);
  if (closed) {
    const [min, max] = [usd(itemAt(closed, 1)), usd(itemAt(closed, 2))];
    return BRACKETS.get(min) === max ? { min, max, mid: (min + max) / 2 } : null;
  }
  const open = /\bover \$([\d,]+)(?![\d.])/i.exec(text);
  if (open) {
    const above = usd(itemAt(open, 1));
    return OPEN_ABOVE.has(above) ? { min: above + 1, max: null, mid: null } : null;
  }
  const exact = /^\$(\d{1,3}(?:,\d{3})*|\d+)(\.\d{2})?$/.exec(text);
  if (exact === null) return null;
  const figure = Number(`${itemAt(exact, 1).replaceAll(',', '')}${exact[2] ?? ''}`);
  return Number.isSafeInteger(Math.trunc(figure)) ? { min: figure, max: figure, mid: figure } : null;
}
