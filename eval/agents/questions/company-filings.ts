/** Questions about the rows of the feed of Form 4 of one company or person. */

import type { Ledger } from '../ledger.js';
import { person, SUM_FIELDS, sumsByPerson } from '../lot-sums.js';
import { question } from '../question.js';

const TABLE = { format: 'table' } as const;

/** The symbol with the most rows that `where` describes. */
function busiest(ledger: Ledger, where: string, ...given: unknown[]): string | undefined {
  return ledger.one<{ ticker: string }>(
    `SELECT ticker FROM feed WHERE ticker != '' AND ticker NOT LIKE '%.%' AND ${where}
      GROUP BY ticker ORDER BY count(*) DESC, ticker LIMIT 1`,
    ...given,
  )?.ticker;
}

export const chiefSalePlanned = question({
  words: 'Were the latest sales of the CEO of company T made under a 10b5-1 plan?',
  about: (ledger) => busiest(ledger, "code = 'S' AND title = 'Chief Executive Officer' AND is_officer = 1"),
  async plan(agent, ticker, ledger) {
    const { rows, meta } = await agent.call('get_latest_filings', {
      ticker,
      role: 'ceo',
      direction: 'S',
      since: ledger.daysAgo(365),
      fields: 'ownerName,transactionDate,totalValue,is10b5_1',
      ...TABLE,
      limit: 40,
    });
    return {
      rows: rows.map((row) => ({
        name: row.ownerName,
        traded: row.transactionDate,
        value: row.totalValue,
        planned: row.is10b5_1,
      })),
      total: meta.total ?? -1,
    };
  },
  expected(ledger, ticker) {
    const rows = ledger.all<{ name: string; traded: string; value: number; planned: number }>(
      `SELECT name, traded, value, planned FROM feed
        WHERE ticker = ? AND code = 'S' AND title = 'Chief Executive Officer' AND is_officer = 1
        ORDER BY filed_at DESC, accession, "row"`,
      ticker,
    );
    return { rows: rows.map((row) => ({ ...row, planned: row.planned === 1 })), total: rows.length };
  },
});

export const netBuying = question({
  words: 'How much did insiders of company T buy and sell in the last twelve months?',
  about: (ledger) => busiest(ledger, "ticker IN (SELECT ticker FROM feed WHERE code = 'P')"),
  async plan(agent, ticker, ledger) {
    const given = {
      ticker,
      group: 'issuer',
      since: ledger.daysAgo(365),
      fields: 'transactionCode,lots,insiders,totalValue',
    };
    const { rows } = await agent.call('get_latest_filings', given);
    const of = (code: string) => {
      const found = rows.find((row) => row.transactionCode === code);
      return found === undefined
        ? null
        : { lots: found.lots, insiders: found.insiders, value: found.totalValue };
    };
    return { value: { bought: of('P'), sold: of('S') } };
  },
  expected(ledger, ticker) {
    const of = (code: string) => {
      const found = ledger.one<{ lots: number; insiders: number; cents: number }>(
        'SELECT count(*) AS lots, count(DISTINCT owner) AS insiders, sum(cents) AS cents FROM feed WHERE ticker = ? AND code = ? AND filed >= ?',
        ticker,
        code,
        ledger.daysAgo(365),
      );
      return found === undefined || found.lots === 0
        ? null
        : { lots: found.lots, insiders: found.insiders, value: found.cents / 100 };
    };
    return { value: { bought: of('P'), sold: of('S') } };
  },
});

export const classShares = question({
  words: 'What did insiders trade in a company whose symbol names a class of shares (such as BRK.B)?',
  about: (ledger) =>
    ledger.one<{ ticker: string }>(
      "SELECT ticker FROM feed WHERE ticker LIKE '%.%' GROUP BY ticker ORDER BY count(*) DESC, ticker LIMIT 1",
    )?.ticker,
  async plan(agent, ticker, ledger) {
    const given = {
      ticker: ticker.replace('.', '-'),
      since: ledger.daysAgo(365),
      fields: 'filingId,ownerName,totalValue',
      ...TABLE,
    };
    const { rows, meta } = await agent.call('get_latest_filings', given);
    return {
      rows: rows.map((row) => [row.filingId, row.ownerName, row.totalValue]),
      total: meta.total ?? -1,
    };
  },
  expected(ledger, ticker) {
    const rows = ledger.all<{ accession: string; row: number; name: string; value: number }>(
      'SELECT accession, "row", name, value FROM feed WHERE ticker = ? ORDER BY filed_at DESC, accession, "row"',
      ticker,
    );
    return {
      rows: rows.map(({ accession, row, name, value }) => [`${accession}-${row}`, name, value]),
      total: rows.length,
    };
  },
});

export const directorsSelling = question({
  words: 'Which directors of company T sold this year, and how much each?',
  about: (ledger) => busiest(ledger, "code = 'S' AND any_director = 1"),
  async plan(agent, ticker, ledger) {
    const { rows, meta } = await agent.call('get_latest_filings', {
      ticker,
      role: 'director',
      direction: 'S',
      since: `${ledger.daysAgo(0).slice(0, 4)}-01-01`,
      group: 'insider',
      sort: 'value',
      fields: SUM_FIELDS,
      ...TABLE,
    });
    return { rows: rows.map(person), total: meta.total ?? -1 };
  },
  expected(ledger, ticker) {
    const where = "ticker = ? AND code = 'S' AND any_director = 1 AND filed >= ?";
    const rows = sumsByPerson(ledger, where, 0, ticker, `${ledger.daysAgo(0).slice(0, 4)}-01-01`);
    return { rows, total: rows.length };
  },
});

export const sharePlanned = question({
  words: 'How much of what person N sold in a year was under a 10b5-1 plan?',
  about: (ledger) =>
    ledger.one<{ slug: string }>(
      `SELECT slug FROM feed WHERE code = 'S' GROUP BY owner
        HAVING sum(planned) BETWEEN 1 AND count(*) - 1 ORDER BY count(*) DESC, slug LIMIT 1`,
    )?.slug,
  async plan(agent, owner, ledger) {
    const given = {
      owner,
      direction: 'S',
      since: ledger.daysAgo(365),
      group: 'insider',
      fields: 'lots,totalValue',
    };
    const all = await agent.call('get_latest_filings', given);
    const only = await agent.call('get_latest_filings', { ...given, planned: 'only' });
    const sum = (rows: Array<Record<string, unknown>>) =>
      rows.map(({ lots, totalValue }) => [lots, totalValue]);
    return { value: { all: sum(all.rows), planned: sum(only.rows) } };
  },
  expected(ledger, slug) {
    const sums = (where: string) =>
      ledger
        .all<{ lots: number; cents: number }>(
          `SELECT count(*) AS lots, sum(cents) AS cents FROM feed WHERE slug = ? AND code = 'S' ${where}
            GROUP BY cik ORDER BY max(filed_at) DESC, cik`,
          slug,
        )
        .map(({ lots, cents }) => [lots, cents / 100]);
    return { value: { all: sums(''), planned: sums('AND planned = 1') } };
  },
});

export const withoutSymbol = question({
  words: 'What did insiders trade in a company without a trading symbol, known by its CIK?',
  about: (ledger) =>
    ledger.one<{ cik: string }>(
      "SELECT cik FROM feed WHERE ticker = '' GROUP BY cik ORDER BY count(*) DESC, cik LIMIT 1",
    )?.cik,
  async plan(agent, cik, ledger) {
    const given = {
      cik,
      since: ledger.daysAgo(365),
      fields: 'filingId,ownerName,transactionCode,totalValue',
      ...TABLE,
    };
    const { rows, meta } = await agent.call('get_latest_filings', given);
    return {
      rows: rows.map((row) => [row.filingId, row.ownerName, row.transactionCode, row.totalValue]),
      total: meta.total ?? -1,
    };
  },
  expected(ledger, cik) {
    const rows = ledger.all<{ accession: string; row: number; name: string; code: string; value: number }>(
      'SELECT accession, "row", name, code, value FROM feed WHERE cik = ? ORDER BY filed_at DESC, accession, "row"',
      cik,
    );
    return {
      rows: rows.map(({ accession, row, name, code, value }) => [`${accession}-${row}`, name, code, value]),
      total: rows.length,
    };
  },
});

export const everySale = question({
  words: 'List every sale in company T of the last twelve months (all rows, over several pages if needed).',
  about: (ledger) => busiest(ledger, "code = 'S'"),
  async plan(agent, ticker, ledger) {
    const fields = { fields: 'transactionDate,shares,totalValue', ...TABLE, limit: 150 };
    const rows = [];
    let { rows: page, meta } = await agent.call('get_latest_filings', {
      ticker,
      direction: 'S',
      since: ledger.daysAgo(365),
      ...fields,
    });
    rows.push(...page);
    while (meta.nextCursor !== undefined) {
      ({ rows: page, meta } = await agent.call('get_latest_filings', { cursor: meta.nextCursor, ...fields }));
      rows.push(...page);
    }
    return {
      rows: rows.map((row) => [row.transactionDate, row.shares, row.totalValue]),
      total: meta.total ?? -1,
    };
  },
  expected(ledger, ticker) {
    const rows = ledger.all<{ traded: string; shares: number; value: number }>(
      'SELECT traded, shares, value FROM feed WHERE ticker = ? AND code = \'S\' ORDER BY filed_at DESC, accession, "row"',
      ticker,
    );
    return { rows: rows.map(({ traded, shares, value }) => [traded, shares, value]), total: rows.length };
  },
});
