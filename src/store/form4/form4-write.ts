/** Upserts whole Form 4 filings and marks what derivation must process again. */

import { isDeepStrictEqual } from 'node:util';
import type { EuCountry } from '../../../tools/contract/markets/index.js';
import type { Form4Filing, Form4Transaction } from '../../records/form4/form4.js';
import type { Store, WriteEffect } from '../database/store.js';
import { markNoticesOfIssuer } from '../form144/notices.js';
import { markFilingsRepeating, markUnpublished } from '../rows/unpublished.js';
import { addSymbolNames } from '../symbol-names.js';
import { insertFiling, insertOwners, insertTransactions, readFilings, updateFiling } from './form4-rows.js';

const NO_CHANGE: WriteEffect = { changed: false, rows: 0 };

/** CIKs and markets of one batch, marked once each when it ends. */
export interface PendingChanges {
  /** Everything of these issuers is derived again. */
  issuers: Set<string>;
  /** Only what new filings can concern is derived again. */
  issuersOfNew: Set<string>;
  owners: Set<string>;
  markets: Set<EuCountry>;
}

/**
 * Stores `filing` in place of the one with its accession number. A data set's rounded numbers never replace those of
 * the document, and an identical filing changes nothing.
 */
export function writeForm4Filing(store: Store, filing: Form4Filing, pending: PendingChanges): WriteEffect {
  const present = store
    .sql<{ precision: Form4Filing['precision'] }>('SELECT "precision" FROM form4_filing WHERE accession = ?')
    .get(filing.accession);
  const { tradingSymbol: symbol, name } = filing.issuer;
  addSymbolNames(store, [{ symbol, name }]);
  if (present === undefined) {
    markUnpublished(store, 'filing', filing.accession);
    const id = insertFiling(store, filing);
    insertOwners(store, id, filing.owners);
    insertTransactions(store, id, filing.transactions);
    pending.issuersOfNew.add(filing.issuer.cik);
    for (const owner of filing.owners) pending.owners.add(owner.cik);
    return { changed: true, rows: filing.transactions.length };
  }
  if (present.precision === 'xml' && filing.precision === 'dataset') return NO_CHANGE;
  const stored = readFilings(store, 'accession', [filing.accession])[0];
  if (stored === undefined || isDeepStrictEqual(stored.filing, filing)) return NO_CHANGE;

  markUnpublished(store, 'filing', filing.accession);
  markFilingsRepeating(store, filing.accession);
  // It may not name them any more: then nothing else leads to their records.
  for (const { cik } of stored.filing.owners) markUnpublished(store, 'owner', cik);
  if (stored.filing.issuer.cik !== filing.issuer.cik)
    markUnpublished(store, 'symbols', stored.filing.issuer.cik);
  updateFiling(store, stored.id, filing);
  store.sql('DELETE FROM form4_owner WHERE filing_id = ?').run(stored.id);
  store.sql('DELETE FROM form4_transaction WHERE filing_id = ?').run(stored.id);
  // Its holdings are a separate record, which is written behind it.
  store.sql('DELETE FROM form4_holdings WHERE accession = ?').run(filing.accession);
  insertOwners(store, stored.id, filing.owners);
  insertTransactions(store, stored.id, filing.transactions);
  deleteStaleDerivedRows(store, stored.id, stored.filing, filing);
  addPending(stored.filing, pending);
  addPending(filing, pending);
  return { changed: true, rows: filing.transactions.length - stored.filing.transactions.length };
}

/** A derived row stays until the next derivation if the row is still the same trade; else it would be wrong. */
function deleteStaleDerivedRows(store: Store, id: number, before: Form4Filing, after: Form4Filing): void {
  const now = new Map(after.transactions.map((one) => [one.row, tradeSignature(one)]));
  for (const one of before.transactions) {
    if (now.get(one.row) === tradeSignature(one)) continue;
    store.sql('DELETE FROM form4_derived WHERE filing_id = ? AND "row" = ?').run(id, one.row);
  }
}

function tradeSignature(one: Form4Transaction): string {
  const known = [one.shares, one.pricePerShare, one.transactionDate].map((value) => value !== null);
  return [one.table, one.transactionCode, one.acquiredDisposed, one.transactionDate, ...known].join();
}

function addPending(filing: Form4Filing, pending: PendingChanges): void {
  pending.issuers.add(filing.issuer.cik);
  for (const owner of filing.owners) pending.owners.add(owner.cik);
}

export function markPending(store: Store, pending: PendingChanges): void {
  const issuer = store.sql(
    `INSERT INTO pending_issuer (cik, is_whole) VALUES (?, ?)
     ON CONFLICT (cik) DO UPDATE SET is_whole = max(is_whole, excluded.is_whole)`,
  );
  for (const cik of pending.issuers) issuer.run(cik, 1);
  for (const cik of pending.issuersOfNew) issuer.run(cik, 0);
  for (const cik of new Set([...pending.issuers, ...pending.issuersOfNew])) markNoticesOfIssuer(store, cik);
  const owner = store.sql('INSERT INTO pending_owner (cik) VALUES (?) ON CONFLICT DO NOTHING');
  for (const cik of pending.owners) owner.run(cik);
}
