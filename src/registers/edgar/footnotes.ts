/**
 * What one footnote (or the remarks) says, parsed once for each text and kept without the text. A subject is read only from a text that
 * has a word without which nothing is said of it: most footnotes speak of one or two of the subjects.
 */

import { type AcquisitionClaim, readAcquisition } from './footnote-acquisition.js';
import {
  type Claim,
  codesOf,
  isOfWholeForm,
  namesDepositaryShares,
  readDepositaryRatio,
  readPricePerDepositaryShare,
  readTaxSale,
  saysDepositaryShares,
  saysIndirect,
  saysPlan,
  saysSeveralPrices,
  saysTax,
  saysWeightedAverage,
  toSentence,
} from './footnote-flags.js';
import { readPriceRange } from './footnote-price-range.js';
import { saysFiledSeparately } from './footnote-separate-forms.js';
import { normalise, split } from './footnote-text.js';
import { type AmountRange, type PriceCurrency, readPriceCurrency } from './price-currency.js';

export interface FootnoteMeaning {
  /** Carried out under a Rule 10b5-1 plan. */
  plan: Claim;
  /** Codes that a plan statement covers: a text about sales says nothing about purchases. `PS` without a plan. */
  planCodes: 'P' | 'S' | 'PS';
  /** A plan statement about the transactions of the whole form, not only of the row that refers to it. */
  wholeForm: boolean;
  weightedAveragePrice: Claim;
  /** In any words: only on a price it can mean nothing else. */
  severalPrices: Claim;
  depositaryShares: Claim;
  /**
   * The price is stated for each depositary share; or the shares are held in that form, and nothing is said of the price; or
   * it was made one for each ordinary share.
   */
  pricePerDepositaryShare: 'stated' | 'possible' | 'corrected' | null;
  /** How many ordinary shares one depositary share represents. */
  depositaryRatio: 'one' | 'other' | null;
  taxWithholding: Claim;
  /** A sale for tax: and for nothing else, or partly. */
  taxSale: 'only' | 'partly' | null;
  indirectOwnership: Claim;
  /** What it says about prices in another currency; null if it names none. */
  priceCurrency: PriceCurrency | null;
  /** From the lowest to the highest price of the trades, in dollars; null if it states none. */
  priceRange: AmountRange | null;
  /** The price of a note is a percentage of its principal. */
  perCentOfPrincipal: boolean;
  /** Others report the same on another form: EDGAR takes ten owners. */
  filesSeparately: boolean;
  /** What it says of how shares were acquired. */
  acquisition: AcquisitionClaim[];
  /** Footnotes that this one sends the reader to, such as `F2`. */
  references: string[];
}

/** EDGAR allows 1,000 characters for a footnote and 2,000 for remarks; text beyond this is not read. */
export const MAX_TEXT_LENGTH = 8000;

/** Parses a footnote or remarks. Understands only American legal English, in which Form 4 is written. @param issuer its name */
export function readFootnote(text: string, issuer = ''): FootnoteMeaning {
  const plain = normalise(text.slice(0, MAX_TEXT_LENGTH));
  const lower = plain.toLowerCase();
  const filed = split(plain);
  const sentences = filed.map(toSentence);
  const plan = lower.includes('10') ? saysPlan(sentences) : null;
  const taxed = lower.includes('tax');
  const priced = /price|\$|weighted|average/.test(lower);
  const depositary = namesDepositaryShares(plain);
  const priceCurrency = readPriceCurrency(plain, lower);
  return {
    plan,
    planCodes: plan === 'yes' ? codesOf(sentences) : 'PS',
    wholeForm: plan === 'yes' && isOfWholeForm(sentences),
    weightedAveragePrice: priced ? saysWeightedAverage(sentences) : null,
    severalPrices: priced ? saysSeveralPrices(sentences) : null,
    depositaryShares: depositary ? saysDepositaryShares(sentences) : null,
    pricePerDepositaryShare: depositary ? readPricePerDepositaryShare(sentences) : null,
    depositaryRatio: depositary ? readDepositaryRatio(sentences) : null,
    taxWithholding: taxed ? saysTax(sentences) : null,
    taxSale: taxed ? readTaxSale(sentences) : null,
    indirectOwnership: saysIndirect(sentences),
    priceCurrency,
    priceRange: priced && priceCurrency === null ? readPriceRange(plain, lower, sentences) : null,
    perCentOfPrincipal: saysPerCentOfPrincipal(filed),
    filesSeparately: saysFiledSeparately(plain, lower),
    acquisition: readAcquisition(plain, issuer),
    references: lower.includes('note') ? readReferences(plain) : [],
  };
}

/** What remarks say about the currency of all prices of a form; null if they name no other one. */
export function readRemarksCurrency(remarks: string | null): PriceCurrency | null {
  if (remarks === null) return null;
  const plain = normalise(remarks.slice(0, MAX_TEXT_LENGTH));
  return readPriceCurrency(plain, plain.toLowerCase());
}

/** Whether remarks or a footnote say that others report the same on another form. */
export function isFiledSeparately(
  remarks: string | null,
  footnotes: ReadonlyMap<string, FootnoteMeaning>,
): boolean {
  if ([...footnotes.values()].some(({ filesSeparately }) => filesSeparately)) return true;
  const plain = normalise((remarks ?? '').slice(0, MAX_TEXT_LENGTH));
  return saysFiledSeparately(plain, plain.toLowerCase());
}

const PER_CENT = ['percent of', 'per cent of', 'percentage of', '% of'];

/** "The price is a percentage of the principal amount", "purchased at a price of 98.5% of the aggregate principal". */
const saysPerCentOfPrincipal = (sentences: readonly string[]): boolean =>
  sentences
    .map((sentence) => sentence.toLowerCase())
    .some(
      (one) =>
        one.includes('price') && one.includes('principal') && PER_CENT.some((words) => one.includes(words)),
    );

/** "See footnote 2", "See the last sentence of footnote (2)", "(Continued from footnote 6)". */
function readReferences(text: string): string[] {
  const found: string[] = [];
  for (const match of text.matchAll(
    /\b(?:see|continued (?:from|in))\b[^.;]{0,40}?\b(?:foot)?notes? ?\(?(\d{1,2})\)?(?:(?:,| and|, and| &) \(?(\d{1,2})\)?)?/gi,
  )) {
    for (const number of match.slice(1)) if (number) found.push(`F${Number(number)}`);
  }
  return found;
}
