/** Slugs of people: made from filed names, unique, and stable. */

import { describe, expect, it } from '@jest/globals';
import { nameOwner, slugOf } from '../../src/derive/owner-slugs.js';
import fc from '../property.js';

const SHAPE = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const nobody = () => false;
const owner = (cik: string, names: string[], slug: string | null = null) => ({
  cik,
  slug,
  names: names.map((name, at) => ({ name, filedAt: `2025-01-0${at + 1}T00:00:00.000Z` })),
});

describe('slugOf', () => {
  it.each([
    ['PEREZ DANIEL ANTONIO', 'perez-daniel-antonio'],
    ["O'Connor John James", 'oconnor-john-james'],
    ['O’Connor John', 'oconnor-john'],
    ['ROBERTS III CHRIS', 'roberts-iii-chris'],
    ['Smith-Jones Gregory A.', 'smith-jones-gregory-a'],
    ['JPMORGAN CHASE & CO', 'jpmorgan-chase-co'],
    ['ORRERY CORP /DE/', 'orrery-corp-de'],
    ['Müller Jürgen', 'muller-jurgen'],
    ['Ødegård Łukasz Strauß', 'odegard-lukasz-strauss'],
    ['Fund 7, L.P.', 'fund-7-l-p'],
    ['---', ''],
    ['李明', ''],
  ])('%s becomes %s', (name, slug) => {
    expect(slugOf(name)).toBe(slug);
  });
});

describe('nameOwner', () => {
  it('makes the slug from the first filed name and shows the newest', () => {
    expect(nameOwner(owner('77', ['VALE MARTHA', 'Vale-Ortiz Martha']), nobody)).toEqual({
      cik: '77',
      slug: 'vale-martha',
      name: 'Vale-Ortiz Martha',
    });
  });

  it('keeps an assigned slug, also if the name changed and the slug is marked as taken', () => {
    expect(nameOwner(owner('77', ['Ortiz Martha'], 'vale-martha'), () => true).slug).toBe('vale-martha');
  });

  it('appends the CIK for a second person of the same name', () => {
    expect(nameOwner(owner('78', ['Vale Martha']), (slug) => slug === 'vale-martha').slug).toBe(
      'vale-martha-78',
    );
  });

  it('uses the CIK if the name has no usable character', () => {
    expect(nameOwner(owner('79', ['. , /']), nobody).slug).toBe('owner-79');
    expect(nameOwner(owner('79', []), nobody)).toEqual({ cik: '79', slug: 'owner-79', name: '' });
  });

  it('never gives a taken or malformed slug, whatever the name', () => {
    const names = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: fc.constantFrom(...'Ab -9.é'), minLength: 150, maxLength: 200 }),
    );
    fc.assert(
      fc.property(fc.array(names, { minLength: 1, maxLength: 8 }), (all) => {
        const given = new Set<string>();
        for (const [at, name] of [...all, ...all, 'owner 1000', 'owner 1000 2'].entries()) {
          const { slug } = nameOwner(owner(String(1000 + (at % 3)), [name]), (one) => given.has(one));
          expect(slug).toMatch(SHAPE);
          expect(slug.length).toBeLessThanOrEqual(160);
          expect(given.has(slug)).toBe(false);
          given.add(slug);
        }
      }),
    );
  });
});
