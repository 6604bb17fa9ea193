/** Sound notifications of every market with one mistake put in: what is found, and that no sound row ever is. */

import { expect, it } from '@jest/globals';
import { deriveMarket } from '../../../src/derive/europe/derive-market.js';
import type { PdmrFiling } from '../../../src/records/europe/pdmr.js';
import fc, { runs } from '../../property.js';
import { FAULTS, notificationsOf, soundShare } from './invented-market.js';

/** The rows that are left out or whose day is unusual. */
const markedAmong = (rows: PdmrFiling[]): string[] =>
  deriveMarket(rows)
    .filter(({ warning }) => warning !== null)
    .map(({ filingId, warning }) => `${filingId} ${warning?.detail}`);

it('no sound row is marked', () => {
  fc.assert(
    fc.property(soundShare, (share) => {
      expect(markedAmong(notificationsOf(share))).toEqual([]);
    }),
    { numRuns: runs(2_000) },
  );
});

it('one mistake is found where there is a witness, and nothing else is marked', () => {
  const kinds = Object.keys(FAULTS) as Array<keyof typeof FAULTS>;
  const tally = new Map(kinds.map((kind) => [kind, { caught: 0, missed: 0 }]));
  fc.assert(
    fc.property(
      soundShare,
      fc.constantFrom(...kinds),
      fc.integer({ min: 1, max: 4 }),
      fc.nat(),
      (share, kind, places, at) => {
        // One decimal too few is then the price before.
        fc.pre(share.course !== 'ten become one');
        const rows = notificationsOf(share);
        const sound = rows[at % rows.length]!;
        const wrong = FAULTS[kind](sound, places);
        const marked = markedAmong(rows.map((row) => (row === sound ? wrong : row)));
        const others = marked.filter((detail) => !detail.startsWith(`${wrong.filingId} `));
        expect(others).toEqual([]);
        const count = tally.get(kind)!;
        if (marked.length > others.length) count.caught++;
        else count.missed++;
      },
    ),
    { numRuns: runs(6_000) },
  );
  for (const { caught } of tally.values()) expect(caught).toBeGreaterThan(0);
  if (process.env.SHOW_CAUGHT === '1') console.log(Object.fromEntries(tally));
});
