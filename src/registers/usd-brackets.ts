/** The brackets of amounts that the reports of the Congress and of officials share. */

/** Lower and upper bound of the nine closed brackets of the forms. */
export const CLOSED_BRACKETS: ReadonlyMap<number, number> = new Map([
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
export const OPEN_ABOVE: ReadonlySet<number> = new Set([50_000_000, 1_000_000]);

/** `1,000,001` as a number. */
export function parseUsd(text: string): number {
  return Number(text.replaceAll(',', ''));
}
