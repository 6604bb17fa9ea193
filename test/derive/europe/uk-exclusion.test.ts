/** The words of British announcements for transactions: plain trades and everything else, as the parser and the feed judge them. */

import { describe, expect, it } from '@jest/globals';
import { type UkTradeFacts, ukExclusion } from '../../../src/derive/europe/uk-exclusion.js';
import { directionOf } from '../../../src/records/europe/uk-nature-words.js';
import { readCases } from '../../cases.js';

const judge = (nature: string, more: Partial<UkTradeFacts> = {}): string | null =>
  ukExclusion({
    nature,
    instrumentName: 'Ordinary shares of 1p each',
    narrative: null,
    price: 120,
    volume: 500,
    pdmrName: 'Ada Grant',
    capacity: 'Director',
    issuerName: 'Quillford plc',
    ...more,
  });

describe('the direction of a nature, and why it is excluded', () => {
  it.each(readCases('derive/europe/uk-natures.tsv').map((one) => [one.title, one.cells] as const))(
    '%s',
    (_, cells) => {
      const nature = cells.get('nature') ?? '';
      const exclusion = judge(nature, {
        narrative: cells.get('narrative') ?? null,
        instrumentName: cells.get('instrument') ?? 'Ordinary shares of 1p each',
        pdmrName: cells.get('person') ?? 'Ada Grant',
      });
      expect(`${directionOf(nature) ?? '-'} | ${exclusion ?? '-'}`).toBe(
        cells.get('=> direction | exclusion'),
      );
    },
  );
});

it('other transactions are those for which nothing was paid, or that cannot be counted', () => {
  expect(judge('Acquisition of shares', { price: 0 })).toBe('nil-price');
  expect(judge('Acquisition of shares', { price: null })).toBe('price-or-volume-missing');
  expect(judge('Acquisition of shares', { volume: null })).toBe('price-or-volume-missing');
  expect(judge('Acquisition of shares', { volume: 0 })).toBe('price-or-volume-missing');
});
