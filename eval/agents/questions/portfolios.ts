/** Questions about tracked portfolios: 13F filers, officials, and one member of Congress. */

import type { Ledger } from '../ledger.js';
import { type Answer, question } from '../question.js';

const TABLE = { format: 'table' } as const;

interface Position {
  issuer: string;
  cusip: string;
  putCall: string | null;
  shares: number;
  value: number;
}

interface FundReport {
  periodEnd: string;
  amendmentType: string | null;
  filedAt: string;
  rows: Array<{
    nameOfIssuer: string;
    titleOfClass: string;
    cusip: string;
    value: number;
    amount: number;
    amountType: string;
    putCall: string | null;
  }>;
}

/** The last two quarters of a manager, the newest first: positions in shares, added up by CUSIP and kind of option. */
export function lastQuarters(ledger: Ledger, cik: string): [Map<string, Position>, Map<string, Position>] {
  const reports = ledger
    .all<{ record: string }>('SELECT record FROM report_13f WHERE cik = ? ORDER BY period_end DESC', cik)
    .map(({ record }) => JSON.parse(record) as FundReport);
  const [newest, before] = [...new Set(reports.map(({ periodEnd }) => periodEnd))];
  const of = (period: string | undefined) =>
    positionsOf(
      reports
        .filter(({ periodEnd }) => periodEnd === period)
        .sort((a, b) => (a.filedAt < b.filedAt ? -1 : 1)),
    );
  return [of(newest), of(before)];
}

function positionsOf(reports: readonly FundReport[]): Map<string, Position> {
  let positions = new Map<string, Position>();
  for (const { amendmentType, rows } of reports) {
    if (amendmentType === 'RESTATEMENT') positions = new Map();
    for (const row of rows) {
      const key = `${row.cusip} ${row.putCall ?? ''}`;
      const one = positions.get(key) ?? {
        issuer: row.nameOfIssuer,
        cusip: row.cusip,
        putCall: row.putCall,
        shares: 0,
        value: 0,
      };
      one.shares += row.amountType === 'SH' ? row.amount : 0;
      one.value += row.value;
      positions.set(key, one);
    }
  }
  return positions;
}

/** The fund with the most positions whose last two reports have no amendment. */
function largestFund(ledger: Ledger): { slug: string; cik: string } | undefined {
  return ledger.one(
    `SELECT t.slug, r.cik FROM tracker t JOIN report_13f r
        ON r.cik = CAST(CAST(json_extract(t.detail, '$.identity.sourceId') AS INTEGER) AS TEXT)
      WHERE json_extract(t.detail, '$.identity.archetype') = 'hedge_fund'
      GROUP BY t.slug ORDER BY max(r.row_count) DESC, t.slug LIMIT 1`,
  );
}

const byValue = (a: Position, b: Position) => b.value - a.value;

export const soldByFund = question({
  words: 'What did fund Y sell or reduce in the last quarter?',
  about: largestFund,
  async plan(agent, { slug }) {
    const { rows, meta } = await agent.call(
      'get_tracker',
      {
        slug,
        view: 'changes',
        type: 'sale',
        fields: 'change,issuerName,putCall,shares',
        ...TABLE,
        limit: 100,
      },
      'changes',
    );
    const found = rows.map((row) => [row.change, row.issuerName, row.putCall, row.shares].join('|'));
    return { rows: found.sort(), total: meta.total ?? -1 };
  },
  expected(ledger, { cik }) {
    const [now, before] = lastQuarters(ledger, cik);
    const rows: string[] = [];
    for (const [key, was] of before) {
      const is = now.get(key);
      if (is === undefined) rows.push(['exit', was.issuer, was.putCall, null].join('|'));
      else if (is.shares < was.shares) rows.push(['trimmed', is.issuer, is.putCall, is.shares].join('|'));
    }
    return { rows: rows.sort(), total: rows.length };
  },
});

export const boughtByFund = question({
  words: 'Which positions are new in the last report of fund Y, and which did it add to?',
  about: largestFund,
  async plan(agent, { slug }) {
    const { rows, meta } = await agent.call(
      'get_tracker',
      {
        slug,
        view: 'changes',
        type: 'purchase',
        fields: 'change,issuerName,putCall,shares',
        ...TABLE,
        limit: 200,
      },
      'changes',
    );
    const found = rows.map((row) => [row.change, row.issuerName, row.putCall, row.shares].join('|'));
    return { rows: found.sort(), total: meta.total ?? -1 };
  },
  expected(ledger, { cik }) {
    const [now, before] = lastQuarters(ledger, cik);
    const rows: string[] = [];
    for (const [key, is] of now) {
      const was = before.get(key);
      const kind = was === undefined ? 'new' : is.shares > was.shares ? 'added' : null;
      if (kind !== null) rows.push([kind, is.issuer, is.putCall, is.shares].join('|'));
    }
    return { rows: rows.sort(), total: rows.length };
  },
});

export const largestHoldings = question({
  words: 'What are the ten largest holdings of fund Y, with their weights?',
  about: largestFund,
  async plan(agent, { slug }) {
    const { rows } = await agent.call(
      'get_tracker',
      { slug, view: 'holdings', fields: 'issuerName,putCall,valueUsd,weight', ...TABLE, limit: 10 },
      'holdings',
    );
    return {
      value: rows.map((row) => [row.issuerName, row.putCall, row.valueUsd, Number(row.weight).toFixed(6)]),
    };
  },
  expected(ledger, { cik }) {
    const [now] = lastQuarters(ledger, cik);
    const total = [...now.values()].reduce((sum, { value }) => sum + value, 0);
    const rows = [...now.values()].sort(byValue).slice(0, 10);
    return {
      value: rows.map(({ issuer, putCall, value }) => [issuer, putCall, value, (value / total).toFixed(6)]),
    };
  },
});

interface OfficialTrade {
  description: string;
  ticker: string | null;
  type: string | null;
  date: string | null;
  label: string | null;
}

/** The transactions of an official, without those that a later report repeats. */
function officialTrades(ledger: Ledger, slug: string, where: string, ...given: unknown[]): OfficialTrade[] {
  return ledger.all<OfficialTrade>(
    `SELECT json_extract(j.value, '$.description') AS description, json_extract(j.value, '$.ticker') AS ticker,
        json_extract(j.value, '$.type') AS type, json_extract(j.value, '$.transactionDate') AS date,
        json_extract(j.value, '$.valueLabel') AS label
      FROM tracker t, json_each(t.detail, '$.ogeTransactions') j WHERE t.slug = ? AND ${where}`,
    slug,
    ...given,
  );
}

/** The official with the most transactions. */
function busiestOfficial(ledger: Ledger): { slug: string } | undefined {
  return ledger.one(
    `SELECT slug FROM tracker WHERE json_extract(detail, '$.identity.archetype') = 'oge_278t'
      ORDER BY json_array_length(detail, '$.ogeTransactions') DESC, slug LIMIT 1`,
  );
}

const written = ({ description, date, label }: OfficialTrade) => `${date} ${label} ${description}`;

async function officialRows(
  agent: Parameters<Parameters<typeof question>[0]['plan']>[0],
  given: object,
): Promise<Answer> {
  const { rows, meta } = await agent.call(
    'get_tracker',
    {
      view: 'transactions',
      fields: 'description,transactionDate,valueLabel',
      ...TABLE,
      limit: 100,
      ...given,
    },
    'transactions',
  );
  const found = rows.map((row) => `${row.transactionDate} ${row.valueLabel} ${row.description}`);
  return { rows: found.sort(), total: meta.total ?? -1 };
}

export const soldByOfficial = question({
  words: 'What did official Z sell in the last 60 days (OGE Form 278-T)?',
  about: busiestOfficial,
  plan: (agent, { slug }, ledger) => officialRows(agent, { slug, type: 'sale', since: ledger.daysAgo(60) }),
  expected(ledger, { slug }) {
    const where =
      "json_extract(j.value, '$.type') = 'Sale' AND json_extract(j.value, '$.transactionDate') >= ?";
    const rows = officialTrades(ledger, slug, where, ledger.daysAgo(60)).map(written).sort();
    return { rows, total: rows.length };
  },
});

export const officialInCompany = question({
  words: 'Has official Z traded company T?',
  about(ledger) {
    const official = busiestOfficial(ledger);
    if (official === undefined) return undefined;
    const counts = new Map<string, number>();
    for (const { ticker } of officialTrades(ledger, official.slug, '1'))
      if (ticker !== null) counts.set(ticker, (counts.get(ticker) ?? 0) + 1);
    const [most] = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
    return most === undefined ? undefined : { ...official, ticker: most[0] };
  },
  plan: (agent, { slug, ticker }) => officialRows(agent, { slug, ticker }),
  expected(ledger, { slug, ticker }) {
    const rows = officialTrades(ledger, slug, "json_extract(j.value, '$.ticker') = ?", ticker)
      .map(written)
      .sort();
    return { rows, total: rows.length };
  },
});

export const flowOfMember = question({
  words: 'Did tracked member X buy or sell more in the last year, by the brackets?',
  about: (ledger) =>
    ledger.one<{ slug: string; member: string }>(
      `SELECT t.slug, json_extract(t.detail, '$.identity.sourceId') AS member FROM tracker t
        WHERE json_extract(t.detail, '$.identity.archetype') = 'congress' ORDER BY t.sort_order LIMIT 1`,
    ),
  async plan(agent, { slug }) {
    type Summary = { congressActivity: Record<'bought' | 'sold' | 'openBrackets' | 'tradeCount', number> };
    const { data } = await agent.call<Summary>('get_tracker', { slug, view: 'summary' });
    const { bought, sold, openBrackets, tradeCount } = data.congressActivity;
    return { value: { bought, sold, openBrackets, tradeCount } };
  },
  expected(ledger, { member }) {
    const rows = ledger.all<{ type: string; low: number; mid: number | null }>(
      `SELECT t.type, t.amount_min AS low, t.amount_mid AS mid FROM member_trade x
        JOIN stock_act_trade t ON t.report_id = x.report_id AND t."row" = x."row"
        WHERE x.member_id = ? AND t.transaction_date > ? AND x.is_date_doubtful = 0`,
      member,
      ledger.daysAgo(365),
    );
    const sum = (type: string) =>
      rows.filter((row) => row.type.startsWith(type)).reduce((all, { low, mid }) => all + (mid ?? low), 0);
    const flows = rows.filter(({ type }) => type !== 'Exchange');
    return {
      value: {
        bought: sum('Purchase'),
        sold: sum('Sale'),
        openBrackets: flows.filter(({ mid }) => mid === null).length,
        tradeCount: rows.length,
      },
    };
  },
});
