/** People in spite of typing errors, compared with the plain table of edits over all names. */

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { withoutInitials } from '../../src/read-model/search-text.js';
import type { Store } from '../../src/store/database/open.js';
import { type ParsedReads, publishedReads } from '../published-reads.js';
import { emptyStore } from '../store/empty-store.js';
import { derive, filing, owner, write } from '../store/form4/invented-filings.js';
import { isWhole } from '../tiers/whole.js';
import { nearNames } from './naive-near.js';

describe('read-model/near-people', () => {
  const SURNAMES = ['Quillmark', 'Quillmerk', 'Orme', 'Orm', 'Ostravelle', 'Vesper', 'Vasper', 'Zhou', 'Øst'];
  const GIVEN = ['Alma', 'Alba', 'Jonathan', 'Johnathan', 'Mara', 'Marah', 'Li', 'Bo', '3 Fund'];
  /** Every pair, the first one last seen. */
  const NAMES = SURNAMES.flatMap((surname) => GIVEN.map((given) => `${surname} ${given}`));

  let store: Store;
  let reads: ParsedReads;
  beforeAll(() => {
    store = emptyStore();
    const seen = (n: number) => new Date(Date.UTC(2026, 0, 1, 0, 1000 - n)).toISOString();
    write(
      store,
      ...NAMES.map((name, n) => filing(n, { filedAt: seen(n), owners: [owner(`${5000 + n}`, name)] })),
    );
    derive(store);
    reads = publishedReads(store);
  });
  afterAll(() => store.close());

  /** Every letter of a name left out, doubled, changed, and changed with the next one. */
  const misspelled = (name: string): string[] =>
    Array.from(name).flatMap((letter, at) => [
      name.slice(0, at) + name.slice(at + 1),
      name.slice(0, at) + letter + name.slice(at),
      `${name.slice(0, at)}x${name.slice(at + 1)}`,
      name.slice(0, at) + (name[at + 1] ?? '') + letter + name.slice(at + 2),
    ]);

  it('finds those with the fewest edits, the latest first, and counts them', async () => {
    const twice = NAMES.slice(0, 20).flatMap((name) => misspelled(name).slice(0, 8).flatMap(misspelled));
    const all = [...SURNAMES, ...GIVEN, ...NAMES].flatMap(misspelled).concat(twice);
    // Some of each kind: all would take minutes.
    const queries = new Set(all.filter((_, at) => at % (isWhole ? 29 : 97) === 0));
    const met = new Map<number, number>();
    for (const q of queries) {
      if ((await reads.countInsiders({ q })) > 0 || withoutInitials(q) !== null) continue;
      const expected = nearNames(NAMES, q);
      const { hits, total, edits } = await reads.nearInsiders({ q, limit: 5 });
      expect([q, total, edits, ...hits.map((hit) => hit?.name)]).toEqual([
        q,
        expected.hits.length,
        expected.edits,
        ...expected.hits.slice(0, 5),
      ]);
      met.set(edits, (met.get(edits) ?? 0) + 1);
    }
    expect([...met.keys()].sort()).toEqual([0, 1, 2, 3]);
  });

  it('takes a number as it is written, and one word of two letters too', async () => {
    expect((await reads.nearInsiders({ q: 'quilmark 3', limit: 1 })).hits).toMatchObject([
      { name: 'Quillmark 3 Fund' },
    ]);
    for (const q of [
      'quilmark 4',
      '5001',
      '0005001',
      'lo quilmark',
      '',
      ' ',
      '%',
      '\u0002',
      '\ud800',
      'a b c d e f g h i',
    ])
      expect([q, await reads.nearInsiders({ q, limit: 5 })]).toEqual([q, { hits: [], total: 0, edits: 0 }]);
  });

  it('takes initials that are not filed for no part of the name, and says that the match is not exact', async () => {
    expect(await reads.countInsiders({ q: 'Alma Z. Quillmark' })).toBe(0);
    for (const q of ['Alma Z. Quillmark', 'quillmark, alma z', 'Alma Z Quilmark']) {
      const { hits } = await reads.nearInsiders({ q, limit: 5 });
      expect([q, hits.map((hit) => hit?.name)]).toEqual([q, expect.arrayContaining(['Quillmark Alma'])]);
      const found = await reads.searchNames({ q, types: ['insider'], limit: 5 });
      expect([q, found.hits[0]?.match]).toEqual([q, 'approximate']);
    }
    // One word is not a name.
    expect((await reads.nearInsiders({ q: 'Z. Quillmark', limit: 5 })).total).toBe(0);
  });

  it('is what the search over every register gives, only if nothing matches', async () => {
    const { hits, total } = await reads.searchNames({
      q: 'quilmark almma',
      types: ['insider', 'issuer'],
      limit: 3,
    });
    expect(hits.map((hit) => hit && `${hit.match} ${hit.facts.name}`)).toEqual([
      'approximate Quillmark Alma',
    ]);
    expect(total).toBe(1);
    const exact = await reads.searchNames({ q: 'vesper', types: ['insider'], limit: 3 });
    expect(new Set(exact.hits.map((hit) => hit?.match))).toEqual(new Set(['word']));
  });
});
