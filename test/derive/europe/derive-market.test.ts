/** Rows of a market judged together: amendments, and cases that a single row does not show. */

import { describe, expect, it } from '@jest/globals';
import { deriveMarket } from '../../../src/derive/europe/derive-market.js';
import type { PdmrFiling } from '../../../src/records/europe/pdmr.js';
import { pdmrRow } from './pdmr-rows.js';

const uk = (changes: Partial<PdmrFiling>) =>
  pdmrRow('uk', { isin: 'GB0000000001', transactionDate: '2026-09-22', pdmrName: 'Ada Bramble', ...changes });
const reasons = (rows: PdmrFiling[]) => deriveMarket(rows).map((reading) => reading.exclusion);
const EARLIER = '2026-09-23T06:00:00.000Z';
const LATER = '2026-09-25T06:00:00.000Z';

it.each([
  [{ price: -12.5 }, 'negative-amount', 'implausible-trade'],
  [{ currency: null }, 'no-currency', 'incomplete-trade'],
  [{ currency: null, direction: null }, 'not-a-trade', undefined],
  [{ currency: null, status: 'cancelled' }, 'cancelled', undefined],
] as const)(
  'warns of a trade that is left out for a gap or a mistake: %j is %s',
  (changes, exclusion, kind) => {
    const [reading] = deriveMarket([pdmrRow('se', changes)]);
    expect([reading?.exclusion, reading?.warning?.kind]).toEqual([exclusion, kind]);
  },
);

it('counts a row that is left out for want of evidence in its nature', () => {
  const [reading] = deriveMarket([uk({ nature: 'Acquisition of founder shares' })]);
  expect([reading?.exclusion, reading?.warning]).toEqual([
    'unexplained',
    expect.objectContaining({ kind: 'unexplained-nature', detail: 'Acquisition of founder shares' }),
  ]);
});

it('names the negative figure of a row without a volume', () => {
  const [reading] = deriveMarket([pdmrRow('de', { totalValue: -126_610 })]);
  expect(reading?.warning?.detail).toMatch(/^negative-amount: a value of -126610 at 50 EUR \(/);
});

it('finds a row by its ISIN in any case, and shows it as filed', () => {
  const [reading] = deriveMarket([pdmrRow('se', { isin: 'Se0099000001' })]);
  expect(reading?.feedRow).toMatchObject({ isin: 'SE0099000001', row: { isin: 'Se0099000001' } });
});

describe('a Dutch acquisition in an option program', () => {
  const leg = (changes: Partial<PdmrFiling>) =>
    pdmrRow('nl', {
      notificationKey: 'pair',
      linkedToShareProgramme: true,
      volume: 1_500,
      price: 309.2,
      ...changes,
    });
  const sale = leg({ direction: 'disposal', price: 862.12 });

  it('is an exercise where the notification sells as many again at a far higher price, and the sale is a trade', () => {
    expect(reasons([leg({}), sale])).toEqual(['option-exercise', null]);
  });

  it.each([
    ['it is in no program', { linkedToShareProgramme: false }],
    ['another number is sold', { volume: 1_400 }],
    ['another security is sold', { isin: 'NL0000000002' }],
    ['another notification sells', { notificationKey: 'other' }],
    ['the day is another', { transactionDate: '2026-09-22' }],
    ['the prices are alike', { price: 860 }],
  ])('remains where %s', (_, changes) => {
    expect(reasons([leg(changes), sale])).toEqual([null, null]);
  });
});

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

  it('that is in the register twice counts once', () => {
    const again = uk({ ...amendment, filingId: 'again', notificationKey: 'again' });
    const later = { ...again, publicationAt: '2026-09-26T06:00:00.000Z' };
    for (const numbers of [{}, { correctsNumbers: '1002B' }]) {
      const before = uk({ publicationAt: EARLIER, announcementNumber: '1002B' });
      const rows = [before, { ...amendment, ...numbers }, { ...later, ...numbers }];
      expect(reasons(rows)).toEqual(['amended', null, 'repeated']);
    }
  });

  it('does not replace its rows with each other, and is replaced by the next amendment', () => {
    const twice = uk({ amendment: true, publicationAt: LATER, notificationKey: amendment.notificationKey });
    expect(reasons([amendment, twice])).toEqual([null, null]);
    const next = uk({ amendment: true, publicationAt: '2026-09-28T06:00:00.000Z' });
    expect(reasons([uk({ publicationAt: EARLIER }), amendment, next])).toEqual(['amended', 'amended', null]);
  });

  it('removes the trade also if it says that there was none', () => {
    const award = uk({ amendment: true, publicationAt: LATER, nature: 'Grant of award', direction: null });
    expect(reasons([uk({ publicationAt: EARLIER }), award])).toEqual(['amended', 'award']);
  });
});

describe('a British amendment of one of several announcements of a person, ISIN and day', () => {
  const early = (changes: Partial<PdmrFiling>) => uk({ publicationAt: EARLIER, ...changes });
  const morning = early({ volume: 10_000, price: 50 });
  const noon = early({ volume: 5_000, price: 51 });
  const amendment = (changes: Partial<PdmrFiling>) =>
    uk({ amendment: true, publicationAt: LATER, notificationKey: 'amendment', ...changes });

  it('replaces that with the most facts of it', () => {
    expect(reasons([morning, noon, amendment({ volume: 5_500, price: 51 })])).toEqual([
      null,
      'amended',
      null,
    ]);
    const sale = early({ volume: 200_000, price: 50, direction: 'disposal', nature: 'Sale' });
    expect(reasons([sale, noon, amendment({ volume: 6, price: 52 })])).toEqual([null, 'amended', null]);
  });

  it('replaces each that it states again, and those that are as likely', () => {
    const both = [amendment({ volume: 10_000, price: 50 }), amendment({ volume: 5_500, price: 51 })];
    expect(reasons([morning, noon, ...both])).toEqual(['amended', 'amended', null, null]);
    expect(reasons([morning, noon, amendment({ volume: 15_000, price: 50.33 })])).toEqual([
      'amended',
      'amended',
      null,
    ]);
  });
});

describe('a British correction that names the number of an announcement', () => {
  const first = (changes: Partial<PdmrFiling> = {}) =>
    uk({ publicationAt: EARLIER, notificationKey: 'first', announcementNumber: '1002B', ...changes });
  const correction = (changes: Partial<PdmrFiling> = {}) =>
    uk({
      ...{ publicationAt: LATER, notificationKey: 'second', announcementNumber: '1003C' },
      ...{ correctsNumbers: '1002B', amendment: true, ...changes },
    });

  it.each([
    ['day', { transactionDate: '2026-09-21' }],
    ['person', { pdmrName: 'Adam Bramble' }],
    ['ISIN', { isin: 'GB0000000002' }],
    ['number', { volume: 7 }],
  ])('replaces the row of that announcement with another %s', (_what, changes) => {
    expect(reasons([first(changes), correction()])).toEqual(['amended', null]);
  });

  it('leaves a trade of the same person, ISIN and day in another announcement as it is', () => {
    const other = uk({
      publicationAt: EARLIER,
      announcementNumber: '1001A',
      direction: 'disposal',
      nature: 'Sale',
    });
    expect(reasons([other, first(), correction()])).toEqual([null, 'amended', null]);
    expect(reasons([other, correction()])).toEqual([null, null]);
  });

  it('means the last announcement with the number, and none after it', () => {
    const old = first({ publicationAt: '2026-05-01T06:00:00.000Z', notificationKey: 'old', volume: 9 });
    const later = first({ publicationAt: '2026-09-28T06:00:00.000Z', notificationKey: 'later', volume: 6 });
    expect(reasons([old, first(), correction(), later])).toEqual([null, 'amended', null, null]);
  });

  it('keeps the rows that it does not state again', () => {
    const rows = ['Ada Bramble', 'Bela Thistle', 'Cole Ardvane'].map((pdmrName) => first({ pdmrName }));
    expect(reasons([...rows, correction({ pdmrName: 'Bela Thistle', volume: 7 })])).toEqual([
      null,
      'amended',
      null,
      null,
    ]);
  });

  it.each([
    ['Ms Ada J Bramble', 'amended'],
    ['Bela Thistle, wife of Ada Bramble', null],
    ['Bela Bramble', null],
  ])('replaces another figure of Ada Bramble where it names %s: %s', (pdmrName, reason) => {
    expect(reasons([first(), correction({ pdmrName, volume: 7 })])).toEqual([reason, null]);
  });

  it('that adds a person takes the equal trades of several others from none', () => {
    const rows = ['Ada Bramble', 'Bela Thistle'].map((pdmrName) => first({ pdmrName }));
    expect(reasons([...rows, correction({ pdmrName: 'Cole Ardvane' })])).toEqual([null, null, null]);
  });

  it('takes the place of an earlier correction of the same trade, and of no other', () => {
    const again = { publicationAt: '2026-09-28T06:00:00.000Z', notificationKey: 'third', volume: 8 };
    const sale = { direction: 'disposal', nature: 'Sale' } as const;
    expect(reasons([first(), correction(), correction(again)])).toEqual(['amended', 'amended', null]);
    expect(reasons([first(), correction(), correction({ ...again, ...sale })])).toEqual([
      'amended',
      null,
      null,
    ]);
  });

  it('takes the place of the same announcement under another number too', () => {
    const again = first({
      ...{ publicationAt: '2026-09-24T06:00:00.000Z', notificationKey: 'again', announcementNumber: '1001X' },
    });
    for (const correctsNumbers of ['1002B', '1001X'])
      expect(
        reasons([first(), again, correction({ correctsNumbers, volume: 7 })]).filter((one) => one === null),
      ).toHaveLength(1);
  });

  it('can be corrected again', () => {
    const again = correction({
      ...{ publicationAt: '2026-09-28T06:00:00.000Z', notificationKey: 'third', announcementNumber: '1004D' },
      ...{ correctsNumbers: '1003C', volume: 8 },
    });
    expect(reasons([first(), correction(), again])).toEqual(['amended', 'amended', null]);
  });
});

describe('a British announcement under two disclosure ids', () => {
  const lots = (id: string, publicationAt: string, changes: Partial<PdmrFiling> = {}) =>
    [51, 52].map((price) =>
      uk({ notificationKey: id, publicationAt, price, narrative: 'She bought.', ...changes }),
    );

  it('counts once, the first time that it was published', () => {
    expect(reasons([...lots('b', LATER), ...lots('a', EARLIER)])).toEqual([
      'repeated',
      'repeated',
      null,
      null,
    ]);
    expect(reasons([...lots('a', LATER), ...lots('b', LATER)])).toEqual([null, null, 'repeated', 'repeated']);
  });

  it.each<[string, Partial<PdmrFiling>]>([
    ['person', { pdmrName: 'Bela Thistle' }],
    ['ISIN', { isin: 'GB0000000002' }],
    ['ISIN that is not given', { isin: null }],
    ['day', { transactionDate: '2026-09-21' }],
    ['volume', { volume: 101 }],
    ['nature', { nature: 'Purchase' }],
    ['narrative', { narrative: 'She bought once more.' }],
  ])('counts twice with another %s', (_what, changes) => {
    expect(reasons([...lots('a', EARLIER), ...lots('b', LATER, changes)])).toEqual([null, null, null, null]);
  });

  it('counts twice if one of them has one more lot, or if both lack an ISIN', () => {
    expect(reasons([...lots('a', EARLIER), ...lots('b', LATER), uk({ notificationKey: 'b' })])).toEqual(
      Array(5).fill(null),
    );
    const without = { isin: null };
    expect(reasons([...lots('a', EARLIER, without), ...lots('b', LATER, without)])).toEqual(
      Array(4).fill(null),
    );
  });

  it('counts two equal lots of one announcement twice', () => {
    const [lot] = lots('a', EARLIER);
    expect(reasons([lot!, { ...lot!, filingId: 'another' }])).toEqual([null, null]);
  });
});

describe('a market', () => {
  it('shows only the rows that pass', () => {
    const rows = [
      pdmrRow('de', { nature: 'Sonstiges', direction: null }),
      pdmrRow('de', { totalValue: 30_000 }),
      pdmrRow('de', { price: null }),
    ];
    const readings = deriveMarket(rows);
    expect(readings.map((one) => one.feedRow?.row.filingId ?? null)).toEqual([null, rows[1]!.filingId, null]);
    expect(readings.map((one) => one.warning?.detail ?? null)).toEqual([null, null, 'no-price']);
  });

  it('leaves a keying error out with its reason', () => {
    const rows = [50, 51, 52, 5_000].map((price) => pdmrRow('se', { price, pdmrName: `Person ${price}` }));
    expect(reasons(rows)).toEqual([null, null, null, 'keying-error']);
    expect(deriveMarket(rows)[3]!.warning).toMatchObject({ kind: 'keying-error', where: rows[3]!.filingId });
  });
});
