/** Writes notices of Form 144, gives derivation those of an issuer with its sales, and stores what derivation found. */

import { isDeepStrictEqual } from 'node:util';
import { groupBy } from '../../collections.js';
import type { PlannedSaleNotice } from '../../records/form144/form144.js';
import type { DerivedPlannedSale, Form4Sale } from '../../records/form144/planned-sale.js';
import type { Store, WriteEffect } from '../database/store.js';
import { markUnpublished } from '../rows/unpublished.js';

/** Stores `notice` in place of the one with its accession number, and makes its issuer pending. */
export function writeNotice(store: Store, notice: PlannedSaleNotice): WriteEffect {
  const stored = store
    .sql<{ notice: string }>('SELECT notice FROM form144_notice WHERE accession = ?')
    .get(notice.accession);
  const before = stored === undefined ? null : (JSON.parse(stored.notice) as PlannedSaleNotice);
  if (isDeepStrictEqual(before, notice)) return { changed: false, rows: 0 };
  store
    .sql(
      `INSERT INTO form144_notice (accession, issuer_cik, filer_cik, filed_at, notice) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (accession) DO UPDATE SET issuer_cik = excluded.issuer_cik, filer_cik = excluded.filer_cik,
         filed_at = excluded.filed_at, notice = excluded.notice, planned_sale = NULL`,
    )
    .run(notice.accession, notice.issuer.cik, notice.filerCik, notice.filedAt, JSON.stringify(notice));
  for (const cik of new Set([notice.issuer.cik, before?.issuer.cik ?? notice.issuer.cik])) {
    store.sql('INSERT INTO pending_notices (issuer_cik) VALUES (?) ON CONFLICT DO NOTHING').run(cik);
    // A notice that is read again is not served until it is derived.
    markUnpublished(store, 'planned_sales', cik);
  }
  return { changed: true, rows: before === null ? 1 : 0 };
}

/** Filings, names or the symbol of an issuer changed: its notices are derived again, if it has some. */
export function markNoticesOfIssuer(store: Store, issuerCik: string): void {
  markNotices(store, 'issuer_cik', issuerCik);
}

/** The rows of a notice name the slug of the person who sells. */
export function markNoticesOfFiler(store: Store, filerCik: string): void {
  markNotices(store, 'filer_cik', filerCik);
}

/** Published at once, because rows name the issuer, its symbol and the person; and derived, because sales may have changed. */
function markNotices(store: Store, column: 'issuer_cik' | 'filer_cik', cik: string): void {
  const issuers = store
    .rows<[cik: string]>(`SELECT DISTINCT issuer_cik FROM form144_notice WHERE ${column} = ?`)
    .all(cik);
  for (const [issuer] of issuers) {
    store.sql('INSERT INTO pending_notices (issuer_cik) VALUES (?) ON CONFLICT DO NOTHING').run(issuer);
    markUnpublished(store, 'planned_sales', issuer);
  }
}

/** CIKs of issuers whose notices must be derived. */
export function pendingNoticeIssuers(store: Store, limit: number): string[] {
  return store
    .rows<[cik: string]>('SELECT issuer_cik FROM pending_notices ORDER BY issuer_cik LIMIT ?')
    .all(limit)
    .map(([cik]) => cik);
}

/** The notices of an issuer in the order of filing. */
export function noticesOfIssuer(store: Store, issuerCik: string): PlannedSaleNotice[] {
  return store
    .rows<[notice: string]>(
      'SELECT notice FROM form144_notice WHERE issuer_cik = ? ORDER BY filed_at, accession',
    )
    .all(issuerCik)
    .map(([notice]) => JSON.parse(notice) as PlannedSaleNotice);
}

type SaleColumns = [
  accession: string,
  row: number,
  filedAt: string,
  title: string,
  tradeDate: string,
  shares: number,
  price: number | null,
  isPlanned: number,
  aff10b5One: number | null,
  owner: string,
];

/**
 * The sales of an issuer on Form 4 since a day: each canonical, sound, non-derivative row with code S once, with the owners
 * of its filing and of filings that repeat it. A price that other filings contradict is null.
 */
export function salesOfIssuer(store: Store, issuerCik: string, since: string): Form4Sale[] {
  const rows = store.rows<SaleColumns>(
    `WITH sale AS (
       SELECT f.id, f.accession, t."row", f.filed_at, t.security_title, t.transaction_date, t.shares,
         CASE WHEN l.implausible = '' THEN t.price END AS price, t.is_10b5_1, f.aff10b5_one
       FROM form4_filing f JOIN form4_transaction t ON t.filing_id = f.id
       JOIN form4_derived r ON r.filing_id = t.filing_id AND r."row" = t."row"
       JOIN form4_label l ON l.id = r.label_id
       WHERE f.issuer_cik = ? AND t.code = 'S' AND t.is_derivative = 0 AND t.transaction_date >= ? AND t.shares > 0
         AND t.implausible = '' AND instr(l.implausible, 'date-') = 0 AND t.acquired_disposed IS NOT 'A' AND r.status = 'canonical')
     SELECT s.accession, s."row", s.filed_at, s.security_title, s.transaction_date, s.shares, s.price, s.is_10b5_1,
       s.aff10b5_one, o.cik
     FROM sale s JOIN form4_owner o ON o.filing_id = s.id
     UNION
     SELECT s.accession, s."row", s.filed_at, s.security_title, s.transaction_date, s.shares, s.price, s.is_10b5_1,
       s.aff10b5_one, o.cik
     FROM sale s JOIN form4_derived d ON d.represented_by_accession = s.accession AND d.represented_by_row = s."row"
       AND d.status = 'duplicate'
     JOIN form4_owner o ON o.filing_id = d.filing_id
     ORDER BY 1, 2, 10`,
  );
  const bySale = groupBy(rows.all(issuerCik, since), ([accession, row]) => `${accession}-${row}`);
  return [...bySale.values()].flatMap((of) => {
    const [first] = of;
    if (first === undefined) return [];
    const [accession, row, filedAt, title, tradeDate, shares, pricePerShare, isPlanned, box] = first;
    return {
      accession,
      row,
      filedAt,
      owners: of.map((one) => one[9]),
      title,
      tradeDate,
      shares,
      pricePerShare,
      // The box of the form is for all its rows; without one, nothing is said.
      isPlanned: isPlanned === 1 ? true : box === 0 ? false : null,
    };
  });
}

/** CIKs of the persons with a Form 4 at this issuer whose latest one does not say that they are no longer subject to it. */
export function form4OwnersOf(store: Store, issuerCik: string): Set<string> {
  const rows = store.rows<[cik: string, ended: number | null]>(
    `SELECT o.cik, f.not_subject_to_section16 FROM form4_filing f JOIN form4_owner o ON o.filing_id = f.id
     WHERE f.issuer_cik = ? AND o.cik IN (SELECT filer_cik FROM form144_notice WHERE issuer_cik = ?)
     ORDER BY f.filed_at, f.accession`,
  );
  const latest = new Map(rows.all(issuerCik, issuerCik));
  return new Set([...latest].flatMap(([cik, ended]) => (ended === 1 ? [] : [cik])));
}

/** Stores what was found about the notices of an issuer and takes it off the pending list, in one transaction. */
export function writePlannedSales(
  store: Store,
  issuerCik: string,
  derived: readonly DerivedPlannedSale[],
): void {
  store.transaction(() => {
    const update = store.sql('UPDATE form144_notice SET planned_sale = ? WHERE accession = ?');
    for (const one of derived) update.run(JSON.stringify(one), one.accession);
    // Also without a change here: the rows name the issuer, its symbol and the person.
    markUnpublished(store, 'planned_sales', issuerCik);
    store.sql('DELETE FROM pending_notices WHERE issuer_cik = ?').run(issuerCik);
  });
}
