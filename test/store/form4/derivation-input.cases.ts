/** What derivation reads from the store: names, pending issuers and portions. */

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Store } from '../../../src/store/database/open.js';
import { isSlugTaken, pendingIssuers, pendingOwners } from '../../../src/store/form4/derivation-input.js';
import { writeDerivedIssuers } from '../../../src/store/form4/derived-issuers.js';
import { emptyStore } from '../empty-store.js';
import { derive, filing, owner, readingOf, write } from './invented-filings.js';

describe('store/form4/derivation-input', () => {
  let store: Store;
  beforeEach(() => {
    store = emptyStore();
  });
  afterEach(() => store.close());

  const named = (number: number, day: number, name: string) =>
    filing(number, { filedAt: `2026-01-0${day}T10:00:00.000Z`, owners: [owner('7001', name)] });

  it('gives the names of an owner oldest first, a returning name again', () => {
    write(
      store,
      named(1, 3, 'Vesper Alma'),
      named(2, 1, 'VESPER ALMA'),
      named(3, 2, 'Vesper Alma'),
      named(4, 4, 'VESPER ALMA'),
    );
    expect(pendingOwners(store, 10)).toEqual([
      {
        cik: '7001',
        slug: null,
        names: [
          { name: 'VESPER ALMA', filedAt: '2026-01-01T10:00:00.000Z' },
          { name: 'Vesper Alma', filedAt: '2026-01-02T10:00:00.000Z' },
          { name: 'VESPER ALMA', filedAt: '2026-01-04T10:00:00.000Z' },
        ],
      },
    ]);
  });

  it('returns pending issuers in portions, until they are derived', () => {
    const numbers = [1, 2, 3, 4, 5];
    write(
      store,
      ...numbers.map((n) =>
        filing(n, {
          issuer: { cik: `400${n}`, name: 'I', tradingSymbol: null, foreignTradingSymbol: null },
          owners: [owner(`700${n}`, `Owner ${n}`)],
        }),
      ),
    );
    expect(pendingIssuers(store, 2)).toEqual(['4001', '4002']);
    expect(pendingOwners(store, 3)).toHaveLength(3);
    expect(isSlugTaken(store, 'owner-1-7001')).toBe(false);
    derive(store);
    expect(pendingIssuers(store, 2)).toEqual([]);
    expect(pendingOwners(store, 3)).toEqual([]);
    expect(isSlugTaken(store, 'owner-1-7001')).toBe(true);
  });

  it('makes the owners of an issuer pending if its ticker changed, and only then', () => {
    const filings = [filing(1), filing(2, { owners: [owner('7002', 'Orme Basil')] })];
    write(
      store,
      ...filings,
      filing(3, {
        issuer: { cik: '4002', name: 'Other', tradingSymbol: null, foreignTradingSymbol: null },
        owners: [owner('7003', 'Far Away')],
      }),
    );
    derive(store);
    writeDerivedIssuers(store, [readingOf('4001', 'QLMK', filings)]);
    expect(pendingOwners(store, 10)).toEqual([]);
    writeDerivedIssuers(store, [readingOf('4001', 'NEWT', filings)]);
    expect(pendingOwners(store, 10).map((one) => one.cik)).toEqual(['7001', '7002']);
  });
});
