/** Splits that filings show, beside falls and rises of the price alone. */

import { describe, expect, it } from '@jest/globals';
import { addDays } from '../../../src/dates.js';
import type { Form4Filing, Form4Transaction } from '../../../src/records/form4/form4.js';
import fc, { runs } from '../../property.js';
import { form, person, purchase, read, sale } from './filings.js';

const [jane, joan] = [person('11'), person('12')];

/** A filing of one row, a day after its trade. */
const filed = (accession: string, owner: typeof jane, tx: Form4Transaction) =>
  form(accession, [owner], [tx], { filedDate: addDays(tx.transactionDate ?? '', 1) });
const sold = (
  transactionDate: string,
  shares: number,
  pricePerShare: number,
  sharesOwnedAfter: number | null,
) => sale({ transactionDate, shares, pricePerShare, sharesOwnedAfter });
const splits = (...filings: Form4Filing[]) => read(...filings).splits;

const first = filed('a', jane, sold('2025-07-09', 1_000, 900, 9_000));

describe('a split', () => {
  it.each<[string, number, Form4Filing, Form4Transaction]>([
    ['ten for one', 10, first, sold('2025-07-28', 10_000, 91, 80_000)],
    ['three for two', 1.5, first, sold('2025-07-28', 1_500, 610, 12_000)],
    ['two for one', 2, first, sold('2025-07-28', 2_000, 447, 16_000)],
    [
      'one for fifty, with a fraction that is rounded up',
      1 / 50,
      filed('a', jane, sold('2025-07-09', 1_000, 3.9, 8_990)),
      sold('2025-07-28', 10, 196, 170),
    ],
  ])('of %s is shown by a holding and a price that agree', (_what, factor, before, after) => {
    expect(splits(before, filed('b', jane, after))).toEqual([
      { oldUntil: '2025-07-09', newFrom: '2025-07-28', factor },
    ]);
  });

  it('is between the days that the prices of others leave', () => {
    const second = filed('b', jane, sold('2025-07-28', 10_000, 91, 80_000));
    const others = [
      filed('c', joan, sold('2025-07-14', 50, 905, 100)),
      filed('d', person('13'), sold('2025-07-22', 50, 92, 100)),
    ];
    expect(splits(first, second, ...others)).toEqual([
      { oldUntil: '2025-07-14', newFrom: '2025-07-22', factor: 10 },
    ]);
  });

  it('is possible, with an unknown ratio, where the holding is about as much larger or is not stated', () => {
    const possible = [{ oldUntil: '2025-07-09', newFrom: '2025-07-28', factor: null }];
    for (const after of [80_500, null])
      expect(splits(first, filed('b', jane, sold('2025-07-28', 10_000, 91, after)))).toEqual(possible);
  });

  it('of which two holdings disagree has an unknown ratio', () => {
    const second = filed('b', jane, sold('2025-07-28', 10_000, 91, 80_000));
    const other = [
      filed('c', joan, sold('2025-07-09', 50, 905, 1_000)),
      filed('d', joan, sold('2025-07-28', 50, 92, 950)),
    ];
    expect(splits(first, second, ...other)).toEqual([
      { oldUntil: '2025-07-09', newFrom: '2025-07-28', factor: null },
    ]);
  });
});

describe('a split of one kind of security', () => {
  const securityTitle = 'Series A Preferred Stock';
  const preferred = (day: string, shares: number, price: number, after: number | null) => ({
    ...sold(day, shares, price, after),
    securityTitle,
  });
  const days = { oldUntil: '2025-07-09', newFrom: '2025-07-28' };

  it('has the title of preferred shares, beside one of the common shares on the same days', () => {
    const filings = [
      filed('a1', joan, preferred('2025-07-09', 100, 50, 1_000)),
      filed('b1', joan, preferred('2025-07-28', 200, 25, 1_800)),
    ];
    const own = { ...days, factor: 2, title: 'series a preferred stock' };
    expect(splits(...filings)).toEqual([own]);
    const common = filed('b', jane, sold('2025-07-28', 10_000, 91, 80_000));
    const found = splits(first, common, ...filings);
    expect(found).toHaveLength(2);
    expect(found).toEqual(expect.arrayContaining([own, { ...days, factor: 10 }]));
  });

  it('is stated of the common shares, whatever others show', () => {
    const filings = [
      filed('a1', joan, preferred('2025-07-09', 100, 25, 1_000)),
      filed('b1', joan, preferred('2025-07-28', 100, 25, 900)),
    ];
    const stated = [{ date: '2025-07-20', factor: 10 }];
    expect(splits({ ...first, statedSplits: stated }, ...filings)).toEqual([
      { oldUntil: '2025-07-16', newFrom: '2025-07-24', factor: 10 },
    ]);
  });
});

describe('a jump of prices', () => {
  const jump = [
    filed('a', jane, sold('2025-07-09', 10, 900, 90)),
    filed('b', jane, sold('2025-07-28', 10, 91, null)),
  ];
  const possible = [{ oldUntil: '2025-07-09', newFrom: '2025-07-28', factor: null }];

  it.each([
    ['2025-06-09', 0],
    ['2025-06-08', 1],
    ['2025-08-27', 0],
    ['2025-08-28', 1],
  ])('is none where the level of 30 days is another: an odd price on %s leaves %i', (day, count) => {
    const odd = filed('c', joan, sold(day, 10, 300, null));
    expect(splits(...jump, odd)).toEqual(possible.slice(0, count));
  });
});

describe('a split that a filing states', () => {
  const second = filed('b', joan, sold('2025-07-28', 1_500, 610, 12_000));
  const says = (filing: Form4Filing, factor: number) => ({
    ...filing,
    statedSplits: [{ date: '2025-07-20', factor }],
  });
  const about = { oldUntil: '2025-07-16', newFrom: '2025-07-24' };

  it('is known without a holding on both sides, and at any later filing', () => {
    expect(splits(first, says(second, 1.5))).toEqual([{ ...about, factor: 1.5 }]);
    const later = says(filed('c', jane, sold('2026-03-02', 10, 640, 13_400)), 1.5);
    expect(splits(first, second, later)).toEqual([{ ...about, factor: 1.5 }]);
  });

  it('gives a jump its ratio', () => {
    const jump = filed('b', jane, sold('2025-07-28', 10_000, 91, null));
    expect(splits(first, says(jump, 10))).toEqual([{ ...about, factor: 10 }]);
  });

  it('is not believed where prices or a holding stayed as they were: it is of other shares', () => {
    expect(splits(first, says(filed('b', joan, sold('2025-07-28', 1_500, 890, 12_000)), 10))).toEqual([]);
    expect(splits(first, says(filed('b', jane, sold('2025-09-28', 1_000, 610, 8_000)), 10))).toEqual([]);
  });
});

describe('a price alone shows none', () => {
  it.each<[string, Form4Filing[]]>([
    ['a fall by 80 per cent in a week', [filed('b', jane, sold('2025-07-16', 1_000, 180, 8_000))]],
    [
      'the same with a trade of the person that is not here',
      [filed('b', jane, sold('2025-07-16', 1_000, 180, 9_500))],
    ],
    ['the same seen by two people', [filed('b', joan, sold('2025-07-16', 1_000, 180, 8_000))]],
    ['a rise to the tenfold', [filed('b', jane, sold('2025-07-16', 100, 9_000, 8_900))]],
    ['a slow fall over two years', [filed('b', jane, sold('2027-07-16', 1_000, 180, 8_000))]],
    ['a holding that doubled, at the same price', [filed('b', jane, sold('2025-07-16', 1_000, 900, 17_000))]],
    [
      'one purchase from the issuer',
      [filed('b', jane, purchase({ transactionDate: '2025-07-16', pricePerShare: 90 }))],
    ],
    [
      'a fall to the half beside an award that was reported',
      [
        filed(
          'b',
          jane,
          purchase({
            transactionDate: '2025-07-14',
            transactionCode: 'A',
            shares: 9_000,
            pricePerShare: 0,
            sharesOwnedAfter: 18_000,
          }),
        ),
        filed('c', jane, sold('2025-07-16', 1_000, 450, 17_000)),
      ],
    ],
  ])('%s', (_what, others) => {
    expect(splits(first, ...others)).toEqual([]);
  });
});

/** People who trade for months; the price walks, falls by `crash` on one day, and the shares are split on that day. */
const market = fc.record({
  people: fc.integer({ min: 1, max: 4 }),
  steps: fc.array(
    fc.record({
      who: fc.nat(3),
      days: fc.integer({ min: 1, max: 20 }),
      buys: fc.boolean(),
      part: fc.integer({ min: 1, max: 20 }),
      drift: fc.integer({ min: -4, max: 4 }),
      isStated: fc.constantFrom(true, true, true, true, false),
    }),
    { minLength: 4, maxLength: 14 },
  ),
  at: fc.nat(12),
});
const RATIOS = [1.5, 2, 3, 4, 5, 8, 10, 20, 1 / 5, 1 / 10, 1 / 25, 1 / 50];

function filingsOf(
  {
    people,
    steps,
    at,
  }: {
    people: number;
    steps: ReadonlyArray<{
      who: number;
      days: number;
      buys: boolean;
      part: number;
      drift: number;
      isStated: boolean;
    }>;
    at: number;
  },
  { crash, ratio }: { crash: number; ratio: number },
): { filings: Form4Filing[]; sides: [string, string] } {
  const held = Array.from({ length: people }, (_, n) => 100_000 + 13_700 * n);
  const cut = 1 + (at % (steps.length - 1));
  let [day, price] = ['2025-01-06', 60];
  const filings: Form4Filing[] = [];
  const sides: [string, string] = ['', ''];
  for (const [n, { who, days, buys, part, drift, isStated }] of steps.entries()) {
    day = addDays(day, days);
    price *= 1 + drift / 100;
    if (n === cut) {
      price *= crash / ratio;
      for (const [place, one] of held.entries()) held[place] = Math.floor(one * ratio);
    }
    const owner = who % people;
    const before = held[owner] ?? 0;
    const shares = Math.max(1, Math.floor((before * part) / 100));
    const after = buys ? before + shares : before - shares;
    held[owner] = after;
    const row = (buys ? purchase : sale)({
      transactionDate: day,
      shares,
      pricePerShare: Number(price.toFixed(4)),
      sharesOwnedAfter: isStated ? after : null,
    });
    filings.push(filed(`f${String(n).padStart(2, '0')}`, person(String(20 + owner)), row));
    if (n === cut - 1) sides[0] = day;
    if (n === cut) sides[1] = day;
  }
  return { filings, sides };
}

describe('for any trades of some months', () => {
  it.each([
    ['where each filing states the holding', true],
    ['where one in five does not', false],
  ])('a split is known, or its ratio is unknown, and never another one, %s', (_what, isStated) => {
    const seen = { known: 0, unknown: 0, missed: 0, wrong: 0 };
    fc.assert(
      fc.property(market, fc.constantFrom(...RATIOS), (given, ratio) => {
        const steps = given.steps.map((step) => ({ ...step, isStated: isStated || step.isStated }));
        const { filings, sides } = filingsOf({ ...given, steps }, { crash: 1, ratio });
        const found = splits(...filings);
        const [one] = found;
        if (one === undefined) seen.missed += 1;
        else if (found.length > 1 || one.oldUntil > sides[0] || one.newFrom < sides[1]) seen.wrong += 1;
        else if (one.factor === null) seen.unknown += 1;
        else if (Math.abs(one.factor / ratio - 1) < 1e-9) seen.known += 1;
        else seen.wrong += 1;
      }),
      { numRuns: runs(600) },
    );
    expect(seen.wrong).toBe(0);
    // A missed split has no trader on both sides of it.
    expect(seen.known).toBeGreaterThan(2.5 * seen.missed);
  });

  it('marks nothing where there was none: a walk, a fall by up to 95 per cent, a rise to the twentyfold', () => {
    let marked = 0;
    fc.assert(
      fc.property(market, fc.constantFrom(1, 0.5, 0.2, 0.1, 0.05, 2, 5, 20), (given, crash) => {
        const stated = { ...given, steps: given.steps.map((step) => ({ ...step, isStated: true })) };
        const { filings } = filingsOf(stated, { crash, ratio: 1 });
        if (splits(...filings).length > 0) marked += 1;
      }),
      { numRuns: runs(600) },
    );
    expect(marked).toBe(0);
  });
});
