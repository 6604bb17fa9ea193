/** The clauses of a line of section 4c: those about separate lots, and those about what is held after them. */

import { findAmounts, type QuotedAmount } from './amounts.js';
import { amountsOf } from './lot-figures.js';

/**
 * `Ada Bramble 10,000 at £1.25; Ben Cole 5,000 at £1.26`: each clause with a price and a count, so that its words are
 * next to them. The line as it is if anything else has figures.
 */
export function clausesOf(line: string): string[] {
  const clauses: string[] = [];
  let open = '';
  for (const piece of line.split(/(\s*[;,]\s+(?:and\s+)?|\s+and\s+)/)) {
    open += piece;
    if (open.length > LONGEST_CLAUSE || !isWholeLot(open)) continue;
    const clause = open.replace(/^(?:[;,\s]|and\s)+/, '');
    // `Sold 10,000 at £1.25, 20,000 at £1.26` sold both.
    const words = /^[\d£$€]/.test(clause) ? (/^[^\d£$€]*/.exec(clauses.at(-1) ?? '')?.[0] ?? '') : '';
    clauses.push(words + clause);
    open = '';
  }
  const isRead = clauses.length > 1 && findAmounts(open).length === 0;
  return isRead ? [...clauses.slice(0, -1), `${clauses.at(-1)}${open}`] : [line];
}

/** Each piece of a clause is read together with those before it, which takes long for `1, 1, 1, …`. */
const LONGEST_CLAUSE = 300;

function isWholeLot(text: string): boolean {
  const amounts = amountsOf(withoutHoldings(text));
  const priced = amounts.filter((amount) => amount.unit !== null || amount.role === 'price');
  const isPaid = amounts.length === 2 && priced.length === 1 && amounts.every(({ role }) => role !== 'total');
  return isPaid || isFreeCount(text, amounts);
}

/** `50 Matching Shares at nil cost`, `Nil (Matching Shares) 50`: a count, and nothing was paid. */
export function isFreeCount(text: string, amounts: QuotedAmount[]): boolean {
  const [count, ...others] = amounts;
  const isCount = count !== undefined && count.unit === null && !count.isUnitUnknown && !count.hasDecimals;
  return isCount && others.length === 0 && FREE.test(text);
}

const FREE =
  /(?:(?:\b(?:at|for)\s+|@\s*)(?:(?:an?|the)\s+(?:\w+\s+)?price\s+of\s+)?£?\s?(?:(?:nil|zero)\b|no (?:cost|consideration|charge|payment)\b)|^\W*£?nil\b)(?![ -]?(?:(?:cost )?(?:share )?options?|paid\s+\w+|premium|discount)\b)/i;

/**
 * The holding after the trade is not the volume of a lot: `20,000 shares at £1.50, taking her holding to
 * 150,000 shares`.
 */
export function withoutHoldings(text: string): string {
  if (!HOLDS.test(text)) return text;
  const open = text.replace(/\([^()]*\)/g, (part) => (HOLDS.test(part) && !PRICED.test(part) ? ' ' : part));
  const clauses = open.split(
    /(?<=[.;,(])\s+|(?=\()|\s(?=(?:taking|bringing|increasing|reducing|giving|leaving|retaining|out of)\b)/i,
  );
  return clauses.filter((clause) => !HOLDS.test(clause) || PRICED.test(clause)).join(' ');
}

const PRICED = /[£$€@]|\dp\b|\bpence\b/;

const HOLDS =
  /\b(?:(?:now|then|will|therefore) (?:hold|own|be interested)s?|holds|owns|(?:share)?holdings?|interest(?:ed|s)? in|beneficial interests?|representing|of the (?:issued|total)|leaving|retain(?:s|ed|ing)|kept|(?:now )?held(?=\W*(?:(?:after|following|post|now)\b|:|=))|balance(?! of)|previously (?=\d)|out of (?=\d))\b/i;
