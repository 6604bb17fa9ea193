/** What a run of derivation touched, and whose facts may have changed by it. */

import type { Store } from './store.js';

/** CIKs of issuers whose rows were read anew, and of owners whose identity was. */
export interface Touched {
  issuers: Set<string>;
  owners: Set<string>;
}

/**
 * Slugs of everybody whose answer may be another one by that: the owners of every filing of a touched issuer, each
 * touched owner, and whoever filed with one, because they name each other.
 */
export function touchedSlugs(store: Store, { issuers, owners }: Touched): Set<string> {
  const slugs = new Set<string>();
  const ofIssuer = store.sql<{ slug: string }>(
    `SELECT DISTINCT i.slug FROM form4_filing f JOIN form4_owner o ON o.filing_id = f.id
     JOIN insider i ON i.owner_cik = o.cik WHERE f.issuer_cik = ?`,
  );
  for (const cik of issuers) for (const { slug } of ofIssuer.all(cik)) slugs.add(slug);
  const withOwner = store.sql<{ slug: string }>(
    `SELECT DISTINCT i.slug FROM form4_owner own JOIN form4_owner other ON other.filing_id = own.filing_id
     JOIN insider i ON i.owner_cik = other.cik WHERE own.cik = ?`,
  );
  for (const cik of owners) for (const { slug } of withOwner.all(cik)) slugs.add(slug);
  return slugs;
}
