/** Reports that were filed again under a new id: as a whole, or in the House, with the status `New`, some of their rows. */

import { appendTo, groupBy } from '../../collections.js';
import type { StockActReport, StockActTrade } from '../../records/congress/stock-act.js';
import type { ReportedTrade } from '../../records/derived-rows.js';

/** Fewer trades that are equal in everything may be those of two accounts. */
const MIN_TRADES = 3;

/** The reports of one member, in the order of filing. */
export class RepeatedReports {
  private readonly firstWith = new Map<string, StockActReport>();
  private readonly rowsWith = new Map<string, ReportedTrade[]>();
  private readonly dealsWith = new Map<string, ReportedTrade[]>();
  private readonly copies = new Map<StockActTrade, ReportedTrade[]>();
  /** The rows that may repeat a row of an earlier report, each with that row. */
  private readonly possible = new Map<StockActTrade, ReportedTrade>();

  /** @param isStanding whether a row is neither replaced nor withdrawn */
  constructor(private readonly isStanding: (trade: StockActTrade) => boolean) {}

  /**
   * The earlier report that `report` repeats word for word, none of whose rows is replaced; null if there is none. The
   * rows of `report` are its copies from then on.
   */
  original(report: StockActReport): StockActReport | null {
    const content = contentOf(report);
    if (content === null) return null;
    const first = this.firstWith.get(content);
    if (first?.trades.every(this.isStanding) !== true) {
      this.firstWith.set(content, report);
      return null;
    }
    for (const [place, trade] of first.trades.entries()) {
      const copy = report.trades[place];
      if (copy !== undefined) appendTo(this.copies, trade, { report, trade: copy });
    }
    return first;
  }

  /**
   * Finds the new rows of `report` that say what a row in effect of one earlier report says, word for word: each of them
   * once. They stay, because two equal trades are legal, but may be one that was reported twice. So may all rows of a report
   * that differ from those of one earlier report in the day of notice and the comment only. Rows of `report` itself are not
   * compared with each other.
   */
  add(report: StockActReport): void {
    const rows = report.trades.filter(this.isStanding);
    const own = groupBy(rows, (trade) => JSON.stringify(rowContent(trade)));
    for (const [content, alike] of own) {
      const filed = alike.filter(({ filingStatus }) => filingStatus === 'New');
      for (const [place, earlier] of this.mostOfOneReport(content).slice(0, filed.length).entries())
        this.mark({ report, trade: filed[place] as StockActTrade }, earlier);
    }
    this.markFiledAgain(report);
    for (const [content, alike] of own)
      for (const trade of alike) {
        appendTo(this.rowsWith, content, { report, trade });
        appendTo(this.dealsWith, dealContent(trade), { report, trade });
      }
  }

  private mark(row: ReportedTrade, earlier: ReportedTrade): void {
    this.possible.set(row.trade, earlier);
    appendTo(this.copies, earlier.trade, row);
  }

  private markFiledAgain(report: StockActReport): void {
    const { trades } = report;
    if (!trades.every((trade) => trade.filingStatus === 'New' && this.isStanding(trade))) return;
    const deals = [...groupBy(trades, dealContent)];
    if (deals.length < MIN_TRADES) return;
    const earlierWith = (deal: string) =>
      (this.dealsWith.get(deal) ?? []).filter(({ trade }) => this.isStanding(trade));
    const earlier = deals.map(([deal]) => groupBy(earlierWith(deal), (row) => row.report));
    const original = [...(earlier[0]?.keys() ?? [])].find((one) =>
      deals.every(([, alike], place) => (earlier[place]?.get(one)?.length ?? 0) >= alike.length),
    );
    if (original === undefined) return;
    for (const [place, [, alike]] of deals.entries())
      for (const [nth, row] of (earlier[place]?.get(original) ?? []).slice(0, alike.length).entries()) {
        const trade = alike[nth] as StockActTrade;
        if (!this.possible.has(trade)) this.mark({ report, trade }, row);
      }
  }

  private mostOfOneReport(content: string): ReportedTrade[] {
    const standing = (this.rowsWith.get(content) ?? []).filter(({ trade }) => this.isStanding(trade));
    let most: ReportedTrade[] = [];
    for (const rows of groupBy(standing, ({ report }) => report).values())
      if (rows.length > most.length) most = rows;
    return most;
  }

  /** The row of an earlier report that a row may repeat. */
  possibleOriginal(trade: StockActTrade): ReportedTrade | undefined {
    return this.possible.get(trade);
  }

  /** A copy of a row that is withdrawn: it counts in its place. Filers file a report again and delete the first one. */
  takeCopy(withdrawn: StockActTrade): StockActTrade | undefined {
    const [copy, ...others] = this.copies.get(withdrawn) ?? [];
    if (copy === undefined) return undefined;
    this.possible.delete(copy.trade);
    for (const other of others) {
      appendTo(this.copies, copy.trade, other);
      this.possible.set(other.trade, copy);
    }
    return copy.trade;
  }
}

/** Everything that a report says; null for one with changed rows, or with less than three different trades. */
function contentOf({ trades, comments }: StockActReport): string | null {
  if (trades.some(({ filingStatus }) => filingStatus !== 'New' && filingStatus !== null)) return null;
  const rows = trades.map((trade) => JSON.stringify(rowContent(trade)));
  return new Set(rows).size < MIN_TRADES ? null : JSON.stringify([rows, normaliseText(comments ?? '')]);
}

/** Everything that a row says but its number and status. */
function rowContent(trade: StockActTrade): Array<string | null> {
  const received = trade.received?.assetDescription ?? null;
  const texts = [trade.subholding, trade.description, trade.location, trade.comments, received];
  return [
    trade.ownerFiled,
    normaliseText(trade.assetDescription),
    trade.type,
    trade.transactionDate,
    trade.notificationDate,
    trade.amountLabel,
    ...texts.map((text) => normaliseText(text ?? '')),
  ];
}

/** What a row says of the trade: everything but the day of notice and the comment, which filers correct when they file again. */
const dealContent = (trade: StockActTrade): string =>
  JSON.stringify(
    rowContent({
      ...trade,
      notificationDate: null,
      comments: NAMES_ACCOUNT.test(trade.comments ?? '') ? trade.comments : null,
    }),
  );
/** A comment that distinguishes two trades. */
const NAMES_ACCOUNT = /\b(?:accounts?|IRA|trusts?|second|separate|spouse|joint)\b/i;

/** Text of reports in a form that can be compared. */
export const normaliseText = (text: string): string => text.replace(/\s+/g, ' ').trim().toLowerCase();
