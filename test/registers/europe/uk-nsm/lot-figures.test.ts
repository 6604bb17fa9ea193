/** The price and the count of a cell of section 4c, with words beside them that change neither. */

import { expect, it } from '@jest/globals';
import { priceOf, volumeOf } from '../../../../src/registers/europe/uk-nsm/lot-figures.js';

it('takes the count whose parts in brackets add up to it', () => {
  expect(volumeOf('9,500 (6,000 in ISA and 3,500 in SIPP)')).toBe(9_500);
  expect(volumeOf('9,500 (6,000 in ISA and 3,000 in SIPP)')).toBeNull();
});

it('does not count the shares that depositary shares are worth', () => {
  expect(volumeOf('1,500 ADSs (representing 3,000 ordinary shares)')).toBe(1_500);
});

it('reads a decimal comma of another currency than pounds', () => {
  expect(priceOf('€ 40,55')?.value).toBe(40.55);
  expect(priceOf('£ 40,55')).toBeNull();
});

it('leaves out the mark of a footnote', () => {
  expect(priceOf('£3.10 [2]')?.value).toBe(3.1);
});
