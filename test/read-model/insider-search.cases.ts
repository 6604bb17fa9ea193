/** The search for an insider's name. */

import { afterEach, describe, expect, it } from '@jest/globals';
import type { Store } from '../../src/store/database/open.js';
import { pendingOwners } from '../../src/store/form4/derivation-input.js';
import { writeDerivedOwners } from '../../src/store/form4/insiders.js';
import fc, { runs } from '../property.js';
import { publishedReads } from '../published-reads.js';
import { emptyStore } from '../store/empty-store.js';
import { accession, derive, filing, owner, write } from '../store/form4/invented-filings.js';

describe('read-model/insider-search', () => {
  let store: Store;
  afterEach(() => store.close());

  interface Person {
    name: string;
    slug: string;
    /** Minute of the latest filing. */
    seen: number;
  }

  const moment = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();

  function fill(people: Person[]): void {
    store = emptyStore();
    write(
      store,
      ...people.map(({ name, seen }, n) =>
        filing(n, { filedAt: moment(seen), owners: [owner(String(n), name)] }),
      ),
    );
    derive(store, { slug: (_, cik) => people[Number(cik)]!.slug });
  }

  const slugOf = (name: string) =>
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '');

  /** People with slugs made from their names, the first one last seen. */
  const people = (...names: string[]) =>
    fill(names.map((name, n) => ({ name, slug: slugOf(name), seen: 1000 - n })));

  /** For every query, the count is that of all hits. */
  const search = async (q: string, limit = 100) => {
    const reads = publishedReads(store);
    const all = await reads.searchInsiders({ q, limit: 100_000 });
    expect([q, await reads.countInsiders({ q })]).toEqual([q, all.length]);
    return (await reads.searchInsiders({ q, limit })).map((hit) => hit?.name);
  };

  describe('searching a name', () => {
    it('finds it in either order, in any case, by part and by slug', async () => {
      people('COOK TIMOTHY D', 'Vesper Alma J');
      for (const q of [
        'Timothy Cook',
        'cook timothy',
        'TIMOTHY D',
        'ook tim',
        'imot',
        'cook-timothy-d',
        'k-tim',
        'tim coo',
      ])
        expect([q, await search(q)]).toEqual([q, ['COOK TIMOTHY D']]);
      for (const q of ['ookt', 'timothy vesper', 'cook timothy x', 'cook  timothys'])
        expect(await search(q)).toEqual([]);
    });

    it('ignores the punctuation of a name', async () => {
      people("O'Connor John James", 'Morgan J.P.', 'O Neil Ann', 'BARR & CO., L.P.');
      for (const q of ["O'Connor", 'oconnor', 'o connor', "o'connor john", 'O’Connor', 'john oconnor'])
        expect([q, await search(q)]).toEqual([q, ["O'Connor John James"]]);
      for (const q of ['jp morgan', 'J.P. Morgan', 'morgan j.p.', 'j p'])
        expect(await search(q)).toEqual(['Morgan J.P.']);
      expect(await search("O'Neil")).toEqual(['O Neil Ann']);
      for (const q of ['barr & co', 'Barr Co', 'co., l.p', 'barr lp'])
        expect(await search(q)).toEqual(['BARR & CO., L.P.']);
    });

    it('takes special characters literally: they are neither wildcards nor index syntax', async () => {
      people('Vesper Alma J', 'Barr 100% Trust', 'Under_score Fund', 'Quote "Q" Holdings', 'A & B Partners');
      expect(await search('%')).toEqual(['Barr 100% Trust']);
      expect(await search('_')).toEqual(['Under_score Fund']);
      expect(await search('"')).toEqual(['Quote "Q" Holdings']);
      expect(await search('&')).toEqual(['A & B Partners']);
      for (const q of [
        '*',
        '**',
        'vesper*',
        '^vesper',
        'alma NOT',
        'NEAR(alma',
        'search_text:alma',
        '\\',
        '()',
        "'",
        '\u0000',
        '\u0001',
        ';--',
      ])
        expect([q, await search(q)]).toEqual([q, []]);
    });

    it('accepts one and two letters', async () => {
      people('Zhou Li', 'Xu Q', 'Li Bo', 'Alix Ann');
      expect(await search('x')).toEqual(['Xu Q', 'Alix Ann']);
      expect(await search('li')).toEqual(['Zhou Li', 'Li Bo', 'Alix Ann']);
      expect(await search('q')).toEqual(['Xu Q']);
      expect(await search('w')).toEqual([]);
      expect(await search('zz')).toEqual([]);
    });

    it('returns the whole name first, then words that start with the query, then the rest', async () => {
      people('Anderson Hans', 'Hansen Peter', 'Hans', 'Brahans Ole', 'Johansson Eva', 'Peter Hans');
      expect(await search('hans')).toEqual([
        'Hans',
        'Anderson Hans',
        'Hansen Peter',
        'Peter Hans',
        'Brahans Ole',
        'Johansson Eva',
      ]);
      expect(await search('hans peter')).toEqual(['Peter Hans', 'Hansen Peter']);
      expect(await search('hans', 2)).toEqual(['Hans', 'Anderson Hans']);
    });

    it('orders people of one moment by their slugs, whatever the limit', async () => {
      const names = Array.from(
        { length: 40 },
        (_, n) => `Vesper ${String.fromCharCode(97 + ((n * 7) % 26))}${n}`,
      );
      fill(names.map((name) => ({ name, slug: slugOf(name), seen: 5 })));
      const sorted = [...names].sort((a, b) => (slugOf(a) < slugOf(b) ? -1 : 1));
      expect(await search('vesp', 7)).toEqual(sorted.slice(0, 7));
      expect(await search('espe', 39)).toEqual(sorted.slice(0, 39));
    });

    it('returns tickers and the moment of the latest filing', async () => {
      people('Vesper Alma J');
      write(
        store,
        filing(900, {
          filedAt: moment(5000),
          owners: [owner('0', 'Vesper Alma J')],
          issuer: { cik: '4002', name: 'B', tradingSymbol: 'ABLE', foreignTradingSymbol: null },
        }),
        filing(901, {
          filedAt: moment(2),
          owners: [owner('0', 'Vesper Alma J')],
          issuer: { cik: '4003', name: 'C', tradingSymbol: null, foreignTradingSymbol: null },
        }),
      );
      derive(store);
      expect(await publishedReads(store).searchInsiders({ q: 'vesper', limit: 5 })).toEqual([
        { slug: 'vesper-alma-j', name: 'Vesper Alma J', tickers: ['ABLE', 'QLMK'], lastSeen: moment(5000) },
      ]);
    });

    it('is updated when a person files again, or under another name', async () => {
      people('First Alma', 'Second Alma', 'Third Alma');
      write(store, filing(900, { filedAt: moment(9000), owners: [owner('2', 'Third-Quill Alma')] }));
      derive(store);
      expect(await search('alma')).toEqual(['Third-Quill Alma', 'First Alma', 'Second Alma']);
      expect(await search('third quill')).toEqual(['Third-Quill Alma']);
      // The old slug remains valid.
      expect(await search('third-alma')).toEqual(['Third-Quill Alma']);
    });

    it('returns the same as a naive scan, in the same order', async () => {
      const word = fc.constantFrom(
        'cook',
        'coo',
        'kim',
        'Tim',
        "O'Ok",
        'o',
        'J.P.',
        'van-der',
        'A',
        '&',
        'ook%',
        'cookie',
        'mokim',
      );
      const name = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
      const person = fc.record({ name, seen: fc.integer({ min: 0, max: 3 }) });
      const query = fc.oneof(
        name,
        fc
          .tuple(name, fc.nat(6), fc.integer({ min: 1, max: 7 }))
          .map(([text, from, length]) => text.slice(from, from + length)),
        fc.constantFrom('c', 'ok', 'x', '%', "'", 'k ti', 'ki co', 'm', '.', ' '),
      );
      await fc.assert(
        fc.asyncProperty(
          fc.array(person, { minLength: 1, maxLength: 12 }),
          fc.array(query, { minLength: 1, maxLength: 6 }),
          fc.integer({ min: 1, max: 8 }),
          async (drafts, queries, limit) => {
            const all = drafts.map((one, n) => ({ ...one, slug: `${slugOf(one.name) || 'x'}-${n}` }));
            fill(all);
            for (const q of queries) {
              const hits = await publishedReads(store).searchInsiders({ q, limit });
              expect([q, hits.map((hit) => hit?.slug)]).toEqual([q, naive(all, q, limit)]);
              expect([q, await publishedReads(store).countInsiders({ q })]).toEqual([
                q,
                naive(all, q, 100).length,
              ]);
            }
            store.close();
          },
        ),
        { numRuns: runs(150) },
      );
      store = emptyStore();
    });
  });

  /** The documented rule, implemented again without an index. */
  function naive(all: Person[], q: string, limit: number): string[] {
    const lower = (text: string) => text.toLowerCase().replace(/\s+/g, ' ').trim();
    const split = (text: string) => lower(lower(text).replace(/[^a-z0-9]+/g, ' '));
    const joined = (text: string) => split(text.replace(/['.]/g, ''));
    const sorted = (text: string) => text.split(' ').sort().join(' ');
    const [raw, qJoined, qSplit] = [lower(q), joined(q), split(q)];
    const rank = ({ name, slug }: Person): number => {
      const writings = [lower(name), joined(name), split(name), split(slug)];
      if (slug === raw) return 0;
      // A character that names do not contain is searched as it is.
      if (qJoined === '' || /[^a-z0-9\s.,'’&/()-]/i.test(q))
        return raw !== '' && writings.some((one) => one.includes(raw)) ? 2 : 3;
      if (sorted(joined(name)) === sorted(qJoined) || sorted(split(name)) === sorted(qSplit)) return 0;
      const starts = (text: string) => writings.some((one) => ` ${one}`.includes(` ${text}`));
      if (qJoined.split(' ').every(starts) || starts(qSplit)) return 1;
      return writings.some((one) => one.includes(qJoined) || one.includes(qSplit)) ? 2 : 3;
    };
    return all
      .map((person) => ({ ...person, rank: rank(person) }))
      .filter((person) => person.rank < 3)
      .sort((a, b) => a.rank - b.rank || b.seen - a.seen || (a.slug < b.slug ? -1 : 1))
      .slice(0, limit)
      .map((person) => person.slug);
  }

  describe('identities', () => {
    it('keep their slug for good, and no two owners share one', () => {
      people('Vesper Alma', 'Vesper Alma Two');
      write(
        store,
        filing(900, { accession: accession(900), owners: [owner('0', 'Vesper A'), owner('55', 'New One')] }),
      );
      expect(pendingOwners(store, 10).map((one) => one.slug)).toEqual(['vesper-alma', null]);
      expect(() => writeDerivedOwners(store, [{ cik: '0', slug: 'vesper-a', name: 'Vesper A' }])).toThrow(
        /for good/,
      );
      expect(() => writeDerivedOwners(store, [{ cik: '55', slug: 'vesper-alma', name: 'New One' }])).toThrow(
        /belongs to owner 0/,
      );
      // The refused owner is still pending.
      expect(pendingOwners(store, 10).map((one) => one.cik)).toEqual(['0', '55']);
    });
  });
});
