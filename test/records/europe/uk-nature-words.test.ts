/** The parser and the rules of the feed judge the nature of a British transaction by the same words. */

import { describe, expect, it } from '@jest/globals';
import { ukExclusion } from '../../../src/derive/europe/uk-exclusion.js';
import { directionOf } from '../../../src/records/europe/uk-nature-words.js';

const FIGURES = { instrumentName: 'Ordinary shares of 1p each', narrative: null, price: 120, volume: 500 };

describe('a plain trade has a direction', () => {
  it.each([
    ['PDMR buys ordinary shares', 'acquisition'],
    ['Take-up of rights', 'acquisition'],
    ['Takeup of rights', 'acquisition'],
    ['Rights taken up', 'acquisition'],
    ['Re-purchase of shares', 'acquisition'],
    ['Aquisition of shares', 'acquisition'],
    ['Purchase of shares', 'acquisition'],
    ['Sells shares', 'disposal'],
    ['Shares disposed of', 'disposal'],
    ['Sale of shares acquired under Sharesave', 'disposal'],
    ['Disposal of 1,000 ordinary shares bought in 2019', 'disposal'],
    ['Disposal of 1,234,567 shares acquired in May', 'disposal'],
    ['Sale of shares after the take-up of rights', 'disposal'],
    ['Disposal by compulsory acquisition under the offer', 'disposal'],
  ])('%s: %s', (nature, direction) => {
    expect(directionOf(nature)).toBe(direction);
    expect(ukExclusion({ ...FIGURES, nature, pdmrName: 'Ada Bramble' })).toBeNull();
  });
});

it.each([
  'Placing',
  'Sale and purchase of shares',
  'Sale of shares and 900 shares purchased',
  'Sale of 900 shares, 890 shares purchased in ISA',
  'Grant of options',
  'Compulsory acquisition of shares by the offeror',
  'Shares compulsorily acquired',
  'Acquisition of shares (compulsory purchase)',
])('%s has none', (nature) => {
  expect(directionOf(nature)).toBeNull();
});
