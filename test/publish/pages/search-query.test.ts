/** What pages give the tools that search for names. */

import { describe, expect, it } from '@jest/globals';
import { searchQuery } from '../../../src/publish/pages/search-query.js';
import search from '../../../tools/search.js';
import searchInsiders from '../../../tools/search-insiders.js';

const ROSE = '\u{1f339}';

describe('the query of a page', () => {
  it.each([
    ['  Ada Bramble ', 'Ada Bramble'],
    ['a'.repeat(100), 'a'.repeat(64)],
    [ROSE.repeat(100), ROSE.repeat(32)],
    [`a${ROSE.repeat(100)}`, `a${ROSE.repeat(31)}`],
    [`${'a'.repeat(63)} b`, 'a'.repeat(63)],
  ])('is whole characters, and no longer than the tools accept', (text, query) => {
    expect(searchQuery(text)).toBe(query);
    for (const { input } of [search, searchInsiders])
      expect(input.safeParse({ q: searchQuery(text) }).success).toBe(true);
  });
});
