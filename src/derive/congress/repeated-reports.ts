/** Reports of the House that were filed again under a new DocID, with the status `New` in all rows. */

import { appendTo } from '../../collections.js';
import type { StockActReport, StockActTrade } from '../../records/congress/stock-act.js';

/** Fewer trades that are equal in everything may be those of two accounts. */
const MIN_TRADES = 3;

/** The reports of one member, in the order of filing. */
export class RepeatedReports {
  private readonly firstWith = new Map<string, StockActReport>();
  private readonly copies = new Map<StockActTrade, StockActTrade[]>();

  /**
   * The earlier report that `report` repeats word for word, none of whose rows is replaced; null if there is none. The
   * rows of `report` are its copies from then on.
   */
  original(report: StockActReport, isStanding: (trade: StockActTrade) => boolean): StockActReport | null {
    const content = contentOf(report);
    if (content === null) return null;
    const first = this.firstWith.get(content);
    if (first?.trades.every(isStanding) !== true) {
      this.firstWith.set(content, report);
      return null;
    }
    for (const [place, trade] of first.trades.entries()) {
      const copy = report.trades[place];
      if (copy !== undefined) appendTo(this.copies, trade, copy);
    }
    return first;
  }

  /** A copy of a row that is withdrawn: it counts in its place. Filers file a report again and delete the first one. */
  takeCopy(withdrawn: StockActTrade): StockActTrade | undefined {
    const [copy, ...others] = this.copies.get(withdrawn) ?? [];
    this.copies.delete(withdrawn);
    if (copy !== undefined && others.length > 0) this.copies.set(copy, others);
    return copy;
  }
}

/** Everything that a report says; null for one with changed rows, or with less than three different trades. */
function contentOf({ trades, comments }: StockActReport): string | null {
  if (trades.some(({ filingStatus }) => filingStatus !== 'New')) return null;
  const rows = trades.map((trade) =>
    JSON.stringify([
      trade.ownerFiled,
      normaliseText(trade.assetDescription),
      trade.type,
      trade.transactionDate,
      trade.notificationDate,
      trade.amountLabel,
      ...[trade.subholding, trade.description, trade.location, trade.comments].map((text) =>
        normaliseText(text ?? ''),
      ),
    ]),
  );
  return new Set(rows).size < MIN_TRADES ? null : JSON.stringify([rows, normaliseText(comments ?? '')]);
}

/** Text of reports in a form that can be compared. */
export const normaliseText = (text: string): string => text.replace(/\s+/g, ' ').trim().toLowerCase();
