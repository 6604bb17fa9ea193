/** What stands for the number of positions where a report has none that count. */

import { describe, expect, it } from '@jest/globals';
import { positionsOrWhy } from '../../../../src/publish/pages/managers/report-facts.js';

describe('positionsOrWhy', () => {
  it.each([
    ['notice' as const, 'Notice'],
    ['withdrawn' as const, 'Withdrawn'],
    ['unread' as const, 'Not readable'],
  ])('shows a dash and the reason, not 0, for a report that is %s', (state, words) => {
    expect(String(positionsOrWhy(0, { state }))).toBe(`– <span class="note">${words}</span>`);
  });

  it('shows the number of a report of holdings', () => {
    expect(String(positionsOrWhy(1200, { state: 'holdings' }))).toBe('1,200');
  });
});
