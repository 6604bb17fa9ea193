/** The change of a holding in per cent. */

/**
 * Per cent of what was owned before, to two decimals, negative for sales.
 * @param after shares owned after the trades
 * @param change shares bought, or sold as a negative number
 * @returns null if nothing was owned before, because a share of nothing has no per cent
 */
export function changeOfHolding(after: number, change: number): number | null {
  const before = after - change;
  return before > 0 ? Math.round((change / before) * 10_000) / 100 : null;
}
