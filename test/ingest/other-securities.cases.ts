/** Shares that are traded on a foreign home market, from the document to clusters, streaks and closes. */

import { describe, expect, it } from '@jest/globals';
import { deriveDigests } from '../../src/ingest/derive/digests.js';
import { deriveForm4 } from '../../src/ingest/derive/form4.js';
import { parse } from '../../src/registers/form4/sec-form4/parse.js';
import type { Store } from '../../src/store/database/open.js';
import { readClusterEntries, readStreaks } from '../../src/store/digests/digests.js';
import { largestHoldings, tradedPrices } from '../../src/store/form4/open-market-lots.js';
import { writeBatch } from '../../src/store/write-batch.js';
import { publishedReads } from '../published-reads.js';
import { document, owner, type WrittenRow, xml } from '../registers/form4/sec-form4/written-filing.js';
import { emptyStore } from '../store/empty-store.js';

describe('ingest/other-securities', () => {
  const NOW = new Date('2026-03-20T12:00:00Z');

  /** Three insiders buy each week for three weeks, and perhaps one sells depositary shares. */
  function filled(title: string, foreignSymbol: string, withAds = true): Store {
    const store = emptyStore();
    let number = 0;
    const file = (person: number, filedDate: string, row: WrittenRow) => {
      number += 1;
      const text = xml({
        owners: [owner({ cik: String(1_900_000 + person), name: `ROE JANE ${'ABCD'[person]}` })],
        rows: [row],
        symbol: 'EXWI',
        foreignSymbol,
      });
      const key = `0009999999-26-${String(number).padStart(6, '0')}`;
      for (const { records } of parse(
        document(text, { key, kind: 'ownership-xml', metadata: { filedDate } }),
      ))
        writeBatch(store, { register: 'sec-form4', now: NOW, records });
    };
    for (const person of [0, 1, 2])
      for (const filedDate of ['2026-03-05', '2026-03-12', '2026-03-19'])
        file(person, filedDate, {
          title,
          date: filedDate,
          code: 'P',
          direction: 'A',
          shares: String(1000 + person),
          after: '9000',
          price: '67.97',
        });
    if (withAds) file(3, '2026-03-19', { title: 'American Depositary Shares (EXWI)', price: '390' });
    deriveForm4(store);
    deriveDigests(store, NOW, 'sec-public');
    return store;
  }

  it('stay in the feed and out of clusters, streaks, closes and holdings', async () => {
    const store = filled('Common Shares (4477.TW)', '4477.TW');
    expect(readClusterEntries(store)).toEqual([]);
    expect(readStreaks(store)).toEqual([]);
    expect(tradedPrices(store, '1800001', '2026-01-01')).toEqual([]);
    expect(largestHoldings(store, ['1800001'], '2026-01-01').size).toBe(0);
    const rows = await publishedReads(store).latestFilings({
      since: '2026-01-01',
      until: '9999',
      codes: ['P', 'S'],
      minValue: 0,
      ticker: 'EXWI',
      limit: 100,
    });
    expect(rows).toHaveLength(10);
    expect(rows.at(-1)).toMatchObject({
      issuerTicker: 'EXWI',
      securityTitle: 'Common Shares (4477.TW)',
      ownerSlug: 'roe-jane-c',
      ownerCik: '1900002',
    });
    store.close();
  });

  it('are counted where the issuer has no depositary shares', () => {
    const store = filled('Ordinary Shares', 'EXW.DE', false);
    expect(readClusterEntries(store)).toMatchObject([
      { issuerTicker: 'EXWI', direction: 'P', insiderCount: 3 },
    ]);
    expect(readStreaks(store)).toHaveLength(3);
    expect(tradedPrices(store, '1800001', '2026-01-01')).toHaveLength(9);
    expect(largestHoldings(store, ['1800001'], '2026-01-01').get('1800001')).toBe(9000);
    store.close();
  });
});
