/** The feed of a market: window, floor, order and cap, compared with a naive filter. */

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { deriveMarkets } from '../../src/ingest/derive/europe.js';
import { euRowsOf } from '../../src/read-model/questions/europe.js';
import { generationTables } from '../../src/read-model/sqlite/model.js';
import { openSqliteWriter } from '../../src/read-model/sqlite/writer.js';
import type { PdmrFiling } from '../../src/records/europe/pdmr.js';
import type { Store } from '../../src/store/database/open.js';
import { writeBatch } from '../../src/store/write-batch.js';
import { euPlace } from '../../tools/contract/eu-search.js';
import { EU_COUNTRIES, EU_MARKETS, type EuCountry } from '../../tools/contract/markets/index.js';
import type { EuSearch } from '../../tools/contract/reads/europe.js';
import { pdmrRow, toEuRow } from '../derive/europe/pdmr-rows.js';
import fc, { runs } from '../property.js';
import { publishedReads } from '../published-reads.js';
import { emptyStore } from '../store/empty-store.js';
import { EVERY_EU_ROW } from './every-row.js';
import { searchEuRows } from './naive-europe.js';

describe('read-model/europe', () => {
  const NOW = new Date('2026-09-30T12:00:00.000Z');
  let store: Store;
  beforeEach(() => {
    store = emptyStore();
  });
  afterEach(() => store.close());

  function fill(target: Store, records: PdmrFiling[]): void {
    writeBatch(target, { register: 'r', now: NOW, records });
    deriveMarkets(target, NOW);
  }
  const ask = async (
    market: EuCountry,
    more: { since?: string; until?: string; isin?: string; limit?: number } = {},
  ) => {
    const question = { market, since: '2026-07-02', until: '2099', isin: null, limit: 2500, ...more };
    const reads = publishedReads(store);
    const answer = await reads.euFilings(question);
    const all = await reads.euFilings({ ...question, limit: 100_000 });
    expect(await reads.countEuFilings(question)).toBe(all.length);
    return answer;
  };

  describe('the floor', () => {
    it.each([
      ['de', 'EUR', 25_000],
      ['uk', 'GBP', 25_000],
      ['se', 'SEK', 50_000],
      ['nl', 'EUR', 25_000],
    ] as const)('of %s applies only to rows in %s', async (market, currency, floor) => {
      const row = (totalValue: number, own: string) =>
        pdmrRow(market, { filingId: `${totalValue} ${own}`, totalValue, currency: own, isin: null });
      fill(store, [row(floor, currency), row(floor - 0.01, currency), row(1, 'CHF'), row(0, 'NOK')]);
      const passed = (await ask(market)).map((one) => one.filingId).sort();
      expect(passed).toEqual(['0 NOK', '1 CHF', `${floor} ${currency}`].sort());
    });

    it('does not apply to a British row of unknown value, which has null and not 0', async () => {
      fill(store, [pdmrRow('uk', { currency: null, totalValue: null, valueUnknown: true })]);
      expect(await ask('uk')).toEqual([
        expect.objectContaining({ currency: null, totalValue: null, valueUnknown: true, pricePerShare: 50 }),
      ]);
    });
  });

  describe('the feed', () => {
    it('ends at the moment of the answer', async () => {
      const at = (publicationAt: string) =>
        pdmrRow('se', { filingId: publicationAt, publicationAt, totalValue: 90_000 });
      fill(store, [at('2026-08-01T07:00:00.000Z'), at('2026-08-01T07:00:00.001Z')]);
      expect((await ask('se', { until: '2026-08-01T07:00:00.000Z' })).map((row) => row.filingId)).toEqual([
        '2026-08-01T07:00:00.000Z',
      ]);
    });

    it('begins at the first moment of the requested day', async () => {
      const at = (publicationAt: string) =>
        pdmrRow('de', { filingId: publicationAt, publicationAt, totalValue: 90_000 });
      fill(store, [
        at('2026-07-01T23:59:59.999Z'),
        at('2026-07-02T00:00:00.000Z'),
        at('2026-08-01T00:00:00.000Z'),
      ]);
      expect((await ask('de')).map((row) => row.filingId)).toEqual([
        '2026-08-01T00:00:00.000Z',
        '2026-07-02T00:00:00.000Z',
      ]);
    });

    it('never has more rows than the cap, and has the newest', async () => {
      const rows = Array.from({ length: 2600 }, (_, index) =>
        pdmrRow('nl', {
          filingId: `row ${String(index).padStart(4, '0')}`,
          totalValue: 30_000,
          publicationAt: new Date(Date.UTC(2026, 8, 29) - index * 60_000).toISOString(),
        }),
      );
      fill(store, rows);
      const answer = await ask('nl');
      expect(answer).toHaveLength(2500);
      expect([answer[0]!.filingId, answer.at(-1)!.filingId]).toEqual(['row 0000', 'row 2499']);
    });

    it('equals the result of a naive filter', async () => {
      const anyRow = fc.record({
        market: fc.constantFrom(...EU_COUNTRIES),
        day: fc.integer({ min: 0, max: 120 }),
        isin: fc.constantFrom('SE0000000001', 'SE0000000002', null),
        currency: fc.constantFrom('EUR', 'GBP', 'SEK', 'USD'),
        totalValue: fc.constantFrom(0, 24_999.99, 25_000, 49_999, 50_000, 1e7),
        direction: fc.constantFrom('acquisition' as const, null),
      });
      await fc.assert(
        fc.asyncProperty(
          fc.array(anyRow, { maxLength: 40 }),
          fc.integer({ min: 1, max: 30 }),
          async (made, limit) => {
            const own = emptyStore();
            const rows = made.map(({ day, market, ...row }) =>
              pdmrRow(market, {
                ...row,
                // One price, so that no row is a keying error.
                publicationAt: new Date(NOW.getTime() - day * 86_400_000).toISOString(),
                ...(row.direction === null ? { nature: 'Annat' } : {}),
              }),
            );
            fill(own, rows);
            for (const market of EU_COUNTRIES)
              for (const isin of ['SE0000000002', null]) {
                const { currency, floor } = EU_MARKETS[market];
                const expected = rows
                  .filter((row) => row.market === market && row.direction !== null)
                  .filter((row) => row.publicationAt >= '2026-07-02' && (isin === null || row.isin === isin))
                  .filter((row) => row.currency !== currency || row.totalValue! >= floor)
                  .sort((a, b) =>
                    a.publicationAt !== b.publicationAt
                      ? a.publicationAt < b.publicationAt
                        ? 1
                        : -1
                      : a.filingId < b.filingId
                        ? -1
                        : 1,
                  )
                  .slice(0, limit);
                const answer = await publishedReads(own).euFilings({
                  market,
                  since: '2026-07-02',
                  until: '2099',
                  isin,
                  limit,
                });
                expect(answer.length).toBe(expected.length);
                expect(answer.map((row) => row.filingId)).toEqual(expected.map((row) => row.filingId));
              }
            own.close();
          },
        ),
        { numRuns: runs(60) },
      );
    });
  });

  describe('a search', () => {
    const NAMES = ['Volvo AB', 'Österlund & Co', "O'Neil plc", 'L’Oréal S.A.', 'Volvere Group'];
    const MANAGERS = ['Åsa Ödman', 'J.P. Smith', 'Smithson, Ann'];
    const records = () =>
      Array.from({ length: 160 }, (_, n) => {
        const market = EU_COUNTRIES[n % 4]!;
        const isUnknown = market === 'uk' && n % 5 === 0;
        return pdmrRow(market, {
          filingId: `row ${(n * 7) % 160} of ${market}`,
          publicationAt: new Date(NOW.getTime() - ((n * 13) % 40) * 43_200_000).toISOString(),
          issuerName: NAMES[n % NAMES.length]!,
          pdmrName: MANAGERS[n % MANAGERS.length]!,
          lei: n % 3 === 0 ? '529900W18LQJJN6SJ336' : null,
          isin:
            n % 15 === 0
              ? null
              : n % 9 === 0
                ? 'SE0000000003'
                : n % 2 === 0
                  ? 'SE0000000001'
                  : 'SE0000000002',
          currency: isUnknown ? null : n % 3 === 0 ? 'EUR' : EU_MARKETS[market].currency,
          totalValue: isUnknown ? null : 50_000 + ((n * 31) % 20) * 1000.5,
          valueUnknown: isUnknown,
          ...(n % 4 !== 1 && n % 2 === 0
            ? { direction: 'disposal', nature: EU_MARKETS[market].words?.disposal ?? 'Sale' }
            : {}),
        });
      });
    const ALL = {
      ...EVERY_EU_ROW,
      markets: EU_COUNTRIES,
      since: '2026-07-02',
      until: '2099',
      limit: 30,
    } satisfies EuSearch;

    it('has the rows of a plain search over all markets, page by page too', async () => {
      const made = records();
      fill(store, made);
      const reads = publishedReads(store);
      const kept = new Set<string>();
      for (const market of EU_COUNTRIES)
        for (const row of await reads.euFilings({ ...ALL, market, limit: 1000 }))
          kept.add(`${market} ${row.filingId}`);
      expect(kept.size).toBeGreaterThan(100);
      const stored = made
        .filter(({ market, filingId }) => kept.has(`${market} ${filingId}`))
        .map((row) => ({ ...toEuRow(row), market: row.market, lei: row.lei }));
      const eur = { currency: 'EUR', sort: 'value' } as const;
      const searches: Array<Partial<EuSearch>> = [
        {},
        { order: 'asc' },
        { markets: ['uk'] },
        { direction: 'S' },
        { direction: 'P', since: '2026-09-20', until: '2026-09-28T00:00:00.000Z' },
        eur,
        { ...eur, order: 'asc', minValue: 55_000.5 },
        ...(['traded', 'issuer', 'manager'] as const).flatMap((sort) => [
          { sort },
          { sort, order: 'asc' as const },
          { sort, order: 'asc' as const, markets: ['uk' as const], direction: 'P' as const },
        ]),
        { markets: ['se'], currency: 'SEK', minValue: 60_000 },
        { isin: 'SE0000000002', lei: '529900W18LQJJN6SJ336' },
        { company: 'SE0000000003' },
        { company: 'SE0000000003', markets: ['de'], direction: 'S', order: 'asc' },
        { company: 'SE0000000001' },
        { company: 'SE0000000009' },
        ...['volv', 'VOLVO ab', 'osterlund', 'neil', 'loreal', 'oréal', 's a', '%', '_olvo'].map(
          (issuer) => ({
            issuer,
          }),
        ),
        { manager: 'odman åsa' },
        { manager: 'smith', direction: 'S' },
      ];
      let total = 0;
      for (const search of searches) {
        const question = { ...ALL, ...search };
        const answer = await reads.searchEuFilings(question);
        const plain = searchEuRows(stored, question);
        expect([search, answer]).toEqual([search, plain]);
        total += plain.rows.length;
        const tenth = answer.places[9] ?? answer.places.at(-1);
        if (tenth === undefined) continue;
        // A cursor holds it.
        const after = euPlace(question, tenth);
        expect((await reads.searchEuFilings({ ...question, after })).rows).toEqual(
          searchEuRows(stored, { ...question, after }).rows,
        );
      }
      expect(total).toBeGreaterThan(150);
    });
  });

  it('joins no company whose LEI few rows have beside the ISIN of another one', async () => {
    const ISIN = 'SE0000000101';
    const [own, other] = ['529900OWN00000000011', '529900OTHER000000022'];
    const row = (filingId: string, isin: string | null, lei: string | null, day: string) =>
      pdmrRow('se', {
        filingId,
        isin,
        lei,
        totalValue: 90_000,
        publicationAt: `2026-09-${day}T07:00:00.000Z`,
      });
    fill(store, [
      row('own 1', ISIN, own, '01'),
      row('own 2', ISIN, own, '02'),
      row('own 3', null, own, '03'),
      // Three lots of one notification with the wrong ISIN.
      row('mistaken 1', ISIN, other, '04'),
      row('mistaken 2', ISIN, other, '04'),
      row('mistaken 3', ISIN, other, '04'),
      row('other', 'SE0000000102', other, '05'),
      row('no lei', ISIN, null, '06'),
      row('no lei 2', ISIN, null, '07'),
      row('no lei 3', ISIN, null, '08'),
    ]);
    const of = { markets: EU_COUNTRIES, since: '2026-07-02', until: '2099', limit: 20 };
    const ids = async (isin: string) =>
      (await publishedReads(store).euRowsOf({ ...of, isins: [isin] })).rows.map(({ filingId }) => filingId);
    const ofIsin = ['no lei 3', 'no lei 2', 'no lei', 'mistaken 1', 'mistaken 2', 'mistaken 3'];
    expect(await ids(ISIN)).toEqual([...ofIsin, 'own 3', 'own 2', 'own 1']);
    fill(store, [row('mistaken 4', ISIN, other, '09')]);
    // As many of both: it is not known whose ISIN it is.
    expect(await ids(ISIN)).toEqual(['mistaken 4', ...ofIsin, 'own 2', 'own 1']);
  });

  it('finds the rows of a company by the index of its ISIN, and never reads a whole market', async () => {
    const { database } = openSqliteWriter(':memory:');
    const tables = generationTables(database);
    const plans: string[] = [];
    const rows: typeof tables.rows = async (sql, values) => {
      const plan = database.rowsNow<[number, number, number, string]>(`EXPLAIN QUERY PLAN ${sql}`, values);
      plans.push(...plan.map(([, , , detail]) => detail).filter((detail) => detail.includes('eu_row')));
      return tables.rows(sql, values);
    };
    // A code of nine places has an ISIN in each of two countries.
    const isins = ['US9900027403', 'CA9900027405'];
    const of = { markets: EU_COUNTRIES, isins, since: '2026-07-02', until: '2099', limit: 5 };
    await euRowsOf({ ...tables, rows }, of);
    database.db.close();
    expect(plans.length).toBeGreaterThan(1);
    for (const plan of plans)
      expect(plan).toMatch(/USING (?:COVERING )?INDEX eu_row_by_isin \(market=\? AND isin=\?/);
  });
});
