/**
 * Identifies an issuer from everything that names one: filings, the SEC's table of symbols, Congress, tracked
 * portfolios.
 */

import type { IssuerFacts } from '../../../tools/contract/reads.js';
import { byText } from '../../collections.js';
import type { Store } from '../database/store.js';
import { tickerBase } from '../database/ticker.js';

/** Null for an issuer that nothing here names. */
export function issuer(store: Store, requested: { ticker: string } | { cik: string }): IssuerFacts | null {
  return 'cik' in requested ? byCik(store, requested.cik) : byTicker(store, requested.ticker.toUpperCase());
}

function byCik(store: Store, cik: string): IssuerFacts | null {
  return (
    store.sql<IssuerFacts>('SELECT cik, name, ticker FROM issuer WHERE cik = ?').get(cik) ??
    store
      .sql<IssuerFacts>(
        `SELECT cik, name, ticker FROM company_ticker WHERE cik = ? ORDER BY position LIMIT 1`,
      )
      .get(cik) ??
    null
  );
}

function byTicker(store: Store, ticker: string): IssuerFacts | null {
  const base = tickerBase(ticker);
  const found = symbols(store).get(ticker) ?? symbols(store).get(base);
  if (found !== undefined) return found;
  return isNamedElsewhere(store, base) ? { cik: '', name: '', ticker } : null;
}

/** Whether a trade of Congress or a tracked portfolio has the symbol: then the user did not mistype it. */
function isNamedElsewhere(store: Store, base: string): boolean {
  // One row: a SELECT without FROM.
  const { named } = store
    .sql<{ named: number }>(
      `SELECT EXISTS (SELECT 1 FROM member_trade WHERE ticker_base = ?)
         OR EXISTS (SELECT 1 FROM tracker WHERE instr(detail, ?) > 0) AS named`,
    )
    .get(base, `"ticker":${JSON.stringify(base)}`) as { named: number };
  return named === 1;
}

/** Every known symbol, in upper case; if several issuers have had it, the one in the SEC's current table. */
function symbols(store: Store): Map<string, IssuerFacts> {
  return store.memoisedPerDataVersion('symbols', () => {
    const known = new Map<string, IssuerFacts>();
    for (const table of ['issuer', 'company_ticker'])
      for (const one of store
        .sql<IssuerFacts>(`SELECT cik, name, ticker FROM ${table} WHERE ticker <> ''`)
        .iterate()) {
        const ticker = one.ticker.toUpperCase();
        known.set(ticker, { ...one, ticker });
        if (!known.has(tickerBase(ticker))) known.set(tickerBase(ticker), { ...one, ticker });
      }
    return known;
  });
}

const MAX_SIMILAR = 6;

/** One letter added, missing or different, or two that changed places; then those that begin alike. */
export function similarSymbols(store: Store, ticker: string): IssuerFacts[] {
  const requested = ticker.toUpperCase();
  const close: IssuerFacts[] = [];
  const alike: IssuerFacts[] = [];
  for (const [symbol, facts] of symbols(store)) {
    if (symbol !== facts.ticker) continue;
    if (isOneStepAway(requested, symbol)) close.push(facts);
    else if (requested.length >= 2 && symbol.startsWith(requested)) alike.push(facts);
  }
  const alphabetical = byText<IssuerFacts>(({ ticker }) => ticker);
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
