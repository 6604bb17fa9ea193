/**
 * Clusters and streaks computed again with plain loops over all rows and no code of the project: slow, obvious, and
 * only for comparison.
 */

import type { OpenMarketLot } from '../../../src/records/form4/open-market-lots.js';

const parts = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
});

const days = new Map<string, number>();
const weeks = new Map<number, string>();

/** Whole days since 1970 of the New York calendar day of a moment. */
export function dayInNewYork(moment: string): number {
  const known = days.get(moment);
  if (known !== undefined) return known;
  const found: Record<string, number> = {};
  for (const { type, value } of parts.formatToParts(new Date(moment))) found[type] = Number(value);
  const day = Date.UTC(found.year!, found.month! - 1, found.day!) / 86_400_000;
  days.set(moment, day);
  return day;
}

/** ISO week of a day, by walking to its Thursday and counting Thursdays from January. */
export function isoWeek(day: number): string {
  const known = weeks.get(day);
  if (known !== undefined) return known;
  let thursday = day;
  const weekday = (d: number) => (new Date(d * 86_400_000).getUTCDay() + 6) % 7;
  thursday += 3 - weekday(day);
  const year = new Date(thursday * 86_400_000).getUTCFullYear();
  let count = 0;
  for (let d = Date.UTC(year, 0, 1) / 86_400_000; d <= thursday; d += 1) if (weekday(d) === 3) count += 1;
  const week = `${year}-W${count < 10 ? '0' : ''}${count}`;
  weeks.set(day, week);
  return week;
}

const cents = (x: number) => Math.round(x * 100) / 100;

export interface NaiveCluster {
  issuerCik: string;
  direction: 'P' | 'S';
  insiderCount: number;
  totalValue: number;
  discretionaryValue: number;
  filingCount: number;
  firstFiledAt: string;
  lastFiledAt: string;
}

/** All clusters, uncut and in no order. */
export function naiveClusters(all: readonly OpenMarketLot[], now: Date): NaiveCluster[] {
  const today = dayInNewYork(now.toISOString());
  const inside = all.filter(
    (lot) => dayInNewYork(lot.filedAt) <= today && dayInNewYork(lot.filedAt) > today - 60,
  );
  const found: NaiveCluster[] = [];
  for (const issuerCik of new Set(inside.map((lot) => lot.issuerCik))) {
    // Groups of people are merged as long as any lot names people of two groups.
    let rooms: Array<Set<string>> = [];
    for (const lot of inside.filter((one) => one.issuerCik === issuerCik))
      rooms.push(new Set([lot.ownerCik, ...lot.ownerCiks]));
    for (let merged = true; merged; ) {
      merged = false;
      outer: for (let a = 0; a < rooms.length; a += 1)
        for (let b = a + 1; b < rooms.length; b += 1)
          if ([...rooms[a]!].some((cik) => rooms[b]!.has(cik))) {
            rooms[a] = new Set([...rooms[a]!, ...rooms[b]!]);
            rooms = rooms.filter((_, index) => index !== b);
            merged = true;
            break outer;
          }
    }
    for (const direction of ['P', 'S'] as const) {
      const counted: OpenMarketLot[] = [];
      let insiderCount = 0;
      for (const room of rooms) {
        const own = inside.filter(
          (lot) => lot.issuerCik === issuerCik && lot.code === direction && room.has(lot.ownerCik),
        );
        if (cents(own.reduce((sum, lot) => sum + lot.totalValue, 0)) < 10_000) continue;
        insiderCount += 1;
        counted.push(...own);
      }
      if (insiderCount < 3) continue;
      const times = counted.map((lot) => lot.filedAt).sort();
      found.push({
        issuerCik,
        direction,
        insiderCount,
        totalValue: cents(counted.reduce((sum, lot) => sum + lot.totalValue, 0)),
        discretionaryValue: cents(
          counted.filter((lot) => !lot.is10b5_1).reduce((sum, lot) => sum + lot.totalValue, 0),
        ),
        filingCount: new Set(counted.map((lot) => lot.accession)).size,
        firstFiledAt: times[0]!,
        lastFiledAt: times.at(-1)!,
      });
    }
  }
  return found;
}

export interface NaiveStreak {
  owner: string;
  issuerCik: string;
  direction: 'P' | 'S';
  weeks: number;
  lastWeek: string;
  streakValue: number;
  plannedValue: number;
  history: Array<{ week: string; value: number; filings: number }>;
  earlier: Array<{ lastWeek: string; weeks: number; value: number }>;
}

/** All live runs, uncut and in no order. */
export function naiveStreaks(all: readonly OpenMarketLot[], now: Date): NaiveStreak[] {
  const today = dayInNewYork(now.toISOString());
  const found: NaiveStreak[] = [];
  const threads = new Set(all.map((lot) => JSON.stringify([lot.ownerSlug, lot.issuerCik, lot.code])));
  for (const thread of threads) {
    const [owner, issuerCik, direction] = JSON.parse(thread) as [string, string, 'P' | 'S'];
    const own = all.filter(
      (lot) => lot.ownerSlug === owner && lot.issuerCik === issuerCik && lot.code === direction,
    );
    const of = (week: string) =>
      own.filter(
        (lot) =>
          dayInNewYork(lot.filedAt) <= endOfThisWeek(today) && isoWeek(dayInNewYork(lot.filedAt)) === week,
      );
    // Walk back two years, a week at a time, and cut at an empty week.
    const runs: string[][] = [[]];
    for (let back = 0; back < 104; back += 1) {
      const week = isoWeek(today - 7 * back);
      if (of(week).length > 0) runs.at(-1)!.push(week);
      else if (runs.at(-1)!.length > 0) runs.push([]);
    }
    const value = (weeks: string[]) => cents(weeks.flatMap(of).reduce((sum, lot) => sum + lot.totalValue, 0));
    const good = runs.filter((run) => run.length >= 2 && value(run) >= 50_000);
    const live = good.find((run) => run[0] === isoWeek(today) || run[0] === isoWeek(today - 7));
    if (live === undefined) continue;
    found.push({
      owner,
      issuerCik,
      direction,
      weeks: live.length,
      lastWeek: live[0]!,
      streakValue: value(live),
      plannedValue: cents(
        live
          .flatMap(of)
          .filter((lot) => lot.is10b5_1)
          .reduce((sum, lot) => sum + lot.totalValue, 0),
      ),
      history: Array.from({ length: 12 }, (_, index) => {
        const week = isoWeek(today - 7 * (11 - index));
        return { week, value: value([week]), filings: new Set(of(week).map((lot) => lot.accession)).size };
      }),
      earlier: good
        .filter((run) => run !== live)
        .map((run) => ({ lastWeek: run[0]!, weeks: run.length, value: value(run) })),
    });
  }
  return found;
}

function endOfThisWeek(today: number): number {
  return today + 6 - ((new Date(today * 86_400_000).getUTCDay() + 6) % 7);
}
