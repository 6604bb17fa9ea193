/** Which trading symbol a CUSIP had, as the SEC's fails-to-deliver files show it. */

/** One file of half a month: it replaces the earlier version of the same file. */
export interface CusipSymbols {
  kind: 'cusip-symbols';
  /** Such as cnsfails202009a. */
  file: string;
  /** One row for each pair of CUSIP and symbol in the file. */
  rows: CusipSymbol[];
}

export interface CusipSymbol {
  /** Nine characters in capitals. */
  cusip: string;
  /** Without any separator: BRKB, HEIA. */
  symbol: string;
  /** As filed, cut at 30 characters. */
  description: string;
  /** Latest settlement date of the pair, YYYY-MM-DD. */
  lastDate: string;
}

/** BRK.B, BRK-B, BRK/B, BRK B and BRKB are one symbol. */
export const bareSymbol = (symbol: string): string => symbol.toUpperCase().replace(/[.\-/\s]/g, '');

/** Days before the newest settlement, or before today, in which a pair must have been seen to count. */
export const CUSIP_WINDOW_DAYS = 2 * 366 + 31;

/**
 * The pair with the latest date for each CUSIP; of equal ones the symbol that sorts first, so that the answer is
 * stable.
 */
export function newestSymbols(rows: Iterable<CusipSymbol>): Map<string, CusipSymbol> {
  const newest = new Map<string, CusipSymbol>();
  for (const row of rows) {
    const known = newest.get(row.cusip);
    if (
      known === undefined ||
      row.lastDate > known.lastDate ||
      (row.lastDate === known.lastDate && row.symbol < known.symbol)
    )
      newest.set(row.cusip, row);
  }
  return newest;
}

/** The first six characters of the CUSIP that had the symbol last. */
export function issuerOfSymbol(rows: Iterable<CusipSymbol>): Map<string, string> {
  const latest = new Map<string, CusipSymbol>();
  const disputed = new Set<string>();
  for (const row of rows) {
    const symbol = bareSymbol(row.symbol);
    const known = latest.get(symbol);
    if (known === undefined || row.lastDate > known.lastDate) {
      latest.set(symbol, row);
      disputed.delete(symbol);
    } else if (row.lastDate === known.lastDate && row.cusip.slice(0, 6) !== known.cusip.slice(0, 6)) {
      disputed.add(symbol);
    }
  }
  return new Map(
    [...latest]
      .filter(([symbol]) => !disputed.has(symbol))
      .map(([symbol, { cusip }]) => [symbol, cusip.slice(0, 6)]),
  );
}
