/** What derivation decided about the schedules of a company, and which of it was not published yet. */

import type { DerivedHolderRow } from '../../records/derived-rows.js';
import { isUnchanged, type Store } from '../database/store.js';
import { markHoldersUnpublished } from '../rows/unpublished.js';

interface StoredHolderRow {
  parties: string;
  public_row: string;
}

/**
 * Replaces the derived rows of a company and takes it off the pending list, in one transaction. Rows that equal the
 * stored ones are not published again.
 */
export function writeDerivedHolders(
  store: Store,
  issuerCik: string,
  rows: readonly DerivedHolderRow[],
): void {
  store.transaction(() => {
    const stored = new Map(
      store
        .sql<StoredHolderRow & { accession: string }>(
          'SELECT accession, parties, public_row FROM schedule13_derived WHERE issuer_cik = ?',
        )
        .all(issuerCik)
        .map((row) => [row.accession, row]),
    );
    let isChanged = false;
    for (const { accession, parties, row } of rows) {
      const after: StoredHolderRow = {
        parties: JSON.stringify(parties),
        public_row: JSON.stringify(row),
      };
      const before = stored.get(accession);
      stored.delete(accession);
      if (isUnchanged<StoredHolderRow>(before, after)) continue;
      isChanged = true;
      // A schedule that was read again as one about this company: the rows of the other are published without it.
      const moved = store
        .sql<{ issuer_cik: string }>(
          'SELECT issuer_cik FROM schedule13_derived WHERE accession = ? AND issuer_cik <> ?',
        )
        .get(accession, issuerCik);
      if (moved !== undefined) markHoldersUnpublished(store, moved.issuer_cik);
      store
        .sql(
          `INSERT INTO schedule13_derived (parties, public_row, accession, issuer_cik)
           VALUES (?, ?, ?, ?)
           ON CONFLICT (accession) DO UPDATE SET issuer_cik = excluded.issuer_cik, parties = excluded.parties, public_row = excluded.public_row`,
        )
        .run(...Object.values(after), accession, issuerCik);
    }
    // Schedules that were read again as ones about another company, which is derived later.
    const remove = store.sql('DELETE FROM schedule13_derived WHERE accession = ? AND issuer_cik = ?');
    for (const accession of stored.keys()) remove.run(accession, issuerCik);
    if (isChanged || stored.size > 0) markHoldersUnpublished(store, issuerCik);
    store.sql('DELETE FROM pending_holders WHERE issuer_cik = ?').run(issuerCik);
  });
}
