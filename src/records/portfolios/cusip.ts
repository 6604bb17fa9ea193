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
