/**
 * The input of derivation: owners and issuers with changed filings, those filings as written, and the data for
 * digests.
 */

import type { OwnerNames } from '../../records/derived-rows.js';
import type { Form4Filing } from '../../records/form4/form4.js';
import type { Store } from '../database/store.js';
import { readFilings } from './form4-rows.js';

/** CIKs of issuers whose filings or tickers changed since `writeDerivedIssuers` last wrote them. */
export function pendingIssuers(store: Store, limit: number): string[] {
  return store
    .sql<{ cik: string }>(
      `SELECT cik FROM pending_issuer p
       WHERE EXISTS (SELECT 1 FROM form4_filing f WHERE f.issuer_cik = p.cik) ORDER BY cik LIMIT ?`,
    )
    .all(limit)
    .map((row) => row.cik);
}

/** All filings of an issuer, exactly as written, by `filedAt`, then accession number. */
export function issuerFilings(store: Store, issuerCik: string): Form4Filing[] {
  return readFilings(store, 'issuer_cik', issuerCik).map(({ filing }) => filing);
}

/**
 * Owners whose filings changed since `writeDerivedOwners` last wrote them. The names are in order, oldest first; a
 * name that several filings in a row carry appears once, with the moment of the first of them.
 */
export function pendingOwners(store: Store, limit: number): OwnerNames[] {
  const names = store.sql<{ name: string; filedAt: string }>(
    `SELECT o.name, f.filed_at AS "filedAt" FROM form4_owner o JOIN form4_filing f ON f.id = o.filing_id
     WHERE o.cik = ? ORDER BY f.filed_at, f.accession, o.position`,
  );
  return store
    .sql<{ cik: string; slug: string | null }>(
      `SELECT p.cik, i.slug FROM pending_owner p LEFT JOIN insider i ON i.owner_cik = p.cik
       WHERE EXISTS (SELECT 1 FROM form4_owner o WHERE o.cik = p.cik) ORDER BY p.cik LIMIT ?`,
    )
    .all(limit)
    .map(({ cik, slug }) => {
      const all = names.all(cik);
      return { cik, slug, names: all.filter((one, index) => one.name !== all[index - 1]?.name) };
    });
}

/** Whether the slug belongs to an owner already. */
export function isSlugTaken(store: Store, slug: string): boolean {
  return store.sql('SELECT 1 FROM insider WHERE slug = ?').get(slug) !== undefined;
}
