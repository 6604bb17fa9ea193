/** The curated list of trackers in data/curated. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { packageRoot } from '../../../src/package-root.js';
import { managerIds, readCuratedTrackers } from '../../../src/records/portfolios/tracker.js';

const file = () =>
  JSON.parse(readFileSync(join(packageRoot(), 'data/curated/trackers.json'), 'utf8')) as {
    trackers: Array<Record<string, unknown>>;
  };

describe('the curated trackers', () => {
  const trackers = readCuratedTrackers(file());

  it('are twelve: eight managers, two members of Congress, two OGE filers', () => {
    const count = (archetype: string) => trackers.filter((one) => one.archetype === archetype).length;
    expect([trackers.length, count('hedge_fund'), count('congress'), count('oge_278t')]).toEqual([
      12, 8, 2, 2,
    ]);
    expect(
      trackers
        .filter(({ archetype }) => archetype === 'hedge_fund')
        .map(({ slug }) => slug)
        .sort(),
    ).toEqual([
      'ackman',
      'aschenbrenner',
      'berkshire',
      'cathie-wood',
      'druckenmiller',
      'loeb',
      'tepper',
      'thiel',
    ]);
  });

  it('name for every id two public places, by repository and path or by address', () => {
    for (const { slug, sourceId, sources, otherIds = [] } of trackers) {
      for (const named of [sources, ...otherIds.map((one) => one.sources)])
        for (const source of named) expect(source).toMatch(/^(https:\/\/\S+|[\w.-]+\/[\w.-]+:\S+)$/);
      // A tracker without an id reads nothing: each of the twelve must work.
      expect([slug, sourceId, new Set(sources).size >= 2]).toEqual([slug, expect.any(String), true]);
    }
  });

  it('answer for each quarter under one CIK', () => {
    const ackman = trackers.find(({ slug }) => slug === 'ackman')!;
    expect(managerIds(ackman)).toEqual([
      { cik: '1336528', since: null, until: '2026-03-31' },
      { cik: '2026053', since: '2025-06-30', until: null },
    ]);
    expect(managerIds(trackers.find(({ slug }) => slug === 'pelosi-tracker')!)).toEqual([]);
  });

  it.each([
    ['an id with one source', { sources: ['a/b:c'] }, /needs two public sources/],
    ['an id of another kind', { sourceId: 'P000197' }, /is not an id of hedge_fund/],
    ['a slug that is there twice', { slug: 'ackman' }, /is there twice/],
    ['a field that is not known', { twitter: 'x' }, /Unrecognized key/],
    ['a CIK that another tracker answers for', { sourceId: '0001336528' }, /id 0001336528 is there twice/],
    [
      'another CIK and no beginning of this one',
      { otherIds: [{ id: '0000000001', until: '2026-03-31', sources: ['a/b:c', 'd/e:f'] }] },
      /sourceIdSince must say from when/,
    ],
    ['an unknown caveat', { caveatKeys: ['guessed'] }, /caveatKeys/],
  ])('are refused with %s', (_, change, message) => {
    const changed = file();
    Object.assign(changed.trackers[0]!, change);
    expect(() => readCuratedTrackers(changed)).toThrow(message);
  });
});
