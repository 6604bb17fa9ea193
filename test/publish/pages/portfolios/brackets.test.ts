import { expect, it } from '@jest/globals';
import { activity, counted, net } from '../../../../src/publish/pages/portfolios/brackets.js';

const plain = (one: unknown) => String(one).replace(/<[^>]+>/g, '');

it('a sum with an open bracket is at least that, and says why', () => {
  const sums = { bought: 75_000_001, sold: 8000, netFlow: 74_992_001, tradeCount: 29 };
  expect(plain(activity({ ...sums, openBrackets: 1 }))).toContain('at least $75,000,001 bought');
  expect(plain(activity({ ...sums, openBrackets: 1 }))).toContain('1 bracket is open-ended');
  expect(plain(activity({ ...sums, openBrackets: 2 }))).toContain('2 brackets are open-ended');
  for (const none of [sums, { ...sums, openBrackets: 0 }])
    expect(plain(activity(none))).not.toMatch(/at least|open-ended/);
});

it('a net with an open bracket says that its lower bound was counted', () => {
  expect(plain(net(50_000_001, { openBrackets: 1 }))).toBe(
    '$50,000,001 1 bracket is open-ended: counted at the lower bound',
  );
  expect(plain(net(8000, {}))).toBe('$8,000');
  expect(plain(net(null, {}))).toBe('not stated');
});

it('what was sold on balance is no holding', () => {
  const rows = [{ netUsd: 10 }, { netUsd: -10 }, { netUsd: null }];
  expect(plain(counted('congress', rows))).toBe('1 asset with a ticker and net purchases');
  expect(plain(counted('hedge_fund', rows))).toBe('3 holdings');
});
