/**
 * Prices of Form 4 that other filings contradict: a total typed as the price, a misplaced decimal, price and number exchanged. Only
 * a price that is too high is found: shares do cost far less than in the market when the issuer sells them.
 */

import { compareText, firstFrom, groupBy, median } from '../../collections.js';
import { dayNumber } from '../../dates.js';
import type { DerivedDoubt, RowLink } from '../../records/derived-rows.js';
import { normaliseTitle } from '../../records/form4/security-title.js';
import { verdictOf, type Witness } from '../witnesses.js';
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

/** USD. Hardly any common share costs more: above it a price needs another filing with a similar one. A preferred one or a unit often does. */
const RARE_PRICE = 10_000;
const SUPPORT_FACTOR = 2;

/** The prices of an issuer that are not believed, by accession number and row. Expects all rows of the issuer. */
export function doubtfulPrices(rows: readonly ComparedRow[]): Map<string, PriceDoubt[]> {
  const doubts = new Map<string, PriceDoubt[]>();
  // Then a price may be that of a depositary share, beside those of the shares that it stands for: only a total is found.
  const hasAds = rows.some(({ hasAdsFootnote, titles }) => hasAdsFootnote || titles.some(namesAds));
  const priced = rows.filter(isPriced).map((row) => ({ ...row, day: dayNumber(row.transactionDate) }));
  for (const alike of groupBy(priced, ({ titles: [title = ''] }) => normaliseTitle(title)).values()) {
    const filings = filingsOf(alike);
    const days = filings.map(({ day }) => day);
    for (const row of alike) {
      // Shares that the issuer withholds are not traded.
      const reasons = row.code === 'F' ? [] : doubtsOf(row, filings, { days, hasAds });
      if (reasons.length > 0) doubts.set(rowKey(row), reasons);
    }
  }
  return doubts;
}

/** One filing: one witness, whatever its number of lots. */
interface PricedFiling {
  accession: string;
  /** What identifies its lots. */
  keys: ReadonlySet<string>;
  isPurchase: boolean;
  price: number;
  /** That of its first lot. */
  day: number;
}

/** In the order of their days, each lot once: joint owners and amendments state one again, with its mistake or without. */
function filingsOf(alike: readonly MarketPrice[]): PricedFiling[] {
  const known = new Set<string>();
  return [...groupBy(alike, ({ accession }) => accession)]
    .map(([accession, lots]) => filingOf(accession, lots))
    .sort((a, b) => a.day - b.day || compareText(a.accession, b.accession))
    .filter(({ keys }) => {
      const isRepeated = [...keys].some((key) => known.has(key));
      for (const key of keys) known.add(key);
      return !isRepeated;
    });
}

const filingOf = (accession: string, lots: readonly MarketPrice[]): PricedFiling => ({
  accession,
  keys: new Set(lots.map(lotKey)),
  isPurchase: lots.every(({ code }) => code === 'P'),
  price: median(lots.map(({ price }) => price)),
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

/** Another filing, of other lots. */
interface Peer {
  price: number;
  isPurchase: boolean;
  /** Days after the row. */
  after: number;
}

function doubtsOf(
  row: MarketPrice,
  filings: readonly PricedFiling[],
  { days, hasAds }: { days: readonly number[]; hasAds: boolean },
): PriceDoubt[] {
  const isRare = row.price > RARE_PRICE;
  const near = isRare
    ? filings
    : filings.slice(firstFrom(days, row.day - TOTAL_DAYS), firstFrom(days, row.day + TOTAL_DAYS + 1));
  // Most issuers have no price that is far above another of these days.
  if (!isRare && near.every(({ price }) => row.price < TOO_HIGH * price)) return [];
  const key = lotKey(row);
  const peers = near
    .filter(({ accession, keys }) => accession !== row.accession && !keys.has(key))
    .map(({ price, isPurchase, day }): Peer => ({ price, isPurchase, after: day - row.day }));
  const verdict = verdictOf([...totalWitnesses(row, peers), ...(hasAds ? [] : peerWitnesses(row, peers))]);
  if (verdict.is === 'contradicted') return verdict.reasons;
  const isSupported = peers.some(({ price }) => timesApart(row.price, price) <= SUPPORT_FACTOR);
  return isRare && !isSupported && !hasAds && isCommon(row) ? ['price-without-support'] : [];
}

const lotKey = ({ transactionDate, code, shares }: MarketPrice): string =>
  `${transactionDate} ${code} ${shares}`;

function isCommon({ titles: [title = ''] }: MarketPrice): boolean {
  const words = title.toLowerCase();
  return words.includes('common') || words.includes('ordinary');
}

/** The price divided by the number is what others paid: the filer typed 25,000 for 1,000 shares at 25. */
function totalWitnesses({ price, shares }: MarketPrice, peers: readonly Peer[]): Array<Witness<PriceDoubt>> {
  const near = peers.filter(({ after }) => Math.abs(after) <= TOTAL_DAYS);
  if (price < LOWEST_TOTAL || near.length === 0) return [];
  const usual = median(near.map((peer) => peer.price));
  const isTotal = price >= TOTAL_FACTOR * usual && timesApart(price / shares, usual) <= SAME_PRICE;
  return isTotal ? [{ says: 'contradicts', isStrong: true, reason: 'total-as-price' }] : [];
}

function peerWitnesses({ price }: MarketPrice, peers: readonly Peer[]): Array<Witness<PriceDoubt>> {
  const near = peers.filter((peer) => Math.abs(peer.after) <= PEER_DAYS && peer.price >= LOWEST_PEER);
  const against = near.filter(
    (peer) => price >= (peer.isPurchase ? TOO_HIGH_BESIDE_PURCHASE : TOO_HIGH) * peer.price,
  );
  const theirs = against.map((peer) => peer.price);
  if (Math.max(...theirs) > ONE_PRICE * Math.min(...theirs)) return [];
  const isBetween = against.some(({ after }) => after <= 0) && against.some(({ after }) => after >= 0);
  const isFar =
    price >= ONE_SIDED.price &&
    against.every((peer) => peer.after <= 0 && price >= ONE_SIDED.factor * peer.price);
  const witness = (says: 'agrees' | 'contradicts') => (): Witness<PriceDoubt> => ({
    ...{ says, isStrong: false },
    reason: 'price-unlike-others',
  });
  return [
    ...near.filter((peer) => timesApart(price, peer.price) <= SAME_PRICE).map(witness('agrees')),
    ...(isBetween || isFar ? against : []).map(witness('contradicts')),
  ];
}

const timesApart = (a: number, b: number): number => Math.max(a / b, b / a);
