/** Derives streaks: one insider filing in one issuer and one direction, week after week. */

import {
  STREAK_HISTORY_WEEKS,
  STREAK_MIN_USD,
  STREAK_MIN_WEEKS,
  STREAKS_MAX,
} from '../../../tools/contract/rules.js';
import type { StreakFacts } from '../../../tools/contract/shapes/digest.js';
import { compareText, groupBy, itemAt } from '../../collections.js';
import { dayNumber, newYorkDate } from '../../dates.js';
import { roundCents } from '../../decimal.js';
import type { Close, OpenMarketLot } from '../../records/form4/open-market-lots.js';
import { byFiling } from './filing-order.js';
import { mondayOf, weekLabel, weekNumber } from './new-york-weeks.js';

interface StreakInput {
  /** Canonical open-market lots of the window, in any order. */
  lots: readonly OpenMarketLot[];
  /** Split-adjusted closes of an issuer, oldest first; empty without a price source. */
  closes: (issuerCik: string, ticker: string) => readonly Close[];
  now: Date;
  /** Called with the total number, before the list is cut. */
  onTotal?: (total: number) => void;
  /** How many runs are wanted. Only the first 50 have prices. */
  most?: number;
}

/**
 * A later first close says nothing about the end of a run: prices may be sparse, or withheld before some day.
 */
const RETURN_STARTS_WITHIN_DAYS = 7;

interface StreakWeek {
  number: number;
  value: number;
  planned: number;
  filings: Set<string>;
  lastFiledAt: string;
}

interface WeekRun {
  weeks: StreakWeek[];
  value: number;
  planned: number;
}

type StreakEntry = Omit<StreakFacts, 'priceSeries' | 'trackRecord'>;

/** The live runs, at most 50 unless `most` says more: longest first, then largest, then by slug and issuer. */
export function deriveStreaks({
  lots,
  closes,
  now,
  onTotal,
  most = STREAKS_MAX,
}: StreakInput): StreakFacts[] {
  const thisWeek = weekNumber(newYorkDate(now.toISOString()));
  const live: Array<{ entry: StreakEntry; before: WeekRun[]; last: OpenMarketLot }> = [];
  for (const thread of groupTrades(lots)) {
    const weeks = byWeek(thread).filter((week) => week.number <= thisWeek);
    const runs = runsOf(weeks);
    const run = runs.find(({ weeks: own }) => itemAt(own, -1).number >= thisWeek - 1);
    if (run === undefined) continue;
    const last = itemAt(thread, -1);
    live.push({
      entry: entryOf(run, weeks, last, thisWeek),
      before: runs.filter((one) => one !== run),
      last,
    });
  }
  onTotal?.(live.length);
  const from = mondayOf(thisWeek - STREAK_HISTORY_WEEKS + 1);
  return live
    .sort((a, b) => bySize(a.entry, b.entry))
    .slice(0, most)
    .map(({ entry, before, last }, place) => {
      const series = place < STREAKS_MAX ? closes(last.issuerCik, last.issuerTicker) : [];
      const priceSeries = series
        .filter(({ date }) => date >= from)
        .map(({ date, close }) => ({ date, close }));
      const trackRecord = [...before].reverse().map((run) => ({
        direction: last.code,
        firstWeek: weekLabel(itemAt(run.weeks, 0).number),
        lastWeek: weekLabel(itemAt(run.weeks, -1).number),
        weeks: run.weeks.length,
        value: run.value,
        returnPct: returnSince(series, newYorkDate(itemAt(run.weeks, -1).lastFiledAt)),
      }));
      return { ...entry, priceSeries, trackRecord };
    });
}

/** The lots of one insider in one issuer and direction, oldest filing first. */
function groupTrades(lots: readonly OpenMarketLot[]): OpenMarketLot[][] {
  const threads = groupBy(lots, (lot) => `${lot.ownerCik}|${lot.issuerCik}|${lot.code}`);
  return [...threads.values()].map((thread) => thread.sort(byFiling));
}

function entryOf(run: WeekRun, weeks: StreakWeek[], last: OpenMarketLot, thisWeek: number): StreakEntry {
  const byNumber = new Map(weeks.map((week) => [week.number, week]));
  const history = Array.from({ length: STREAK_HISTORY_WEEKS }, (_, index) => {
    const number = thisWeek - STREAK_HISTORY_WEEKS + 1 + index;
    const week = byNumber.get(number);
    return { week: weekLabel(number), value: roundCents(week?.value ?? 0), filings: week?.filings.size ?? 0 };
  });
  return {
    ownerName: last.ownerName,
    ownerSlug: last.ownerSlug,
    issuerCik: last.issuerCik,
    issuerTicker: last.issuerTicker,
    issuerName: last.issuerName,
    direction: last.code,
    weeks: run.weeks.length,
    firstWeek: weekLabel(itemAt(run.weeks, 0).number),
    lastWeek: weekLabel(itemAt(run.weeks, -1).number),
    streakValue: run.value,
    plannedValue: run.planned,
    filingHistory: history,
  };
}

/** The weeks with at least one filing, oldest first. */
function byWeek(thread: OpenMarketLot[]): StreakWeek[] {
  const weeks = new Map<number, StreakWeek>();
  for (const lot of thread) {
    const number = weekNumber(newYorkDate(lot.filedAt));
    const week = weeks.get(number) ?? {
      number,
      value: 0,
      planned: 0,
      filings: new Set<string>(),
      lastFiledAt: lot.filedAt,
    };
    week.value += lot.totalValue;
    if (lot.is10b5_1) week.planned += lot.totalValue;
    week.filings.add(lot.accession);
    week.lastFiledAt = lot.filedAt;
    weeks.set(number, week);
  }
  return [...weeks.values()].sort((a, b) => a.number - b.number);
}

/** Runs of consecutive weeks that are long and large enough, oldest first. */
function runsOf(weeks: StreakWeek[]): WeekRun[] {
  const runs: StreakWeek[][] = [];
  for (const week of weeks) {
    const current = runs.at(-1);
    if (current !== undefined && itemAt(current, -1).number === week.number - 1) current.push(week);
    else runs.push([week]);
  }
  return runs
    .map((own) => ({
      weeks: own,
      value: roundCents(own.reduce((sum, week) => sum + week.value, 0)),
      planned: roundCents(own.reduce((sum, week) => sum + week.planned, 0)),
    }))
    .filter((run) => run.weeks.length >= STREAK_MIN_WEEKS && run.value >= STREAK_MIN_USD);
}

/**
 * Per cent from the first close on or after the day of a run's last filing to the latest close; null if there is no
 * later one, or none within a week of that day.
 */
function returnSince(series: readonly Close[], date: string): number | null {
  const start = series.find((one) => one.date >= date);
  const end = series.at(-1);
  if (start === undefined || end === undefined || start.date === end.date || start.close <= 0) return null;
  if (dayNumber(start.date) - dayNumber(date) > RETURN_STARTS_WITHIN_DAYS) return null;
  return Math.round((end.close / start.close - 1) * 10_000) / 100;
}

function bySize(a: StreakEntry, b: StreakEntry): number {
  return (
    b.weeks - a.weeks ||
    b.streakValue - a.streakValue ||
    compareText(a.ownerSlug, b.ownerSlug) ||
    compareText(a.issuerCik, b.issuerCik) ||
    compareText(a.direction, b.direction)
  );
}
