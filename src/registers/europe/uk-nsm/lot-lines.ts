/**
 * Reads lines of section 4c without column headings: sentences, paragraphs, labelled cells. Prices and counts
 * pair in order.
 */

import { itemAt, required } from '../../../collections.js';
import type { AggregatedInformation } from './aggregated.js';
import { type MoneyUnit, type QuotedAmount, unitInText } from './amounts.js';
import { oneDate } from './dates.js';
import { actionOf, EMPTY_LOT, NIL, TRAILING_SUMMARY, type TransactionLot } from './lot.js';
import { isFreeCount, withoutHoldings } from './lot-clauses.js';
import { amountsOf, isProduct, isSamePrice, moneyOf, unitOfCurrency } from './lot-figures.js';
import { leadingNumber } from './numbered-items.js';
import { type UnheadedLine, withoutSummaries } from './unheaded-lines.js';

interface FoundFigure {
  amount: QuotedAmount | null;
  number: number | null;
  unit: MoneyUnit | null;
  label: string;
  words: string;
  above: string;
  /** The place of its line, and the line without its numbers. */
  line: number;
  pattern: string;
  /** The label of its cell and the words before it. */
  said: string;
  summary: boolean;
}

interface LineFigures {
  prices: FoundFigure[];
  volumes: FoundFigure[];
  /** Bare numbers without a word that says what they are. */
  ambiguous: FoundFigure[];
  totals: QuotedAmount[];
  date: string | null;
  currency: MoneyUnit | null;
}

/** What section 4d states. */
export type StatedFigures = Pick<AggregatedInformation, 'volume' | 'price'>;

/** @returns the lots, or the text of lines that hold no figure at all */
export function lotsOfLines(
  all: UnheadedLine[],
  labelUnit: MoneyUnit | null,
  stated: StatedFigures,
): TransactionLot[] | string {
  const statedVolume = stated.volume;
  const lines = withoutSummaries(all);
  const figures = figuresOf(lines, stated);
  takeCountsBelowPrices(figures);
  takeBareBlocks(figures, statedVolume);
  takeTotals(figures);
  assignAmbiguous(figures, statedVolume);
  keepStatedCount(figures, statedVolume);
  const { prices, volumes, ambiguous, totals, date, currency } = figures;
  const text = lines
    .map((line) => line.text)
    .join(' / ')
    .slice(0, 160);
  if (prices.length === 0 && volumes.length === 0 && ambiguous.length === 0) return text;
  const same = prices.length === 1 && volumes.length > 1 && shareOnePrice(figures, statedVolume);
  const paired = ambiguous.length === 0 && (prices.length === volumes.length || same);
  // `9,400 sold at £1.50, exercise price £1.00`: the exercise price is not that of the shares sold.
  const numbered = volumes.every((v, i) => v.number !== null && v.number === prices[i]?.number);
  const mixed = !numbered && OPTIONS.test(`${lines.map((line) => line.head).join(' / ')} / ${text}`);
  const options = volumes.length === 1 && volumes.every((v) => actionOf(v.said) === 'exercise');
  if (!paired || (mixed && !options))
    return [{ ...EMPTY_LOT, warnings: [`prices and volumes do not pair: ${text}`] }];
  return volumes.map((volume, i) => {
    const price = itemAt(prices, same ? 0 : i);
    const count =
      volume.amount === null || Number.isNaN(volume.amount.value) || volume.amount.isAmbiguousThousands
        ? null
        : volume.amount.value;
    const amount = price.amount !== null && Number.isNaN(price.amount.value) ? null : price.amount;
    return {
      ...EMPTY_LOT,
      number: volume.number ?? price.number,
      label: price.label || volume.label,
      words: [...new Set([price.words, volume.words])].join(' ').trim(),
      above: [...new Set([price.above, volume.above])].join(' ').trim(),
      action: mixed ? ('exercise' as const) : null,
      heading: mixed ? text : '',
      price: amount,
      isNil: price.amount === null,
      volume: count,
      headerUnit: unitOfCurrency(currency, amount) ?? price.unit ?? labelUnit,
      total: totals.length === volumes.length ? itemAt(totals, i) : null,
      date,
      isSummary: price.summary || volume.summary,
      warnings:
        count === null || (amount === null && price.amount !== null) ? ['a number could not be read'] : [],
    };
  });
}

/**
 * `Price(s)`, `Volume(s)`, then all prices and then all counts: the headings do not alternate. The prices have units, and
 * the whole numbers without one are as many.
 */
function takeCountsBelowPrices(figures: LineFigures): void {
  const { prices, volumes, ambiguous } = figures;
  if (prices.length === volumes.length || ambiguous.length > 0) return;
  const isPaid = ({ amount }: FoundFigure): boolean => amount === null || amount.unit !== null;
  const paid = prices.filter(isPaid);
  const counts = [...prices.filter((price) => !isPaid(price)), ...volumes].sort((a, b) => a.line - b.line);
  const whole = counts.every(({ amount }) => amount && !amount.isUnitUnknown && !amount.hasDecimals);
  const last = paid.at(-1);
  if (!whole || paid.length !== counts.length || !last || !counts.every(({ line }) => line > last.line))
    return;
  Object.assign(figures, { prices: paid, volumes: counts });
}

/**
 * The same without units: `125`, `130`, `10,000`, `20,000`. By turns 10,000 would be a price. Section 4d says whether the
 * last half are the counts; otherwise nothing is known.
 */
function takeBareBlocks(figures: LineFigures, statedVolume: number | null): void {
  const { prices, volumes } = figures;
  const all = [...prices, ...volumes].sort((a, b) => a.line - b.line);
  const first = all.slice(0, prices.length);
  const last = all.slice(prices.length);
  const isBare = all.every(({ amount }) => amount !== null && amount.unit === null && !amount.isUnitUnknown);
  if (!isBare || prices.length < 2 || prices.length !== volumes.length) return;
  if (spreadOf(prices) < 5 || spreadOf(first) > 2) return;
  const sum = last.reduce((total, { amount }) => total + (amount?.value ?? Number.NaN), 0);
  const unit = prices[0]?.unit ?? null;
  if (sum === statedVolume)
    Object.assign(figures, { prices: first.map((price) => ({ ...price, unit })), volumes: last });
  else Object.assign(figures, { prices: [], volumes: [], ambiguous: all });
}

/** How many times the smallest the largest is. */
function spreadOf(figures: FoundFigure[]): number {
  const sorted = figures.map(({ amount }) => amount?.value ?? Number.NaN).sort((a, b) => a - b);
  return itemAt(sorted, -1) / itemAt(sorted, 0);
}

const OPTIONS = /\b(?:exercise|option|strike) prices?\b|\boptions? exercised\b/i;

/** `10,000 shares sold at £1.25; 5,000 shares transferred`: section 4d says which of them the price is of. */
function keepStatedCount(figures: LineFigures, statedVolume: number | null): void {
  const [price, ...others] = figures.prices;
  const stated = figures.volumes.filter((v) => v.amount?.value === statedVolume && v.line === price?.line);
  if (others.length === 0 && stated.length === 1) figures.volumes = stated;
}

/** Far more than any announcement writes line by line. */
const LOTS_WITH_TOTALS_MAX = 100;

/** `£1.25`, `40,000 shares` and `£50,000` on separate lines: the product of the other two is what they cost. */
function takeTotals(figures: LineFigures): void {
  const { prices } = figures;
  const counts = [...figures.volumes, ...figures.ambiguous].map(({ amount }) => amount?.value ?? Number.NaN);
  // Each price is compared with each other one and each count.
  if (prices.length !== 2 * counts.length || counts.length > LOTS_WITH_TOTALS_MAX) return;
  const isTotal = ({ amount: total }: FoundFigure): boolean =>
    total !== null &&
    total.role === null &&
    prices.some(
      ({ amount: price }) =>
        price !== null &&
        price !== total &&
        counts.some((count) => count > 1 && isProduct(total, price, count)),
    );
  const totals = prices.filter(isTotal);
  if (totals.length !== counts.length) return;
  figures.prices = prices.filter((price) => !totals.includes(price));
  figures.totals.push(...totals.flatMap(({ amount }) => (amount === null ? [] : [amount])));
}

/**
 * One price may serve several counts where it is on another line and section 4d adds them up, or the same words are
 * next to each.
 */
function shareOnePrice({ prices, volumes }: LineFigures, statedVolume: number | null): boolean {
  const lines = new Set(volumes.map((v) => v.line));
  const apart = lines.size === volumes.length && !prices.some((p) => lines.has(p.line));
  const sum = volumes.reduce((total, v) => total + (v.amount?.value ?? Number.NaN), 0);
  return apart && (sum === statedVolume || new Set(volumes.map((v) => v.pattern)).size === 1);
}

function figuresOf(lines: UnheadedLine[], stated: StatedFigures): LineFigures {
  const read: LineFigures = {
    prices: [],
    volumes: [],
    ambiguous: [],
    totals: [],
    date: null,
    currency: null,
  };
  let above = '';
  for (const [at, line] of lines.entries()) {
    const { number, rest } = leadingNumber(line.text);
    if (line.role === 'date') read.date = oneDate(rest);
    if (line.role === 'unit') read.currency = unitInText(rest);
    const total = line.role === 'total' ? moneyOf(rest) : null;
    if (total !== null) read.totals.push(total.unit === null ? { ...total, unit: line.unit } : total);
    if (line.role !== null && line.role !== 'price' && line.role !== 'volume') continue;
    const nil = line.role !== 'volume' && NIL.test(rest.replace(/^\W*prices?(?:\(s\))?\W*/i, ''));
    const label = rest.replace(/[\d£$€].*$/, '').trim();
    const about = {
      number,
      unit: line.unit,
      label,
      words: rest,
      above: line.above || above,
      line: at,
      pattern: `${line.head} ${rest}`.toLowerCase().replace(/[\d.,]+/g, '#'),
      said: `${line.head} ${label}`,
      summary: line.isSum === true || TRAILING_SUMMARY.test(rest),
    };
    const figures = withoutRanges(amountsOf(withoutHoldings(rest)), rest, stated.volume);
    const free = line.role === null && isFreeCount(rest, figures);
    const amounts = nil && !free ? [] : figures;
    if (nil || free) read.prices.push({ ...about, amount: null });
    if (!nil && amounts.length === 0) above = rest || line.text;
    // The words before the first of several lots are not next to the others.
    if (amounts.filter(({ role }) => role !== 'total').length > 2)
      Object.assign(about, { label: '', words: '' });
    for (const amount of amounts) {
      const isStated = stated.price !== null && isSamePrice(amount, stated.price);
      if (amount.role === 'total' || (amount.mayBeTotal && line.role !== 'price' && !isStated)) continue;
      const own = amount.unit !== null || amount.isUnitUnknown ? 'price' : amount.role;
      const role = own ?? line.role;
      const list = role === 'price' ? read.prices : role === 'volume' ? read.volumes : read.ambiguous;
      list.push({ ...about, amount });
    }
  }
  return read;
}

/**
 * `£1.24-1.26`, `124p to 126p`: two ends of one price, which is unknown. `£1.25 - 40,000` writes the price and the
 * count: of two numbers set apart, the count has thousands, is the one of section 4d, or is too far from the price to
 * be its other end: `£1.25 - 500`.
 */
function withoutRanges(amounts: QuotedAmount[], text: string, statedVolume: number | null): QuotedAmount[] {
  const kept: QuotedAmount[] = [];
  for (const amount of amounts) {
    const before = kept.at(-1);
    const joint = before && jointOf(before, amount, text);
    const ends = before === undefined ? [] : [before, amount];
    const isBare = (end: QuotedAmount): boolean => end.unit === null && !end.isUnitUnknown;
    const bare = ends.find(isBare);
    const priced = ends.find((end) => !isBare(end));
    const thousands = (end?: QuotedAmount): boolean => end?.text.includes(',') === true;
    const isCount =
      bare?.role === 'volume' ||
      (bare !== undefined && bare.value === statedVolume) ||
      (/\s/.test(joint ?? '') &&
        ((thousands(bare) && !thousands(priced)) || (joint !== ' to ' && isFarFrom(bare, priced))));
    if (!joint || !priced || isCount || ends.some((end) => end.role === 'total')) kept.push(amount);
    else kept.splice(-1, 1, { ...priced, value: Number.NaN });
  }
  return kept;
}

/** The ends of a price are not five times apart; of `£1.24 - 126` the second may be in pence. */
function isFarFrom(count: QuotedAmount | undefined, price: QuotedAmount | undefined): boolean {
  if (!count || !price || count.hasDecimals || count.isAmbiguousThousands) return false;
  const times = count.value / price.value;
  const hundreds = price.unit?.per === 100 ? times * 100 : times / 100;
  return (times > 5 || times < 0.2) && (hundreds > 2 || hundreds < 0.5);
}

/** The dash or `to` between two amounts; null if something else is between them. */
function jointOf(first: QuotedAmount, second: QuotedAmount, text: string): string | null {
  const at = text.indexOf(first.text);
  const after = text.slice(at + first.text.length);
  const joint = /^(?:\s*[-–—]\s*|\s+to\s+)/.exec(after)?.[0] ?? null;
  return at >= 0 && joint !== null && after.slice(joint.length).startsWith(second.text) ? joint : null;
}

/** A share price is not a count: the remaining number is the count. */
function assignAmbiguous({ prices, volumes, ambiguous }: LineFigures, statedVolume: number | null): void {
  if (ambiguous.length > 0 && prices.length === 0 && volumes.length === ambiguous.length)
    prices.push(...ambiguous.splice(0));
  if (ambiguous.length > 0 && volumes.length === 0 && prices.length === ambiguous.length)
    volumes.push(...ambiguous.splice(0));
  if (ambiguous.length !== 2 || prices.length > 0 || volumes.length > 0) return;
  const counts = ambiguous.filter((f) => required(f.amount, 'amount').value === statedVolume);
  const whole = ambiguous.filter(
    (f) => !required(f.amount, 'amount').hasDecimals || required(f.amount, 'amount').isAmbiguousThousands,
  );
  const volume = counts.length === 1 ? counts[0] : whole.length === 1 ? whole[0] : undefined;
  if (volume === undefined) return;
  volumes.push(volume);
  prices.push(
    required(
      ambiguous.find((f) => f !== volume),
      'ambiguous',
    ),
  );
  ambiguous.length = 0;
}
