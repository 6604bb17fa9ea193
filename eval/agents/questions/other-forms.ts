/** Questions about Forms 3, 5 and 144 and Schedules 13D and 13G. */

import type { Form35Filing } from '../../../src/records/form4/form35.js';
import type { PlannedSaleNotice } from '../../../src/records/form144/form144.js';
import type { DerivedPlannedSale } from '../../../src/records/form144/planned-sale.js';
import type { HolderFacts } from '../../../tools/contract/shapes/holder.js';
import type { Ledger } from '../ledger.js';
import { anything, question } from '../question.js';

const TABLE = { format: 'table' } as const;

/** The notices that no later one replaced, with what derivation found about them, the newest first. */
function notices(ledger: Ledger) {
  return ledger
    .all<{ notice: string; found: string }>(
      'SELECT notice, planned_sale AS found FROM form144_notice ORDER BY filed_at DESC, accession DESC',
    )
    .map(({ notice, found }) => ({
      ...(JSON.parse(notice) as PlannedSaleNotice),
      found: JSON.parse(found) as DerivedPlannedSale,
    }))
    .filter(({ found }) => found.amendedBy === null);
}

export const plannedAndSold = question({
  words: 'Which planned sales of this month were carried out, in whole or in part?',
  about: anything,
  async plan(agent, _about, ledger) {
    const { rows, meta } = await agent.call('get_planned_sales', {
      since: `${ledger.daysAgo(0).slice(0, 7)}-01`,
      status: 'sold,partly_sold',
      view: 'brief',
      ...TABLE,
    });
    return {
      rows: rows.map((row) => `${row.noticeId}|${row.status}|${row.sharesSold}`),
      total: meta.total ?? -1,
    };
  },
  expected(ledger) {
    const month = ledger.daysAgo(0).slice(0, 7);
    const rows = notices(ledger)
      .filter(({ filedAt, found }) => filedAt.startsWith(month) && found.sharesSold > 0)
      .map(({ accession, found, securities }) => {
        const wanted = securities.reduce((sum, { shares }) => sum + (shares ?? 0), 0);
        const status = found.sharesSold >= wanted ? 'sold' : 'partly_sold';
        return `${accession}|${status}|${found.sharesSold}`;
      });
    return { rows, total: rows.length };
  },
});

export const plannedAndLapsed = question({
  words: 'Which planned sales lapsed after 90 days without a sale on Form 4?',
  about: anything,
  async plan(agent) {
    const { rows, meta } = await agent.call('get_planned_sales', {
      status: 'lapsed',
      view: 'brief',
      ...TABLE,
    });
    return { rows: rows.map((row) => row.noticeId), total: meta.total ?? -1 };
  },
  expected(ledger) {
    const rows = notices(ledger)
      .filter(
        ({ found }) =>
          found.filesForm4 &&
          found.sharesToSell !== null &&
          found.sharesSold === 0 &&
          found.windowEnds < ledger.daysAgo(0),
      )
      .map(({ accession }) => accession);
    return { rows, total: rows.length };
  },
});

const schedules = (ledger: Ledger) =>
  ledger
    .all<{ accession: string; row: string }>('SELECT accession, public_row AS "row" FROM schedule13_derived')
    .map(({ accession, row }) => ({ ...(JSON.parse(row) as HolderFacts), accession }));

export const crossedFive = question({
  words: 'Which holders crossed five per cent this year?',
  about: anything,
  async plan(agent, _about, ledger) {
    const { rows, meta } = await agent.call('get_major_holders', {
      crossing: 5,
      direction: 'up',
      event_since: `${ledger.daysAgo(0).slice(0, 4)}-01-01`,
      fields: 'filedAt,holderName,issuerName,percent',
      ...TABLE,
    });
    return {
      rows: rows.map((row) => `${row.holderName}|${row.issuerName}|${row.percent}`),
      total: meta.total ?? -1,
    };
  },
  expected(ledger) {
    const rows = schedules(ledger)
      .filter(({ countedFrom }) => countedFrom.startsWith(ledger.daysAgo(0).slice(0, 4)))
      .filter(({ crossings }) => crossings.some(({ level, direction }) => level === 5 && direction === 'up'))
      .sort((a, b) => (a.filedAt + a.accession > b.filedAt + b.accession ? -1 : 1))
      .map(({ holderName, issuerName, percent }) => `${holderName}|${issuerName}|${percent}`);
    return { rows, total: rows.length };
  },
});

export const largestHolders = question({
  words: 'Who holds more than five per cent of company T today, the largest first?',
  about(ledger) {
    const current = schedules(ledger).filter(({ isCurrent, isBelow }) => isCurrent && isBelow !== true);
    const counts = new Map<string, number>();
    for (const { cik } of current) counts.set(cik, (counts.get(cik) ?? 0) + 1);
    const [found] = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
    return found === undefined ? undefined : { cik: found[0] };
  },
  async plan(agent, { cik }) {
    const { rows, meta } = await agent.call('get_major_holders', {
      ...{ cik, list: 'current', sort: 'percent', fields: 'holderName,percent,shares' },
      ...TABLE,
    });
    return {
      rows: rows.map((row) => `${row.holderName}|${row.percent}|${row.shares}`),
      total: meta.total ?? -1,
    };
  },
  expected(ledger, { cik }) {
    const rows = schedules(ledger)
      .filter((one) => one.cik === cik && one.isCurrent && one.isBelow !== true)
      .sort((a, b) => (b.percent ?? -1) - (a.percent ?? -1) || (a.filedAt > b.filedAt ? -1 : 1))
      .map(({ holderName, percent, shares }) => `${holderName}|${percent}|${shares}`);
    return { rows, total: rows.length };
  },
});

/** Forms 3 or 5 of the last 365 days, the newest first, without what an amendment restates. */
function forms35(ledger: Ledger, form: '3' | '5') {
  return ledger
    .all<{ filing: string; derived: string }>(
      'SELECT filing, derived FROM form35_filing ORDER BY filed_at DESC, accession DESC',
    )
    .map(({ filing, derived }) => ({
      ...(JSON.parse(filing) as Form35Filing),
      restated: new Set((JSON.parse(derived) as { restated: string[] }).restated),
    }))
    .filter(({ documentType, filedDate }) => documentType[0] === form && filedDate >= ledger.daysAgo(365));
}

export const newInsiders = question({
  words: 'Who became an insider in the last year, and what did each hold at the start?',
  about: anything,
  async plan(agent, _about, ledger) {
    const { rows, meta } = await agent.call('get_latest_filings', {
      ...{ forms: '3', since: ledger.daysAgo(365), limit: 50, ...TABLE },
      fields: 'ownerName,issuerName,rowKind,securityTitle,sharesOwnedAfter',
    });
    return {
      value: [
        meta.total,
        ...rows
          .map((row) => `${row.ownerName}|${row.issuerName}|${row.securityTitle}|${row.sharesOwnedAfter}`)
          .sort(),
      ],
    };
  },
  expected(ledger) {
    const rows = forms35(ledger, '3').flatMap(({ owners, issuer, holdings, restated }) => {
      const who = `${owners[0]?.name}|${issuer.name}`;
      if (holdings.length === 0) return [`${who}||null`];
      return holdings
        .filter(({ row }) => !restated.has(`h${row}`))
        .map(({ securityTitle, shares }) => `${who}|${securityTitle}|${shares}`);
    });
    return { value: [rows.length, ...rows.sort()] };
  },
});

export const lateOnForm5 = question({
  words: 'Which trades of the last year should have been on a Form 4 and were reported on Form 5?',
  about: anything,
  async plan(agent, _about, ledger) {
    const { rows } = await agent.call('get_latest_filings', {
      ...{ forms: '5', since: ledger.daysAgo(365), limit: 50, ...TABLE },
      fields: 'ownerName,transactionDate,shares,lateBecause',
    });
    const late = rows.filter((row) => row.lateBecause === 'form-4-row');
    return { value: late.map((row) => `${row.ownerName}|${row.transactionDate}|${row.shares}`) };
  },
  expected(ledger) {
    const rows = forms35(ledger, '5').flatMap(({ owners, transactions, restated }) =>
      transactions
        .filter(({ row, rowForm }) => rowForm === '4' && !restated.has(String(row)))
        .map(({ transactionDate, shares }) => `${owners[0]?.name}|${transactionDate}|${shares}`),
    );
    return { value: rows };
  },
});
