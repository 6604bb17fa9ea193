/**
 * The input of derivation: owners and issuers with changed filings, those filings as written, and the data for
 * digests.
 */

import type { FilingHead, FilingLinks, OwnerNames } from '../../records/derived-rows.js';
import type { Form4Filing } from '../../records/form4/form4.js';
import type { StatedSplit } from '../../records/form4/share-basis.js';
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

/** Whether anything but new filings made the issuer pending. */
export function isWholePending(store: Store, issuerCik: string): boolean {
  const row = store
    .sql<{ is_whole: number }>('SELECT is_whole FROM pending_issuer WHERE cik = ?')
    .get(issuerCik);
  return row?.is_whole !== 0;
}

/** All filings of an issuer, exactly as written, by `filedAt`, then accession number. */
export function issuerFilings(store: Store, issuerCik: string): Form4Filing[] {
  return readFilings(store, 'issuer_cik', [issuerCik]).map(({ filing }) => filing);
}

/** Those of these filings that are stored, in the same form and order. */
export function filingsNamed(store: Store, accessions: Iterable<string>): Form4Filing[] {
  return readFilings(store, 'accession', [...accessions]).map(({ filing }) => filing);
}

/** All filings of an issuer, newest first. */
export function filingHeads(store: Store, issuerCik: string): FilingHead[] {
  return store
    .rows<[string, number, string, string, string | null, string | null]>(
      `SELECT accession, derived_hash IS NULL, filed_at, issuer_name, trading_symbol, foreign_trading_symbol FROM form4_filing
       WHERE issuer_cik = ? ORDER BY filed_at DESC, accession DESC`,
    )
    .all(issuerCik)
    .map(([accession, isNew, filedAt, issuerName, tradingSymbol, foreignTradingSymbol]) => ({
      accession,
      isNew: isNew === 1,
      filedAt,
      issuerName,
      tradingSymbol,
      foreignTradingSymbol,
    }));
}

/** What connects the filings of an issuer. */
export function filingLinks(store: Store, issuerCik: string): FilingLinks {
  const owners = store.rows<[accession: string, cik: string]>(
    `SELECT f.accession, o.cik FROM form4_filing f JOIN form4_owner o ON o.filing_id = f.id WHERE f.issuer_cik = ?`,
  );
  const rows = store.rows<
    [
      string,
      number,
      number,
      string,
      string | null,
      string | null,
      number | null,
      number | null,
      number | null,
      number,
      string,
      string | null,
      'A' | 'D' | null,
      'D' | 'I' | null,
      string | null,
    ]
  >(
    `SELECT f.accession, t."row", t.is_derivative, t.implausible, t.transaction_date, t.code, t.shares, t.price, coalesce(t.shares_after, t.value_after),
       t.has_ads_footnote, t.security_title, t.underlying_title, t.acquired_disposed, t.ownership, t.nature_of_ownership
     FROM form4_filing f JOIN form4_transaction t ON t.filing_id = f.id WHERE f.issuer_cik = ?`,
  );
  const stated = store.rows<[splits: string]>(
    'SELECT stated_splits FROM form4_filing WHERE issuer_cik = ? AND stated_splits IS NOT NULL',
  );
  return {
    // What the filings were written with.
    stated: stated.all(issuerCik).flatMap(([splits]) => JSON.parse(splits) as StatedSplit[]),
    owners: owners.all(issuerCik).map(([accession, cik]) => ({ accession, cik })),
    rows: rows
      .all(issuerCik)
      .map(([accession, row, isDerivative, implausible, transactionDate, code, ...others]) => {
        const [shares, price, after, hasAdsFootnote, title, underlying, way, ownership, nature] = others;
        return {
          accession,
          row,
          isDerivative: isDerivative === 1,
          isSound: implausible === '',
          transactionDate,
          code,
          shares,
          price,
          after,
          way,
          ownership,
          nature,
          hasAdsFootnote: hasAdsFootnote === 1,
          titles: underlying === null ? [title] : [title, underlying],
        };
      }),
  };
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
  const namesOnForm35 = store.sql<{ name: string; filedAt: string }>(
    `SELECT o.name, f.filed_at AS "filedAt" FROM form35_owner o JOIN form35_filing f ON f.id = o.filing_id
     WHERE o.cik = ? ORDER BY f.filed_at, f.accession, o.position`,
  );
  return store
    .sql<{ cik: string; slug: string | null }>(
      `SELECT p.cik, i.slug FROM pending_owner p LEFT JOIN insider i ON i.owner_cik = p.cik
       WHERE EXISTS (SELECT 1 FROM form4_owner o WHERE o.cik = p.cik)
         OR EXISTS (SELECT 1 FROM form35_owner o WHERE o.cik = p.cik) ORDER BY p.cik LIMIT ?`,
    )
    .all(limit)
    .map(({ cik, slug }) => {
      const onForm4 = names.all(cik);
      // A person with a Form 4 is called as there.
      const all = onForm4.length > 0 ? onForm4 : namesOnForm35.all(cik);
      return { cik, slug, names: all.filter((one, index) => one.name !== all[index - 1]?.name) };
    });
}

/** Whether the slug belongs to an owner already. */
export function isSlugTaken(store: Store, slug: string): boolean {
  return store.sql('SELECT 1 FROM insider WHERE slug = ?').get(slug) !== undefined;
}
