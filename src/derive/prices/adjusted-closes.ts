/** Raw closes and split events in, a split-adjusted series out. A day without a price stays without one. */

import { byText, itemAt } from '../../collections.js';
import { dayNumber } from '../../dates.js';
import type { Warning } from '../../records/crawl.js';
import type { Close } from '../../records/form4/open-market-lots.js';
import type { PriceKind, RawClose, Split } from '../../records/prices/price.js';
import { tradingDayBefore } from './trading-days.js';

/** Of one day the price that says most: a close before a reference close before what insiders traded at. */
const KIND_RANK: Record<PriceKind, number> = { close: 0, 'settlement-reference': 1, form4: 2 };

/** A step of less than 40 per cent is taken for a move of the market. */
const LARGE_STEP = 0.4;
/** New shares for one old share, or the other way round. */
const SIMPLE_RATIOS = [
  2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 18, 20, 25, 30, 35, 40, 50, 60, 75, 80, 100, 150, 200, 250, 500, 1000,
];
/** How far a step may lie from such a ratio: the market moved on the day of the split as well. */
const NEAR_RATIO = 0.15;

/** What insiders trade at may be a private price: it counts only near a close of about that day, where there is one. */
const TRADED_WITHIN = 0.2;
const NEAR_DAYS = 7;

interface PricedDay extends Close {
  kind: PriceKind;
}

/**
 * The closes of one security, oldest first, one for each day that has a price, in shares of today.
 * - A `settlement-reference` is put on the trading day before its settlement date; on the day of a split it is left
 *   out, because the register then states it in old shares.
 * - A traded price far from the closes around it is left out, with a warning.
 * - A step that looks like a split nobody told of withholds everything before it, with a warning.
 */
export function adjustedCloses(
  raw: readonly RawClose[],
  splits: readonly Split[],
): { closes: Close[]; warnings: Warning[] } {
  const warnings: Warning[] = [];
  const events = uniqueSplits(splits, warnings);
  const days = oneForEachDay(raw, events);
  const adjusted =
    events.length === 0 ? days : days.map((day) => ({ ...day, close: inSharesOfToday(day, events) }));
  const sound = withoutOutlyingTrades(adjusted, warnings);
  return { closes: afterLastUnknownSplit(sound, warnings), warnings };
}

/** Two sources may tell of one split; two different ones on one day are kept apart from the series. */
function uniqueSplits(splits: readonly Split[], warnings: Warning[]): Split[] {
  const events = new Map<string, Split>();
  for (const split of splits) {
    const known = events.get(split.date);
    if (known === undefined) events.set(split.date, split);
    else if (Math.abs(factor(known) / factor(split) - 1) > 1e-6)
      warnings.push({
        kind: 'splits-disagree',
        detail: `${factor(known)} and ${factor(split)}`,
        where: split.date,
      });
  }
  return [...events.values()];
}

const factor = ({ numerator, denominator }: Split) => numerator / denominator;

function oneForEachDay(raw: readonly RawClose[], events: readonly Split[]): PricedDay[] {
  const days = new Map<string, PricedDay>();
  for (const { date: filed, close, kind } of raw) {
    const date = kind === 'settlement-reference' ? tradingDayBefore(filed) : filed;
    if (kind === 'settlement-reference' && isFirstDayOfSplit(date, events)) continue;
    const known = days.get(date);
    if (known === undefined || KIND_RANK[kind] < KIND_RANK[known.kind]) days.set(date, { date, close, kind });
  }
  return [...days.values()].sort(byText(({ date }) => date));
}

/** A split may be told with a day on which nothing trades. */
function isFirstDayOfSplit(date: string, events: readonly Split[]): boolean {
  return events.some((event) => event.date <= date && event.date > tradingDayBefore(date));
}

/** Four decimals keep a price of cents readable and drop the dust of division. */
function inSharesOfToday({ date, close }: PricedDay, events: readonly Split[]): number {
  const later = events.filter((event) => event.date > date);
  if (later.length === 0) return close;
  return Number((close / later.reduce((product, event) => product * factor(event), 1)).toFixed(4));
}

function withoutOutlyingTrades(days: PricedDay[], warnings: Warning[]): PricedDay[] {
  const closes = days.filter(({ kind }) => kind !== 'form4');
  return days.filter((day) => {
    if (day.kind !== 'form4') return true;
    const near = nearest(closes, day.date);
    if (near === null || Math.abs(day.close / near.close - 1) <= TRADED_WITHIN) return true;
    warnings.push({
      kind: 'traded-far-from-close',
      detail: `traded at ${day.close} on ${day.date}, close ${near.close} on ${near.date}`,
      where: day.date,
    });
    return false;
  });
}

function nearest(closes: readonly PricedDay[], date: string): PricedDay | null {
  const at = dayNumber(date);
  let best: PricedDay | null = null;
  let distance = NEAR_DAYS + 1;
  for (const one of closes) {
    const apart = Math.abs(dayNumber(one.date) - at);
    if (apart < distance) {
      best = one;
      distance = apart;
    }
  }
  return best;
}

function afterLastUnknownSplit(days: readonly PricedDay[], warnings: Warning[]): Close[] {
  let start = 0;
  for (let index = 1; index < days.length; index += 1) {
    const before = itemAt(days, index - 1);
    const after = itemAt(days, index);
    if (!looksLikeSplit(after.close / before.close)) continue;
    start = index;
    warnings.push({
      kind: 'unknown-split',
      detail: `${before.close} on ${before.date}, ${after.close} on ${after.date}: nothing before is shown`,
      where: after.date,
    });
  }
  return days.slice(start).map(({ date, close }) => ({ date, close }));
}

function looksLikeSplit(step: number): boolean {
  const large = step <= 1 - LARGE_STEP || step >= 1 / (1 - LARGE_STEP);
  if (!large) return false;
  const ratio = step < 1 ? 1 / step : step;
  return SIMPLE_RATIOS.some((simple) => Math.abs(ratio / simple - 1) <= NEAR_RATIO);
}
