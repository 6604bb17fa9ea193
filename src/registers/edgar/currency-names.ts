/** Finds the names of currencies in a text, and writes one sign for all of them. */

import {
  CODES,
  COUNTRIES,
  DOLLAR_CODES,
  DOLLAR_LETTERS,
  SIGNS,
  UNITS,
  UNITS_TOO,
  WORDS_TOO,
} from './currency-words.js';

/** What `withSigns` writes for every currency other than the US dollar. */
export const OTHER = '¤';
/** And for every name of the US dollar; the sign of an amount remains. */
export const US_DOLLARS = 'US$';

/** A word, a number, or one other character. */
const TOKEN = /[\p{L}][\p{L}.]*(?<!\.)|\.?\d[\d,.]*(?<![.,])|[^\s]/gu;

interface Token {
  text: string;
  at: number;
}

const isNumber = (token: Token | undefined): boolean =>
  token !== undefined && token.text !== ',' && Number.isFinite(Number(token.text.replaceAll(',', '')));
const lower = (token: Token | undefined): string => token?.text.toLowerCase() ?? '';
/** "Capital", not "CAPITAL". */
const isName = (token: Token | undefined): boolean =>
  token !== undefined &&
  token.text !== lower(token) &&
  token.text.slice(1) === lower(token).slice(1) &&
  token.text.length > 1;
/** Without a blank between. */
const isNext = (one: Token | undefined, two: Token | undefined): boolean =>
  one !== undefined && two !== undefined && one.at + one.text.length === two.at;
/** Behind a currency, with a capital too; another such word is part of the name of a company. */
const OF_PRICE = new Set(['per', 'price', 'share', 'equivalent', 'dollar', 'dollars']);
/** Behind a code: it is of money. */
const OF_MONEY = new Set(['per', 'loan', 'loans', 'bonds', 'notes', 'denominated', 'price', ',', '-']);
const US = new Set(['us', 'u.s', 'usd', 'american']);
const JOINS = new Set(['new', '&', 'and']);
const LINKS = new Set(['in', 'into', 'to', 'from', 'is', 'are', 'reflects', '(', ':', 'or']);

/** With which a name begins, in small letters. */
const BEGINS: ReadonlySet<string> = new Set(
  [CODES, COUNTRIES, DOLLAR_LETTERS, SIGNS, UNITS, UNITS_TOO, US, JOINS, ['united', '$']].flatMap((words) =>
    [...words].map((word) => word.toLowerCase()),
  ),
);

/** The text with ¤ for each other currency, and US$ for each name of the US dollar: "in ¤", "¤ 250", "US$ 12.00". */
export function withSigns(text: string): string {
  const tokens = [...text.matchAll(TOKEN)].map((match): Token => ({ text: match[0], at: match.index }));
  const isShouted = !/[a-z]{3}/.test(text);
  let plain = '';
  let end = 0;
  for (let i = 0; i < tokens.length; i += 1) {
    if (!BEGINS.has(lower(tokens[i]))) continue;
    const found = dollarsAt(tokens, i) ?? otherAt(tokens, i, isShouted);
    const [first, last] = [tokens[i], tokens[i + (found?.length ?? 1) - 1]];
    if (found === null || first === undefined || last === undefined) continue;
    plain += text.slice(end, first.at) + found.sign;
    end = last.at + last.text.length;
    i += found.length - 1;
  }
  return plain + text.slice(end);
}

interface CurrencyName {
  sign: string;
  /** How many tokens name it. */
  length: number;
}

/** "US$", "U.S. dollars", "USD $", "United States dollars"; "not in U.S. dollars" is another one. */
function dollarsAt(tokens: readonly Token[], i: number): CurrencyName | null {
  const rest = tokens.slice(i, i + 4).map(lower);
  const name = US.has(rest[0] ?? '') ? 1 : rest[0] === 'united' && rest[1] === 'states' ? 2 : 0;
  if (name === 0) return null;
  const length = rest[name] === '.' ? name + 1 : name;
  const unit = rest[length] ?? '';
  const [earlier, before] = [lower(tokens[i - 2]), lower(tokens[i - 1])];
  const sign =
    (earlier === 'not' && before === 'in') || (earlier === 'non' && before === '-') ? OTHER : US_DOLLARS;
  if (['dollar', 'dollars', 'currency', '$'].includes(unit)) return { sign, length: length + 1 };
  return rest[0] === 'usd' || ['equivalent', 'value'].includes(unit)
    ? { sign, length: rest[0] === 'usd' ? 1 : length }
    : null;
}

function otherAt(tokens: readonly Token[], i: number, isShouted: boolean): CurrencyName | null {
  const token = tokens[i];
  if (token === undefined) return null;
  return signAt(tokens, i) ?? codeAt(tokens, i, isShouted) ?? nameAt(tokens, i);
}

/** "£", "C$", "HK$", "$CAD 14", "Rs. 1,450", "R180.50", "835p". */
function signAt(tokens: readonly Token[], i: number): CurrencyName | null {
  const [token, next, third] = tokens.slice(i);
  const [before, earlier] = [tokens[i - 1], tokens[i - 2]];
  if (token === undefined) return null;
  const dot = next?.text === '.' ? 1 : 0;
  const behind = tokens[i + 1 + dot];
  if (behind?.text === '$' && DOLLAR_LETTERS.has(token.text)) {
    const isWhole = isNext(token, next) && (dot === 0 || isNext(next, behind));
    return isWhole || DOLLAR_CODES.has(token.text) ? { sign: OTHER, length: 2 + dot } : null;
  }
  if (token.text === '$' && isNext(token, next) && isNumber(third) && DOLLAR_LETTERS.has(next?.text ?? ''))
    return { sign: OTHER, length: 2 };
  if (!SIGNS.has(token.text)) return null;
  if (token.text === lower(token) && token.text === token.text.toUpperCase())
    return { sign: OTHER, length: 1 };
  // "R250.00"; not "Series R 250".
  const isBefore = isNumber(behind) && (token.text.length > 1 || behind?.text.includes('.'));
  const isBehind = isNumber(before) && (token.text === 'kr' || (token.text === 'p' && isNext(before, token)));
  // "3:30p" and "3:59p.m." are times.
  if (isBehind && earlier?.text !== ':') return { sign: OTHER, length: 1 };
  return isBefore ? { sign: OTHER, length: 1 + dot } : null;
}

/** "CAD 14.20", "in SEK", "(MXN)"; not the ticker or the company of that name. */
function codeAt(tokens: readonly Token[], i: number, isShouted: boolean): CurrencyName | null {
  const [token, next, third] = tokens.slice(i);
  if (token === undefined || !CODES.has(token.text)) return null;
  const before = tokens[i - 1];
  const dot = next?.text === '.' ? 1 : 0;
  const isBefore = isNumber(tokens[i + 1 + dot]);
  const isDollar = next?.text === '$';
  const found = { sign: OTHER, length: 1 + (isBefore ? dot : isDollar ? 1 : 0) };
  if (isNumber(before) || isBefore || (isDollar && isNumber(third)))
    return isShouted && WORDS_TOO.has(token.text) ? null : found;
  if (WORDS_TOO.has(token.text) || (isName(next) && !OF_PRICE.has(lower(next)))) return null;
  return before === undefined || LINKS.has(lower(before)) || OF_MONEY.has(lower(next)) ? found : null;
}

/** "Canadian dollars", "euros", "in rand"; not "Sterling Bancorp", "Mr. Yuan" or "the Yen Family Trust". */
function nameAt(tokens: readonly Token[], i: number): CurrencyName | null {
  const rest = tokens.slice(i, i + 5).map(lower);
  const isPart = (word: string) => COUNTRIES.has(word) || JOINS.has(word);
  const countries = rest.findIndex((word) => !isPart(word));
  const unit = rest[countries] ?? '';
  const hasCountry = rest.slice(0, Math.max(0, countries)).some((word) => COUNTRIES.has(word));
  if (!UNITS.has(unit) && !UNITS_TOO.has(unit)) return canadianAt(tokens, i);
  if (countries > 0 && !hasCountry) return null;
  const [before, name, behind] = [tokens[i - 1], tokens[i + countries], tokens[i + countries + 1]];
  const isOfCompany = isName(name) && isName(behind) && !OF_PRICE.has(lower(behind));
  const isOfPerson = countries === 0 && isName(name) && (isName(before) || before?.text === '.');
  const isJoined = behind?.text === '-' && isName(tokens[i + countries + 2]);
  if (isOfCompany || isOfPerson || isJoined) return null;
  const isBeside = isNumber(before) || isNumber(behind) || ['in', 'into'].includes(lower(before));
  const isAlone = before === undefined && ['', 'per', '.'].includes(lower(behind));
  const isOther = UNITS_TOO.has(unit) && behind?.text === 'of';
  const isUnit = (isBeside || isAlone) && !isOther && unit !== 'dollars' && unit !== 'dollar';
  if (!hasCountry && !isUnit && !UNITS.has(unit)) return null;
  const more = ['sterling', '$'].includes(lower(behind)) ? 1 : 0;
  return { sign: OTHER, length: countries + 1 + more };
}

/** "$14.20 Canadian", "$14.20 (Canadian)", "dollars Canadian". */
function canadianAt(tokens: readonly Token[], i: number): CurrencyName | null {
  const [token, next] = tokens.slice(i);
  const before = tokens[i - 1]?.text === '(' ? tokens[i - 2] : tokens[i - 1];
  if (!['canadian', 'australian'].includes(lower(token))) return null;
  if (!['', '.', ',', ';', ')', 'funds'].includes(lower(next))) return null;
  return isNumber(before) || ['dollars', 'in'].includes(lower(before)) ? { sign: OTHER, length: 1 } : null;
}
