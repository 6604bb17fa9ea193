/** The input of digests is read back as written, and so are the digests. */

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { deriveForm4 } from '../../../src/ingest/derive/form4.js';
import type { RegisterRecord } from '../../../src/records/index.js';
import type { Store } from '../../../src/store/database/open.js';
import { digestSymbols, digestWarnings, writeDigests } from '../../../src/store/digests/digests.js';
import { largestHoldings, openMarketLots, tradedPrices } from '../../../src/store/form4/open-market-lots.js';
import { sharesOutstanding } from '../../../src/store/form4/shares-outstanding.js';
import { closesOf, splitsOf } from '../../../src/store/prices/prices.js';
import { writeBatch } from '../../../src/store/write-batch.js';
import type { ClusterFacts, StreakFacts } from '../../../tools/contract/shapes/digest.js';
import { publishedReads } from '../../published-reads.js';
import { emptyStore } from '../empty-store.js';
import { accession, filing, NOW, owner, trade } from '../form4/invented-filings.js';

describe('store/digests/digests', () => {
  let store: Store;
  beforeEach(() => {
    store = emptyStore();
  });
  afterEach(() => store.close());

  const write = (...records: RegisterRecord[]) => writeBatch(store, { register: 'test', now: NOW, records });

  describe('open-market lots', () => {
    it('have the owners of their document and of the documents that repeat them', () => {
      const rows = [
        trade(0, { transactionCode: 'P', acquiredDisposed: 'A', shares: 500, sharesOwnedAfter: 9000 }),
      ];
      const funds = ['8001', '8002', '8003'].map((cik) =>
        owner(cik, `Mothwick ${cik} Ltd`, { isTenPercentOwner: true }),
      );
      write(
        filing(1, { owners: funds.slice(0, 2), transactions: rows }),
        filing(2, { owners: funds.slice(2), transactions: rows, filedAt: '2026-03-01T21:40:00.000Z' }),
        filing(3, { owners: [owner('7001', 'Vesper Alma J', { isOfficer: true, officerTitle: 'CEO' })] }),
      );
      deriveForm4(store);
      const lots = openMarketLots(store, '2026-01-01');
      expect(lots.map(({ accession: one }) => one)).toEqual([accession(1), accession(3)]);
      expect(lots[0]).toEqual({
        filingId: `${accession(1)}-0`,
        accession: accession(1),
        issuerCik: '4001',
        issuerName: 'Quillmark Corp',
        issuerTicker: 'QLMK',
        ownerCik: '8001',
        ownerName: 'Mothwick 8001 Ltd',
        ownerSlug: 'mothwick-8001-ltd',
        ownerCiks: ['8001', '8002', '8003'],
        code: 'P',
        filedAt: '2026-03-01T21:30:00.000Z',
        shares: 500,
        totalValue: 5250,
        is10b5_1: false,
        isDirector: false,
        isOfficer: false,
        isTenPercentOwner: true,
        officerTitle: null,
      });
      expect(lots[1]).toMatchObject({ ownerCiks: ['7001'], officerTitle: 'CEO', isOfficer: true });
    });

    it('are those of the feed, filed since the requested day', () => {
      write(
        filing(1, { filedAt: '2025-03-01T21:30:00.000Z', filedDate: '2025-03-01' }),
        filing(2, {
          transactions: [trade(0, { transactionCode: 'A' }), trade(1, { pricePerShare: null }), trade(2)],
        }),
      );
      deriveForm4(store);
      expect(openMarketLots(store, '2026-01-01').map(({ filingId }) => filingId)).toEqual([
        `${accession(2)}-2`,
      ]);
      expect(openMarketLots(store, '2025-01-01')).toHaveLength(2);
    });

    it('give the largest holding of each issuer, and the prices of its shares', () => {
      write(
        filing(1, {
          transactions: [
            trade(0, { sharesOwnedAfter: 700, pricePerShare: 10.25 }),
            trade(1, {
              sharesOwnedAfter: 900_000,
              shares: 7,
              pricePerShare: 1_000_001,
              implausible: ['price-above-any-share'],
            }),
            trade(2, { sharesOwnedAfter: 20_000, shares: 3, hasAdsFootnote: true }),
            trade(3, { sharesOwnedAfter: 699, shares: 1, transactionDate: '2026-01-05' }),
          ],
        }),
      );
      deriveForm4(store);
      expect(largestHoldings(store, ['4001', '4002'], '2026-01-01')).toEqual(new Map([['4001', 700]]));
      expect(tradedPrices(store, '4001', '2026-02-01')).toEqual([
        { date: '2026-02-27', price: 10.25, securityTitle: 'Common Stock' },
      ]);
    });
  });

  describe('prices', () => {
    it('are found by any spelling of the symbol, source by source, and corrected by a later row', () => {
      const row = (symbol: string, date: string, close: number) => ({
        symbol,
        date,
        close,
        kind: 'close' as const,
      });
      const first = write(
        {
          kind: 'closes',
          source: 'csv',
          rows: [row('BRK-B', '2026-02-27', 500), row('BRK.B', '2026-02-26', 499)],
        },
        { kind: 'closes', source: 'tiingo', rows: [row('BRK-B', '2026-02-27', 777)] },
        {
          kind: 'splits',
          source: 'csv',
          rows: [{ symbol: 'brkb', date: '2026-02-02', numerator: 3, denominator: 2 }],
        },
      );
      expect(first).toEqual({ changed: 3, unchanged: 0 });
      expect(closesOf(store, 'csv', 'BRK/B')).toEqual([
        { date: '2026-02-26', close: 499, kind: 'close' },
        { date: '2026-02-27', close: 500, kind: 'close' },
      ]);
      const again: RegisterRecord = { kind: 'closes', source: 'csv', rows: [row('BRKB', '2026-02-27', 501)] };
      expect(write(again)).toEqual({ changed: 1, unchanged: 0 });
      expect(write(again)).toEqual({ changed: 0, unchanged: 1 });
      expect(closesOf(store, 'csv', 'BRKB').at(-1)).toMatchObject({ close: 501 });
      expect(splitsOf(store, ['tiingo'], 'BRKB', '2099-12-31')).toEqual([]);
      expect(splitsOf(store, ['tiingo', 'csv'], 'BRK B', '2099-12-31')).toEqual([
        { date: '2026-02-02', numerator: 3, denominator: 2 },
      ]);
    });

    it('that insiders traded at are never stored', () => {
      const traded = { symbol: 'A', date: '2026-02-27', close: 1, kind: 'form4' as const };
      expect(() => write({ kind: 'closes', source: 'sec-public', rows: [traded] })).toThrow(/never stored/);
    });
  });

  describe('shares outstanding', () => {
    const row = (cik: string, end: string, shares: number) => ({
      cik,
      end,
      shares,
      accession: '0009999999-26-000001',
    });
    const frame = (name: string, ...rows: Array<ReturnType<typeof row>>): RegisterRecord => ({
      kind: 'shares-outstanding',
      frame: name,
      rows,
    });

    it('are the latest count over all frames, no older than 400 days', () => {
      write(
        frame(
          'CY2025Q4I',
          row('1', '2025-11-05', 100),
          row('2', '2025-11-05', 200),
          row('3', '2025-01-26', 300),
        ),
        frame('CY2026Q1I', row('1', '2026-02-05', 110), row('4', '2026-03-20', 5)),
        frame('CY2025Q1I', row('5', '2025-01-25', 500)),
      );
      // 2026-03-02 less 400 days is 2025-01-26; a count from the future is ignored.
      expect(sharesOutstanding(store, NOW)).toEqual(
        new Map([
          ['3', 300],
          ['2', 200],
          ['1', 110],
        ]),
      );
    });

    it('are unknown if one owner holds more than that', () => {
      write(frame('CY2026Q1I', row('1', '2026-02-05', 110), row('2', '2026-02-05', 200)));
      expect(
        sharesOutstanding(
          store,
          NOW,
          new Map([
            ['1', 111],
            ['2', 200],
            ['9', 5],
          ]),
        ),
      ).toEqual(new Map([['2', 200]]));
    });

    it('of a frame replace the earlier rows of the same frame', () => {
      expect(write(frame('CY2026Q1I', row('1', '2026-02-05', 110), row('2', '2026-02-05', 200)))).toEqual({
        changed: 1,
        unchanged: 0,
      });
      expect(write(frame('CY2026Q1I', row('2', '2026-02-05', 200), row('1', '2026-02-05', 110)))).toEqual({
        changed: 0,
        unchanged: 1,
      });
      write(frame('CY2026Q1I', row('2', '2026-02-05', 200)));
      expect([...sharesOutstanding(store, NOW).keys()]).toEqual(['2']);
    });
  });

  describe('digests', () => {
    const card = (issuerCik: string) => ({ issuerCik, issuerTicker: `T${issuerCik}` }) as ClusterFacts;
    const run = (issuerTicker: string, ownerSlug = 'mothwick-1') => {
      return { ownerSlug, issuerCik: `4${issuerTicker}`, issuerTicker } as StreakFacts;
    };

    it('are read back in order, replaced together, and not written if they are equal', async () => {
      const reads = publishedReads(store);
      expect(await reads.clusters()).toEqual([]);
      expect(await reads.streaks()).toEqual([]);
      const warning = { kind: 'unknown-split', detail: 'x', where: 'B 2026-02-27' };
      const digests = {
        clusters: [card('2'), card('1')],
        streaks: [run('B'), run(''), run('A'), run('B', 'vesper-2')],
        warnings: [warning],
      };
      expect(writeDigests(store, digests)).toBe(true);
      expect(await reads.clusters()).toEqual(digests.clusters);
      expect(await reads.streaks()).toEqual(digests.streaks);
      expect(digestWarnings(store)).toEqual([warning]);
      expect(digestSymbols(store)).toEqual(['A', 'B']);
      expect(writeDigests(store, digests)).toBe(false);
      expect(writeDigests(store, { clusters: [], streaks: [run('B')] })).toBe(true);
      expect(await reads.clusters()).toEqual([]);
      expect(await reads.streaks()).toEqual([run('B')]);
      expect(digestWarnings(store)).toEqual([]);
    });
  });
});
