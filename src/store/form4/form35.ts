/** Writes Forms 3 and 5 and the holdings of Forms 4, gives derivation those of an issuer, and stores what derivation found. */

import { isDeepStrictEqual } from 'node:util';
import type { DerivedForm35, Form4Holdings, Form35Filing } from '../../records/form4/form35.js';
import type { Store, WriteEffect } from '../database/store.js';
import { markUnpublished } from '../rows/unpublished.js';
import type { PendingChanges } from './form4-write.js';
import { packHoldings } from './packed-holdings.js';

const NO_CHANGE: WriteEffect = { changed: false, rows: 0 };

/**
 * Stores `filing` in place of the one with its accession number. A data set's rounded numbers never replace those of the
 * document.
 */
export function writeForm35(store: Store, filing: Form35Filing, pending: PendingChanges): WriteEffect {
  const stored = store
    .sql<{ id: number; filing: string }>('SELECT id, filing FROM form35_filing WHERE accession = ?')
    .get(filing.accession);
  const before = stored === undefined ? null : (JSON.parse(stored.filing) as Form35Filing);
  if (before?.precision === 'xml' && filing.precision === 'dataset') return NO_CHANGE;
  if (isDeepStrictEqual(before, filing)) return NO_CHANGE;
  store
    .sql(
      `INSERT INTO form35_filing (accession, issuer_cik, filed_at, filing) VALUES (?, ?, ?, ?)
       ON CONFLICT (accession) DO UPDATE SET issuer_cik = excluded.issuer_cik, filed_at = excluded.filed_at,
         filing = excluded.filing, derived = NULL`,
    )
    .run(filing.accession, filing.issuer.cik, filing.filedAt, JSON.stringify(filing));
  writeOwners(store, filing);
  // A filing that is read again is not served until it is derived.
  markUnpublished(store, 'form35', filing.accession);
  for (const one of before === null ? [filing] : [filing, before]) {
    markForm35Pending(store, one.issuer.cik);
    for (const { cik } of one.owners) {
      pending.owners.add(cik);
      markUnpublished(store, 'owner', cik);
    }
  }
  return { changed: true, rows: rowCount(filing) - (before === null ? 0 : rowCount(before)) };
}

const rowCount = ({ transactions, holdings }: Form35Filing): number => transactions.length + holdings.length;

function writeOwners(store: Store, { accession, owners }: Form35Filing): void {
  // The filing was just written.
  const { id } = store
    .sql<{ id: number }>('SELECT id FROM form35_filing WHERE accession = ?')
    .get(accession) as { id: number };
  store.sql('DELETE FROM form35_owner WHERE filing_id = ?').run(id);
  const insert = store.sql('INSERT INTO form35_owner (cik, filing_id, position, name) VALUES (?, ?, ?, ?)');
  owners.forEach(({ cik, name }, position) => {
    insert.run(cik, id, position, name);
  });
}

/** Stores the holdings of a Form 4, whose filing is written before them. */
export function writeForm4Holdings(store: Store, record: Form4Holdings): WriteEffect {
  const text = packHoldings(record);
  const before = store
    .rows<[holdings: string]>('SELECT holdings FROM form4_holdings WHERE accession = ?')
    .get(record.accession);
  if (before?.[0] === text) return NO_CHANGE;
  store
    .sql(
      `INSERT INTO form4_holdings (accession, holdings) VALUES (?, ?)
       ON CONFLICT (accession) DO UPDATE SET holdings = excluded.holdings`,
    )
    .run(record.accession, text);
  markUnpublished(store, 'filing', record.accession);
  return { changed: true, rows: 0 };
}

function markForm35Pending(store: Store, issuerCik: string): void {
  store.sql('INSERT INTO pending_form35 (issuer_cik) VALUES (?) ON CONFLICT DO NOTHING').run(issuerCik);
}

/** Filings, names or the symbol of an issuer changed: its Forms 3 and 5 are published again, if it has some. */
export function markForm35OfIssuer(store: Store, issuerCik: string): void {
  const accessions = store
    .rows<[accession: string]>('SELECT accession FROM form35_filing WHERE issuer_cik = ?')
    .all(issuerCik);
  if (accessions.length === 0) return;
  markForm35Pending(store, issuerCik);
  for (const [accession] of accessions) {
    markUnpublished(store, 'form35', accession);
    for (const cik of ownersOf(store, accession)) markUnpublished(store, 'owner', cik);
  }
}

/** The rows of a filing name the slug of its owner. */
export function markForm35OfOwner(store: Store, cik: string): void {
  const accessions = store
    .rows<[accession: string]>(
      `SELECT DISTINCT f.accession FROM form35_owner o JOIN form35_filing f ON f.id = o.filing_id WHERE o.cik = ?`,
    )
    .all(cik);
  for (const [accession] of accessions) markUnpublished(store, 'form35', accession);
}

/** CIKs of issuers whose Forms 3 and 5 must be derived. */
export function pendingForm35Issuers(store: Store, limit: number): string[] {
  return store
    .rows<[cik: string]>('SELECT issuer_cik FROM pending_form35 ORDER BY issuer_cik LIMIT ?')
    .all(limit)
    .map(([cik]) => cik);
}

/** The Forms 3 and 5 of an issuer in the order of filing. */
export function form35OfIssuer(store: Store, issuerCik: string): Form35Filing[] {
  return store
    .rows<[filing: string]>(
      'SELECT filing FROM form35_filing WHERE issuer_cik = ? ORDER BY filed_at, accession',
    )
    .all(issuerCik)
    .map(([filing]) => JSON.parse(filing) as Form35Filing);
}

/** Stores what was found and takes the issuer off the pending list, in one transaction. */
export function writeDerivedForm35(store: Store, issuerCik: string, derived: readonly DerivedForm35[]): void {
  store.transaction(() => {
    const update = store.sql('UPDATE form35_filing SET derived = ? WHERE accession = ? AND derived IS NOT ?');
    for (const one of derived) {
      const text = JSON.stringify(one);
      if (update.run(text, one.accession, text).changes === 0) continue;
      markUnpublished(store, 'form35', one.accession);
      markOwnersOf(store, one.accession);
    }
    store.sql('DELETE FROM pending_form35 WHERE issuer_cik = ?').run(issuerCik);
  });
}

/** What an amendment restates is no longer stated by the filing before it, and the symbols of its owners may be others. */
function markOwnersOf(store: Store, accession: string): void {
  const pending = store.sql('INSERT INTO pending_owner (cik) VALUES (?) ON CONFLICT DO NOTHING');
  for (const cik of ownersOf(store, accession)) {
    markUnpublished(store, 'owner', cik);
    pending.run(cik);
  }
}

function ownersOf(store: Store, accession: string): string[] {
  return store
    .rows<[cik: string]>(
      'SELECT DISTINCT o.cik FROM form35_filing f JOIN form35_owner o ON o.filing_id = f.id WHERE f.accession = ?',
    )
    .all(accession)
    .map(([cik]) => cik);
}
