/** The columns by which schedules are found and sorted. */

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { deriveMajorHolders } from '../../../src/ingest/derive/holders.js';
import { UNKNOWN_STAKE } from '../../../src/read-model/column-values.js';
import type { Store } from '../../../src/store/database/open.js';
import { holderScopes } from '../../../src/store/rows/holders.js';
import { writeBatch } from '../../../src/store/write-batch.js';
import { filed, person } from '../../registers/holders/sec-13dg/written-schedule.js';
import { emptyStore } from '../empty-store.js';

describe('store/rows/holders', () => {
  let store: Store;
  beforeEach(() => {
    store = emptyStore();
  });
  afterEach(() => store.close());

  it('a per cent that its number of shares contradicts takes no place in the order', () => {
    const stakes: Array<[percent: string, shares: string]> = [
      ['7.2', '7200000'],
      ['72', '7210000'],
      ['7.1', '7150000'],
      ['5.0', '5010000'],
    ];
    const records = stakes.map(([percent, shares], at) =>
      filed({
        accession: `0009990101-26-00000${at + 1}`,
        form: at === 0 ? 'SCHEDULE 13G' : 'SCHEDULE 13G/A',
        filed: `2026-0${at + 1}-15`,
        event: `2026-0${at + 1}-10`,
        persons: [person({ percent, shares })],
      }),
    );
    writeBatch(store, { register: 'sec-13dg', now: new Date('2026-06-01T00:00:00Z'), records });
    deriveMajorHolders(store);
    const cik = records[0]?.issuer.cik ?? '';
    const [filings] = [...holderScopes(store, cik)];
    expect(filings?.rows.map((row) => [row[4], JSON.parse(String(row[7])).percent])).toEqual([
      [7.2, 7.2],
      [UNKNOWN_STAKE, 72],
      [7.1, 7.1],
      [5, 5],
    ]);
  });
});
