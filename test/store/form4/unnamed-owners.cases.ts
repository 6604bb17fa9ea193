/** Owners whom a corrected filing no longer names. */

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { deriveForm4 } from '../../../src/ingest/derive/form4.js';
import type { Store } from '../../../src/store/database/open.js';
import { isSlugTaken } from '../../../src/store/form4/derivation-input.js';
import { publishedReads } from '../../published-reads.js';
import { emptyStore } from '../empty-store.js';
import { filing, owner, write } from './invented-filings.js';

describe('store/form4/unnamed-owners', () => {
  let store: Store;
  beforeEach(() => {
    store = emptyStore();
  });
  afterEach(() => store.close());

  const found = async (q: string) =>
    (await publishedReads(store).searchInsiders({ q, limit: 10 })).map((hit) => hit?.slug);
  const insider = (slug: string) =>
    publishedReads(store).insider({
      slug,
      since: '2025-01-01',
      until: '2027-01-01T00:00:00.000Z',
      limit: 10,
    });

  it('keeps nothing about a person whom a corrected filing no longer names, and never reuses the slug', async () => {
    // The data set of the SEC and the document can give different owners.
    write(store, filing(1, { owners: [owner('7001', 'Vesper Alma')] }));
    deriveForm4(store);
    expect(await found('vesper')).toEqual(['vesper-alma']);
    write(store, filing(1, { owners: [owner('7002', 'Orme Basil')], remarks: 'as filed' }));
    deriveForm4(store);
    expect(await insider('vesper-alma')).toBeNull();
    expect(await found('vesper')).toEqual([]);
    expect(await found('vesper-alma')).toEqual([]);
    expect(await publishedReads(store).exportNames({ folder: 'insiders', from: '', limit: 10 })).toEqual([
      'orme-basil',
    ]);
    expect(isSlugTaken(store, 'vesper-alma')).toBe(true);

    write(store, filing(2, { owners: [owner('7003', 'Vesper Alma')] }));
    deriveForm4(store);
    const [namesake] = await found('vesper alma');
    expect(namesake).not.toBe('vesper-alma');

    write(store, filing(3, { owners: [owner('7001', 'Vesper Alma')] }));
    deriveForm4(store);
    expect((await insider('vesper-alma'))?.identity.lifetimeDistinctFilings).toBe(1);
    expect((await found('vesper')).sort()).toEqual(['vesper-alma', namesake].sort());
  });
});
