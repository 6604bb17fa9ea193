/**
 * What a quoted price means: its unit, what the lot was worth, and whether anything in the announcement
 * contradicts it. A number without a unit gets one only on evidence. Its size is not evidence: assuming
 * pounds for bare numbers made values a hundred times too large, and assuming pence broke real pounds.
 * Long because each rule checks the others.
 */

import { itemAt, required } from '../../../collections.js';
import { findAmounts, type MoneyUnit, PENCE, POUNDS, type QuotedAmount, sameUnit } from './amounts.js';
import type { TransactionLot } from './lot.js';

interface LotValue {
  currency: string | null;
  /** In `currency`, pounds for GBP; rounded to cents. */
  totalValue: number | null;
  valueUnknown: boolean;
  /** How the unit was found, for the tests and for debugging. */
  evidence: 'cell' | 'header' | 'same-number' | 'stated-total' | 'nil' | null;
  warnings: Array<{ kind: string; detail: string }>;
}

/** What the whole announcement says about money, read once. */
export interface Evidence {
  /** Numbers that have a unit and whose context does not rule out a price, with all their units. */
  units: Map<number, MoneyUnit[]>;
  /** Prices with a unit. */
  prices: QuotedAmount[];
  /** Amounts that the adjacent words call a total. */
  totals: QuotedAmount[];
}

/**
 * A London share price above the first, or a lot above the second, is nearly always a wrong unit or field. In
 * pounds.
 */
const MAX_SHARE_PRICE_GBP = 500;
const MAX_LOT_VALUE: Record<string, number> = { GBP: 500e6, EUR: 500e6, USD: 500e6 };
/**
 * Prices are rounded before they are multiplied; a wrong unit is a factor of 100, so a tolerance of one per
 * cent is safe.
 */
const TOLERANCE = 0.01;
const MAX_AMOUNTS = 400;
const SENTENCE = /(?<=[.;!?])\s+(?=[A-Z"“(])/;
/** Sentences whose figures are not trade prices. */
const UNRELATED =
  /\b(?:exercise prices?|dividends?|(?:nominal|par) value|options?|awards?|awarded|granted|grants?)\b/i;

export function readEvidence(lines: string[]): Evidence {
  const evidence: Evidence = { units: new Map(), prices: [], totals: [] };
  for (const line of lines) {
    if (!/\d/.test(line)) continue;
    const parts = line.split(SENTENCE).filter((part) => !UNRELATED.test(part));
    for (const [part, amount] of parts.flatMap((p) => findAmounts(p).map((a) => [p, a] as const))) {
      const { unit, value } = amount;
      if (unit === null || Number.isNaN(value) || amount.role === 'volume' || amount.isOtherRate) continue;
      if (amount.role === 'total') {
        if (evidence.totals.length < MAX_AMOUNTS) evidence.totals.push(amount);
        continue;
      }
      if (amount.role !== 'price' && !isOfTrade(part, amount)) continue;
      const units = evidence.units.get(value) ?? [];
      if (!units.some((u) => sameUnit(u, unit))) evidence.units.set(value, [...units, unit]);
      if (amount.role === 'price' && evidence.prices.length < MAX_AMOUNTS) evidence.prices.push(amount);
    }
  }
  return evidence;
}

/**
 * Whether an amount that is not called a price is one: alone in its line, as in a cell, or in a sentence
 * about a dealing. `£1` may be anything in a sentence; `£1.315` and `171p` are prices.
 */
function isOfTrade(sentence: string, amount: QuotedAmount): boolean {
  if (!amount.hasDecimals && amount.unit?.per === 1) return false;
  return sentence.trim() === amount.text || TRADE.test(sentence);
}

const TRADE =
  /\b(?:purchas\w+|bought|buys?|buying|acqui\w+|sold|sells?|sale|sales|selling|dispos\w+|subscri\w+|placing|traded?|dealings?|prices?|paid)\b/i;

/**
 * Reads all lots of one section 4 together, because the section states its totals once.
 * @param stated the amounts of section 4d, each an average price or a total
 * @param volumeDiffers section 4d states another volume than that of the lots
 */
export function valueLots(
  lots: TransactionLot[],
  stated: QuotedAmount[],
  evidence: Evidence,
  years: Array<number | null>,
  volumeDiffers = false,
): LotValue[] {
  const priced = lots.filter((lot) => lot.price !== null);
  const bare = priced.every((lot) => required(lot.price, 'price').unit === null && lot.headerUnit === null);
  const together = bare ? unitFromTotals(priced, [...stated, ...evidence.totals], stated) : null;
  const units = lots.map((lot) => unitOf(lot, together, evidence));
  const first = units.find((u) => u.unit !== null)?.unit ?? null;
  const uniform = lots.every(
    (lot, i) =>
      lot.price === null ||
      (first && itemAt(units, i).unit && sameUnit(required(itemAt(units, i).unit, 'unit'), first)),
  );
  const slip = first !== null && uniform ? unitSlip(priced, first, stated) : null;
  const unexplained = unexplainedAmounts(lots, units, stated);
  return lots.map((lot, i) => {
    const { unit, from } = itemAt(units, i);
    const nothing: LotValue = {
      currency: null,
      totalValue: null,
      valueUnknown: true,
      evidence: null,
      warnings: [],
    };
    if (lot.isNil) return { ...nothing, valueUnknown: false, evidence: 'nil' };
    if (lot.price === null || lot.volume === null) return nothing;
    const warnings = contradictions(lot, unit, stated, evidence, years[i] ?? null);
    if (slip !== null) warnings.push({ kind: 'unit-contradicted', detail: slip });
    if (unit !== null && warnings.length === 0 && unexplained.length > 0)
      warnings.push({ kind: 'aggregated-price', detail: `section 4d states ${unexplained.join(', ')}` });
    if (unit === null || volumeDiffers || warnings.length > 0) return { ...nothing, warnings };
    const total = Math.round(Number(((lot.price.value * lot.volume * 100) / unit.per).toPrecision(15))) / 100;
    if (!Number.isFinite(total)) return nothing;
    return { currency: unit.currency, totalValue: total, valueUnknown: false, evidence: from, warnings };
  });
}

type UnitFinding = { unit: MoneyUnit | null; from: LotValue['evidence'] };

/** @param together the unit under which all lots of the section match what it states */
function unitOf(lot: TransactionLot, together: MoneyUnit | null, evidence: Evidence): UnitFinding {
  const price = lot.price;
  if (price === null) return { unit: null, from: null };
  if (unitsDisagree(lot)) return { unit: null, from: null };
  if (price.unit !== null) return { unit: price.unit, from: 'cell' };
  if (!price.isUnitUnknown) {
    if (lot.headerUnit !== null) return { unit: lot.headerUnit, from: 'header' };
    const units = evidence.units.get(price.value) ?? [];
    if (units.length === 1) return { unit: itemAt(units, 0), from: 'same-number' };
    if (units.length > 1) return { unit: null, from: null };
  }
  const unit = (lot.total === null ? null : unitFromTotals([lot], [lot.total], [])) ?? together;
  return { unit, from: unit === null ? null : 'stated-total' };
}

/** The heading names one unit and the cell another: it cannot be known which is wrong. */
function unitsDisagree(lot: TransactionLot): boolean {
  const own = lot.price?.unit ?? null;
  return own !== null && lot.headerUnit !== null && !sameUnit(own, lot.headerUnit);
}

/** The one unit under which lots without a unit match a stated total or average, or null. */
function unitFromTotals(
  lots: TransactionLot[],
  totals: QuotedAmount[],
  averages: QuotedAmount[],
): MoneyUnit | null {
  const sums = sumsOf(lots);
  if (sums === null) return null;
  const fits: MoneyUnit[] = [];
  const suits = (unit: MoneyUnit): void => {
    if (!fits.some((u) => sameUnit(u, unit))) fits.push(unit);
  };
  for (const [amount, quoted] of [
    ...totals.map((a) => [a, sums.product] as const),
    ...averages.map((a) => [a, sums.product / sums.volume] as const),
  ]) {
    if (amount.unit === null) continue;
    const money = amount.value / amount.unit.per;
    if (isWithinTolerance(quoted, money)) suits({ currency: amount.unit.currency, per: 1 });
    // Only pounds and pence are ambiguous: dollar prices are not quoted in cents.
    if (amount.unit.currency === 'GBP' && isWithinTolerance(quoted / 100, money)) suits(PENCE);
  }
  return fits.length === 1 ? itemAt(fits, 0) : null;
}

/** Amounts of section 4d that are neither total, average, price nor count of the lots that were read. */
function unexplainedAmounts(lots: TransactionLot[], units: UnitFinding[], stated: QuotedAmount[]): string[] {
  const read = lots.flatMap((lot, i) => {
    const unit = itemAt(units, i).unit;
    if (lot.price === null || lot.volume === null || unit === null) return [];
    return [{ unit, volume: lot.volume, each: lot.price.value / unit.per }];
  });
  const currency = read[0]?.unit.currency;
  if (
    read.length !== lots.filter((lot) => !lot.isNil).length ||
    read.some((l) => l.unit.currency !== currency)
  )
    return [];
  const total = read.reduce((sum, l) => sum + l.each * l.volume, 0);
  const volume = read.reduce((sum, l) => sum + l.volume, 0);
  const all = lots.reduce((sum, lot) => sum + (lot.volume ?? 0), 0);
  const money = [total, total / volume, total / all, ...read.flatMap((l) => [l.each, l.each * l.volume])];
  const counts = [volume, all, ...read.map((l) => l.volume)];
  return stated
    .filter((a) => {
      if (a.isUnitUnknown) return false;
      const fits = (per: number): boolean => money.some((m) => isWithinTolerance(a.value / per, m));
      if (a.unit === null) return !fits(1) && !fits(100) && !counts.includes(a.value);
      // An amount converted into another currency says nothing; the same number in another currency does.
      return a.unit.currency === currency ? !fits(a.unit.per) : fits(1);
    })
    .map((a) => a.text);
}

/**
 * What section 4d states if it fits the lots only with pence read as pounds or the reverse; otherwise null.
 */
function unitSlip(lots: TransactionLot[], unit: MoneyUnit, stated: QuotedAmount[]): string | null {
  const controls = stated.filter((a) => a.unit?.currency === 'GBP');
  if (unit.currency !== 'GBP' || matchesStated(lots, unit, controls)) return null;
  const other = unit.per === 1 ? PENCE : POUNDS;
  return matchesStated(lots, other, controls)
    ? `section 4d states ${controls.map((a) => a.text).join(', ')}`
    : null;
}

function contradictions(
  lot: TransactionLot,
  unit: MoneyUnit | null,
  stated: QuotedAmount[],
  evidence: Evidence,
  year: number | null,
): LotValue['warnings'] {
  const warnings: LotValue['warnings'] = [];
  const price = required(lot.price, 'price');
  const volume = required(lot.volume, 'volume');
  const warn = (kind: string, detail: string): void => void warnings.push({ kind, detail });
  const quoted = `${price.text} for ${volume}`;
  if (price.isUnitUnknown && unit === null) warn('unit-mark-lost', quoted);
  if (unitsDisagree(lot)) warn('unit-contradicted', `${quoted}: the heading names another unit`);
  if (volume === price.value && volume !== 1) warn('volume-equals-price', quoted);
  if (year !== null && volume === year) warn('volume-equals-year', quoted);
  if (isTotal(lot, unit, stated) || isTotal(lot, unit, evidence.prices)) warn('total-typed-as-price', quoted);
  if (unit === null) return warnings;
  const others = evidence.units.get(price.value) ?? [];
  if (unit.currency === 'GBP' && others.some((u) => u.currency === 'GBP' && u.per !== unit.per))
    warn(
      'unit-contradicted',
      `${quoted}: the same number appears with ${unit.per === 1 ? 'pence' : 'pounds'} elsewhere`,
    );
  const each = price.value / unit.per;
  if (lot.total !== null && strayTotal(lot.total, each * volume, unit))
    warn('total-contradicted', `${quoted}: the row states ${lot.total.text}`);
  if (warnings.length > 0) return warnings;
  if (unit.currency === 'GBP' && each > MAX_SHARE_PRICE_GBP) warn('price-implausible', quoted);
  else if (each * volume > (MAX_LOT_VALUE[unit.currency] ?? Number.POSITIVE_INFINITY))
    warn('value-implausible', quoted);
  return warnings;
}

/** A total may include costs, so only a large difference contradicts; in another currency it says nothing. */
function strayTotal(total: QuotedAmount, worth: number, unit: MoneyUnit): boolean {
  const suits = (money: number): boolean => money > 0.75 * worth && money < 1.33 * worth;
  if (total.unit !== null)
    return total.unit.currency === unit.currency && !suits(total.value / total.unit.per);
  return !total.isUnitUnknown && !suits(total.value) && !suits(total.value / unit.per);
}

/** Whether a stated amount is the total or the average of the lots under this unit. */
function matchesStated(lots: TransactionLot[], unit: MoneyUnit, stated: QuotedAmount[]): boolean {
  const sums = sumsOf(lots);
  if (sums === null) return false;
  const total = sums.product / unit.per;
  return stated.some((a) => {
    const money = a.value / required(a.unit, 'unit').per;
    return isWithinTolerance(total, money) || isWithinTolerance(total / sums.volume, money);
  });
}

/**
 * Whether the lot's price is really its total: the section or the text gives a price that multiplies up to
 * it.
 */
function isTotal(lot: TransactionLot, unit: MoneyUnit | null, prices: QuotedAmount[]): boolean {
  const volume = required(lot.volume, 'volume');
  if (volume < 2) return false;
  return prices.some((each) => {
    const alike =
      unit !== null && each.unit !== null
        ? each.unit.currency === unit.currency
        : each.unit === null && unit === null;
    if (!alike) return false;
    const quoted = required(lot.price, 'price').value / (unit?.per ?? 1);
    const money = each.value / (each.unit?.per ?? 1);
    return isWithinTolerance(money * volume, quoted) && !isWithinTolerance(money, quoted);
  });
}

function sumsOf(lots: TransactionLot[]): { product: number; volume: number } | null {
  let product = 0;
  let volume = 0;
  for (const lot of lots) {
    if (lot.price === null || lot.volume === null) return null;
    product += lot.price.value * lot.volume;
    volume += lot.volume;
  }
  return volume > 0 && product > 0 ? { product, volume } : null;
}

function isWithinTolerance(a: number, b: number): boolean {
  return b > 0 && Math.abs(a - b) <= TOLERANCE * b;
}
