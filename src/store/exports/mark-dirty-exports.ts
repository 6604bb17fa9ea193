/**
 * Marks the static exports that can have changed, in the transaction of the change, so that a run checks hundreds of
 * files and not half a million. An unnecessary mark costs one check; a missing mark would leave a file stale.
 */

import type { Store } from '../database/store.js';
import { tickerBase } from '../database/ticker.js';

/** A mark that a run has claimed counts again: the run may have checked the file before this change. */
const ON_CONFLICT_MARK_DIRTY = 'ON CONFLICT DO UPDATE SET is_taken = 0 WHERE is_taken = 1';

/** By CIK, or by a slug that was given up. */
export function markOwnerDirty(store: Store, cik: string): void {
  store
    .sql(`INSERT INTO export_pending (folder, "key") VALUES ('insiders', ?) ${ON_CONFLICT_MARK_DIRTY}`)
    .run(cik);
}

/** The owners of a filing: their lists show its rows. */
export function markFilingOwnersDirty(store: Store, filingId: number): void {
  store
    .sql(
      `INSERT INTO export_pending (folder, "key") SELECT 'insiders', cik FROM form4_owner WHERE filing_id = ?
       ${ON_CONFLICT_MARK_DIRTY}`,
    )
    .run(filingId);
}

/** Everyone who filed with an owner: their lists of co-filers show that owner's name. */
export function markCoFilersDirty(store: Store, cik: string): void {
  store
    .sql(
      `INSERT INTO export_pending (folder, "key")
       SELECT DISTINCT 'insiders', other.cik FROM form4_owner own
       JOIN form4_owner other ON other.filing_id = own.filing_id AND other.cik <> own.cik WHERE own.cik = ?
       ${ON_CONFLICT_MARK_DIRTY}`,
    )
    .run(cik);
}

/** Everyone who filed on an issuer: their career lots show its name and symbol. */
export function markIssuerOwnersDirty(store: Store, issuerCik: string): void {
  store
    .sql(
      `INSERT INTO export_pending (folder, "key") SELECT DISTINCT 'insiders', o.cik
       FROM form4_filing f JOIN form4_owner o ON o.filing_id = f.id WHERE f.issuer_cik = ? ${ON_CONFLICT_MARK_DIRTY}`,
    )
    .run(issuerCik);
}

/** A symbol, and the one of all its classes: BRK shows BRK.B too. */
export function markTickerDirty(store: Store, ticker: string): void {
  const mark = store.sql(
    `INSERT INTO export_pending (folder, "key") VALUES ('tickers', ?) ${ON_CONFLICT_MARK_DIRTY}`,
  );
  const symbol = ticker.toUpperCase();
  if (symbol === '') return;
  mark.run(symbol);
  mark.run(tickerBase(symbol));
}

export function markMemberDirty(store: Store, memberId: string): void {
  store
    .sql(`INSERT INTO export_pending (folder, "key") VALUES ('congress', ?) ${ON_CONFLICT_MARK_DIRTY}`)
    .run(memberId);
}
