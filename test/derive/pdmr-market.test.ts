/** Rows of a market judged together: amendments, and rows that one of them alone would not tell. */

import { describe, expect, it } from '@jest/globals';
import { readMarket } from '../../src/derive/pdmr-market.js';
import type { PdmrFiling } from '../../src/records/pdmr.js';
import { pdmrRow } from './pdmr-rows.js';

const uk = (changes: Partial<PdmrFiling>) =>
  pdmrRow('uk', { isin: 'GB0000000001', transactionDate: '2026-09-22', pdmrName: 'Ada Bramble', ...changes });
const reasons = (rows: PdmrFiling[]) => readMarket(rows).map((reading) => reading.exclusion);
const EARLIER = '2026-09-23T06:00:00.000Z';
const LATER = '2026-09-25T06:00:00.000Z';

describe('a British amendment', () => {
  const amendment = uk({ amendment: true, publicationAt: LATER, price: 52 });

  it('replaces the earlier row of the same person, ISIN and day, however the name is spaced', () => {
    const before = uk({ publicationAt: EARLIER, pdmrName: 'Ada  BRAMBLE' });
    expect(reasons([before, amendment])).toEqual(['amended', null]);
  });

  it.each([
    ['person', { pdmrName: 'Bela Thistle' }],
    ['ISIN', { isin: 'GB0000000002' }],
    ['ISIN that is not told', { isin: null }],
    ['day', { transactionDate: '2026-09-21' }],
    ['day that is not told', { transactionDate: null }],
    ['moment after it', { publicationAt: '2026-09-26T06:00:00.000Z' }],
  ])('keeps a row of another %s', (_what, changes) => {
    expect(reasons([uk({ publicationAt: EARLIER, ...changes }), amendment])).toEqual([null, null]);
  });

  it('does not replace its own rows, and is replaced by the next amendment', () => {
    const twice = uk({ amendment: true, publicationAt: LATER, notificationKey: amendment.notificationKey });
    expect(reasons([amendment, twice])).toEqual([null, null]);
    const next = uk({ amendment: true, publicationAt: '2026-09-28T06:00:00.000Z' });
    expect(reasons([uk({ publicationAt: EARLIER }), amendment, next])).toEqual(['amended', 'amended', null]);
  });

  it('takes the trade out also when it says that there was none', () => {
    const award = uk({ amendment: true, publicationAt: LATER, nature: 'Grant of award', direction: null });
    expect(reasons([uk({ publicationAt: EARLIER }), award])).toEqual(['amended', 'award']);
  });
});

describe('a market', () => {
  it('shows what passes and nothing else', () => {
    const rows = [
      pdmrRow('de', { nature: 'Sonstiges', direction: null }),
      pdmrRow('de', { totalValue: 30_000 }),
      pdmrRow('de', { price: null }),
    ];
    const readings = readMarket(rows);
    expect(readings.map((one) => one.shown?.row.filingId ?? null)).toEqual([null, rows[1]!.filingId, null]);
    expect(readings.map((one) => one.doubt?.detail ?? null)).toEqual([null, null, 'no-price']);
  });

  it('leaves a keying error out with its reason', () => {
    const rows = [1, 2, 3]
      .map(() => pdmrRow('se'))
      .concat(pdmrRow('se', { price: 5000, totalValue: 500_000 }));
    expect(reasons(rows)).toEqual([null, null, null, 'keying-error']);
    expect(readMarket(rows)[3]!.doubt).toMatchObject({ kind: 'keying-error', where: rows[3]!.filingId });
  });
});
