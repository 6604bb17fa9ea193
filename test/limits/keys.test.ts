import { expect, test } from '@jest/globals';
import { bearerToken } from '../../src/limits/keys';

test.each([
  [undefined, null],
  ['', null],
  ['Bearer dk_abc', 'dk_abc'],
  ['bearer   dk_abc ', 'dk_abc'],
  ['Bearer', ''],
  ['Bearer two words', ''],
  ['Basic dXNlcjpwYXNz', ''],
  [`Bearer ${'x'.repeat(600)}`, ''],
])('of %j the token is %j', (header, token) => {
  expect(bearerToken(header)).toBe(token);
});
