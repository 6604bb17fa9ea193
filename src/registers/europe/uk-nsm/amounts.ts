/**
 * Numbers in announcement text and their context: the unit of money, and whether the words next to a number
 * say that it is a price, a volume or a total. A number's size decides nothing. Longer than 300 lines: one number is judged by
 * all of these patterns at once.
 */

import { itemAt } from '../../../collections.js';
import { withoutDates } from './dates.js';
import { DOLLARS_AFTER, DOLLARS_BEFORE, dollarAfter, dollarsIn } from './dollars.js';

/**
 * A unit of money. `per` is how many of the quoted unit make one unit of `currency`: 100 for pence, 1 for
 * pounds.
 */
export interface MoneyUnit {
  currency: string;
  per: 1 | 100;
}

export interface QuotedAmount {
  value: number;
  /** As written, with the marks around it. */
  text: string;
  unit: MoneyUnit | null;
  /** The unit cannot be known: its mark was lost in transmission, or two marks contradict each other. */
  isUnitUnknown: boolean;
  role: 'price' | 'volume' | 'total' | null;
  /** A rate that is not per security: `$150 per barrel`. */
  isOtherRate: boolean;
  /** `300 shares for £450`, `300 shares (£450)`: in section 4c these words do not say whether it is per share. */
  mayBeTotal: boolean;
  /** Written with a decimal point. */
  hasDecimals: boolean;
  /** One point and three digits after it, `10.000`: as a count, ten of something or ten thousand. */
  isAmbiguousThousands: boolean;
}

export const PENCE: MoneyUnit = { currency: 'GBP', per: 100 };
export const POUNDS: MoneyUnit = { currency: 'GBP', per: 1 };

/** The codes of the currencies that are known here, besides that of the pound. */
export const CODES =
  'USD|EUR|AUD|CAD|CHF|SEK|NOK|DKK|ZAR|CNY|RMB|JPY|HKD|SGD|NZD|INR|ILS|PLN|TRY|AED|KZT|GEL|BRL|MXN|CZK|HUF';
const BEFORE: Array<[RegExp, MoneyUnit | null]> = [
  [/(?:[Gg][Bb][Xx]|GBp|\b[Pp](?:ence|ENCE))\s*[.:]?\s*$/, PENCE],
  [/(?:(?:GB)?[£\u20a4]|\bGBP|\b[Pp]ounds?|\b[Ss]terling)\s*[.:]?\s*$/, POUNDS],
  ...DOLLARS_BEFORE,
  // A sign that contradicts the code before it.
  [new RegExp(`(?<![A-Za-z])(?:GBP|${CODES})\\s\\$\\s*$`), null],
  [/\$\s*$/, { currency: 'USD', per: 1 }],
  [/€\s*$/, { currency: 'EUR', per: 1 }],
  [/(?<![A-Za-z\d_.,&-])R$/, { currency: 'ZAR', per: 1 }],
  // Both GBP and GBp become gbp in lower case: it may mean either.
  [/(?<![A-Za-z])gb[px]\s*$/i, null],
  // A yen sign may also mean yuan, and a replacement character may have been anything.
  [/[¥\ufffd]\s*$/, null],
];
const AFTER: Array<[RegExp, MoneyUnit | null]> = [
  [/^\s?(?:[Gg][Bb][Xx]|GBp)(?![A-Za-z])/, PENCE],
  [/^\s?p(?![A-Za-z])|^\s?pps\b|^\s?P(?![A-Za-z.])/, PENCE],
  [/^\s{0,2}(?:pence|penny)\b/i, PENCE],
  [/^\s?(?:£|GBP(?![A-Za-z]))/, POUNDS],
  [/^\s{0,2}(?:pounds?|sterling)\b/i, POUNDS],
  [/^\s?(?:€|EUR\b)|^\s{0,2}euros?\b/i, { currency: 'EUR', per: 1 }],
  [/^\s?US\s?cents?\b|^\s?USc\b/, { currency: 'USD', per: 100 }],
  [/^\s?euro\s?cents?\b/i, { currency: 'EUR', per: 100 }],
  ...DOLLARS_AFTER,
  [/^\s?(?:US\s?)?(?:\$|dollars?\b)/i, { currency: 'USD', per: 1 }],
  // The currency of cents is ambiguous: rand cents are written ZAc, euro and dollar cents both "c".
  [/^\s?(?:c|cents?|ZAc)(?![A-Za-z])/i, null],
  [/^\s?gb[px](?![A-Za-z])/i, null],
  [/^\s?\ufffd/, null],
];
const KNOWN_CODES = new Set(CODES.split('|'));
const CODE_BEFORE = /(?<![A-Za-z])([A-Z]{3})\s*[.:]?\s*$/;
const CODE_AFTER = /^\s?([A-Z]{3})(?![A-Za-z])/;

const SECURITIES =
  '(?:(?:new|existing|fully|paid|ordinary|common|preference|depositary|deferred|partnership|matching|free|dividend|[A-Z]|"?[A-C]"?)\\s+){0,4}(?:shares?|ords?|stock|[AG]D[RS]s?|units?|securities|warrants?|notes?|bonds?|CFDs?|interests?)\\b';
const SECURITIES_AFTER = new RegExp(`^\\s*${SECURITIES}`, 'i');
const PER_SHARE = /^[^\d;.]{0,20}?(?:\bper\b|\/\s?share|\ba share\b|\beach\b(?!\s+of)|\bpps\b)/i;
const VOLUME_BEFORE =
  /(?:volumes?|quantity|no\.? of \w{0,12}|number of [a-z ]{0,30}|num\. of \w{0,12})(?:\(s\))?\s*[:\-–=]?\s*$|\b(?:shares?|units?)\s*[:=]\s*$/i;
const PRICE_BEFORE = /(?:\bprices?\b(?:\(s\))?[^\d;.]{0,30}|@\s*|\bat\s+)(?:of\s+)?$/i;
const TOTAL_BEFORE =
  /\b(?:totals?|totall?ing|consideration|proceeds|aggregate (?:price|value|amount|cost)|value|cost|sum)\b[^\d;.]{0,30}$|\b(?:aggregate of|costing|worth|valued at|amounting to|invest(?:ed|ing)|spent|spending|(?:amount|gross)\s*[:=]?)\s*$/i;
/**
 * `£450 for 300 shares` may state what all of them cost: no price is read from it. In `45p (total £1,800)` the total is the
 * other amount.
 */
const TOTAL_AFTER = new RegExp(
  `^\\s*(?:\\(?(?:in )?(?:total|aggregate|overall)\\b(?!(?<=\\([^()]*)[^()\\d]{0,20}[£€$])|invested\\b|spent\\b|for all\\b|for (?:all |the )?\\d[\\d,]*\\s*${SECURITIES})`,
  'i',
);
/** `at £1.2513 all-in` is a price with its costs, `£450 all in` a total. */
const ALL_IN = /^\s*\(?all[ -]in\b/i;
const AT = /(?:@|\bat)\s*$/i;
const LUMP_BEFORE = new RegExp(`\\b(?:for|being)\\s*$|${SECURITIES}\\s*\\(\\s*$`, 'i');
const COUNT_IN_BRACKETS = /^\s*\(\s*(?:for )?\d[\d,]*/i;
const NOMINAL_BEFORE =
  /(?:\b(?:shares?|stock|units?|notes?|interests?)(?:\s*\([^)]{0,60}\))?\s+(?:of|with)\s+(?:a\s+|nominal\s+|par\s+|value\s+|of\s+){0,5}|\b(?:nominal|par)\b[^\d;.]{0,30})$/i;
const NOMINAL_AFTER = /^\s*(?:pence|penny|p|pounds?)?\s*(?:nominal|par)\b/i;
/** `$150 per barrel`, `5p per month` */
const PER_OTHER =
  /^\s?(?:per|\/|a|an) ?(?!(?:\w+ ){0,4}(?:shares?|units?|ADSs?|ADRs?|GDRs?|stock|securit\w+|warrants?|notes?|bonds?|certificates?|interests?)\b)[a-z]/i;

/**
 * `10k` is not ten, and the letter does not say whether it is exactly ten thousand; a third has no finite decimals;
 * `1.5E5` is how spreadsheets write large numbers.
 */
const INEXACT = /^\s?(?:k|thousand|bn|billion|hundred|dozen)(?![A-Za-z])|^\s?[⅐-⅞⁄]|^e[+-]?\d/i;

const NUMBERS = [
  /(?<![A-Za-z\d_.,])[.\d][\d.,]*/g,
  // Marks that are letters touch the number: GBP1.50, USD13.2, GBX998.
  new RegExp(`(?<=(?<![A-Za-z])(?:GBP|GBX|GBx|gbx|GBp|gbp|${CODES}))[.\\d][\\d.,]*`, 'g'),
  // `R203.30` is in rand; `R2` may be a reference.
  /(?<=(?<![A-Za-z\d_.,&-])R)\d[\d,]*\.\d{2}(?![\d.,]*\d)/g,
];

/**
 * Every number of the text that may be money or a count: no dates, no percentages, no nominal values (`shares of
 * 10p each` says nothing about a price), no codes.
 */
export function findAmounts(raw: string): QuotedAmount[] {
  // `£12.50 [1]` has a footnote.
  const text = withoutDates(
    withFractions(raw.replace(/(?<=\d)[·∙](?=\d)/g, '.').replace(/\[\d{1,2}\]/g, ' ')),
  );
  const found: Array<QuotedAmount & { at: number }> = [];
  for (const pattern of NUMBERS) for (const match of text.matchAll(pattern)) add(match[0], match.index);
  return found.sort((a, b) => a.at - b.at).map(({ at: _, ...amount }) => amount);

  function add(run: string, at: number): void {
    const digits = run.replace(/[.,]+$/, '');
    if (/\d/.test(digits)) push(numberOf(digits) ?? Number.NaN, digits, at);
  }

  function push(read: number, digits: string, at: number): void {
    let value = read;
    const before = text.slice(Math.max(0, at - 70), at);
    let after = text.slice(at + digits.length, at + digits.length + 70);
    if (/^\s*(?:%|per\s?cent)/i.test(after)) return;
    const scale = /^\s?(?:m|mn|million)(?![A-Za-z])/i.exec(after);
    if (scale !== null) after = after.slice(scale[0].length);
    const { unit, lost, beforeUnit, afterUnit } = unitAround(before, after);
    // `€ 12,50`: two digits cannot be thousands. In pounds it may be a slip for a point, or for a digit.
    const isContinental = unit !== null && unit.currency !== 'GBP' && CONTINENTAL.test(digits);
    if (isContinental) value = Number(digits.replace(',', '.'));
    const perShare = PER_SHARE.test(afterUnit) && !PER_OTHER.test(afterUnit);
    // `10p ordinary shares` names the nominal value too.
    if (
      unit !== null &&
      !perShare &&
      SECURITIES_AFTER.test(afterUnit) &&
      !/^\s*\w+\W?\s*[:=]/.test(afterUnit)
    )
      return;
    // `500 shares of £1.20 per share` states a price; `shares of 10p each` does not.
    if (NOMINAL_AFTER.test(after) || (NOMINAL_BEFORE.test(beforeUnit) && !/^\W{0,3}per\b/i.test(afterUnit)))
      return;
    let role: QuotedAmount['role'] = null;
    if (perShare) role = 'price';
    else if (unit === null && !lost && SECURITIES_AFTER.test(after)) role = 'volume';
    else if (unit === null && !lost && VOLUME_BEFORE.test(before)) role = 'volume';
    else if (unit !== null && isTotal(beforeUnit, afterUnit)) role = 'total';
    else if (PRICE_BEFORE.test(beforeUnit)) role = 'price';
    found.push({
      at,
      value:
        INEXACT.test(after) || (afterUnit === after && runsIntoLetter(after))
          ? Number.NaN
          : scale === null
            ? value
            : Number((value * 1e6).toPrecision(12)),
      text: `${before.slice(beforeUnit.length)}${digits}${scale?.[0] ?? ''}${after.slice(0, after.length - afterUnit.length)}`.trim(),
      unit,
      isUnitUnknown: lost,
      role,
      isOtherRate: PER_OTHER.test(afterUnit),
      mayBeTotal:
        role === null && unit?.per === 1 && (LUMP_BEFORE.test(beforeUnit) || isLumpAfter(afterUnit)),
      hasDecimals: digits.includes('.') || isContinental,
      isAmbiguousThousands: scale === null && /^[1-9]\d{0,2}\.\d{3}$/.test(digits),
    });
  }
}

const CONTINENTAL = /^\d{1,3},\d{2}$/;

/** `£1O.50` with a letter O. A letter that touches a number, other than a unit, leaves it unknown. */
function runsIntoLetter(after: string): boolean {
  return /^[A-Za-z]/.test(after) && !SECURITIES_AFTER.test(after);
}

function isLumpAfter(after: string): boolean {
  const count = COUNT_IN_BRACKETS.exec(after);
  return count !== null && SECURITIES_AFTER.test(after.slice(count[0].length));
}

function isTotal(before: string, after: string): boolean {
  if (ALL_IN.test(after) && !AT.test(before)) return true;
  return TOTAL_BEFORE.test(before) || TOTAL_AFTER.test(after);
}

const FRACTIONS: Record<string, string> = {
  '¼': '.25',
  '½': '.5',
  '¾': '.75',
  '⅛': '.125',
  '⅜': '.375',
  '⅝': '.625',
  '⅞': '.875',
};

/** `33½p` as 33.5p; fractions without an exact decimal are kept, and make the number unreadable. */
function withFractions(text: string): string {
  return text
    .replace(
      /(?<![\d.,])(\d[\d,]*)\s?([¼½¾⅛⅜⅝⅞])/g,
      (_, whole: string, part: string) => whole + FRACTIONS[part],
    )
    .replace(/(?<![\d.,]\s?)[¼½¾⅛⅜⅝⅞]/g, (part) => `0${FRACTIONS[part]}`)
    .replace(/(?<=\d)\s?[¼½¾⅛⅜⅝⅞]/g, '⅓');
}

/**
 * `1,234.50` and `1234.5`, never `1.234,50` or `12,34`: null when the marks are not at the thousands, or when
 * the value is too large for a number.
 */
export function numberOf(text: string): number | null {
  if (!/^(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)$/.test(text)) return null;
  const value = Number(text.replaceAll(',', ''));
  return Number.isSafeInteger(Math.trunc(value)) ? value : null;
}

/** The one unit that a header or label names: `Price (pence)`, `Price(s) (£)`, `Price per share in USD`. */
export function unitInText(text: string): MoneyUnit | null {
  const units: Array<MoneyUnit | null> = [];
  const pence =
    /\b(?:pence|penny)\b|(?<![A-Za-z])(?:GBX|GBx|gbx|GBp)(?![A-Za-z])|(?<![A-Za-z])p(?![A-Za-z])/.test(
      text.replace(/PENCE|Pence/g, 'pence'),
    );
  if (pence) units.push(PENCE);
  // `Price (GBP pence)` names the currency and its hundredth; `Price (£/p)` names two units.
  if (/£|\bpounds?\b|(?<!\b(?:pence|penny)\s)\bsterling\b/i.test(text)) units.push(POUNDS);
  else if (!pence && /(?<![A-Za-z])GBP(?![A-Za-z])/.test(text)) units.push(POUNDS);
  if (/€|\beuros?\b/i.test(text)) units.push({ currency: 'EUR', per: 1 });
  units.push(...dollarsIn(text));
  for (const [code] of text.matchAll(new RegExp(`(?<![A-Za-z])(?:${CODES})(?![A-Za-z]|\\s?\\$)`, 'g')))
    units.push({ currency: code === 'RMB' ? 'CNY' : code, per: 1 });
  if (/\bcents?\b|\ufffd|¥/i.test(text)) return null;
  const first = units[0];
  return first && units.every((unit) => unit !== null && sameUnit(unit, first)) ? first : null;
}

const ONLY_CURRENCY = new RegExp(
  `^\\W*(?:currency\\b|(?:GB[PXp]|${CODES})(?![A-Za-z])|[£€$])\\D{0,60}$`,
  'i',
);

/** True for a line that names a currency and nothing else: `Currency: GBP - British Pound`, `EUR`. */
export function namesOnlyCurrency(text: string): boolean {
  return ONLY_CURRENCY.test(text);
}

export function sameUnit(a: MoneyUnit, b: MoneyUnit): boolean {
  return a.currency === b.currency && a.per === b.per;
}

/** The unit marks before and after a number, and the text without them. */
function unitAround(before: string, after: string) {
  let beforeUnit = before;
  let afterUnit = after;
  const named: Array<{ unit: MoneyUnit | null; text: string }> = [];
  const prefix = firstMark(BEFORE, CODE_BEFORE, before);
  if (prefix !== null) {
    const rest = before.slice(0, prefix.index);
    const between = /\d\s*$/.test(rest);
    // `33.5 pence 50,000`: a word after a number belongs to it. `998 GBX 500`: a code may belong to either.
    if (!between || !/^(?:pence|pounds?|sterling)/i.test(prefix.text)) {
      const symbol = /^(?:£|€|.{0,4}\$)/.test(prefix.text);
      named.push({ unit: between && !symbol ? null : prefix.unit, text: prefix.text });
      beforeUnit = rest;
    }
  }
  const plain = /^\$/.test(prefix?.text ?? '') ? '' : /^\s?(?:\$|dollars?\b)/i.exec(after)?.[0];
  const dollar = plain === undefined || named.length > 1 ? null : dollarAfter(after.slice(plain.length));
  if (dollar !== null && (plain === '' || prefix === null))
    return { unit: dollar.unit, lost: false, beforeUnit, afterUnit: dollar.rest };
  const suffix = bracketed(after) ?? firstMark(AFTER, CODE_AFTER, after);
  if (suffix !== null) {
    const rest = after.slice(suffix.text.length);
    const between = /^\s*[.\d]/.test(rest);
    const symbol = /^\s?(?:US\s?)?[£€$]/.test(suffix.text);
    if (!between || !symbol) {
      const code = /^\s?(?:[A-Z]{3}|GB[xp]|gbx)$/.test(suffix.text);
      named.push({ unit: between && code ? null : suffix.unit, text: suffix.text });
      afterUnit = rest;
    }
  }
  const [first, second] = named;
  if (first === undefined) return { unit: null, lost: false, beforeUnit, afterUnit };
  if (second === undefined || (first.unit && second.unit && sameUnit(first.unit, second.unit)))
    return { unit: first.unit, lost: first.unit === null, beforeUnit, afterUnit };
  // `GBP 33.5 pence` names the currency and then its hundredth in full, which is consistent. `£33.5p`
  // is a contradiction.
  if (first.text.includes('GBP') && /pen(?:ce|ny)/i.test(second.text))
    return { unit: PENCE, lost: false, beforeUnit, afterUnit };
  return { unit: null, lost: true, beforeUnit, afterUnit };
}

/** `1.05 (USD)`, `105 (pence)`: the mark is in brackets. */
function bracketed(after: string) {
  const match = BRACKETED.exec(after);
  const mark = match === null ? null : firstMark(AFTER, CODE_AFTER, itemAt(match, 1));
  return match === null || mark === null ? null : { unit: mark.unit, text: match[0] };
}

const BRACKETED = new RegExp(`^\\s?\\(\\s?(GB[PXp]|pence|p|£|€|US\\$|\\$|${CODES})\\s?\\)`);

function firstMark(marks: Array<[RegExp, MoneyUnit | null]>, codes: RegExp, text: string) {
  const code = codes.exec(text);
  if (code !== null && KNOWN_CODES.has(itemAt(code, 1))) {
    const currency = code[1] === 'RMB' ? 'CNY' : itemAt(code, 1);
    // Without the assertion, the inferred type of `per` would be any number.
    return { unit: { currency, per: 1 } as MoneyUnit, text: code[0], index: code.index };
  }
  for (const [pattern, unit] of marks) {
    const match = pattern.exec(text);
    if (match !== null) return { unit, text: match[0], index: match.index };
  }
  return null;
}
