/** Numbered rows as printed in, transactions and headings out. Nothing is filled in: a blank cell stays null. */

import { required } from '../../../collections.js';
import type { Oge278THeading, Oge278TTransaction } from '../../../records/portfolios/oge-278t.js';
import type { Warning } from '../../register.js';
import { readBracket } from './brackets.js';
import type { Oge278TRow } from './layout.js';

/** The STOCK Act asked for these reports from its own day on. */
const FIRST_TRANSACTIONS = '2012-04-04';
const TYPES = ['Purchase', 'Sale', 'Exchange'] as const;
/** `Line is intentionally left blank`, in whatever order and with or without a dash. */
const BLANK = /^(?=.*\bleft\b)(?=.*\bblank\b)[\w ,.'-]{0,60}$/i;
/** Bracketed words at the end that say what a thing is, not under which symbol it trades. */
const SECURITY_KINDS = new Set(['ADR', 'ADS', 'ETF', 'ETN', 'REIT', 'LP', 'LLC', 'IRA', 'USD']);

export interface ParsedRows {
  transactions: Oge278TTransaction[];
  headings: Oge278THeading[];
}

/** @param filedBy the last day on which a true transaction date can lie, YYYY-MM-DD. */
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
      headingAbove = isBlank ? null : description;
      read.headings.push({ number, description, isBlank, hasEndnote, notifiedLate });
      continue;
    }
    read.transactions.push({
      number,
      description,
      ticker: tickerOf(description),
      type: typeOf(type, warn),
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

const TICKER = '([A-Z]{1,5}(?:[./-][A-Z]{1,2})?)';
/** `(ABC)`, `(BRK.B)` or `(NYSE: ABC)` at the very end. */
const AT_END = new RegExp(`\\((?:[A-Za-z]+: ?)?${TICKER}\\)$`);
/** The symbol first and its name in brackets: `SPY (S&P 500 SPDR ETF)`. */
const BEFORE_NAME = new RegExp(`^${TICKER} \\(([^()]+)\\)$`);
/** Words of which a name has one where the brackets hold a security; `LLC (managed by X)` has none. */
const OF_A_SECURITY =
  /\b(?:ETF|Fund|Trust|Index|SPDR|iShares|Vanguard|Shares|Class|Portfolio|Inc|Corp|Corporation|Company|Co|Ltd|Plc|ADR|Holdings|Group)\b/i;
/** Five letters that end in X are a mutual fund's symbol and no word. */
const FUND_SYMBOL = /^[A-Z]{4}X$/;
/** Behind the symbol: terms of an option, or what kind of a security it is. */
const REMARK =
  /\s*\((?=[^()]*(?:\boptions?\b|\bcalls?\b|\bputs?\b|\bstrike\b)|(?:ADR|ADS|ETF|ETN|REIT)\))[^()]*\)$/i;

function tickerOf(description: string): string | null {
  const atEnd = bracketed(description) ?? bracketed(description.replace(REMARK, ''));
  if (atEnd !== null) return atEnd;
  const [, symbol, name] = BEFORE_NAME.exec(description) ?? [];
  if (symbol === undefined || SECURITY_KINDS.has(symbol)) return null;
  return FUND_SYMBOL.test(symbol) || OF_A_SECURITY.test(required(name, 'name')) ? symbol : null;
}

function bracketed(text: string): string | null {
  const ticker = AT_END.exec(text)?.[1];
  return ticker === undefined || SECURITY_KINDS.has(ticker) ? null : ticker;
}

function typeOf(text: string, warn: AddOgeWarning): Oge278TTransaction['type'] {
  const type = TYPES.find((one) => one === text);
  if (text === '') warn('blank-cell', 'type');
  else if (type === undefined) warn('unknown-type', text);
  return type ?? null;
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

/** MM/DD/YYYY as YYYY-MM-DD; null for anything that is no day of the calendar. */
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
