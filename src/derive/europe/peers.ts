/** Other notifications of an instrument. Each is one witness, whatever its number of lots. */

import { compareText, firstFrom, groupBy, itemAt, madeOnce, median } from '../../collections.js';
import { isOneIssuer, PEER_DAYS, type PricedTrade, timesApart } from './priced-trade.js';

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
  /** Its place in the order of the days. */
  place: number;
  lots: readonly PricedTrade[];
}

/** Notifications that speak about a price, the lowest price first. Rows with the same peers have the same list. */
export type PeerList = readonly PeerLots[];

/** So many peers are of two notifications at least. */
const TWO_NOTIFICATIONS = 3;
/** A limit that is computed is rounded. */
const ROUNDED = 1 + 1e-9;
const NONE: ReadonlySet<PeerLots> = new Set();

/** The notifications of an instrument, in the order of their days. What rows have in common is found once: a day can have thousands. */
export class Peers {
  readonly all: PeerList;
  private readonly days: readonly number[];
  private readonly index: PeerIndex;
  private readonly candidates = new Map<string, Candidates>();

  constructor(group: readonly PricedTrade[]) {
    this.all = [...groupBy(group, ({ row }) => `${row.notificationKey} ${row.direction}`).values()]
      .flatMap(peerOf)
      .sort((a, b) => a.day - b.day || compareText(a.notificationKey, b.notificationKey))
      .map((peer, place) => ({ ...peer, place }));
    this.days = this.all.map(({ day }) => day);
    const withTrade = new Map<string, Set<PeerLots>>();
    for (const peer of this.all)
      for (const lot of peer.lots) madeOnce(withTrade, tradeOf(lot), () => new Set<PeerLots>()).add(peer);
    this.index = { withTrade, ofNotification: groupBy(this.all, ({ notificationKey }) => notificationKey) };
  }

  /** Other notifications of the days around it, of other trades. The price in a programme says nothing about that of a purchase. */
  near(one: PricedTrade): PeerList {
    return this.nearCandidates(one).of(one);
  }

  /** The same at any time. */
  ever(one: PricedTrade): PeerList {
    return this.candidatesOf(one, 'ever', () => this.all).of(one);
  }

  /** Whether one of those near it has about the price. */
  hasNear(one: PricedTrade, ratio: number): boolean {
    return this.nearCandidates(one).hasPrice(one, ratio);
  }

  private nearCandidates(one: PricedTrade): Candidates {
    const first = (day: number) => firstFrom(this.days, day);
    return this.candidatesOf(one, one.day, () =>
      this.all.slice(first(one.day - PEER_DAYS), first(one.day + PEER_DAYS + 1)),
    );
  }

  private candidatesOf(one: PricedTrade, days: number | 'ever', some: () => PeerList): Candidates {
    const { lei, issuerName, linkedToShareProgramme } = one.row;
    const issuer = lei === null ? '' : `${lei} ${issuerName}`;
    return madeOnce(this.candidates, `${days} ${linkedToShareProgramme === true} ${issuer}`, () => {
      const isCandidate = (lot: PricedTrade) =>
        isOneIssuer(lot, one) && (linkedToShareProgramme === true || lot.row.linkedToShareProgramme !== true);
      return new Candidates(
        some().filter(({ lots }) => lots.every(isCandidate)),
        this.index,
      );
    });
  }
}

interface PeerIndex {
  ofNotification: ReadonlyMap<string, PeerList>;
  withTrade: ReadonlyMap<string, ReadonlySet<PeerLots>>;
}

/** What can speak about the rows of one day and issuer: all but their own notification, and their own trade in another one. */
class Candidates {
  private readonly byPrice: PeerList;
  private readonly prices: readonly number[];
  private readonly withoutTrade = new Map<string, PeerList>();
  /** Only the last, because most are as long as all of them; the lots of a notification follow each other. */
  private withoutOwn: { key: string; list: PeerList } = { key: '', list: [] };
  private readonly atPrice = new Map<string, PeerList>();

  constructor(
    all: PeerList,
    private readonly index: PeerIndex,
  ) {
    this.byPrice = [...all].sort((a, b) => a.price - b.price);
    this.prices = this.byPrice.map(({ price }) => price);
  }

  of(one: PricedTrade): PeerList {
    const { notificationKey } = one.row;
    const trade = tradeOf(one);
    const same = this.index.withTrade.get(trade) ?? NONE;
    // They are of one direction, and so each of another notification.
    const [first, second] = same;
    const isShared = [first, second].some(
      (peer) => (peer?.notificationKey ?? notificationKey) !== notificationKey,
    );
    const others = isShared
      ? madeOnce(this.withoutTrade, trade, () => this.byPrice.filter((peer) => !same.has(peer)))
      : this.byPrice;
    const own = this.index.ofNotification.get(notificationKey) ?? [];
    if (own.every((peer) => isShared && same.has(peer))) return others;
    const key = `${isShared ? trade : ''}|${notificationKey}`;
    if (this.withoutOwn.key !== key)
      this.withoutOwn = {
        key,
        list: others.filter((peer) => peer.notificationKey !== notificationKey),
      };
    return this.withoutOwn.list;
  }

  hasPrice(one: PricedTrade, ratio: number): boolean {
    const trade = tradeOf(one);
    const same = this.index.withTrade.get(trade) ?? NONE;
    const some = madeOnce(this.atPrice, `${ratio} ${trade}`, () => this.someAt(one, ratio, same));
    return some.some(({ notificationKey }) => notificationKey !== one.row.notificationKey);
  }

  /** Three at most, of other trades. */
  private someAt({ price }: PricedTrade, ratio: number, same: ReadonlySet<PeerLots>): PeerList {
    const found: PeerLots[] = [];
    const start = firstFrom(this.prices, price / ratio / ROUNDED);
    for (let at = start; at < this.byPrice.length && found.length < TWO_NOTIFICATIONS; at++) {
      const peer = itemAt(this.byPrice, at);
      if (peer.price > price * ratio * ROUNDED) break;
      if (timesApart(peer.price, price) <= ratio && !same.has(peer)) found.push(peer);
    }
    return found;
  }
}

function peerOf(lots: readonly PricedTrade[]): Array<Omit<PeerLots, 'place'>> {
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

/** A person and their company notify one trade with one mistake. */
const tradeOf = ({ day, volume, price, row }: PricedTrade): string =>
  `${day} ${volume} ${price} ${row.direction}`;
