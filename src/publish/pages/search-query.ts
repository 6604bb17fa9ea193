/** What a page gives the tools that search for names. */

import { SEARCH_QUERY_LENGTH } from '../../../tools/contract/rules.js';

/** The beginning of a text that they accept: they count UTF-16 units, of which an emoji has two, and it is kept whole or not at all. */
export function searchQuery(text: string): string {
  return text
    .trim()
    .slice(0, SEARCH_QUERY_LENGTH.max)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();
}
