/** The one price, the one count and the one amount of money that a cell of section 4c states. */

import { itemAt } from '../../../collections.js';
import { CODES, findAmounts, type MoneyUnit, numberOf, type QuotedAmount } from './amounts.js';

/** Costs noted after a price: `plus dealing costs of £11.95`. */
const COSTS =
  /[,;(]?\s*(?:\+|\b(?:plus|and|with|before|excluding|exclusive of|excl\.?|including|inclusive of|incl\.?|net of|less|ex)\b)(?:\s*[£€$]?\d[\d.,]*p?\b)?[^£€$\d]{0,30}\b(?<!\b(?:nil|no|zero)[ -])(?:costs?|commissions?|stamp duty|fees?|charges?|expenses|levy)\b(?:\s*(?:of|totalling|amounting to|at|:)?\s*[£€$]?\d[\d.,]*\d(?:p\b)?)?\)?/gi;

/** The text without the dealing costs after the price. */
export function withoutCosts(text: string): string {
  return text.replace(COSTS, '');
}

const RANGE =
  /[(,;]?\s*(?:(?:with|in|within) (?:a |the )?)?(?:prices? )?\brang(?:e|ing|ed)\b[^\d£€$]{0,16}([£€$]?\d[\d.,]*\d ?(?:p\b|pence\b)?) ?(?:to|and|-|–) ?([£€$]?\d[\d.,]*\d ?(?:p\b|pence\b)?)\)?/i;

/** The price without the range that it is the average of: `125.4p (in a range of 124p to 126p)`. */
function withoutRange(text: string): string {
  const range = RANGE.exec(text);
  if (range === null) return text;
  const rest = text.replace(RANGE, ' ');
  const [price, low, high] = [rest, itemAt(range, 1), itemAt(range, 2)].map(findAmounts).map(onlyValue);
  const isWithin = price && low && high && low <= price && price <= high;
  return isWithin ? rest : text;
}

const onlyValue = (found: QuotedAmount[]): number | null =>
  found.length === 1 ? itemAt(found, 0).value : null;

/** The amounts of a text. If one is the product of the price and the count next to it, it is their total. */
export function amountsOf(text: string): QuotedAmount[] {
  const found = withTotal(findAmounts(withoutConversion(withoutCosts(withoutRange(withCodeSet(text))))));
  const prices = found.filter((a) => a.role === 'price');
  const volumes = found.filter((a) => a.role === 'volume');
  const [price, volume] = [prices[0], volumes[0]];
  if (price === undefined || volume === undefined || prices.length > 1 || volumes.length > 1) return found;
  return found.map((a) =>
    a.role === null && isProduct(a, price, volume.value) ? { ...a, role: 'total' } : a,
  );
}

/**
 * `£1.50 20,000 £30,000.00`: of two amounts, the total is the one that equals the other times the only count.
 */
function withTotal(found: QuotedAmount[]): QuotedAmount[] {
  const money = found.filter((a) => a.unit !== null && a.role !== 'total');
  const counts = found.filter((a) => a.unit === null && !a.isUnitUnknown && a.role !== 'price');
  const [[first, second, ...more], [count, ...others]] = [money, counts];
  if (!first || !second || !count || more.length + others.length > 0 || count.value < 2) return found;
  const total = [first, second].find((a) => isProduct(a, a === first ? second : first, count.value));
  return found.map((a) => (a === total ? { ...a, role: 'total' } : a));
}

/**
 * `1.25 GBP 40,000`, `40,000 GBP 1.25`: the code between a price and a count belongs to the one with decimals, because the
 * other has thousands and no decimals. In `998 GBX 500` it may belong to either.
 */
function withCodeSet(text: string): string {
  return text.replace(CODE_OF_FIRST, '$1; ').replace(CODE_OF_LAST, '$1; ');
}

const CODE_OF_FIRST = new RegExp(
  `^(\\W*\\d[\\d,]*\\.\\d+\\s?(?:GB[PXp]|${CODES}))\\s+(?=\\d{1,3}(?:,\\d{3})+(?:\\s+(?:ordinary )?shares)?\\W*$)`,
);
const CODE_OF_LAST = new RegExp(
  `^(\\W*\\d{1,3}(?:,\\d{3})+)\\s+(?=(?:GB[PXp]|${CODES})\\s?\\d+\\.\\d+\\W*$)`,
);

/** The price followed by its conversion: `£1.50 (€1.75)`. */
function withoutConversion(text: string): string {
  return text.replace(
    /([£€]|US\$|\$)(\s?\d[\d.,]*(?: per share)?\s?)\((?:approx\w*\.? |equivalent to )?([£€]|US\$|\$)\s?\d[\d.,]*\)/g,
    (whole: string, quoted: string, price: string, other: string) =>
      quoted === other || (quoted.endsWith('$') && other.endsWith('$')) ? whole : quoted + price,
  );
}

export function isProduct(total: QuotedAmount, price: QuotedAmount, volume: number): boolean {
  if (total.unit === null || price.unit === null || total.unit.currency !== price.unit.currency) return false;
  const product = (price.value / price.unit.per) * volume;
  return Math.abs(total.value / total.unit.per - product) <= 0.01 * product;
}

/** The one price of a text; null for none, for a span of prices, for a number that cannot be read. */
export function priceOf(text: string): QuotedAmount | null {
  const found = amountsOf(text).filter((a) => a.role !== 'volume' && a.role !== 'total');
  const first = perShareOf(found) ?? found[0];
  if (first === undefined || found.some((a) => Number.isNaN(a.value))) return null;
  if (first !== found[0]) return first;
  const others = found.slice(1).filter((a) => !isSamePrice(a, first));
  // `US$13.25 (£10.50)`: quoted in one currency, converted into another.
  if (others.some((a) => a.unit === null || first.unit === null || a.unit.currency === first.unit.currency))
    return null;
  return first;
}

/** `£125,000 (£12.50 per share)`: the price, where the other amount is that of a whole number of shares. */
function perShareOf([total, price, ...more]: QuotedAmount[]): QuotedAmount | null {
  if (total === undefined || price === undefined || more.length > 0 || total.role === 'price') return null;
  if (price.role !== 'price' || !price.unit || !total.unit || price.unit.currency !== total.unit.currency)
    return null;
  const count = total.value / total.unit.per / (price.value / price.unit.per);
  return count > 1 && Math.abs(count - Math.round(count)) < 1e-6 ? price : null;
}

/** The one count of a text, or null; null too for `10.000`, which writes ten or ten thousand. */
export function volumeOf(text: string): number | null {
  const spaced = /^\W*(\d{1,3}(?: \d{3})+)\s*(?:(?:ordinary )?shares?)?[^\w¼-¾⅐-⅞]*$/i.exec(text)?.[1];
  if (spaced !== undefined) return numberOf(spaced.replaceAll(' ', ''));
  const counts = (some: string) =>
    findAmounts(some).filter((a) => a.unit === null && !a.isUnitUnknown && a.role !== 'price');
  const found = counts(text.replace(EQUIVALENT, ' '));
  const first = found[0];
  if (first === undefined || Number.isNaN(first.value)) return null;
  if (found.some((a) => a.value !== first.value)) {
    // `10,000 (6,000 in SIPP and 4,000 in ISA)`: the parts in brackets add up to the count before them.
    const parts = counts(/^[^()]*\(([^()]*)\)\W*$/.exec(text)?.[1] ?? '').map(({ value }) => value);
    const isSum =
      parts.length === found.length - 1 && parts.reduce((sum, part) => sum + part, 0) === first.value;
    return isSum && !first.isAmbiguousThousands ? first.value : null;
  }
  return found.some((a) => a.isAmbiguousThousands) ? null : first.value;
}

/** `2,000 ADSs (equivalent to 10,000 ordinary shares)` */
const EQUIVALENT = /\((?:equivalent to|equal to|representing)[^()]*\)/i;

export function moneyOf(text: string): QuotedAmount | null {
  const found = findAmounts(text).filter((a) => a.role !== 'volume' && !Number.isNaN(a.value));
  return found.length === 1 ? itemAt(found, 0) : null;
}

export function isSamePrice(a: QuotedAmount, b: QuotedAmount): boolean {
  if (a.unit === null || b.unit === null) return a.value === b.value && a.unit === b.unit && !a.isUnitUnknown;
  return isSameMoney(a.value, a.unit, b.value, b.unit);
}

/** 150 pence and 1.50 pounds. */
export function isSameMoney(a: number, unit: MoneyUnit, b: number, other: MoneyUnit): boolean {
  return unit.currency === other.currency && Math.abs(a / unit.per - b / other.per) < 1e-9;
}

/** The unit that a field `Currency` gives a price: next to `125p`, `GBP` names the currency, whose hundredth pence are. */
export function unitOfCurrency(named: MoneyUnit | null, price: QuotedAmount | null): MoneyUnit | null {
  const own = price?.unit ?? null;
  return named?.per === 1 && own?.per === 100 && named.currency === own.currency ? own : named;
}
