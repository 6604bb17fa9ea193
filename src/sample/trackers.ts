/** The invented tracked portfolios of the sample: all three archetypes. */

import { type CuratedTracker, readCuratedTrackers } from '../records/portfolios/tracker.js';
import { sampleFunds } from './13f.js';
import { sampleOgeFilers } from './oge.js';

export const sampleTrackers: readonly CuratedTracker[] = readCuratedTrackers({
  about: 'Nobody in this set exists.',
  trackers: [
    ...sampleFunds,
    {
      slug: 'dunderwick-tracker',
      displayName: 'Philomena R. Dunderwick',
      entityName: null,
      role: 'U.S. Representative, California (invented)',
      archetype: 'congress',
      benchmarkTicker: 'WXQT',
      sortOrder: 3,
      caveatKeys: ['lag-30-45d', 'range-bucketed', 'no-reason-disclosed'],
      sourceId: 'D999001',
      sources: ['sample', 'invented'],
    },
    {
      slug: 'thimblewick',
      displayName: 'Oswald P. Thimblewick',
      entityName: null,
      role: 'Administrator, Bureau of Lighthouses and Fog (invented)',
      archetype: 'oge_278t',
      benchmarkTicker: 'WXQT',
      sortOrder: 4,
      caveatKeys: ['lag-30-45d', 'range-bucketed', 'no-reason-disclosed'],
      sourceId: sampleOgeFilers[0],
      sources: ['sample', 'invented'],
    },
  ],
});
