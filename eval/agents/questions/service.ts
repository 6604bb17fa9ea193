/** Questions about the service itself: how fresh it is, what is new, and what it cannot answer. */

import type { Ledger } from '../ledger.js';
import { anything, question } from '../question.js';

/** When the lists of each source were last read, by the register that was read longest ago. Identity tables do not count. */
function lastReads(ledger: Ledger): Record<string, string | null> {
  const rows = ledger.all<{ source: string; at: string | null }>(
    `SELECT x.source, min(c.value) AS at FROM source_register x
      LEFT JOIN register_cursor c ON c.register = x.register AND c.name = '.listed-at'
      WHERE x.register NOT IN ('sec-companies', 'congress-members') AND (x.register = 'prices-sec' OR c.value IS NOT NULL OR
        NOT EXISTS (SELECT 1 FROM source_register y JOIN register_cursor z ON z.register = y.register AND z.name = '.listed-at'
          WHERE y.source = x.source AND y.register NOT IN ('sec-companies', 'congress-members')))
      GROUP BY x.source`,
  );
  return Object.fromEntries(rows.map(({ source, at }) => [source, at]));
}

export const freshness = question({
  words: 'How fresh is the data of each register?',
  about: anything,
  async plan(agent) {
    type Catalog = { sources: Array<{ source: string; lastReadAt: string | null }> };
    const { data } = await agent.call<Catalog>('get_catalog', { view: 'brief' });
    return { value: Object.fromEntries(data.sources.map(({ source, lastReadAt }) => [source, lastReadAt])) };
  },
  expected: (ledger) => ({ value: lastReads(ledger) }),
});

export const bySector = question({
  words: 'Which small energy companies had insider buying? (sector and market capitalisation)',
  about: anything,
  async plan(agent) {
    const given = {
      sector: 'energy',
      max_market_cap: 1_000_000_000,
      direction: 'P',
      limit: 1,
      view: 'brief',
    };
    const { meta } = await agent.call('get_latest_filings', given);
    // The tool says that it has no such filter, so the rows cannot be taken for an answer.
    return { cannot: (meta.ignoredParameters ?? []).join(', ') };
  },
  expected: () => ({ cannot: 'no register here has sectors or market capitalisations' }),
});

interface Purchase {
  cik: string;
  traded: string;
}

/** Closes that are kept, adjusted for splits: of companies in the plain lists of clusters and streaks. */
function closesAfter(ledger: Ledger, { cik, traded }: Purchase): Array<{ date: string; close: number }> {
  return ledger.all(
    `SELECT json_extract(j.value, '$.date') AS date, json_extract(j.value, '$.close') AS close
      FROM issuer_closes c, json_each(c.json) j WHERE c.issuer_cik = ? AND json_extract(j.value, '$.date') >= ?
      ORDER BY 1`,
    cik,
    traded,
  );
}

export const priceAfterwards = question({
  words: 'Did the price rise after the largest purchase of the last 90 days?',
  about: (ledger) =>
    ledger.one<Purchase>(
      `SELECT cik, traded FROM feed WHERE code = 'P' AND filed >= ?
        ORDER BY cents DESC, filed_at DESC, accession, "row" LIMIT 1`,
      ledger.daysAgo(90),
    ),
  async plan(agent, _about, ledger) {
    const fields = 'cik,transactionDate';
    const given = { direction: 'P', sort: 'value', since: ledger.daysAgo(90), limit: 1, fields };
    const [row] = (await agent.call('get_latest_filings', given)).rows;
    type Closes = Record<'date' | 'changeFrom', string> & { changePct: number | null; note?: string };
    const { data } = await agent.call<{ closes: Closes }>('get_issuer', {
      id: row?.cik,
      parts: 'closes',
      closes_since: row?.transactionDate,
    });
    const { changePct, changeFrom, date, note = '' } = data.closes;
    if (changePct === null) return { cannot: note };
    return { value: { rose: changePct > 0, changePct, changeFrom, date } };
  },
  expected(ledger, purchase) {
    const closes = closesAfter(ledger, purchase);
    const [first, last] = [closes[0], closes.at(-1)];
    if (first === undefined || last === undefined || first === last)
      return { cannot: 'no closes from that day on are kept for this company' };
    const changePct = Number((100 * (last.close / first.close - 1)).toFixed(2));
    return { value: { rose: last.close > first.close, changePct, changeFrom: first.date, date: last.date } };
  },
});

export const newSinceYesterday = question({
  words: 'What is new since yesterday, over all registers?',
  about: anything,
  async plan(agent, _about, ledger) {
    const given = {
      since: ledger.daysAgo(1),
      fields: 'type,documentId,issuerName',
      format: 'table',
      limit: 60,
    };
    const { rows, meta } = await agent.call('get_changes', given);
    return { rows: rows.map(({ documentId }) => documentId), total: meta.total ?? -1 };
  },
  expected(ledger) {
    const rows = ledger.all<{ id: string }>(
      `SELECT json_extract(facts, '$[1]') AS id FROM change_log WHERE at >= ? ORDER BY generation DESC, position DESC`,
      ledger.daysAgo(1),
    );
    return { rows: rows.map(({ id }) => id), total: rows.length };
  },
});
