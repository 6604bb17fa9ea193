/** Which stored rows remain when the register shows them unreadable. */

import { expect, it } from '@jest/globals';
import { rowsMatchingUnread } from '../../../src/store/europe/unread-pdmr-rows.js';

const AT = '2026-09-22T07:00:00.000Z';

it('keeps a row for each of two that are equally illegible', () => {
  const stored = ['a|A. Person|100', 'a|A. Person|200'].map((filing_id) => ({
    filing_id,
    publication_at: AT,
  }));
  const unread = { publicationAt: AT, parts: ['a', 'A. Person'] };
  const window = { kind: 'pdmr-window', market: 'se', basis: 'publication', mode: 'replace' } as const;
  const kept = (count: number) =>
    rowsMatchingUnread(
      stored,
      { ...window, from: AT, to: AT, rows: [], unread: Array.from({ length: count }, () => unread) },
      () => false,
    );
  expect(kept(1).size).toBe(1);
  expect(kept(2)).toEqual(new Set(['a|A. Person|100', 'a|A. Person|200']));
});
