/** Managers' transactions in the store: rows are read back as written, removed rows stay, newer ones win. */

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { deriveMarkets } from '../../../src/ingest/derive/europe.js';
import type { PdmrFiling, PdmrRecord } from '../../../src/records/europe/pdmr.js';
import { describeSources, listWarnings, sourceStates } from '../../../src/store/crawl/run-journal.js';
import type { Store } from '../../../src/store/database/open.js';
import { pendingMarkets, rowsInRegister } from '../../../src/store/europe/derived-markets.js';
import { writeBatch } from '../../../src/store/write-batch.js';
import type { EuCountry } from '../../../tools/contract/markets/index.js';
import { pdmrRow } from '../../derive/europe/pdmr-rows.js';
import fc from '../../property.js';
import { publishedReads } from '../../published-reads.js';
import { emptyStore } from '../empty-store.js';

describe('store/europe/pdmr', () => {
  const NOW = new Date('2026-09-30T12:00:00.000Z');
  let store: Store;
  beforeEach(() => {
    store = emptyStore();
  });
  afterEach(() => store.close());

  const write = (...records: PdmrRecord[]) =>
    writeBatch(store, { register: 'the-register', now: NOW, records });
  const window = (market: EuCountry, rows: PdmrFiling[]): PdmrRecord => ({
    kind: 'pdmr-window',
    market,
    basis: 'publication',
    mode: 'replace',
    from: '2026-09-21T00:00:00.000Z',
    to: '2026-09-27T23:59:59.999Z',
    rows,
  });
  const notification = (
    market: EuCountry,
    notificationKey: string,
    rows: PdmrFiling[],
    version?: number,
  ): PdmrRecord => ({
    kind: 'pdmr-notification',
    market,
    mode: 'replace',
    notificationKey,
    ...(version === undefined ? {} : { version }),
    rows: rows.map((row) => ({ ...row, notificationKey })),
  });
  const index = (notificationKeys: string[]): PdmrRecord => ({
    kind: 'pdmr-index',
    market: 'nl',
    notificationKeys,
  });
  const shown = async (market: EuCountry) => {
    deriveMarkets(store, NOW);
    const rows = await publishedReads(store).euFilings({
      market,
      since: '2026-01-01',
      until: '2099',
      isin: null,
      limit: 2500,
    });
    return rows.map((row) => row.filingId).sort();
  };
  const stored = () =>
    store.db
      .prepare('SELECT filing_id, left_at, exclusion FROM pdmr_filing ORDER BY filing_id')
      .all() as Array<{
      filing_id: string;
      left_at: string | null;
      exclusion: string | null;
    }>;
  const large = (market: EuCountry, changes: Partial<PdmrFiling> = {}) =>
    pdmrRow(market, { volume: 2000, totalValue: 100_000, ...changes });

  describe('a row', () => {
    const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null });
    const text = fc.string({ unit: 'grapheme', maxLength: 20 });
    const amount = fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0);
    it('is read back exactly as it was written', () => {
      fc.assert(
        fc.property(
          fc.record({
            market: fc.constantFrom('de', 'uk', 'se', 'nl'),
            issuerName: text,
            lei: maybe(text),
            notifier: maybe(text),
            relatedParty: maybe(text),
            closelyAssociated: maybe(fc.boolean()),
            isin: maybe(text),
            instrumentType: maybe(text),
            direction: fc.constantFrom('acquisition', 'disposal', null),
            price: maybe(amount),
            volume: maybe(amount),
            volumeIsAmount: fc.boolean(),
            aggregatedPrice: maybe(amount),
            aggregatedVolume: maybe(amount),
            currency: maybe(text),
            totalValue: maybe(amount),
            valueUnknown: fc.boolean(),
            linkedToShareProgramme: maybe(fc.boolean()),
            amendment: maybe(fc.boolean()),
            announcementNumber: maybe(text),
            correctsNumbers: maybe(text),
            status: fc.constantFrom('current', 'revised', 'cancelled', 'unknown'),
            transactionDate: maybe(fc.constantFrom('2026-09-01', '1999-12-31')),
            narrative: maybe(text),
          }),
          (changes) => {
            const filing = pdmrRow('se', changes as Partial<PdmrFiling>);
            write(filing);
            const back = rowsInRegister(store, filing.market).find((row) => row.filingId === filing.filingId);
            expect(back).toEqual(filing);
            expect(write(filing)).toEqual({ changed: 0, unchanged: 1 });
          },
        ),
      );
    });

    it('counts once among the rows of its source, however often it is read', () => {
      describeSources(store, [
        {
          source: 'fi-insynsregistret',
          publisher: 'x',
          homepage: 'x',
          registers: ['the-register'],
          state: 'on',
          note: '',
        },
      ]);
      const [one, two] = [large('se'), large('se')];
      write(window('se', [one, two]));
      write(window('se', [one]), one);
      expect(sourceStates(store)[0]).toMatchObject({ rows: 2 });
    });
  });

  describe('a window', () => {
    it('hides rows that it no longer shows, keeps them, and shows them again when they return', async () => {
      const [stays, goes, older] = [
        large('de'),
        large('de'),
        large('de', { publicationAt: '2026-08-01T07:00:00.000Z' }),
      ];
      write(older, window('de', [stays, goes]));
      expect(await shown('de')).toEqual([stays, goes, older].map((row) => row.filingId).sort());
      write(window('de', [stays]));
      expect(await shown('de')).toEqual([stays, older].map((row) => row.filingId).sort());
      expect(stored().find((row) => row.filing_id === goes.filingId)).toEqual({
        filing_id: goes.filingId,
        left_at: NOW.toISOString(),
        exclusion: 'left-register',
      });
      write(window('de', [stays, goes]));
      expect(await shown('de')).toHaveLength(3);
    });

    it('has a status that changed after publication', async () => {
      const row = large('se');
      write(window('se', [row]));
      expect(await shown('se')).toEqual([row.filingId]);
      write(window('se', [{ ...row, status: 'revised' }]));
      expect(await shown('se')).toEqual([]);
      expect(stored()).toEqual([{ filing_id: row.filingId, left_at: null, exclusion: 'revised' }]);
      write(window('se', [{ ...row, status: 'cancelled' }]));
      await shown('se');
      expect(stored()[0]!.exclusion).toBe('cancelled');
    });

    it('does not change the other markets', async () => {
      write(large('uk'), large('nl'), window('se', []), window('de', []));
      expect(await shown('uk')).toHaveLength(1);
      expect(await shown('nl')).toHaveLength(1);
    });
  });

  describe('a notification', () => {
    it('of a later version wins, whatever the order of reading', async () => {
      const [first, second, dropped] = [
        large('uk', { filingId: 'a#0', price: 1 }),
        large('uk', { filingId: 'a#0', price: 2 }),
        large('uk', { filingId: 'a#1' }),
      ];
      for (const order of [
        [1, 2],
        [2, 1],
      ]) {
        const other = emptyStore();
        for (const version of order)
          writeBatch(other, {
            register: 'uk-nsm',
            now: NOW,
            records: [notification('uk', 'a', version === 1 ? [first, dropped] : [second], version)],
          });
        deriveMarkets(other, NOW);
        const rows = await publishedReads(other).euFilings({
          market: 'uk',
          since: '2026-01-01',
          until: '2099',
          isin: null,
          limit: 9,
        });
        expect(rows).toEqual([expect.objectContaining({ filingId: 'a#0', pricePerShare: 2 })]);
        other.close();
      }
    });

    it('that is no longer listed leaves with its rows, and returns when it is listed again', async () => {
      const [one, two] = [large('nl', { filingId: 'a#0' }), large('nl', { filingId: 'b#0' })];
      write(index(['a', 'b']), notification('nl', 'a', [one]), notification('nl', 'b', [two]));
      expect(await shown('nl')).toEqual(['a#0', 'b#0']);
      write(index(['b']));
      expect(await shown('nl')).toEqual(['b#0']);
      expect(stored()).toHaveLength(2);
      write(index(['a', 'b']));
      expect(await shown('nl')).toEqual(['a#0', 'b#0']);
    });

    it('whose page lost a row does not get it back from the index', async () => {
      const rows = [large('nl', { filingId: 'a#0' }), large('nl', { filingId: 'a#1' })];
      write(notification('nl', 'a', rows));
      write(notification('nl', 'a', rows.slice(0, 1)), index(['a']));
      expect(await shown('nl')).toEqual(['a#0']);
    });
  });

  describe('a publication time', () => {
    const at = (publicationAt: string, publicationApproximate = true) =>
      large('nl', { filingId: 'a#0', publicationAt, publicationApproximate });
    const EARLY = '2026-09-10T22:00:00.000Z';
    const LATE = '2026-09-24T09:00:00.000Z';
    it.each([
      ['first sight stays when it is seen again', [at(EARLY), at(LATE)], EARLY],
      ['first sight stays when an older saved page is read after it', [at(LATE), at(EARLY)], LATE],
      ['what the register states replaces a guess', [at(EARLY), at(LATE, false)], LATE],
      ['a guess never replaces what the register states', [at(LATE, false), at(EARLY)], LATE],
    ])('%s', (_what, readings, expected) => {
      for (const reading of readings) write(reading);
      expect(rowsInRegister(store, 'nl').map((row) => row.publicationAt)).toEqual([expected]);
    });
  });

  describe('derivation', () => {
    it('is due for the markets that changed, and only for those', () => {
      write(large('se'), large('uk'));
      expect(pendingMarkets(store).map((one) => one.market)).toEqual(['se', 'uk']);
      expect(deriveMarkets(store, NOW)).toBe(2);
      expect(pendingMarkets(store)).toEqual([]);
      write(...rowsInRegister(store, 'se'));
      expect(pendingMarkets(store)).toEqual([]);
    });

    it('journals each keying error once, with its figures, and removes it when the row is corrected', async () => {
      const peers = [1, 2, 3].map(() => large('se'));
      const wrong = large('se', { price: 102_719, volume: 2900, totalValue: 297_885_100 });
      write(...peers, wrong);
      expect(await shown('se')).toHaveLength(3);
      write(large('se'));
      expect(await shown('se')).toHaveLength(4);
      expect(listWarnings(store, { kind: 'keying-error' }, 10)).toEqual([
        expect.objectContaining({
          register: 'the-register',
          count: 1,
          where: wrong.filingId,
          detail: `price-above-any-share: 2900 at 102719 SEK (${wrong.filingId})`,
        }),
      ]);
    });

    it('journals the day of a row that is shown, once', async () => {
      const late = large('uk', { transactionDate: '2016-09-23' });
      write(large('uk'), late);
      expect(await shown('uk')).toHaveLength(2);
      write(large('uk', { pdmrName: 'Eira Holm' }));
      expect(await shown('uk')).toHaveLength(3);
      expect(listWarnings(store, { kind: 'contradicted-date' }, 10)).toEqual([
        expect.objectContaining({ count: 1, where: late.filingId }),
      ]);
    });

    it('counts a trade with an unreadable price, and does not report awards', async () => {
      write(
        large('de', { price: null }),
        large('de', { price: null }),
        large('de', { nature: 'Sonstiges', direction: null }),
      );
      expect(await shown('de')).toEqual([]);
      expect(listWarnings(store, {}, 10)).toEqual([
        expect.objectContaining({ kind: 'incomplete-trade', detail: 'no-price', count: 2 }),
      ]);
    });
  });
});
