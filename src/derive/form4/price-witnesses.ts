/**
 * Prices of Form 4 that other filings contradict: a total typed as the price, a misplaced decimal, price and number exchanged. Only
 * a price that is too high is found: shares do cost far less than in the market when the issuer sells them. The closes of its days
 * are one witness more.
 */

import { compareText, firstFrom, groupBy, median } from '../../collections.js';
import { dayNumber } from '../../dates.js';
import type { DerivedDoubt, RowLink } from '../../records/derived-rows.js';
import { normaliseTitle } from '../../records/form4/security-title.js';
import { namesOtherSecurity } from '../prices/traded-prices.js';
import { verdictOf, type Witness } from '../witnesses.js';
import { NO_CLOSES, type WitnessCloses } from './issuer-closes.js';
import { namesAds } from './other-securities.js';

export type PriceDoubt = Extract<
  DerivedDoubt,
  'total-as-price' | 'price-unlike-others' | 'price-without-support'
>;

/** The part of a row that is compared. */
type ComparedRow = Omit<RowLink, 'after'>;

type MarketPrice = ComparedRow & { transactionDate: string; price: number; shares: number; day: number };

/** One of 312 purchases with the close of their day was above it by this factor, and wrong. */
const TOO_HIGH = 3;
/** Beside a purchase, which may be one from the issuer at less than half of the price in the market. */
const TOO_HIGH_BESIDE_PURCHASE = 8;
/** A takeover and the first day of trading move a price less. */
const TOO_HIGH_WITHIN_DAY = 8;
/** Other filings of these days speak about the price. */
const PEER_DAYS = 7;
/**
 * Only peers before it: a price may have risen, and a reverse split raises it, but hardly ever above this. Peers after it say
 * nothing alone: a price falls, and a split lowers it.
 */
const ONE_SIDED = { factor: 20, price: 100 };
/** USD. Founders pay the par value, of hundredths of a cent to a cent: that is not a price of the market. */
const LOWEST_PEER = 0.02;
/** Peers that contradict are of one price. */
const ONE_PRICE = 2;
/** Prices of one share in the days that are compared. */
const SAME_PRICE = 1.5;

/** USD. A lower total does no harm, and most shares cost less. */
const LOWEST_TOTAL = 1_000;
/** No share rises so much within the days in which a total is compared. */
const TOTAL_FACTOR = 20;
const TOTAL_DAYS = 30;

/** USD. Hardly any common share costs more: above it a price needs another filing, or a close, with a similar one. A preferred one or a unit often does. */
const RARE_PRICE = 10_000;
const SUPPORT_FACTOR = 2;

/**
 * The prices of an issuer that are not believed, by accession number and row. Closes are read only for prices that others may contradict.
 *
 * @param rows all rows of the issuer
 */
export function doubtfulPrices(
  rows: readonly ComparedRow[],
  closes: WitnessCloses = NO_CLOSES,
): Map<string, PriceDoubt[]> {
  const doubts = new Map<string, PriceDoubt[]>();
  const traded = rows.filter(isPriced);
  if (areUnremarkable(traded)) return doubts;
  // Then a price may be that of a depositary share, beside those of the shares that it stands for: only a total is found.
  const hasAds = rows.some(({ hasAdsFootnote, titles }) => hasAdsFootnote || titles.some(namesAds));
  const priced = traded.map((row) => ({ ...row, day: dayNumber(row.transactionDate) }));
  for (const alike of groupBy(priced, ({ titles: [title = ''] }) => normaliseTitle(title)).values()) {
    const filings = filingsOf(alike);
    const days = filings.map(({ day }) => day);
    for (const row of alike) {
      // Shares that the issuer withholds are not traded.
      const reasons =
        row.code === 'F' ? [] : doubtsOf(row, filings, { days, closes: hasAds ? null : closes });
      if (reasons.length > 0) doubts.set(rowKey(row), reasons);
    }
  }
  return doubts;
}

/** Most issuers have no price that may be a total, or is far above another: nothing is compared there. */
function areUnremarkable(rows: ReadonlyArray<{ price: number }>): boolean {
  let [lowest, highest] = [Number.POSITIVE_INFINITY, 0];
  for (const { price } of rows) {
    lowest = Math.min(lowest, price);
    highest = Math.max(highest, price);
  }
  return highest < LOWEST_TOTAL && highest < TOO_HIGH * lowest;
}

/** One filing: one witness, whatever its number of lots. */
interface PricedFiling {
  accession: string;
  /** What identifies its lots. */
  keys: ReadonlySet<string>;
  isPurchase: boolean;
  price: number;
  /** Price divided by number: the price of a share if a total was typed. */
  perShare: number;
  /** That of its first lot. */
  day: number;
  /** A filing before it has a lot of the same day, code and number: it may be the same one. */
  isRepeated: boolean;
}

/** In the order of their days. Joint owners and amendments state a lot again, with its mistake or without. */
function filingsOf(alike: readonly MarketPrice[]): PricedFiling[] {
  const known = new Set<string>();
  return [...groupBy(alike, ({ accession }) => accession)]
    .map(([accession, lots]) => filingOf(accession, lots))
    .sort((a, b) => a.day - b.day || compareText(a.accession, b.accession))
    .map((filing) => {
      const isRepeated = [...filing.keys].some((key) => known.has(key));
      for (const key of filing.keys) known.add(key);
      return { ...filing, isRepeated };
    });
}

const filingOf = (accession: string, lots: readonly MarketPrice[]): Omit<PricedFiling, 'isRepeated'> => ({
  accession,
  keys: new Set(lots.map(lotKey)),
  isPurchase: lots.every(({ code }) => code === 'P'),
  price: median(lots.map(({ price }) => price)),
  perShare: median(lots.map(({ price, shares }) => price / shares)),
  day: lots.reduce((first, { day }) => Math.min(first, day), Number.POSITIVE_INFINITY),
});

export const rowKey = ({ accession, row }: { accession: string; row: number }): string =>
  `${accession}-${row}`;

/** A trade, or shares withheld, at a price of the market. */
function isPriced(row: ComparedRow): row is Omit<MarketPrice, 'day'> {
  const { isDerivative, isSound, code, transactionDate, price, shares } = row;
  const isTrade = !isDerivative && isSound && (code === 'P' || code === 'S' || code === 'F');
  return isTrade && (price ?? 0) > 0 && (shares ?? 0) > 0 && transactionDate !== null;
}

/** Another filing, of other lots, or a close. */
interface Peer {
  price: number;
  /** Null for a close. */
  perShare: number | null;
  isPurchase: boolean;
  /** Days after the row. */
  after: number;
  /** It may be the row itself or a witness that is heard already: it contradicts nothing, and agrees only with another price. */
  isCopy: boolean;
}

/** @param closes null where the issuer has depositary shares */
function doubtsOf(
  row: MarketPrice,
  filings: readonly PricedFiling[],
  { days, closes }: { days: readonly number[]; closes: WitnessCloses | null },
): PriceDoubt[] {
  const isRare = row.price > RARE_PRICE;
  const near = isRare
    ? filings
    : filings.slice(firstFrom(days, row.day - TOTAL_DAYS), firstFrom(days, row.day + TOTAL_DAYS + 1));
  // Most issuers have no price that may be a total, or is far above another of these days.
  if (row.price < LOWEST_TOTAL && near.every(({ price }) => row.price < TOO_HIGH * price)) return [];
  const key = lotKey(row);
  const peers = near
    .filter(({ accession }) => accession !== row.accession)
    .map((filing): Peer => {
      const { price, perShare, isPurchase, day, keys, isRepeated } = filing;
      return { price, perShare, isPurchase, after: day - row.day, isCopy: keys.has(key) || isRepeated };
    });
  const verdict = verdictOf(closes === null ? totalWitnesses(row, peers) : witnessesOf(row, peers, closes));
  if (verdict.is === 'contradicted') return verdict.reasons;
  if (!isRare || closes === null || !isCommon(row)) return [];
  const isNear = (price: number) => timesApart(row.price, price) <= SUPPORT_FACTOR;
  const isSupported =
    peers.some((peer) => isOther(row, peer) && isNear(peer.price)) || closes.ever(row).some(isNear);
  return isSupported ? [] : ['price-without-support'];
}

function witnessesOf(
  row: MarketPrice,
  peers: readonly Peer[],
  closes: WitnessCloses,
): Array<Witness<PriceDoubt>> {
  const near = peers.filter(({ after, price }) => Math.abs(after) <= PEER_DAYS && price >= LOWEST_PEER);
  const agree = near.filter((peer) => isOther(row, peer) && isSamePrice(row, peer));
  const filings = near.filter((peer) => !peer.isCopy && isFarAbove(row, peer));
  const witnesses = [...totalWitnesses(row, peers), ...agree.slice(0, 1).map(agreeing)];
  const isOpen = agree.length === 0 && areOfOnePrice(filings);
  // Closes are read only where they can change the verdict.
  if (!isOpen || (filings.length === 0 && row.price < LOWEST_TOTAL)) return witnesses;
  const stated = closes.near(row);
  const found = stated.closes.map(
    (close): Peer => ({ ...close, perShare: null, isPurchase: false, isCopy: false }),
  );
  // By chance no total is the close of its days.
  if (found.some((close) => isSamePrice(row, close))) return [agreeing()];
  // A close of another security may agree, but never contradicts.
  const isAgainst = stated.isSure && isPlainCommon(row) && found.every((close) => isFarAbove(row, close));
  const against = isAgainst ? found : [];
  return [...witnesses, ...totalWitnesses(row, against), ...contradictions(row, filings, against)];
}

const lotKey = ({ transactionDate, code, shares }: MarketPrice): string =>
  `${transactionDate} ${code} ${shares}`;

function isCommon({ titles: [title = ''] }: MarketPrice): boolean {
  const words = title.toLowerCase();
  return words.includes('common') || words.includes('ordinary');
}

const isPlainCommon = (row: MarketPrice): boolean =>
  isCommon(row) && row.titles.every((title) => !namesOtherSecurity(title));

/** Two people who sell one round number on a day state two prices; a copy states the same. */
const isOther = ({ price }: MarketPrice, peer: Peer): boolean => !peer.isCopy || peer.price !== price;

const isSamePrice = ({ price }: MarketPrice, peer: Peer): boolean =>
  timesApart(price, peer.price) <= SAME_PRICE;

const isFarAbove = ({ price }: MarketPrice, peer: Peer): boolean =>
  price >= (peer.isPurchase ? TOO_HIGH_BESIDE_PURCHASE : TOO_HIGH) * peer.price;

/** The price divided by the number is what others paid: the filer typed 25,000 for 1,000 shares at 25. */
function totalWitnesses(row: MarketPrice, peers: readonly Peer[]): Array<Witness<PriceDoubt>> {
  const { price, shares } = row;
  const near = peers.filter(({ after, isCopy }) => !isCopy && Math.abs(after) <= TOTAL_DAYS);
  if (price < LOWEST_TOTAL || near.length === 0) return [];
  const usual = median(near.map((peer) => peer.price));
  const isQuotient = (one: number) => timesApart(one, usual) <= SAME_PRICE;
  const isTotal = price >= TOTAL_FACTOR * usual && isQuotient(price / shares);
  // Before a split others paid as much, for other numbers of shares.
  const isPaid = near.some((peer) => isSamePrice(row, peer) && !isQuotient(peer.perShare ?? 0));
  return isTotal && !isPaid ? [{ says: 'contradicts', isStrong: true, reason: 'total-as-price' }] : [];
}

const agreeing = (): Witness<PriceDoubt> => ({
  says: 'agrees',
  isStrong: false,
  reason: 'price-unlike-others',
});
const contradicting = (): Witness<PriceDoubt> => ({ ...agreeing(), says: 'contradicts' });

/**
 * @param filings those far below the price, of one price
 * @param closes those far below it: one witness, whatever their number
 */
function contradictions(
  { price }: MarketPrice,
  filings: readonly Peer[],
  closes: readonly Peer[],
): Array<Witness<PriceDoubt>> {
  // Closes that are not of one price with the filings may be of another security.
  const heard = areOfOnePrice([...filings, ...closes]) ? closes : [];
  const all = [...filings, ...heard];
  // A price can jump within its day: then one of the same day is on neither side.
  const isTooFar = all.every((peer) => price >= TOO_HIGH_WITHIN_DAY * peer.price);
  const isBetween =
    (all.some(({ after }) => after < 0) && all.some(({ after }) => after > 0)) ||
    (isTooFar && all.some(({ after }) => after <= 0) && all.some(({ after }) => after >= 0));
  const isFar =
    price >= ONE_SIDED.price &&
    filings.every((peer) => peer.after <= 0 && price >= ONE_SIDED.factor * peer.price);
  const against = isBetween ? [...deals(filings), ...heard.slice(0, 1)] : isFar ? deals(filings) : [];
  return against.map(contradicting);
}

/** Filings of one day with one price speak of one placement, or of shares withheld at a price that the issuer states: one witness. */
const deals = (filings: readonly Peer[]): Peer[] => [
  ...new Map(filings.map((peer) => [`${peer.after} ${peer.price}`, peer])).values(),
];

function areOfOnePrice(peers: readonly Peer[]): boolean {
  const prices = peers.map(({ price }) => price);
  return prices.length === 0 || Math.max(...prices) <= ONE_PRICE * Math.min(...prices);
}

const timesApart = (a: number, b: number): number => Math.max(a / b, b / a);
