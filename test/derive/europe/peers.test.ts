/** The notifications that speak about a price: those that a plain search finds, without one search for each row. */

import { describe, expect, it } from '@jest/globals';
import { contradictedFigures } from '../../../src/derive/europe/figure-contradictions.js';
import { type PeerLots, Peers } from '../../../src/derive/europe/peers.js';
import {
  isOneIssuer,
  PEER_DAYS,
  type PricedTrade,
  pricedTrade,
  timesApart,
} from '../../../src/derive/europe/priced-trade.js';
import type { PdmrFiling } from '../../../src/records/europe/pdmr.js';
import fc from '../../property.js';
import { pdmrRow } from './pdmr-rows.js';

const filed = fc.record({
  notificationKey: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  pdmrName: fc.constantFrom('Eira Holm', 'Ove Lind'),
  transactionDate: fc.constantFrom('2026-07-01', '2026-08-20', '2026-09-22', '2026-09-23'),
  price: fc.constantFrom(40, 41, 60, 61.5, 400, 4000),
  volume: fc.constantFrom(100, 200),
  direction: fc.constantFrom('acquisition' as const, 'disposal' as const),
  linkedToShareProgramme: fc.constantFrom(true, false, null),
  lei: fc.constantFrom(null, 'LEI1', 'lei1', 'LEI2'),
  issuerName: fc.constantFrom('Björkån AB', 'BJÖRKÅN AB', 'Granån AB'),
});

const priced = (changes: Partial<PdmrFiling>): PricedTrade => {
  const row = pdmrRow('se', changes);
  return pricedTrade(row, row.transactionDate ?? '')!;
};

function isPeer(one: PricedTrade, { notificationKey, lots }: PeerLots): boolean {
  const isAllowed = ({ row }: PricedTrade) =>
    one.row.linkedToShareProgramme === true || row.linkedToShareProgramme !== true;
  const isSame = (lot: PricedTrade) =>
    [lot.day, lot.volume, lot.price, lot.row.direction].join() ===
    [one.day, one.volume, one.price, one.row.direction].join();
  return (
    notificationKey !== one.row.notificationKey &&
    lots.every((lot) => isOneIssuer(lot, one) && isAllowed(lot) && !isSame(lot))
  );
}

describe('Peers', () => {
  it('are those that a search for each row finds', () => {
    fc.assert(
      fc.property(fc.array(filed, { minLength: 2, maxLength: 60 }), fc.nat(9), (rows, left) => {
        const group = rows.map(priced);
        // Some rows are not credible: they are compared, and speak about nothing.
        const peers = new Peers(group.slice(Math.min(left, group.length)));
        for (const one of group) {
          const ever = peers.all.filter((peer) => isPeer(one, peer));
          const near = ever.filter(({ day }) => Math.abs(day - one.day) <= PEER_DAYS);
          expect(new Set(peers.ever(one))).toEqual(new Set(ever));
          expect(new Set(peers.near(one))).toEqual(new Set(near));
          for (const ratio of [1.025, 1.5, 2])
            expect(peers.hasNear(one, ratio)).toBe(
              near.some(({ price }) => timesApart(price, one.price) <= ratio),
            );
        }
      }),
    );
  });

  it('are one list for the lots of a notification', () => {
    const lots = [400, 410, 420].map((price) => priced({ notificationKey: 'a', price }));
    const peers = new Peers([...lots, priced({ price: 40 }), priced({ price: 41 })]);
    const lists = new Set(lots.map((lot) => peers.near(lot)));
    expect(lists.size).toBe(1);
    expect([...lists][0]).toHaveLength(2);
  });
});

describe('contradictedFigures reads each row a few times, however many there are', () => {
  const ROWS = 600;
  const counted = ['lei', 'volume'] as const;

  it.each<[string, (at: number) => Partial<PdmrFiling>]>([
    [
      'in one notification with a sum',
      () => ({ notificationKey: '20260923 a', aggregatedPrice: 40.2, aggregatedVolume: ROWS * 100 }),
    ],
    ['in a notification for each', (at) => ({ pdmrName: `Person ${at}` })],
  ])('%s', (_what, changes) => {
    let reads = 0;
    const rows = Array.from({ length: ROWS }, (_, at) => {
      const row = pdmrRow('nl', { price: at === 7 ? 4_020 : 40 + (at % 5) / 10, ...changes(at) });
      for (const fact of counted) {
        const value = row[fact];
        Object.defineProperty(row, fact, {
          get() {
            reads += 1;
            return value;
          },
        });
      }
      return row;
    });
    expect(contradictedFigures(rows, rows).size).toBe(1);
    expect(reads / ROWS).toBeLessThan(50);
  });
});
