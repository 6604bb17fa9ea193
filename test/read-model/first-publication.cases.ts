/** A lot in rankings, quarters, clusters and sums: by its first filing, and on one basis across a split. */

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { deriveDigests } from '../../src/ingest/derive/digests.js';
import { deriveForm4 } from '../../src/ingest/derive/form4.js';
import type { SharesOutstanding } from '../../src/records/form4/company.js';
import type { Form4Filing } from '../../src/records/form4/form4.js';
import { bumpGeneration, type Store } from '../../src/store/database/open.js';
import { readClusterEntries } from '../../src/store/digests/digests.js';
import { writeBatch } from '../../src/store/write-batch.js';
import { amendment, form, ISSUER, person, purchase, sale } from '../derive/form4/filings.js';
import { type ParsedReads, publishedReads } from '../published-reads.js';
import { emptyStore } from '../store/empty-store.js';
import { write } from '../store/form4/invented-filings.js';

describe('read-model/first-publication', () => {
  const YEAR = { since: '2025-01-01', until: '2025-08-01T12:00:00.000Z' };
  const JULY = { ...YEAR, since: '2025-07-01' };
  const NOW = new Date(YEAR.until);
  const FEED = {
    codes: ['P', 'S'] as const,
    minValue: 0,
    maxValue: null,
    minChange: null,
    tickers: [],
    cik: null,
    owner: null,
    role: null,
    planned: 'all' as const,
    sort: 'value' as const,
    order: 'desc' as const,
    after: undefined,
    limit: 50,
  };
  const PEOPLE = [person('11', 'Birch Alma'), person('12', 'Cedar Bo'), person('13', 'Dogwood Cy')];
  const bought = purchase({ shares: 5_000, pricePerShare: 20, sharesOwnedAfter: 9_000 });
  const title = { ...bought, securityTitle: 'Class A Common Stock' };
  const originals = PEOPLE.map((who) => form(`0009900000-25-00000${who.cik}`, [who], [bought]));
  const amendments = PEOPLE.map((who) =>
    amendment(`0009900000-25-00001${who.cik}`, [who], [title], { filedDate: '2025-07-31' }),
  );

  let store: Store;
  let reads: ParsedReads;
  beforeEach(() => {
    store = emptyStore();
    reads = publishedReads(store);
  });
  afterEach(() => store.close());

  const add = (...filings: Form4Filing[]) => {
    write(store, ...filings);
    deriveForm4(store);
    deriveDigests(store, NOW, null);
    bumpGeneration(store, NOW);
  };
  const ranked = (days: { since: string }) =>
    reads.rankIssuers({ code: 'P', days: 365, planned: 'all', limit: 10, since: days.since });
  const largest = (days: { since: string; until: string }) =>
    reads.filingGroups({ ...FEED, ...days, publicSince: days.since, group: 'filing' });

  it.each<[string, Form4Filing[][]]>([
    ['the originals first', [originals, amendments]],
    ['the amendments first', [amendments, originals]],
  ])('an amendment is not a new trade, %s', async (_what, parts) => {
    for (const part of parts) add(...part);
    expect(readClusterEntries(store)).toEqual([]);
    // In March they were one.
    deriveDigests(store, new Date('2025-03-20T12:00:00.000Z'), null);
    expect(readClusterEntries(store)).toMatchObject([
      { insiderCount: 3, firstFiledAt: '2025-03-04T22:00:00.000Z' },
    ]);
    expect([(await ranked(JULY)).total, (await largest(JULY)).total]).toEqual([0, 0]);
    const [issuer] = (await ranked(YEAR)).rows;
    expect(issuer).toMatchObject({ totalValue: 300_000, lastFiledAt: '2025-03-04T22:00:00.000Z' });
    expect(
      (await largest(YEAR)).rows.map(({ lastFiledAt, firstFiledAt }) => [lastFiledAt, firstFiledAt]),
    ).toEqual(Array(3).fill(['2025-07-31T22:00:00.000Z', '2025-03-04T22:00:00.000Z']));
    const record = await reads.issuerRecord({ cik: ISSUER, ...YEAR, limit: 10 });
    expect(record?.quarters.map(({ quarter, purchases }) => [quarter, purchases])).toEqual([
      ['2025-Q3', 0],
      ['2025-Q2', 0],
      ['2025-Q1', 300_000],
    ]);
    const [row] = await reads.latestFilings({ ...JULY, codes: ['P'], minValue: 0, ticker: null, limit: 5 });
    expect(row).toMatchObject({
      filedAt: '2025-07-31T22:00:00.000Z',
      firstFiledAt: '2025-03-04T22:00:00.000Z',
    });
  });

  it('what an amendment adds is new', async () => {
    const more = purchase({ shares: 100, pricePerShare: 21, sharesOwnedAfter: 9_100 });
    const [one] = PEOPLE;
    if (one === undefined) throw new Error('nobody');
    add(form('0009900000-25-000001', [one], [bought]));
    add(amendment('0009900000-25-000002', [one], [title, more], { filedDate: '2025-07-31' }));
    expect((await ranked(JULY)).rows).toMatchObject([{ totalValue: 2_100, filings: 1 }]);
    expect((await largest(JULY)).rows).toMatchObject([{ totalValue: 2_100, lots: 1 }]);
  });

  const [jane = person('11'), joan = person('12')] = PEOPLE;
  const old = form(
    '0009900000-25-000021',
    [jane],
    [sale({ transactionDate: '2025-05-09', shares: 1_000, pricePerShare: 900, sharesOwnedAfter: 9_000 })],
    { filedDate: '2025-05-10' },
  );
  const split = (owner: typeof jane, sharesOwnedAfter: number) =>
    form(
      '0009900000-25-000022',
      [owner],
      [sale({ transactionDate: '2025-05-28', shares: 10_000, pricePerShare: 91, sharesOwnedAfter })],
      { filedDate: '2025-05-29' },
    );
  const groups = (group: 'insider' | 'issuer') => reads.filingGroups({ ...FEED, ...YEAR, group });

  it('shares on both sides of a split are added on one basis, by person and by issuer', async () => {
    add(split(jane, 80_000));
    add(old);
    const sum = { shares: 20_000, averagePrice: 90.5, split: 'adjusted', totalValue: 1_810_000 };
    for (const group of ['insider', 'issuer'] as const)
      expect((await groups(group)).rows).toMatchObject([sum]);
    const { careerLots } = (await reads.insider({ slug: 'birch-alma', ...YEAR, limit: 5 })) ?? {};
    expect(careerLots).toMatchObject([{ lots: 2, shares: 20_000, split: 'adjusted', totalValue: 1_810_000 }]);
  });

  it('of preferred shares stay as filed across a split of the common shares, in their order too', async () => {
    const day = (n: number, rows: number[], transactionDate: string, titles: string[]) =>
      form(
        `0009900000-25-00003${n}`,
        [joan],
        rows.map((sharesOwnedAfter, at) =>
          sale({
            transactionDate,
            shares: 100,
            pricePerShare: 25,
            sharesOwnedAfter,
            securityTitle: titles[at] ?? '',
          }),
        ),
        { filedDate: '2025-06-10' },
      );
    const preferred = 'Series A Preferred Stock';
    for (const [n, shares] of [500, 150].entries()) {
      const sold = sale({ transactionDate: '2025-06-02', shares, pricePerShare: 92 });
      add(
        form(`0009900000-25-00004${n}`, [person(`4${n}`, `Elm ${n}`)], [sold], { filedDate: '2025-06-03' }),
      );
    }
    add(old, split(jane, 80_000));
    add(day(1, [900], '2025-05-09', [preferred]), day(2, [800], '2025-05-28', [preferred]));
    const owned = await reads.filingGroups({ ...FEED, ...YEAR, group: 'insider', sort: 'shares' });
    expect(owned.rows.map(({ shares, split }) => [shares, split])).toEqual([
      [20_000, 'adjusted'],
      [500, undefined],
      [200, undefined],
      [150, undefined],
    ]);
    expect((await groups('issuer')).rows).toMatchObject([{ shares: 20_850, split: 'adjusted' }]);
    const { careerLots } = (await reads.insider({ slug: 'cedar-bo', ...YEAR, limit: 5 })) ?? {};
    expect(careerLots?.map(({ shares, split }) => [shares, split])).toEqual([[200, undefined]]);
    // One sum of both kinds, which nothing divides again.
    add(day(3, [700, 5_000], '2025-05-08', [preferred, 'Common Stock']));
    expect((await groups('issuer')).rows).toMatchObject([{ shares: null, split: 'unknown' }]);
  });

  it('are unknown where only a jump and about as large a holding show it, and come last by shares', async () => {
    add(old, split(jane, 80_500));
    const small = sale({ shares: 1, sharesOwnedAfter: 5 });
    const other = { cik: '4200', name: 'Other', tradingSymbol: null, foreignTradingSymbol: null };
    add(form('0009900000-25-000023', [joan], [small], { issuer: other }));
    const bySize = await reads.filingGroups({ ...FEED, ...YEAR, group: 'issuer', sort: 'shares' });
    expect(bySize.rows).toMatchObject([
      { shares: 1 },
      { shares: null, averagePrice: null, split: 'unknown', totalValue: 1_810_000 },
    ]);
    const { careerLots } = (await reads.insider({ slug: 'birch-alma', ...YEAR, limit: 5 })) ?? {};
    expect(careerLots).toMatchObject([{ shares: null, split: 'unknown' }]);
  });

  it('follow a split of the files of prices that arrives later', async () => {
    const fall = split(joan, 8_000);
    add(old, fall);
    expect((await groups('issuer')).rows).toMatchObject([{ shares: 11_000 }]);
    const row = { symbol: 'ORRY', date: '2025-05-20', numerator: 10, denominator: 1 };
    writeBatch(store, {
      register: 'prices-csv',
      now: NOW,
      records: [{ kind: 'splits', source: 'csv', rows: [row] }],
    });
    bumpGeneration(store, NOW);
    expect((await groups('issuer')).rows).toMatchObject([{ shares: 20_000, split: 'adjusted' }]);
  });

  it('say nothing of the part of the company after a split, because its number of shares may be older', () => {
    const march = new Date('2025-03-20T12:00:00.000Z');
    const count = { cik: ISSUER, end: '2025-02-01', shares: 1_000_000, accession: '0009900000-25-000099' };
    const frame: SharesOutstanding = { kind: 'shares-outstanding', frame: 'CY2025Q1I', rows: [count] };
    const materiality = () => {
      deriveDigests(store, march, null);
      return readClusterEntries(store).map(({ convictionParts }) => convictionParts.materiality);
    };
    writeBatch(store, { register: 'sec-companies', now: march, records: [frame] });
    add(...originals);
    expect(materiality()).toEqual([expect.any(Number)]);
    const row = { symbol: 'ORRY', date: '2025-03-10', numerator: 10, denominator: 1 };
    writeBatch(store, {
      register: 'prices-csv',
      now: march,
      records: [{ kind: 'splits', source: 'csv', rows: [row] }],
    });
    expect(materiality()).toEqual([null]);
  });
});
