/** Faults that are put at random into the prices of sound filings, beside other filings alone and beside closes. */

import { describe, expect, it } from '@jest/globals';
import { dayNumber, weekdayOfDay } from '../../../src/dates.js';
import type { Form4Transaction } from '../../../src/records/form4/form4.js';
import fc, { runs } from '../../property.js';
import { type DayClose, readBeside } from './filed-closes.js';
import { form, person, purchase } from './filings.js';

describe('a fault that is put into sound filings', () => {
  const FAULTS = {
    'total as price': (row: Form4Transaction) => ({
      pricePerShare: (row.pricePerShare ?? 0) * (row.shares ?? 0),
    }),
    'decimal moved': (row: Form4Transaction, n: number) => ({
      pricePerShare: (row.pricePerShare ?? 0) * 10 ** (1 + (n % 4)),
    }),
    'price and number exchanged': (row: Form4Transaction) => ({
      pricePerShare: row.shares,
      shares: row.pricePerShare,
    }),
  } as const;
  const paid = fc.record({
    day: fc.integer({ min: 1, max: 28 }),
    drift: fc.integer({ min: 85, max: 118 }),
    shares: fc.integer({ min: 60, max: 90_000 }),
  });
  const filingsOf = (price: number, trades: Array<{ day: number; drift: number; shares: number }>) =>
    trades.map(({ day, drift, shares }, at) => {
      const transactionDate = `2025-03-${String(day).padStart(2, '0')}`;
      const over = {
        transactionDate,
        shares,
        pricePerShare: Math.round(price * drift) / 100,
        sharesOwnedAfter: 1_000_000 + at,
      };
      return form(`a${at}`, [person(String(41 + at), `Owner Name${at}`)], [purchase(over)], {
        periodOfReport: transactionDate,
      });
    });

  /** The closes of the weekdays of the month: the price, a little higher or lower. */
  const march = (price: number, drifts: readonly number[]) => ({
    ORRY: {
      closes: drifts.flatMap((drift, at): DayClose[] => {
        const day = `2025-03-${String(at + 1).padStart(2, '0')}`;
        const close = Math.round(price * drift) / 100;
        return drift > 0 && weekdayOfDay(dayNumber(day)) < 5 ? [[day.slice(5), close]] : [];
      }),
    },
  });
  // Some days have none.
  const drifts = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 85, max: 118 })), {
    minLength: 28,
    maxLength: 28,
  });

  it.each(['filings alone', 'filings and closes'])(
    'marks no sound one, and the faulty one or none: %s',
    (beside) => {
      const caught: Record<string, number> = {};
      fc.assert(
        fc.property(
          fc.integer({ min: 40, max: 90_000 }),
          fc.array(paid, { minLength: 1, maxLength: 8 }),
          fc.constantFrom(...(Object.keys(FAULTS) as Array<keyof typeof FAULTS>)),
          fc.nat(),
          drifts,
          (cents, trades, kind, n, closes) => {
            const stated = beside === 'filings alone' ? {} : march(cents / 100, closes);
            const sound = filingsOf(cents / 100, trades);
            expect(readBeside(stated, sound).rows.flatMap(({ implausible }) => implausible)).toEqual([]);
            const at = n % sound.length;
            const faulty = sound.map((one, place) =>
              place === at
                ? {
                    ...one,
                    transactions: one.transactions.map((row) => ({ ...row, ...FAULTS[kind](row, n) })),
                  }
                : one,
            );
            const marked = readBeside(stated, faulty).rows.filter(
              ({ implausible }) => implausible.length > 0,
            );
            expect(marked.filter(({ accession }) => accession !== `a${at}`)).toEqual([]);
            const outcome = `${kind}: ${marked.length > 0 ? 'caught' : 'missed'}`;
            caught[outcome] = (caught[outcome] ?? 0) + 1;
          },
        ),
        { numRuns: runs(1000) },
      );
      for (const kind of Object.keys(FAULTS)) expect(caught[`${kind}: caught`] ?? 0).toBeGreaterThan(0);
      if (process.env.SHOW_CAUGHT === '1') console.log(beside, caught);
    },
  );

  it('marks no sound one around a split, a fall or a rise', () => {
    let met = 0;
    fc.assert(
      fc.property(
        fc.integer({ min: 40, max: 90_000 }),
        fc.array(paid, { minLength: 1, maxLength: 8 }),
        fc.constantFrom(1 / 50, 1 / 10, 1 / 3, 0.2, 4, 10, 50),
        fc.boolean(),
        fc.integer({ min: 5, max: 24 }),
        drifts,
        (cents, trades, step, isSplit, on, closes) => {
          // No market rises so much, and hardly a reverse split to such a price.
          fc.pre(step < 20 || (isSplit && cents * step < 8_000));
          const priceOn = (day: number) => (cents / 100) * (day < on ? 1 : step);
          const sound = trades.flatMap((trade) => filingsOf(priceOn(trade.day), [trade]));
          const filings = sound.map((one, at) => ({
            ...one,
            accession: `a${at}`,
            owners: [person(String(41 + at), `Owner Name${at}`)],
          }));
          const { ORRY } = march(1, closes);
          const stated = ORRY.closes.map(([day, drift]): DayClose => {
            const date = Number(day.slice(3));
            // The files state the first close after a split into more shares in old ones.
            const basis = isSplit && step < 1 && date === on ? 1 : priceOn(date);
            return [day, drift * basis];
          });
          // A reverse split brings another CUSIP.
          const former = { cusip: '990009110', lastDate: `2025-03-${String(on).padStart(2, '0')}` };
          const securities = isSplit && step > 1 ? [former, {}] : [{}];
          const { rows } = readBeside({ ORRY: { closes: stated, securities } }, filings);
          expect(rows.filter(({ implausible }) => implausible.length > 0)).toEqual([]);
          met += rows.length;
        },
      ),
      { numRuns: runs(1000) },
    );
    expect(met).toBeGreaterThan(0);
  });
});
