/** The parts of a company's page: the trades of all registers on one time line, its insiders in any order, its quarters. */

import { expect, it } from '@jest/globals';
import { INSIDER_QUERY, registerSections } from '../../../../src/publish/pages/form4/issuer-registers.js';
import { identity, jumps, quarters, tiles } from '../../../../src/publish/pages/form4/issuer-summary.js';
import { issuerTimeline } from '../../../../src/publish/pages/form4/issuer-timeline.js';
import type { PageRequest } from '../../../../src/publish/pages/page.js';
import type { ApiFilingRow } from '../../../../tools/contract/shapes/filing.js';
import type { IssuerDetail } from '../../../../tools/contract/shapes/issuer.js';

const now = new Date('2026-11-20T12:00:00.000Z');
const whole = { source: 'x', state: 'whole' as const, asOf: '2026-11-20T12:00:00.000Z' };

function insider(name: string, given: Record<string, unknown>) {
  return {
    slug: name.toLowerCase(),
    cik: '1',
    name,
    title: 'Director',
    roles: [],
    lastFiledAt: '2026-11-01T10:00:00.000Z',
    purchases: 0,
    sales: 0,
    purchaseRows: 0,
    saleRows: 0,
    holdings: [],
    holdingsTotal: 0,
    holdingsNotRead: 0,
    rawFilingUrl: 'https://www.sec.gov/x',
    ...given,
  };
}

const insiders = [
  insider('Aldous', { purchases: 100, sales: 900 }),
  insider('Brunhild', { purchases: null, sales: null, reportedUnder: 'aldous' }),
  insider('Corisande', { purchases: 500, sales: 0 }),
];

const detail: IssuerDetail = {
  identity: {
    cik: '900001',
    name: 'Brackwater Tool Co',
    ticker: 'BRKW',
    tickers: ['BRKW', 'BRKW.B'],
    formerNames: [],
    isins: ['XX0000000001'],
    cusips: [],
    url: 'https://disclosed.example/ticker/BRKW',
  },
  insiders: { ...whole, total: 3, rows: insiders },
  congressTrades: {
    ...whole,
    total: 120,
    rows: [
      {
        memberName: 'Ada Wick',
        memberSlug: 'ada-wick',
        type: 'Sale (Partial)',
        transactionDate: '2026-10-01',
        disclosureDate: '2026-10-20',
        assetType: 'Stock Option',
        assetDescription: 'Brackwater',
        owner: 'Self',
        amountLabel: '$1,001 - $15,000',
        daysToDisclosure: 64,
        late: true,
        party: 'R',
        chamber: 'house',
        sourceLink: 'https://example.org/1',
      },
    ],
  },
  officials: {
    ...whole,
    total: 1,
    // Impossible as filed, and therefore on no time line of a year.
    rows: [{ name: 'Odd', type: 'Purchase', transactionDate: '2226-04-04', valueLabel: null, slug: 'odd' }],
  },
  europe: {
    ...whole,
    total: 2,
    rows: [
      { pdmrName: 'Östen Brâ', market: 'se', direction: null, transactionDate: '2026-09-01' },
      { pdmrName: '', market: 'de', direction: 'P', transactionDate: '2026-09-03' },
    ],
  },
};

const rows = [
  {
    transactionDate: '2026-11-02',
    transactionCode: 'P',
    ownerName: 'Aldous',
    totalValue: 1000,
    ownerCik: '1',
  },
  {
    transactionDate: '2026-11-02',
    transactionCode: 'P',
    ownerName: 'Aldous',
    totalValue: 2000,
    ownerCik: '1',
  },
] as ApiFilingRow[];

it('the trades of every register are on one time line, with closes or alone', () => {
  const alone = String(issuerTimeline({ now, rows, detail, closes: [] }));
  // Two lots are one trade.
  expect(alone).toContain('<title>Aldous bought $3K</title>');
  expect(alone).toContain('<title>Ada Wick: Sale (Partial) (Stock Option), $1,001 - $15,000</title>');
  expect(alone).toContain('<title>Östen Brâ: trade (SE)</title>');
  expect(alone).toContain('<title>a manager: purchase (DE)</title>');
  expect(alone).not.toContain('Odd');
  expect(alone).toContain('No closes: this service shows them');
  expect(alone).toContain('The newest 1 of 120 trades of Congress are drawn.');
  const closes = [
    { date: '2026-10-01', close: 10 },
    { date: '2026-11-19', close: 12.345 },
  ];
  const both = String(issuerTimeline({ now, rows, detail, closes }));
  expect(both).toContain('Closes of a year, split-adjusted, and trades');
  expect(both).toContain('<td>19 Nov 2026</td><td>$12.35</td>');
  expect(both).not.toContain('No closes');
  expect(issuerTimeline({ now, rows: [], detail: null, closes: [] })).toBe('');
});

it('a trade whose day cannot be right is on no time line, also where that day is in the year', () => {
  const only = (part: object) => {
    const none = { ...detail, congressTrades: undefined, officials: undefined, europe: undefined };
    return issuerTimeline({ now, rows: [], detail: { ...none, ...part } as IssuerDetail, closes: [] });
  };
  const [trade] = detail.congressTrades!.rows as object[];
  const official = {
    name: 'Odd',
    type: 'Sale',
    transactionDate: '2026-09-09',
    valueLabel: null,
    slug: 'odd',
  };
  for (const [part, row] of Object.entries({ congressTrades: trade, officials: official })) {
    expect(only({ [part]: { ...whole, total: 1, rows: [row] } })).not.toBe('');
    expect(only({ [part]: { ...whole, total: 1, rows: [{ ...row, dateDoubtful: true }] } })).toBe('');
  }
});

function sectionsIn(query: Record<string, string>) {
  // What the sections ask of a request.
  const request = { now, query, to: (path: string) => path } as unknown as PageRequest;
  return registerSections(request, '/ticker/BRKW', detail);
}

it('each register with something to say has a place that the list of parts names', () => {
  const sections = sectionsIn({});
  expect(sections.map(({ id }) => id)).toEqual(['insiders', 'congress', 'officials', 'europe']);
  expect(String(jumps(sections))).toContain('<a href="#congress">Members of Congress</a>');
  expect(jumps(sections.slice(0, 1))).toBe('');
});

it('insiders are sorted by any column, an unknown net last', () => {
  const names = (query: Record<string, string>) =>
    [...String(sectionsIn(query)[0]?.body).matchAll(/<a href="\/insiders\/\w+">([A-Z]\w+)<\/a>/g)].map(
      ([, name]) => name,
    );
  expect(names({ sort: 'net' })).toEqual(['Corisande', 'Aldous', 'Brunhild']);
  expect(names({ sort: 'net', order: 'asc' })).toEqual(['Aldous', 'Corisande', 'Brunhild']);
  expect(names({ sort: 'name' })).toEqual(['Corisande', 'Brunhild', 'Aldous']);
  const text = String(sectionsIn({})[0]?.body);
  expect(text).toContain('href="/ticker/BRKW?sort=net#insiders"');
  // The order by the latest filing.
  expect(text).toContain('aria-sort="descending"><a href="/ticker/BRKW?sort=latest&amp;order=asc#insiders">');
  expect(text).toContain('<a href="/insiders/aldous">with another owner</a>');
  expect(() => sectionsIn({ sort: 'constructor' })).toThrow('sort must be one of');
  expect(() => sectionsIn({ order: 'up' })).toThrow('order must be one of');
  expect(INSIDER_QUERY).toEqual(['sort', 'order']);
});

it('trades of Congress have party, chamber and delay, are counted, and link the list of all', () => {
  const congress = String(sectionsIn({}).find(({ id }) => id === 'congress')?.body);
  expect(congress).toContain('Disclosed trades in a symbol of this company; newest 1 of 120');
  expect(congress).toContain('Ada Wick</a> <span class="note">R · House</span>');
  expect(congress).toContain('64 <span class="note late">over 45</span>');
  expect(congress).toContain('<a href="/congress-trades?ticker=BRKW">All Congress trades in BRKW</a>');
  expect(congress).not.toContain('data-head="Ticker"');
  const insiders = String(sectionsIn({}).find(({ id }) => id === 'insiders')?.body);
  expect(insiders).toContain('3 insiders who filed a Form 4 for this company, whether or not they traded');
});

it('the head names every identifier and the last close', () => {
  const head = String(identity('900001', detail));
  for (const word of ['Symbols BRKW, BRKW.B', '>900001</a>', 'ISIN XX0000000001'])
    expect(head).toContain(word);
  expect(head).not.toContain('CUSIP');
  expect(identity('', null)).toBe('');
  const totals = { rows: 2, purchases: 3000, sales: 0 };
  const shown = String(tiles(rows, totals, [{ date: '2026-11-19', close: 90.8925 }]));
  expect(shown).toContain('<strong>$90.89</strong> close of <time>2026-11-19</time>');
  expect(shown).toContain('<strong>$3K</strong> bought in 2 lots');
  expect(shown).toContain('<strong>1</strong> insider who bought or sold');
  expect(tiles([], { rows: 0, purchases: 0, sales: 0 }, [])).toBe('');
});

it('quarters are oldest first, and one that is not whole says so', () => {
  const quarter = { purchases: 0, sales: 0, net: 0, purchaseRows: 0, saleRows: 0, buyers: 0, sellers: 0 };
  const netBuying = {
    ...whole,
    total: 2,
    rows: [
      {
        ...quarter,
        quarter: '2026-Q4',
        from: '2026-10-01',
        to: '2026-11-20',
        partial: 'running',
        purchases: 5000,
      },
      { ...quarter, quarter: '2026-Q3', from: '2026-07-01', to: '2026-09-30', partial: null },
    ],
  };
  const made = String(quarters({ ...detail, netBuying }));
  expect(made).toContain('<td>Q4 2026, so far</td><td>$5K</td><td>$0</td><td>$5K</td>');
  expect(made.indexOf('<td>Q3 2026</td>')).toBeLessThan(made.indexOf('<td>Q4 2026, so far</td>'));
  expect(quarters(null)).toBe('');
  const [first] = netBuying.rows;
  const unknown = { ...netBuying, rows: [{ ...first, salesUnvalued: 1 }] };
  expect(String(quarters({ ...detail, netBuying: unknown } as IssuerDetail))).toContain(
    'Q4 2026, so far, without 1 row of unknown value or date',
  );
});

it('a sum without the rows that have no price says so, and is not 0 where no other row is in it', () => {
  const people = [
    insider('Dagobert', { purchases: 100, purchaseRows: 1, purchasesUnvalued: 2 }),
    insider('Edeltraud', { salesUnvalued: 1 }),
  ];
  const request = { now, query: {}, to: (path: string) => path } as unknown as PageRequest;
  const of = { ...detail, insiders: { ...whole, total: 2, rows: people } } as IssuerDetail;
  const page = String(
    registerSections(request, '/ticker/BRKW', of).find(({ id }) => id === 'insiders')?.body,
  );
  const [first = '', second = ''] = page.split('<tr').filter((row) => /Dagobert|Edeltraud/.test(row));
  expect(first).toContain('$100.00 <span class="note">and 2 of unknown value or date</span>');
  expect(second).not.toContain('and 1 of unknown value or date');
  // Bought 0; sold and the net are unknown.
  expect(second.match(/class="unknown"/g)?.length).toBeGreaterThanOrEqual(2);
});
