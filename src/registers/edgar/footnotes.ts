/**
 * What one footnote (or the remarks) says, parsed once for each text and kept without the text. Each subject has its
 * file; notes.md lists where the wordings were seen. A pattern is tried only on a text that has a word without which it
 * cannot match: most footnotes speak of one or two of the subjects.
 */

import {
  namesDepositaryShares,
  readDepositaryRatio,
  readPricePerDepositaryShare,
} from './depositary-shares.js';
import { type AcquisitionClaim, readAcquisition } from './footnote-acquisition.js';
import { codesOf, readPlan, WHOLE_FORM } from './footnote-plan.js';
import { readPriceRange } from './footnote-price-range.js';
import { saysPerCentOfPrincipal, saysSeveralPrices, saysWeightedAveragePrice } from './footnote-prices.js';
import { saysFiledSeparately } from './footnote-separate-forms.js';
import { NO_TAX, readTax, type TaxMeaning } from './footnote-tax.js';
import { normalise, split } from './footnote-text.js';
import { type AmountRange, type PriceCurrency, readPriceCurrency } from './price-currency.js';

export interface FootnoteMeaning extends TaxMeaning {
  /** Carried out under a Rule 10b5-1 plan, expressly not, or nothing said (also when both are said). */
  plan: 'plan' | 'denied' | null;
  /** Codes that a plan statement covers: a text about sales says nothing about purchases. `PS` without a plan. */
  planCodes: 'P' | 'S' | 'PS';
  /** A plan statement about the transactions of the whole form, not only of the row that refers to it. */
  wholeForm: boolean;
  weightedAveragePrice: boolean;
  /**
   * Several trades at several prices, where the text does not say that the average is weighted: on a price cell
   * it can mean nothing else.
   */
  severalPrices: boolean;
  depositaryShares: boolean;
  /**
   * The price is stated for each depositary share; or the shares are held in that form, and nothing is said of the price; or
   * it was made one for each ordinary share.
   */
  pricePerDepositaryShare: 'stated' | 'possible' | 'corrected' | null;
  /** How many ordinary shares one depositary share represents. */
  depositaryRatio: 'one' | 'other' | null;
  indirectOwnership: boolean;
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
  const taxed = lower.includes('tax');
  const priced = lower.includes('price');
  const averaged = lower.includes('weighted');
  const sentences = taxed || priced || averaged || plain.includes('$') ? split(plain) : [];
  const depositary =
    (lower.includes('deposit') || lower.includes('ads') || lower.includes('adr')) &&
    namesDepositaryShares(plain);
  const plan = readPlan(plain);
  const weighted = priced && averaged && saysWeightedAveragePrice(plain, sentences);
  const priceCurrency = readPriceCurrency(plain, lower);
  const tax = taxed ? readTax(sentences) : NO_TAX;
  return {
    plan,
    planCodes: plan === 'plan' ? codesOf(plain) : 'PS',
    wholeForm: plan === 'plan' && WHOLE_FORM.test(plain),
    weightedAveragePrice: weighted,
    severalPrices:
      (priced || averaged || plain.includes('$')) && !weighted && saysSeveralPrices(plain, sentences),
    depositaryShares: depositary,
    pricePerDepositaryShare: depositary ? readPricePerDepositaryShare(plain) : null,
    depositaryRatio: depositary ? readDepositaryRatio(plain) : null,
    taxWithholding: tax.taxWithholding,
    taxSale: tax.taxSale,
    indirectOwnership: saysIndirectOwnership(plain, lower),
    priceCurrency,
    priceRange: priced && priceCurrency === null ? readPriceRange(plain, lower, sentences) : null,
    perCentOfPrincipal: priced && lower.includes('principal') && saysPerCentOfPrincipal(sentences),
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

const HELD_FOR_ANOTHER =
  /\b(?:held|owned)(?: (?:of record|directly|indirectly|in trust))* (?:by|through|for the benefit of) (?!(?:the )?(?:reporting person|reporting owner|undersigned|him|her|mr|ms)(?:self)?\b(?!'))|\b(?:held|owned) indirectly by (?:the )?(?:reporting (?:person|owner)|him|her|(?:mr|ms|mrs|dr)\.? [\w. -]{1,30}?) through\b|(?:^|\b(?:held|owned|registered)\b[^;]{0,60}? )(?:by|through|in the name of) [^;]{1,100}?\bof which (?:the )?(?:reporting (?:person|owner)|he|she|(?:mr|ms|mrs|dr)\.? [\w. -]{1,30}?) is the (?:sole|managing|controlling|majority) (?:member|manager|shareholder|stockholder|owner)\b|\bby virtue of\b|\bmay be deemed\b|\bdisclaim\w*\b[^.;]{0,40}\bbeneficial ownership\b|\bpecuniary interest\b|\btrustees?\b|\bgeneral partner\b|\bmanaging member\b/i;
/** The trust, family or company of a named person. The person alone would be a direct holder. */
const HELD_BY_SOMETHING_OF =
  /\b(?:held|owned)(?: (?:of record|directly|indirectly))* (?:by|through) (?:mr|ms|mrs|dr)\.? (?:[\w.-]+ ){0,3}?[\w-]+'s? (?:[\w-]+ ){0,4}?(?:trusts?|family|wife|husband|spouse|child(?:ren)?|sons?|daughters?|estate|foundation|partnership|company|corporation|llc|fund)\b/i;
/** A family trust, or one whose beneficiary is named. Not a rabbi trust, nor the trust of a plan. */
const HELD_IN_A_TRUST =
  /(?<!\bnot |\bno longer )\bheld in (?:an?|the|one or more|two|three|several|certain|his|her|their)(?: [\w'-]+){0,4} trusts?(?: [\w"()-]+){0,6}? for the benefit of\b|(?<!\bnot |\bno longer )\bheld in (?:[\w'-]+ ){1,4}(?:family|revocable|irrevocable|living|marital|grantor retained annuity) trusts?\b/i;

function saysIndirectOwnership(text: string, lower: string): boolean {
  if (HELD_FOR_ANOTHER.test(text)) return true;
  if (!lower.includes('held') && !lower.includes('owned')) return false;
  return HELD_BY_SOMETHING_OF.test(text) || HELD_IN_A_TRUST.test(text);
}

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
