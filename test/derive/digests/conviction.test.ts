/** The properties of the conviction formula, and the worked example of the documents. */

import { describe, expect, it } from '@jest/globals';
import {
  type ConvictionInput,
  conviction,
  convictionParts,
  type InsiderRole,
  ROLE_WEIGHTS,
} from '../../../src/derive/digests/conviction.js';
import fc, { runs } from '../../property.js';

const role = fc.constantFrom(...(Object.keys(ROLE_WEIGHTS) as InsiderRole[]));
const insider = fc.record({ role, value: fc.integer({ min: 10_000, max: 100_000_000 }) });
const input: fc.Arbitrary<ConvictionInput> = fc.record({
  insiders: fc.array(insider, { maxLength: 30 }),
  shares: fc.integer({ min: 0, max: 10_000_000 }),
  sharesOutstanding: fc.option(fc.integer({ min: 1_000_000, max: 1_000_000_000 })),
  daysSinceLast: fc.option(fc.integer({ min: 0, max: 59 })),
  windowDays: fc.constant(60),
});
const score = (one: ConvictionInput) => conviction(convictionParts(one));

describe('conviction', () => {
  it('is between 0 and 100, every part between 0 and 1', () => {
    fc.assert(
      fc.property(input, (one) => {
        for (const part of Object.values(convictionParts(one)))
          if (part !== null) expect(part >= 0 && part <= 1).toBe(true);
        expect(score(one)).toBeGreaterThanOrEqual(0);
        expect(score(one)).toBeLessThanOrEqual(100);
      }),
    );
  });

  it('does not decrease with one more insider', () => {
    fc.assert(
      fc.property(input, insider, fc.integer({ min: 0, max: 1_000_000 }), (one, more, shares) => {
        const before = convictionParts(one);
        const after = convictionParts({
          ...one,
          insiders: [...one.insiders, more],
          shares: one.shares + shares,
        });
        for (const name of Object.keys(before) as Array<keyof typeof before>)
          expect(after[name] ?? 0).toBeGreaterThanOrEqual(before[name] ?? 0);
        expect(conviction(after)).toBeGreaterThanOrEqual(conviction(before));
      }),
      { numRuns: runs(2000) },
    );
  });

  it('has the same concentration if all values are scaled', () => {
    fc.assert(
      fc.property(input, fc.integer({ min: 2, max: 1000 }), (one, factor) => {
        const scaled = {
          ...one,
          insiders: one.insiders.map((each) => ({ ...each, value: each.value * factor })),
        };
        expect(convictionParts(scaled).concentration).toBeCloseTo(convictionParts(one).concentration, 6);
      }),
    );
  });

  it('grows with each of its parts', () => {
    const parts = { breadth: 0.5, seniority: 0.5, materiality: 0.5, recency: 0.5, concentration: 0.5 };
    for (const name of Object.keys(parts))
      expect(conviction({ ...parts, [name]: 0.6 })).toBeGreaterThan(conviction(parts));
  });

  it('distributes the weight of an unknown materiality over the other weights', () => {
    expect(
      conviction({ breadth: 0.5, seniority: 0.5, materiality: null, recency: 0.5, concentration: 0.5 }),
    ).toBe(50);
    expect(conviction({ breadth: 1, seniority: 0, materiality: null, recency: 0, concentration: 0 })).toBe(
      37.5,
    );
  });
});
