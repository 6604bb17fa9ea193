/** Which managers' transactions are plain trades, and why the others stay out of the feed. */

import type { PdmrFiling } from '../records/pdmr.js';
import { ukExclusion } from './uk-nature.js';

/**
 * Reasons of the registers whose natures are fixed words (de, se, nl); those of uk stand in `uk-nature.ts`.
 *
 * - `not-a-trade`: the nature is neither an acquisition nor a disposal
 * - `award-or-plan`: the words around it tell an award, exercise, reinvestment, gift, withholding and the like
 * - `unknown-type`: nl, a transaction type that is not known to be a plain trade
 * - `revised`, `cancelled`, `unknown-status`: se
 * - `amount-for-volume`: se, the volume is an amount (`Belopp`)
 * - `no-price`, `no-volume`, `no-value`, `no-currency`, `no-transaction-date`, `no-programme-flag` (nl): what the
 *   public row needs is not given
 */
export type Exclusion =
  | 'not-a-trade'
  | 'award-or-plan'
  | 'unknown-type'
  | 'revised'
  | 'cancelled'
  | 'unknown-status'
  | 'amount-for-volume'
  | 'no-price'
  | 'no-volume'
  | 'no-value'
  | 'no-currency'
  | 'no-transaction-date'
  | 'no-programme-flag';

/**
 * Why a row stays out of the feed, judged by itself, as a stable kebab-case word; null for a row that belongs into
 * it. Floors and windows are applied when it is read, and `keyingErrors` needs the rows around it.
 */
export function exclusion(row: PdmrFiling): string | null {
  return row.market === 'uk' ? ukExclusion(row) : wordExclusion(row, row.market);
}

function wordExclusion(row: PdmrFiling, market: 'de' | 'se' | 'nl'): Exclusion | null {
  if (row.status !== 'current') return row.status === 'unknown' ? 'unknown-status' : row.status;
  if (row.direction === null) return 'not-a-trade';
  if (row.volumeIsAmount) return 'amount-for-volume';
  if (row.price === null) return 'no-price';
  switch (market) {
    case 'de':
      return row.totalValue === null ? 'no-value' : unplaced(row);
    case 'se':
      return row.volume === null ? 'no-volume' : unplaced(row);
    case 'nl':
      if (DUTCH_PLANS.test(`${row.transactionType ?? ''} / ${row.instrumentType ?? ''}`))
        return 'award-or-plan';
      if (!DUTCH_TRADES.test(row.transactionType ?? '')) return 'unknown-type';
      // A plain trade has a price: at 0 it is an award under a plain word.
      if (row.price === 0) return 'no-price';
      if (row.linkedToShareProgramme === null) return 'no-programme-flag';
      return row.volume === null ? 'no-volume' : unplaced(row);
  }
}

/** What every row of these three must tell: a currency and a day. */
function unplaced(row: PdmrFiling): Exclusion | null {
  if (row.currency === null) return 'no-currency';
  return row.transactionDate === null ? 'no-transaction-date' : null;
}

/** Anywhere in a word, because Dutch joins words; those that occur inside other words must begin one. */
const DUTCH_PLANS =
  /toekenning|award|grant|voorwaardelijk|conditional|restricted|performance|vesting|vested|\brsus?\b|share unit|optie|option|uitoefening|exercise|dividend|scrip|schenking|\bgift|erfenis|omwisseling|conversie|ruil|fusie|splitsing|inhouding|withh|belasting|\btax/i;

const DUTCH_TRADES = /\b(overdracht|aankoop|koop|verkoop|inschrijving|purchase|sale)\b/i;

/** Beyond this many times the usual price of an instrument, or below its inverse, a price was mistyped. */
const PRICE_FACTOR = 20;
const PEER_DAYS = 30;

/** SEK. No Swedish share has traded near it; bonds and certificates are quoted above it. */
const HIGHEST_SHARE_PRICE = 20_000;

export type KeyingError =
  | 'price-unlike-others'
  | 'price-equals-volume'
  | 'price-and-value-too-high'
  | 'price-above-any-share';

/**
 * The Swedish rows whose price was keyed wrongly, such as a total typed as price, by filingId. Give all rows of
 * the market. A price is compared with the median price of the same ISIN, instrument type and currency in other
 * notifications within 30 days (in the same one where there is no other). The worst offender goes first and is no
 * witness against the rest; of two that only contradict each other the higher goes, because mistyped totals make
 * prices too high. Large trades stay. Nothing is ever repaired.
 */
export function keyingErrors(rows: readonly PdmrFiling[]): Map<string, KeyingError> {
  const errors = new Map<string, KeyingError>();
  const groups = new Map<string, PdmrFiling[]>();
  for (const row of rows) {
    if (row.market !== 'se' || exclusion(row) !== null || !row.price) continue;
    const key = row.isin === null ? row.filingId : `${row.isin}|${row.instrumentType}|${row.currency}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  for (const group of groups.values()) {
    const prices = group.map((row) => row.price!);
    // Where all prices lie within the factor, none can lie beyond it: most instruments end here.
    const alike = Math.max(...prices) <= PRICE_FACTOR * Math.min(...prices);
    let standing = group;
    while (!alike) {
      const [worst] = standing
        .map((row) => ({ row, factor: factorToPeers(row, standing) }))
        .filter(({ factor }) => factor !== null && factor > PRICE_FACTOR)
        .sort((a, b) => b.factor! - a.factor! || b.row.price! - a.row.price!);
      if (worst === undefined) break;
      errors.set(worst.row.filingId, 'price-unlike-others');
      standing = standing.filter((row) => row !== worst.row);
    }
    // A row that lost its only peer was right against it; the others never had one.
    for (const row of withoutPeers(group)) {
      if (errors.has(row.filingId)) continue;
      const value = row.price! * row.volume!;
      const high = row.currency === 'SEK' && row.price! > HIGHEST_SHARE_PRICE;
      if (row.price === row.volume) errors.set(row.filingId, 'price-equals-volume');
      else if (value > 1e10 || (high && value > 1e9)) errors.set(row.filingId, 'price-and-value-too-high');
      else if (high && (row.instrumentType === 'Aktie' || row.instrumentType === 'Share'))
        errors.set(row.filingId, 'price-above-any-share');
    }
  }
  return errors;
}

/** Rows that stand alone for 30 days before and after. */
function withoutPeers(group: readonly PdmrFiling[]): PdmrFiling[] {
  const days = group.map((row) => Date.parse(row.transactionDate!) / 86_400_000);
  const ordered = [...days].sort((a, b) => a - b);
  const places = new Map(ordered.map((day, place) => [day, place]));
  return group.filter((_, index) => {
    const place = places.get(days[index]!)!;
    const near = [ordered[place - 1], ordered[place + 1]];
    return near.every((day) => day === undefined || Math.abs(day - days[index]!) > PEER_DAYS);
  });
}

/** How many times the price lies above or below the median of its peers; null without any. */
function factorToPeers(row: PdmrFiling, rows: readonly PdmrFiling[]): number | null {
  const near = rows.filter((peer) => peer !== row && daysBetween(peer, row) <= PEER_DAYS);
  const others = near.filter((peer) => peer.notificationKey !== row.notificationKey);
  const prices = (others.length > 0 ? others : near).map((peer) => peer.price!).sort((a, b) => a - b);
  if (prices.length === 0) return null;
  const middle = prices.length / 2;
  const median = (prices[Math.ceil(middle) - 1]! + prices[Math.floor(middle)]!) / 2;
  return Math.max(row.price! / median, median / row.price!);
}

function daysBetween(a: PdmrFiling, b: PdmrFiling): number {
  return Math.abs(Date.parse(a.transactionDate!) - Date.parse(b.transactionDate!)) / 86_400_000;
}
