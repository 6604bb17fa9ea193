/** Facts about issuers that no single filing gives. */

/** The whole ticker table of the day: it replaces the one before. */
export interface CompanyTickers {
  kind: 'company-tickers';
  /** In the order of the file: the common share of an issuer stands first. */
  companies: Array<{ cik: string; name: string; ticker: string; exchange: string | null }>;
}
