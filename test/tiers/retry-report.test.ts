/** A case that needed a second try is named, and needs a cause. */

import { expect, it } from '@jest/globals';
import { faultOf } from './retry-report.js';

const one = { suite: 'test/commands/disk', name: 'a full disk is reported' };
const KNOWN =
  'suite\tname\tcause\ntest/commands/disk\ta full disk is reported\tthe disk of the test fills late\n';

it('accepts a run in which nothing was tried once more', () => {
  expect(faultOf([], KNOWN)).toBeNull();
});

it('accepts a case whose cause is known', () => {
  expect(faultOf([one], KNOWN)).toBeNull();
});

it.each([
  ['another case', { ...one, name: 'a full disk is repaired' }, KNOWN],
  ['the same name in another suite', { ...one, suite: 'test/commands/stop' }, KNOWN],
  ['a line without a cause', one, 'suite\tname\tcause\ntest/commands/disk\ta full disk is reported\t\n'],
])('refuses %s', (_, retried, known) => {
  expect(faultOf([retried], known)).toMatch(/^Passed only when tried once more\..*\ntest\/commands/);
});

it('refuses more than two, although their causes are known', () => {
  expect(faultOf([one, one], KNOWN)).toBeNull();
  expect(faultOf([one, one, one], KNOWN)).toBe(
    '3 cases were tried once more; at most 2 may be, whatever test/retried.tsv says. Remove a cause.',
  );
});
