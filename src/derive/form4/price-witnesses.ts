/**
 * Prices of Form 4 that other filings contradict: a total typed as the price, a misplaced decimal, price and number exchanged. Only
 * a price that is too high is found: shares do cost far less than in the market when the issuer sells them.
 */

import { firstFrom, groupBy, median } from '../../collections.js';
import { dayNumber } from '../../dates.js';
import type { DerivedDoubt, RowLink } from '../../records/derived-rows.js';
import { normaliseTitle } from '../../records/form4/security-title.js';
import { verdictOf, type Witness } from '../witnesses.js';

export type PriceDoubt = Extract<
  DerivedDoubt,
  'total-as-price' | 'price-unlike-others' | 'price-without-support'
>;

/** The part of a row that is compared. */
type ComparedRow = Omit<RowLink, 'after' | 'hasAdsFootnote'>;

type MarketPrice = ComparedRow & { transactionDate: string; price: number; shares: number; day: number };

/** One of 312 purchases with the close of their day was above it by this factor, and wrong. */
const TOO_HIGH = 3;
/** Other filings of these days speak about the price. */
const PEER_DAYS = 7;
/**
 * Only peers before it: a price may have risen, and a reverse split raises it, but hardly ever above this. Peers after it say
 * nothing alone: a price falls, and a split lowers it.
 */
const ONE_SIDED = { factor: 8, price: 100 };
/** USD. Founders pay the par value, of hundredths of a cent to a cent: that is not a price of the market. */
const LOWEST_PEER = 0.02;
/** Peers that contradict are of one price. */
const ONE_PRICE = 2;
/** Prices of one share in the days that are compared. */
const SAME_PRICE = 1.5;
/** A misplaced decimal gives the price of others again. */
const SAME_DIGITS = 1.05;
const PLACES = [10, 100, 1000, 10_000];

/** USD. A lower total does no harm, and most shares cost less. */
const LOWEST_TOTAL = 1_000;
/** No share rises so much within the days in which a total is compared. */
const TOTAL_FACTOR = 20;
const TOTAL_DAYS = 30;

/** USD. Hardly any share costs more: above it a price needs another filing with a similar one. */
const RARE_PRICE = 10_000;
const SUPPORT_FACTOR = 2;

/** The prices of an issuer that are not believed, by accession number and row. Expects all rows of the issuer. */
export function doubtfulPrices(rows: readonly ComparedRow[]): Map<string, PriceDoubt[]> {
  const doubts = new Map<string, PriceDoubt[]>();
  const priced = rows.filter(isPriced).map((row) => ({ ...row, day: dayNumber(row.transactionDate) }));
  for (const alike of groupBy(priced, ({ titles: [title = ''] }) => normaliseTitle(title)).values()) {
    const filings = filingsOf(alike);
    const days = filings.map(({ day }) => day);
    for (const row of alike) {
      // Shares that the issuer withholds are not traded.
      const reasons = row.code === 'F' ? [] : doubtsOf(row, filings, days);
      if (reasons.length > 0) doubts.set(rowKey(row), reasons);
    }
  }
  return doubts;
}

/** One filing: one witness, whatever its number of lots. */
interface PricedFiling {
  accession: string;
  lots: readonly MarketPrice[];
  price: number;
  /** That of its first lot. */
  day: number;
}

/** In the order of their days. */
function filingsOf(alike: readonly MarketPrice[]): PricedFiling[] {
  return [...groupBy(alike, ({ accession }) => accession)]
    .map(([accession, lots]) => filingOf(accession, lots))
    .sort((a, b) => a.day - b.day);
}

const filingOf = (accession: string, lots: readonly MarketPrice[]): PricedFiling => ({
  ...{ accession, lots },
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

/** Another filing, without the lots that it states together with that of the row. */
interface Peer {
  price: number;
  /** Days after the row. */
  after: number;
}

function doubtsOf(row: MarketPrice, filings: readonly PricedFiling[], days: readonly number[]): PriceDoubt[] {
  const isRare = row.price > RARE_PRICE;
  const near = isRare
    ? filings
    : filings.slice(firstFrom(days, row.day - TOTAL_DAYS), firstFrom(days, row.day + TOTAL_DAYS + 1));
  // Most issuers have no price that is far above another of these days.
  if (!isRare && near.every(({ price }) => row.price < TOO_HIGH * price)) return [];
  const peers = near.flatMap((filing) => peerFor(row, filing) ?? []);
  const verdict = verdictOf([...totalWitnesses(row, peers), ...peerWitnesses(row, peers)]);
  if (verdict.is === 'contradicted') return verdict.reasons;
  const isSupported = peers.some(({ price }) => timesApart(row.price, price) <= SUPPORT_FACTOR);
  return isRare && !isSupported ? ['price-without-support'] : [];
}

function peerFor(row: MarketPrice, filing: PricedFiling): Peer | null {
  if (filing.accession === row.accession) return null;
  const own = filing.lots.filter((lot) => !isSameLot(row, lot));
  if (own.length === 0) return null;
  const { price, day } = own.length === filing.lots.length ? filing : filingOf(filing.accession, own);
  return { price, after: day - row.day };
}

/** Joint owners state one lot, with its mistake. */
const isSameLot = (a: MarketPrice, b: MarketPrice): boolean =>
  a.transactionDate === b.transactionDate && a.price === b.price && a.shares === b.shares;

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
  const against = near.filter((peer) => price >= TOO_HIGH * peer.price);
  const theirs = against.map((peer) => peer.price);
  if (Math.max(...theirs) > ONE_PRICE * Math.min(...theirs)) return [];
  const isBetween = against.some(({ after }) => after <= 0) && against.some(({ after }) => after >= 0);
  const isFar =
    price >= ONE_SIDED.price &&
    against.every((peer) => peer.after <= 0 && price >= ONE_SIDED.factor * peer.price);
  const heard = isBetween || isFar ? against : [];
  const reason = 'price-unlike-others';
  const isMisplaced = heard.some((peer) =>
    PLACES.some((place) => timesApart(price / place, peer.price) <= SAME_DIGITS),
  );
  return [
    ...near
      .filter((peer) => timesApart(price, peer.price) <= SAME_PRICE)
      .map(() => ({ says: 'agrees' as const, isStrong: false, reason }) satisfies Witness<PriceDoubt>),
    ...heard.map(
      () => ({ says: 'contradicts' as const, isStrong: false, reason }) satisfies Witness<PriceDoubt>,
    ),
    // The digits are those of another price.
    ...(isMisplaced && isFar
      ? [{ says: 'contradicts' as const, isStrong: false, reason } satisfies Witness<PriceDoubt>]
      : []),
  ];
}

const timesApart = (a: number, b: number): number => Math.max(a / b, b / a);
