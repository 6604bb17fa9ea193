/** Notices matched with sales: person, class, plan and days, the oldest notice first, no share twice. */

import { describe, expect, it } from '@jest/globals';
import { canBeOneClass } from '../../../src/derive/form144/class-title.js';
import { derivePlannedSales } from '../../../src/derive/index.js';
import type { PlannedSaleNotice } from '../../../src/records/form144/form144.js';
import type { Form4Sale } from '../../../src/records/form144/planned-sale.js';
import fc, { runs } from '../../property.js';
import { type WrittenNotice, writtenNotice } from '../../registers/form144/sec-144/written-notice.js';

const SELLER = '9900001';
const id = (number: number) => `0009999999-26-${String(number).padStart(6, '0')}`;

/** A notice of 1,000 common shares, filed at five in the afternoon of its day of sale. */
function notice(number: number, day: string, more: WrittenNotice = {}): PlannedSaleNotice {
  const [year, month, date] = day.split('-');
  const american = `${month}/${date}/${year}`;
  const securities = (more.securities ?? [{}]).map((one) => ({ saleDate: american, ...one }));
  return writtenNotice(
    { noticeDate: american, ...more, accession: id(number), securities },
    `${year}${month}${date}170000`,
  );
}

function sale(row: number, tradeDate: string, shares: number, more: Partial<Form4Sale> = {}): Form4Sale {
  return {
    accession: '0009990004-26-000001',
    row,
    filedAt: `${tradeDate}T22:00:00.000Z`,
    owners: [SELLER],
    title: 'Common Stock, $0.001 par value',
    tradeDate,
    shares,
    pricePerShare: 25,
    isPlanned: null,
    ...more,
  };
}

const derive = (notices: PlannedSaleNotice[], sales: Form4Sale[] = [], owners = [SELLER]) =>
  derivePlannedSales({ notices, sales, form4Owners: new Set(owners), splits: [] });
/** `sold of to sell: row counted, …` of each notice. */
const outcome = (...given: Parameters<typeof derive>) =>
  derive(...given).map(
    ({ sharesSold, sharesToSell, sales }) =>
      `${sharesSold} of ${sharesToSell}: ${sales.map((one) => `${one.filingId.split('-').at(-1)} ${one.counted}`).join(', ')}`,
  );

describe('a sale', () => {
  it('counts from three days before the first intended day to ninety days after it', () => {
    const days = ['2026-02-26', '2026-02-27', '2026-05-31', '2026-06-01'];
    const sales = days.map((day, row) => sale(row, day, 100));
    expect(outcome([notice(1, '2026-03-02')], sales)).toEqual(['200 of 1000: 1 100, 2 100']);
    expect(derive([notice(1, '2026-03-02')])[0]?.windowEnds).toBe('2026-05-31');
  });

  it('of another person, another class or no class in common does not count', () => {
    const sales = [
      sale(0, '2026-03-03', 100, { owners: ['9900002'] }),
      sale(1, '2026-03-03', 100, { title: 'Series A Preferred Stock' }),
      sale(2, '2026-03-03', 100, { title: 'Class A Common Stock' }),
      sale(3, '2026-03-03', 100, { owners: ['9900002', SELLER], title: 'COMMON' }),
    ];
    expect(outcome([notice(1, '2026-03-02')], sales)).toEqual(['200 of 1000: 2 100, 3 100']);
  });

  it('on the other side of a split is not counted, and may be of the notice', () => {
    const splits = [{ oldUntil: '2026-03-10', newFrom: '2026-03-12', factor: 10 }];
    const given = (day: string) =>
      derivePlannedSales({
        notices: [notice(1, '2026-03-02')],
        sales: [sale(0, '2026-03-03', 100), sale(1, day, 300)],
        form4Owners: new Set([SELLER]),
        splits,
      }).map(({ sharesSold, mayBeSold }) => [sharesSold, mayBeSold]);
    expect(given('2026-03-10')).toEqual([[400, false]]);
    for (const day of ['2026-03-11', '2026-04-01']) expect(given(day)).toEqual([[100, true]]);
  });

  it('of preferred shares is counted across a split of the common shares', () => {
    const title = 'Series A Preferred Stock';
    const [plan] = derivePlannedSales({
      notices: [notice(1, '2026-03-02', { securities: [{ title }] })],
      sales: [sale(0, '2026-04-01', 300, { title })],
      form4Owners: new Set([SELLER]),
      splits: [{ oldUntil: '2026-03-10', newFrom: '2026-03-12', factor: 10 }],
    });
    expect([plan?.sharesSold, plan?.mayBeSold]).toEqual([300, false]);
  });

  it('that Form 4 says was under no plan is not the sale of a plan', () => {
    const plan = notice(1, '2026-03-02', { planDates: ['11/03/2025'] });
    const sales = [false, null, true].map((isPlanned, row) => sale(row, '2026-03-03', 100, { isPlanned }));
    expect(outcome([plan], sales)).toEqual(['200 of 1000: 1 100, 2 100']);
  });

  it('that may be of a notice is said to be, unless another notice takes it', () => {
    const plan = notice(1, '2026-03-02', { planDates: ['11/03/2025'] });
    const ads = notice(2, '2026-03-02', { securities: [{ title: 'American Depositary Shares' }] });
    const may = (...given: Parameters<typeof derive>) => derive(...given).map(({ mayBeSold }) => mayBeSold);
    const unplanned = sale(0, '2026-03-03', 100, { isPlanned: false });
    expect(may([plan], [unplanned])).toEqual([true]);
    expect(may([ads], [sale(0, '2026-03-03', 100, { title: 'Ordinary Shares' })])).toEqual([true]);
    expect(may([plan], [{ ...unplanned, tradeDate: '2026-06-15' }])).toEqual([false]);
    expect(may([plan], [{ ...unplanned, owners: ['9900002'] }])).toEqual([false]);
    expect(may([plan], [{ ...unplanned, title: 'Series A Preferred Stock' }])).toEqual([false]);
    expect(may([plan, notice(3, '2026-03-02')], [unplanned])).toEqual([false, false]);
    expect(may([plan], [sale(0, '2026-03-03', 1000), unplanned])).toEqual([false]);
  });

  it('under a plan belongs to the notice that states one, even to a later one', () => {
    const plan = notice(2, '2026-03-03', { remarks: 'Sold pursuant to a Rule 10b5-1 plan.' });
    const sales = [sale(0, '2026-03-04', 100, { isPlanned: true }), sale(1, '2026-03-04', 50)];
    expect(outcome([notice(1, '2026-03-02'), plan], sales)).toEqual([
      '50 of 1000: 1 50',
      '100 of 1000: 0 100',
    ]);
  });

  it('fills the oldest notice first, and what is left goes to the next one', () => {
    const notices = [notice(2, '2026-03-09'), notice(1, '2026-03-02')];
    const sales = [sale(0, '2026-03-10', 700), sale(1, '2026-03-11', 700), sale(2, '2026-03-12', 900)];
    expect(outcome(notices, sales)).toEqual(['1000 of 1000: 0 700, 1 300', '1000 of 1000: 1 400, 2 600']);
  });

  it('that is older, or was filed earlier on the same day, is matched first', () => {
    const one = [notice(1, '2026-03-02')];
    const filed = (row: number, day: string, hour: number, accession: string) =>
      sale(row, day, 700, { accession, filedAt: `2026-03-10T${hour}:00:00.000Z` });
    const of = (...sales: Form4Sale[]) => outcome(one, sales);
    expect(of(filed(0, '2026-03-05', 10, 'a'), filed(1, '2026-03-04', 20, 'b'))).toEqual([
      '1000 of 1000: 1 700, 0 300',
    ]);
    expect(of(filed(0, '2026-03-05', 20, 'a'), filed(1, '2026-03-05', 10, 'b'))).toEqual([
      '1000 of 1000: 1 700, 0 300',
    ]);
    expect(of(filed(0, '2026-03-05', 10, 'b'), filed(1, '2026-03-05', 10, 'a'))).toEqual([
      '1000 of 1000: 1 700, 0 300',
    ]);
    expect(of(filed(1, '2026-03-05', 10, 'a'), filed(0, '2026-03-05', 10, 'a'))).toEqual([
      '1000 of 1000: 0 700, 1 300',
    ]);
  });

  it('of fractions of a share adds up exactly', () => {
    const sales = [0.1, 0.2, 999.7].map((shares, row) => sale(row, '2026-03-03', shares));
    expect(outcome([notice(1, '2026-03-02')], sales)).toEqual(['1000 of 1000: 0 0.1, 1 0.2, 2 999.7']);
  });

  it('never counts for more than it has, whatever the notices are', () => {
    const anyDay = fc.integer({ min: 1, max: 28 }).map((day) => `2026-03-${String(day).padStart(2, '0')}`);
    const notices = fc.array(fc.record({ day: anyDay, units: fc.integer({ min: 0, max: 2000 }) }), {
      maxLength: 6,
    });
    const sales = fc.array(fc.record({ day: anyDay, shares: fc.integer({ min: 1, max: 3000 }) }), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(notices, sales, (filed, sold) => {
        const derived = derive(
          filed.map(({ day, units }, at) => notice(at, day, { securities: [{ units: String(units) }] })),
          sold.map(({ day, shares }, row) => sale(row, day, shares)),
        );
        for (const one of derived) {
          expect(one.sharesSold).toBeLessThanOrEqual(one.sharesToSell ?? 0);
          expect(one.sales.reduce((sum, { counted }) => sum + counted, 0)).toBeCloseTo(one.sharesSold, 4);
        }
        for (const [row, { shares }] of sold.entries()) {
          const counted = derived.flatMap(({ sales: of }) =>
            of.filter(({ filingId }) => filingId.endsWith(`-${row}`)),
          );
          expect(counted.reduce((sum, one) => sum + one.counted, 0)).toBeLessThanOrEqual(shares);
        }
      }),
      { numRuns: runs(50), seed: 144 },
    );
  });
});

describe('blocks of a notice', () => {
  it('of several brokers are one plan; of two classes each takes its own sales', () => {
    const of = notice(1, '2026-03-02', {
      securities: [
        { title: 'Class A', units: '100' },
        { title: 'Class B', units: '100' },
        { title: 'Class A', units: '50' },
      ],
    });
    const sales = [
      sale(0, '2026-03-03', 120, { title: 'Class A Common Stock' }),
      sale(1, '2026-03-03', 300, { title: 'Class B Common Stock' }),
    ];
    expect(outcome([of], sales)).toEqual(['220 of 250: 0 120, 1 100']);
  });

  it('with a number that cannot be right take no sale', () => {
    const swapped = notice(1, '2026-03-02', { securities: [{ units: '60000000', outstanding: '1000' }] });
    expect(outcome([swapped], [sale(0, '2026-03-03', 100)])).toEqual(['0 of null: ']);
  });

  it('without a day that can be right count from the filing', () => {
    const slip = notice(1, '2026-03-02', { securities: [{ saleDate: '03/02/2062' }] });
    expect(derive([slip], [sale(0, '2026-03-03', 100)])).toMatchObject([
      { approxSaleDate: null, windowEnds: '2026-05-31', sharesSold: 100 },
    ]);
  });
});

describe('an amendment', () => {
  const amendment = (previous: string | undefined, more: WrittenNotice = {}) =>
    notice(2, '2026-03-16', { type: '144/A', ...(previous === undefined ? {} : { previous }), ...more });

  it('replaces the notice that it names, and keeps its first day', () => {
    const derived = derive([notice(1, '2026-03-02'), amendment(id(1))], [sale(0, '2026-03-03', 100)]);
    expect(derived).toMatchObject([
      { amendedBy: id(2), sharesSold: 0 },
      { amends: id(1), amendedBy: null, sharesSold: 100 },
    ]);
  });

  it('of an amendment replaces both', () => {
    const second = notice(3, '2026-03-17', { type: '144/A', previous: id(1) });
    const derived = derive([notice(1, '2026-03-02'), amendment(id(1)), second]);
    expect(derived.map(({ amendedBy }) => amendedBy)).toEqual([id(2), id(3), null]);
  });

  it('that names none amends the only notice of the month before; of several none', () => {
    expect(derive([notice(1, '2026-03-02'), amendment(undefined)])[1]?.amends).toBe(id(1));
    expect(derive([notice(1, '2026-01-02'), amendment(undefined)])[1]?.amends).toBeNull();
    const two = [notice(1, '2026-03-02'), notice(4, '2026-03-03'), amendment(undefined)];
    expect(derive(two).map(({ amendedBy }) => amendedBy)).toEqual([null, null, null]);
  });

  it('that names none amends the amendment of that notice before it', () => {
    const second = notice(3, '2026-03-20', { type: '144/A' });
    for (const first of [amendment(undefined), amendment(id(1))]) {
      const derived = derive([second, notice(1, '2026-03-02'), first], [sale(0, '2026-03-23', 100)]);
      expect(derived.map(({ amendedBy, sharesSold }) => [amendedBy, sharesSold])).toEqual([
        [id(2), 0],
        [id(3), 0],
        [null, 100],
      ]);
    }
  });

  it('of a notice that is not stored, or of another person, replaces nothing', () => {
    expect(derive([notice(1, '2026-03-02'), amendment(id(9))])[0]?.amendedBy).toBeNull();
    expect(
      derive([notice(1, '2026-03-02'), amendment(id(1), { filerCik: '9900002' })])[0]?.amendedBy,
    ).toBeNull();
  });
});

describe('a notice that is filed twice', () => {
  const twice = [
    notice(1, '2026-03-02'),
    { ...notice(2, '2026-03-02'), filedAt: '2026-03-03T14:00:00.000Z' },
  ];
  const amounts = (notices: PlannedSaleNotice[]) =>
    derive(notices, [sale(0, '2026-03-03', 1000)]).map(({ amends, amendedBy, sharesSold }) => [
      amends,
      amendedBy,
      sharesSold,
    ]);

  it('is one, whichever arrives first', () => {
    const one = [
      [null, id(2), 0],
      [id(1), null, 1000],
    ];
    expect(amounts(twice)).toEqual(one);
    expect(amounts([...twice].reverse())).toEqual(one);
  });

  it.each([
    [
      'broker',
      (one: PlannedSaleNotice) => ({
        securities: one.securities.map((block) => ({ ...block, broker: 'Other LLC' })),
      }),
    ],
    [
      'lot',
      (one: PlannedSaleNotice) => ({
        acquired: one.acquired.map((lot) => ({ ...lot, acquiredDate: '2024-02-01' })),
      }),
    ],
    [
      'number',
      (one: PlannedSaleNotice) => ({
        securities: one.securities.map((block) => ({ ...block, shares: 999 })),
      }),
    ],
    ['seller', () => ({ filerCik: '9900002' })],
    ['plan', () => ({ planAdoptionDates: ['2025-12-01'] })],
  ])('is two with another %s', (_what, other) => {
    const [first, second] = twice as [PlannedSaleNotice, PlannedSaleNotice];
    expect(amounts([first, { ...second, ...other(second) }]).map(([amends, by]) => [amends, by])).toEqual([
      [null, null],
      [null, null],
    ]);
  });
});

describe('a sale of the notice', () => {
  const outcomeOf = (units: string, value: string, ...sales: Form4Sale[]) => {
    const [found] = derive([notice(1, '2026-03-02', { securities: [{ units, value }] })], sales);
    return [found?.sharesToSell, found?.sharesSold, ...(found?.implausible ?? [])];
  };
  const atFifty = (over: Partial<Form4Sale> = {}) =>
    sale(0, over.tradeDate ?? '2026-03-03', 10_000, { pricePerShare: 50, ...over });

  it('contradicts a number beside a value of fewer shares', () => {
    expect(outcomeOf('1000000', '500000', atFifty())).toEqual([null, 0, 'number-or-value-unlike-sale']);
    expect(outcomeOf('1000000', '500000')).toEqual([1_000_000, 0]);
    expect(outcomeOf('10000', '500000', atFifty())).toEqual([10_000, 10_000]);
    // The value of one share says nothing about the number.
    expect(outcomeOf('10000', '51', atFifty())).toEqual([10_000, 10_000, 'value-not-of-all-shares']);
  });

  it('says nothing where its price moved, is unknown, or is of another person, class or month', () => {
    expect(outcomeOf('10000', '4000', atFifty({ pricePerShare: 5 }))).toEqual([10_000, 10_000]);
    expect(outcomeOf('1000000', '500000', atFifty({ pricePerShare: null }))).toEqual([1_000_000, 10_000]);
    expect(outcomeOf('1000000', '500000', atFifty({ owners: ['9900002'] }))).toEqual([1_000_000, 0]);
    expect(outcomeOf('10000', '500000', atFifty({ pricePerShare: 0.01 }))).toEqual([10_000, 10_000]);
    expect(outcomeOf('10000', '500000', atFifty({ pricePerShare: 0.9, title: 'Units' }))).toEqual([
      10_000, 10_000,
    ]);
    expect(outcomeOf('1000000', '500000', atFifty({ title: 'Series A Preferred Stock' }))).toEqual([
      1_000_000, 0,
    ]);
    expect(outcomeOf('1000000', '500000', atFifty({ tradeDate: '2026-04-20' }))).toEqual([1_000_000, 10_000]);
  });

  it('on the other side of a split says nothing', () => {
    const [found] = derivePlannedSales({
      notices: [notice(1, '2026-03-02', { securities: [{ units: '1000', value: '3200000' }] })],
      sales: [sale(0, '2026-03-27', 50_000, { pricePerShare: 65 })],
      form4Owners: new Set([SELLER]),
      splits: [{ oldUntil: '2026-03-24', newFrom: '2026-03-26', factor: 50 }],
    });
    expect(found).toMatchObject({ sharesToSell: 1000, mayBeSold: true });
    expect(found).not.toHaveProperty('implausible');
  });

  it('marks no sound notice, and each whose number was typed a hundred times', () => {
    const amount = fc.integer({ min: 100, max: 500_000 });
    fc.assert(
      fc.property(
        amount,
        fc.integer({ min: 100, max: 90_000 }),
        fc.integer({ min: 25, max: 300 }),
        (shares, cents, move) => {
          const value = String(Math.round((shares * cents) / 100));
          const sold = atFifty({ shares, pricePerShare: (cents * move) / 10_000 });
          expect(outcomeOf(String(shares), value, sold)).toEqual([shares, shares]);
          expect(outcomeOf(String(shares * 100), value, sold)).toEqual([
            null,
            0,
            'number-or-value-unlike-sale',
          ]);
        },
      ),
    );
  });
});

describe('a person without Form 4', () => {
  const past = (...rows: Array<[date: string, units: string]>) => ({
    past: rows.map(([date, units]) => ({ date, units, gross: '5000' })),
  });

  it('has what later notices state, each sale once, and nothing of it counts', () => {
    const notices = [
      notice(1, '2026-03-02', past(['02/01/2026', '9'])),
      notice(2, '2026-03-23', past(['03/03/2026', '200'], ['03/03/2026', '200'], ['02/01/2026', '9'])),
      notice(3, '2026-04-06', past(['03/03/2026', '200'], ['03/03/2026', '200'], ['03/24/2026', '7'])),
    ];
    const [first] = derive(notices, [], []);
    expect(first).toMatchObject({ filesForm4: false, sharesSold: 0, sales: [] });
    expect(first?.statedLater.map(({ noticeId, saleDate, shares }) => [noticeId, saleDate, shares])).toEqual([
      [id(2), '2026-03-03', 200],
      [id(2), '2026-03-03', 200],
      [id(3), '2026-03-24', 7],
    ]);
    expect(derive(notices)[0]?.statedLater).toEqual([]);
  });

  it('has nothing of what the notice states of itself, or another person, another class or other days', () => {
    const stated = (date: string, title = 'Common') => ({ past: [{ date, title, units: '5', gross: '50' }] });
    const found = (...later: PlannedSaleNotice[]) =>
      derive([notice(1, '2026-03-02', stated('03/01/2026')), ...later], [], [])[0]!.statedLater.map(
        ({ saleDate }) => saleDate,
      );
    expect(found()).toEqual([]);
    expect(found(notice(2, '2026-03-23', { ...stated('03/03/2026'), filerCik: '9900002' }))).toEqual([]);
    expect(found(notice(2, '2026-03-23', stated('03/03/2026', 'Series A Preferred Stock')))).toEqual([]);
    const days = ['02/26/2026', '02/27/2026', '05/31/2026', '06/01/2026'];
    expect(found(...days.map((day, at) => notice(at + 2, '2026-06-02', stated(day))))).toEqual([
      ...['2026-02-27', '2026-05-31'],
    ]);
  });
});

describe('two texts name one class', () => {
  it.each([
    ['Common', 'Class A Common Stock', true],
    ['COM', 'Ordinary Shares, nominal value $0.01', true],
    ['Class A', 'Class A Common Stock, par value $.01', true],
    ['CL B', 'Class A Common Stock', false],
    ['Series C Liberty Formula One', 'Series A Liberty Formula One Common Stock', false],
    ['Common', 'Series A Preferred Stock', false],
    ['ADS', 'Ordinary Shares', false],
    ['American Depositary Shares', 'ADRs', true],
    ['Common', 'Warrants to purchase common stock', false],
  ])('%s and %s: %s', (a, b, expected) => {
    expect([canBeOneClass(a, b), canBeOneClass(b, a)]).toEqual([expected, expected]);
  });
});
