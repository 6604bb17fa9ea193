/** The form types that this register reads: the forms 3 and 5 and their amendments. */

import type { WantedForms } from '../../edgar/crawl-pass.js';

/** In exact words: the prefix 3 also finds 305B2, and the prefix 5 would find any later form that begins so. */
export const FORM_35_NAMES: ReadonlySet<string> = new Set(['3', '3/A', '5', '5/A']);

/** The feed takes one prefix at a time; each has its own mark, because one can be read and the other fail. */
export const FORM_35_FEEDS: readonly WantedForms[] = [
  { feed: '3', names: FORM_35_NAMES, feedCursor: 'feed-high-water-3' },
  { feed: '5', names: FORM_35_NAMES, feedCursor: 'feed-high-water-5' },
];
