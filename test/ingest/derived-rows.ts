/** The rows of the sample in a store, in two parts: filed rows, and rows that derivation made from them. */

import { importDocuments } from '../../src/ingest/import-documents.js';
import { createRegisters } from '../../src/registers/index.js';
import { sampleDocuments } from '../../src/service/sample-documents.js';
import type { Store } from '../../src/store/database/open.js';

export const DAY = '2026-11-20';
export const NOON = new Date(`${DAY}T12:00:00.000Z`);

const FILED = [
  'form4_filing',
  'form4_owner',
  'form4_transaction',
  'form4_holdings',
  'form35_filing',
  'form35_owner',
  'company_ticker',
  'pdmr_filing',
  'pdmr_notification',
  'legislator',
  'legislator_term',
  'stock_act_report',
  'stock_act_trade',
];

/** Digests and portfolios are left out: they are made of these rows. */
const DERIVED = {
  'form4_derived JOIN form4_label ON id = label_id':
    'filing_id, "row", status, represented_by_accession, represented_by_row, in_feed, is_other_security, owner_cik, is_paired_exercise, total_value, signal_quality, intent_label',
  form35_filing: 'accession, derived',
  issuer: '*',
  insider:
    'owner_cik, slug, name, tickers, first_seen, last_seen, lifetime_filings, lifetime_distinct_filings, directional_filings',
  pdmr_filing: 'market, filing_id, exclusion',
  pdmr_feed: '*',
  stock_act_filer: '*',
  stock_act_superseded: '*',
  member_trade: '*',
  member: '*',
  member_slug: '*',
  member_alias: '*',
};

/** All rows of a table as text, sorted. */
function rowsOf(store: Store, table: string, columns: string, leftOut: readonly string[] = []): string[] {
  const rows = store.db.prepare<[], Record<string, unknown>>(`SELECT ${columns} FROM ${table}`).all();
  return rows
    .map((row) =>
      JSON.stringify({ ...row, ...Object.fromEntries(leftOut.map((column) => [column, undefined])) }),
    )
    .sort();
}

/** By table; the columns that derivation wrote beside a filed row are left out. */
export const filedRows = (store: Store) =>
  Object.fromEntries(
    FILED.map((table) => [table, rowsOf(store, table, '*', ['exclusion', 'derived_hash', 'derived'])]),
  );
export const derivedRows = (store: Store): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(DERIVED).map(([table, columns]) => [table, rowsOf(store, table, columns)]),
  );

/** Imports the newest `most` documents of the sample of each of these registers. */
export async function importSample(store: Store, ids: readonly string[], most = Infinity): Promise<void> {
  for (const register of createRegisters()) {
    const { id } = register.metadata;
    if (ids.includes(id))
      await importDocuments(store, register, sampleDocuments(id, DAY).slice(-most), () => NOON);
  }
}
