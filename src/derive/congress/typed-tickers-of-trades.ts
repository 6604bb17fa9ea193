/** Puts the symbols that reports of members name in the place of the words that may be one. */

import type { StockActReport, StockActTrade } from '../../records/congress/stock-act.js';
import type { Warning } from '../../records/crawl.js';
import { type KnownSymbols, typedTicker } from '../typed-tickers.js';

/** Judges the words of reports, and keeps what it did not take and what is open to question. */
export class TypedTickers {
  readonly warnings: Warning[] = [];
  private readonly filed = new Map<StockActTrade, string>();

  constructor(private readonly known: KnownSymbols) {}

  /** The report with the tickers of its trades. A trade without words keeps its own. */
  judged(report: StockActReport): StockActReport {
    if (!report.trades.some(({ tickerWords }) => tickerWords !== undefined)) return report;
    return { ...report, trades: report.trades.map((trade) => this.judgedTrade(report, trade)) };
  }

  /** The words in the place of a ticker that are not served; null for none. */
  asFiled(trade: StockActTrade): string | null {
    return this.filed.get(trade) ?? null;
  }

  private judgedTrade({ documentId }: StockActReport, trade: StockActTrade): StockActTrade {
    const { tickerWords, assetDescription, row } = trade;
    if (tickerWords === undefined || trade.ticker !== '') return trade;
    const { ticker, tickerAsFiled, doubt } = typedTicker(tickerWords, assetDescription, this.known);
    const judged = { ...trade, ticker };
    if (tickerAsFiled !== null) this.filed.set(judged, tickerAsFiled);
    if (doubt !== null) {
      const detail = `${doubt} of ${assetDescription}`.slice(0, 300);
      this.warnings.push({ kind: 'doubtful-ticker', detail, where: `${documentId}-${row}` });
    }
    return judged;
  }
}
