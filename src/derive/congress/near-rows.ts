/** How near a changed row of a House report is to an earlier row of the member: the same asset, and few other facts that differ. */

import { tickerBase } from '../../../tools/contract/ticker.js';
import { daysBetween } from '../../dates.js';
import type { StockActTrade } from '../../records/congress/stock-act.js';
import type { ReportedTrade } from '../../records/derived-rows.js';
import type { Likeness } from '../corrections.js';
import { normaliseText } from './repeated-reports.js';

/** Filers correct one fact mostly, and the texts beside it: of 343 real rows each had one other owner, asset code, type or day at most. */
const ONE_FACT = 1;
/** A bracket identifies a trade less than its other facts do. */
const BRACKET = 0.5;
/** Another description or account. */
const TEXTS = 0.25;
/** A row that may repeat an earlier one is meant less than that one. */
const REPEAT = 0.125;
export const FARTHEST = ONE_FACT + TEXTS + REPEAT;
/** A deleted row is repeated as it was filed. */
export const FARTHEST_DELETED = TEXTS + REPEAT;
/** Another day is a typing error: near, or of another year. */
const DAYS_APART = 62;

/** What is known beside two rows. */
interface Beside {
  /** Whether a row may repeat an earlier one. */
  isRepeat(trade: StockActTrade): boolean;
  /** Whether the row that is meant may be of a report that could not be read. */
  mayBeUnread(correction: StockActTrade): boolean;
}

export const rowLikeness = ({ isRepeat, mayBeUnread }: Beside): Likeness<ReportedTrade> => ({
  distance: (correction, earlier) => {
    if (isOtherNumber(correction.trade, earlier.trade)) return null;
    const [changed, filed] = [correction.trade, earlier.trade];
    const asset = assetDistance(changed, filed);
    const isSameDay = changed.transactionDate === filed.transactionDate;
    if (asset === null || (!isSameDay && !canBeItsDay(changed.transactionDate, earlier))) return null;
    const isSameBracket = changed.amountLabel === filed.amountLabel;
    const facts =
      asset +
      [
        changed.ownerFiled === filed.ownerFiled,
        changed.type === filed.type,
        isSameDay,
        changed.assetTypeCode === filed.assetTypeCode,
      ].filter((isSame) => !isSame).length;
    if (facts > 1 || (facts === 1 && !isSameBracket)) return null;
    if ((facts === 1 || !isSameBracket) && mayBeUnread(changed)) return null;
    return (
      facts * ONE_FACT +
      (isSameBracket ? 0 : BRACKET) +
      (textsOf(changed) === textsOf(filed) ? 0 : TEXTS) +
      (isRepeat(filed) ? REPEAT : 0)
    );
  },
  contentOf: ({ trade }) =>
    JSON.stringify([
      trade.ownerFiled,
      normaliseText(trade.assetDescription),
      trade.type,
      trade.transactionDate,
      trade.amountLabel,
      textsOf(trade),
    ]),
  documentOf: ({ report }) => report,
});

/** A report has no trade that was made after it. */
function canBeItsDay(day: string, { report, trade }: ReportedTrade): boolean {
  const isOtherYear = day.slice(5) === trade.transactionDate.slice(5);
  return (
    report.disclosureDate >= day &&
    (isOtherYear || Math.abs(daysBetween(trade.transactionDate, day)) <= DAYS_APART)
  );
}

/** A number is that of one row. */
const isOtherNumber = ({ rowId }: StockActTrade, other: StockActTrade): boolean =>
  rowId !== null && other.rowId !== null && rowId !== other.rowId;

const textsOf = ({ description, subholding }: StockActTrade): string =>
  JSON.stringify([normaliseText(description ?? ''), normaliseText(subholding ?? '')]);

/** Keys of which rows about one asset have one in common. */
export function assetKeys(trade: StockActTrade): string[] {
  const [first = ''] = wordsOf(trade).split(' ');
  return [...(trade.ticker === '' ? [] : [`$${tickerBase(trade.ticker)}`]), first];
}

/** 0 for the same name, or a shorter and a longer one; 1 if only the symbol is the same, or only the name. */
function assetDistance(one: StockActTrade, other: StockActTrade): number | null {
  const [words, otherWords] = [` ${wordsOf(one)} `, ` ${wordsOf(other)} `];
  const isSameName = words === otherWords;
  const isSymbolKnown = one.ticker !== '' && other.ticker !== '';
  const isSameSymbol = isSymbolKnown && one.ticker.toUpperCase() === other.ticker.toUpperCase();
  if (isSameSymbol || (isSymbolKnown && isSameName))
    return isSameSymbol && (isSameName || words.includes(otherWords) || otherWords.includes(words)) ? 0 : 1;
  if (isSymbolKnown) return null;
  return words.includes(otherWords) || otherWords.includes(words) ? 0 : null;
}

const words = new WeakMap<StockActTrade, string>();

/** The name of the asset in small letters, without its symbol and code in brackets. Each trade is compared with many. */
function wordsOf(trade: StockActTrade): string {
  const known = words.get(trade);
  if (known !== undefined) return known;
  const { assetDescription, ticker, assetTypeCode } = trade;
  const found = normaliseText(assetDescription)
    .replaceAll(`[${(assetTypeCode ?? '').toLowerCase()}]`, ' ')
    .replaceAll(`(${ticker.toLowerCase()})`, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  words.set(trade, found);
  return found;
}
