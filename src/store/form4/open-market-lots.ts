/** The open-market rows of the window for digests: canonical lots with all their owners, and traded prices. */

import { appendTo } from '../../collections.js';
import type { MarketTrade, OpenMarketLot } from '../../records/form4/open-market-lots.js';
import type { Store } from '../database/store.js';

/** One row of the feed with one of the owners of its document: the columns of `LOT_COLUMNS`, in their order. */
type OpenMarketRow = [
  filingId: number,
  row: number,
  accession: string,
  filedAt: string,
  code: 'P' | 'S',
  totalValue: number,
  issuerCik: string,
  issuerName: string,
  ticker: string,
  shares: number,
  is10b5_1: number,
  feedOwnerCik: string,
  cik: string,
  name: string,
  slug: string,
  isDirector: number,
  isOfficer: number,
  isTenPercentOwner: number,
  officerTitle: string | null,
];

/** When a row of the feed first became public: never after its filing, whose time an index has. */
const FIRST_FILED = 'coalesce(r.first_filed_at, f.filed_at)';
const IS_FILED = 'f.filed_at >= ?';
const IS_FIRST_FILED = `${FIRST_FILED} >= ?`;

const LOT_COLUMNS = `r.filing_id, r."row", f.accession, ${FIRST_FILED}, t.code, r.total_value, f.issuer_cik, f.issuer_name,
  s.ticker, t.shares, t.is_10b5_1, r.owner_cik, o.cik, o.name, coalesce(i.slug, ''),
  o.is_director, o.is_officer, o.is_ten_percent_owner, o.officer_title`;

/** A row of the feed is a sale, or a purchase in the market. */
const IS_IN_MARKET =
  "EXISTS (SELECT 1 FROM form4_label l WHERE l.id = r.label_id AND coalesce(l.acquisition, 'market') = 'market')";

/** The rows of the feed in a filing `f`. The order of the tables is fixed: one part of a filing is in the feed, or none. */
const FEED_ROWS = 'CROSS JOIN form4_derived r ON r.filing_id = f.id AND r.in_feed = 1';

const LOT_TABLES = `${FEED_ROWS}
  JOIN form4_transaction t ON t.filing_id = r.filing_id AND t."row" = r."row"
  JOIN issuer s ON s.cik = f.issuer_cik
  JOIN form4_owner o ON o.filing_id = r.filing_id
  LEFT JOIN insider i ON i.owner_cik = o.cik`;

const LOT_ORDER = 'ORDER BY f.filed_at, f.accession, r."row", o.position';

/** Owners of documents that repeat a row of the feed. The order of the tables is fixed: few rows have duplicates. */
const DUPLICATE_OWNERS = `SELECT DISTINCT f.accession || '-' || r."row", o.cik`;
const DUPLICATE_TABLES = `${FEED_ROWS}
  CROSS JOIN form4_derived d ON d.status = 'duplicate' AND d.represented_by_accession = f.accession
    AND d.represented_by_row = r."row"
  CROSS JOIN form4_owner o ON o.filing_id = d.filing_id`;

/**
 * Canonical rows of the feed, without those of another security and purchases that were not made in the market, that became public on `sinceDate` (YYYY-MM-DD, UTC) or
 * later, the oldest filing first. `ownerCiks` are the owners of the document and of every document that repeats the row; the roles are
 * those of any owner of the document.
 */
export function openMarketLots(store: Store, sinceDate: string): OpenMarketLot[] {
  const repeated = store
    .rows<[string, string]>(`${DUPLICATE_OWNERS} FROM form4_filing f ${DUPLICATE_TABLES} WHERE ${IS_FILED}`)
    .all(sinceDate);
  const rows = store.rows<OpenMarketRow>(
    `SELECT ${LOT_COLUMNS} FROM form4_filing f ${LOT_TABLES}
     WHERE ${IS_FILED} AND ${IS_FIRST_FILED} AND ${IS_IN_MARKET} AND r.is_other_security = 0 ${LOT_ORDER}`,
  );
  return new LotCollector(repeated).collect(rows.iterate(sinceDate, sinceDate));
}

/** The `openMarketLots` of these issuers, issuer by issuer. */
export function lotsOfIssuers(
  store: Store,
  issuerCiks: Iterable<string>,
  sinceDate: string,
): OpenMarketLot[] {
  const from = 'FROM form4_filing f';
  const where = `WHERE f.issuer_cik = ? AND ${IS_FILED}`;
  const duplicates = store.rows<[string, string]>(`${DUPLICATE_OWNERS} ${from} ${DUPLICATE_TABLES} ${where}`);
  const rows = store.rows<OpenMarketRow>(
    `SELECT ${LOT_COLUMNS} ${from} ${LOT_TABLES} ${where} AND ${IS_FIRST_FILED} AND ${IS_IN_MARKET} AND r.is_other_security = 0 ${LOT_ORDER}`,
  );
  return [...issuerCiks].flatMap((cik) =>
    new LotCollector(duplicates.all(cik, sinceDate)).collect(rows.iterate(cik, sinceDate, sinceDate)),
  );
}

/**
 * The lots of these owners in these issuers, pair by pair: the `openMarketLots` whose `ownerCik` and `issuerCik` are the
 * pair's. `ownerCiks` are without the owners of documents that repeat a row.
 */
export function lotsOfOwners(
  store: Store,
  pairs: Iterable<{ ownerCik: string; issuerCik: string }>,
  sinceDate: string,
): OpenMarketLot[] {
  const rows = store.rows<OpenMarketRow>(
    `SELECT ${LOT_COLUMNS} FROM (SELECT DISTINCT filing_id FROM form4_owner WHERE cik = ?) own
     CROSS JOIN form4_filing f ON f.id = own.filing_id ${LOT_TABLES}
     WHERE f.issuer_cik = ? AND ${IS_FILED} AND ${IS_FIRST_FILED} AND ${IS_IN_MARKET} AND r.is_other_security = 0 ${LOT_ORDER}`,
  );
  return [...pairs].flatMap(({ ownerCik, issuerCik }) =>
    new LotCollector([])
      .collect(rows.iterate(ownerCik, issuerCik, sinceDate, sinceDate))
      // The owner may have signed with others, and the feed names one of them.
      .filter((lot) => lot.ownerCik === ownerCik),
  );
}

/**
 * The trades behind the `openMarketLots` with the facts that decide which issuers and owners a digest can name, oldest
 * first: a small part of the columns, of many rows.
 */
export function marketTrades(store: Store, sinceDate: string): MarketTrade[] {
  return store
    .rows<[filedAt: string, code: 'P' | 'S', totalValue: number, issuerCik: string, ownerCik: string]>(
      // Issuer by issuer, because the index of filings begins with the issuer.
      `SELECT ${FIRST_FILED}, t.code, r.total_value, f.issuer_cik, r.owner_cik FROM issuer s
       CROSS JOIN form4_filing f ON f.issuer_cik = s.cik AND ${IS_FILED} ${FEED_ROWS}
       JOIN form4_transaction t ON t.filing_id = r.filing_id AND t."row" = r."row"
       WHERE ${IS_FIRST_FILED} AND ${IS_IN_MARKET} AND r.is_other_security = 0 ORDER BY 1`,
    )
    .all(sinceDate, sinceDate)
    .map(([filedAt, code, totalValue, issuerCik, ownerCik]) => ({
      filedAt,
      code,
      totalValue,
      issuerCik,
      ownerCik,
    }));
}

/** Makes one lot of the rows of its owners. */
class LotCollector {
  private readonly interner = new Interner();
  private readonly repeated = new Map<string, string[]>();

  /** @param repeated public id of a canonical row, and an owner of a document that repeats it */
  constructor(repeated: Iterable<[filingId: string, cik: string]>) {
    for (const [filingId, cik] of repeated) appendTo(this.repeated, filingId, cik);
  }

  /** @param rows in the order of `LOT_ORDER` */
  collect(rows: Iterable<OpenMarketRow>): OpenMarketLot[] {
    const lots: OpenMarketLot[] = [];
    let owners: OpenMarketRow[] = [];
    const close = () => {
      if (owners.length > 0) lots.push(toOpenMarketLot(owners, this.repeated, this.interner));
    };
    for (const row of rows) {
      const last = owners[0];
      if (last !== undefined && (last[0] !== row[0] || last[1] !== row[1])) {
        close();
        owners = [];
      }
      owners.push(row);
    }
    close();
    return lots;
  }
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
  const named = owners.find((owner) => owner[12] === owner[11]) ?? (owners[0] as OpenMarketRow);
  const [, row, accession, filedAt, code, totalValue, issuerCik, issuerName, ticker, shares, planned] = named;
  const [cik, name, slug] = [named[12], named[13], named[14]];
  const filingId = `${accession}-${row}`;
  const title = named[18] ?? owners.find((owner) => owner[18] !== null)?.[18];
  return {
    filingId,
    accession,
    issuerCik: interner.text(issuerCik),
    issuerName: interner.text(issuerName),
    issuerTicker: interner.text(ticker),
    ownerCik: interner.text(cik),
    ownerName: interner.text(name),
    ownerSlug: interner.text(slug),
    ownerCiks: interner.list([
      ...new Set([...owners.map((owner) => owner[12]), ...(repeated.get(filingId) ?? [])]),
    ]),
    code,
    filedAt,
    shares,
    totalValue,
    is10b5_1: planned === 1,
    isDirector: owners.some((owner) => owner[15] === 1),
    isOfficer: owners.some((owner) => owner[16] === 1),
    isTenPercentOwner: owners.some((owner) => owner[17] === 1),
    officerTitle: title == null ? null : interner.text(title),
  };
}

/** The largest holding of each of these issuers that a row of the feed states since `sinceDate`, in shares. */
export function largestHoldings(
  store: Store,
  issuerCiks: Iterable<string>,
  sinceDate: string,
): Map<string, number> {
  const largest = store.rows<[held: number | null]>(
    `SELECT max(t.shares_after) FROM form4_filing f ${FEED_ROWS}
     JOIN form4_transaction t ON t.filing_id = r.filing_id AND t."row" = r."row"
     WHERE f.issuer_cik = ? AND f.filed_at >= ? AND r.is_other_security = 0 AND t.has_ads_footnote = 0`,
  );
  const holdings = new Map<string, number>();
  for (const cik of issuerCiks) {
    const held = largest.get(cik, sinceDate)?.[0] ?? null;
    if (held !== null) holdings.set(cik, held);
  }
  return holdings;
}

/**
 * What insiders paid or got for shares of one issuer, from rows of the feed traded on `sinceDate` or later. Rows in
 * depositary shares, of another security, not bought in the market, or with an impossible figure are left out.
 */
export function tradedPrices(
  store: Store,
  issuerCik: string,
  sinceDate: string,
): Array<{ date: string; price: number; securityTitle: string }> {
  return store
    .sql<{ date: string; price: number; securityTitle: string }>(
      `SELECT t.transaction_date AS date, t.price, t.security_title AS "securityTitle"
       FROM form4_filing f ${FEED_ROWS}
       JOIN form4_transaction t ON t.filing_id = r.filing_id AND t."row" = r."row"
       WHERE f.issuer_cik = ? AND t.transaction_date >= ? AND t.price IS NOT NULL
         AND t.has_ads_footnote = 0 AND t.implausible = '' AND ${IS_IN_MARKET} AND r.is_other_security = 0
       ORDER BY t.transaction_date, f.accession, r."row"`,
    )
    .all(issuerCik, sinceDate);
}
