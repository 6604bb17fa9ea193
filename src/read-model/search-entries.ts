/**
 * The names that one search finds beside people: how the writer keeps them and a question reads them. Each list is cut
 * into chunks by the first letters of its titles, so that a new name writes one short row. A chunk has a line for each
 * entry: what is compared, and at the same place of the other column its facts.
 */

import type { SearchFacts, SearchType } from '../../tools/contract/reads/names.js';
import { compareText } from '../collections.js';
import { joinedWords } from '../records/words.js';
import { searchText, withoutAccents } from './search-text.js';
import type { Row } from './tables.js';

/** People have their own index. */
export type SearchListType = Exclude<SearchType, 'insider'>;

export interface SearchEntry<T extends SearchListType = SearchListType> {
  facts: SearchFacts<T>;
  /** What the list is sorted by. */
  title: string;
  /** Identifiers, each as `searchCode` writes it. */
  codes: readonly string[];
  /** Every name that finds it. */
  names: readonly string[];
}

/** Surrounds each identifier. No query has it, because control characters match nothing. */
export const CODE_MARK = '\u0001';

/** An identifier in one spelling: upper case, BRK.B and BRK B as BRK-B. */
export function searchCode(text: string): string {
  return text
    .trim()
    .toUpperCase()
    .replace(/[./\s]+/g, '-');
}

/** The rows of one list, in the order of `TABLES.search_chunk`. */
export function searchChunkRows(list: string, entries: readonly SearchEntry[]): Row[] {
  const lines = entries.map((entry) => {
    const order = joinedWords(entry.title);
    return { order, names: nameLine(entry), json: JSON.stringify(entry.facts) };
  });
  lines.sort((a, b) => compareText(a.order, b.order) || compareText(a.json, b.json));
  const chunks = new Map<string, { names: string; json: string }>();
  for (const { order, names, json } of lines) {
    const key = Array.from(order).slice(0, 2).join('');
    const chunk = chunks.get(key);
    if (chunk === undefined) chunks.set(key, { names: `\n${names}`, json });
    else {
      chunk.names += `\n${names}`;
      chunk.json += `\n${json}`;
    }
  }
  return [...chunks].map(([key, { names, json }]) => [list, key, names, json]);
}

function nameLine({ codes, names }: SearchEntry): string {
  const marked = codes.length === 0 ? '' : CODE_MARK + [...new Set(codes)].join(CODE_MARK) + CODE_MARK;
  // Without accents too: not every keyboard has them.
  const spellings = names.flatMap((name) => (name === '' ? [] : [name, withoutAccents(name)]));
  const texts = new Set(spellings.map((name) => searchText({ slug: '', name })));
  // A space before each, so that a whole name is between two spaces on both sides.
  return `${marked} ${[...texts].join(' ')}`.replaceAll('\n', ' ');
}
