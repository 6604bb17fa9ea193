/** Questions about the largest, over a window. */

import type { Ledger } from '../ledger.js';
import { anything, question } from '../question.js';
import { lastQuarters } from './portfolios.js';

const TEN = { limit: 10, format: 'table' } as const;

/** The issuers with the largest sum of one direction. */
function bySum(ledger: Ledger, code: 'P' | 'S', days: number): unknown[] {
  return ledger
    .all<{ cik: string; cents: number }>(
      `SELECT cik, sum(cents) AS cents FROM feed WHERE code = ? AND filed >= ?
        GROUP BY cik ORDER BY sum(cents) DESC, cik LIMIT 10`,
      code,
      ledger.daysAgo(days),
    )
    .map(({ cik, cents }) => [cik, cents / 100]);
}

export const mostBought = question({
  words: 'Which ten companies did insiders buy most, by value, in the last 90 days?',
  about: anything,
  async plan(agent) {
    const { rows } = await agent.call(
      'get_rankings',
      { of: 'most-bought-issuers', days: 90, view: 'brief', ...TEN },
      'rows',
    );
    return { value: rows.map((row) => [row.cik, row.totalValue]) };
  },
  expected: (ledger) => ({ value: bySum(ledger, 'P', 90) }),
});

export const largestSales = question({
  words: 'Which were the ten largest sales of the last week, the lots of a filing added up?',
  about: anything,
  async plan(agent) {
    const { rows } = await agent.call(
      'get_rankings',
      { of: 'largest-sales', days: 7, fields: 'ownerSlug,issuerTicker,totalValue', ...TEN },
      'rows',
    );
    return { value: rows.map((row) => [row.ownerSlug, row.totalValue]) };
  },
  expected(ledger) {
    const rows = ledger.all<{ slug: string; cents: number }>(
      `SELECT slug, sum(cents) AS cents FROM feed WHERE code = 'S' AND filed >= ?
        GROUP BY accession, owner, planned ORDER BY sum(cents) DESC, filed_at DESC, accession LIMIT 10`,
      ledger.daysAgo(7),
    );
    return { value: rows.map(({ slug, cents }) => [slug, cents / 100]) };
  },
});

export const mostTradedByCongress = question({
  words: 'Which ten companies did members of Congress trade most often in the last 90 days?',
  about: anything,
  async plan(agent) {
    const { rows } = await agent.call(
      'get_rankings',
      { of: 'most-traded-by-congress', days: 90, view: 'brief', ...TEN },
      'rows',
    );
    return { value: rows.map((row) => [row.ticker, row.trades]) };
  },
  expected(ledger) {
    const rows = ledger.all<{ ticker: string; trades: number }>(
      `SELECT ticker, count(*) AS trades FROM trade WHERE ticker != '' AND disclosed >= ?
        GROUP BY ticker ORDER BY count(*) DESC, sum(low) DESC, ticker LIMIT 10`,
      ledger.daysAgo(90),
    );
    return { value: rows.map(({ ticker, trades }) => [ticker, trades]) };
  },
});

/** Positions that tracked managers opened in their last quarter, as `fund|issuer|value`, the largest first. */
function opened(ledger: Ledger): string[] {
  const funds = ledger.all<{ slug: string; cik: string }>(
    `SELECT slug, CAST(CAST(json_extract(detail, '$.identity.sourceId') AS INTEGER) AS TEXT) AS cik FROM tracker
      WHERE json_extract(detail, '$.identity.archetype') = 'hedge_fund' ORDER BY slug`,
  );
  return funds
    .flatMap(({ slug, cik }) => {
      const [now, before] = lastQuarters(ledger, cik);
      return [...now]
        .filter(([key]) => !before.has(key))
        .map(([, { issuer, value }]) => ({ slug, issuer, value }));
    })
    .sort((a, b) => b.value - a.value)
    .map(({ slug, issuer, value }) => `${slug}|${issuer}|${value}`);
}

export const newPositions = question({
  words: 'Which positions are new in the last reports of all tracked funds, the largest first?',
  about: anything,
  async plan(agent) {
    const { rows, meta } = await agent.call(
      'get_rankings',
      { of: 'new-fund-positions', fields: 'slug,issuerName,valueUsd', format: 'table', limit: 50 },
      'rows',
    );
    return {
      rows: rows.map((row) => `${row.slug}|${row.issuerName}|${row.valueUsd}`),
      total: meta.total ?? -1,
    };
  },
  expected(ledger) {
    const rows = opened(ledger);
    return { rows, total: rows.length };
  },
});
