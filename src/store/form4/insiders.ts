/** Stores the reporting owners: name, slug, counts over the whole record, and their rank in the search. */

import { compareText } from '../../collections.js';
import { firstRank, RANKS_A_SECOND } from '../../read-model/search-rank.js';
import type { DerivedOwner } from '../../records/derived-rows.js';
import { isUnchanged, type Store, StoreError } from '../database/store.js';
import { markNoticesOfFiler } from '../form144/notices.js';
import { markCoFilers, markFilingsOfOwner, markUnpublished } from '../rows/unpublished.js';
import { markForm35OfOwner } from './form35.js';

interface InsiderRow {
  slug: string;
  name: string;
  tickers: string;
  first_seen: string;
  last_seen: string;
  lifetime_filings: number;
  lifetime_distinct_filings: number;
  directional_filings: number;
}

/**
 * Stores identities with their counts over the whole record and takes the owners off the pending list, in one
 * transaction. An unchanged identity is not written. A new slug is provisional until
 * `finaliseSlugs`.
 * @throws StoreError if a slug would change, or belongs to another owner.
 */
export function writeDerivedOwners(store: Store, readings: DerivedOwner[]): void {
  store.transaction(() => {
    const written = readings
      .map((reading) => ({ reading, row: buildInsiderRow(store, reading) }))
      // The search index of the read model takes ascending ranks much faster: latest first.
      .sort((a, b) => compareText(b.row.last_seen, a.row.last_seen));
    for (const { reading, row } of written) {
      writeInsider(store, reading.cik, row);
      store.sql('DELETE FROM pending_owner WHERE cik = ?').run(reading.cik);
    }
  });
}

function buildInsiderRow(store: Store, { cik, slug, name }: DerivedOwner): InsiderRow {
  const counts = store
    .sql<Omit<InsiderRow, 'slug' | 'name' | 'tickers'> & { first_seen: string | null }>(
      `SELECT min(f.filed_at) AS first_seen, max(f.filed_at) AS last_seen,
         count(t.filing_id) AS lifetime_filings, count(DISTINCT f.id) AS lifetime_distinct_filings,
         count(CASE WHEN t.code IN ('P', 'S') THEN 1 END) AS directional_filings
       FROM (SELECT DISTINCT filing_id FROM form4_owner WHERE cik = ?) o
       JOIN form4_filing f ON f.id = o.filing_id LEFT JOIN form4_transaction t ON t.filing_id = f.id`,
    )
    .get(cik);
  if (counts?.first_seen == null) return buildRowOfForm35(store, { cik, slug, name });
  const tickers = store
    .sql<{ ticker: string }>(
      `SELECT DISTINCT s.ticker FROM form4_owner o JOIN form4_filing f ON f.id = o.filing_id
       JOIN issuer s ON s.cik = f.issuer_cik WHERE o.cik = ? AND s.ticker <> '' ORDER BY s.ticker`,
    )
    .all(cik)
    .map((row) => row.ticker);
  return { slug, name, tickers: JSON.stringify(tickers), ...counts };
}

/** An owner without a Form 4: its transactions are none, and the Forms 3 and 5 say when it was seen. */
function buildRowOfForm35(store: Store, { cik, slug, name }: DerivedOwner): InsiderRow {
  // One row: an aggregate.
  const seen = store
    .sql<{ first: string | null; last: string }>(
      `SELECT min(f.filed_at) AS first, max(f.filed_at) AS last
       FROM form35_owner o JOIN form35_filing f ON f.id = o.filing_id WHERE o.cik = ?`,
    )
    .get(cik) as { first: string | null; last: string };
  if (seen.first === null) throw new StoreError(`Owner ${cik} is named by no stored filing.`);
  const tickers = store
    .sql<{ ticker: string }>(
      `SELECT DISTINCT coalesce(s.ticker, f.derived ->> '$.ticker', '') AS ticker
       FROM form35_owner o JOIN form35_filing f ON f.id = o.filing_id
       LEFT JOIN issuer s ON s.cik = f.issuer_cik WHERE o.cik = ? ORDER BY 1`,
    )
    .all(cik)
    .flatMap(({ ticker }) => (ticker === '' ? [] : [ticker]));
  return {
    slug,
    name,
    tickers: JSON.stringify(tickers),
    first_seen: seen.first,
    last_seen: seen.last,
    lifetime_filings: 0,
    lifetime_distinct_filings: 0,
    directional_filings: 0,
  };
}

function writeInsider(store: Store, cik: string, row: InsiderRow): void {
  const stored = store
    .sql<InsiderRow & { search_rank: number }>(
      `SELECT search_rank, slug, name, tickers, first_seen, last_seen, lifetime_filings,
         lifetime_distinct_filings, directional_filings FROM insider WHERE owner_cik = ?`,
    )
    .get(cik);
  if (stored !== undefined) {
    if (isUnchanged<InsiderRow>(stored, row)) return;
    if (stored.slug !== row.slug)
      throw new StoreError(`The slug of owner ${cik} is ${stored.slug} for good; ${row.slug} was refused.`);
  } else {
    const holder = store
      .sql<{ owner_cik: string }>('SELECT owner_cik FROM insider WHERE slug = ?')
      .get(row.slug);
    if (holder !== undefined)
      throw new StoreError(
        `The slug ${row.slug} belongs to owner ${holder.owner_cik}; owner ${cik} was refused.`,
      );
  }
  const rank =
    stored?.last_seen === row.last_seen ? stored.search_rank : freeSearchRank(store, row.last_seen);
  store
    .sql(
      `INSERT INTO insider (slug, name, tickers, first_seen, last_seen, lifetime_filings,
         lifetime_distinct_filings, directional_filings, owner_cik, search_rank)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (owner_cik) DO UPDATE SET name = excluded.name, tickers = excluded.tickers,
         first_seen = excluded.first_seen, last_seen = excluded.last_seen,
         lifetime_filings = excluded.lifetime_filings,
         lifetime_distinct_filings = excluded.lifetime_distinct_filings,
         directional_filings = excluded.directional_filings, search_rank = excluded.search_rank`,
    )
    .run(
      row.slug,
      row.name,
      row.tickers,
      row.first_seen,
      row.last_seen,
      row.lifetime_filings,
      row.lifetime_distinct_filings,
      row.directional_filings,
      cik,
      rank,
    );
  markUnpublished(store, 'owner', cik);
  // The rows of filings name the slug.
  if (stored === undefined) {
    markFilingsOfOwner(store, cik);
    markNoticesOfFiler(store, cik);
    markForm35OfOwner(store, cik);
  }
  if (stored !== undefined && stored.name !== row.name) markCoFilers(store, cik);
}

/** A free rank in the search for an owner last seen at this moment: the later, the lower. */
function freeSearchRank(store: Store, lastSeen: string): number {
  const first = firstRank(lastSeen);
  // One row: an aggregate.
  const { rank } = store
    .sql<{ rank: number | null }>(
      'SELECT max(search_rank) AS rank FROM insider WHERE search_rank >= ? AND search_rank < ?',
    )
    .get(first, first + RANKS_A_SECOND) as { rank: number | null };
  return rank === null ? first : rank + 1;
}
