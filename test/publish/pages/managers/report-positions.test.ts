/** What a page says of a report: its positions, or why it has none that count, and its totals. */

import { describe, expect, it } from '@jest/globals';
import { positionsOrWhy, reportFacts } from '../../../../src/publish/pages/managers/report-facts.js';
import type { PageRequest } from '../../../../src/publish/pages/page.js';
import type { ManagerReportRow } from '../../../../tools/contract/shapes/managers.js';

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

it('says that the stated total was converted, since the filing states another figure', () => {
  const report = { state: 'holdings', positions: 7, rows: 7, totalValueUsd: 29_065_000, filings: [] };
  const words = (notes: string[]) =>
    String(
      reportFacts(
        {} as PageRequest,
        {
          ...report,
          ...{ statedRows: 7, statedValueUsd: 29_065_000, otherManagers: [], notes },
        } as unknown as ManagerReportRow,
      ),
    );
  expect(words(['unit-corrected'])).toContain('states 7 rows and $29,065,000 (after conversion).');
  expect(words([])).toContain('states 7 rows and $29,065,000.');
});
