/** The open-market rows of the window for digests: canonical lots with all their owners, and traded prices. */

import { appendTo } from '../../collections.js';
import type { OpenMarketLot } from '../../records/form4/open-market-lots.js';
import type { Store } from '../database/store.js';

/** One row of the feed with one of the owners of its document. */
interface OpenMarketRow {
  filing_id: number;
  row: number;
  accession: string;
  filed_at: string;
  code: 'P' | 'S';
  total_value: number;
  issuer_cik: string;
  issuer_name: string;
  ticker: string;
  shares: number;
  is_10b5_1: number;
  owner_cik: string;
  cik: string;
  name: string;
  slug: string;
  is_director: number;
  is_officer: number;
  is_ten_percent_owner: number;
  officer_title: string | null;
}

/**
 * Canonical rows of the feed, without those of another security, filed on `sinceDate` (YYYY-MM-DD, UTC) or later,
 * oldest first. `ownerCiks` are the owners of the document and of every document that repeats the row; the roles are
 * those of any owner of the document.
 */
export function openMarketLots(store: Store, sinceDate: string): OpenMarketLot[] {
  const repeated = ownersOfDuplicates(store);
  const rows = store.sql<OpenMarketRow>(
    `SELECT h.filing_id, h."row", h.accession, h.filed_at, h.code, h.total_value, f.issuer_cik, f.issuer_name,
       s.ticker, t.shares, t.is_10b5_1, r.owner_cik, o.cik, o.name, coalesce(i.slug, '') AS slug,
       o.is_director, o.is_officer, o.is_ten_percent_owner, o.officer_title
     FROM form4_feed h
     JOIN form4_filing f ON f.id = h.filing_id
     JOIN form4_transaction t ON t.filing_id = h.filing_id AND t."row" = h."row"
     JOIN form4_derived r ON r.filing_id = h.filing_id AND r."row" = h."row"
     JOIN issuer s ON s.cik = f.issuer_cik
     JOIN form4_owner o ON o.filing_id = h.filing_id
     LEFT JOIN insider i ON i.owner_cik = o.cik
     WHERE h.filed_at >= ? AND r.is_other_security = 0
     ORDER BY h.filed_at, h.accession, h."row", o.position`,
  );
  const interner = new Interner();
  const lots: OpenMarketLot[] = [];
  let owners: OpenMarketRow[] = [];
  const close = () => {
    if (owners.length > 0) lots.push(toOpenMarketLot(owners, repeated, interner));
  };
  for (const row of rows.iterate(sinceDate)) {
    const last = owners[0];
    if (last !== undefined && (last.filing_id !== row.filing_id || last.row !== row.row)) {
      close();
      owners = [];
    }
    owners.push(row);
  }
  close();
  return lots;
}

/** Owners of documents that repeat a row, by the id of the canonical row. */
function ownersOfDuplicates(store: Store): Map<string, string[]> {
  const rows = store.sql<{ filingId: string; cik: string }>(
    `SELECT DISTINCT r.represented_by_accession || '-' || r.represented_by_row AS "filingId", o.cik
     FROM form4_derived r JOIN form4_owner o ON o.filing_id = r.filing_id
     WHERE r.status = 'duplicate' AND r.represented_by_accession IS NOT NULL`,
  );
  const owners = new Map<string, string[]>();
  for (const { filingId, cik } of rows.iterate()) {
    appendTo(owners, filingId, cik);
  }
  return owners;
}

/** Names appear in thousands of rows: each is kept once, because a whole year is in memory at the same time. */
class Interner {
  private readonly texts = new Map<string, string>();
  private readonly lists = new Map<string, string[]>();

  text(value: string): string {
    const known = this.texts.get(value);
    if (known !== undefined) return known;
    this.texts.set(value, value);
    return value;
  }

  list(values: string[]): string[] {
    const key = values.join();
    const known = this.lists.get(key);
    if (known !== undefined) return known;
    const kept = values.map((value) => this.text(value));
    this.lists.set(key, kept);
    return kept;
  }
}

function toOpenMarketLot(
  owners: OpenMarketRow[],
  repeated: ReadonlyMap<string, string[]>,
  interner: Interner,
): OpenMarketLot {
  // The caller gives at least one owner.
  const named = owners.find((owner) => owner.cik === owner.owner_cik) ?? (owners[0] as OpenMarketRow);
  const filingId = `${named.accession}-${named.row}`;
  const some = (flag: 'is_director' | 'is_officer' | 'is_ten_percent_owner') =>
    owners.some((owner) => owner[flag] === 1);
  const title = named.officer_title ?? owners.find((owner) => owner.officer_title !== null)?.officer_title;
  return {
    filingId,
    accession: named.accession,
    issuerCik: interner.text(named.issuer_cik),
    issuerName: interner.text(named.issuer_name),
    issuerTicker: interner.text(named.ticker),
    ownerCik: interner.text(named.cik),
    ownerName: interner.text(named.name),
    ownerSlug: interner.text(named.slug),
    ownerCiks: interner.list([
      ...new Set([...owners.map(({ cik }) => cik), ...(repeated.get(filingId) ?? [])]),
    ]),
    code: named.code,
    filedAt: named.filed_at,
    shares: named.shares,
    totalValue: named.total_value,
    is10b5_1: named.is_10b5_1 === 1,
    isDirector: some('is_director'),
    isOfficer: some('is_officer'),
    isTenPercentOwner: some('is_ten_percent_owner'),
    officerTitle: title == null ? null : interner.text(title),
  };
}

/** The largest holding of each issuer that a row of the feed states since `sinceDate`, in shares. */
export function largestHoldings(store: Store, sinceDate: string): Map<string, number> {
  const rows = store.sql<{ cik: string; held: number }>(
    `SELECT f.issuer_cik AS cik, max(t.shares_after) AS held
     FROM form4_feed h
     JOIN form4_filing f ON f.id = h.filing_id
     JOIN form4_transaction t ON t.filing_id = h.filing_id AND t."row" = h."row"
     JOIN form4_derived r ON r.filing_id = h.filing_id AND r."row" = h."row"
     WHERE h.filed_at >= ? AND r.is_other_security = 0 AND t.shares_after IS NOT NULL AND t.has_ads_footnote = 0
     GROUP BY f.issuer_cik`,
  );
  return new Map(rows.all(sinceDate).map(({ cik, held }) => [cik, held]));
}

/**
 * What insiders paid or got for shares of one issuer, from rows of the feed traded on `sinceDate` or later. Rows in
 * depositary shares, of another security, or with an impossible figure are left out.
 */
export function tradedPrices(
  store: Store,
  issuerCik: string,
  sinceDate: string,
): Array<{ date: string; price: number; securityTitle: string }> {
  return store
    .sql<{ date: string; price: number; securityTitle: string }>(
      `SELECT t.transaction_date AS date, t.price, t.security_title AS "securityTitle"
       FROM form4_filing f
       JOIN form4_feed h ON h.filing_id = f.id
       JOIN form4_transaction t ON t.filing_id = h.filing_id AND t."row" = h."row"
       JOIN form4_derived r ON r.filing_id = h.filing_id AND r."row" = h."row"
       WHERE f.issuer_cik = ? AND t.transaction_date >= ? AND t.price IS NOT NULL
         AND t.has_ads_footnote = 0 AND t.implausible = '' AND r.is_other_security = 0
       ORDER BY t.transaction_date, h.accession, h."row"`,
    )
    .all(issuerCik, sinceDate);
}
