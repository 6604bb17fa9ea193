/**
 * Which rows of one member's reports count, now that all of them are there. A row is replaced on evidence only: without
 * it both stay, and a warning says so. Rows of one report are never weighed against each other, because equal rows in it
 * are legal.
 */

import { appendTo, compareText, itemAt } from '../../collections.js';
import type { StockActReport, StockActTrade } from '../../records/congress/stock-act.js';
import type { Warning } from '../../records/crawl.js';
import type {
  EffectiveTrade,
  EffectiveTrades,
  ReportedTrade,
  SupersededTrade,
} from '../../records/derived-rows.js';
import { optionTerms } from './option-terms.js';

/** Where several reports have the date of an amendment's title, this share of the original's rows must come back in it. */
const RESTATED_SHARE = 0.5;

/**
 * Weighs the reports of one member, whichever their order. Unread reports have no rows and replace nothing.
 *
 * House: a row marked `Amended` replaces the one earlier row that carries the same number or, failing that, the one
 * earlier row that agrees in owner, asset, day and type. None or several: it stands beside them, but for as many amended
 * rows as there are in the one report. A row marked `Deleted` withdraws such a row, and is no trade itself.
 * Senate: an amendment restates a whole report, and carries the date of that report in its title. It replaces the one
 * earlier report of that title date, whatever changed. Of several it replaces the one that comes back most, if half of
 * its rows do. It never replaces a report of another title date, however alike the rows: two equal trades are legal.
 */
export function effectiveTrades(reports: readonly StockActReport[]): EffectiveTrades {
  const all = [...reports].sort(byFiling);
  const replaced = new Map<StockActTrade, { supersededBy: string; supersededByRow: number | null }>();
  const warnings: Warning[] = [];
  const earlier: StockActReport[] = [];
  const rows = new EarlierRows();
  for (const report of all) {
    if (report.chamber === 'senate') {
      restate(report, earlier, replaced, warnings);
      earlier.push(report);
    } else {
      amendRows(report, rows, replaced, warnings);
      rows.add(report);
    }
  }
  const effective: EffectiveTrade[] = [];
  const superseded: SupersededTrade[] = [];
  for (const report of all) {
    for (const trade of report.trades) {
      const by = replaced.get(trade);
      if (by === undefined) effective.push(toEffectiveTrade(report, trade));
      else superseded.push({ report, trade, ...by });
    }
  }
  return { effective, superseded, warnings };
}

/** The law is of 2012: nothing before it is asked for. */
const FIRST_TRADES = '2012-01-01';

function toEffectiveTrade(report: StockActReport, trade: StockActTrade): EffectiveTrade {
  const { transactionDate } = trade;
  const isDateDoubtful = transactionDate > report.disclosureDate || transactionDate < FIRST_TRADES;
  return { report, trade, optionTerms: optionTerms(trade), isDateDoubtful };
}

type ReplacedTrades = Map<StockActTrade, { supersededBy: string; supersededByRow: number | null }>;

/**
 * By day and time of filing; those of no known time, which are the House's and the unread ones, come first in a day.
 * Of one moment an original comes before its amendment: DocIDs and UUIDs are not in order of time.
 */
function byFiling(one: StockActReport, other: StockActReport): number {
  const rank = (report: StockActReport) =>
    report.amendment ?? (report.trades.some(({ filingStatus }) => isChange(filingStatus)) ? 1 : 0);
  return (
    compareText(one.disclosureDate, other.disclosureDate) ||
    compareText(one.filedAt ?? '', other.filedAt ?? '') ||
    rank(one) - rank(other) ||
    compareText(one.documentId, other.documentId)
  );
}

const isChange = (status: StockActTrade['filingStatus']): boolean =>
  status === 'Amended' || status === 'Deleted';

/** Rows of earlier House reports, found by their number and by their deal: some members have tens of thousands. */
class EarlierRows {
  private readonly byNumber = new Map<string, ReportedTrade[]>();
  private readonly byDeal = new Map<string, ReportedTrade[]>();

  add(report: StockActReport): void {
    for (const trade of report.trades) {
      appendTo(this.byDeal, dealKey(trade), { report, trade });
      if (trade.rowId !== null) appendTo(this.byNumber, trade.rowId, { report, trade });
    }
  }

  withSameNumber = (trade: StockActTrade): ReportedTrade[] =>
    trade.rowId === null ? [] : (this.byNumber.get(trade.rowId) ?? []);
  sameDeal = (trade: StockActTrade): ReportedTrade[] => this.byDeal.get(dealKey(trade)) ?? [];
}

const dealKey = ({ ownerFiled, assetDescription, transactionDate, type }: StockActTrade): string =>
  JSON.stringify([ownerFiled, normaliseText(assetDescription), transactionDate, type]);

function amendRows(
  report: StockActReport,
  earlier: EarlierRows,
  replaced: ReplacedTrades,
  warnings: Warning[],
): void {
  const deals = new Map<string, StockActTrade[]>();
  for (const trade of report.trades.filter(({ filingStatus }) => isChange(filingStatus)))
    appendTo(deals, JSON.stringify([trade.filingStatus, dealKey(trade)]), trade);
  const standing = (rows: ReportedTrade[]) => rows.filter(({ trade }) => !replaced.has(trade));
  for (const alike of deals.values()) {
    const sameDeal = standing(earlier.sameDeal(itemAt(alike, 0)));
    // As many as there are in one report: all of them are meant.
    const isAll = sameDeal.length === alike.length && new Set(sameDeal.map((one) => one.report)).size === 1;
    for (const trade of alike) {
      const numbered = standing(earlier.withSameNumber(trade));
      const found = numbered.length > 0 ? numbered : standing(sameDeal);
      const by = { supersededBy: report.documentId, supersededByRow: trade.row };
      const isDeleted = trade.filingStatus === 'Deleted';
      const choice = isDeleted
        ? findWithdrawn(trade, found)
        : found.length === 1 || isAll
          ? found[0]
          : undefined;
      if (choice !== undefined) replaced.set(choice.trade, by);
      else
        warnings.push({
          kind: `${isDeleted ? 'deleted' : 'amended'}-row-${found.length === 0 ? 'without-original' : 'of-several'}`,
          detail: `${trade.transactionDate} ${trade.type} ${trade.assetDescription}: ${found.length} earlier rows agree`,
          where: `${report.documentId}-${trade.row}`,
        });
      if (isDeleted) replaced.set(trade, by);
    }
  }
}

/**
 * The row that a deleted one withdraws: it is printed again as it was. Of equal ones the first that was filed, because
 * filers delete a report and file it again on the same day.
 */
function findWithdrawn(trade: StockActTrade, found: readonly ReportedTrade[]): ReportedTrade | undefined {
  if (found.length < 2) return found[0];
  return found.find((other) => detailsKey(other.trade) === detailsKey(trade));
}

const detailsKey = ({ amountLabel, description, subholding }: StockActTrade): string =>
  JSON.stringify([amountLabel, normaliseText(description ?? ''), normaliseText(subholding ?? '')]);

function restate(
  report: StockActReport,
  earlier: readonly StockActReport[],
  replaced: ReplacedTrades,
  warnings: Warning[],
): void {
  if (report.amendment === null) return;
  const where = report.documentId;
  const warning = (kind: string, detail: string): void => {
    warnings.push({ kind, detail, where });
  };
  if (report.readability !== 'read') {
    warning('amendment-unread', report.reason);
    return;
  }
  // An amendment of an amendment finds the one before it here, because the first report is already replaced.
  const sameTitle = earlier.filter(
    ({ titleDate, trades }) =>
      titleDate !== null && titleDate === report.titleDate && !trades.some((trade) => replaced.has(trade)),
  );
  const readable = sameTitle.filter(({ trades }) => trades.length > 0);
  if (readable.length === 0) {
    warning('amendment-without-original', 'no earlier report with trades has the date of its title');
    return;
  }
  // One that was not read can be the report that is meant.
  const unread = sameTitle.filter(({ trades, amendment }) => trades.length === 0 && amendment === null);
  const several = readable.length + unread.length;
  const original = several === 1 ? readable[0] : mostRestated(readable, report);
  if (original === undefined)
    warning('amendment-of-several', `${several} earlier reports have the date of its title`);
  else
    for (const trade of original.trades)
      replaced.set(trade, { supersededBy: report.documentId, supersededByRow: null });
}

/** The report of which the greatest share comes back; undefined where that is less than half, or two are alike. */
function mostRestated(
  candidates: readonly StockActReport[],
  amendment: StockActReport,
): StockActReport | undefined {
  const shares = candidates.map((report) => ({ report, share: restatedShare(report, amendment) }));
  const most = Math.max(...shares.map(({ share }) => share));
  const best = shares.filter(({ share }) => share === most);
  return most >= RESTATED_SHARE && best.length === 1 ? itemAt(best, 0).report : undefined;
}

/** The share of the original's rows that the amendment states again; each of its rows answers for one. */
function restatedShare(original: StockActReport, amendment: StockActReport): number {
  const open = new Set(amendment.trades);
  let restated = 0;
  // Exact answers first, so that a corrected row does not take the answer of an unchanged one.
  const left = original.trades.filter((trade) => !answer(trade, 5));
  for (const trade of left) answer(trade, 4);
  return restated / original.trades.length;

  function answer(trade: StockActTrade, agreeing: number): boolean {
    for (const candidate of open) {
      if (agreement(trade, candidate) < agreeing) continue;
      open.delete(candidate);
      restated += 1;
      return true;
    }
    return false;
  }
}

/**
 * How many of the five facts of a deal agree: an amendment corrects one of them, as a rule. A corrected asset is the
 * same name, longer or shorter; another name is another deal.
 */
function agreement(one: StockActTrade, other: StockActTrade): number {
  const [name, otherName] = [normaliseText(one.assetDescription), normaliseText(other.assetDescription)];
  if (!name.includes(otherName) && !otherName.includes(name)) return 0;
  return [
    name === otherName,
    one.ownerFiled === other.ownerFiled,
    one.type === other.type,
    one.transactionDate === other.transactionDate,
    one.amountLabel === other.amountLabel,
  ].filter(Boolean).length;
}

const normaliseText = (text: string): string => text.replace(/\s+/g, ' ').trim().toLowerCase();
