/** One lot of section 4c, as it was read, and the words in place of figures. */

import type { Amount, Unit } from './amounts.js';

/** What a heading or the words before a figure say was done, where they say it. */
export type Act = 'exercise' | 'acquisition' | 'disposal';

export interface Lot {
  /** The number before the lot: it pairs with the numbered natures and persons. */
  number: number | null;
  /** Text beside the lot, such as `Sale` or a name. */
  label: string;
  /** What the headings of the lot's own columns say was done: `Options exercised`, `Shares sold`. */
  act: Act | null;
  /** Those headings as written. */
  heading: string;
  price: Amount | null;
  /** The price cell says that nothing was paid. */
  nil: boolean;
  volume: number | null;
  /** The unit that a column header or the label names. */
  headerUnit: Unit | null;
  /** What the lot's own row states as its total. */
  total: Amount | null;
  /** YYYY-MM-DD, from a date column. */
  date: string | null;
  /** The row calls itself an average or a total: no lot where others are given. */
  summary: boolean;
  doubts: string[];
}

export const NO_LOT: Lot = {
  number: null,
  label: '',
  act: null,
  heading: '',
  price: null,
  nil: false,
  volume: null,
  headerUnit: null,
  total: null,
  date: null,
  summary: false,
  doubts: [],
};

export const NIL =
  /^\W*(?:nil|zero|no consideration|nil[- ]cost|nil consideration|£?nil\b.{0,30}|free|gratis)\W*$/i;
export const SUMMARY = /^\W*(?:sub-?)?(?:totals?|aggregated?|average|sum|weighted|vwap|overall)\b/i;
/** `Average price: £1.20` is the price when it is the only one, a summary when lots have their own. */
export const AVERAGE = /^\W*(?:average|weighted|vwap)\b/i;
/** `26,000 (total)` beside lots is their sum. */
export const SUMMARY_BEHIND =
  /\(\s*(?:in )?(?:weighted )?(?:totals?|average|aggregated?)\b[^)]{0,30}\)|\bin (?:total|aggregate)\W*$/i;
export const NOT_GIVEN = /^\W*(?:n\/?a|not applicable|none|see (?:below|above|table).{0,40})?\W*$/i;

/**
 * What the words say was done with the shares. `Shares acquired on exercise` and `Option price` are about options,
 * `Shares sold following exercise` and `Sale of option shares` about a sale.
 */
export function actOf(words: string): Act | null {
  const acquired = /\b(?:purchas\w+|acqui\w+|bought|buy(?:ing)?|subscri\w+)\b/i.test(words);
  const disposed = /\b(?:s[oe]ld|sales?|selling|dispos\w+)\b/i.exec(words);
  const option = /\b(?:exercis\w*|options?|strike)\b/i.exec(words);
  if (option !== null && (disposed === null || option.index < disposed.index)) return 'exercise';
  if (disposed !== null) return acquired ? null : 'disposal';
  if (/\b(?:awards?|awarded|granted|vest(?:ed|ing)?)\b/i.test(words)) return 'exercise';
  return acquired ? 'acquisition' : null;
}
