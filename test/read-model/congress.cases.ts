/** What the store returns for a member of Congress, compared with plain sorting and filtering. */

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Store } from '../../src/store/database/open.js';
import type { MemberQuery, MemberSearch } from '../../tools/contract/reads/congress.js';
import { memberDetail, memberRow, memberTrade } from '../../tools/contract/shapes/congress.js';
import { type ParsedReads, publishedReads } from '../published-reads.js';
import {
  derive,
  houseReport,
  IDA,
  members,
  NOW,
  senateReport,
  trade,
  write,
  writeMembers,
} from '../store/congress/invented-reports.js';
import { emptyStore } from '../store/empty-store.js';

describe('read-model/congress', () => {
  const named = (first: string, last: string) => ({
    ...{ asFiled: `${first} ${last}`, prefix: null, suffix: null },
    ...{ first, last },
  });
  const UUID = '99900000-0000-4000-8000-000000000001';
  let store: Store;
  let reads: ParsedReads;
  beforeEach(() => {
    store = emptyStore();
    reads = publishedReads(store);
    writeMembers(store, members(IDA));
  });
  afterEach(() => store.close());

  const ask = async (more: Partial<MemberQuery> = {}) => {
    const question = {
      slug: 'idalia-invented',
      since: null,
      until: '2099-12-31',
      ticker: null,
      limit: 500,
      ...more,
    };
    const all = await reads.congressMember({ ...question, limit: 100_000 });
    expect(await reads.countTrades(question)).toBe(all?.trades.length ?? 0);
    return reads.congressMember(question);
  };
  const ids = async (more: Partial<MemberQuery> = {}) => (await ask(more))?.trades.map((one) => one.filingId);

  const list = (more: Partial<MemberSearch> = {}) =>
    reads.searchMembers({
      ...{ name: null, chamber: null, party: null, state: null },
      ...{ sort: 'name', order: 'asc', after: undefined, limit: 100, ...more },
    });

  describe('the list of members', () => {
    it('says what the reports come to: only what is known counts', async () => {
      write(
        store,
        houseReport('20030001', {
          disclosureDate: '2025-06-01',
          trades: [
            trade(0, { transactionDate: '2025-05-20' }),
            trade(1, { transactionDate: '2025-03-01' }),
            trade(2, { transactionDate: '2226-03-01' }),
          ],
        }),
        houseReport('9119991', {
          disclosureDate: '2025-07-01',
          readability: 'scanned',
          reason: 'filed on paper',
          trades: [],
        }),
      );
      derive(store);
      const { rows, total } = await list();
      expect(total).toBe(1);
      expect(rows).toEqual([
        {
          slug: 'idalia-invented',
          name: 'Idalia Invented',
          chamber: 'senate',
          district: 'CA',
          party: 'I',
          lifetimeFilings: 2,
          unreadReports: 1,
          trades: 3,
          lastTraded: '2025-05-20',
          lastSeen: '2025-07-01',
          // 12 and 92 days; that of the impossible date is unknown.
          medianDays: 52,
          late: 1,
        },
      ]);
      expect(() => memberRow.strict().parse({ ...rows[0], url: '' })).not.toThrow();
      expect((await list({ chamber: 'house' })).total).toBe(0);
      expect((await list({ party: 'I', state: 'CA', name: 'inv' })).total).toBe(1);
    });

    it('is sorted by surname or by a figure, and continues behind a place', async () => {
      write(
        store,
        houseReport('20030001', {
          filerName: named('Ábel', 'van Zuylen'),
        }),
        houseReport('20030002', {
          filerName: named('Zoe', 'Anders'),
          trades: [],
        }),
        houseReport('20030003', { filerName: named('Bea', 'Örn') }),
      );
      derive(store);
      const names = async (more: Partial<MemberSearch> = {}) =>
        (await list(more)).rows.map(({ name }) => name);
      const byName = ['Zoe Anders', 'Bea Örn', 'Ábel van Zuylen'];
      expect(await names()).toEqual(byName);
      expect(await names({ order: 'desc' })).toEqual([...byName].reverse());
      // No trade of hers was read: she comes last in both orders.
      for (const order of ['desc', 'asc'] as const)
        expect((await names({ sort: 'traded', order })).at(-1)).toBe('Zoe Anders');
      const { places } = await list({ limit: 1 });
      expect(await names({ after: places[0] })).toEqual(byName.slice(1));
      expect(await names({ name: 'abel zuy' })).toEqual(['Ábel van Zuylen']);
    });
  });

  describe('one member', () => {
    it('has the documented shape: the record of the latest term, each trade as of its disclosure', async () => {
      write(
        store,
        houseReport('20030001', {
          disclosureDate: '2025-06-01',
          trades: [trade(0, { owner: 'Spouse', ownerFiled: 'SP', transactionDate: '2025-05-20' })],
        }),
        senateReport(UUID),
        houseReport('9119991', {
          disclosureDate: '2025-07-01',
          readability: 'scanned',
          reason: 'filed on paper',
          trades: [],
        }),
        houseReport('20030009', {
          disclosureDate: '2025-08-01',
          readability: 'failed',
          reason: 'no table',
          trades: [],
        }),
      );
      derive(store);
      const facts = await ask();
      expect(() => memberDetail.parse(facts)).not.toThrow();
      expect(facts).toEqual({
        member: {
          slug: 'idalia-invented',
          memberName: 'Idalia Invented',
          chamber: 'senate',
          district: 'CA',
          party: 'I',
          firstSeen: '2025-06-01',
          lastSeen: '2026-09-30',
          lifetimeFilings: 4,
        },
        trades: [
          expect.objectContaining({ filingId: `${UUID}-0`, chamber: 'senate', district: 'CA', party: 'I' }),
          {
            filingId: '20030001-0',
            memberSlug: 'idalia-invented',
            memberName: 'Idalia Invented',
            chamber: 'house',
            district: 'CA11',
            party: 'D',
            ticker: 'ZQRA',
            assetDescription: 'Zquorra Robotics, Inc. (ZQRA) [ST]',
            assetType: 'Stock',
            type: 'Purchase',
            owner: 'Spouse',
            transactionDate: '2025-05-20',
            disclosureDate: '2025-06-01',
            amountLabel: '$1,001 - $15,000',
            amountMin: 1001,
            amountMax: 15_000,
            amountMid: 8000.5,
            sourceLink: 'https://disclosures-clerk.house.gov/public_disc/ptr-pdfs/2026/20030001.pdf',
            ingestedAt: NOW.toISOString(),
          },
        ],
        unreadReports: [
          expect.objectContaining({ filingId: '20030009', disclosureDate: '2025-08-01', reason: 'no table' }),
          expect.objectContaining({
            filingId: '9119991',
            disclosureDate: '2025-07-01',
            reason: 'filed on paper',
          }),
        ],
      });
      const optional = new Set([
        ...[
          'dateDoubtful',
          'possibleRepeatOf',
          'correction',
          'replaces',
          'tickerAsFiled',
          'typeAsFiled',
          'ownerAsFiled',
          'filingStatusAsFiled',
        ],
        ...['optionTerms', 'assetCaseUncertain', 'erratum'],
      ]);
      expect(Object.keys(facts!.trades[1]!)).toEqual(
        Object.keys(memberTrade.shape).filter((name) => !optional.has(name)),
      );
      expect(await reads.congressMembers()).toEqual([
        { slug: 'idalia-invented', name: 'Idalia Invented', chamber: 'senate', district: 'CA' },
      ]);
    });

    it('has the terms of an option, and marks a date that cannot be right', async () => {
      const description =
        'Purchased 50 call options with a strike price of $150 and an expiration date of 1/16/27.';
      write(
        store,
        houseReport('20030001', {
          trades: [
            trade(0, { assetType: 'Stock Option', description, transactionDate: '2226-09-01' }),
            trade(1, { transactionDate: '2026-09-02' }),
            trade(2, { transactionDate: '2002-09-02' }),
          ],
        }),
      );
      derive(store);
      const facts = await ask();
      expect(() => memberDetail.parse(facts)).not.toThrow();
      expect(
        facts!.trades.map(({ transactionDate, dateDoubtful, optionTerms }) => [
          transactionDate,
          dateDoubtful,
          optionTerms,
        ]),
      ).toEqual([
        [
          '2226-09-01',
          true,
          {
            putCall: 'Call',
            strikeUsd: 150,
            expires: '2027-01-16',
            contracts: 50,
            action: 'purchased',
            asFiled: description,
          },
        ],
        ['2026-09-02', undefined, undefined],
        ['2002-09-02', true, undefined],
      ]);
      expect('dateDoubtful' in facts!.trades[1]!).toBe(false);
    });

    it('names both assets of an exchange, and has no bound if none was filed', async () => {
      write(
        store,
        senateReport(UUID, {
          trades: [
            trade(0, {
              type: 'Exchange',
              ticker: 'XQIN',
              assetDescription: 'Xquinby, Inc. (Exchanged)',
              received: { ticker: 'VQAR', assetDescription: 'Vaquarrel, Inc. (Received)' },
              amountLabel: 'Over $50,000,000',
              amountMin: 50_000_001,
              amountMax: null,
              amountMid: null,
            }),
          ],
        }),
      );
      derive(store);
      expect((await ask())?.trades).toEqual([
        expect.objectContaining({
          ticker: 'XQIN',
          assetDescription: 'Xquinby, Inc. (Exchanged); Vaquarrel, Inc. (Received)',
          amountMin: 50_000_001,
          amountMax: null,
          amountMid: null,
        }),
      ]);
    });

    it('has trades by disclosure, transaction and filing, newest first, row 10 before row 9', async () => {
      const eleven = Array.from({ length: 11 }, (_, row) => trade(row));
      write(
        store,
        houseReport('20030001', { trades: eleven }),
        houseReport('20030002', { trades: [trade(0), trade(1, { transactionDate: '2026-09-20' })] }),
        houseReport('20039999', { disclosureDate: '2026-09-29' }),
        houseReport('20020001', {
          disclosureDate: '2026-10-01',
          trades: [trade(0, { transactionDate: '2024-01-01' })],
        }),
      );
      derive(store);
      expect(await ids()).toEqual([
        '20020001-0',
        '20030002-1',
        '20030002-0',
        ...Array.from({ length: 11 }, (_, row) => `20030001-${10 - row}`),
        '20039999-0',
      ]);
      expect(await ids({ limit: 3 })).toEqual(['20020001-0', '20030002-1', '20030002-0']);
    });

    it('keeps equal rows of one report separate', async () => {
      write(store, houseReport('20030001', { trades: [trade(0), trade(1)] }));
      derive(store);
      expect(await ids()).toEqual(['20030001-1', '20030001-0']);
    });

    it('filters by disclosure date and by ticker; the base symbol matches every class of a share', async () => {
      const tickers = ['BRK.B', 'BRK.A', 'BRKS', 'brk', ''];
      write(
        store,
        houseReport('20030001', { trades: tickers.map((ticker, row) => trade(row, { ticker })) }),
        houseReport('20030002', { disclosureDate: '2026-08-01', trades: [trade(0, { ticker: 'BRK.B' })] }),
        houseReport('9119991', {
          disclosureDate: '2025-07-01',
          readability: 'scanned',
          reason: 'paper',
          trades: [],
        }),
      );
      derive(store);
      expect(await ids({ ticker: 'BRK' })).toEqual(['20030001-3', '20030001-1', '20030001-0', '20030002-0']);
      expect(await ids({ ticker: 'BRK.B' })).toEqual(['20030001-0', '20030002-0']);
      expect(await ids({ ticker: 'BRK', since: '2026-08-02', limit: 2 })).toEqual([
        '20030001-3',
        '20030001-1',
      ]);
      expect(await ids({ ticker: 'NONE' })).toEqual([]);
      // Unreadable reports are listed all the same: only with them is the list complete.
      const narrow = await ask({ ticker: 'NONE', since: '2026-08-02' });
      expect(narrow?.unreadReports.map(({ filingId }) => filingId)).toEqual(['9119991']);
      expect(narrow?.member.lifetimeFilings).toBe(3);
    });

    it('leaves out disclosures after the day of the answer, and keeps the lifetime counts', async () => {
      write(
        store,
        houseReport('20030001'),
        houseReport('20030002', { disclosureDate: '2026-10-01' }),
        houseReport('9119991', {
          disclosureDate: '2026-10-01',
          readability: 'scanned',
          reason: 'paper',
          trades: [],
        }),
      );
      derive(store);
      const then = await ask({ until: '2026-09-30' });
      expect(then?.trades.map((one) => one.filingId)).toEqual(['20030001-0']);
      expect(then?.unreadReports).toEqual([]);
      expect(then?.member).toMatchObject({ lastSeen: '2026-10-01', lifetimeFilings: 3 });
    });

    it('is null for an unknown slug, or for that of a tracker', async () => {
      write(store, houseReport('20030001'));
      derive(store);
      expect(await ask({ slug: 'nobody' })).toBeNull();
      expect(await ask({ slug: 'idalia-invented-tracker' })).toBeNull();
    });

    it('is not listed before filing anything', async () => {
      derive(store);
      expect(await reads.congressMembers()).toEqual([]);
      expect((await list()).rows).toEqual([]);
      expect(await reads.memberNames()).toEqual([]);
      expect(await ask()).toBeNull();
    });
  });
});
