/** Questions about one company: over all registers, its insiders, its holders, and how it is found. */

import type { Ledger } from '../ledger.js';
import { question } from '../question.js';
import { lastQuarters } from './portfolios.js';

interface Company {
  ticker: string;
  cik: string;
  name: string;
}

/** The company that members of Congress traded most, of those that a tracked fund holds or held. */
function widelyHeld(ledger: Ledger): Company | undefined {
  return ledger.one(
    `SELECT i.ticker, i.cik, i.name FROM issuer i JOIN cusip_symbol c ON c.symbol = i.ticker
      JOIN report_13f r ON r.record LIKE '%"cusip":"' || c.cusip || '"%'
      JOIN (SELECT ticker, count(*) AS trades FROM trade GROUP BY ticker) t ON t.ticker = i.ticker
      WHERE i.ticker != '' AND i.ticker NOT LIKE '%.%'
        AND r.period_end = (SELECT max(period_end) FROM report_13f)
      GROUP BY i.cik ORDER BY count(DISTINCT r.cik) DESC, t.trades DESC, i.ticker LIMIT 1`,
  );
}

/** Owners who filed for the company within 365 days of its newest filing, the latest filing first. */
function insiders(ledger: Ledger, cik: string): Array<{ owner: string; slug: string; last: string }> {
  return ledger.all(
    `SELECT o.cik AS owner, p.slug, max(f.filed_at) AS last FROM form4_filing f JOIN form4_owner o ON o.filing_id = f.id
      LEFT JOIN insider p ON p.owner_cik = o.cik
      WHERE f.issuer_cik = ? AND julianday(f.filed_at) >= (
        SELECT julianday(max(filed_at)) - 365 FROM form4_filing WHERE issuer_cik = ?)
      GROUP BY o.cik ORDER BY max(f.filed_at) DESC, o.cik`,
    cik,
    cik,
  );
}

/** What tracked managers hold of the company or left in the last quarter, under its symbol. */
function holders(ledger: Ledger, ticker: string): string[] {
  const cusips = new Set(
    ledger
      .all<{ cusip: string }>('SELECT cusip FROM cusip_symbol WHERE symbol = ?', ticker)
      .map(({ cusip }) => cusip),
  );
  const funds = ledger.all<{ slug: string; cik: string }>(
    `SELECT slug, CAST(CAST(json_extract(detail, '$.identity.sourceId') AS INTEGER) AS TEXT) AS cik FROM tracker
      WHERE json_extract(detail, '$.identity.archetype') = 'hedge_fund'`,
  );
  return funds
    .flatMap(({ slug, cik }) => {
      const [now, before] = lastQuarters(ledger, cik);
      const held = [...now.values()].filter(({ cusip }) => cusips.has(cusip));
      const left = [...before].filter(([key, { cusip }]) => cusips.has(cusip) && !now.has(key));
      return [
        ...held.map(({ putCall, shares, value }) => [slug, 'held', putCall, shares, value].join('|')),
        ...left.map(([, { putCall, value }]) => [slug, 'exited', putCall, null, value].join('|')),
      ];
    })
    .sort();
}

interface Quarter {
  quarter: string;
  purchases: number;
  sales: number;
}

/** Open-market purchases and sales by quarter of filing, the newest first. */
function quarters(ledger: Ledger, cik: string): Quarter[] {
  const rows = ledger.all<{ quarter: string; code: string; cents: number }>(
    `SELECT substr(filed, 1, 4) || '-Q' || ((CAST(substr(filed, 6, 2) AS INTEGER) + 2) / 3) AS quarter, code, cents FROM feed
      WHERE cik = ? AND filed >= ?`,
    cik,
    ledger.daysAgo(365),
  );
  const found = new Map<string, Quarter>();
  for (const { quarter, code, cents } of rows) {
    const one = found.get(quarter) ?? { quarter, purchases: 0, sales: 0 };
    if (code === 'P') one.purchases = Math.round(one.purchases * 100 + cents) / 100;
    else one.sales = Math.round(one.sales * 100 + cents) / 100;
    found.set(quarter, one);
  }
  return [...found.values()].sort((a, b) => (a.quarter < b.quarter ? 1 : -1));
}

const traded = (rows: readonly Quarter[]) => rows.filter(({ purchases, sales }) => purchases + sales > 0);

function officials(ledger: Ledger, ticker: string): number {
  return ledger.count(
    `SELECT 1 FROM tracker t, json_each(t.detail, '$.ogeTransactions') j WHERE json_extract(j.value, '$.ticker') = ?`,
    ticker,
  );
}

/** What the plans read of get_issuer. */
interface IssuerDetail {
  identity: { cik: string };
  insiders: IssuerPart<Record<string, unknown>>;
  congressTrades: IssuerPart<unknown>;
  officials: IssuerPart<unknown>;
  funds: IssuerPart<Record<string, unknown>>;
  netBuying: IssuerPart<Quarter>;
}
interface IssuerPart<R> {
  rows: R[];
  total: number;
}

export const everythingOfCompany = question({
  words: 'What do all registers have about company T: insiders, Congress, officials, funds, net buying?',
  about: widelyHeld,
  async plan(agent, { ticker }) {
    const { data } = await agent.call<IssuerDetail>('get_issuer', { id: ticker });
    return {
      value: {
        cik: data.identity.cik,
        insiders: data.insiders.total,
        congress: data.congressTrades.total,
        officials: data.officials.total,
        funds: data.funds.total,
        quarters: traded(
          data.netBuying.rows.map(({ quarter, purchases, sales }) => ({
            quarter,
            purchases,
            sales,
          })),
        ),
      },
    };
  },
  expected: (ledger, { ticker, cik }) => ({
    value: {
      cik,
      insiders: insiders(ledger, cik).length,
      congress: ledger.count('SELECT 1 FROM trade WHERE ticker = ?', ticker),
      officials: officials(ledger, ticker),
      funds: holders(ledger, ticker).length,
      quarters: quarters(ledger, cik),
    },
  }),
});

export const holdersOfCompany = question({
  words: 'Which tracked funds hold company T, how many shares, or left it in the last quarter?',
  about: widelyHeld,
  async plan(agent, { ticker }) {
    const { data } = await agent.call<IssuerDetail>('get_issuer', {
      id: ticker,
      parts: 'funds',
      view: 'full',
    });
    const { rows, total } = data.funds;
    const found = rows.map((row) =>
      [row.slug, row.status, row.putCall, row.shares, row.valueUsd ?? row.priorValueUsd].join('|'),
    );
    return { rows: found.sort(), total };
  },
  expected(ledger, { ticker }) {
    const rows = holders(ledger, ticker);
    return { rows, total: rows.length };
  },
});

export const insidersOfCompany = question({
  words: 'Who are the insiders of company T?',
  about: widelyHeld,
  async plan(agent, { ticker }) {
    const { data } = await agent.call<IssuerDetail>('get_issuer', {
      id: ticker,
      parts: 'insiders',
      limit: 20,
    });
    const { rows, total } = data.insiders;
    return { rows: rows.map((row) => [row.slug, row.lastFiledAt]), total };
  },
  expected(ledger, { cik }) {
    const rows = insiders(ledger, cik).map(({ slug, last }) => [slug, last]);
    return { rows, total: rows.length };
  },
});

export const companyByName = question({
  words: 'Which company has this name, and what did its insiders trade last?',
  about: (ledger) =>
    ledger.one<Company>(
      "SELECT ticker, cik, issuer AS name FROM feed WHERE ticker != '' GROUP BY cik ORDER BY max(filed_at) DESC, cik LIMIT 1",
    ),
  async plan(agent, { name }) {
    const found = await agent.call('search', { q: name.slice(0, 60), type: 'issuer', limit: 3 });
    const call = found.rows[0]?.call as { arguments: { cik?: string; id?: string } } | undefined;
    const cik = call?.arguments.cik ?? call?.arguments.id;
    const given = { cik, fields: 'filingId,ownerName,totalValue', format: 'table', limit: 5 };
    const { rows } = await agent.call('get_latest_filings', given);
    return { value: [cik, rows.map((row) => [row.filingId, row.ownerName, row.totalValue])] };
  },
  expected(ledger, { cik }) {
    const rows = ledger.all<{ accession: string; row: number; name: string; value: number }>(
      'SELECT accession, "row", name, value FROM feed WHERE cik = ? AND filed >= ? ORDER BY filed_at DESC, accession, "row" LIMIT 5',
      cik,
      ledger.daysAgo(30),
    );
    return {
      value: [cik, rows.map(({ accession, row, name, value }) => [`${accession}-${row}`, name, value])],
    };
  },
});

export const formerName = question({
  words: 'Which company had this name formerly, and what is it called now?',
  about: (ledger) =>
    ledger.one<{ cik: string; name: string; former: string }>(
      `SELECT i.cik, i.name, f.issuer_name AS former FROM issuer i JOIN form4_filing f ON f.issuer_cik = i.cik
        WHERE f.issuer_name != i.name GROUP BY i.cik, f.issuer_name ORDER BY count(*) DESC, i.cik LIMIT 1`,
    ),
  async plan(agent, { former }) {
    const { rows } = await agent.call('search', { q: former, type: 'issuer', limit: 5 });
    const [hit] = rows;
    return { value: [hit?.id, hit?.title, String(hit?.subtitle).includes(former)] };
  },
  expected: (_ledger, { cik, name }) => ({ value: [`issuer/${cik}`, name, true] }),
});

export const companyWithTypingError = question({
  words: 'Which company is meant? (its name has a typing error)',
  about(ledger) {
    const found = ledger.all<{ cik: string; name: string }>(
      'SELECT cik, name FROM issuer ORDER BY length(name) DESC, cik LIMIT 200',
    );
    for (const { cik, name } of found) {
      const word = name.split(/[^A-Za-z]+/).find((one) => one.length > 6 && one.charAt(3) !== one.charAt(4));
      if (word === undefined) continue;
      // Two letters change places.
      const typed = word.slice(0, 3) + word.charAt(4) + word.charAt(3) + word.slice(5);
      return { cik, typed: name.replace(word, typed) };
    }
    return undefined;
  },
  async plan(agent, { typed }) {
    const { rows } = await agent.call('search', { q: typed.slice(0, 60), type: 'issuer', limit: 5 });
    return { value: [rows[0]?.id, rows[0]?.match] };
  },
  expected: (_ledger, { cik }) => ({ value: [`issuer/${cik}`, 'approximate'] }),
});

export const companyByCusip = question({
  words: 'Which company has this CUSIP?',
  about: (ledger) =>
    ledger.one<{ cusip: string; cik: string; name: string }>(
      `SELECT c.cusip, i.cik, i.name FROM cusip_symbol c JOIN issuer i ON i.ticker = c.symbol
        JOIN report_13f r ON r.record LIKE '%"cusip":"' || c.cusip || '"%' AND r.period_end = (SELECT max(period_end) FROM report_13f)
        ORDER BY c.cusip LIMIT 1`,
    ),
  async plan(agent, { cusip }) {
    const { rows } = await agent.call('search', { q: cusip, limit: 5 });
    return { value: rows.map(({ id, title }) => [id, title]) };
  },
  expected: (_ledger, { cik, name }) => ({ value: [[`issuer/${cik}`, name]] }),
});
