/** Pages of hits: where they end, and what a place says. */

import { expect, it } from '@jest/globals';
import { HITS_MAX, hitPage, hitsNeeded } from '../../tools/contract/hit-pages.js';

const hits = Array.from({ length: 2000 }, (_, n) => `person-${n}`);
const page = (limit: number, after?: Array<number>) =>
  hitPage(hits.slice(0, hitsNeeded(limit, after)), { limit, after, total: hits.length }, (hit) => hit);

it('gives up to the maximum, each once, and then says that more match without a cursor', () => {
  const given: string[] = [];
  let last = page(300);
  given.push(...last.hits);
  while (Array.isArray(last.rows.next)) {
    last = page(300, last.rows.next as number[]);
    given.push(...last.hits);
  }
  expect(given).toEqual(hits.slice(0, HITS_MAX));
  // Undefined: the envelope says `truncated`, because fewer are given than match.
  expect(last.rows).toEqual({ given: 100, total: 2000 });
});

it('leaves out what cannot be read, counts it on its page, and continues behind it', () => {
  const found = ['a', null, 'c', null, null, 'f'];
  const pages: unknown[] = [];
  let after: number[] | undefined;
  do {
    const options = { limit: 2, after, total: found.length };
    const { hits: given, rows } = hitPage(found.slice(0, hitsNeeded(2, after)), options, (hit) => hit);
    pages.push([given, rows.unreadable, rows.total]);
    after = (rows.next as number[] | null) ?? undefined;
  } while (after !== undefined);
  expect(pages).toEqual([
    [['a'], 1, 6],
    [['c'], 1, 6],
    [['f'], 1, 6],
  ]);
});

it('refuses a place that none of its pages gave', () => {
  for (const after of [[0, 1], [2], [2, -1], [HITS_MAX + 1, 5], [2.5, 1], [2, 1]])
    expect(() => page(5, after)).toThrow('cursor');
});
