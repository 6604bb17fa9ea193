/** One lot of section 4c as read, and words used in place of figures. */

import { disposalAt, namesAcquisition } from '../../../records/europe/uk-nature-words.js';
import type { MoneyUnit, QuotedAmount } from './amounts.js';

/** The action that a heading or the words before a figure name, if any. */
export type LotAction = 'exercise' | 'acquisition' | 'disposal';

export interface TransactionLot {
  /** The number before the lot: it pairs with the numbered natures and persons. */
  number: number | null;
  /** Text next to the lot, such as `Sale` or a name. */
  label: string;
  /** The cells or the line of its figures, which may have other words: `10,000 (sale)`. */
  words: string;
  /** Words above the lot, or above its column, such as the person that the lots below belong to. */
  above: string;
  /** The action that the headings of the lot's own columns name: `Options exercised`, `Shares sold`. */
  action: LotAction | null;
  /** Those headings as written. */
  heading: string;
  price: QuotedAmount | null;
  /** The price is given once next to several numbered counts. */
  isPriceShared?: boolean;
  /** The price cell says that nothing was paid. */
  isNil: boolean;
  volume: number | null;
  /** The unit that a column header or the label names. */
  headerUnit: MoneyUnit | null;
  /** The total that the lot's own row states. */
  total: QuotedAmount | null;
  /** YYYY-MM-DD, from a date column. */
  date: string | null;
  /** The row calls itself an average or a total: not a lot if others are given. */
  isSummary: boolean;
  warnings: string[];
}

export const EMPTY_LOT: TransactionLot = {
  number: null,
  label: '',
  words: '',
  above: '',
  action: null,
  heading: '',
  price: null,
  isNil: false,
  volume: null,
  headerUnit: null,
  total: null,
  date: null,
  isSummary: false,
  warnings: [],
};

export const NIL =
  /^\W*(?:nil|zero|no consideration|nil[- ]cost|nil consideration|£?nil\b(?![ -]paid\s+\w).{0,30}|free|gratis)\W*$/i;
export const SUMMARY = /^\W*(?:sub-?)?(?:totals?|aggregated?|average|sum|weighted|vwap|overall)\b/i;
/** `Average price: £1.20` is the price when it is the only one, a summary when lots have their own. */
export const AVERAGE = /^\W*(?:average|weighted|vwap)\b/i;
/** `26,000 (total)` next to lots is their sum; `45p (total £1,800)` is one lot. */
export const TRAILING_SUMMARY =
  /\(\s*(?:in )?(?:weighted )?(?:totals?(?!\b[^()\d]{0,20}[£€$])|average|aggregated?)\b[^)]{0,30}\)|\bin (?:total|aggregate)\W*$/i;
export const NOT_GIVEN = /^\W*(?:n\/?a|not applicable|none|see (?:below|above|table).{0,40})?\W*$/i;

/**
 * The action on the shares that the words name. `Shares acquired on exercise` and `Option price` are about
 * options, `Shares sold following exercise` and `Sale of option shares` about a sale.
 */
export function actionOf(words: string): LotAction | null {
  const acquired = namesAcquisition(words);
  const disposal = disposalAt(words);
  const option = words.search(/\b(?:exercis\w*|options?|strike)\b/i);
  if (option >= 0 && (disposal < 0 || option < disposal)) return 'exercise';
  if (disposal >= 0) return acquired ? null : 'disposal';
  if (/\b(?:awards?|awarded|granted|vest(?:ed|ing)?)\b/i.test(words)) return 'exercise';
  return acquired ? 'acquisition' : null;
}
