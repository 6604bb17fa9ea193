/** Purchases above the line and sales below it, week by week of a year. */

import { addDays, utcDate, weekday } from '../../dates.js';
import type { Html } from '../../html.js';
import { dayTicks, weekInWords } from '../periods.js';
import { twoWayBars } from './two-way-bars.js';

const WEEKS = 53;

export interface WeeklyBarsOptions {
  title: string;
  now: Date;
  rows: ReadonlyArray<{ at: string; code: string; value: number }>;
}

/** Rows without code P or S give no chart, because an empty one says nothing. */
export function weeklyBars({ title, now, rows }: WeeklyBarsOptions): Html | '' {
  const today = utcDate(now);
  const first = addDays(today, -weekday(today) - (WEEKS - 1) * 7);
  const weeks = new Map(
    Array.from({ length: WEEKS }, (_, index) => [addDays(first, index * 7), { bought: 0, sold: 0 }]),
  );
  for (const { at, code, value } of rows) {
    const moment = new Date(at);
    const week = Number.isNaN(moment.getTime()) ? undefined : weeks.get(mondayOn(utcDate(moment)));
    if (week === undefined) continue;
    if (code === 'P') week.bought += value;
    if (code === 'S') week.sold += value;
  }
  // The label of a month is below the week that has its first day.
  const months = new Map(dayTicks(first, today).map((tick) => [mondayOn(tick.date), tick]));
  const periods = [...weeks].map(([monday, sums]) => {
    const tick = months.get(monday);
    return {
      name: weekInWords(monday),
      ...(tick === undefined ? {} : { label: tick.words, isMinor: tick.isMinor }),
      ...sums,
    };
  });
  return twoWayBars({ title, period: 'Week', periods });
}

function mondayOn(date: string): string {
  return addDays(date, -weekday(date));
}
