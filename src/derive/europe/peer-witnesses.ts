/** Other notifications of an instrument as witnesses of a price, and the other lots of the same notification. */

import { groupBy, itemAt, madeOnce, median } from '../../collections.js';
import type { Witness } from '../witnesses.js';
import type { FigureContradiction } from './contradiction-reasons.js';
import { isDecimalOff, significantDigits } from './misplaced-decimals.js';
import type { PeerList, PeerLots, Peers } from './peers.js';
import { type PricedTrade, timesApart } from './priced-trade.js';

type PeerWitness = Witness<FigureContradiction>;

/** Shares fall to a fifth within days, and issuers sell them far below the market. */
const FAR = 8;
/** No share rises so much within the days that are compared. */
const VERY_FAR = 20;
/** One place less may be what the issuer takes, or the price before a reverse split. */
const FAR_BELOW = 80;
/** Then it is wrong also where no decimal explains it. */
const BEYOND = 50;
/** Only notifications before it: a reverse split raises a price, but hardly ever above this. */
const ONE_SIDED_PRICE = 100;
/** Prices of one share in the days that are compared. */
const SAME_PRICE = 1.5;
/** Lots of one notification and day, and purchases of others. */
const SAME_LOT_PRICE = 1.2;
/** A decimal was misplaced, and the price has moved since. */
const DECIMAL = { above: 1.25, below: 1.1 };
/** Numbers that were exchanged: one of them is about the price of others. */
const EXCHANGED = { ratio: 1.1, value: 10_000 };
/** In the currency of the row. A lower total does no harm, and most shares cost less; above the second hardly any costs so much. */
const LOWEST_TOTAL = 1_000;
const CERTAIN_TOTAL = 10_000;
/** The product of a total and a number is always large: a smaller one needs no notification of another month. */
const LARGE_PRODUCT = 1_000_000;
/** A price that is too low may be one from the issuer: three persons must have paid the other one. */
const PERSONS_AGAINST_LOW = 3;

export function peerWitnesses(one: PricedTrade, peers: Peers): PeerWitness[] {
  if (one.instrument === null || one.kind === 'debt') return [];
  if (peers.hasNear(one, SAME_PRICE)) return [weak('agrees')];
  const near = peers.near(one);
  const explained = explanation(one, near, peers);
  if (explained !== null) return [strong(explained)];
  if (one.kind === 'volatile') return [];
  if (isUnlikeOwnLots(one, peers)) return [strong('price-unlike-others')];
  return [...personsAgainstHigh(one, near), ...personsAgainstLow(one, near)].map(() => weak('contradicts'));
}

/** True if no price of a group can contradict another one: so it is with most securities. */
export function areAllNear(group: readonly PricedTrade[]): boolean {
  let [least, most] = [Number.POSITIVE_INFINITY, 0];
  for (const { price } of group) {
    if (price < least) least = price;
    if (price > most) most = price;
  }
  return most < FAR * least;
}

/** True if another notification of these days has about the price. */
export const isSupported = (one: PricedTrade, peers: Peers, ratio: number): boolean =>
  one.instrument !== null && peers.hasNear(one, ratio);

const strong = (reason: FigureContradiction): PeerWitness => ({
  ...{ says: 'contradicts', isStrong: true, reason },
});

const weak = (says: PeerWitness['says']): PeerWitness => ({
  ...{ says, isStrong: false, reason: 'price-unlike-others' },
});

/** The mistake that makes the figures those of the others. */
function explanation(one: PricedTrade, near: PeerList, peers: Peers): FigureContradiction | null {
  const { price, volume, value, row } = one;
  if (near.length === 0) {
    const ever = value >= LARGE_PRODUCT && price >= LOWEST_TOTAL ? peers.ever(one) : [];
    const isAlone = ever.every((peer) => price >= VERY_FAR * peer.price);
    return isAlone && ever.some((peer) => isTotalAt(one, peer.price, ever)) ? 'total-as-price' : null;
  }
  const usual = usualPrice(near);
  if (isTotalAt(one, usual, near)) return 'total-as-price';
  if (price === volume && timesApart(price, usual) >= FAR) return 'price-equals-number';
  // Hardly anybody trades parts of a share: such a number is a price.
  const isPart = !Number.isInteger(volume);
  const isHigh = price >= VERY_FAR * usual && (areOfMarket(near) || isPart);
  const isLow = usual >= VERY_FAR * price && isPart && agreeingPersons(near).length > 1;
  const isNumberUsual = timesApart(volume, usual) <= EXCHANGED.ratio && value >= EXCHANGED.value;
  // For Germany it is the value that was exchanged with the price.
  const isValueUsual = row.volume === null && isHigh && timesApart(value, usual) <= EXCHANGED.ratio;
  const isExchanged = ((isHigh || isLow) && isNumberUsual) || isValueUsual;
  return isExchanged ? 'price-and-number-exchanged' : null;
}

/** The filer typed 25,000 for 1,000 shares at 25; where no number is stated, the price is then that of one share. */
function isTotalAt({ price, volume, row }: PricedTrade, usual: number, peers: PeerList): boolean {
  // One notification may itself be wrong.
  const least = peers.length > 1 && areOfMarket(peers) ? LOWEST_TOTAL : CERTAIN_TOTAL;
  if (price < least || price < VERY_FAR * usual) return false;
  return timesApart(price / volume, usual) <= SAME_PRICE || (row.volume === null && volume === 1);
}

/** What one person paid, or several at one price, may be what the issuer takes: often a hundredth of the price in the market. */
const areOfMarket = (peers: PeerList): boolean =>
  madeOnce(marketLists, peers, () => {
    if (peers.some(({ isDisposal }) => isDisposal)) return true;
    const bought = onePerPerson(peers);
    return new Set(bought.map(({ price }) => price)).size > 1;
  });

const marketLists = new WeakMap<PeerList, boolean>();

const isUnlikeOwnLots = (one: PricedTrade, peers: Peers): boolean =>
  madeOnce(unlikeLots, peers, () => new Set(peers.all.flatMap(lotsUnlikeOthers))).has(one);

const unlikeLots = new WeakMap<Peers, ReadonlySet<PricedTrade>>();

/** The highest of several lots of a day, where the others have one price. */
function lotsUnlikeOthers({ lots, isDisposal }: PeerLots): PricedTrade[] {
  return [...groupBy(lots, ({ day }) => day).values()].flatMap((ofDay) => {
    const others = [...ofDay].sort((a, b) => a.price - b.price);
    const one = others.pop();
    if (one === undefined || others.length < 2) return [];
    const usual = median(others.map(({ price }) => price));
    const isOnePrice = others.every(({ price }) => timesApart(price, usual) <= SAME_LOT_PRICE);
    if (one.price < FAR * usual || !isOnePrice) return [];
    const isDecimal = isDecimalOff(one.price, usual, DECIMAL.above) && significantDigits(usual) > 2;
    return isDisposal || isDecimal ? [one] : [];
  });
}

/** One notification of each person that says that the price is too high. */
function personsAgainstHigh({ price, day }: PricedTrade, near: PeerList): PeerList {
  const isFarAbove = (peer: PeerLots) => price >= FAR * peer.price;
  // Mostly all are: what they say together is then known.
  const against = near.slice(-1).every(isFarAbove) ? near : near.filter(isFarAbove);
  if (against.length === 0) return [];
  const usual = usualPrice(against);
  const persons = onePerPerson(against);
  // One of two may be a mistake, and the other one a price of the issuer.
  const [least, most] = [itemAt(against, 0).price, itemAt(against, -1).price];
  const isOnePrice = most <= (persons.length > 2 ? SAME_PRICE : SAME_LOT_PRICE) * least;
  const isDecimal = isDecimalOff(price, usual, DECIMAL.above);
  // What two directors paid to the issuer is one price, and mostly a round one: the market is far above it.
  const isOfMarket = against.some(({ isDisposal }) => isDisposal)
    ? isDecimal || price >= BEYOND * usual
    : isDecimal && (areOfMarket(against) || (price >= VERY_FAR * usual && significantDigits(usual) > 2));
  if (!isOnePrice || !isOfMarket) return [];
  const isFar = () =>
    price >= ONE_SIDED_PRICE && against.every((peer) => peer.day <= day && price >= VERY_FAR * peer.price);
  return isBetween(against, day) || isFar() ? persons : [];
}

/** The same of one that is too low, by whole decimals. */
function personsAgainstLow(one: PricedTrade, near: PeerList): PeerList {
  const { price, day, row } = one;
  if (near.slice(-1).every((highest) => highest.price < FAR_BELOW * price)) return [];
  const persons = agreeingPersons(near);
  if (persons.length < PERSONS_AGAINST_LOW || row.linkedToShareProgramme === true) return [];
  const usual = usualPrice(persons);
  // In pounds they have the number that this one has in pence: it is not known which is right.
  const isUnitUnlike = persons.some(({ quoted }) => timesApart(quoted, row.price ?? price) <= SAME_PRICE);
  const isWrong =
    usual >= FAR_BELOW * price && isDecimalOff(usual, price, DECIMAL.below) && significantDigits(price) > 2;
  return isWrong && !isUnitUnlike && isBetween(persons, day) ? persons : [];
}

/** One notification of each person if nearly all have one price, else none. */
const agreeingPersons = (near: PeerList): PeerList =>
  madeOnce(agreeingLists, near, () => {
    if (near.length === 0) return [];
    const usual = usualPrice(near);
    const agreeing = onePerPerson(near.filter(({ price }) => timesApart(price, usual) <= SAME_PRICE));
    return agreeing.length * 2 > onePerPerson(near).length ? agreeing : [];
  });

const agreeingLists = new WeakMap<PeerList, PeerList>();

const usualPrice = (peers: PeerList): number =>
  madeOnce(usualPrices, peers, () => median(peers.map(({ price }) => price)));

const usualPrices = new WeakMap<PeerList, number>();

/** The last notification of each: a person who was wrong once may be wrong twice. */
const onePerPerson = (peers: PeerList): PeerList =>
  madeOnce(personLists, peers, () => {
    const last = new Map<string, PeerLots>();
    for (const peer of peers)
      if (peer.place >= (last.get(peer.person)?.place ?? 0)) last.set(peer.person, peer);
    return last.size === peers.length ? peers : peers.filter((peer) => last.get(peer.person) === peer);
  });

const personLists = new WeakMap<PeerList, PeerList>();

/** Before it and after it, or on its day. Prices fall and splits lower them: those after it must be of the market. */
const isBetween = (peers: PeerList, day: number): boolean =>
  peers.some((peer) => peer.day <= day) && areOfMarket(peers.filter((peer) => peer.day >= day));
