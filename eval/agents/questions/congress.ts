/** Questions about trades of members of Congress. */

import type { Payload } from '../agent.js';
import type { Ledger } from '../ledger.js';
import { type Answer, anything, question } from '../question.js';

const TABLE = { format: 'table' } as const;
const FIELDS = 'memberName,ticker,type,transactionDate,disclosureDate,amountLabel';

/** Trades as an answer, the newest disclosure first unless `order` says otherwise. */
function trades(ledger: Ledger, where: string, given: readonly unknown[], order = ''): Answer {
  const rows = ledger.all<
    Record<'slug' | 'name' | 'ticker' | 'type' | 'traded' | 'disclosed' | 'label', string>
  >(
    `SELECT name, ticker, type, traded, disclosed, label FROM trade WHERE ${where}
      ORDER BY ${order} disclosed DESC, traded DESC, document DESC, "row" DESC`,
    ...given,
  );
  return {
    rows: rows.map(({ name, ticker, type, traded, disclosed, label }) => [
      name,
      ticker,
      type,
      traded,
      disclosed,
      label,
    ]),
    total: rows.length,
  };
}

function tradesOf({ rows, meta }: Payload<unknown>): Answer {
  return {
    rows: rows.map((row) => [
      row.memberName,
      row.ticker,
      row.type,
      row.transactionDate,
      row.disclosureDate,
      row.amountLabel,
    ]),
    total: meta.total ?? -1,
  };
}

function busiestMember(ledger: Ledger): { slug: string; name: string } | undefined {
  return ledger.one(
    'SELECT slug, name FROM trade GROUP BY slug HAVING count(*) <= 400 ORDER BY count(*) DESC, slug LIMIT 1',
  );
}

export const tradedByCongress = question({
  words: 'Has any member of Congress traded company T in the last year, and when was it disclosed?',
  about: (ledger) =>
    ledger.one<{ ticker: string }>(
      "SELECT ticker FROM trade WHERE ticker != '' AND ticker NOT LIKE '%.%' AND disclosed >= ? GROUP BY ticker ORDER BY count(*) DESC, ticker LIMIT 1",
      ledger.daysAgo(365),
    )?.ticker,
  async plan(agent, ticker, ledger) {
    const given = { ticker, since: ledger.daysAgo(365), fields: FIELDS, ...TABLE, limit: 50 };
    return tradesOf(await agent.call('get_congress_trades', given));
  },
  expected: (ledger, ticker) =>
    trades(ledger, 'ticker = ? AND disclosed >= ?', [ticker, ledger.daysAgo(365)]),
});

export const largestOfCongress = question({
  words: 'Which were the ten largest trades of Congress that were disclosed in the last 30 days?',
  about: anything,
  async plan(agent, _about, ledger) {
    const given = { since: ledger.daysAgo(30), sort: 'amount', fields: FIELDS, ...TABLE, limit: 10 };
    const answer = tradesOf(await agent.call('get_congress_trades', given));
    return 'rows' in answer ? { value: answer.rows } : answer;
  },
  expected(ledger) {
    const answer = trades(ledger, 'disclosed >= ?', [ledger.daysAgo(30)], 'low DESC,');
    return 'rows' in answer ? { value: answer.rows.slice(0, 10) } : answer;
  },
});

export const representativeByName = question({
  words: 'What has Representative X traded lately? (only the name is known)',
  about: busiestMember,
  async plan(agent, { name }) {
    const found = await agent.call('search', { q: name, type: 'member', limit: 3 });
    const call = found.rows[0]?.call as { tool: string; arguments: object } | undefined;
    if (call === undefined) return { cannot: 'no member was found' };
    const payload = await agent.call<{ member: { memberName: string } }>(
      call.tool,
      {
        ...call.arguments,
        fields: 'ticker,type,transactionDate,disclosureDate,amountLabel',
        ...TABLE,
        limit: 40,
      },
      'trades',
    );
    const member = payload.data.member.memberName;
    return tradesOf({ ...payload, rows: payload.rows.map((row) => ({ ...row, memberName: member })) });
  },
  expected: (ledger, { slug }) => trades(ledger, 'slug = ?', [slug]),
});

export const lateReports = question({
  words: 'Which trades of the last year were disclosed latest after the 45 days of the STOCK Act?',
  about: anything,
  async plan(agent, _about, ledger) {
    const { rows, meta } = await agent.call('get_congress_trades', {
      late: true,
      since: ledger.daysAgo(365),
      sort: 'delay',
      fields: 'memberName,ticker,transactionDate,disclosureDate,daysToDisclosure',
      ...TABLE,
      limit: 40,
    });
    return {
      rows: rows.map((row) => [
        row.memberName,
        row.ticker,
        row.transactionDate,
        row.disclosureDate,
        row.daysToDisclosure,
      ]),
      total: meta.total ?? -1,
    };
  },
  expected(ledger) {
    const rows = ledger.all<{
      name: string;
      ticker: string;
      traded: string;
      disclosed: string;
      delay: number;
    }>(
      `SELECT name, ticker, traded, disclosed, delay FROM trade
        WHERE delay > 45 AND disclosed >= ? AND doubtful = 0 AND amended = 0
        ORDER BY delay DESC, disclosed DESC, traded DESC, document DESC, "row" DESC`,
      ledger.daysAgo(365),
    );
    return {
      rows: rows.map(({ name, ticker, traded, disclosed, delay }) => [
        name,
        ticker,
        traded,
        disclosed,
        delay,
      ]),
      total: rows.length,
    };
  },
});

export const partyPurchases = question({
  words: 'What did Democrats of the House buy in the last 30 days?',
  about: anything,
  async plan(agent, _about, ledger) {
    return tradesOf(
      await agent.call('get_congress_trades', {
        chamber: 'house',
        party: 'D',
        type: 'purchase',
        since: ledger.daysAgo(30),
        fields: FIELDS,
        ...TABLE,
        limit: 100,
      }),
    );
  },
  expected: (ledger) =>
    trades(ledger, "chamber = 'house' AND party = 'D' AND type = 'Purchase' AND disclosed >= ?", [
      ledger.daysAgo(30),
    ]),
});

export const stateDelegation = question({
  words: 'What did members from Texas disclose in the last 60 days?',
  about: anything,
  async plan(agent, _about, ledger) {
    const given = { state: 'TX', since: ledger.daysAgo(60), fields: FIELDS, ...TABLE, limit: 100 };
    return tradesOf(await agent.call('get_congress_trades', given));
  },
  expected: (ledger) => trades(ledger, "state = 'TX' AND disclosed >= ?", [ledger.daysAgo(60)]),
});

export const tradesOfSpouses = question({
  words: 'Which purchases over $100,000 by spouses of members were disclosed in the last 180 days?',
  about: anything,
  async plan(agent, _about, ledger) {
    return tradesOf(
      await agent.call('get_congress_trades', {
        owner: 'spouse',
        type: 'purchase',
        min_amount: 100_000,
        since: ledger.daysAgo(180),
        fields: FIELDS,
        ...TABLE,
        limit: 100,
      }),
    );
  },
  expected: (ledger) =>
    trades(ledger, "owner = 'Spouse' AND type = 'Purchase' AND low >= 100000 AND disclosed >= ?", [
      ledger.daysAgo(180),
    ]),
});

export const unreadReports = question({
  words: 'Is the list of trades of member X complete, or are there reports that could not be read?',
  about: (ledger) =>
    ledger.one<{ slug: string; member: string }>(
      `SELECT m.slug, m.member_id AS member FROM stock_act_report r JOIN stock_act_filer f ON f.report_id = r.id
        JOIN member m ON m.member_id = f.member_id WHERE r.readability != 'read'
        GROUP BY m.slug ORDER BY count(*) DESC, m.slug LIMIT 1`,
    ),
  async plan(agent, { slug }) {
    type Detail = { unreadReports: Array<{ filingId: string; disclosureDate: string }> };
    const { data } = await agent.call<Detail>('get_congress_member', { member: slug, limit: 1 });
    return { value: data.unreadReports.map(({ filingId, disclosureDate }) => [filingId, disclosureDate]) };
  },
  expected(ledger, { member }) {
    const rows = ledger.all<{ id: string; date: string }>(
      `SELECT r.document_id AS id, r.disclosure_date AS date FROM stock_act_report r
        JOIN stock_act_filer f ON f.report_id = r.id WHERE f.member_id = ? AND r.readability != 'read'
        ORDER BY r.disclosure_date DESC, r.document_id DESC`,
      member,
    );
    return { value: rows.map(({ id, date }) => [id, date]) };
  },
});
