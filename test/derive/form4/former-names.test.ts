/** The names that an issuer had before, from its filings, newest first. */

import { expect, it } from '@jest/globals';
import { formerNames } from '../../../src/derive/form4/former-names.js';

const names = (...newestFirst: string[]) =>
  formerNames(
    newestFirst.map((issuerName, at) => ({ issuerName, filedAt: `2026-03-${30 - at}T12:00:00.000Z` })),
  );

it('are those of filings before the first one with the current name, the latest first', () => {
  expect(names()).toEqual([]);
  expect(names('Quillmark Corp')).toEqual([]);
  expect(names('Quillmark Corp', 'Vesper Inc', 'Orme Ltd', 'Vesper Inc')).toEqual(['Vesper Inc', 'Orme Ltd']);
});

it('another spelling is not another name, and the newest spelling is given', () => {
  expect(names('Quillmark Corp', 'QUILLMARK CORP.')).toEqual([]);
  expect(names('Quillmark Corp', "O'Vesper Inc.", 'OVESPER INC')).toEqual(["O'Vesper Inc."]);
});

it('a name that was filed after the current one began is not a former one', () => {
  expect(names('Quillmark Corp', 'Vesper Inc', 'Quillmark Corp')).toEqual([]);
});
