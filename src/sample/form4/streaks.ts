/** Insiders who trade week after week, some with older runs behind them, and runs that fall short. */

import { addDays } from '../calendar.js';
import { type Owner, organisation } from '../people.js';
import type { Draft } from './draft.js';
import * as say from './footnotes.js';
import { insider, market, type Stage, type Trade } from './stage.js';

interface Run {
  ticker: string;
  owners: readonly Owner[];
  code: 'P' | 'S';
  /** Weeks before the newest one, each with a filing. */
  weeks: number[];
  /** USD for each week. */
  usd: number;
  /** Business day of the week, 0 the first. */
  nth?: number;
  trade?: Partial<Trade>;
  more?: Partial<Draft>;
}

const run = (stage: Stage, { ticker, owners, code, weeks, usd, nth = 2, trade, more }: Run): Draft[] =>
  weeks.map((week) =>
    market(
      stage,
      // A little more each time, so that no two weeks look alike.
      {
        ticker,
        owners,
        code,
        usd: usd + 137 * (week % 9),
        filed: stage.calendar.inWeek(week, nth),
        ...trade,
      },
      more,
    ),
  );

const upTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

/** Runs that are still going on, with the completed ones of the same people. */
export function streaks(stage: Stage): Draft[] {
  const raider: Owner = { party: organisation('Fothergrimm Industries, Inc.'), tenPercent: true };
  const trust = organisation('Nettlequist Dynasty Trust');
  const planned = { notes: { coding: [say.sixMonthPlan(addDays(stage.calendar.day, -260))] } };
  const runs: Run[] = [
    { ticker: 'ZENQ', owners: [insider('ZENQ', 1)], code: 'P', weeks: upTo(0, 3), usd: 21_000 },
    // A director of two issuers, with a run at each.
    { ticker: 'ZENQ', owners: [insider('ZENQ', 3)], code: 'P', weeks: upTo(0, 1), usd: 40_000, nth: 1 },
    { ticker: 'KQRA', owners: [insider('ZENQ', 3)], code: 'P', weeks: upTo(0, 2), usd: 31_000, nth: 1 },
    // A planned seller, half a year long.
    {
      ticker: 'VYXT',
      owners: [insider('VYXT', 0)],
      code: 'S',
      weeks: upTo(0, 25),
      usd: 410_000,
      nth: 0,
      trade: { lots: 3, averaged: true, ...planned },
      more: { planBox: true },
    },
    // A company that builds up its stake.
    {
      ticker: 'JQNS',
      owners: [raider],
      code: 'P',
      weeks: upTo(0, 5),
      usd: 1_900_000,
      trade: { lots: 2, averaged: true },
    },
    { ticker: 'JQNS', owners: [insider('JQNS', 2)], code: 'S', weeks: upTo(0, 1), usd: 32_000, nth: 3 },
    // Three weeks now; three weeks in spring and two before that are done.
    {
      ticker: 'OQRE',
      owners: [insider('OQRE', 0)],
      code: 'P',
      weeks: [...upTo(0, 2), ...upTo(17, 19), ...upTo(34, 35)],
      usd: 28_000,
    },
    // Half of the weeks under a plan.
    { ticker: 'PQVA', owners: [insider('PQVA', 2)], code: 'S', weeks: [0, 2, 4], usd: 66_000 },
    {
      ticker: 'PQVA',
      owners: [insider('PQVA', 2)],
      code: 'S',
      weeks: [1, 3],
      usd: 58_000,
      more: { planBox: true },
    },
    // A person and a trust file together.
    {
      ticker: 'RXQO',
      owners: [insider('RXQO', 1), { party: trust, tenPercent: true }],
      code: 'P',
      weeks: upTo(0, 2),
      usd: 120_000,
      trade: { nature: 'By trust', notes: { nature: [say.heldByTrust(trust.name)] } },
    },
    {
      ticker: 'TQLE',
      owners: [insider('TQLE', 0)],
      code: 'S',
      weeks: [...upTo(0, 3), ...upTo(26, 29)],
      usd: 95_000,
      nth: 4,
      trade: { lots: 2 },
    },
    {
      ticker: 'KQRA',
      owners: [insider('KQRA', 0)],
      code: 'P',
      weeks: [...upTo(0, 1), ...upTo(10, 12)],
      usd: 52_000,
    },
  ];
  return runs.flatMap((each) => run(stage, each));
}

/** A gap of one week, a sum just below 50,000 USD, one week only, and a run that is over. */
export function nearStreaks(stage: Stage): Draft[] {
  const runs: Run[] = [
    { ticker: 'RXQO', owners: [insider('RXQO', 2)], code: 'S', weeks: [0, 2, 4], usd: 70_000 },
    { ticker: 'TQLE', owners: [insider('TQLE', 1)], code: 'P', weeks: upTo(0, 1), usd: 24_000 },
    { ticker: 'OQRE', owners: [insider('OQRE', 1)], code: 'P', weeks: [0], usd: 60_000, trade: { lots: 2 } },
    { ticker: 'PQVA', owners: [insider('PQVA', 1)], code: 'P', weeks: upTo(3, 6), usd: 44_000 },
  ];
  return runs.flatMap((each) => run(stage, each));
}
