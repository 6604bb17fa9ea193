/** Holders whose later report does not count: unknown, and never sold. */

import { describe, expect, it } from '@jest/globals';
import { pageOfPairs, pairs } from '../../src/read-model/manager-answers.js';

describe('a holder of the earlier quarter whose later report does not count', () => {
  const all = pairs(
    [],
    [{ cik: 7, value: 100, amount: 53152, flags: 0 }],
    ({ cik }) => cik,
    () => ({ flags: 0, priorFlags: 1, maybeSplit: false, isRenumbered: false }),
  );
  const question = {
    period: '2026-09-30',
    prior: '2026-06-30',
    changes: ['unknown' as const],
    kinds: ['shares' as const],
    minValue: 0,
    sort: 'value' as const,
    order: 'desc' as const,
    limit: 10,
    after: undefined,
  };

  it('is listed as unknown, not as sold, among the holders of a security', () => {
    const { rows, total } = pageOfPairs(all, question, true);
    expect(total).toBe(1);
    expect(rows[0]).toMatchObject({ id: 7, change: 'unknown', changeIsSure: false, now: undefined });
    expect(pageOfPairs(all, { ...question, changes: ['exit'] }, true).total).toBe(0);
  });

  it('has no value that is known: behind every other one, and under every minimum', () => {
    const held = { ...all[0]!, id: 8, change: 'held' as const, now: { value: 1, amount: 1, flags: 0 } };
    const both = { ...question, changes: ['unknown' as const, 'held' as const] };
    for (const order of ['desc', 'asc'] as const)
      expect(pageOfPairs([...all, held], { ...both, order }, true).rows.map(({ id }) => id)).toEqual([8, 7]);
    expect(pageOfPairs(all, { ...both, minValue: 1 }, true).total).toBe(0);
    const gone = { ...all[0]!, change: 'exit' as const };
    expect(pageOfPairs([gone], { ...question, changes: ['exit'], minValue: 100 }).total).toBe(1);
  });

  it('is not listed in the report of the manager, which says nothing of it', () => {
    expect(pageOfPairs(all, question).total).toBe(0);
  });
});
