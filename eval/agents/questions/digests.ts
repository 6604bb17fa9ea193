/** Questions about clusters and streaks. */

import type { Ledger } from '../ledger.js';
import { anything, question } from '../question.js';

const WINDOW_DAYS = 60;
const LEAST_OF_PERSON = 10_000;
const LEAST_OF_STREAK = 50_000;

interface Lot {
  cik: string;
  ticker: string;
  owner: string;
  slug: string;
  name: string;
  code: string;
  filed_at: string;
  accession: string;
  title: string | null;
  is_officer: number;
  cents: number;
  planned: number;
}

const NEW_YORK = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' });
/** Days since 1970 of the date in New York. */
const dayOf = (at: string) => Date.parse(NEW_YORK.format(new Date(at))) / 86_400_000;
/** 5 January 1970 was a Monday. */
const weekOf = (at: string) => Math.floor((dayOf(at) - 4) / 7);

function lots(ledger: Ledger, since: string): Lot[] {
  return ledger.all<Lot>(
    `SELECT cik, ticker, owner, slug, name, code, filed_at, accession, title, is_officer, cents, planned FROM feed
      WHERE filed >= ? AND other_security = 0 ORDER BY filed_at, accession, "row"`,
    since,
  );
}

function grouped<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}

const sum = (rows: readonly Lot[]) => rows.reduce((all, { cents }) => all + cents, 0);

interface Card {
  issuerCik: string;
  issuerTicker: string;
  direction: string;
  insiderCount: number;
  totalValue: number;
  seniority: { chief: number };
}

/** The cards of derivation, the most convincing first. */
function cards(ledger: Ledger): Card[] {
  return ledger
    .all<{ json: string }>(
      "SELECT json FROM digest WHERE name = 'clusters' AND position >= 0 ORDER BY position",
    )
    .map(({ json }) => JSON.parse(json) as Card);
}

/** Who belongs to a card: names of those with $10,000 and more in the window, joint filers under each name. */
function membersOf(ledger: Ledger, cik: string, code: string): string[] {
  const today = dayOf(ledger.now.toISOString());
  const own = lots(ledger, ledger.daysAgo(WINDOW_DAYS + 2)).filter(
    (lot) => lot.cik === cik && lot.code === code && today - dayOf(lot.filed_at) < WINDOW_DAYS,
  );
  return [...grouped(own, ({ owner }) => owner).values()]
    .filter((rows) => sum(rows) >= LEAST_OF_PERSON * 100)
    .map((rows) => rows.at(-1)?.slug ?? '')
    .sort();
}

export const clusterBuysWithChief = question({
  words: 'In which companies did several insiders buy, with a chief officer among them, and who are they?',
  about: anything,
  async plan(agent) {
    const { rows, meta } = await agent.call('get_clusters', {
      direction: 'P',
      chief: true,
      insiders: 'names',
      fields: 'issuerTicker,insiderCount,totalValue,insiders',
      format: 'table',
      limit: 15,
    });
    return {
      rows: rows.map((card) => [
        card.issuerTicker,
        card.insiderCount,
        card.totalValue,
        (card.insiders as Array<{ slug: string }>).map(({ slug }) => slug).sort(),
      ]),
      total: meta.total ?? -1,
    };
  },
  expected(ledger) {
    const buys = cards(ledger).filter(({ direction, seniority }) => direction === 'P' && seniority.chief > 0);
    const first = buys
      .slice(0, 15)
      .map((card) => [
        card.issuerTicker,
        card.insiderCount,
        card.totalValue,
        membersOf(ledger, card.issuerCik, 'P'),
      ]);
    return { rows: first, total: buys.length };
  },
});

/** Weeks in a row, up to this week or the last one, of one person, company and direction. */
function streaks(ledger: Ledger): Array<{
  name: string;
  slug: string;
  ticker: string;
  code: string;
  weeks: number;
  cents: number;
  planned: number;
  cik: string;
}> {
  const thisWeek = weekOf(ledger.now.toISOString());
  const found = [];
  for (const rows of grouped(
    lots(ledger, ledger.daysAgo(364)),
    ({ owner, cik, code }) => `${owner} ${cik} ${code}`,
  ).values()) {
    const weeks = new Set(rows.map(({ filed_at }) => weekOf(filed_at)));
    let last = thisWeek;
    if (!weeks.has(last)) last -= 1;
    let first = last;
    while (weeks.has(first - 1)) first -= 1;
    const own = rows.filter(({ filed_at }) => weekOf(filed_at) >= first && weekOf(filed_at) <= last);
    const length = last - first + 1;
    if (!weeks.has(last) || length < 2 || sum(own) < LEAST_OF_STREAK * 100) continue;
    const [newest] = rows.slice(-1) as [Lot];
    const planned = sum(own.filter((lot) => lot.planned === 1));
    found.push({ ...newest, weeks: length, cents: sum(own), planned });
  }
  return found.sort((a, b) => b.weeks - a.weeks || b.cents - a.cents || (a.slug < b.slug ? -1 : 1));
}

export const keepsBuying = question({
  words: 'Which insiders keep buying, week after week?',
  about: anything,
  async plan(agent) {
    const given = {
      direction: 'P',
      series: 'none',
      fields: 'ownerName,issuerTicker,weeks,streakValue',
      format: 'table',
    };
    const { rows, meta } = await agent.call('get_streaks', given);
    return {
      rows: rows.map((row) => [row.ownerName, row.issuerTicker, row.weeks, row.streakValue]),
      total: meta.total ?? -1,
    };
  },
  expected(ledger) {
    const buys = streaks(ledger).filter(({ code }) => code === 'P');
    const rows = buys.map(({ name, ticker, weeks, cents }) => [name, ticker, weeks, cents / 100]);
    return { rows, total: rows.length };
  },
});

export const plannedStreaks = question({
  words: 'Which insiders sell week after week without a 10b5-1 plan?',
  about: anything,
  async plan(agent) {
    const fields = { fields: 'ownerName,issuerTicker,weeks,plannedValue', format: 'table' };
    const { rows, meta } = await agent.call('get_streaks', {
      direction: 'S',
      series: 'none',
      limit: 200,
      ...fields,
    });
    const unplanned = rows.filter(({ plannedValue }) => plannedValue === 0);
    return {
      value: {
        isWhole: meta.total === rows.length,
        people: unplanned.map((row) => [row.ownerName, row.issuerTicker, row.weeks]),
      },
    };
  },
  expected(ledger) {
    const sales = streaks(ledger).filter(({ code, planned }) => code === 'S' && planned === 0);
    return {
      value: { isWhole: true, people: sales.map(({ name, ticker, weeks }) => [name, ticker, weeks]) },
    };
  },
});

export const clusterAndStreak = question({
  words: 'In which companies of the ten longest streaks do several insiders trade in one direction, too?',
  about: anything,
  async plan(agent) {
    const given = { limit: 10, series: 'none', fields: 'issuerTicker', format: 'table' };
    const runs = await agent.call('get_streaks', given);
    const tickers = [...new Set(runs.rows.map(({ issuerTicker }) => issuerTicker))];
    const both = await agent.call('get_clusters', {
      ticker: tickers.join(','),
      fields: 'issuerTicker,direction,insiderCount',
      format: 'table',
    });
    const found = both.rows.map((row) => `${row.issuerTicker} ${row.direction} ${row.insiderCount}`);
    return { rows: found.sort(), total: both.meta.total ?? -1 };
  },
  expected(ledger) {
    const keys = new Set(
      streaks(ledger)
        .slice(0, 10)
        .map(({ cik }) => cik),
    );
    const both = cards(ledger).filter(({ issuerCik }) => keys.has(issuerCik));
    const rows = both.map((card) => `${card.issuerTicker} ${card.direction} ${card.insiderCount}`).sort();
    return { rows, total: rows.length };
  },
});

export const clusterOfCompany = question({
  words: 'Is there a cluster of insiders in company T, and who belongs to it?',
  about: (ledger) => cards(ledger).find(({ issuerTicker }) => issuerTicker !== ''),
  async plan(agent, { issuerTicker }) {
    const given = { ticker: issuerTicker, insiders: 'names', fields: 'direction,insiders' };
    const { rows } = await agent.call('get_clusters', given);
    const [card] = rows;
    const insiders = (card?.insiders ?? []) as Array<{ slug: string }>;
    return { value: [card?.direction, insiders.map(({ slug }) => slug).sort()] };
  },
  expected: (ledger, { issuerCik, direction }) => ({
    value: [direction, membersOf(ledger, issuerCik, direction)],
  }),
});
