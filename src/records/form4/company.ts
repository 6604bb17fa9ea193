/** Facts about issuers that no single filing gives. */

/** The whole ticker table of the day: it replaces the previous one. */
export interface CompanyTickers {
  kind: 'company-tickers';
  /** In file order: the common share of an issuer comes first. */
  companies: Array<{ cik: string; name: string; ticker: string; exchange: string | null }>;
}

/** One XBRL frame of cover-page share counts: it replaces the earlier version of the same frame. */
export interface SharesOutstanding {
  kind: 'shares-outstanding';
  /** Such as CY2026Q3I. */
  frame: string;
  /** One row for each company; `end` (YYYY-MM-DD) is the day of the count, `shares` is above 0. */
  rows: Array<{ cik: string; end: string; shares: number; accession: string }>;
}
