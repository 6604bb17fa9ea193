/** Which managers' transactions are plain trades, and why the others stay out of the feed. */

import type { PdmrFiling } from '../../records/europe/pdmr.js';
import { ukExclusion } from './uk-nature.js';

/**
 * Reasons of the registers whose natures are fixed words (de, se, nl); those of uk stand in `uk-nature.ts`.
 *
 * - `not-a-trade`: the nature is neither an acquisition nor a disposal
 * - `award-or-plan`: the words around it tell an award, exercise, reinvestment, gift, withholding and the like
 * - `unknown-type`: nl, a transaction type that is not known to be a plain trade
 * - `revised`, `cancelled`, `unknown-status`: se
 * - `amount-for-volume`: se, the volume is an amount (`Belopp`)
 * - `negative-amount`: a price, volume or value below 0, which nothing trades at
 * - `no-price`, `no-volume`, `no-value`, `no-currency`, `no-transaction-date`, `no-programme-flag` (nl): what the
 *   public row needs is not given
 */
type Exclusion =
  | 'not-a-trade'
  | 'award-or-plan'
  | 'unknown-type'
  | 'revised'
  | 'cancelled'
  | 'unknown-status'
  | 'amount-for-volume'
  | 'negative-amount'
  | 'no-price'
  | 'no-volume'
  | 'no-value'
  | 'no-currency'
  | 'no-transaction-date'
  | 'no-programme-flag';

/**
 * Why a row stays out of the feed, judged by itself, as a stable kebab-case word; null for a row that belongs into
 * it. Floors and windows are applied when it is read, and `keyingErrors` (`keying-errors.ts`) needs the rows around it.
 */
export function exclusion(row: PdmrFiling): string | null {
  return row.market === 'uk' ? ukExclusion(row) : exclusionByFixedWords(row, row.market);
}

function exclusionByFixedWords(row: PdmrFiling, market: 'de' | 'se' | 'nl'): Exclusion | null {
  if (row.status !== 'current') return row.status === 'unknown' ? 'unknown-status' : row.status;
  if (row.direction === null) return 'not-a-trade';
  if (row.volumeIsAmount) return 'amount-for-volume';
  if ([row.price, row.volume, row.totalValue].some((amount) => amount !== null && amount < 0))
    return 'negative-amount';
  if (row.price === null) return 'no-price';
  switch (market) {
    case 'de':
      return row.totalValue === null ? 'no-value' : missingCurrencyOrDate(row);
    case 'se':
      return row.volume === null ? 'no-volume' : missingCurrencyOrDate(row);
    case 'nl':
      if (DUTCH_PLANS.test(`${row.transactionType ?? ''} / ${row.instrumentType ?? ''}`))
        return 'award-or-plan';
      if (!DUTCH_TRADES.test(row.transactionType ?? '')) return 'unknown-type';
      // A plain trade has a price: at 0 it is an award under a plain word.
      if (row.price === 0) return 'no-price';
      if (row.linkedToShareProgramme === null) return 'no-programme-flag';
      return row.volume === null ? 'no-volume' : missingCurrencyOrDate(row);
  }
}

/** What every row of these three must tell: a currency and a day. */
function missingCurrencyOrDate(row: PdmrFiling): Exclusion | null {
  if (row.currency === null) return 'no-currency';
  return row.transactionDate === null ? 'no-transaction-date' : null;
}

/** Anywhere in a word, because Dutch joins words; those that occur inside other words must begin one. */
const DUTCH_PLANS =
  /toekenning|award|grant|voorwaardelijk|conditional|restricted|performance|vesting|vested|\brsus?\b|share unit|optie|option|uitoefening|exercise|dividend|scrip|schenking|\bgift|erfenis|omwisseling|conversie|ruil|fusie|splitsing|inhouding|withh|belasting|\btax/i;

/** Dutch, and English, which occurs. */
const DUTCH_TRADES = /\b(overdracht|aankoop|koop|verkoop|inschrijving|purchase|sale|acquisition|disposal)\b/i;
