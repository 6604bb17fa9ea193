/** Splits that footnotes state, beside those that are only intended, of other companies, or without ratio or day. */

import { describe, expect, it } from '@jest/globals';
import { readStatedSplits } from '../../../src/registers/edgar/footnote-splits.js';

const read = (text: string) => readStatedSplits([text], '2026-08-01');

describe('a split is stated by', () => {
  it.each<[string, string, number]>([
    [
      'On July 20, 2026 the Issuer effected a ten-for-one forward split of its common stock.',
      '2026-07-20',
      10,
    ],
    ['Reflects a 1-for-25 reverse stock split effected on May 3, 2026.', '2026-05-03', 1 / 25],
    ['Reflects a 10-for-1 stock split effected by the Issuer on June 7, 2026.', '2026-06-07', 10],
    ['Adjusted for the 20:1 reverse split (effective June 2, 2026).', '2026-06-02', 1 / 20],
    ['The three-for-two stock split was paid on June 2, 2026. 1/4 vests on June 1, 2027.', '2026-06-02', 1.5],
    [
      'Adjusted for the one-for-twenty-five reverse stock split, effective June 2, 2026',
      '2026-06-02',
      1 / 25,
    ],
    ['Adjusted for a 1-for-2.5 reverse split effective June 2, 2026', '2026-06-02', 1 / 2.5],
    ['Reflects a 1:25 reverse split effected on May 3, 2026.', '2026-05-03', 1 / 25],
    [
      'Reflects the 1-for-10 reverse stock split, effective June 1, 2026 at 12:01 a.m., Eastern Time.',
      '2026-06-01',
      1 / 10,
    ],
    ['The 1:10 reverse split was effected on June 1, 2026 at 1:15 p.m.', '2026-06-01', 1 / 10],
    [
      "As adjusted to give effect to a five-for-one forward split of the Issuer's common stock in the form of a stock dividend distributed on May 28, 2026.",
      '2026-05-28',
      5,
    ],
  ])('%s', (text, date, factor) => {
    expect(read(text)).toEqual([{ date, factor }]);
  });
});

describe('the day of another event', () => {
  it('is not that of the split', () => {
    expect(
      read(
        'The option was granted on May 1, 2024, in shares after the two-for-one split effected on June 2, 2026.',
      ),
    ).toEqual([{ date: '2026-06-02', factor: 2 }]);
  });
});

describe('a split is not stated by', () => {
  it.each([
    'The board approved a 10-for-1 split on June 2, 2026.',
    'The Issuer will effect a 10-for-1 split on June 2, 2026.',
    'The Issuer effected a 10-for-1 split on September 2, 2026.',
    'The Issuer effected a 10-for-1 split.',
    'The option, which vests on May 1, 2024, is shown as adjusted for the ten-for-one split.',
    'The Issuer effected a stock split on June 2, 2026.',
    'A two-for-one split on June 2, 2026 and a three-for-one split on July 2, 2026.',
    'This Form 4 has been split into two filings for one person on June 2, 2026.',
    'Shares of the parent after its two-for-one split of June 2, 2026.',
    "Reflects the Issuer's reverse stock split, effective June 1, 2026 at 12:01 a.m., Eastern Time.",
    'Effective June 1, 2026 (4:01 p.m.) the stock split was paid.',
    'The stock split was effective as of 1:30 Eastern Time on June 1, 2026.',
    'The split-off was completed on June 1, 2026 and holders received one for two shares of Liberty Live.',
    'Pursuant to the Split-Off completed on June 1, 2026, shares were exchanged 1 for 4.',
    'In the split-up effected on June 1, 2026 shares were exchanged 3 for 1.',
    'Two directors voted for one plan on June 2, 2026.',
  ])('%s', (text) => {
    expect(read(text)).toEqual([]);
  });
});
