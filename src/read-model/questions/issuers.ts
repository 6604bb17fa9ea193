/**
 * Identifies an issuer by everything that names one: filings, the SEC's table of symbols, Congress, tracked
 * portfolios.
 */

import type { IssuerCodes, IssuerFacts } from '../../../tools/contract/reads/issuers.js';
import { classSpellings, tickerBase } from '../../../tools/contract/ticker.js';
import { byText } from '../../collections.js';
import type { StoredIssuerCodes } from '../issuer-records.js';
import type { GenerationTables } from '../question.js';
import { parseSound } from '../sound-json.js';
import { readableRecord } from '../unreadable-rows.js';

/** Null for an issuer that nothing here names. */
export async function issuer(
  tables: GenerationTables,
  requested: { ticker: string } | { cik: string },
): Promise<IssuerFacts | null> {
  if ('cik' in requested) return byCik(tables, requested.cik);
  const ticker = requested.ticker.toUpperCase();
  const found = (await bySymbol(tables, ticker)) ?? (await bySymbol(tables, tickerBase(ticker)));
  // A symbol that only other registers name has no issuer: the answer repeats it as it was requested.
  return found === null || found.cik !== '' ? found : { ...found, ticker };
}

/** The same with symbols and CUSIPs. A class may be written with any sign, as in BRK.B, BRK-B, BRK/B. */
export async function issuerCodes(
  tables: GenerationTables,
  requested: { ticker: string } | { cik: string } | { cusip: string },
): Promise<IssuerCodes | null> {
  if ('cik' in requested) return withCodes(tables, requested.cik);
  if ('cusip' in requested) return byCusip(tables, requested.cusip);
  const symbol = requested.ticker.toUpperCase();
  for (const spelling of classSpellings(symbol)) {
    const found = await bySymbol(tables, spelling);
    if (found !== null && found.cik !== '') return withCodes(tables, found.cik);
  }
  const base = await bySymbol(tables, tickerBase(symbol));
  if (base === null) return null;
  return base.cik === ''
    ? { ...base, ticker: symbol, tickers: [symbol], cusips: [] }
    : withCodes(tables, base.cik);
}

async function withCodes(tables: GenerationTables, cik: string): Promise<IssuerCodes | null> {
  const [found] = await tables.rows<[name: string, ticker: string, codes: string]>(
    `SELECT name, ticker, codes FROM issuer WHERE cik = ? ${tables.current}`,
    [cik, ...tables.currentValues],
  );
  if (found === undefined) return null;
  const [name, ticker, text] = found;
  const { tickers, cusips } = readableRecord(tables, { table: 'issuer', key: cik }, () =>
    parseSound<StoredIssuerCodes>(text),
  );
  return { cik, name, ticker, tickers, cusips };
}

async function byCusip(tables: GenerationTables, cusip: string): Promise<IssuerCodes | null> {
  const cik = await cikOfCusip(tables, cusip);
  return cik === null ? null : withCodes(tables, cik);
}

/** The issuer that a CUSIP is known to belong to; null for none, and for one that two issuers have. */
export async function cikOfCusip(tables: GenerationTables, cusip: string): Promise<string | null> {
  const [found] = await tables.rows<[cik: string]>(
    `SELECT cik FROM issuer_cusip WHERE cusip = ? ${tables.current}`,
    [cusip, ...tables.currentValues],
  );
  return found?.[0] ?? null;
}

async function byCik(tables: GenerationTables, cik: string): Promise<IssuerFacts | null> {
  const [found] = await tables.rows<[cik: string, name: string, ticker: string]>(
    `SELECT cik, name, ticker FROM issuer WHERE cik = ? ${tables.current}`,
    [cik, ...tables.currentValues],
  );
  return found === undefined ? null : toFacts(found);
}

async function bySymbol(tables: GenerationTables, symbol: string): Promise<IssuerFacts | null> {
  const [found] = await tables.rows<[cik: string, name: string, ticker: string]>(
    `SELECT cik, name, ticker FROM symbol WHERE symbol = ? ${tables.current}`,
    [symbol, ...tables.currentValues],
  );
  return found === undefined ? null : toFacts(found);
}

const toFacts = ([cik, name, ticker]: [string, string, string]): IssuerFacts => ({ cik, name, ticker });

const MAX_SIMILAR = 6;

/** One letter added, missing or different, or two that changed places; then those that begin alike. */
export async function similarSymbols(tables: GenerationTables, ticker: string): Promise<IssuerFacts[]> {
  const requested = ticker.toUpperCase();
  const symbols = await tables.memoised('symbols', async () => {
    const rows = await tables.rows<[cik: string, name: string, ticker: string]>(
      // A class without its own entry is not a separate symbol.
      `SELECT cik, name, ticker FROM symbol WHERE symbol = ticker AND cik <> '' ${tables.current}`,
      tables.currentValues,
    );
    return rows.map(toFacts);
  });
  const close: IssuerFacts[] = [];
  const alike: IssuerFacts[] = [];
  for (const facts of symbols) {
    if (isOneStepAway(requested, facts.ticker)) close.push(facts);
    else if (requested.length >= 2 && facts.ticker.startsWith(requested)) alike.push(facts);
  }
  const alphabetical = byText<IssuerFacts>((one) => one.ticker);
  return [...close.sort(alphabetical), ...alike.sort(alphabetical)].slice(0, MAX_SIMILAR);
}

function isOneStepAway(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || a.length < 2 || b.length < 2) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  const [restA, restB] = [a.slice(start), b.slice(start)];
  if (a.length < b.length) return restA === restB.slice(1);
  if (a.length > b.length) return restA.slice(1) === restB;
  const areSwapped = restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2);
  return restA.slice(1) === restB.slice(1) || areSwapped;
}
