/** The sample of the four European registers, read by their own parsers and requested with the tool. */

import { describe, expect, it } from '@jest/globals';
import { deriveMarkets } from '../../src/ingest/derive/europe.js';
import { importDocuments } from '../../src/ingest/import-documents.js';
import { sourceDescriptions } from '../../src/ingest/source-descriptions.js';
import { createRegisters } from '../../src/registers/index.js';
import { sampleDocuments } from '../../src/service/sample-documents.js';
import { describeSources, listUnreadDocuments, listWarnings } from '../../src/store/crawl/run-journal.js';
import type { Store } from '../../src/store/database/open.js';
import { EU_COUNTRIES, EU_MARKETS, type EuCountry } from '../../tools/contract/markets/index.js';
import type { EuRowFacts, EuRowOf } from '../../tools/contract/shapes/eu.js';
import type { ToolContext } from '../../tools/contract/tool.js';
import tool from '../../tools/get-eu-filings.js';
import { toolReads } from '../published-reads.js';
import { emptyStore } from '../store/empty-store.js';

describe('sample/eu', () => {
  const DAY = '2026-11-21';
  const REGISTERS = Object.values(EU_MARKETS).map(({ register }) => register);

  async function sampleStore(day: string): Promise<Store> {
    const store = emptyStore();
    const registers = createRegisters();
    const at = new Date(`${day}T00:00:00.000Z`);
    describeSources(
      store,
      sourceDescriptions(registers, new Set(registers.map(({ metadata }) => metadata.id))),
    );
    for (const register of registers.filter(({ metadata }) => REGISTERS.includes(metadata.id)))
      await importDocuments(store, register, sampleDocuments(register.metadata.id, day), () => at);
    deriveMarkets(store, at);
    return store;
  }

  async function ask<R extends EuRowFacts>(store: Store, country: EuCountry, day = DAY): Promise<R[]> {
    const context = {
      reads: toolReads(store),
      now: new Date(`${day}T00:00:00.000Z`),
      baseUrl: 'https://d.example',
    } as ToolContext;
    const { data } = await tool.run(tool.input.parse({ country }), context);
    expect(tool.output.parse(data)).toEqual(data);
    return data as R[];
  }

  const worth = (row: EuRowFacts) => ('totalValueNative' in row ? row.totalValueNative : row.totalValue);
  const excluded = (store: Store, market: EuCountry) =>
    store.db
      .prepare(
        'SELECT DISTINCT exclusion FROM pdmr_filing WHERE market = ? AND exclusion IS NOT NULL ORDER BY 1',
      )
      .pluck()
      .all(market);

  describe('the European sample', () => {
    const store = sampleStore(DAY);

    it('gives the same bytes for the same day, and others for another', () => {
      for (const register of REGISTERS) {
        const [one, again] = [sampleDocuments(register, DAY), sampleDocuments(register, DAY)];
        expect(again.map((document) => document.key)).toEqual(one.map((document) => document.key));
        expect(again.every(({ bytes }, at) => bytes.equals(one[at]!.bytes))).toBe(true);
        expect(
          sampleDocuments(register, '2026-11-24').some(
            ({ bytes }, at) => one[at]?.bytes.equals(bytes) === false,
          ),
        ).toBe(true);
      }
    });

    it.each(EU_COUNTRIES)(
      '%s has 60 to 150 rows, newest first, none of today, and the floor holds',
      async (market) => {
        const rows = await ask(await store, market);
        expect(rows.length).toBeGreaterThanOrEqual(60);
        expect(rows.length).toBeLessThanOrEqual(150);
        const times = rows.map((row) => row.publicationAt);
        expect([...times].sort().reverse()).toEqual(times);
        expect(times[0]! < `${DAY}T00:00:00.000Z`).toBe(true);
        expect(times.at(-1)! < '2026-09-05').toBe(true);
        const { currency, floor } = EU_MARKETS[market];
        const own = rows.filter((row) => row.currency === currency).map((row) => worth(row)!);
        expect(Math.min(...own)).toBe(floor);
        // Small rows in another currency pass.
        expect(rows.some((row) => row.currency !== currency && (worth(row) ?? 0) < floor)).toBe(true);
        const below = (await store).db
          .prepare(
            'SELECT max(total_value) FROM pdmr_feed WHERE market = ? AND currency = ? AND total_value < ?',
          )
          .pluck()
          .get(market, currency, floor);
        expect(below).toBeGreaterThanOrEqual(floor - 1);
      },
    );

    it('de: other natures, gaps, a row without ISIN, and a notification that was taken back', async () => {
      const rows = await ask<EuRowOf<'de'>>(await store, 'de');
      expect(new Set(rows.map((row) => row.transactionNature))).toEqual(new Set(['Kauf', 'Verkauf']));
      expect(new Set(rows.map((row) => row.currency))).toEqual(new Set(['EUR', 'GBP', 'USD', 'CHF']));
      expect(rows.some((row) => row.isin === '')).toBe(true);
      expect(
        rows.some((row) => /^\d/.test(row.issuerName)) && rows.some((row) => /^Ö/.test(row.issuerName)),
      ).toBe(true);
      expect(excluded(await store, 'de')).toEqual([
        'left-register',
        'no-currency',
        'no-price',
        'not-a-trade',
      ]);
    });

    it('uk: pence, pounds, other currencies, unknown units, an amendment and a later version', async () => {
      const rows = await ask<EuRowOf<'uk'>>(await store, 'uk');
      const unknown = rows.filter((row) => row.valueUnknown);
      expect(unknown.length).toBeGreaterThanOrEqual(5);
      expect(unknown.every((row) => row.currency === null && row.totalValue === null)).toBe(true);
      expect(rows.every((row) => row.valueUnknown === (row.totalValue === null))).toBe(true);
      const sterling = rows.filter((row) => row.currency === 'GBP');
      const ratio = (row: EuRowOf<'uk'>) => Math.round((row.pricePerShare * row.volume) / row.totalValue!);
      expect(new Set(sterling.map(ratio))).toEqual(new Set([1, 100]));
      expect(new Set(rows.map((row) => row.currency))).toEqual(new Set(['GBP', 'EUR', 'USD', null]));
      expect(rows.some((row) => row.transactionDate === null)).toBe(true);
      expect(rows.some((row) => row.capacity.startsWith('PCA of '))).toBe(true);
      expect(excluded(await store, 'uk')).toEqual(
        expect.arrayContaining([
          'amended',
          'award',
          'dividend-reinvestment',
          'employee-share-plan',
          'gift',
          'tax-withholding',
        ]),
      );
      // Version 2 holds 4,000 shares, version 1, which is read after it, 40,000.
      expect(rows.filter((row) => row.pricePerShare === 11.06 && row.volume === 40_000)).toEqual([]);
      expect(rows.filter((row) => row.pricePerShare === 11.06 && row.volume === 4_000)).toHaveLength(1);
    });

    it('se: corrections, keying errors, and genuine rows of hundreds of millions', async () => {
      const rows = await ask<EuRowOf<'se'>>(await store, 'se');
      expect(new Set(rows.map((row) => row.characterSe))).toEqual(new Set(['Förvärv', 'Avyttring']));
      expect(new Set(rows.map((row) => row.currency))).toEqual(new Set(['SEK', 'EUR', 'USD', 'CAD']));
      expect(Math.max(...rows.map((row) => row.totalValueNative))).toBe(453_654_850);
      expect(excluded(await store, 'se')).toEqual([
        'amount-for-volume',
        'cancelled',
        'keying-error',
        'not-a-trade',
        'revised',
      ]);
      expect(listWarnings(await store, { kind: 'keying-error' }, 10)).toHaveLength(3);
      // The correction is effective; the corrected row is stored.
      expect(rows.filter((row) => row.price === 12.4 && row.volume === 5_000)).toHaveLength(1);
      expect(rows.filter((row) => row.price === 12.4 && row.volume === 50_000)).toEqual([]);
      expect(rows.filter((row) => row.price === 88.9 && row.volume === 1_500)).toHaveLength(2);
    });

    it('nl: awards, dividends, an unknown type, a lost id, and two days under one GUID', async () => {
      const rows = await ask<EuRowOf<'nl'>>(await store, 'nl');
      expect(new Set(rows.map((row) => row.transactionCategory))).toEqual(
        new Set(['Verwerving', 'Vervreemding']),
      );
      expect(new Set(rows.map((row) => row.currency))).toEqual(new Set(['EUR', 'USD', 'GBP', 'NOK']));
      expect(rows.some((row) => row.isin === null)).toBe(true);
      expect(rows.some((row) => row.stockOptionProgram)).toBe(true);
      expect(excluded(await store, 'nl')).toEqual([
        'award',
        'conversion',
        'dividend-reinvestment',
        'left-register',
        'no-price',
        'option-exercise',
        'unknown-type',
      ]);
      const guids = new Map<string, Set<string>>();
      for (const { filingId } of rows) {
        const [, day, guid] = /^(\d{8})(.*)#\d+$/.exec(filingId)!;
        guids.set(guid!, (guids.get(guid!) ?? new Set()).add(day!));
      }
      expect([...guids.values()].filter((days) => days.size === 2)).toHaveLength(1);
    });

    // New year, a leap day, the days after the clocks change, a Monday.
    it.each(['2026-01-02', '2028-02-29', '2026-03-30', '2026-10-26', '2027-05-31'])(
      'is equally sound as of %s',
      async (day) => {
        const other = await sampleStore(day);
        expect(listUnreadDocuments(other, 10)).toEqual([]);
        const kinds = new Set(listWarnings(other, {}, 1000).map((warning) => warning.kind));
        expect([...kinds].sort()).toEqual([
          'incomplete-trade',
          'keying-error',
          'price-implausible',
          'repeated-row',
          'unit-mark-lost',
          'unknown-transaction-type',
        ]);
        for (const market of EU_COUNTRIES) {
          const rows = await ask(other, market, day);
          expect(rows.length).toBeGreaterThanOrEqual(60);
          expect(rows[0]!.publicationAt < `${day}T00:00:00.000Z`).toBe(true);
        }
        other.close();
      },
    );
  });
});
