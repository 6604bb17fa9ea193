/** Filings are read back from the store exactly as they were written. */

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  FOOTNOTE_FLAGS,
  type Form4Filing,
  type Form4Transaction,
  type Implausibility,
  type ReportingOwner,
} from '../../src/records/form4/form4.js';
import { filterSeen, queueCounts, readCursor } from '../../src/store/crawl/queue.js';
import type { Store } from '../../src/store/database/open.js';
import { companyTickers } from '../../src/store/form4/company-tickers.js';
import { issuerFilings, pendingIssuers, pendingOwners } from '../../src/store/form4/derivation-input.js';
import { writeBatch } from '../../src/store/write-batch.js';
import fc, { runs } from '../property.js';
import { publishedReads } from '../published-reads.js';
import { emptyStore } from './empty-store.js';
import { accession, derive, filing, NOW, owner, trade, write } from './form4/invented-filings.js';

describe('store/write-batch', () => {
  let store: Store;
  beforeEach(() => {
    store = emptyStore();
  });
  afterEach(() => store.close());

  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
  const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null });
  const amount = fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0);
  const date = fc.constantFrom('2026-02-27', '2025-12-31', '1933-01-01');
  const flag = fc.boolean();

  const anyOwner: fc.Arbitrary<ReportingOwner> = fc.record({
    cik: fc.constantFrom('7001', '7002', '7003'),
    name: text,
    isDirector: flag,
    isOfficer: flag,
    isTenPercentOwner: flag,
    isOther: flag,
    officerTitle: maybe(text),
    otherText: maybe(text),
  });

  const anyTransaction: fc.Arbitrary<Omit<Form4Transaction, 'row'>> = fc
    .record({
      table: fc.constantFrom('non-derivative', 'derivative'),
      securityTitle: text,
      transactionDate: maybe(date),
      transactionCode: maybe(fc.constantFrom('P', 'S', 'A', 'M')),
      equitySwap: flag,
      timeliness: fc.constantFrom('E', 'L', null),
      shares: maybe(amount),
      pricePerShare: maybe(amount),
      statedTotalValue: maybe(amount),
      acquiredDisposed: fc.constantFrom('A', 'D', null),
      sharesOwnedAfter: maybe(amount),
      valueOwnedAfter: maybe(amount),
      ownership: fc.constantFrom('D', 'I', null),
      natureOfOwnership: maybe(text),
      conversionOrExercisePrice: maybe(amount),
      underlyingTitle: maybe(text),
      underlyingShares: maybe(amount),
      is10b5_1: flag,
      hasVwapFootnote: flag,
      hasAdsFootnote: flag,
      hasTaxWithholdingFootnote: flag,
      hasIndirectOwnershipFootnote: flag,
      soldOnlyForTax: flag,
      acquisition: fc.constantFrom('offering', null),
      implausible: fc.subarray<Implausibility>([
        'price-above-any-share',
        'date-after-filing',
        'date-impossible',
      ]),
      unclear: fc.subarray([...FOOTNOTE_FLAGS]),
    })
    // Absent without one.
    .map(({ unclear, ...one }) => (unclear.length === 0 ? one : { ...one, footnoteUnclear: unclear }));

  const anyFiling: fc.Arbitrary<Form4Filing> = fc
    .record({
      number: fc.integer({ min: 1, max: 4 }),
      documentType: fc.constantFrom<'4' | '4/A'>('4', '4/A'),
      schemaVersion: maybe(text),
      periodOfReport: maybe(date),
      dateOfOriginalSubmission: maybe(date),
      filedAtApproximate: flag,
      issuer: fc.record({
        cik: fc.constantFrom('4001', '4002'),
        name: text,
        tradingSymbol: maybe(text),
        foreignTradingSymbol: maybe(text),
      }),
      owners: fc.array(anyOwner, { minLength: 1, maxLength: 3 }),
      notSubjectToSection16: maybe(flag),
      aff10b5One: maybe(flag),
      remarks: maybe(text),
      transactions: fc.array(anyTransaction, { maxLength: 4 }),
      holdingCount: fc.nat(30),
    })
    .map(({ number, transactions, ...rest }) =>
      filing(number, { ...rest, transactions: transactions.map((one, row) => ({ row, ...one })) }),
    );

  describe('a filing', () => {
    it('is read back exactly as it was written, in the order of filing', () => {
      fc.assert(
        fc.property(fc.array(anyFiling, { maxLength: 6 }), (filings) => {
          const fresh = emptyStore();
          for (const one of filings) write(fresh, one);
          const last = new Map(filings.map((one) => [one.accession, one]));
          for (const cik of ['4001', '4002']) {
            const expected = [...last.values()]
              .filter((one) => one.issuer.cik === cik)
              .sort((a, b) => (a.accession < b.accession ? -1 : 1));
            expect(issuerFilings(fresh, cik)).toEqual(expected);
          }
          fresh.close();
        }),
        { numRuns: runs(60) },
      );
    });

    it('is ordered by filing time before accession number', () => {
      write(store, filing(1, { filedAt: '2026-03-01T22:00:00.000Z' }), filing(2), filing(3));
      expect(issuerFilings(store, '4001').map((one) => one.accession)).toEqual([2, 3, 1].map(accession));
    });

    it('marks its issuer and every owner as pending if it changed, and only then', () => {
      write(store, filing(1, { owners: [owner('7001', 'Vesper Alma'), owner('7002', 'Orme Basil')] }));
      expect(pendingIssuers(store, 10)).toEqual(['4001']);
      expect(pendingOwners(store, 10).map((one) => one.cik)).toEqual(['7001', '7002']);
      derive(store);
      expect(
        write(store, filing(1, { owners: [owner('7001', 'Vesper Alma'), owner('7002', 'Orme Basil')] })),
      ).toEqual({
        changed: 0,
        unchanged: 1,
      });
      expect(pendingIssuers(store, 10)).toEqual([]);
      expect(pendingOwners(store, 10)).toEqual([]);
      // An owner that the corrected document no longer names has other counts now, if it has filings at all.
      write(store, filing(2, { owners: [owner('7002', 'Orme Basil')] }));
      derive(store);
      write(store, filing(1));
      expect(pendingOwners(store, 10).map((one) => one.cik)).toEqual(['7001', '7002']);
    });

    it('of a data set never replaces the document, and is replaced by it', () => {
      const rounded = filing(1, { precision: 'dataset', transactions: [trade(0, { pricePerShare: 0.26 })] });
      const exact = filing(1, { transactions: [trade(0, { pricePerShare: 0.2588 })] });
      write(store, rounded);
      expect(write(store, exact)).toEqual({ changed: 1, unchanged: 0 });
      expect(write(store, rounded)).toEqual({ changed: 0, unchanged: 1 });
      expect(issuerFilings(store, '4001')).toEqual([exact]);
    });
  });

  describe('a filing written again', () => {
    const feed = () =>
      publishedReads(store).latestFilings({
        since: '2026-01-01',
        until: '9999',
        codes: ['P', 'S'],
        minValue: 0,
        ticker: null,
        limit: 50,
      });

    it('keeps its place in the feed until it is derived again if the trade is the same', async () => {
      write(store, filing(1, { precision: 'dataset', transactions: [trade(0), trade(1)] }));
      derive(store);
      write(store, filing(1, { transactions: [trade(0, { pricePerShare: 10.5049 }), trade(1)] }));
      expect((await feed()).map((row) => row.filingId)).toEqual([`${accession(1)}-0`, `${accession(1)}-1`]);
    });

    it('loses the derived rows of trades that changed or were removed', async () => {
      write(store, filing(1, { precision: 'dataset', transactions: [trade(0), trade(1), trade(2)] }));
      derive(store);
      write(store, filing(1, { transactions: [trade(0), trade(1, { transactionCode: 'M' })] }));
      expect((await feed()).map((row) => row.filingId)).toEqual([`${accession(1)}-0`]);
      derive(store);
      expect((await feed()).map((row) => row.filingId)).toEqual([`${accession(1)}-0`]);
    });
  });

  describe('a batch', () => {
    it('is stored as a whole or not at all', () => {
      const broken = filing(2, { transactions: [trade(0), trade(0)] });
      const batch = {
        register: 'sec-form4',
        now: NOW,
        records: [filing(1), broken],
        warnings: [{ kind: 'odd', detail: 'x', where: 'y' }],
        queued: [{ key: 'k', kind: 'submission', url: 'https://example.org/k' }],
        cursors: { day: '2026-03-01' },
      };
      expect(() => writeBatch(store, batch)).toThrow(/UNIQUE/);
      expect(issuerFilings(store, '4001')).toEqual([]);
      expect(pendingIssuers(store, 10)).toEqual([]);
      expect(readCursor(store, 'sec-form4', 'day')).toBeNull();
      expect(queueCounts(store)).toEqual({});
      writeBatch(store, { ...batch, records: [filing(1)] });
      expect(readCursor(store, 'sec-form4', 'day')).toBe('2026-03-01');
      expect(filterSeen(store, 'sec-form4', ['k'])).toEqual(new Set(['k']));
    });
  });

  describe('the ticker table', () => {
    const table = (...rows: Array<[cik: string, ticker: string]>) => ({
      kind: 'company-tickers' as const,
      companies: rows.map(([cik, ticker]) => ({ cik, ticker, name: `Company ${cik}`, exchange: null })),
    });
    const writeTable = (...rows: Array<[string, string]>) =>
      writeBatch(store, { register: 'sec-companies', now: NOW, records: [table(...rows)] });

    it('replaces the previous one and makes only the issuers pending whose tickers changed', () => {
      write(
        store,
        filing(1),
        filing(2, {
          issuer: { cik: '4002', name: 'Other', tradingSymbol: null, foreignTradingSymbol: null },
        }),
      );
      writeTable(['4001', 'QLMK'], ['4002', 'OTHR'], ['4001', 'QLMK-B'], ['4009', 'NONE']);
      derive(store);
      expect(companyTickers(store, '4001')).toEqual(['QLMK', 'QLMK-B']);
      expect(writeTable(['4001', 'QLMK'], ['4002', 'OTHR'], ['4001', 'QLMK-B'], ['4009', 'NONE'])).toEqual({
        changed: 0,
        unchanged: 1,
      });
      expect(pendingIssuers(store, 10)).toEqual([]);
      writeTable(['4002', 'OTHR'], ['4001', 'QLMK'], ['4009', 'NINE']);
      expect(companyTickers(store, '4001')).toEqual(['QLMK']);
      expect(pendingIssuers(store, 10)).toEqual(['4001']);
    });
  });
});
