/** Questions about managers' transactions in the European registers. */

import type { Payload } from '../agent.js';
import type { Ledger } from '../ledger.js';
import { type Answer, anything, question } from '../question.js';

const TABLE = { format: 'table' } as const;

interface EuRow {
  at: string;
  issuer: string;
  person: string;
  direction: string | null;
  value: number | null;
}

/** Rows that the market shows: those of 90 days, from the floor on in the currency of the market. */
function shown(ledger: Ledger, where: string, given: readonly unknown[], order = ''): Answer {
  const rows = ledger.all<EuRow>(
    `SELECT at, issuer, person, direction, value FROM eu
      WHERE at >= ? AND NOT (value IS NOT NULL AND value < CASE market || currency
        WHEN 'deEUR' THEN 25000 WHEN 'ukGBP' THEN 25000 WHEN 'seSEK' THEN 50000 WHEN 'nlEUR' THEN 25000 ELSE 0 END)
      AND ${where} ORDER BY ${order} at DESC, id, market`,
    ledger.daysAgo(90),
    ...given,
  );
  return {
    rows: rows.map(({ at, issuer, person, direction, value }) => [at, issuer, person, direction, value]),
    total: rows.length,
  };
}

/** @param value the field that the market has the value in */
function rowsOf({ rows, meta }: Payload<unknown>, value = 'totalValue'): Answer {
  return {
    rows: rows.map((row) => [row.publicationAt, row.issuerName, row.pdmrName, row.direction, row[value]]),
    total: meta.total ?? -1,
  };
}

const fields = (value = 'totalValue') => ({
  fields: `publicationAt,issuerName,pdmrName,direction,${value}`,
  ...TABLE,
});

/** An issuer of the market with several rows. */
function issuerOf(
  ledger: Ledger,
  market: string,
  where = '1',
): { issuer: string; isin: string; lei: string } | undefined {
  return ledger.one(
    `SELECT issuer, isin, lei FROM eu WHERE market = ? AND isin IS NOT NULL AND value >= 100000 AND at >= ? AND ${where}
      GROUP BY issuer ORDER BY count(*) DESC, issuer LIMIT 1`,
    market,
    ledger.daysAgo(85),
  );
}

export const germanPurchases = question({
  words: 'Which managers bought more than €100,000 in Germany in the last two weeks?',
  about: anything,
  async plan(agent, _about, ledger) {
    const given = {
      country: 'de',
      direction: 'P',
      min_value: 100_000,
      since: ledger.daysAgo(14),
      ...fields(),
      limit: 90,
    };
    return rowsOf(await agent.call('get_eu_filings', given));
  },
  expected: (ledger) =>
    shown(ledger, "market = 'de' AND direction = 'P' AND currency = 'EUR' AND value >= 100000 AND at >= ?", [
      ledger.daysAgo(14),
    ]),
});

export const britishCompany = question({
  words: 'What have directors of a British company disclosed? (only its name is known)',
  about: (ledger) => issuerOf(ledger, 'uk'),
  async plan(agent, { issuer }) {
    return rowsOf(await agent.call('get_eu_filings', { country: 'uk', issuer, ...fields(), limit: 80 }));
  },
  expected: (ledger, { issuer }) => shown(ledger, "market = 'uk' AND issuer = ?", [issuer]),
});

export const swedishPurchases = question({
  words: 'Which purchases over SEK 1 million were published in Sweden in the last week?',
  about: anything,
  async plan(agent, _about, ledger) {
    return rowsOf(
      await agent.call('get_eu_filings', {
        country: 'se',
        direction: 'P',
        min_value: 1_000_000,
        since: ledger.daysAgo(7),
        ...fields('totalValueNative'),
        limit: 80,
      }),
      'totalValueNative',
    );
  },
  expected: (ledger) =>
    shown(ledger, "market = 'se' AND direction = 'P' AND currency = 'SEK' AND value >= 1000000 AND at >= ?", [
      ledger.daysAgo(7),
    ]),
});

export const dutchDisposals = question({
  words: 'What did managers of Dutch companies sell in the last 30 days?',
  about: anything,
  async plan(agent, _about, ledger) {
    const given = { country: 'nl', direction: 'S', since: ledger.daysAgo(30), ...fields(), limit: 80 };
    return rowsOf(await agent.call('get_eu_filings', given));
  },
  expected: (ledger) => shown(ledger, "market = 'nl' AND direction = 'S' AND at >= ?", [ledger.daysAgo(30)]),
});

export const largestInEuro = question({
  words: 'Which were the ten largest purchases in euro over all four European registers in 90 days?',
  about: anything,
  async plan(agent) {
    const { rows } = await agent.call('get_eu_filings', {
      country: 'all',
      direction: 'P',
      currency: 'EUR',
      sort: 'value',
      fields: 'publicationAt,issuerName,pdmrName,totalValue,totalValueNative',
      ...TABLE,
      limit: 10,
    });
    return {
      value: rows.map((row) => [
        row.publicationAt,
        row.issuerName,
        row.pdmrName,
        'P',
        row.totalValue ?? row.totalValueNative,
      ]),
    };
  },
  expected(ledger) {
    const answer = shown(ledger, "direction = 'P' AND currency = 'EUR'", [], 'value DESC,');
    return 'rows' in answer ? { value: answer.rows.slice(0, 10) } : answer;
  },
});

export const managerAnywhere = question({
  words: 'Has manager M traded in any of the four European registers?',
  about: (ledger) =>
    ledger.one<{ person: string }>(
      `SELECT person FROM eu WHERE at >= ? AND value >= 100000 GROUP BY person ORDER BY count(*) DESC, person LIMIT 1`,
      ledger.daysAgo(85),
    )?.person,
  async plan(agent, manager) {
    const { rows, meta } = await agent.call('get_eu_filings', {
      country: 'all',
      manager,
      fields: 'publicationAt,issuerName,pdmrName,direction,totalValue,totalValueNative',
      ...TABLE,
      limit: 60,
    });
    return {
      rows: rows.map((row) => [
        row.publicationAt,
        row.issuerName,
        row.pdmrName,
        row.direction,
        row.totalValue ?? row.totalValueNative,
      ]),
      total: meta.total ?? -1,
    };
  },
  expected: (ledger, manager) => shown(ledger, 'person = ?', [manager]),
});

export const byIsin = question({
  words: 'Which company has this ISIN, and what did its managers trade?',
  about: (ledger) => issuerOf(ledger, 'de'),
  async plan(agent, { isin }) {
    const found = await agent.call('search', { q: isin, type: 'eu_issuer', limit: 3 });
    const call = found.rows[0]?.call as { tool: string; arguments: object } | undefined;
    if (call === undefined) return { cannot: 'no company was found' };
    return rowsOf(await agent.call(call.tool, { ...call.arguments, ...fields(), limit: 60 }));
  },
  expected: (ledger, { isin }) => shown(ledger, "market = 'de' AND isin = ?", [isin]),
});

export const byLei = question({
  words: 'What did managers of the company with this LEI trade?',
  about: (ledger) => issuerOf(ledger, 'uk', 'lei IS NOT NULL'),
  async plan(agent, { lei }) {
    return rowsOf(await agent.call('get_eu_filings', { country: 'uk', issuer: lei, ...fields(), limit: 60 }));
  },
  expected: (ledger, { lei }) => shown(ledger, "market = 'uk' AND lei = ?", [lei]),
});
