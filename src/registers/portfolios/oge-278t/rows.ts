/**
 * Turns numbered rows as printed into transactions and headings. Nothing is filled in: a blank cell is null.
 */

import { required } from '../../../collections.js';
import type { Oge278THeading, Oge278TTransaction } from '../../../records/portfolios/oge-278t.js';
import { joinTickerWords, withTickerWords } from '../../../records/ticker-words.js';
import { isDebt } from '../../debt-securities.js';
import type { Warning } from '../../register.js';
import { wordsInBrackets } from '../../words-in-brackets.js';
import { readBracket } from './brackets.js';
import type { Oge278TRow } from './layout.js';

/** The STOCK Act requires these reports from its enactment on. */
const FIRST_TRANSACTIONS = '2012-04-04';
const TYPES = ['Purchase', 'Sale', 'Exchange'] as const;
/** A typed type can say how much of the holding was sold. */
const PART_SOLD = /^(sale) ?\((?:partial|full)\)$/i;
/** `Line is intentionally left blank`, in any order and with or without a dash. */
const BLANK = /^(?=.*\bleft\b)(?=.*\bblank\b)[\w ,.'-]{0,60}$/i;

export interface ParsedRows {
  transactions: Oge278TTransaction[];
  headings: Oge278THeading[];
}

/** @param filedBy the latest possible transaction date, YYYY-MM-DD. */
export function readRows(
  rows: readonly Oge278TRow[],
  filedBy: string,
  where: string,
  warnings: Warning[],
): ParsedRows {
  const read: ParsedRows = { transactions: [], headings: [] };
  let headingAbove: string | null = null;
  for (const row of rows) {
    const at = `${where} #${row.number}`;
    const warn = (kind: string, detail: string) => warnings.push({ kind, detail, where: at });
    const { number, hasEndnote } = row;
    const { description, type, date, amount } = row.cells;
    const notifiedLate = yesOrNo(row.cells.notified, warn);
    if (type === '' && date === '' && amount === '') {
      const isBlank = description === '' || BLANK.test(description);
      // Perhaps a trade without any of its facts: no account has a ticker.
      if (tickerWordsOf(description) !== '') warn('heading-with-ticker', description);
      headingAbove = isBlank ? null : description;
      read.headings.push({ number, description, isBlank, hasEndnote, notifiedLate });
      continue;
    }
    read.transactions.push({
      number,
      description,
      ticker: null,
      ...withTickerWords(tickerWordsOf(description)),
      ...typeOf(type, warn),
      ...dateOf(date, filedBy, warn),
      notifiedLate,
      ...bracketOf(amount, warn),
      hasEndnote,
      headingAbove,
    });
  }
  return read;
}

type AddOgeWarning = (kind: string, detail: string) => void;

/** The symbol first and its name in brackets: `SPY (S&P 500 SPDR ETF)`. */
const BEFORE_NAME = /^([A-Z]{1,5}(?:[./-][A-Z]{1,2})?) \(([^()]+)\)$/;
/** A name contains one of these words if the brackets hold a security; `LLC (managed by X)` has none. */
const OF_A_SECURITY =
  /\b(?:ETF|Fund|Trust|Index|SPDR|iShares|Vanguard|Shares|Class|Portfolio|Inc|Corp|Corporation|Company|Co|Ltd|Plc|ADR|Holdings|Group)\b/i;
/** Five letters that end in X are a mutual fund's symbol, not a word. */
const FUND_SYMBOL = /^[A-Z]{4}X$/;
/** The terms of an option after the symbol. */
const OPTION_TERMS = /\s*\((?=[^()]*\b(?:options?|calls?|puts?|strike)\b)[^()]*\)$/i;
function tickerWordsOf(description: string): string {
  if (isDebt(description)) return '';
  const atEnd = wordsInBrackets(description.replace(OPTION_TERMS, ''));
  if (atEnd !== '') return atEnd;
  const [, symbol, name] = BEFORE_NAME.exec(description) ?? [];
  if (symbol === undefined || name === undefined) return '';
  return FUND_SYMBOL.test(symbol) || OF_A_SECURITY.test(name) ? joinTickerWords([symbol]) : '';
}

function typeOf(text: string, warn: AddOgeWarning): Pick<Oge278TTransaction, 'type' | 'typeFiled'> {
  const word = text.replace(PART_SOLD, '$1').toLowerCase();
  const type = TYPES.find((one) => one.toLowerCase() === word);
  if (text === '') warn('blank-cell', 'type');
  else if (type === undefined) warn('unknown-type', text);
  return { type: type ?? null, ...(type === undefined && text !== '' ? { typeFiled: text } : {}) };
}

function dateOf(
  text: string,
  filedBy: string,
  warn: AddOgeWarning,
): Pick<Oge278TTransaction, 'transactionDate' | 'dateFiled' | 'isDateDoubtful'> {
  const transactionDate = calendarDate(text);
  if (text === '') warn('blank-cell', 'date');
  else if (transactionDate === null) warn('unreadable-date', text);
  const isDateDoubtful =
    transactionDate !== null && (transactionDate > filedBy || transactionDate < FIRST_TRANSACTIONS);
  if (isDateDoubtful) warn('date-doubtful', text);
  return { transactionDate, dateFiled: text, isDateDoubtful };
}

/** MM/DD/YYYY as YYYY-MM-DD; null for anything that is not a calendar day. */
export function calendarDate(text: string): string | null {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
  if (year === undefined) return null;
  const date = `${year}-${required(month, 'month').padStart(2, '0')}-${required(day, 'day').padStart(2, '0')}`;
  const time = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date) ? date : null;
}

function yesOrNo(text: string, warn: AddOgeWarning): boolean | null {
  if (text === 'Yes' || text === 'No') return text === 'Yes';
  warn(text === '' ? 'blank-cell' : 'unknown-notification', text === '' ? 'notification' : text);
  return null;
}

function bracketOf(
  label: string,
  warn: AddOgeWarning,
): Pick<Oge278TTransaction, 'valueLabel' | 'valueLow' | 'valueHigh'> {
  const bracket = label === '' ? null : readBracket(label);
  if (label === '') warn('blank-cell', 'amount');
  else if (bracket === null) warn('unknown-amount', label);
  return { valueLabel: label || null, valueLow: bracket?.low ?? null, valueHigh: bracket?.high ?? null };
}
