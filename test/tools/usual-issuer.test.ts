/** Which row names the company of an ISIN. */

import { expect, it } from '@jest/globals';
import { rowOfUsualIssuer } from '../../tools/contract/usual-issuer.js';

it.each([
  ['', undefined],
  ['a', 0],
  ['b a a', 1],
  ['b a', 0],
  ['c b a b a', 1],
])('of %s it is row %s', (names, at) => {
  const rows = names
    .split(' ')
    .filter((name) => name !== '')
    .map((issuerName, place) => ({ issuerName, place }));
  expect(rowOfUsualIssuer(rows)?.place).toBe(at);
});
