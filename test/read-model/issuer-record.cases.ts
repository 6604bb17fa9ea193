/** What an issuer's own filings say: names, owners with their holdings, and sums by quarter and owner. */

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { bumpGeneration, type Store } from '../../src/store/database/open.js';
import { type ParsedReads, publishedReads } from '../published-reads.js';
import { emptyStore } from '../store/empty-store.js';
import { accession, derive, filing, owner, trade, write } from '../store/form4/invented-filings.js';

describe('read-model/issuer-record', () => {
  const YEAR = { since: '2025-11-20', until: '2026-11-20T12:00:00.000Z' };
  const ALMA = owner('7001', 'Vesper Alma J', { isDirector: true });
  const BO = owner('7002', 'Birch Bo', { isOfficer: true, officerTitle: 'CFO' });
  const FUND = owner('7003', 'Cedar Fund LP', { isTenPercentOwner: true });
  const at = (day: string) => ({ filedAt: `${day}T21:30:00.000Z`, filedDate: day });

  let store: Store;
  let reads: ParsedReads;
  beforeEach(() => {
    store = emptyStore();
    reads = publishedReads(store);
  });
  afterEach(() => store.close());

  const record = async (more: { limit?: number; since?: string } = {}) =>
    (await reads.issuerRecord({ cik: '4001', ...YEAR, limit: 50, ...more }))!;
  const holdingsOf = async (name: string) =>
    (await record()).insiders
      .find((one) => one.name === name)!
      .holdings.map(({ securityTitle, ownership, nature, shares, whyUnknown, filedAt }) => [
        securityTitle,
        ownership,
        nature,
        shares ?? whyUnknown,
        filedAt.slice(0, 10),
      ]);

  it('adds up the rows of the feed by owner and by calendar quarter of filing', async () => {
    const days = ['2025-11-25', '2026-01-01', '2026-03-31', '2026-04-01', '2026-08-15', '2026-11-19'];
    write(
      store,
      ...days.flatMap((day, n) => [
        filing(n * 2 + 1, {
          ...at(day),
          owners: [n % 2 === 0 ? ALMA : BO],
          transactions: [
            trade(0, { shares: 10.5 + n }),
            trade(1, { transactionCode: 'P', acquiredDisposed: 'A', shares: n + 1, pricePerShare: 7.77 }),
            trade(2, { transactionCode: 'A', pricePerShare: null }),
          ],
        }),
        filing(n * 2 + 2, {
          ...at(day),
          owners: [FUND],
          issuer: { cik: '4002', name: 'Other', tradingSymbol: null, foreignTradingSymbol: null },
        }),
      ]),
    );
    derive(store);
    const rows = await reads.latestFilings({
      ...YEAR,
      codes: ['P', 'S'],
      minValue: 0,
      ticker: null,
      cik: '4001',
      limit: 500,
    });
    const { quarters, insiders } = await record();
    expect(quarters.map(({ quarter, from, to, partial }) => [quarter, from, to, partial])).toEqual([
      ['2026-Q4', '2026-10-01', '2026-11-20', 'running'],
      ['2026-Q3', '2026-07-01', '2026-09-30', null],
      ['2026-Q2', '2026-04-01', '2026-06-30', null],
      ['2026-Q1', '2026-01-01', '2026-03-31', null],
      ['2025-Q4', '2025-11-20', '2025-12-31', 'begins-before-window'],
    ]);
    const cents = (of: typeof rows) => of.reduce((sum, row) => sum + Math.round(row.totalValue * 100), 0);
    for (const one of quarters) {
      const own = rows.filter(
        (row) => row.filedAt.slice(0, 10) >= one.from && row.filedAt.slice(0, 10) <= one.to,
      );
      const [bought, sold] = (['P', 'S'] as const).map((code) =>
        own.filter((row) => row.transactionCode === code),
      );
      expect(one).toMatchObject({
        purchases: cents(bought!) / 100,
        sales: cents(sold!) / 100,
        net: (cents(bought!) - cents(sold!)) / 100,
        purchaseRows: bought!.length,
        saleRows: sold!.length,
        buyers: new Set(bought!.map((row) => row.ownerCik)).size,
        sellers: new Set(sold!.map((row) => row.ownerCik)).size,
      });
    }
    expect(rows).toHaveLength(12);
    for (const one of insiders) {
      const own = rows.filter((row) => row.ownerCik === one.cik);
      const sold = own.filter((row) => row.transactionCode === 'S');
      expect([one.name, one.sales, one.saleRows]).toEqual([one.name, cents(sold) / 100, sold.length]);
      expect(one.purchases).toBe((cents(own) - cents(sold)) / 100);
    }
    expect(insiders.map(({ name, title, roles }) => [name, title, roles])).toEqual([
      ['Birch Bo', 'CFO', ['officer']],
      ['Vesper Alma J', 'Director', ['director']],
    ]);
  });

  it('gives the first owners by their latest filing, and how many there are', async () => {
    write(
      store,
      filing(1, { ...at('2026-03-01'), owners: [ALMA] }),
      filing(2, { ...at('2026-05-01'), owners: [BO] }),
      // More than a year before the newest.
      filing(3, { ...at('2025-04-01'), owners: [FUND] }),
    );
    derive(store);
    const { insiders, insidersTotal } = await record({ limit: 1 });
    expect([insiders.map(({ slug }) => slug), insidersTotal]).toEqual([['birch-bo-7002'], 2]);
    expect(insiders[0]).toMatchObject({ lastFiledAt: '2026-05-01T21:30:00.000Z', holdingsNotRead: 0 });
  });

  it('keeps each holding by security, form and nature, from the latest filing that states it', async () => {
    const trust = { ownership: 'I' as const, natureOfOwnership: 'By Trust' };
    write(
      store,
      filing(1, {
        ...at('2026-03-01'),
        transactions: [
          trade(0, { sharesOwnedAfter: 900 }),
          trade(1, { ...trust, sharesOwnedAfter: 40 }),
          trade(2, { securityTitle: 'Class B', sharesOwnedAfter: 7 }),
          trade(3, { table: 'derivative', sharesOwnedAfter: 1 }),
        ],
      }),
      filing(2, {
        ...at('2026-04-01'),
        transactions: [trade(0, { sharesOwnedAfter: 800 })],
        holdingCount: 2,
      }),
    );
    derive(store);
    expect(await holdingsOf('Vesper Alma J')).toEqual([
      ['Common Stock', 'D', null, 800, '2026-04-01'],
      ['Common Stock', 'I', 'By Trust', 40, '2026-03-01'],
      ['Class B', 'D', null, 7, '2026-03-01'],
    ]);
    const [first] = (await record()).insiders;
    expect([first!.holdingsTotal, first!.holdingsNotRead]).toEqual([3, 2]);
    expect(first!.holdings[1]!.rawFilingUrl).toContain(accession(1));
  });

  it.each([
    [
      'each row states the holding after it',
      [
        [100, 900],
        [200, 700],
      ],
      700,
    ],
    [
      'every row states the one after all',
      [
        [100, 700],
        [200, 700],
      ],
      700,
    ],
    [
      'neither: they may be of two accounts',
      [
        [100, 900],
        [200, 300],
      ],
      'rows-differ',
    ],
    ['none is stated', [[100, null]], 'not-stated'],
    [
      'the first is not stated',
      [
        [100, null],
        [200, 700],
      ],
      'rows-differ',
    ],
  ] as Array<[string, Array<[number, number | null]>, number | string]>)(
    '%s',
    async (_what, rows, wanted) => {
      const transactions = rows.map(([shares, sharesOwnedAfter], row) =>
        trade(row, { shares, sharesOwnedAfter }),
      );
      write(store, filing(1, { transactions }));
      derive(store);
      expect(await holdingsOf('Vesper Alma J')).toEqual([['Common Stock', 'D', null, wanted, '2026-03-01']]);
    },
  );

  it('shows the rows of a joint filing and of a copy under one owner, and names it for the others', async () => {
    write(
      store,
      filing(1, { ...at('2026-03-01'), owners: [ALMA, FUND] }),
      filing(2, { ...at('2026-03-02'), owners: [BO] }),
    );
    derive(store, {
      row: ({ accession: one }) =>
        one === accession(2)
          ? { status: 'duplicate', representedBy: `${accession(1)}-0`, inFeed: false }
          : {},
    });
    const shown = (await record()).insiders.map(({ name, reportedUnder, sales, holdings }) => [
      name,
      reportedUnder,
      sales,
      holdings.length,
    ]);
    expect(shown).toEqual([
      ['Birch Bo', 'vesper-alma-j-7001', null, 0],
      ['Vesper Alma J', undefined, 1050, 1],
      ['Cedar Fund LP', 'vesper-alma-j-7001', null, 0],
    ]);
  });

  it('gives no sums of an owner who files alone and jointly: a part of the trades is shown under another', async () => {
    write(
      store,
      filing(1, { ...at('2026-03-01'), owners: [ALMA, FUND] }),
      filing(2, { ...at('2026-03-02'), owners: [FUND] }),
    );
    derive(store);
    const shown = (await record()).insiders.map(({ name, reportedUnder, sales, saleRows, holdings }) => [
      name,
      reportedUnder,
      sales,
      saleRows,
      holdings.length,
    ]);
    expect(shown).toEqual([
      ['Cedar Fund LP', 'vesper-alma-j-7001', null, null, 1],
      ['Vesper Alma J', undefined, 1050, 1, 1],
    ]);
  });

  it('leaves out rows that an amendment restates', async () => {
    write(
      store,
      filing(1, {
        transactions: [trade(0, { sharesOwnedAfter: 111 }), trade(1, { securityTitle: 'Class B' })],
      }),
    );
    derive(store, { row: (_filing, { row }) => (row === 0 ? { status: 'superseded', inFeed: false } : {}) });
    expect((await holdingsOf('Vesper Alma J')).map(([title]) => title)).toEqual(['Class B']);
  });

  it('has every name of filings, the newest first', async () => {
    const named = (name: string) => ({
      issuer: { cik: '4001', name, tradingSymbol: 'QLMK', foreignTradingSymbol: null },
    });
    write(
      store,
      filing(1, { ...at('2024-01-01'), ...named('Old Quill Co') }),
      filing(2, { ...at('2024-05-01'), ...named('Old Quill Co') }),
      filing(3, { ...at('2026-01-01'), ...named('Quillmark Corp') }),
    );
    derive(store);
    expect((await record()).names).toEqual([
      { name: 'Quillmark Corp', lastFiledAt: '2026-01-01T21:30:00.000Z' },
      { name: 'Old Quill Co', lastFiledAt: '2024-05-01T21:30:00.000Z' },
    ]);
  });

  it('follows a filing that is read again with another issuer', async () => {
    write(store, filing(1));
    derive(store);
    expect((await record()).insidersTotal).toBe(1);
    bumpGeneration(store, new Date());
    write(
      store,
      filing(1, { issuer: { cik: '4002', name: 'Other', tradingSymbol: null, foreignTradingSymbol: null } }),
    );
    derive(store);
    expect(await reads.issuerRecord({ cik: '4001', ...YEAR, limit: 5 })).toBeNull();
    expect((await reads.issuerRecord({ cik: '4002', ...YEAR, limit: 5 }))?.insidersTotal).toBe(1);
  });

  it('gives a person each company with the entry of its record, latest filing first', async () => {
    write(
      store,
      filing(1, { ...at('2026-03-02'), owners: [ALMA], transactions: [trade(0, { sharesOwnedAfter: 900 })] }),
      filing(2, { ...at('2026-05-04'), owners: [FUND] }),
      filing(3, {
        ...at('2026-06-05'),
        owners: [ALMA],
        issuer: { cik: '4002', name: 'Other', tradingSymbol: null, foreignTradingSymbol: null },
      }),
      // Before the span.
      filing(4, {
        ...at('2025-01-05'),
        owners: [ALMA],
        issuer: { cik: '4003', name: 'Old', tradingSymbol: 'OLD', foreignTradingSymbol: null },
      }),
    );
    derive(store);
    const slug = (await reads.insiderOfCik('7001'))!.slug;
    const issuers = await reads.insiderIssuers({ slug, ...YEAR });
    expect(issuers.map(({ issuerCik, issuerName }) => [issuerCik, issuerName])).toEqual([
      ['4002', 'Other'],
      ['4001', (await record()).names[0]!.name],
    ]);
    const entry = (await record()).insiders.find((one) => one.cik === '7001')!;
    const { slug: _slug, cik: _cik, name: _name, ...wanted } = entry;
    expect(issuers[1]).toMatchObject(wanted);
    expect([issuers[1]!.holdings[0]!.shares, issuers[0]!.issuerTicker]).toEqual([900, '']);
    expect(await reads.insiderIssuers({ slug: 'nobody-at-all', ...YEAR })).toEqual([]);
  });

  it('counts a purchase whose date cannot be right, which no sum has', async () => {
    const bought = { transactionCode: 'P', acquiredDisposed: 'A' } as const;
    const wrongDay = { transactionDate: '0026-11-01', implausible: ['date-impossible' as const] };
    write(
      store,
      filing(1, {
        ...at('2026-11-02'),
        owners: [ALMA],
        transactions: [
          trade(0, { ...bought, shares: 10, pricePerShare: 2 }),
          trade(1, { ...bought, shares: 900, pricePerShare: 3, ...wrongDay }),
        ],
      }),
    );
    derive(store, { row: (_, { row }) => (row === 1 ? { inFeed: false } : {}) });
    const { insiders, quarters } = await record();
    expect(insiders[0]).toMatchObject({ purchases: 20, purchaseRows: 1, purchasesUnvalued: 1 });
    expect(quarters[0]).toMatchObject({ purchases: 20, purchasesUnvalued: 1 });
  });

  it('counts the purchases and sales of unknown value, which no sum has', async () => {
    const bought = { transactionCode: 'P', acquiredDisposed: 'A' } as const;
    write(
      store,
      filing(1, {
        ...at('2026-11-02'),
        owners: [ALMA],
        transactions: [
          trade(0, { ...bought, shares: 10, pricePerShare: 2 }),
          trade(1, { ...bought, shares: 900, pricePerShare: null }),
          trade(2, { ...bought, shares: 901, pricePerShare: null }),
          trade(3, { shares: 902, pricePerShare: null }),
          // Its value is known and its date is not: no sum has it.
          trade(6, {
            ...bought,
            shares: 904,
            transactionDate: '2035-11-02',
            implausible: ['date-after-filing'],
          }),
          // Neither of them is a trade without a price.
          trade(4, { transactionCode: 'A', acquiredDisposed: 'A', pricePerShare: null }),
          trade(5, { ...bought, shares: 0, pricePerShare: null }),
        ],
      }),
      filing(2, { ...at('2026-05-04'), owners: [BO], transactions: [trade(0, { pricePerShare: null })] }),
      // Before the window, and by an owner whose trades are shown under another one.
      filing(3, {
        ...at('2025-11-19'),
        owners: [ALMA],
        transactions: [trade(0, { ...bought, pricePerShare: null })],
      }),
      filing(4, {
        ...at('2026-11-03'),
        owners: [ALMA, FUND],
        transactions: [trade(0, { ...bought, shares: 77, pricePerShare: null })],
      }),
    );
    derive(store, { row: (_, { implausible }) => (implausible.length > 0 ? { inFeed: false } : {}) });
    const { insiders, quarters } = await record();
    const said = Object.fromEntries(
      insiders.map((one) => [one.name, [one.purchases, one.purchasesUnvalued, one.sales, one.salesUnvalued]]),
    );
    expect(said).toEqual({
      [ALMA.name]: [20, 4, 0, 1],
      [BO.name]: [0, undefined, 0, 1],
      [FUND.name]: [null, undefined, null, undefined],
    });
    expect(
      quarters.map((one) => [one.quarter, one.purchases, one.purchasesUnvalued, one.salesUnvalued]),
    ).toEqual([
      ['2026-Q4', 20, 4, 1],
      ['2026-Q3', 0, undefined, undefined],
      ['2026-Q2', 0, undefined, 1],
      ['2026-Q1', 0, undefined, undefined],
      ['2025-Q4', 0, undefined, undefined],
    ]);
    const slug = insiders.find(({ name }) => name === BO.name)!.slug!;
    expect(await reads.insiderIssuers({ slug, ...YEAR })).toMatchObject([
      { sales: 0, saleRows: 0, salesUnvalued: 1 },
    ]);
  });
});
