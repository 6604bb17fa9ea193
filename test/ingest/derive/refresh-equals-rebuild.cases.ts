/** Many small refreshes leave the same derived rows and digests as deriving everything again from the same records. */

import { describe, expect, it } from '@jest/globals';
import { deriveClusterEntries, deriveStreaks } from '../../../src/derive/index.js';
import { deriveDigests } from '../../../src/ingest/derive/digests.js';
import { deriveForm4 } from '../../../src/ingest/derive/form4.js';
import type { CompanyTickers } from '../../../src/records/form4/company.js';
import type { Form4Filing } from '../../../src/records/form4/form4.js';
import type { Store } from '../../../src/store/database/open.js';
import { markAllPending } from '../../../src/store/derivation-version.js';
import { readClusterEntries, readStreaks } from '../../../src/store/digests/digests.js';
import { openMarketLots } from '../../../src/store/form4/open-market-lots.js';
import { writeBatch } from '../../../src/store/write-batch.js';
import fc, { isWhole, runs } from '../../property.js';
import { emptyStore } from '../../store/empty-store.js';
import { filing, owner, trade } from '../../store/form4/invented-filings.js';
import { derivedRows } from '../derived-rows.js';

describe('ingest/derive/refresh-equals-rebuild', () => {
  const NOW = new Date('2026-11-21T12:00:00.000Z');
  const DAY_MS = 86_400_000;

  interface Written {
    /** An accession number that comes again replaces the filing. */
    number: number;
    issuer: number;
    owners: number[];
    daysAgo: number;
    code: 'P' | 'S' | 'M';
    shares: number[];
    amends: boolean;
    planned: boolean;
  }

  const written: fc.Arbitrary<Written> = fc.record({
    number: fc.integer({ min: 1, max: 60 }),
    issuer: fc.constantFrom(1, 1, 1, 2, 3),
    owners: fc.uniqueArray(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 2 }),
    daysAgo: fc.oneof(
      fc.integer({ min: 0, max: 30 }),
      fc.integer({ min: 0, max: 21 }),
      fc.integer({ min: 57, max: 63 }),
      fc.integer({ min: 0, max: 400 }),
    ),
    code: fc.constantFrom('P' as const, 'S' as const, 'S' as const, 'S' as const, 'M' as const),
    shares: fc.array(fc.constantFrom(100, 2500, 9000, 12_000), { minLength: 0, maxLength: 3, size: 'max' }),
    amends: fc.constantFrom(true, false, false, false, false),
    planned: fc.boolean(),
  });

  function toFiling(one: Written): Form4Filing {
    const filedAt = new Date(NOW.getTime() - one.daysAgo * DAY_MS - one.number * 1000).toISOString();
    const date = filedAt.slice(0, 10);
    const acquired = one.code !== 'S';
    return filing(one.number, {
      documentType: one.amends ? '4/A' : '4',
      dateOfOriginalSubmission: one.amends ? date : null,
      periodOfReport: date,
      filedAt,
      filedDate: date,
      issuer: {
        cik: `400${one.issuer}`,
        name: `Example ${one.issuer} Corp`,
        tradingSymbol: `EX${'ABC'[one.issuer - 1]}`,
        foreignTradingSymbol: null,
      },
      owners: one.owners.map((n) => owner(`700${n}`, `Invented ${'VWXYZ'[n - 1]}`, { isOfficer: n === 1 })),
      transactions: one.shares.map((shares, row) =>
        trade(row, {
          transactionDate: date,
          transactionCode: one.code,
          acquiredDisposed: acquired ? 'A' : 'D',
          shares,
          pricePerShare: 12.5,
          is10b5_1: one.planned,
        }),
      ),
    });
  }

  const tickers = (listed: readonly string[]): CompanyTickers => ({
    kind: 'company-tickers',
    companies: listed.map((ticker, at) => ({
      cik: `400${at + 1}`,
      name: `Example ${at + 1} Corp`,
      ticker,
      exchange: null,
    })),
  });

  const steps = fc.array(
    fc.record({
      filings: fc.array(written, { minLength: 1, maxLength: 12, size: 'max' }),
      listed: fc.option(fc.subarray(['EXA', 'EXB', 'EXC', 'NEW'], { maxLength: 3 }), { freq: 3 }),
    }),
    { minLength: 1, maxLength: 5, size: 'max' },
  );

  function writeStep(store: Store, step: { filings: Written[]; listed: string[] | null }): void {
    writeBatch(store, { register: 'sec-form4', now: NOW, records: step.filings.map(toFiling) });
    if (step.listed !== null)
      writeBatch(store, { register: 'sec-companies', now: NOW, records: [tickers(step.listed)] });
  }

  /** The digests from every lot of the window, none left out beforehand. */
  function wholeDigests(store: Store) {
    const lots = openMarketLots(store, '2025-11-21');
    return {
      clusters: deriveClusterEntries({ lots, sharesOutstanding: new Map(), now: NOW }),
      streaks: deriveStreaks({ lots, closes: () => [], now: NOW }),
    };
  }

  const everything = (store: Store) => ({ rows: derivedRows(store), ...storedDigests(store) });
  const storedDigests = (store: Store) => ({
    clusters: readClusterEntries(store),
    streaks: readStreaks(store),
  });

  it('in form 4 and the digests, for random sequences of filings, amendments, corrections and symbols', () => {
    let clusters = 0;
    let streaks = 0;
    fc.assert(
      fc.property(steps, (given) => {
        const store = emptyStore();
        for (const step of given) {
          writeStep(store, step);
          deriveForm4(store);
          deriveDigests(store, NOW, null);
          expect(storedDigests(store)).toEqual(wholeDigests(store));
        }
        const refreshed = everything(store);
        for (const table of ['form4_derived', 'digest']) store.sql(`DELETE FROM ${table}`).run();
        markAllPending(store, 1000);
        deriveForm4(store);
        deriveDigests(store, NOW, null);
        expect(everything(store)).toEqual(refreshed);
        clusters += refreshed.clusters.length;
        streaks += refreshed.streaks.length;
        store.close();
      }),
      { numRuns: runs(50), seed: 17 },
    );
    if (!isWhole) return;
    // Otherwise the comparison would prove nothing.
    expect(clusters).toBeGreaterThan(3);
    expect(streaks).toBeGreaterThan(3);
  });
});
