/**
 * Finds Swedish rows with an obvious keying error: a total typed as the price, a misplaced decimal, an
 * impossible date. FI publishes what it receives. Such a row is left out and counted; nothing is ever
 * corrected.
 */

import { appendTo, median } from '../../collections.js';
import { HOUR_MS, utcDate } from '../../dates.js';
import type { PdmrFiling } from '../../records/europe/pdmr.js';
import { isPricedInPerCent } from './per-cent-price.js';
import {
  AGREEING_RATIO,
  DERIVATIVE,
  daysApart,
  instrumentOf,
  isOneIssuer,
  isPriced,
  isVolatile,
  MIN_AGREEING_PEERS,
  PEER_DAYS,
  type PricedRow,
  timesApart,
} from './priced-row.js';
import { rowsInWrongCurrency } from './wrong-currency.js';

export type KeyingError =
  | 'date-after-publication'
  | 'price-unlike-others'
  | 'currency-unlike-others'
  | 'price-equals-volume'
  | 'price-and-value-too-high'
  | 'price-above-any-share'
  | 'total-as-price'
  | 'per-cent-as-price';

/** A price above this multiple of the usual price of an instrument, or below its inverse, was mistyped. */
const PRICE_FACTOR = 20;
/** The same if at least `MIN_AGREEING_PEERS` others paid a similar price. */
const CLOSE_FACTOR = 5;
/** One decimal place, plus what the price may have moved since. */
const DECIMAL_SHIFT_RANGE = [8, 12.5] as const;
/** A price that others confirm is right, however odd it looks on its own. */
const CONFIRMING_RATIO = 2;

/** SEK. No Swedish share has traded near this price; bonds and certificates are quoted above it. */
const HIGHEST_SHARE_PRICE = 20_000;
/**
 * SEK. No listed share has traded near this price either: without any peer, and in a large trade, it is a
 * total.
 */
const HIGH_SHARE_PRICE = 10_000;
/** In the row's own currency. */
const LARGE_TRADE = 1_000_000;
/**
 * A total divided by the volume is the price that others paid, within the range that it moved in the
 * meantime.
 */
const SAME_PRICE = 1.5;

/** Other instruments that can cost more than any share. One that FI has no word for counts as a share. */
const NO_SHARE =
  /kapitalandel|capital equity|konvertib|convertib|obligation|\bbonds?\b|certifikat|certificate|commercial paper|utsläpp|emission allowance|skuld|\bnotes?\b|\bMTN\b/i;

/**
 * The rows with a keying error, by filingId. Expects all trades of the market that nothing else excludes.
 *
 * Rows with values that no share can have are found first, so that they are never used as peers. Then each
 * price is compared with the median price of the same ISIN, instrument type and currency in other
 * notifications within 30 days (in the same notification if there is no other). The worst outlier is removed
 * first and does not count against the rest. If two prices only contradict each other, the higher one is
 * removed, because mistyped totals make prices too high. Large trades stay.
 */
export function keyingErrors(rows: readonly PdmrFiling[]): Map<string, KeyingError> {
  const errors = new Map<string, KeyingError>();
  const groups = new Map<string, PricedRow[]>();
  for (const row of rows) {
    if (isTooEarly(row)) errors.set(row.filingId, 'date-after-publication');
    else if (isPriced(row)) appendTo(groups, `${instrumentOf(row)}|${row.currency}`, row);
  }
  const alone: PricedRow[] = [];
  const sound: PricedRow[] = [];
  for (const group of groups.values()) {
    const plausible = group.filter((row) => impossibleFigure(row) === null);
    const remaining = withoutOutliers(plausible, errors);
    for (const row of group) {
      const error = impossibleFigure(row);
      if (error !== null && !isConfirmed(row, remaining)) errors.set(row.filingId, error);
    }
    sound.push(...remaining);
    alone.push(...withoutPeers(remaining));
  }
  checkRowsWithoutPeers(alone, sound, errors);
  for (const row of rowsInWrongCurrency(sound)) errors.set(row.filingId, 'currency-unlike-others');
  return errors;
}

/** Notified before the trade was made. Sweden is at most two hours ahead of the time of `publicationAt`. */
function isTooEarly({ transactionDate, publicationAt }: PdmrFiling): boolean {
  const published = utcDate(Date.parse(publicationAt) + 2 * HOUR_MS);
  return transactionDate !== null && transactionDate > published;
}

/** No trade of this value in SEK has been reported, and none above a share price that is too high. */
const HIGHEST_VALUE = 1e10;
const HIGHEST_VALUE_AT_HIGH_PRICE = 1e9;

/** What contradicts the row in its own figures. */
function impossibleFigure(row: PricedRow): KeyingError | null {
  const price = row.price;
  const value = price * row.volume;
  const high = row.currency === 'SEK' && price > HIGHEST_SHARE_PRICE;
  if (isPricedInPerCent(row)) return 'per-cent-as-price';
  if (price === row.volume) return 'price-equals-volume';
  if (value > HIGHEST_VALUE || (high && value > HIGHEST_VALUE_AT_HIGH_PRICE))
    return 'price-and-value-too-high';
  return high && isShare(row) ? 'price-above-any-share' : null;
}

/** Exports of 2018 have no instrument type, but the name often shows it. */
function isShare({ instrumentType, instrumentName }: PricedRow): boolean {
  const words = instrumentType ?? instrumentName ?? '';
  return !DERIVATIVE.test(words) && !NO_SHARE.test(words);
}

/** Rows of the group that their peers do not contradict; the others are added to `errors`. */
function withoutOutliers(group: readonly PricedRow[], errors: Map<string, KeyingError>): PricedRow[] {
  const prices = group.map((row) => row.price);
  let remaining = [...group];
  // If all prices are within the factor of each other, none is an outlier: most instruments end here.
  while (Math.max(...prices) > CLOSE_FACTOR * Math.min(...prices)) {
    const [worst] = remaining
      .flatMap((row) => {
        const factor = factorToPeers(row, remaining);
        return factor === null ? [] : [{ row, factor }];
      })
      .sort((a, b) => b.factor - a.factor || b.row.price - a.row.price);
    if (worst === undefined) break;
    errors.set(worst.row.filingId, 'price-unlike-others');
    remaining = remaining.filter((row) => row !== worst.row);
  }
  return remaining;
}

/** How many times the price is above or below the median of its peers if that is too many, else null. */
function factorToPeers(row: PricedRow, rows: readonly PricedRow[]): number | null {
  // The price of a share in a programme, such as its quota value, says nothing about its price elsewhere.
  const near = rows.filter(
    (peer) =>
      peer !== row &&
      daysApart(peer, row) <= PEER_DAYS &&
      isOneIssuer(peer, row) &&
      (row.linkedToShareProgramme === true || peer.linkedToShareProgramme !== true),
  );
  const others = near.filter((peer) => peer.notificationKey !== row.notificationKey);
  const peers = others.length > 0 ? others : near;
  if (peers.length === 0) return null;
  const usual = median(peers.map((peer) => peer.price));
  const factor = timesApart(row.price, usual);
  if (factor > PRICE_FACTOR) return factor;
  const agreeing = peers.filter((peer) => timesApart(peer.price, usual) <= AGREEING_RATIO);
  const isAgreed = agreeing.length >= MIN_AGREEING_PEERS && agreeing.length * 2 > peers.length;
  if (factor <= CLOSE_FACTOR || !isAgreed || isVolatile(row)) return null;
  // Prices do fall to a fifth within a month. Then others have paid this price too, or all prices that agree
  // came later.
  if (peers.some((peer) => timesApart(peer.price, row.price) <= AGREEING_RATIO)) return null;
  const days = agreeing.map((peer) => peer.transactionDate);
  const isBetween =
    days.some((day) => day <= row.transactionDate) && days.some((day) => day >= row.transactionDate);
  const isOnePlace = factor >= DECIMAL_SHIFT_RANGE[0] && factor <= DECIMAL_SHIFT_RANGE[1];
  return isBetween || isOnePlace ? factor : null;
}

/** True if another notification gives about the same price. */
function isConfirmed(row: PricedRow, sound: readonly PricedRow[]): boolean {
  return sound.some((peer) => isPeer(peer, row) && timesApart(peer.price, row.price) <= CONFIRMING_RATIO);
}

/**
 * Rows that no other row confirms within a month. A price is a total if the same issuer's instruments cost
 * far less at any other time, and cost that much when the price is divided by the volume.
 */
function checkRowsWithoutPeers(
  alone: readonly PricedRow[],
  sound: readonly PricedRow[],
  errors: Map<string, KeyingError>,
): void {
  const byIssuer = new Map<string, PricedRow[]>();
  for (const row of sound) {
    appendTo(byIssuer, `${row.issuerName}|${row.currency}`, row);
  }
  for (const row of alone) {
    // A total times the volume is always a large amount: a smaller one needs no explanation.
    if (row.price * row.volume < LARGE_TRADE) continue;
    if (row.currency === 'SEK' && row.price > HIGH_SHARE_PRICE && isShare(row)) {
      errors.set(row.filingId, 'price-above-any-share');
    } else {
      const others = (byIssuer.get(`${row.issuerName}|${row.currency}`) ?? []).filter(
        (other) =>
          other.notificationKey !== row.notificationKey &&
          isSameKind(other, row) &&
          other.price * PRICE_FACTOR < row.price,
      );
      if (others.some((other) => timesApart(row.price / row.volume, other.price) <= SAME_PRICE))
        errors.set(row.filingId, 'total-as-price');
    }
  }
}

/**
 * The same instrument, or another share of the issuer: an option next to a share says nothing about its
 * price.
 */
function isSameKind(a: PricedRow, b: PricedRow): boolean {
  if (a.isin !== null && a.isin === b.isin) return true;
  return (
    a.instrumentType === b.instrumentType &&
    (a.instrumentType !== null || a.instrumentName === b.instrumentName)
  );
}

/** Rows without another notification for 30 days before and after: lots of one form share their mistakes. */
function withoutPeers(group: readonly PricedRow[]): PricedRow[] {
  return group.filter((row) => !group.some((peer) => isPeer(peer, row)));
}

function isPeer(peer: PricedRow, row: PricedRow): boolean {
  return (
    peer.notificationKey !== row.notificationKey &&
    daysApart(peer, row) <= PEER_DAYS &&
    isOneIssuer(peer, row)
  );
}
