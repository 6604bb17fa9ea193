/** What a Dutch notification adds up itself contradicts its rows, or confirms them. */

import { expect, it } from '@jest/globals';
import { deriveMarket } from '../../../src/derive/europe/derive-market.js';
import type { PdmrFiling } from '../../../src/records/europe/pdmr.js';
import { pdmrRow } from './pdmr-rows.js';

const KEY = '20260923AAAAAAAA-0000-0000-0000-000000000001';

/** Price and number of each row, and which of them are left out. */
function leftOut(
  lots: Array<[price: number, volume: number]>,
  [aggregatedPrice, aggregatedVolume]: [number | null, number | null],
  changes: Partial<PdmrFiling> = {},
): number[] {
  const rows = lots.map(([price, volume]) =>
    pdmrRow('nl', { notificationKey: KEY, price, volume, aggregatedPrice, aggregatedVolume, ...changes }),
  );
  return deriveMarket(rows).flatMap(({ exclusion, warning }, place) => {
    if (exclusion !== 'keying-error') return [];
    expect(warning!.detail).toContain('unlike-aggregated-table');
    return [place];
  });
}

it.each<[string, Array<[number, number]>, [number, number], number[]]>([
  ['what they add up to', [[10.25, 4_000]], [10.25, 4_000], []],
  [
    'an average by number',
    [
      [10.25, 2_000],
      [11, 1_000],
    ],
    [10.5, 3_000],
    [],
  ], // prettier-ignore
  [
    'a plain average',
    [
      [8, 2_000],
      [16, 1_000],
    ],
    [12, 3_000],
    [],
  ], // prettier-ignore
  ['the total in place of the average', [[10.25, 4_000]], [41_000, 4_000], []],
  ['a rounded price of a penny share', [[0.0066, 4_000]], [0.01, 4_000], []],
  [
    'different prices that add up',
    [
      [1, 100],
      [10, 9_900],
    ],
    [9.91, 10_000],
    [],
  ], // prettier-ignore
  ['another price', [[4_100, 4_000]], [10.25, 4_000], [0]],
  ['another number', [[10.25, 2_000]], [10.25, 20_000], [0]],
  ['both exchanged', [[4_000, 10.25]], [10.25, 4_000], [0]],
  [
    'another price of one lot',
    [
      [10.2, 1_000],
      [1_030, 1_000],
      [10.3, 500],
    ],
    [10.25, 2_500],
    [1],
  ], // prettier-ignore
  [
    'another number of one lot',
    [
      [10.2, 1_000],
      [10.3, 20_000],
    ],
    [10.25, 3_000],
    [1],
  ], // prettier-ignore
  [
    'ten times the number',
    [
      [10.2, 1_000],
      [10.3, 2_000],
    ],
    [10.25, 30_000],
    [0, 1],
  ], // prettier-ignore
  [
    'a number that one of them may lack',
    [
      [10.2, 1_000],
      [10.3, 2_000],
    ],
    [10.25, 4_700],
    [],
  ], // prettier-ignore
])('a notification that states %s', (_, lots, stated, expected) => {
  expect(leftOut(lots, stated)).toEqual(expected);
});

it('says nothing where it states no number, no price, or a price of a row is missing', () => {
  for (const stated of [
    [null, null],
    [10.25, 0],
    [0, 4_000],
  ] as Array<[number | null, number | null]>)
    expect(leftOut([[10.25, 2_000]], stated)).toEqual([]);
  const [one, other] = [2_000, null].map((volume) =>
    pdmrRow('nl', { notificationKey: KEY, volume, aggregatedPrice: 50, aggregatedVolume: 9_000 }),
  );
  expect(deriveMarket([one!, other!]).map(({ exclusion }) => exclusion)).toEqual([null, 'no-volume']);
});

it('may add up two days, which are two entries', () => {
  const rows = ['20260922', '20260923'].map((day) =>
    pdmrRow('nl', {
      ...{ notificationKey: KEY.replace('20260923', day), volume: 2_000 },
      ...{ aggregatedPrice: 50, aggregatedVolume: 4_000 },
    }),
  );
  expect(deriveMarket(rows).map(({ exclusion }) => exclusion)).toEqual([null, null]);
  expect(deriveMarket(rows.slice(1)).map(({ exclusion }) => exclusion)).toEqual(['keying-error']);
});
