/** An exercise of options and the sale that it pays for, found as a pair. */

import { describe, expect, it } from '@jest/globals';
import { amendment, form, fund, person, purchase, read, rowOf, sale } from './filings.js';

const jane = person('11');
const joan = person('12');
const exercise = purchase({ transactionCode: 'M', shares: 100, pricePerShare: 2 });
const withheld = sale({ transactionCode: 'F', shares: 30, sharesOwnedAfter: 970 });
const option = sale({
  table: 'derivative',
  transactionCode: 'M',
  pricePerShare: 0,
  underlyingShares: 100,
  conversionOrExercisePrice: 2,
});

describe('a paired exercise', () => {
  it('marks the exercise and the sale of one filing', () => {
    const { rows } = read(form('a', [jane], [exercise, sale(), withheld, option]));
    expect(rows.map((row) => row.isPairedExercise)).toEqual([true, true, true, true]);
    expect(rows.map((row) => row.signalQuality)).toEqual([
      'mechanical-buy',
      'mechanical-sell',
      'mechanical-sell',
      'mechanical-buy',
    ]);
    expect(rows[1]?.intentLabel).toContain('same day');
  });

  it.each(['M', 'X'])('includes %s, also in another filing of the day', (transactionCode) => {
    const { rows } = read(form('a', [jane], [{ ...option, transactionCode }]), form('b', [jane], [sale()]));
    expect(rows.map((row) => row.isPairedExercise)).toEqual([true, true]);
    expect(rowOf(rows, 'b-0').signalQuality).toBe('mechanical-sell');
  });

  it('includes the conversion of a class, but the sale after it is a decision', () => {
    const converted = purchase({
      transactionCode: 'C',
      pricePerShare: 0,
      securityTitle: 'Class A Common Stock',
    });
    const classB = { ...option, transactionCode: 'C', securityTitle: 'Class B Common Stock' };
    const { rows } = read(form('a', [jane], [converted, classB]), form('b', [jane], [sale()]));
    expect(rows.map((row) => row.isPairedExercise)).toEqual([true, true, true]);
    expect(rowOf(rows, 'b-0')).toMatchObject({
      signalQuality: 'discretionary-sell',
      intentLabel: 'Open-market or private sale',
    });
  });

  it('counts exercised shares once if they are converted before the sale', () => {
    const converted = purchase({
      transactionCode: 'C',
      pricePerShare: 0,
      securityTitle: 'Class A Common Stock',
    });
    const of = (shares: number) =>
      read(form('a', [jane], [exercise, converted, option, sale({ shares })])).rows.at(3)?.signalQuality;
    expect(of(100)).toBe('mechanical-sell');
    expect(of(101)).toBe('discretionary-sell');
  });

  it('needs the same owner, the same day and a sale of shares', () => {
    const none = [
      [form('a', [jane], [exercise]), form('b', [joan], [sale()])],
      [form('a', [jane], [exercise, sale({ transactionDate: '2025-03-04' })])],
      [form('a', [jane], [exercise, purchase()])],
      [form('a', [jane], [exercise, sale({ table: 'derivative' })])],
      [form('a', [jane], [{ ...exercise, transactionDate: null }, sale({ transactionDate: null })])],
    ];
    for (const filings of none) {
      expect(read(...filings).rows.filter((row) => row.isPairedExercise)).toEqual([]);
    }
  });

  it('does not include other trades of the day, and takes no sale in the derivative table for one of shares', () => {
    const { rows } = read(
      form('a', [jane], [exercise, sale({ shares: 40 }), purchase(), sale({ table: 'derivative' })]),
    );
    expect(rows.map((row) => row.isPairedExercise)).toEqual([true, true, false, false]);
    expect(rows.map((row) => row.signalQuality).slice(2)).toEqual([
      'discretionary-buy',
      'discretionary-sell',
    ]);
  });

  it('counts only shares that an exercise adds, not those that it takes away', () => {
    const taken = { ...exercise, acquiredDisposed: 'D' as const };
    const of = (...rows: (typeof exercise)[]) =>
      read(form('a', [jane], [...rows, sale({ shares: 101 })])).rows.at(-1)?.signalQuality;
    expect(of(exercise, taken)).toBe('discretionary-sell');
    expect(of(exercise, { ...taken, acquiredDisposed: 'A' as const })).toBe('mechanical-sell');
  });

  it('stays a pair if a number of shares is not stated', () => {
    const of = (...rows: (typeof exercise)[]) =>
      read(form('a', [jane], rows)).rows.map((row) => row.signalQuality);
    const unknown = { ...exercise, shares: null };
    expect(of(unknown, sale({ shares: 5000 }))[1]).toBe('mechanical-sell');
    expect(of(exercise, sale({ shares: null }))[1]).toBe('mechanical-sell');
    expect(of(exercise, unknown, sale({ shares: 5000 }))[2]).toBe('mechanical-sell');
    expect(of({ ...option, shares: null, underlyingShares: null }, sale({ shares: 5000 }))[1]).toBe(
      'mechanical-sell',
    );
  });

  it('does not include a sale of more shares than were exercised', () => {
    const more = form('a', [jane], [exercise, sale({ shares: 60 }), sale({ shares: 41 })]);
    const { rows } = read(more);
    expect(rows.map((row) => row.isPairedExercise)).toEqual([true, true, true]);
    expect(rows[1]?.signalQuality).toBe('discretionary-sell');
  });

  it('does not include the sale of a trust, and is no less for it', () => {
    const ofTrust = sale({
      shares: 100,
      ownership: 'I',
      natureOfOwnership: 'By Trust',
      sharesOwnedAfter: 40,
    });
    const { rows } = read(form('a', [jane], [exercise, sale(), ofTrust]));
    expect(rows.map((row) => row.isPairedExercise)).toEqual([true, true, true]);
    expect(rows.map((row) => row.signalQuality).slice(1)).toEqual(['mechanical-sell', 'discretionary-sell']);
    const own = form('a', [jane], [{ ...exercise, ownership: 'I' }, ofTrust]);
    expect(read(own).rows[1]?.signalQuality).toBe('mechanical-sell');
  });

  it('counts a sale once although two owners report it in two filings', () => {
    const rows = [exercise, sale(), sale({ shares: 0.5, sharesOwnedAfter: 899.5 })].slice(0, 2);
    const both = read(form('a', [jane], rows), form('b', [fund('21'), jane], rows));
    expect(both.rows.map((row) => row.signalQuality)).toEqual([
      'mechanical-buy',
      'mechanical-sell',
      'mechanical-buy',
      'mechanical-sell',
    ]);
  });

  it('ends when an amendment moves the exercise to another day', () => {
    const original = form('a', [jane], [exercise, sale()]);
    const moved = amendment('x', [jane], [{ ...exercise, transactionDate: '2025-02-10' }]);
    const { rows } = read(original, moved);
    expect(rowOf(rows, 'a-0').status).toBe('superseded');
    expect(rowOf(rows, 'a-1')).toMatchObject({
      isPairedExercise: false,
      signalQuality: 'discretionary-sell',
    });
  });
});
