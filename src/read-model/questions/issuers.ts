/**
 * Identifies an issuer by everything that names one: filings, the SEC's table of symbols, Congress, tracked
 * portfolios.
 */

import type { IssuerFacts } from '../../../tools/contract/reads.js';
import { byText } from '../../collections.js';
import { tickerBase } from '../../records/ticker.js';
import type { GenerationTables } from '../question.js';

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
