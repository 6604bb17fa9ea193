/** The signal quality of a trade and its label in plain words. */

import { describe, expect, it } from '@jest/globals';
import { intentLabel, signalQuality } from '../../../src/derive/form4/signal-quality.js';
import { purchase, sale } from './filings.js';

describe('signalQuality', () => {
  it.each([
    ['a purchase', purchase(), false, 'discretionary-buy'],
    ['a sale', sale(), false, 'discretionary-sell'],
    ['a purchase under a plan', purchase({ is10b5_1: true }), false, 'planned'],
    ['a sale under a plan', sale({ is10b5_1: true }), false, 'planned'],
    ['a sale that only covers tax', sale({ soldOnlyForTax: true }), false, 'mechanical-sell'],
    ['a sale of exercised shares', sale(), true, 'mechanical-sell'],
    ['a planned sale of exercised shares', sale({ is10b5_1: true }), true, 'planned'],
    ['withholding', sale({ transactionCode: 'F' }), false, 'mechanical-sell'],
    ['an exercise', purchase({ transactionCode: 'M' }), false, 'mechanical-buy'],
    ['an exercise under a plan', purchase({ transactionCode: 'M', is10b5_1: true }), false, 'mechanical-buy'],
  ] as const)('%s', (_what, tx, sellsExercised, quality) => {
    expect(signalQuality(tx, sellsExercised)).toBe(quality);
  });

  it.each([...'ACDEGHIJKLOUVWXZ', '?', null])('%s is not a decision about the market', (transactionCode) => {
    expect(signalQuality(sale({ transactionCode }), true)).toBe('non-discretionary');
  });
});

describe('intentLabel', () => {
  it('has different words for every code of the form', () => {
    const labels = [...'ACDEFGHIJKLMOPSUVWXZ'].map((code) => intentLabel(code));
    expect(new Set(labels).size).toBe(20);
    for (const label of labels) expect(label).toMatch(/^[A-Z][a-z]/);
  });

  it('reports what is missing and names what is unknown', () => {
    expect(intentLabel(null)).toBe('No transaction code filed');
    expect(intentLabel('Q')).toContain('Code Q');
  });

  it('says that the row is marked as the opposite of its code', () => {
    expect(intentLabel('P', { acquiredDisposed: 'D' })).toBe(
      'Open-market or private purchase, but marked as disposed of',
    );
    expect(intentLabel('S', { acquiredDisposed: 'A', is10b5_1: true })).toBe(
      'Open-market or private sale under a 10b5-1 plan, but marked as acquired',
    );
    expect(intentLabel('S', { acquiredDisposed: 'D' })).toBe('Open-market or private sale');
  });

  it('gives the reason of a trade if the filing gives one', () => {
    expect(intentLabel('P')).toBe('Open-market or private purchase');
    expect(intentLabel('S', { is10b5_1: true, soldOnlyForTax: true })).toContain('under a 10b5-1 plan');
    expect(intentLabel('S', { soldOnlyForTax: true })).toContain('to cover tax');
    expect(intentLabel('S', { sellsExercised: true })).toContain('exercised or converted the same day');
    expect(intentLabel('P', { soldOnlyForTax: true })).toBe('Open-market or private purchase');
    expect(intentLabel('F')).toContain('tax');
    expect(intentLabel('G', { acquiredDisposed: 'A' })).toBe('Gift received');
    expect(intentLabel('P', { equitySwap: true })).toContain('equity swap');
  });
});
