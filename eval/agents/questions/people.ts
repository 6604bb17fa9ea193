/** Questions about one person who files on Form 4. */

import type { Ledger } from '../ledger.js';
import { type Answer, question } from '../question.js';

const TABLE_FIELDS = 'filingId,issuerTicker,transactionCode,transactionDate,shares,totalValue';

/** What the plans read of get_insider. */
interface InsiderDetail {
  identity: Record<'slug' | 'ownerName' | 'lastSeen', string> &
    Record<'lifetimeFilings' | 'lifetimeDistinctFilings', number>;
  careerLots: Array<{ issuerTicker: string; direction: string; firstDate: string; lots: number }>;
  coFilers: Array<{ slug: string; sharedFilings: number }>;
}

interface Person {
  slug: string;
  /** As people say it: the surname last. */
  common: string;
  cik: string;
  ticker: string;
}

/** The person with the most filings of those whose rows no other filing repeats or restates. */
function person(ledger: Ledger, where: string): Person | undefined {
  const found = ledger.one<{ slug: string; name: string; cik: string; ticker: string }>(
    `SELECT p.slug, p.name, p.owner_cik AS cik, f.ticker FROM feed f JOIN insider p ON p.owner_cik = f.owner
      WHERE ${where} AND f.ticker != '' AND p.name GLOB '[A-Z]* [A-Z]*' AND NOT EXISTS (
        SELECT 1 FROM form4_owner o JOIN form4_derived d ON d.filing_id = o.filing_id
        WHERE o.cik = f.owner AND d.status != 'canonical')
      GROUP BY f.owner HAVING count(DISTINCT f.cik) = 1 ORDER BY count(*) DESC, p.slug LIMIT 1`,
  );
  if (found === undefined) return undefined;
  const [surname, first] = found.name.replace(/,/g, '').split(' ');
  return { ...found, common: `${first} ${surname}` };
}

/** Every transaction of a person, with every code, the newest filing first. */
function transactions(ledger: Ledger, cik: string): Answer {
  const rows = ledger.all<Record<string, unknown>>(
    `SELECT f.accession || '-' || t."row" AS id, s.ticker, t.code, t.transaction_date AS traded, t.shares, d.total_value AS value
      FROM form4_owner o JOIN form4_filing f ON f.id = o.filing_id JOIN issuer s ON s.cik = f.issuer_cik
      JOIN form4_transaction t ON t.filing_id = f.id
      JOIN form4_derived d ON d.filing_id = f.id AND d."row" = t."row"
      WHERE o.cik = ? AND f.filed_at >= ? ORDER BY f.filed_at DESC, f.accession, t."row"`,
    cik,
    ledger.daysAgo(365),
  );
  return {
    rows: rows.map(({ id, ticker, code, traded, shares, value }) => [
      id,
      ticker,
      code,
      traded,
      shares,
      value,
    ]),
    total: rows.length,
  };
}

export const personByName = question({
  words: 'What has person N of company T filed in the last year? (the name as people say it)',
  about: (ledger) => person(ledger, "f.filed >= date('2000-01-01')"),
  async plan(agent, { common, ticker }) {
    const found = await agent.call('search_insiders', { q: common, limit: 10 });
    const hit = found.rows.find(({ tickers }) => (tickers as string[]).includes(ticker));
    if (hit === undefined) return { cannot: 'nobody of this name was found' };
    const { rows, meta } = await agent.call(
      'get_insider',
      { id: hit.slug, fields: TABLE_FIELDS, limit: 50 },
      'transactions',
    );
    return {
      rows: rows.map((row) => [
        row.filingId,
        row.issuerTicker,
        row.transactionCode,
        row.transactionDate,
        row.shares,
        row.totalValue,
      ]),
      total: meta.total ?? -1,
    };
  },
  expected: (ledger, { cik }) => transactions(ledger, cik),
});

export const buyerOfLargest = question({
  words: 'Who made the largest purchase of the last 30 days, and how much has this person filed in all?',
  about: () => ({}),
  async plan(agent) {
    const given = { direction: 'P', sort: 'value', limit: 1, fields: 'ownerName,ownerSlug,totalValue' };
    const [row] = (await agent.call('get_latest_filings', given)).rows;
    const { data } = await agent.call<InsiderDetail>('get_insider', {
      id: row?.ownerSlug,
      limit: 1,
      fields: 'filingId',
    });
    const { ownerName, lifetimeFilings, lifetimeDistinctFilings } = data.identity;
    return { value: [row?.totalValue, ownerName, lifetimeFilings, lifetimeDistinctFilings] };
  },
  expected(ledger) {
    const row = ledger.one<{ value: number; owner: string }>(
      `SELECT value, owner FROM feed WHERE code = 'P' AND filed >= ?
        ORDER BY cents DESC, filed_at DESC, accession, "row" LIMIT 1`,
      ledger.daysAgo(30),
    );
    const found = ledger.one<{ name: string; rows: number; documents: number }>(
      `SELECT (SELECT name FROM insider WHERE owner_cik = o.cik) AS name, count(*) AS rows, count(DISTINCT f.id) AS documents
        FROM form4_owner o JOIN form4_filing f ON f.id = o.filing_id JOIN form4_transaction t ON t.filing_id = f.id
        WHERE o.cik = ?`,
      row?.owner,
    );
    return { value: [row?.value, found?.name, found?.rows, found?.documents] };
  },
});

export const firstPurchase = question({
  words: 'When did person N first buy shares of company T in the open market?',
  about: (ledger) => person(ledger, "f.code = 'P'"),
  async plan(agent, { common, ticker }) {
    const found = await agent.call('search_insiders', { q: common, limit: 10 });
    const hit = found.rows.find(({ tickers }) => (tickers as string[]).includes(ticker));
    const { data } = await agent.call<InsiderDetail>('get_insider', {
      id: hit?.slug,
      limit: 1,
      fields: 'filingId',
    });
    const lot = data.careerLots.find((one) => one.issuerTicker === ticker && one.direction === 'P');
    return { value: [lot?.firstDate, lot?.lots] };
  },
  expected(ledger, { cik, ticker }) {
    const found = ledger.one<{ first: string; lots: number }>(
      "SELECT min(traded) AS first, count(*) AS lots FROM career WHERE owner = ? AND ticker = ? AND code = 'P'",
      cik,
      ticker,
    );
    return { value: [found?.first, found?.lots] };
  },
});

export const giftsOfPerson = question({
  words: 'Did person N give shares away or receive grants in the last year?',
  about: (ledger) =>
    ledger.one<{ slug: string; cik: string }>(
      `SELECT p.slug, o.cik FROM form4_transaction t JOIN form4_owner o ON o.filing_id = t.filing_id
        JOIN form4_filing f ON f.id = t.filing_id JOIN insider p ON p.owner_cik = o.cik
        WHERE t.code IN ('A', 'G') AND f.filed_at >= ? AND NOT EXISTS (
          SELECT 1 FROM form4_owner x JOIN form4_derived d ON d.filing_id = x.filing_id
          WHERE x.cik = o.cik AND d.status != 'canonical')
        GROUP BY o.cik HAVING count(*) <= 40 ORDER BY count(DISTINCT t.code) DESC, count(*) DESC, p.slug LIMIT 1`,
      ledger.daysAgo(365),
    ),
  async plan(agent, { slug }) {
    const given = { id: slug, fields: 'transactionCode,transactionDate,shares', limit: 150 };
    const { rows, meta } = await agent.call('get_insider', given, 'transactions');
    const of = (code: string) =>
      rows
        .filter((row) => row.transactionCode === code)
        .map((row) => `${row.transactionDate} ${row.shares}`)
        .sort();
    return { value: { gifts: of('G'), grants: of('A'), isWhole: meta.truncated !== true } };
  },
  expected(ledger, { cik }) {
    const of = (code: string) =>
      ledger
        .all<{ traded: string; shares: number }>(
          `SELECT t.transaction_date AS traded, t.shares FROM form4_owner o JOIN form4_filing f ON f.id = o.filing_id
            JOIN form4_transaction t ON t.filing_id = f.id WHERE o.cik = ? AND t.code = ? AND f.filed_at >= ?`,
          cik,
          code,
          ledger.daysAgo(365),
        )
        .map(({ traded, shares }) => `${traded} ${shares}`)
        .sort();
    return { value: { gifts: of('G'), grants: of('A'), isWhole: true } };
  },
});

export const coFilersOfPerson = question({
  words: 'Who files together with person N?',
  about: (ledger) =>
    ledger.one<{ slug: string; cik: string }>(
      `SELECT p.slug, a.cik FROM form4_owner a JOIN form4_owner b ON b.filing_id = a.filing_id AND b.cik != a.cik
        JOIN insider p ON p.owner_cik = a.cik
        GROUP BY a.cik HAVING count(DISTINCT b.cik) <= 30 ORDER BY count(DISTINCT b.cik) DESC, p.slug LIMIT 1`,
    ),
  async plan(agent, { slug }) {
    const { data } = await agent.call<InsiderDetail>('get_insider', {
      id: slug,
      limit: 1,
      fields: 'filingId',
    });
    return { value: data.coFilers.map((one) => `${one.slug} ${one.sharedFilings}`).sort() };
  },
  expected(ledger, { cik }) {
    const rows = ledger.all<{ slug: string; shared: number }>(
      `SELECT p.slug, count(DISTINCT a.filing_id) AS shared FROM form4_owner a
        JOIN form4_owner b ON b.filing_id = a.filing_id AND b.cik != a.cik JOIN insider p ON p.owner_cik = b.cik
        WHERE a.cik = ? GROUP BY b.cik`,
      cik,
    );
    return { value: rows.map(({ slug, shared }) => `${slug} ${shared}`).sort() };
  },
});

export const personWithTypingError = question({
  words: 'Who is person N of company T? (the name has a typing error)',
  about: (ledger) => person(ledger, "length(p.name) > 14 AND p.name NOT GLOB '*[0-9]*'"),
  async plan(agent, { common, ticker }) {
    // Two letters of the surname change places.
    const at = common.length - 3;
    const typed = common.slice(0, at) + common.charAt(at + 1) + common.charAt(at) + common.slice(at + 2);
    const { rows } = await agent.call('search', { q: typed, type: 'insider', limit: 20 });
    const hit = rows.find(({ subtitle }) => String(subtitle).includes(ticker));
    return { value: [hit?.id, hit?.match] };
  },
  expected: (_ledger, { slug }) => ({ value: [`insider/${slug}`, 'approximate'] }),
});

export const personByCik = question({
  words: 'Whose CIK is this, and when did this person last file?',
  about: (ledger) => person(ledger, "f.code = 'S'"),
  async plan(agent, { cik }) {
    const { data } = await agent.call<InsiderDetail>('get_insider', {
      id: cik,
      limit: 1,
      fields: 'filingId',
    });
    return { value: [data.identity.slug, data.identity.lastSeen] };
  },
  expected(ledger, { cik, slug }) {
    const found = ledger.one<{ last: string }>(
      'SELECT max(f.filed_at) AS last FROM form4_owner o JOIN form4_filing f ON f.id = o.filing_id WHERE o.cik = ?',
      cik,
    );
    return { value: [slug, found?.last] };
  },
});
