/** Issuers and symbols as the read model keeps them: from filings, the SEC's table of symbols, and other registers. */

import type { IssuerFacts } from '../../../tools/contract/reads/issuers.js';
import { tickerBase } from '../../../tools/contract/ticker.js';
import { appendTo } from '../../collections.js';
import type { StoredIssuerCodes } from '../../read-model/issuer-records.js';
import type { Row } from '../../read-model/tables.js';
import type { Store } from '../database/store.js';
import type { IssuerEntry } from './search-entries.js';

/** Issuers of filings, and those that only the SEC's table names, under their first symbol there. */
export function issuerRows(store: Store): Row[] {
  return store
    .rows<[cik: string, name: string, ticker: string]>(
      `SELECT cik, name, ticker FROM issuer
       UNION ALL
       SELECT cik, name, ticker FROM company_ticker t
       WHERE position = (SELECT min(position) FROM company_ticker o WHERE o.cik = t.cik)
         AND NOT EXISTS (SELECT 1 FROM issuer i WHERE i.cik = t.cik)`,
    )
    .all();
}

/** The rows as they are published: with the symbols of the entry at the same place, and their CUSIPs. */
export function withCodes(
  issuers: readonly Row[],
  entries: readonly IssuerEntry[],
  cusipOwners: ReadonlyMap<string, string>,
): Row[] {
  const cusips = new Map<string, string[]>();
  for (const [cusip, cik] of [...cusipOwners].sort()) appendTo(cusips, cik, cusip);
  return issuers.map((row, at) => {
    const entry = entries[at];
    const codes: StoredIssuerCodes = {
      tickers: entry?.facts.tickers ?? [],
      cusips: cusips.get(entry?.facts.cik ?? '') ?? [],
    };
    return [...row, JSON.stringify(codes)];
  });
}

/**
 * Every known symbol, in upper case, and the base of a symbol with a class unless another issuer has it. If several
 * issuers have had a symbol, it belongs to the one in the SEC's current table.
 */
export function symbolRows(store: Store): Row[] {
  const known = new Map<string, IssuerFacts>();
  for (const table of ['issuer', 'company_ticker'])
    for (const one of store
      .sql<IssuerFacts>(`SELECT cik, name, ticker FROM ${table} WHERE ticker <> ''`)
      .iterate()) {
      const ticker = one.ticker.toUpperCase();
      known.set(ticker, { ...one, ticker });
      if (!known.has(tickerBase(ticker))) known.set(tickerBase(ticker), { ...one, ticker });
    }
  for (const symbol of symbolsNamedElsewhere(store))
    if (!known.has(symbol)) known.set(symbol, { cik: '', name: '', ticker: symbol });
  return [...known].map(([symbol, { cik, name, ticker }]) => [symbol, cik, name, ticker]);
}

/** Symbols of trades of Congress and of tracked portfolios, without a class: a reader who requests one made no mistake. */
function symbolsNamedElsewhere(store: Store): Set<string> {
  const named = new Set<string>();
  for (const [base] of store
    .rows<[base: string]>("SELECT DISTINCT ticker_base FROM member_trade WHERE ticker_base <> ''")
    .iterate())
    named.add(base);
  for (const [detail] of store.rows<[detail: string]>('SELECT detail FROM tracker').iterate())
    for (const [, ticker] of detail.matchAll(/"ticker":"([^"\\]+)"/g))
      if (ticker !== undefined && tickerBase(ticker) === ticker) named.add(ticker);
  return named;
}
