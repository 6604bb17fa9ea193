/** Questions about all managers who file Form 13F. The sample has no split and no withheld row. */

import { unpackPositions } from '../../../src/records/portfolios/packed-positions.js';
import type { Ledger } from '../ledger.js';
import { anything, question } from '../question.js';

const BRIEF = { view: 'brief', format: 'table' } as const;

interface StoredFiling {
  cik: string;
  periodEnd: string;
  filedDate: string;
  accession: string;
  formType: string;
  amendmentType: string | null;
  managerName: string;
}

/** Shares by CUSIP: options and bonds are other positions. */
type Portfolio = Map<string, number>;

/** The two newest quarters that all managers had 45 days to report. */
function lastPeriods(ledger: Ledger): [newest: string, before: string] | undefined {
  const [newest, before] = ledger.all<{ day: string }>(
    'SELECT DISTINCT period_end AS day FROM managers.filing WHERE period_end < ? ORDER BY day DESC LIMIT 2',
    ledger.daysAgo(45),
  );
  return newest === undefined || before === undefined ? undefined : [newest.day, before.day];
}

/** What each manager reported for a quarter, by CIK; none for one who gave notice only, or whose report was withdrawn. */
function portfolios(ledger: Ledger, period: string): Map<string, Portfolio> {
  const filings = ledger
    .all<{ header: string; packed: Buffer }>(
      'SELECT header, packed FROM managers.filing WHERE period_end = ?',
      period,
    )
    .map(({ header, packed }) => ({ ...(JSON.parse(header) as StoredFiling), packed }))
    .sort((a, b) => (a.filedDate + a.accession < b.filedDate + b.accession ? -1 : 1));
  const found = new Map<string, Portfolio>();
  for (const { cik, formType, amendmentType, packed } of filings) {
    if (formType.startsWith('13F-NT')) continue;
    const rows = unpackPositions(packed).filter(({ flags }) => (flags & 15) === 0);
    if (amendmentType === 'RESTATEMENT' && packed.length === 0) {
      found.delete(cik);
      continue;
    }
    const held: Portfolio =
      amendmentType === 'NEW HOLDINGS' ? (found.get(cik) ?? new Map<string, number>()) : new Map();
    for (const { key, amount } of rows) held.set(key, (held.get(key) ?? 0) + (amount ?? 0));
    found.set(cik, held);
  }
  return found;
}

/** Each manager with shares in either quarter: what it did, and how many more or fewer it has. */
function changesIn(
  ledger: Ledger,
  cusip: string,
): Map<string, { change: string; by: number | null; now: number | null }> {
  const [newest, before] = lastPeriods(ledger) as [string, string];
  const [now, then] = [portfolios(ledger, newest), portfolios(ledger, before)];
  const found: ReturnType<typeof changesIn> = new Map();
  for (const cik of new Set([...now.keys(), ...then.keys()])) {
    const [amount, prior] = [now.get(cik)?.get(cusip), then.get(cik)?.get(cusip)];
    if (amount === undefined && prior === undefined) continue;
    const isKnown = now.has(cik) && then.has(cik);
    const by = (amount ?? 0) - (prior ?? 0);
    const [after, earlier] = [amount ?? null, prior ?? null];
    if (!isKnown) found.set(cik, { change: 'unknown', by: null, now: after });
    else if (after === null) found.set(cik, { change: 'exit', by, now: null });
    else if (earlier === null) found.set(cik, { change: 'new', by, now: after });
    else found.set(cik, { change: by === 0 ? 'held' : by > 0 ? 'added' : 'trimmed', by, now: after });
  }
  return found;
}

/** The security that most managers hold, if the tables of the SEC give it a symbol. */
function mostHeld(ledger: Ledger): { cusip: string; ticker: string } | undefined {
  const periods = lastPeriods(ledger);
  if (periods === undefined) return undefined;
  const holders = new Map<string, number>();
  for (const held of portfolios(ledger, periods[0]).values())
    for (const cusip of held.keys()) holders.set(cusip, (holders.get(cusip) ?? 0) + 1);
  return ledger
    .all<{ cusip: string; ticker: string }>(
      "SELECT key AS cusip, ticker FROM managers.security WHERE ticker <> '' ORDER BY key",
    )
    .sort((a, b) => (holders.get(b.cusip) ?? 0) - (holders.get(a.cusip) ?? 0))[0];
}

const textOf = (cik: unknown, change: unknown, by: unknown, now: unknown) => `${cik}|${change}|${by}|${now}`;

export const holdersAndSellers = question({
  words: 'Which managers hold company T, and which of them sold shares or left it in the last quarter?',
  about: mostHeld,
  async plan(agent, { ticker }) {
    const { rows } = await agent.call(
      'get_holders',
      { security: ticker, change: 'new,added,trimmed,held,exit,unknown', ...BRIEF, limit: 100 },
      'holders',
    );
    return { value: rows.map((row) => textOf(row.cik, row.change, row.amountChange, row.amount)).sort() };
  },
  expected(ledger, { cusip }) {
    const found = [...changesIn(ledger, cusip)].map(([cik, { change, by, now }]) =>
      textOf(cik, change, by, now),
    );
    return { value: found.sort() };
  },
});

export const boughtByManager = question({
  words: 'What did manager M buy in the last quarter? (only the name is known)',
  about(ledger) {
    const periods = lastPeriods(ledger);
    const found = periods === undefined ? [] : [...portfolios(ledger, periods[0])];
    const [cik] = found.sort(([a, b], [c, d]) => d.size - b.size || (a < c ? -1 : 1))[0] ?? [];
    if (cik === undefined) return undefined;
    const row = ledger.one<{ header: string }>('SELECT header FROM managers.filing WHERE cik = ?', cik);
    return { cik, name: (JSON.parse(row?.header ?? '') as StoredFiling).managerName };
  },
  async plan(agent, { name }) {
    const { rows: found } = await agent.call('search_managers', { q: name.toLowerCase(), limit: 3 });
    const { rows } = await agent.call(
      'get_manager',
      { cik: found[0]?.cik, list: 'changes', change: 'new,added', kind: 'shares', ...BRIEF },
      'rows',
    );
    return { value: rows.map((row) => `${row.cusip}|${row.change}|${row.amount}`).sort() };
  },
  expected(ledger, { cik }) {
    const [newest, before] = lastPeriods(ledger) as [string, string];
    const [now, then] = [newest, before].map((period) => portfolios(ledger, period).get(cik) ?? new Map());
    const grown = [...(now as Portfolio)].filter(([cusip, amount]) => amount > (then?.get(cusip) ?? 0));
    return {
      value: grown
        .map(([cusip, amount]) => `${cusip}|${then?.has(cusip) === true ? 'added' : 'new'}|${amount}`)
        .sort(),
    };
  },
});

export const leftByMost = question({
  words: 'Which securities did most managers leave in the last quarter?',
  about: anything,
  async plan(agent) {
    const { rows } = await agent.call('rank_holdings', { sort: 'exits', ...BRIEF, limit: 10 });
    return { value: rows.map((row) => `${row.cusip}|${row.exits}`) };
  },
  expected(ledger) {
    const cusips = ledger.all<{ key: string }>(
      "SELECT key FROM managers.security WHERE key NOT LIKE '?%' ORDER BY key",
    );
    const exits = cusips.map(({ key }) => {
      const changes = [...changesIn(ledger, key).values()];
      return { key, count: changes.filter(({ change }) => change === 'exit').length };
    });
    exits.sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1));
    return { value: exits.slice(0, 10).map(({ key, count }) => `${key}|${count}`) };
  },
});
