/** Questions about the feed of Form 4 over all companies: who bought and sold, how much, when, under which plan. */

import { person, SUM_FIELDS, sumsByFiling, sumsByPerson } from '../lot-sums.js';
import { anything, question } from '../question.js';

const TABLE = { format: 'table' } as const;

export const boughtOverMillion = question({
  words: 'Which insiders bought for more than $1 million in the last week, with the lots of each added up?',
  about: anything,
  async plan(agent, _about, ledger) {
    const { rows, meta } = await agent.call('get_latest_filings', {
      since: ledger.daysAgo(7),
      direction: 'P',
      min_value: 1_000_000,
      group: 'insider',
      sort: 'value',
      fields: SUM_FIELDS,
      ...TABLE,
      limit: 100,
    });
    return { rows: rows.map(person), total: meta.total ?? -1 };
  },
  expected(ledger) {
    const rows = sumsByPerson(ledger, "code = 'P' AND filed >= ?", 1_000_000, ledger.daysAgo(7));
    return { rows, total: rows.length };
  },
});

export const tenLargestPurchases = question({
  words: 'What were the ten largest insider purchases of the last 30 days?',
  about: anything,
  async plan(agent) {
    const given = {
      direction: 'P',
      sort: 'value',
      limit: 10,
      fields: 'filingId,ownerName,issuerTicker,totalValue',
      ...TABLE,
    };
    const { rows } = await agent.call('get_latest_filings', given);
    return { value: rows.map((row) => [row.filingId, row.ownerName, row.issuerTicker, row.totalValue]) };
  },
  expected(ledger) {
    const rows = ledger.all<{ accession: string; row: number; name: string; ticker: string; value: number }>(
      `SELECT accession, "row", name, ticker, value FROM feed WHERE code = 'P' AND filed >= ?
        ORDER BY cents DESC, filed_at DESC, accession, "row" LIMIT 10`,
      ledger.daysAgo(30),
    );
    return {
      value: rows.map(({ accession, row, name, ticker, value }) => [
        `${accession}-${row}`,
        name,
        ticker,
        value,
      ]),
    };
  },
});

export const purchasesOfCfos = question({
  words: 'Which CFOs bought shares of their company in the last month, the largest sums first?',
  about: anything,
  async plan(agent) {
    const { rows, meta } = await agent.call('get_latest_filings', {
      role: 'cfo',
      direction: 'P',
      group: 'insider',
      sort: 'value',
      fields: SUM_FIELDS,
      ...TABLE,
      limit: 100,
    });
    return { rows: rows.map(person), total: meta.total ?? -1 };
  },
  expected(ledger) {
    const where = "code = 'P' AND filed >= ? AND title = 'Chief Financial Officer' AND is_officer = 1";
    const rows = sumsByPerson(ledger, where, 0, ledger.daysAgo(30));
    return { rows, total: rows.length };
  },
});

export const unplannedSales = question({
  words:
    'Which sales of more than $5 million in the last 30 days were not under a plan, the lots of a filing added up?',
  about: anything,
  async plan(agent) {
    const { rows, meta } = await agent.call('get_latest_filings', {
      direction: 'S',
      planned: 'exclude',
      min_value: 5_000_000,
      group: 'filing',
      sort: 'value',
      fields: 'ownerName,issuerTicker,lots,totalValue',
      ...TABLE,
      limit: 100,
    });
    return { rows: rows.map(person), total: meta.total ?? -1 };
  },
  expected(ledger) {
    const rows = sumsByFiling(
      ledger,
      "code = 'S' AND planned = 0 AND filed >= ?",
      5_000_000,
      ledger.daysAgo(30),
    );
    return { rows, total: rows.length };
  },
});

export const onePastDay = question({
  words: 'What were the largest insider sales filed on one day two months ago?',
  about: (ledger) =>
    ledger.one<{ filed: string }>(
      "SELECT filed FROM feed WHERE code = 'S' AND filed <= ? GROUP BY filed ORDER BY filed DESC LIMIT 1",
      ledger.daysAgo(60),
    )?.filed,
  async plan(agent, day) {
    const { rows, meta } = await agent.call('get_latest_filings', {
      since: day,
      until: day,
      direction: 'S',
      group: 'filing',
      sort: 'value',
      fields: 'ownerName,issuerTicker,lots,totalValue',
      ...TABLE,
      limit: 20,
    });
    return { rows: rows.map(person), total: meta.total ?? -1 };
  },
  expected(ledger, day) {
    const rows = sumsByFiling(ledger, "code = 'S' AND filed = ?", 0, day);
    return { rows, total: rows.length };
  },
});

export const twoCompanies = question({
  words: 'In which of two companies did insiders sell more in the last 90 days?',
  about(ledger) {
    const found = ledger.all<{ ticker: string }>(
      `SELECT ticker FROM feed WHERE ticker != '' AND ticker NOT LIKE '%.%' AND code = 'S' AND filed >= ?
        GROUP BY ticker ORDER BY sum(cents) DESC, ticker LIMIT 2`,
      ledger.daysAgo(90),
    );
    return found.length === 2 ? found.map(({ ticker }) => ticker) : undefined;
  },
  async plan(agent, tickers, ledger) {
    const { rows } = await agent.call('get_latest_filings', {
      ticker: tickers.join(','),
      direction: 'S',
      since: ledger.daysAgo(90),
      group: 'issuer',
      sort: 'value',
      fields: 'issuerTicker,totalValue',
    });
    return { value: rows.map((row) => [row.issuerTicker, row.totalValue]) };
  },
  expected(ledger, tickers) {
    const rows = ledger.all<{ ticker: string; cents: number }>(
      `SELECT ticker, sum(cents) AS cents FROM feed WHERE ticker IN (?, ?) AND code = 'S' AND filed >= ?
        GROUP BY ticker ORDER BY sum(cents) DESC`,
      ...tickers,
      ledger.daysAgo(90),
    );
    return { value: rows.map(({ ticker, cents }) => [ticker, cents / 100]) };
  },
});
