/**
 * Derives the price-return reconstruction, purchase prices and returns from disclosed positions and prices. None of
 * it is what the manager earned: short positions, bonds, cash, options and everything between two quarter ends is
 * unknown.
 * Long because the periods and the returns share one walk over the days.
 */

import { itemAt, required } from '../../collections.js';
import { dayNumber, utcDate } from '../../dates.js';
import type { Position } from '../../records/portfolios/fund-quarter.js';
import { type DatedClose, firstSince, knownSplits, type Prices } from '../prices/current-closes.js';
import { isLargeStep } from '../prices/holding-splits.js';
import { type EffectiveReport, impliedPrice, round } from './effective-reports.js';

interface ValuePoint {
  date: string;
  valueUsd: number;
  changePct: number;
}

interface BenchmarkPoint extends DatedClose {
  changePct: number;
}

/** The filed totals that are known, oldest first. */
export function valueHistory(
  reports: readonly EffectiveReport[],
): Array<{ periodEnd: string; valueUsd: number }> {
  return reports.flatMap(({ periodEnd, totalUsd }) =>
    totalUsd === null ? [] : [{ periodEnd, valueUsd: totalUsd }],
  );
}

/** A day is shown if closes of that day cover at least this part of the disclosed value in shares. */
const LEAST_COVERAGE = 0.5;
/** A close older than this at the start of a stretch is not used as its price. */
const FRESH_DAYS = 7;
/**
 * The next report is due 45 days after the next quarter's end; some weeks later the holdings are not known any more.
 */
const DAYS_UNTIL_STALE = 75;

/**
 * The value of the disclosed share positions day by day, as if each report's shares were held unchanged from the day
 * on which it was filed until the next one was filed. Stretches are chained: a report starts at the value where the
 * one before ended, so that purchases and sales make no step. It begins with the filed total at `changePct` 0 on the
 * first day that can be shown.
 *
 * Only shares count: options and principal amounts have no price here. A position without a close at the start of its
 * stretch is left out of the stretch, and so is one whose shares are unreliable or may have been split since. A
 * position that has no close on a day keeps its last one. A day on which closes cover less than half of the value is
 * not shown, and nothing is interpolated. If no report comes in time, or if less than half of a report's value has a
 * price at its start, the chain is broken: the series is what follows the last such gap, and it ends when the last
 * report is stale. With a benchmark the days are the benchmark's days, so both series have the same days; without any
 * prices both are empty.
 */
export function reconstruct(
  reports: readonly EffectiveReport[],
  tickerOf: (position: Position) => string | null,
  prices: Prices,
  options: { benchmark: string; today: string },
): { valueSeriesUsd: ValuePoint[]; benchmarkSeries: BenchmarkPoint[] } {
  const { benchmark, today } = options;
  const indexed = new Map<string, IndexedCloses>();
  const days = new DayList();
  const seriesOf = (ticker: string) => {
    let series = indexed.get(ticker);
    if (series === undefined) {
      series = days.index(prices.closes(ticker), today);
      indexed.set(ticker, series);
    }
    return series;
  };
  const benchmarkCloses = seriesOf(benchmark);
  const sorted = inOrderOfFiling(reports);
  const stretches = sorted
    .map((report, i) => ({
      report,
      from: report.firstFiledDate,
      to: itemAt([sorted[i + 1]?.firstFiledDate ?? today, today, staleFrom(report)].sort(), 0),
    }))
    .filter(({ from, to }) => from <= to);

  let points: Array<{ day: number; level: number }> = [];
  let level = 1;
  /** Last day of the stretch before. */
  let covered = Number.POSITIVE_INFINITY;
  for (const { report, from, to } of stretches) {
    const held = heldPositions(report, { tickerOf, prices, today, seriesOf });
    const shareValue = report.positions
      .filter(({ amountType, putCall }) => amountType === 'SH' && putCall === null)
      .reduce((sum, { valueUsd }) => sum + (valueUsd ?? 0), 0);
    const stretch = valuesOf(held, dayNumber(from), dayNumber(to), shareValue);
    if (stretch === null) continue;
    if (covered < dayNumber(from)) points = [];
    covered = dayNumber(to);
    for (const { day, value } of stretch.shown) {
      if (points.length > 0 && itemAt(points, -1).day >= day) continue;
      points.push({ day, level: level * (value / stretch.start) });
    }
    level *= stretch.end / stretch.start;
  }

  return toSeries(points, { reports: sorted, benchmarkCloses, days });
}

interface SeriesContext {
  /** In the order of filing. */
  reports: readonly EffectiveReport[];
  benchmarkCloses: IndexedCloses;
  days: DayList;
}

/** Levels as dollars and per cent, on the days of the benchmark if there is one. */
function toSeries(
  points: ReadonlyArray<{ day: number; level: number }>,
  { reports, benchmarkCloses, days }: SeriesContext,
): { valueSeriesUsd: ValuePoint[]; benchmarkSeries: BenchmarkPoint[] } {
  const benchmarkByDay = new Map(
    benchmarkCloses.days.map((day, i) => [day, itemAt(benchmarkCloses.closes, i)]),
  );
  const shown = benchmarkByDay.size === 0 ? points : points.filter(({ day }) => benchmarkByDay.has(day));
  const first = shown[0];
  if (first === undefined) return { valueSeriesUsd: [], benchmarkSeries: [] };
  const base = baseOf(reports, first.day);
  if (base === null) return { valueSeriesUsd: [], benchmarkSeries: [] };
  const firstClose = benchmarkByDay.get(first.day);
  return {
    valueSeriesUsd: shown.map(({ day, level }) => ({
      date: days.dateOf(day),
      valueUsd: round(base * (level / first.level), 2),
      changePct: round((level / first.level - 1) * 100, 4),
    })),
    benchmarkSeries:
      firstClose === undefined
        ? []
        : shown.map(({ day }) => {
            const close = required(benchmarkByDay.get(day), 'benchmarkByDay');
            return { date: days.dateOf(day), close, changePct: round((close / firstClose - 1) * 100, 4) };
          }),
  };
}

interface HeldPosition {
  shares: number;
  filedUsd: number;
  series: IndexedCloses;
}

interface HoldingContext {
  tickerOf: (position: Position) => string | null;
  prices: Prices;
  today: string;
  seriesOf: (ticker: string) => IndexedCloses;
}

/** The share positions of a report that have a price and no suspected split. */
function heldPositions(
  report: EffectiveReport,
  { tickerOf, prices, today, seriesOf }: HoldingContext,
): HeldPosition[] {
  return report.positions
    .filter(
      ({ amountType, putCall, shares, hasPrice }) =>
        amountType === 'SH' && putCall === null && (shares ?? 0) > 0 && hasPrice,
    )
    .map((position) => {
      const ticker = tickerOf(position);
      if (ticker === null) return null;
      const { factor, isSure } = knownSplits(prices, ticker, report.periodEnd, today);
      const filed = impliedPrice(position);
      const near = isSure ? undefined : firstSince(prices.closes(ticker), report.periodEnd);
      if (filed !== null && near !== undefined && isLargeStep((near.close * factor) / filed)) return null;
      return {
        shares: required(position.shares, 'shares') * factor,
        filedUsd: position.valueUsd ?? 0,
        series: seriesOf(ticker),
      };
    })
    .filter((one) => one !== null);
}

/** The filed total of the report that was the newest on the first day shown. */
function baseOf(reports: readonly EffectiveReport[], day: number): number | null {
  const filed = reports.filter(({ firstFiledDate }) => dayNumber(firstFiledDate) <= day);
  return (filed.at(-1) ?? itemAt(reports, 0)).totalUsd;
}

/** The day from which a report says nothing about the current holdings. */
function staleFrom({ periodEnd }: EffectiveReport): string {
  // `periodEnd` is YYYY-MM-DD.
  const [year, month] = periodEnd.split('-').map(Number) as [number, number];
  // Day 0 is the last one of the month before: the end of the third month from here.
  return utcDate(Date.UTC(year, month + 3, DAYS_UNTIL_STALE));
}

/** A quarter reported only after a later one says nothing about the days since. */
function inOrderOfFiling(reports: readonly EffectiveReport[]): EffectiveReport[] {
  let latest = '';
  return [...reports]
    .sort((a, b) => (a.firstFiledDate < b.firstFiledDate ? -1 : 1))
    .filter(({ periodEnd }) => {
      if (periodEnd <= latest) return false;
      latest = periodEnd;
      return true;
    });
}

interface IndexedCloses {
  /** Days since 1970, rising. */
  days: number[];
  closes: number[];
}

/** Dates as numbers, and the reverse. */
class DayList {
  private readonly dates = new Map<number, string>();
  private readonly numbers = new Map<string, number>();

  index(series: readonly DatedClose[], until: string): IndexedCloses {
    const days: number[] = [];
    const closes: number[] = [];
    for (const { date, close } of series) {
      if (date > until || !(close > 0)) continue;
      let day = this.numbers.get(date);
      if (day === undefined) {
        day = dayNumber(date);
        this.numbers.set(date, day);
        this.dates.set(day, date);
      }
      days.push(day);
      closes.push(close);
    }
    return { days, closes };
  }

  dateOf(day: number): string {
    return required(this.dates.get(day), 'dates');
  }
}

interface HoldingPeriod {
  /** Value on the first and on the last day, by the last known closes. */
  start: number;
  end: number;
  /** The days on which enough positions have a close. */
  shown: Array<{ day: number; value: number }>;
}

/** Null if positions without a price at the start are more than half of the value. */
function valuesOf(
  held: readonly HeldPosition[],
  from: number,
  to: number,
  shareValue: number,
): HoldingPeriod | null {
  const span = to - from + 1;
  // By day of the stretch: how much the total changes, and how much of the filed value has a price on that day.
  const steps = new Float64Array(span);
  const fresh = new Float64Array(span);
  let start = 0;
  let priced = 0;
  for (const { shares, filedUsd, series } of held) {
    const { days, closes } = series;
    let at = firstAfter(days, from) - 1;
    if (at < 0 || from - itemAt(days, at) > FRESH_DAYS) continue;
    let last = shares * itemAt(closes, at);
    start += last;
    priced += filedUsd;
    add(steps, 0, last);
    if (days[at] === from) add(fresh, 0, filedUsd);
    for (at += 1; at < days.length && itemAt(days, at) <= to; at += 1) {
      const value = shares * itemAt(closes, at);
      const place = itemAt(days, at) - from;
      add(steps, place, value - last);
      add(fresh, place, filedUsd);
      last = value;
    }
  }
  if (!(start > 0) || priced / shareValue < LEAST_COVERAGE) return null;
  const shown: HoldingPeriod['shown'] = [];
  let value = 0;
  for (const [place, step] of steps.entries()) {
    value += step;
    if (value > 0 && (fresh[place] ?? 0) / shareValue >= LEAST_COVERAGE)
      shown.push({ day: from + place, value });
  }
  return value > 0 ? { start, end: value, shown } : null;
}

function add(sums: Float64Array, place: number, amount: number): void {
  sums[place] = (sums[place] ?? 0) + amount;
}

/** Index of the first day after `day`. */
function firstAfter(days: readonly number[], day: number): number {
  let low = 0;
  let high = days.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (itemAt(days, middle) <= day) low = middle + 1;
    else high = middle;
  }
  return low;
}
