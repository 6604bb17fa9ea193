/**
 * Decides which rows of a member's reports count. A row is replaced only on evidence: without it both rows
 * stay, with a warning. Rows of one report are never compared with each other, because a report may legally
 * contain equal rows.
 */

import { appendTo, compareText, itemAt, madeOnce } from '../../collections.js';
import type { StockActReport, StockActTrade } from '../../records/congress/stock-act.js';
import type { Warning } from '../../records/crawl.js';
import type {
  EffectiveTrade,
  EffectiveTrades,
  ReportedTrade,
  SupersededTrade,
} from '../../records/derived-rows.js';
import { findCorrected } from '../corrections.js';
import type { KnownSymbols } from '../typed-tickers.js';
import { assetKeys, FARTHEST, FARTHEST_DELETED, rowLikeness } from './near-rows.js';
import { optionTerms } from './option-terms.js';
import { normaliseText, RepeatedReports } from './repeated-reports.js';
import { TypedTickers } from './typed-tickers-of-trades.js';

/**
 * If several reports have the date in an amendment's title, at least this share of the original's rows must
 * be in the amendment.
 */
const RESTATED_SHARE = 0.5;
/** How many of the five facts of a trade must agree: the asset. */
const SAME_ASSET = 1;

/**
 * Decides the status of all rows in the reports of one member, in any order. Unread reports have no rows and
 * replace nothing.
 *
 * House: a row marked `Amended` replaces the one earlier row with the same number or, without one, the one
 * that is nearest: the same asset, with one other fact at most. If none or several are as near, all stay and are
 * marked. A row marked `Deleted` withdraws such a row and is not a trade itself. A report that repeats an earlier one word for word, with three different trades or more, was
 * filed twice: its rows count once. Any other new row that repeats one of an earlier report word for word stays and is
 * marked: it may be a second trade.
 *
 * Senate: an amendment restates a whole report, whose date is in its title. It replaces the one earlier
 * report of that date, whatever changed. If there are several, it replaces the amendment with the number before its own,
 * otherwise the most similar one, provided that half of its rows are repeated; if none is certain, its rows and those of the reports that it may mean are marked. It never replaces a report of another
 * date, however similar the rows are: two equal trades are legal. A report without a number of amendment
 * that repeats another such one word for word counts once, as in the House; single rows are not compared.
 */
export function effectiveTrades(filed: readonly StockActReport[], known: KnownSymbols): EffectiveTrades {
  const typed = new TypedTickers(known);
  const all = filed.map((report) => typed.judged(report)).sort(byFiling);
  const replaced: ReplacedTrades = new Map();
  const open = new Set<StockActTrade>();
  const { warnings } = typed;
  const earlier: StockActReport[] = [];
  const rows = new EarlierRows(replaced);
  for (const report of all) {
    if (report.chamber === 'senate') {
      restate(report, rows.withoutRepeated(earlier), { replaced, open }, warnings);
      if (report.amendment === null) rows.leaveOutRepeated(report);
      earlier.push(report);
    } else {
      amendRows(report, rows, replaced, open, warnings);
      rows.add(report);
    }
  }
  const effective: EffectiveTrade[] = [];
  const superseded: SupersededTrade[] = [];
  for (const report of all) {
    for (const trade of report.trades) {
      const by = replaced.get(trade);
      if (by === undefined)
        effective.push(
          toEffectiveTrade(report, trade, {
            original: rows.standingFor(rows.repeated.possibleOriginal(trade)),
            // A bracket that the operator withholds is in no sum, and a status that is not known may say that the row corrects or withdraws another.
            isCorrectionOpen:
              open.has(trade) || trade.amountLabel === '' || trade.filingStatusFiled !== undefined,
            tickerAsFiled: typed.asFiled(trade),
          }),
        );
      else superseded.push({ report, trade, ...by });
    }
  }
  return { effective, superseded, warnings };
}

/** The law dates from 2012; earlier filings are not searched. */
const FIRST_TRADES = '2012-01-01';

function toEffectiveTrade(
  report: StockActReport,
  trade: StockActTrade,
  {
    original,
    ...facts
  }: Pick<EffectiveTrade, 'isCorrectionOpen' | 'tickerAsFiled'> & { original: ReportedTrade | undefined },
): EffectiveTrade {
  const isDoubtful = isDateDoubtful(trade.transactionDate, report.disclosureDate);
  return {
    report,
    trade,
    optionTerms: optionTerms(trade),
    isDateDoubtful: isDoubtful,
    possibleRepeatOf: original === undefined ? null : rowKey(original),
    ...facts,
  };
}

const rowKey = ({ report, trade }: ReportedTrade): string => `${report.documentId}-${trade.row}`;

/** A trade after its disclosure, or from before the law: the day is mistyped. Both are YYYY-MM-DD. */
export function isDateDoubtful(transactionDate: string, disclosureDate: string): boolean {
  return transactionDate > disclosureDate || transactionDate < FIRST_TRADES;
}

type ReplacedTrades = Map<StockActTrade, { supersededBy: string; supersededByRow: number | null }>;

/**
 * By day and time of filing. Reports without a time (those of the House and the unread ones) come first in
 * their day, an amendment without a time comes last. At the same moment an original comes before its amendment: DocIDs and UUIDs are not
 * chronological.
 */
function byFiling(one: StockActReport, other: StockActReport): number {
  const rank = (report: StockActReport) =>
    report.amendment ?? (report.trades.some(({ filingStatus }) => isChange(filingStatus)) ? 1 : 0);
  return (
    compareText(one.disclosureDate, other.disclosureDate) ||
    compareText(timeOfDay(one), timeOfDay(other)) ||
    rank(one) - rank(other) ||
    compareText(one.documentId, other.documentId)
  );
}

const timeOfDay = ({ filedAt, amendment }: StockActReport): string =>
  filedAt ?? (amendment === null ? '' : '~');

const isChange = (status: StockActTrade['filingStatus']): boolean =>
  status === 'Amended' || status === 'Deleted';

/** Rows of earlier House reports, indexed by number and by asset: some members have tens of thousands. */
class EarlierRows {
  private readonly byNumber = new Map<string, ReportedTrade[]>();
  private readonly byAsset = new Map<string, ReportedTrade[]>();
  private readonly byKey = new Map<string, ReportedTrade>();
  /** Reports that repeat an earlier one as a whole, each with that one. */
  private readonly repeatedReports = new Map<StockActReport, StockActReport>();
  readonly repeated: RepeatedReports;
  /** Day of the last report that could not be read; empty without any. */
  lastUnread = '';

  constructor(private readonly replaced: ReplacedTrades) {
    this.repeated = new RepeatedReports((trade) => !replaced.has(trade));
  }

  add(report: StockActReport): void {
    if (report.readability !== 'read') this.lastUnread = report.disclosureDate;
    this.leaveOutRepeated(report);
    this.repeated.add(report);
    for (const trade of report.trades) {
      this.byKey.set(rowKey({ report, trade }), { report, trade });
      const row = { report, trade };
      for (const key of assetKeys(trade)) appendTo(this.byAsset, key, row);
      if (trade.rowId !== null) appendTo(this.byNumber, trade.rowId, row);
    }
  }

  /** Leaves out the rows of a report that an earlier one has as a whole. */
  leaveOutRepeated(report: StockActReport): void {
    const original = this.repeated.original(report);
    if (original === null) return;
    this.repeatedReports.set(report, original);
    for (const trade of report.trades)
      this.replaced.set(trade, { supersededBy: original.documentId, supersededByRow: null });
  }

  /** The reports of the Senate, each repetition as the one that it repeats: an amendment of either amends what counts. */
  withoutRepeated(reports: readonly StockActReport[]): StockActReport[] {
    return reports.flatMap((report) => {
      const original = this.repeatedReports.get(report);
      if (original === undefined) return report;
      return original.titleDate === report.titleDate ? [] : { ...original, titleDate: report.titleDate };
    });
  }

  /** The row that counts in the place of one that was amended since, once or more; undefined if it was deleted then. */
  standingFor(row: ReportedTrade | undefined): ReportedTrade | undefined {
    if (row === undefined || row.trade.filingStatus === 'Deleted') return undefined;
    const by = this.replaced.get(row.trade);
    return by === undefined
      ? row
      : this.standingFor(this.byKey.get(`${by.supersededBy}-${by.supersededByRow}`));
  }

  withSameNumber = (trade: StockActTrade): ReportedTrade[] =>
    trade.rowId === null ? [] : (this.byNumber.get(trade.rowId) ?? []);
  ofAsset = (trade: StockActTrade): ReportedTrade[] => [
    ...new Set(assetKeys(trade).flatMap((key) => this.byAsset.get(key) ?? [])),
  ];
}

function amendRows(
  report: StockActReport,
  earlier: EarlierRows,
  replaced: ReplacedTrades,
  open: Set<StockActTrade>,
  warnings: Warning[],
): void {
  const standing = (rows: readonly ReportedTrade[]) => rows.filter(({ trade }) => !replaced.has(trade));
  const likeness = rowLikeness({
    isRepeat: (trade) => earlier.repeated.possibleOriginal(trade) !== undefined,
    mayBeUnread: ({ transactionDate }) => earlier.lastUnread >= transactionDate,
  });
  for (const [status, farthest] of [
    ['Deleted', FARTHEST_DELETED],
    ['Amended', FARTHEST],
  ] as const) {
    const changed = report.trades
      .filter(({ filingStatus }) => filingStatus === status)
      .map((trade): ReportedTrade => ({ report, trade }));
    const numbered = new Map(changed.map((row) => [row, standing(earlier.withSameNumber(row.trade)).at(-1)]));
    const others = changed.filter((row) => numbered.get(row) === undefined);
    const found = findCorrected(others, ({ trade }) => standing(earlier.ofAsset(trade)), likeness, farthest);
    const byNumber = [...numbered].flatMap(([correction, original]) =>
      original === undefined ? [] : { correction, original, candidates: [] },
    );
    for (const { correction, original, candidates } of [...byNumber, ...found]) {
      const { trade } = correction;
      const by = { supersededBy: report.documentId, supersededByRow: trade.row };
      if (original !== null) {
        replaced.set(original.trade, by);
        // Which row the first correction means is still not known.
        if (open.has(original.trade)) open.add(trade);
      } else {
        for (const one of [correction, ...candidates]) open.add(one.trade);
        warnings.push({
          kind: `${status.toLowerCase()}-row-${candidates.length === 0 ? 'without-original' : 'of-several'}`,
          detail: `${trade.transactionDate} ${trade.type} ${trade.assetDescription}: ${candidates.length} earlier rows may be meant`,
          where: `${report.documentId}-${trade.row}`,
        });
      }
      if (status !== 'Deleted') continue;
      replaced.set(trade, by);
      const copy = original && earlier.repeated.takeCopy(original.trade);
      // A row of a later report that replaced the copy counts already.
      if (copy && replaced.get(copy)?.supersededByRow === null) replaced.delete(copy);
    }
  }
}

function restate(
  report: StockActReport,
  earlier: readonly StockActReport[],
  { replaced, open }: { replaced: ReplacedTrades; open: Set<StockActTrade> },
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
  // An amendment of an amendment matches the previous amendment here, because the first report is already
  // replaced.
  const sameTitle = earlier.filter(
    ({ titleDate, trades }) =>
      titleDate !== null && titleDate === report.titleDate && !trades.some((trade) => replaced.has(trade)),
  );
  const readable = sameTitle.filter(({ trades }) => trades.length > 0);
  const leaveOpen = (reports: readonly StockActReport[]) => {
    for (const { trades } of reports) for (const trade of trades) open.add(trade);
  };
  if (readable.length === 0) {
    warning('amendment-without-original', 'no earlier report with trades has the date of its title');
    // The title can be mistyped: then a report of another date says the same.
    const alike = earlier.filter(
      (other) => !other.trades.some((trade) => replaced.has(trade)) && isRepeated(other, report),
    );
    if (sameTitle.length === 0 && alike.length > 0) leaveOpen([report, ...alike]);
    return;
  }
  // An unread report can be the one that is meant.
  const unread = sameTitle.filter(({ trades, amendment }) => trades.length === 0 && amendment === null);
  const several = readable.length + unread.length;
  // Two with one number amend two reports, one of which is not here.
  const only = several === 1 && readable[0]?.amendment !== report.amendment ? readable[0] : undefined;
  const original = only ?? previous(sameTitle, report) ?? mostRestated(readable, report);
  if (original === undefined) {
    warning('amendment-of-several', `earlier reports with the date of its title: ${several}`);
    // It restates a whole report: not one of several rows without any of its assets, if it may mean another.
    const possible = readable.filter(
      (one) => one.trades.length === 1 || restatedShare(one, report, SAME_ASSET) > 0,
    );
    leaveOpen([report, ...(possible.length > 0 ? possible : readable)]);
    return;
  }
  // What the first amendment means is still not known.
  if (original.trades.some((trade) => open.has(trade))) leaveOpen([report]);
  for (const trade of original.trades)
    replaced.set(trade, { supersededBy: report.documentId, supersededByRow: null });
}

/** What a second or later amendment follows: the only one with the number before it, if that was read. */
function previous(
  candidates: readonly StockActReport[],
  { amendment }: StockActReport,
): StockActReport | undefined {
  const [one, ...others] = candidates.filter((other) => (other.amendment ?? 0) + 1 === amendment);
  const isAmendment = one !== undefined && one.amendment !== null;
  return isAmendment && others.length === 0 && one.trades.length > 0 ? one : undefined;
}

/**
 * The report with the greatest share of repeated rows; undefined if that is less than half or two reports are
 * equal.
 */
function mostRestated(
  candidates: readonly StockActReport[],
  amendment: StockActReport,
): StockActReport | undefined {
  const shares = candidates.map((report) => ({ report, share: restatedShare(report, amendment) }));
  const most = Math.max(...shares.map(({ share }) => share));
  const best = shares.filter(({ share }) => share === most);
  return most >= RESTATED_SHARE && best.length === 1 ? itemAt(best, 0).report : undefined;
}

/** The amendment has at least half of its rows, and nothing in these is changed. */
const isRepeated = (original: StockActReport, amendment: StockActReport): boolean =>
  original.trades.length > 0 && restatedShare(original, amendment, 5) >= RESTATED_SHARE;

/** The share of the original's rows that the amendment repeats; each row of the amendment counts for one. */
function restatedShare(original: StockActReport, amendment: StockActReport, leastAgreeing = 4): number {
  const open = new Set(amendment.trades);
  let restated = 0;
  // Exact matches first, so that a corrected row does not take the match of an unchanged one.
  const left = original.trades.filter((trade) => !answer(trade, 5));
  for (const trade of left) answer(trade, leastAgreeing);
  return restated / original.trades.length;

  function answer(trade: StockActTrade, agreeing: number): boolean {
    for (const candidate of open) {
      if (!doAgree(trade, candidate, agreeing)) continue;
      open.delete(candidate);
      restated += 1;
      return true;
    }
    return false;
  }
}

/**
 * Whether so many of the five facts of a trade agree: an amendment usually corrects one of them. A corrected asset
 * is the same name, longer or shorter; a different name is a different trade.
 */
function doAgree(one: StockActTrade, other: StockActTrade, least: number): boolean {
  const agreeing = [
    one.ownerFiled === other.ownerFiled,
    one.type === other.type,
    one.transactionDate === other.transactionDate,
    one.amountLabel === other.amountLabel,
  ].filter(Boolean).length;
  if (agreeing + 1 < least) return false;
  const [name, otherName] = [nameOfAsset(one), nameOfAsset(other)];
  if (name === otherName) return true;
  return agreeing >= least && (name.includes(otherName) || otherName.includes(name));
}

/** Each trade is compared with very many. */
const assetNames = new WeakMap<StockActTrade, string>();

const nameOfAsset = (trade: StockActTrade): string =>
  madeOnce(assetNames, trade, () => normaliseText(trade.assetDescription));
