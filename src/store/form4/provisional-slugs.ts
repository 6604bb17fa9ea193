/**
 * Slugs that may still change: those given while the register is read for the first time. Filings then arrive in the order
 * of the network, and the slugs must not depend on it. Later newcomers are settled as soon as they are all named.
 */

import type { DerivedOwner, OwnerNames } from '../../records/derived-rows.js';
import type { Store } from '../database/store.js';
import { indexInsider, unindexInsider } from './search-index.js';

/** The register was begun and never read to its end. What an operator imported, without asking it, is complete by itself. */
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

interface SlugHolder {
  slug: string;
  name: string;
  search_rank: number;
  filings: number;
}

/** Gives all owners of provisional slugs the slugs of these readings for good, in one transaction. */
export function finaliseSlugs(store: Store, readings: readonly DerivedOwner[]): void {
  store.transaction(() => {
    const holder = store.sql<SlugHolder>(
      `SELECT slug, name, search_rank, lifetime_distinct_filings AS filings FROM insider
       WHERE owner_cik = ?`,
    );
    const give = store.sql('UPDATE insider SET slug = ? WHERE owner_cik = ?');
    const moving = readings.flatMap(({ cik, slug }) => {
      const before = holder.get(cik);
      return before === undefined || before.slug === slug ? [] : [{ cik, slug, before }];
    });
    // No two owners have one slug at any time, and two may change theirs for each other's.
    for (const { cik } of moving) give.run(`:${cik}`, cik);
    for (const { cik, slug, before } of moving) {
      give.run(slug, cik);
      if (before.filings > 0) {
        unindexInsider(store, before, before.search_rank);
        indexInsider(store, { slug, name: before.name }, before.search_rank);
      }
    }
    store.sql('UPDATE insider SET is_settled = 1 WHERE is_settled = 0').run();
  });
}
