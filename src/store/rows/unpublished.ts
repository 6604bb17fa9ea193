/** What changed in the ledger since it was last published to the read model. */

import type { Store } from '../database/store.js';

/**
 * A filing by accession number, an owner by CIK, a member by id, a market, a quarter by slug and last day with a space between
 * them, `planned_sales` by the issuer's CIK, `form35` by accession number, `manager_quarter` by its last day, `source` by the id of a record. `symbols`
 * has the key '', and the CIKs of issuers that lost a filing.
 */
export type UnpublishedKind =
  | 'filing'
  | 'owner'
  | 'member'
  | 'market'
  | 'symbols'
  | 'quarter'
  | 'planned_sales'
  | 'form35'
  | 'manager_quarter'
  | 'source';

const MARK = `INSERT INTO unpublished (kind, "key", round)
  VALUES (?, ?, (SELECT number FROM generation WHERE id = 1))
  ON CONFLICT (kind, "key") DO UPDATE SET round = excluded.round`;

/** Call it in the transaction of the change. */
export function markUnpublished(store: Store, kind: UnpublishedKind, key: string): void {
  store.sql(MARK).run(kind, key);
}

/** The schedules about a company changed. */
export function markHoldersUnpublished(store: Store, issuerCik: string): void {
  store
    .sql(
      `INSERT INTO unpublished_holders (issuer_cik, round)
       VALUES (?, (SELECT number FROM generation WHERE id = 1))
       ON CONFLICT (issuer_cik) DO UPDATE SET round = excluded.round`,
    )
    .run(issuerCik);
}

/** The rows of a filing name what an owner or an issuer is called: all filings of the owner. */
export function markFilingsOfOwner(store: Store, cik: string): void {
  markFilings(
    store,
    'SELECT DISTINCT f.accession FROM form4_owner o JOIN form4_filing f ON f.id = o.filing_id WHERE o.cik = ?',
    cik,
  );
}

export function markFilingsOfIssuer(store: Store, cik: string): void {
  markFilings(store, 'SELECT accession FROM form4_filing f WHERE f.issuer_cik = ?', cik);
}

/**
 * Copies of a row are shown or hidden by what the row that represents them says, and other copies: filings that repeat this one, or
 * the same rows as this one.
 */
export function markFilingsRepeating(store: Store, accession: string): void {
  markFilings(
    store,
    `WITH named AS (SELECT ? AS accession)
     SELECT DISTINCT f.accession FROM (SELECT accession FROM named UNION
       SELECT d.represented_by_accession FROM named JOIN form4_filing n ON n.accession = named.accession
       JOIN form4_derived d ON d.filing_id = n.id AND d.status = 'duplicate') c
     JOIN form4_derived r ON r.represented_by_accession = c.accession AND r.status = 'duplicate'
     JOIN form4_filing f ON f.id = r.filing_id`,
    accession,
  );
}

/** The people who filed together with this owner: their records name each other. */
export function markCoFilers(store: Store, cik: string): void {
  store
    .sql(
      `INSERT INTO unpublished (kind, "key", round)
       SELECT DISTINCT 'owner', other.cik, (SELECT number FROM generation WHERE id = 1)
       FROM form4_owner own JOIN form4_owner other ON other.filing_id = own.filing_id AND other.cik <> own.cik
       WHERE own.cik = ? ON CONFLICT (kind, "key") DO UPDATE SET round = excluded.round`,
    )
    .run(cik);
}

function markFilings(store: Store, accessions: string, value: string): void {
  store
    .sql(
      `INSERT INTO unpublished (kind, "key", round)
       SELECT 'filing', accession, (SELECT number FROM generation WHERE id = 1) FROM (${accessions})
       WHERE true ON CONFLICT (kind, "key") DO UPDATE SET round = excluded.round`,
    )
    .run(value);
}

/** In ascending order. */
export function unpublishedKeys(store: Store, kind: UnpublishedKind): string[] {
  return store
    .rows<[key: string]>('SELECT "key" FROM unpublished WHERE kind = ? ORDER BY "key"')
    .all(kind)
    .map(([key]) => key);
}

/** The ids of the generation that was published last, and of the one whose publication began last. */
export function publicationIds(store: Store): { published: string | null; publishing: string | null } {
  // The first migration inserts this row.
  return store
    .sql<{ published: string | null; publishing: string | null }>(
      'SELECT published_id AS published, publishing_id AS publishing FROM generation WHERE id = 1',
    )
    .get() as { published: string | null; publishing: string | null };
}

/** Call it before the publication of the generation `id`. */
export function notePublication(store: Store, id: string): void {
  store.sql('UPDATE generation SET publishing_id = ? WHERE id = 1').run(id);
}

/** The generation `id` is published: removes the marks that were made before the generation `number` began. */
export function finishPublication(store: Store, id: string, number: number): void {
  store.transaction(() => {
    store.sql('UPDATE generation SET published_id = ?, publishing_id = NULL WHERE id = 1').run(id);
    store.sql('DELETE FROM unpublished WHERE round < ?').run(number);
    store.sql('DELETE FROM unpublished_holders WHERE round < ?').run(number);
    store.sql('DELETE FROM unpublished_changes WHERE round <= ?').run(number);
  });
}

/** Continues the numbers of a read model that is ahead of the ledger. */
export function raiseGeneration(store: Store, number: number): void {
  store.sql('UPDATE generation SET number = ? WHERE id = 1 AND number < ?').run(number, number);
}
