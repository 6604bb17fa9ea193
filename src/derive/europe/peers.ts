/** Other notifications of an instrument, in the order of their days. Each is one witness, whatever its number of lots. */

import { compareText, firstFrom, groupBy, median } from '../../collections.js';
import { isOneIssuer, PEER_DAYS, type PricedTrade } from './priced-trade.js';

/** The lots of a notification in one direction: shares that were acquired in a programme are sold at another price. */
export interface PeerLots {
  notificationKey: string;
  person: string;
  isDisposal: boolean;
  price: number;
  /** As quoted, which is in pence or pounds. */
  quoted: number;
  /** That of its first lot. */
  day: number;
  lots: readonly PricedTrade[];
}

export interface Peers {
  all: readonly PeerLots[];
  days: readonly number[];
}

export function peersOf(group: readonly PricedTrade[]): Peers {
  const all = [...groupBy(group, ({ row }) => `${row.notificationKey} ${row.direction}`).values()]
    .flatMap(peerOf)
    .sort((a, b) => a.day - b.day || compareText(a.notificationKey, b.notificationKey));
  return { all, days: all.map(({ day }) => day) };
}

function peerOf(lots: readonly PricedTrade[]): PeerLots[] {
  const [first] = lots;
  if (first === undefined) return [];
  return [
    {
      lots,
      notificationKey: first.row.notificationKey,
      person: first.row.pdmrName.toLowerCase(),
      isDisposal: first.row.direction === 'disposal',
      price: median(lots.map(({ price }) => price)),
      quoted: median(lots.map(({ row, price }) => row.price ?? price)),
      day: lots.reduce((least, { day }) => Math.min(least, day), Number.POSITIVE_INFINITY),
    },
  ];
}

/** Other notifications of the days around it, of other trades. The price in a programme says nothing about that of a purchase. */
export function peersNear(one: PricedTrade, { all, days }: Peers): PeerLots[] {
  const some = all.slice(firstFrom(days, one.day - PEER_DAYS), firstFrom(days, one.day + PEER_DAYS + 1));
  return some.filter((peer) => isPeer(one, peer));
}

/** The same at any time. */
export const peersEver = (one: PricedTrade, { all }: Peers): PeerLots[] =>
  all.filter((peer) => isPeer(one, peer));

function isPeer(one: PricedTrade, peer: PeerLots): boolean {
  const { row } = one;
  return (
    peer.notificationKey !== row.notificationKey &&
    peer.lots.every(
      (lot) =>
        isOneIssuer(lot, one) &&
        !isSameTrade(lot, one) &&
        (row.linkedToShareProgramme === true || lot.row.linkedToShareProgramme !== true),
    )
  );
}

/** A person and their company notify one trade with one mistake. */
const isSameTrade = (a: PricedTrade, b: PricedTrade): boolean =>
  a.day === b.day && a.volume === b.volume && a.price === b.price && a.row.direction === b.row.direction;
