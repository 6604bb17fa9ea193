/** Which figures of a notice cannot be right. They are kept as filed, and nothing is derived from them. */

import { itemAt } from '../../../collections.js';
import type { NoticeDoubt, PastSale, SecurityToSell } from '../../../records/form144/form144.js';
import { tidy } from '../../edgar/values.js';

/** No share costs more. */
const MAX_PRICE = 1_000_000;
const MAX_DAYS_TO_SALE = 366;
const DAY_MS = 86_400_000;
/** No price moves by more within three months. */
const MAX_MOVE = 20;
/** How near the price must be if shares and value are taken for each other. */
const NEAR = 2;

/** USD. A share below it leaves these exchanges: the value is of fewer shares. Others trade such shares. */
const LEAST_LISTED_PRICE = 0.05;
const LISTING_EXCHANGE =
  /^(?!.*\b(?:otc\w*|over[- ]the[- ]counter|bulletin|pink)).*(?:nasd|nyse|new york|amex|xnas|xnys)/i;

type BlockToSell = Omit<SecurityToSell, 'implausible'>;

interface NoticeContext {
  filedDate: string;
  /** Titles of all blocks of the notice. */
  titles: ReadonlyArray<string>;
  past: readonly PastSale[];
}

export function doubtsOf(block: BlockToSell, context: NoticeContext): NoticeDoubt[] {
  const { approxSaleDate: day } = block;
  const doubts: NoticeDoubt[] = [];
  if (isMoreThanOutstanding(block)) doubts.push('more-shares-than-outstanding');
  const value = valueDoubt(block, context);
  if (value !== null) doubts.push(value);
  const { filedDate } = context;
  if (day !== null && Math.abs(Date.parse(day) - Date.parse(filedDate)) > MAX_DAYS_TO_SALE * DAY_MS)
    doubts.push('date-far-from-filing');
  return doubts;
}

function isMoreThanOutstanding({ shares, sharesOutstanding: outstanding }: BlockToSell): boolean {
  // Zero is what brokers type when they do not know.
  return shares !== null && outstanding !== null && outstanding > 0 && shares > outstanding;
}

/** Some type the price of one share as the value of all, or the value as the number of shares. */
function valueDoubt(block: BlockToSell, context: NoticeContext): NoticeDoubt | null {
  const { shares, marketValue: value } = block;
  if (!shares || value === null) return null;
  if (value / shares > MAX_PRICE) return 'price-above-any-share';
  if (value === 0) return 'value-not-of-all-shares';
  const known = pastPrice(block, context);
  if (known === null) return isBelowListing(block, value / shares) ? 'value-not-of-all-shares' : null;
  const ratio = value / shares / known;
  if (ratio <= MAX_MOVE && ratio >= 1 / MAX_MOVE) return null;
  const swapped = shares / value / known;
  return swapped <= NEAR && swapped >= 1 / NEAR ? 'shares-and-value-swapped' : 'value-not-of-all-shares';
}

/** Only of shares: a listed warrant or right may be worth less. A wrong number of shares says nothing of the value. */
function isBelowListing(block: BlockToSell, price: number): boolean {
  const { title, exchange } = block;
  const isShare = kindOf(title) === '' && !/\b(?:rights?|options?)\b/i.test(title);
  return (
    isShare &&
    !isMoreThanOutstanding(block) &&
    price < LEAST_LISTED_PRICE &&
    LISTING_EXCHANGE.test(exchange ?? '')
  );
}

/** The middle price of the sales of the three months before, which the notice states of this class; null without any. */
function pastPrice(block: BlockToSell, { titles, past }: NoticeContext): number | null {
  const { title, shares, marketValue } = block;
  const word = (text: string) => tidy(text)?.toLowerCase() ?? '';
  const isOneClass =
    new Set(titles.map(word)).size === 1 && new Set(past.map((sale) => word(sale.title))).size === 1;
  const price = shares && marketValue !== null ? marketValue / shares : 0;
  const prices = past
    .filter((sale) => (isOneClass ? kindOf(sale.title) === kindOf(title) : word(sale.title) === word(title)))
    .filter((sale) => !isPriceAsProceeds(sale, price) && !isWrongSale(sale, price, block))
    .flatMap((sale) => (sale.shares && sale.grossProceeds ? [sale.grossProceeds / sale.shares] : []))
    .sort((a, b) => a - b);
  return prices.length === 0 ? null : itemAt(prices, Math.floor(prices.length / 2));
}

/** `Common` and `Class A Common Stock` may be one class in two spellings; an ADS and an ordinary share are not. */
function kindOf(title: string): string {
  const found = /\b(?:ad[rs]s?|depositar(?:y|ies)|warrants?|prefer\w*|notes?)\b/i.exec(title);
  return found?.[0].slice(0, 2).toLowerCase().replace('de', 'ad') ?? '';
}

/** Some type the price of one share as the proceeds of all: then the proceeds are wrong, and not the value. */
function isPriceAsProceeds({ shares, grossProceeds }: PastSale, price: number): boolean {
  if (!shares || shares <= MAX_MOVE || !grossProceeds || price === 0) return false;
  return grossProceeds / price <= NEAR && grossProceeds / price >= 1 / NEAR;
}

/**
 * A sale below any listed share, or one that gives the price of the notice if its figures are exchanged and is below a dollar
 * as stated: of a listed share the other price is right.
 */
function isWrongSale({ shares, grossProceeds }: PastSale, price: number, block: BlockToSell): boolean {
  if (!shares || !grossProceeds) return false;
  if (isBelowListing(block, grossProceeds / shares)) return true;
  const exchanged = shares / grossProceeds / (price || Number.POSITIVE_INFINITY);
  const isExchanged = exchanged <= NEAR && exchanged >= 1 / NEAR;
  return isExchanged && grossProceeds < shares && LISTING_EXCHANGE.test(block.exchange ?? '');
}
