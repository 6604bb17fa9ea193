/**
 * Slugs that may still change: those assigned during the initial import of the register. Filings then arrive in the
 * order of the network, and the slugs must not depend on it. Later slugs become final as soon as all new owners have
 * one.
 */

import type { DerivedOwner, OwnerNames } from '../../records/derived-rows.js';
import type { Store } from '../database/store.js';
import { markCoFilers, markFilingsOfOwner, markUnpublished } from '../rows/unpublished.js';
import { markForm35OfOwner } from './form35.js';

/**
 * The initial import of the register has started and not finished. An operator's import that requested nothing from
 * the register is complete on its own.
 */
export function isFirstFill(store: Store, register: string): boolean {
  const row = store
    .sql<{ filling: number }>(
      `SELECT NOT EXISTS (SELECT 1 FROM run WHERE register = ? AND outcome = 'ok')
         AND (EXISTS (SELECT 1 FROM run WHERE register = ? AND finished_at IS NULL)
           OR EXISTS (SELECT 1 FROM register_cursor WHERE register = ?)) AS filling`,
    )
    .get(register, register, register);
  return row?.filling === 1;
}

export function hasProvisionalSlugs(store: Store): boolean {
  return store.sql('SELECT 1 FROM insider WHERE is_settled = 0 LIMIT 1').get() !== undefined;
}

/** Owners of provisional slugs under the name that they filed first, the lowest CIK first. */
export function provisionalOwners(store: Store): OwnerNames[] {
  return store
    .sql<{ cik: string; name: string; filedAt: string }>(
      `SELECT i.owner_cik AS cik, i.first_seen AS "filedAt", coalesce((
         SELECT o.name FROM form4_owner o JOIN form4_filing f ON f.id = o.filing_id
         WHERE o.cik = i.owner_cik ORDER BY f.filed_at, f.accession, o.position LIMIT 1), (
         SELECT o.name FROM form35_owner o JOIN form35_filing f ON f.id = o.filing_id
         WHERE o.cik = i.owner_cik ORDER BY f.filed_at, f.accession, o.position LIMIT 1), i.name) AS name
       FROM insider i WHERE i.is_settled = 0 ORDER BY length(i.owner_cik), i.owner_cik`,
    )
    .all()
    .map(({ cik, name, filedAt }) => ({ cik, slug: null, names: [{ name, filedAt }] }));
}

/** Whether the slug belongs to an owner for good. */
export function isFinalSlug(store: Store, slug: string): boolean {
  return store.sql('SELECT 1 FROM insider WHERE slug = ? AND is_settled = 1').get(slug) !== undefined;
}

/** Gives all owners of provisional slugs the slugs of these identities for good, in one transaction. */
export function finaliseSlugs(store: Store, readings: readonly DerivedOwner[]): void {
  store.transaction(() => {
    const holder = store.rows<[slug: string]>('SELECT slug FROM insider WHERE owner_cik = ?');
    const give = store.sql('UPDATE insider SET slug = ? WHERE owner_cik = ?');
    const moving = readings.flatMap(({ cik, slug }) => {
      const before = holder.get(cik);
      return before === undefined || before[0] === slug ? [] : [{ cik, slug }];
    });
    // Two owners never have the same slug, and two may swap theirs.
    for (const { cik } of moving) give.run(`:${cik}`, cik);
    for (const { cik, slug } of moving) {
      give.run(slug, cik);
      markUnpublished(store, 'owner', cik);
      // Their rows and the records of the others name the slug.
      markFilingsOfOwner(store, cik);
      markForm35OfOwner(store, cik);
      markCoFilers(store, cik);
    }
    store.sql('UPDATE insider SET is_settled = 1 WHERE is_settled = 0').run();
  });
}
