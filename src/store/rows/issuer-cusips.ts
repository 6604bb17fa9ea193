/** Which issuer a CUSIP belongs to: by the SEC's settlement files and its table of symbols, and by tracked portfolios. */

import { addDays } from '../../dates.js';
import type { Row } from '../../read-model/tables.js';
import {
  bareSymbol,
  CUSIP_WINDOW_DAYS,
  type CusipSymbol,
  issuerOfSymbol,
  newestSymbols,
} from '../../records/portfolios/cusip.js';
import type { Store } from '../database/store.js';
import type { IssuerEntry } from './search-entries.js';

/** CUSIPs with the CIK of their issuer. One that two sources give to two issuers is left out. */
export function cusipOwners(store: Store, entries: readonly IssuerEntry[]): Map<string, string> {
  const owners = new Map<string, string>();
  const disputed = new Set<string>();
  const add = (cusip: string, cik: string) => {
    const known = owners.get(cusip);
    if (known !== undefined && known !== cik) disputed.add(cusip);
    owners.set(cusip, cik);
  };
  const known = new Set(entries.map(({ facts }) => facts.cik));
  for (const [cusip, cik] of settledCusips(store)) if (known.has(cik)) add(cusip, cik);
  for (const { facts, cusips } of entries) for (const cusip of cusips) add(cusip, facts.cik);
  for (const cusip of disputed) owners.delete(cusip);
  return owners;
}

/** In the order of `TABLES.issuer_cusip`. */
export function issuerCusipRows(owners: ReadonlyMap<string, string>): Row[] {
  return [...owners].sort().map(([cusip, cik]) => [cusip, cik]);
}

/**
 * The newest symbol of a CUSIP in the settlement files, if the table of symbols gives it to one company, and if the issuer of
 * that CUSIP had the symbol last: rule 1 of `cusipResolver`.
 */
function* settledCusips(store: Store): Generator<[cusip: string, cik: string]> {
  const [last] = store.rows<[date: string | null]>('SELECT max(last_date) FROM cusip_symbol').get() ?? [];
  if (last == null) return;
  const newest = newestSymbols(
    store
      .sql<CusipSymbol>(
        `SELECT cusip, symbol, description, last_date AS "lastDate" FROM cusip_symbol
         WHERE last_date >= ? ORDER BY cusip, symbol`,
      )
      .iterate(addDays(last, -CUSIP_WINDOW_DAYS)),
  );
  const issuers = issuerOfSymbol(newest.values());
  const listed = listedCompanies(store);
  for (const { cusip, symbol } of newest.values()) {
    const cik = listed.get(bareSymbol(symbol)) ?? '';
    if (cik !== '' && issuers.get(bareSymbol(symbol)) === cusip.slice(0, 6)) yield [cusip, cik];
  }
}

/** The CIK of each symbol of the SEC's table; '' for one that two companies have. */
function listedCompanies(store: Store): Map<string, string> {
  const listed = new Map<string, string>();
  for (const [cik, ticker] of store
    .rows<[cik: string, ticker: string]>('SELECT cik, ticker FROM company_ticker ORDER BY position')
    .iterate()) {
    const symbol = bareSymbol(ticker);
    const known = listed.get(symbol);
    listed.set(symbol, known === undefined || known === cik ? cik : '');
  }
  return listed;
}
