/** Stores the register's ticker table: replaced as a whole, and only if it differs. */

import type { CompanyTickers } from '../../records/form4/company.js';
import type { Store, WriteEffect } from '../database/store.js';
import { markNoticesOfIssuer } from '../form144/notices.js';
import { markUnpublished } from '../rows/unpublished.js';
import { addSymbolNames } from '../symbol-names.js';
import type { PendingChanges } from './form4-write.js';
import { markForm35OfIssuer } from './form35.js';

type CompanyTickerRow = CompanyTickers['companies'][number];

/** Issuers with filings whose tickers changed become pending. The table adds no public rows. */
export function writeCompanyTickers(
  store: Store,
  record: CompanyTickers,
  pending: PendingChanges,
): WriteEffect {
  const before = store
    .sql<CompanyTickerRow>('SELECT cik, name, ticker, exchange FROM company_ticker ORDER BY position')
    .all();
  if (JSON.stringify(before) === JSON.stringify(record.companies.map(withFixedKeyOrder)))
    return { changed: false, rows: 0 };
  markUnpublished(store, 'symbols', '');
  store.sql('DELETE FROM company_ticker').run();
  const insert = store.sql(
    'INSERT INTO company_ticker (position, cik, name, ticker, exchange) VALUES (?, ?, ?, ?, ?)',
  );
  record.companies.forEach((company, position) => {
    insert.run(position, company.cik, company.name, company.ticker, company.exchange);
  });
  addSymbolNames(
    store,
    record.companies.map(({ ticker, name }) => ({ symbol: ticker, name })),
  );
  const old = tickersByCik(before);
  const now = tickersByCik(record.companies);
  const filed = store.sql('SELECT 1 FROM form4_filing WHERE issuer_cik = ? LIMIT 1');
  for (const cik of new Set([...old.keys(), ...now.keys()]))
    if (old.get(cik) !== now.get(cik)) {
      if (filed.get(cik) !== undefined) pending.issuers.add(cik);
      else markNoticesOfIssuer(store, cik);
      markForm35OfIssuer(store, cik);
    }
  return { changed: true, rows: 0 };
}

const withFixedKeyOrder = ({ cik, name, ticker, exchange }: CompanyTickerRow): CompanyTickerRow => ({
  cik,
  name,
  ticker,
  exchange,
});

function tickersByCik(companies: CompanyTickerRow[]): Map<string, string> {
  const tickers = new Map<string, string>();
  for (const { cik, ticker } of companies) tickers.set(cik, `${tickers.get(cik) ?? ''} ${ticker}`);
  return tickers;
}

/** Tickers of an issuer in the order of the register's table: the common share first. */
export function companyTickers(store: Store, cik: string): string[] {
  return store
    .sql<{ ticker: string }>('SELECT ticker FROM company_ticker WHERE cik = ? ORDER BY position')
    .all(cik)
    .map((row) => row.ticker);
}
