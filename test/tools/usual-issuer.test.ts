/** Which row names the company of an ISIN. */

import { expect, it } from '@jest/globals';
import { rowOfUsualIssuer } from '../../tools/contract/usual-issuer.js';

/** `A1 b2`: newest first, the issuer by letter and the person by number. */
function rowsOf(names: string) {
  const words = names.split(' ').filter((name) => name !== '');
  return words.map((word, place) => ({
    issuerName: word.charAt(0),
    pdmrName: word.charAt(1),
    publicationAt: `2026-09-${String(30 - place)}T10:00:00.000Z`,
    place,
  }));
}

it.each([
  ['', undefined],
  ['a1', 0],
  ['b1 a1 a1', 1],
  ['b1 a1', 0],
  ['c1 b1 a1 b1 a1', 1],
])('of %s it is row %s', (names, at) => {
  expect(rowOfUsualIssuer(rowsOf(names))?.place).toBe(at);
});

it.each([
  ['two people name it otherwise since', 'b2 b1 a1 a2 a3', 0],
  ['one person does, who may repeat a wrong ISIN', 'b1 b1 a1 a2 a3', 2],
  ['another names it as before in between', 'b2 a1 b1 a2 a3', 1],
])('of a company that may have been renamed, where %s', (_, names, at) => {
  const rows = rowsOf(names);
  expect(rowOfUsualIssuer(rows)?.place).toBe(at);
  // A list may have another order.
  expect(rowOfUsualIssuer(rows.reverse())?.place).toBe(at);
});

it('of rows that two people filed on one day, which may be of one mistake, it is the one before', () => {
  const day = '2026-09-30';
  const rows = rowsOf('b2 b1 a1 a2 a3').map((row) =>
    row.issuerName === 'b' ? { ...row, publicationAt: `${day}T1${row.place}:00:00.000Z` } : row,
  );
  expect(rowOfUsualIssuer(rows)?.place).toBe(2);
});
