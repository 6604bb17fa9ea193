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
