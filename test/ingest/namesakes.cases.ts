/**
 * Which of two namesakes has the plain slug: the same one, whatever the order in which an initial import reads their
 * filings.
 */

import { describe, expect, it } from '@jest/globals';
import { deriveForm4 } from '../../src/ingest/derive/form4.js';
import type { Form4Filing } from '../../src/records/form4/form4.js';
import { finishRun, startRun } from '../../src/store/crawl/run-journal.js';
import type { Store } from '../../src/store/database/open.js';
import { writeBatch } from '../../src/store/write-batch.js';
import { publishedReads } from '../published-reads.js';
import { emptyStore } from '../store/empty-store.js';
import { filing, owner } from '../store/form4/invented-filings.js';

describe('ingest/namesakes', () => {
  const NOW = new Date('2026-03-02T12:00:00Z');
  const COUNTS = { documents: 0, records: 0, warnings: 0, now: NOW };

  const by = (number: number, cik: string, name: string, day: string) =>
    filing(number, { owners: [owner(cik, name)], filedDate: day, filedAt: `${day}T21:30:00.000Z` });
  const filings = [
    by(1, '900', 'Vesper Alma J', '2026-01-05'),
    by(2, '8000', 'VESPER ALMA J', '2025-12-01'),
    by(3, '71', 'Orme Basil', '2026-01-07'),
    by(4, '72', 'Orme-Hale Basil', '2026-01-08'),
    // The owner of CIK 72 filed as Orme before she married.
    by(5, '72', 'ORME BASIL', '2025-06-01'),
    by(6, '5', 'Orme Basil 71', '2026-01-09'),
  ];

  const slugs = (store: Store) =>
    Object.fromEntries(
      store.db
        .prepare<[], { cik: string; slug: string }>('SELECT owner_cik AS cik, slug FROM insider')
        .all()
        .map(({ cik, slug }) => [cik, slug]),
    );

  /** An import that shows its rows after each filing. */
  function fill(store: Store, order: readonly Form4Filing[], end: 'ok' | 'failed' | 'stopped' = 'ok'): void {
    const run = startRun(store, 'sec-form4', NOW);
    for (const record of order) {
      writeBatch(store, { register: 'sec-form4', now: NOW, records: [record], cursors: { feed: 'begun' } });
      deriveForm4(store);
    }
    finishRun(store, run, { outcome: end, ...COUNTS });
    deriveForm4(store);
  }

  function imported(store: Store, records: Form4Filing[]): void {
    const run = startRun(store, 'sec-form4', NOW);
    writeBatch(store, { register: 'sec-form4', now: NOW, records });
    finishRun(store, run, { outcome: 'imported', ...COUNTS });
    deriveForm4(store);
  }

  const SETTLED = {
    '5': 'orme-basil-71',
    '71': 'orme-basil',
    '72': 'orme-basil-72',
    '900': 'vesper-alma-j',
    '8000': 'vesper-alma-j-8000',
  };

  describe('an initial import', () => {
    it.each([
      ['oldest first', [1, 4, 0, 2, 3, 5]],
      ['newest first', [5, 3, 2, 0, 1, 4]],
      ['the higher CIK first', [1, 0, 4, 3, 2, 5]],
      ['any other way', [3, 1, 5, 0, 2, 4]],
    ])('gives the same slugs when it is read %s', (_how, order) => {
      const store = emptyStore();
      fill(
        store,
        order.map((at) => filings[at]!),
      );
      expect(slugs(store)).toEqual(SETTLED);
      store.close();
    });

    it('settles the slugs only when it was read to its end, however often it was interrupted', () => {
      const store = emptyStore();
      fill(store, [filings[1]!], 'failed');
      expect(slugs(store)).toEqual({ '8000': 'vesper-alma-j' });
      fill(store, [filings[0]!, filings[2]!], 'stopped');
      expect(slugs(store)).toMatchObject({ '8000': 'vesper-alma-j', '900': 'vesper-alma-j-900' });
      fill(store, filings.slice(3));
      expect(slugs(store)).toEqual(SETTLED);
      store.close();
    });

    it('shows its owners under their slugs in searches, pages and exports', async () => {
      const store = emptyStore();
      fill(store, [filings[1]!, filings[0]!]);
      const reads = publishedReads(store);
      const found = await reads.searchInsiders({ q: 'vesper', limit: 10 });
      expect(found.map((hit) => hit?.slug)).toEqual(['vesper-alma-j', 'vesper-alma-j-8000']);
      const asked = { since: '2025-01-01', until: '9999', limit: 10 };
      const detail = await reads.insider({ slug: 'vesper-alma-j', ...asked });
      expect(detail?.transactions.map(({ ownerCik }) => ownerCik)).toEqual(['900']);
      expect(await reads.insider({ slug: 'vesper-alma-j-900', ...asked })).toBeNull();
      const exported = await reads.exportNames({ folder: 'insiders', from: 'vesper', limit: 10 });
      expect(exported).toEqual(['vesper-alma-j', 'vesper-alma-j-8000']);
      expect(await reads.exportNames({ folder: 'tickers', from: '', limit: 10 })).toContain('QLMK');
      store.close();
    });
  });

  describe('a slug from a finished import', () => {
    it('never moves, however low the CIK of a later namesake', () => {
      const store = emptyStore();
      fill(store, filings);
      fill(store, [by(7, '3', 'Vesper Alma J', '2020-01-01'), by(8, '900', 'Other Name', '2019-01-01')]);
      expect(slugs(store)).toEqual({ ...SETTLED, '3': 'vesper-alma-j-3' });
      fill(store, [by(9, '2', 'Vesper Alma J', '2020-01-01')], 'failed');
      expect(slugs(store)).toEqual({ ...SETTLED, '3': 'vesper-alma-j-3', '2': 'vesper-alma-j-2' });
      store.close();
    });

    it('stays with its owner of an import when the initial import comes later', () => {
      const store = emptyStore();
      imported(store, [filings[1]!]);
      fill(store, [...filings].reverse());
      expect(slugs(store)).toEqual({ ...SETTLED, '8000': 'vesper-alma-j', '900': 'vesper-alma-j-900' });
      store.close();
    });

    it('goes to the lowest CIK among the owners of one import', () => {
      const store = emptyStore();
      imported(store, [...filings].reverse());
      expect(slugs(store)).toEqual(SETTLED);
      store.close();
    });
  });
});
