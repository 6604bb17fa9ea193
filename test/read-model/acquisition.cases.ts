/** Purchases that were not made in the market: listed with how they were made, and in no digest, ranking or sum. */

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { deriveDigests } from '../../src/ingest/derive/digests.js';
import { deriveForm4 } from '../../src/ingest/derive/form4.js';
import type { Form4Filing, Form4Transaction } from '../../src/records/form4/form4.js';
import { bumpGeneration, type Store } from '../../src/store/database/open.js';
import { readClusterEntries } from '../../src/store/digests/digests.js';
import { form, ISSUER, person, purchase } from '../derive/form4/filings.js';
import { type ParsedReads, publishedReads } from '../published-reads.js';
import { emptyStore } from '../store/empty-store.js';
import { write } from '../store/form4/invented-filings.js';

describe('read-model/acquisition', () => {
  const YEAR = { since: '2025-01-01', until: '2025-03-20T12:00:00.000Z' };
  const NOW = new Date(YEAR.until);
  const FEED = {
    ...YEAR,
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
  const LATEST = { ...YEAR, codes: FEED.codes, minValue: 0, ticker: null };
  const PEOPLE = [person('11', 'Birch Alma'), person('12', 'Cedar Bo'), person('13', 'Dogwood Cy')];
  const bought = purchase({ shares: 5_000, pricePerShare: 20, sharesOwnedAfter: 9_000 });
  const formsOf = (acquisition: Form4Transaction['acquisition']) =>
    PEOPLE.map((who, at) =>
      form(`0009900000-25-00000${who.cik}`, [who], [{ ...bought, shares: 5_000 + at, acquisition }]),
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
  const sums = async () => {
    const record = await reads.issuerRecord({ cik: ISSUER, ...YEAR, limit: 10 });
    const [quarter] = record?.quarters ?? [];
    const of = async (group: 'insider' | 'issuer') => (await reads.filingGroups({ ...FEED, group })).total;
    return {
      clusters: readClusterEntries(store).length,
      ranked: (
        await reads.rankIssuers({ code: 'P', days: 365, planned: 'all', limit: 10, since: YEAR.since })
      ).total,
      largest: (await reads.filingGroups({ ...FEED, group: 'filing', onlyMarket: true })).total,
      insiders: await of('insider'),
      issuers: await of('issuer'),
      total: (await reads.filingTotals(LATEST)).purchases,
      searched: (await reads.searchTotals({ ...FEED, table: 'filing' })).purchases,
      quarter: quarter?.purchases,
      buyers: quarter?.buyers,
      unvalued: quarter?.purchasesUnvalued,
      bought: record?.insiders.map(({ purchases }) => purchases),
    };
  };

  it('in the market are in all of them', async () => {
    add(...formsOf(null));
    expect(await sums()).toMatchObject({
      clusters: 1,
      ranked: 1,
      largest: 3,
      insiders: 3,
      issuers: 1,
      buyers: 3,
    });
    expect((await sums()).total).toBe(300_060);
    expect(await reads.latestFilings({ ...LATEST, limit: 10 })).toMatchObject(
      Array(3).fill({ acquisition: 'market' }),
    );
  });

  it.each(['issuer', 'offering', 'plan', 'dividend', 'unclear'] as const)(
    '%s are in none, and listed',
    async (how) => {
      add(...formsOf(how));
      expect(await sums()).toEqual({
        ...{ clusters: 0, ranked: 0, largest: 0, insiders: 0, issuers: 0, total: 0, searched: 0 },
        ...{ quarter: 0, buyers: 0, unvalued: undefined, bought: [0, 0, 0] },
      });
      expect(await reads.latestFilings({ ...LATEST, limit: 10 })).toMatchObject(
        Array(3).fill({ acquisition: how, totalValue: expect.any(Number) }),
      );
      expect((await reads.filingGroups({ ...FEED, group: 'filing' })).rows).toMatchObject(
        Array(3).fill({ acquisition: how }),
      );
    },
  );

  it('for which nothing was paid are only in the record of the person', async () => {
    add(
      ...formsOf('unpaid').map((one) => ({
        ...one,
        transactions: one.transactions.map((tx) => ({ ...tx, pricePerShare: 0 })),
      })),
    );
    expect(await sums()).toMatchObject({ clusters: 0, ranked: 0, total: 0, buyers: 0, unvalued: undefined });
    expect(await reads.latestFilings({ ...LATEST, limit: 10 })).toEqual([]);
  });

  it('of one filing are added up by how they were made', async () => {
    const who = person('11', 'Birch Alma');
    add(
      form(
        '0009900000-25-000077',
        [who],
        [bought, { ...bought, row: 1, shares: 10, acquisition: 'dividend' }],
      ),
    );
    const { rows } = await reads.filingGroups({ ...FEED, group: 'filing' });
    expect(rows.map(({ acquisition, shares }) => [acquisition, shares])).toEqual([
      ['market', 5000],
      ['dividend', 10],
    ]);
    expect((await sums()).total).toBe(100_000);
  });
});
