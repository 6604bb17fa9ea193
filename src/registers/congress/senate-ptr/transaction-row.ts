/** Parses one row of the table, nine cells, into one trade. Whatever the row does not say is left empty. */

import { itemAt } from '../../../collections.js';
import type { StockActOwner, StockActTrade, StockActType } from '../../../records/congress/stock-act.js';
import { withTickerWords } from '../../../records/ticker-words.js';
import { blocksOf, elementsWhere, type HtmlElement, linesOf, textOf } from '../../formats/html.js';
import { ParseError, type Warning } from '../../register.js';
import { parseStockActAmount } from '../stock-act-amounts.js';
import { isoDay } from './dates.js';
import { tickerWordsOfName } from './ticker-in-name.js';

const TYPES = new Set<string>([
  'Purchase',
  'Sale',
  'Sale (Full)',
  'Sale (Partial)',
  'Exchange',
] satisfies StockActType[]);
const OWNERS = new Set<string>(['Self', 'Spouse', 'Joint', 'Child'] satisfies StockActOwner[]);
const isOwner = (word: string): word is StockActOwner => OWNERS.has(word);
const isType = (word: string): word is StockActType => TYPES.has(word);
/** Seen in documents; '' before about 2015. Another word is kept and reported. */
const ASSET_TYPES = new Set([
  '',
  'Stock',
  'Stock Option',
  'Municipal Security',
  'Corporate Bond',
  'Non-Public Stock',
  'Other Securities',
  // In place of `Other Securities` on pages fetched in 2026, of reports of 2019 too.
  'Other',
]);
/** `ACME`, `BRK.B`, `DD-PA`, `^MWE`. Another form is kept and reported. */
const TICKER = /^\^?[A-Z]{1,5}(?:[.-][A-Z]{1,2})?$/;
const EMPTY_CELL = '--';

/**
 * `cells` are the nine cells in order. An unknown owner or type costs its field: the counts of the page say whether a row was lost.
 *
 * @throws ParseError for an unknown amount or date.
 */
export function readRow(
  cells: HtmlElement[],
  row: number,
  where: string,
): { trade: StockActTrade; warnings: Warning[] } {
  // Long: one field of the record after the other, each next to its warning.
  const [, date, owner, ticker, asset, assetType, typeCell, amount, comment] = cells as [
    HtmlElement,
    HtmlElement,
    HtmlElement,
    HtmlElement,
    HtmlElement,
    HtmlElement,
    HtmlElement,
    HtmlElement,
    HtmlElement,
  ];
  const words = {
    owner: textOf(owner),
    assetType: blankIfEmpty(textOf(assetType)),
    type: textOf(typeCell),
    amount: textOf(amount),
  };
  const transactionDate = isoDay(textOf(date));
  if (transactionDate === null) throw new ParseError(`${where}: no transaction date: ${textOf(date)}`);
  const bounds = parseStockActAmount(words.amount);
  if (bounds === null) throw new ParseError(`${where}: unknown amount: ${words.amount}`);
  const { names, details } = readAsset(asset, where);
  const warnings: Warning[] = [];
  const type = isType(words.type) ? words.type : '';
  const warn = (kind: string, detail: string) => warnings.push({ kind, detail: detail.slice(0, 300), where });
  if (!isOwner(words.owner)) warn('unknown-owner', words.owner);
  if (type === '') warn('unknown-type', words.type);
  const sides = readSides(type, names, linesOf(blocksOf(ticker)).map(blankIfEmpty), where);
  const isNamed = sides.ticker === '' && sides.received === null && type !== 'Exchange';
  const tickerWords = isNamed ? tickerWordsOfName(sides.assetDescription, words.assetType) : '';
  if (!ASSET_TYPES.has(words.assetType)) warn('unknown-asset-type', words.assetType);
  for (const ticker of [sides.ticker, sides.received?.ticker ?? ''])
    if (ticker !== '' && !TICKER.test(ticker)) warn('unknown-ticker-form', ticker.slice(0, 100));
  const trade: StockActTrade = {
    row,
    rowId: null,
    filingStatus: null,
    owner: isOwner(words.owner) ? words.owner : 'Other',
    ownerFiled: words.owner,
    ...sides,
    ...withTickerWords(tickerWords),
    assetType: words.assetType,
    assetTypeCode: null,
    type,
    ...(type === '' ? { typeFiled: words.type } : {}),
    transactionDate,
    notificationDate: null,
    amountLabel: words.amount,
    amountMin: bounds.min,
    amountMax: bounds.max,
    amountMid: bounds.mid,
    subholding: null,
    location: null,
    description: details.length === 0 ? null : details.join('; '),
    comments: blankIfEmpty(textOf(comment)) || null,
  };
  return { trade, warnings };
}

/** The name, one line or the two of an exchange, and the details in small print below it. */
function readAsset(cell: HtmlElement, where: string): { names: string[]; details: string[] } {
  const small = elementsWhere(cell, isSmallPrint);
  const names = linesOf(
    blocksOf({
      ...cell,
      children: cell.children.filter((child) => child.kind === 'text' || !isSmallPrint(child)),
    }),
  );
  if (names.every((name) => blankIfEmpty(name) === '')) throw new ParseError(`${where}: no asset name`);
  return { names, details: small.flatMap((element) => linesOf(blocksOf(element))) };
}

const isSmallPrint = ({ tag, attributes }: HtmlElement) =>
  tag === 'div' && /\btext-muted\b/.test(attributes.class ?? '');

/** An exchange names what was given up, then what was received; each has its own ticker line. */
function readSides(
  type: string,
  names: string[],
  tickers: string[],
  where: string,
): Pick<StockActTrade, 'ticker' | 'assetDescription' | 'received'> {
  const marks = names.map((name) => /\((Exchanged|Received)\)$/.exec(name)?.[1]);
  if ((type === 'Exchange' || type === '') && names.length === 2 && marks.join() === 'Exchanged,Received') {
    if (tickers.length > 2) throw new ParseError(`${where}: ${tickers.length} tickers in an exchange`);
    return {
      ticker: tickers[0] ?? '',
      assetDescription: itemAt(names, 0),
      received: { ticker: tickers[1] ?? '', assetDescription: itemAt(names, 1) },
    };
  }
  if (marks.some((mark) => mark !== undefined))
    throw new ParseError(`${where}: an exchange of another form: ${names.join(' | ')}`);
  if (tickers.length > 1) throw new ParseError(`${where}: ${tickers.length} tickers for one asset`);
  return { ticker: tickers[0] ?? '', assetDescription: names.join(' '), received: null };
}

function blankIfEmpty(text: string): string {
  return text === EMPTY_CELL ? '' : text;
}
