/** The records behind tracked portfolios: 13F reports, CUSIPs and their symbols, reports on OGE Form 278-T. */

import { byText } from '../../collections.js';
import type { CompanyTickers } from '../../records/form4/company.js';
import type { CusipSymbol, CusipSymbols } from '../../records/portfolios/cusip.js';
import type { Holdings13F } from '../../records/portfolios/form13f.js';
import type { Oge278TReport } from '../../records/portfolios/oge-278t.js';
import type { Store, WriteEffect } from '../database/store.js';
import type { PendingChanges } from '../form4/form4-write.js';
import { awaitedSymbols, issuersAwaitingSecurity } from '../prices/awaited-closes.js';
import { markUnpublished } from '../rows/unpublished.js';
import { addSymbolNames } from '../symbol-names.js';

const UNCHANGED: WriteEffect = { changed: false, rows: 0 };

/** A repeated report replaces the one with its accession number. */
export function writeHoldings(store: Store, record: Holdings13F): WriteEffect {
  const json = JSON.stringify(record);
  const before = store
    .sql<StoredRecordRow>('SELECT record, row_count FROM report_13f WHERE accession = ?')
    .get(record.accession);
  if (before?.record === json) return UNCHANGED;
  const { accession, cik, periodEnd, rows } = record;
  store
    .sql(
      `INSERT INTO report_13f (accession, cik, period_end, row_count, record) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (accession) DO UPDATE SET cik = excluded.cik, period_end = excluded.period_end,
         row_count = excluded.row_count, record = excluded.record`,
    )
    .run(accession, cik, periodEnd, rows.length, json);
  return { changed: true, rows: rows.length - (before?.row_count ?? 0) };
}

/** A repeated report replaces the one with its document id. */
export function writeOgeReport(store: Store, record: Oge278TReport): WriteEffect {
  const json = JSON.stringify(record);
  const { documentId, filerName, transactions } = record;
  const before = store
    .sql<StoredRecordRow>('SELECT record, row_count FROM oge_report WHERE document_id = ?')
    .get(documentId);
  if (before?.record === json) return UNCHANGED;
  store
    .sql(
      `INSERT INTO oge_report (document_id, filer_name, row_count, record) VALUES (?, ?, ?, ?)
       ON CONFLICT (document_id) DO UPDATE SET filer_name = excluded.filer_name,
         row_count = excluded.row_count, record = excluded.record`,
    )
    .run(documentId, filerName, transactions.length, json);
  return { changed: true, rows: transactions.length - (before?.row_count ?? 0) };
}

interface StoredRecordRow {
  record: string;
  row_count: number;
}

/**
 * For each pair of CUSIP and symbol the latest settlement date is kept. It adds no public rows. Issuers whose prices are compared with
 * closes of the symbol become pending.
 */
export function writeCusipSymbols(
  store: Store,
  { rows }: CusipSymbols,
  pending: PendingChanges,
): WriteEffect {
  const put = store.sql(
    `INSERT INTO cusip_symbol (cusip, symbol, description, last_date) VALUES (?, ?, ?, ?)
     ON CONFLICT (cusip, symbol) DO UPDATE SET description = excluded.description, last_date = excluded.last_date
     WHERE excluded.last_date > last_date`,
  );
  addSymbolNames(
    store,
    rows.map(({ symbol, description }) => ({ symbol, name: description })),
  );
  const awaited = awaitedSymbols(store);
  let changes = 0;
  for (const row of rows) {
    const { cusip, symbol, description, lastDate } = row;
    const known = awaited.has(symbol) ? securityBefore(store, row) : undefined;
    if (put.run(cusip, symbol, description, lastDate).changes === 0) continue;
    changes += 1;
    if (!awaited.has(symbol)) continue;
    const before = known?.description === description ? known.lastDate : '';
    for (const cik of issuersAwaitingSecurity(store, symbol, { before, date: lastDate }))
      pending.issuers.add(cik);
  }
  // They say which issuer a CUSIP belongs to.
  if (changes > 0) markUnpublished(store, 'symbols', '');
  return { changed: changes > 0, rows: 0 };
}

const securityBefore = (store: Store, { cusip, symbol }: CusipSymbol) =>
  securitiesWithSymbol(store, symbol, '').find((one) => one.cusip === cusip);

/** The securities that had the symbol on `since` (YYYY-MM-DD) or later. */
export function securitiesWithSymbol(store: Store, symbol: string, since: string): CusipSymbol[] {
  return store
    .sql<CusipSymbol>(
      `SELECT cusip, symbol, description, last_date AS "lastDate" FROM cusip_symbol
       WHERE symbol = ? AND last_date >= ? ORDER BY cusip`,
    )
    .all(symbol, since);
}

/** Every report of these managers (CIKs without leading zeros), in the order of filing. */
export function reportsOfManagers(store: Store, ciks: readonly string[]): Holdings13F[] {
  return ciks
    .flatMap((cik) =>
      store.sql<StoredRecordRow>('SELECT record, row_count FROM report_13f WHERE cik = ?').all(cik),
    )
    .map(({ record }): Holdings13F => JSON.parse(record))
    .sort(byText(({ filedAt }) => filedAt));
}

export function ogeReports(store: Store): Oge278TReport[] {
  return store
    .sql<StoredRecordRow>('SELECT record, row_count FROM oge_report ORDER BY document_id')
    .all()
    .map(({ record }) => JSON.parse(record));
}

/** Pairs that were seen on `since` (YYYY-MM-DD) or later, as one file. */
export function cusipSymbols(store: Store, since: string): CusipSymbols {
  const rows = store
    .sql<CusipSymbol>(
      `SELECT cusip, symbol, description, last_date AS "lastDate" FROM cusip_symbol
       WHERE last_date >= ? ORDER BY cusip, symbol`,
    )
    .all(since);
  return { kind: 'cusip-symbols', file: 'all', rows };
}

/** The register's ticker table, in its order. */
export function listedCompanies(store: Store): CompanyTickers['companies'] {
  return store
    .sql<CompanyTickers['companies'][number]>(
      'SELECT cik, name, ticker, exchange FROM company_ticker ORDER BY position',
    )
    .all();
}

/** Tickers of the issuers that have a page, because insiders reported trades in them. */
export function tickersWithPage(store: Store): Set<string> {
  const rows = store
    .sql<{ ticker: string }>(
      `SELECT DISTINCT ticker FROM company_ticker t
       WHERE EXISTS (SELECT 1 FROM form4_filing f WHERE f.issuer_cik = t.cik)`,
    )
    .all();
  return new Set(rows.map(({ ticker }) => ticker));
}
