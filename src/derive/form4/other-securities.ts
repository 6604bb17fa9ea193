/**
 * Finds rows of another security than the one of the issuer's symbol. A note is none. Insiders of foreign issuers have filed
 * since March 2026, many of them for the ordinary shares that are traded in the home market: the symbol
 * belongs to the depositary shares, and one of those is several ordinary shares, or a fraction of one.
 */

import type { FilingHead } from '../../records/derived-rows.js';
import { isNote } from '../../records/form4/security-title.js';
import type { FiledForm, LotRow } from './lot-rows.js';

/** Depositary shares by any name, including those of American banks for their preferred stock. */
const DEPOSITARY = /\bdeposit[ao]ry\b|\bAD[SR]s?\b|\bGDRs?\b/i;
const PREFERRED = /\bprefer(?:red|ence)\b/i;

/** Foreign markets: as data vendors write them after a symbol, and as filers write them before one. */
const SUFFIXES =
  'TW|TWO|HK|SS|SZ|KS|KQ|SI|AX|NZ|PA|AS|BR|DE|MI|MC|ST|CO|HE|OL|VX|SW|VI|IR|LS|TO|SA|MX|JO|NS|BO|TA|JK|KL|WA|BK';
const PREFIXES =
  'TWSE|TPEX|TSE|TYO|HKEX|SEHK|HKG|SSE|SZSE|KRX|KOSPI|B3|BVMF|BOVESPA|ASX|LSE|TSX|TSXV|XETRA|FWB|FRA|EURONEXT|BME|BIT|' +
  'JSE|NSE|BSE|TASE|SGX|SIX|BMV';
/** `2330.TW`, `SHOP.TO`, `TYO: 7203`, and `PETR4`, the form of symbols in Brazil, as a whole title. */
const HOME_SYMBOL = new RegExp(
  `(?:^|[\\s(])(\\d{3,6})\\.(?:${SUFFIXES}|T)\\b|(?:^|[\\s(])([A-Z][A-Z0-9]{0,6})\\.(?:${SUFFIXES})\\b|` +
    `\\b(?:${PREFIXES}): ?([A-Z0-9]{1,7})\\b|^([A-Z]{4}\\d{1,2})$`,
);
/** Words next to a symbol, or in place of one, and words of titles. */
const NO_SYMBOL = new Set([
  ...'NONE N/A NA NIL NYSE NASDAQ OTC AIM COM COMMON STOCK SHARE SHARES CLASS ORDINARY ORD ADS ADR NEW PAR'.split(
    ' ',
  ),
  ...PREFIXES.split('|'),
  ...SUFFIXES.split('|'),
]);

/**
 * A row and the depositary shares that contradict it are filed no further apart than this: issuers change
 * what they list.
 */
const ADS_WINDOW_DAYS = 365;

/**
 * Notes and bonds, rows whose title names a symbol of another market, and rows of shares in the year around a row of American
 * depositary shares. Shares that are listed here themselves, under whatever foreign symbol, are the issuer's
 * security.
 * @param forms all filings of one issuer with such rows
 * @param heads all filings of the issuer
 */
export function otherSecurities(
  forms: readonly FiledForm[],
  heads: ReadonlyArray<Pick<FilingHead, 'tradingSymbol' | 'foreignTradingSymbol'>>,
): (row: LotRow) => boolean {
  const here = new Set(heads.flatMap(({ tradingSymbol }) => symbolWords(tradingSymbol)));
  const abroad = new Set<string>();
  for (const { foreignTradingSymbol } of heads)
    for (const word of symbolWords(foreignTradingSymbol))
      if (!here.has(baseSymbol(word))) abroad.add(word).add(baseSymbol(word));
  const isAds = ({ tx }: LotRow) =>
    [tx.securityTitle, tx.underlyingTitle ?? ''].some(namesAds) || (abroad.size > 0 && speaksOfAds(tx));
  const days = new Set(forms.filter(({ rows }) => rows.some(isAds)).map(({ day }) => day));
  return ({ tx, form }) => {
    if (tx.table === 'derivative') return false;
    if (isNote(tx.securityTitle)) return true;
    if (DEPOSITARY.test(tx.securityTitle)) return false;
    if (namesHomeSymbol(tx.securityTitle, abroad, here)) return true;
    return !tx.hasAdsFootnote && [...days].some((day) => Math.abs(day - form.day) <= ADS_WINDOW_DAYS);
  };
}

/** Whether the title of a security, or of what underlies it, names American depositary shares. */
export function namesAds(title: string): boolean {
  return /\bamerican deposit[ao]ry\b/i.test(title) || /\bAD[SR]s?\b/.test(title);
}

/**
 * A footnote is enough if the issuer is known to be traded abroad; preferred stock has depositary shares
 * anywhere.
 */
const speaksOfAds = (tx: LotRow['tx']) => tx.hasAdsFootnote && !PREFERRED.test(tx.securityTitle);

function namesHomeSymbol(title: string, abroad: ReadonlySet<string>, here: ReadonlySet<string>): boolean {
  if (abroad.size > 0 && title.split(SEPARATORS).some((word) => abroad.has(word))) return true;
  const symbol = HOME_SYMBOL.exec(title)?.slice(1).find(Boolean);
  return symbol !== undefined && !here.has(symbol);
}

const SEPARATORS = /[\s,;:/()"'[\]]+/;

/** `2330.TW` of "TWSE: 2330.TW"; nothing of "None". */
function symbolWords(filed: string | null): string[] {
  const words = (filed ?? '').toUpperCase().split(SEPARATORS);
  return words.filter((word) => word.length > 1 && !NO_SYMBOL.has(word));
}

/** `2330` of `2330.TW`. */
const baseSymbol = (symbol: string) => symbol.replace(/\.[A-Z]{1,3}$/, '');
