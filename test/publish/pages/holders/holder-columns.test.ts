/** The cells of a Schedule 13D or 13G. */

import { expect, it } from '@jest/globals';
import { stakeColumns } from '../../../../src/publish/pages/holders/holder-columns.js';
import type { PageRequest } from '../../../../src/publish/pages/page.js';

it('a holder leads to the schedules of that person, not to those of the account that files for others', () => {
  const [holder] = stakeColumns({ to: (path: string) => path } as PageRequest);
  const show = holder?.as as (value: unknown, row: unknown) => unknown;
  const row = { persons: [{}], understated: false, securityClass: null, filerCik: '9990201' };
  expect(String(show('Jane Roe', { ...row, holderCik: '9990202' }))).toContain('holder=9990202');
  expect(String(show('Jane Roe', { ...row, holderCik: null }))).toContain('holder=9990201');
  expect(String(show('Jane Roe', { ...row, holderCik: null, filerCik: null }))).not.toContain('href');
});

it.each([
  [{ percent: 72, isBelow: null }, '72% <span class="note">not certain whether above 5%</span>'],
  [{ percent: null, isBelow: null }, '<span class="unknown">not stated</span>'],
  [{ percent: 4.9, isBelow: true }, '4.9% <span class="note">at or below 5%</span>'],
  [{ percent: 7.2, isBelow: false }, '7.2%'],
])('a stake says on which side of the level it is: %j', (row, shown) => {
  const stake = stakeColumns({ to: (path: string) => path } as PageRequest)[2];
  const show = stake?.as as (value: unknown, row: unknown) => unknown;
  expect(String(show(row.percent, { ...row, previousPercent: null }))).toBe(shown);
});
