/** How single values are spelt. */

import { expect, it } from '@jest/globals';
import {
  collapseSpaces,
  readAmericanDate,
  readBoolean,
  readCik,
  readDataSetDate,
  readDate,
  readNumber,
  tidy,
} from '../../../src/registers/edgar/values.js';
import fc from '../../property.js';

const word = fc.constantFrom('a', 'b c', '  ', ' ', '\t', '\n', '\r\n', '\u00a0', '\u2003', '\ufeff', 'é');

it('makes one space of each run of white space', () =>
  fc.assert(
    fc.property(fc.array(word), (words) => {
      const text = words.join('');
      expect(collapseSpaces(text)).toBe(text.replace(/\s+/g, ' '));
      expect(tidy(text)).toBe(text.replace(/\s+/g, ' ').trim() || null);
    }),
  ));

it('is tidy about nothing', () =>
  expect([tidy(null), tidy(undefined), tidy(''), tidy(' \n')]).toEqual([null, null, null, null]));

it('reads decimal numbers, and none below zero, with an exponent or with thousands marks', () => {
  expect(['0', '007', '1.50', '.5', '5.', '+3'].map(readNumber)).toEqual([0, 7, 1.5, 0.5, 5, 3]);
  expect(['-1', '1E5', '1,000', '$5', '1.2.3', '.'].map(readNumber)).toEqual(new Array(6).fill(undefined));
  expect(readNumber(null)).toBeNull();
});

it('reads a day with the month first, or as ISO 8601', () => {
  expect(['12/31/2024', '1/5/2025', '2024-02-29', '2024-02-29-05:00'].map(readAmericanDate)).toEqual([
    '2024-12-31',
    '2025-01-05',
    '2024-02-29',
    '2024-02-29',
  ]);
  expect(
    ['31/12/2024', '02/30/2024', '1/5/25', '2024', '112/31/2024', '12/31/20245'].map(readAmericanDate),
  ).toEqual(new Array(6).fill(undefined));
  expect(readAmericanDate(null)).toBeNull();
});

it('reads a day as ISO 8601, also with a zone', () => {
  expect(['2026-09-10', '2026-09-10Z', '2026-09-10+02:00'].map(readDate)).toEqual(
    new Array(3).fill('2026-09-10'),
  );
  expect(['2026-09-31', '2026-9-10', '2026-09-10T08:00:00Z', '2026-09-100', ''].map(readDate)).toEqual(
    new Array(5).fill(undefined),
  );
  expect(readDate(null)).toBeNull();
});

it('reads a day of the data sets in any case', () => {
  expect(['31-JUL-2024', '1-jan-2025', '09-Dec-2024', '2024-07-31'].map(readDataSetDate)).toEqual([
    ...['2024-07-31', '2025-01-01', '2024-12-09', '2024-07-31'],
  ]);
  expect(['31-JUN-2024', '31-JUX-2024', '31-JUL-24', '31 JUL 2024'].map(readDataSetDate)).toEqual(
    new Array(4).fill(undefined),
  );
  expect(readDataSetDate(null)).toBeNull();
});

it('reads yes and no in the spellings that filings have', () => {
  expect(['1', 'true', 'TRUE', 'Y', 'yes'].map(readBoolean)).toEqual(new Array(5).fill(true));
  expect(['0', 'false', 'False', 'n', 'NO'].map(readBoolean)).toEqual(new Array(5).fill(false));
  expect(['2', 'x', 'on', ''].map(readBoolean)).toEqual(new Array(4).fill(undefined));
  expect(readBoolean(null)).toBeNull();
});

it('reads a CIK without its leading zeros', () => {
  expect(['0000320193', '320193', '9999999999'].map(readCik)).toEqual(['320193', '320193', '9999999999']);
  expect(['0', '0000000000', '12345678901', '32O193', '-5', ''].map(readCik)).toEqual(
    new Array(6).fill(undefined),
  );
  expect(readCik(null)).toBeNull();
});
