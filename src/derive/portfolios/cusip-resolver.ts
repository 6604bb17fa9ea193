/** Resolves a CUSIP to a ticker with public-domain tables only; without certainty there is no ticker. */

import type { CompanyTickers } from '../../records/form4/company.js';
import {
  bareSymbol,
  type CusipSymbols,
  issuerOfSymbol,
  newestSymbols,
} from '../../records/portfolios/cusip.js';

type ListedCompany = CompanyTickers['companies'][number];

/** The row of a holding to resolve. */
export interface Security {
  cusip: string;
  nameOfIssuer: string;
  titleOfClass: string;
}

export interface ResolvedTicker {
  /** As the ticker table writes it (`BRK-B`); null if it is not certain. */
  ticker: string | null;
  /** CIK of the issuer; null without a ticker. */
  cik: string | null;
  by: 'symbol' | 'name' | null;
}

const UNRESOLVED: ResolvedTicker = { ticker: null, cik: null, by: null };

/**
 * A function from a security to its ticker:
 * 1. the newest symbol of the CUSIP in the fails-to-deliver files, if the ticker table lists it. One symbol belongs
 *    to one issuer, the first six characters of the CUSIP: if several issuers had it, to the one seen last;
 * 2. else the only company in the table whose normalised name equals the name of the issuer, if it has one ticker, if
 *    the class is common stock without a letter, and if no other issuer has that ticker by rule 1;
 * 3. else nothing.
 */
export function cusipResolver(
  files: readonly CusipSymbols[],
  companies: readonly ListedCompany[],
): (security: Security) => ResolvedTicker {
  const newest = newestSymbols(files.flatMap(({ rows }) => rows));
  const owners = issuerOfSymbol(newest.values());
  const listed = new Map<string, ListedCompany | null>();
  for (const company of companies) {
    const symbol = bareSymbol(company.ticker);
    const known = listed.get(symbol);
    // Two companies with one symbol: it is not known which one is meant.
    listed.set(symbol, known === undefined || known?.cik === company.cik ? (known ?? company) : null);
  }
  const names = companiesByName(companies);

  return ({ cusip, nameOfIssuer, titleOfClass }) => {
    if (cusip === '') return UNRESOLVED;
    const symbol = newest.get(cusip)?.symbol;
    if (symbol !== undefined && owners.get(bareSymbol(symbol)) === cusip.slice(0, 6)) {
      const company = listed.get(bareSymbol(symbol));
      if (company) return { ticker: company.ticker, cik: company.cik, by: 'symbol' };
    }
    // Seen with a symbol that is not listed: a match by name would give another security.
    if (symbol !== undefined || !isPlainCommon(titleOfClass)) return UNRESOLVED;
    const company = names.get(normalisedName(nameOfIssuer));
    if (!company) return UNRESOLVED;
    const owner = owners.get(bareSymbol(company.ticker));
    if (owner !== undefined && owner !== cusip.slice(0, 6)) return UNRESOLVED;
    return { ticker: company.ticker, cik: company.cik, by: 'name' };
  };
}

/** Companies by normalised name; null if a name is not unique or a company has several tickers. */
function companiesByName(companies: readonly ListedCompany[]): Map<string, ListedCompany | null> {
  const tickers = new Map<string, number>();
  for (const { cik } of companies) tickers.set(cik, (tickers.get(cik) ?? 0) + 1);
  const names = new Map<string, ListedCompany | null>();
  for (const company of companies) {
    const name = normalisedName(company.name);
    names.set(name, names.has(name) || tickers.get(company.cik) !== 1 ? null : company);
  }
  return names;
}

/** Only words for the legal form, and the marks that the SEC adds; `Holdings` and `Group` distinguish companies. */
const LEGAL_FORMS =
  /\s(?:INC|INCORPORATED|CORP|CORPORATION|CO|COMPANY|LTD|LIMITED|PLC|LLC|LP|NV|SA|AG|SE|NEW|DEL)$/;
const ABBREVIATIONS: Record<string, string> = {
  HLDG: 'HOLDING',
  HLDGS: 'HOLDINGS',
  GRP: 'GROUP',
  TR: 'TRUST',
  INTL: 'INTERNATIONAL',
};

/** Capitals without punctuation, state suffixes and legal forms: `Acme Hldgs, Inc. /DE/` is `ACME HOLDINGS`. */
export function normalisedName(name: string): string {
  let text = name
    .normalize('NFKD')
    .toUpperCase()
    .replace(/\s*\/[A-Z]{2,3}\/?\s*$/, '')
    .replace(/\p{M}|[.'’]/gu, '')
    .replace(/&/g, ' AND ')
    .replace(/[^A-Z0-9]+/g, ' ')
    .replace(/^THE /, '')
    .trim();
  while (LEGAL_FORMS.test(text)) text = text.replace(LEGAL_FORMS, '');
  return text
    .split(' ')
    .map((word) => ABBREVIATIONS[word] ?? word)
    .join(' ');
}

/** The files shorten the words of a name, and cut it at thirty characters. A name of one word must agree in more of it. */
const ALIKE = { words: 2, letters: 3, lettersOfOne: 5 };

/** Whether a description in the fails-to-deliver files begins like the name of a company: `BERKSHIRE HATHWY INC(HLDG CO)B`. */
export function namesAlike(name: string, description: string): boolean {
  const words = normalisedName(name).split(' ').filter(isDistinct).slice(0, ALIKE.words);
  const described = normalisedName(description).split(' ').filter(isDistinct);
  const letters = words.length === 1 ? ALIKE.lettersOfOne : ALIKE.letters;
  const start = (word: string | undefined) => word?.slice(0, letters);
  return words.length > 0 && words.every((word, at) => start(word) === start(described[at]));
}

const isDistinct = (word: string) => word !== '' && word !== 'OF' && word !== 'AND';

/**
 * A class letter, a warrant, a preferred share or a bond is a different security from the one ticker of the company.
 */
function isPlainCommon(titleOfClass: string): boolean {
  return /^(COM|COMMON|COM STK|COMMON STOCK|COMMON SHARES|COM SHS|COM NEW|SHS|SHARES|ORD|ORD SHS|ORDINARY SHARES|STOCK|CAP STK)$/.test(
    titleOfClass
      .toUpperCase()
      .replace(/[^A-Z]+/g, ' ')
      .trim(),
  );
}
