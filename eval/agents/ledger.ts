/**
 * The ledger, as the expected answers read it: plain SQL over records and derived rows. Nothing here uses the read
 * model or the code of the tools.
 */

import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import { managersFile } from '../../src/store/managers/managers-database.js';

type Row = Record<string, unknown>;

export class Ledger {
  private readonly db: Database.Database;

  /** @param now the moment that answers refer to */
  constructor(
    file: string,
    readonly now: Date,
  ) {
    this.db = new Database(file, { readonly: true });
    this.db.pragma('temp_store = memory');
    const managers = managersFile(file);
    if (existsSync(managers)) this.db.prepare('ATTACH ? AS managers').run(managers);
    this.db.exec(`CREATE TEMP TABLE window AS SELECT '${this.daysAgo(365)}' AS day`);
    this.db.exec(FEED);
    this.db.exec(TRADES);
    this.db.exec(EUROPE);
  }

  all<R = Row>(sql: string, ...given: unknown[]): R[] {
    return this.db.prepare(sql).all(...given) as R[];
  }

  one<R = Row>(sql: string, ...given: unknown[]): R | undefined {
    return this.db.prepare(sql).get(...given) as R | undefined;
  }

  count(sql: string, ...given: unknown[]): number {
    return this.all(sql, ...given).length;
  }

  /** The UTC date so many days before now. */
  daysAgo(days: number): string {
    return new Date(this.now.getTime() - days * 86_400_000).toISOString().slice(0, 10);
  }

  close(): void {
    this.db.close();
  }
}

/** Filed purchases and sales as derivation left them: all of them, and those of the 365 days of the feed. */
const FEED = `CREATE TEMP TABLE career AS
  SELECT f.accession, t."row", f.filed_at, substr(f.filed_at, 1, 10) AS filed, f.issuer_cik AS cik, f.issuer_name AS issuer,
    s.ticker, d.owner_cik AS owner, p.slug, o.name, o.officer_title AS title, o.is_officer,
    t.code, t.transaction_date AS traded, t.shares, t.price, t.shares_after, t.is_10b5_1 AS planned,
    d.total_value AS value, CAST(round(d.total_value * 100) AS INTEGER) AS cents, d.is_other_security AS other_security,
    (SELECT max(is_director) FROM form4_owner x WHERE x.filing_id = f.id) AS any_director,
    (SELECT max(is_ten_percent_owner) FROM form4_owner x WHERE x.filing_id = f.id) AS any_ten_percent
  FROM form4_derived d
  JOIN form4_transaction t ON t.filing_id = d.filing_id AND t."row" = d."row"
  JOIN form4_filing f ON f.id = d.filing_id
  JOIN issuer s ON s.cik = f.issuer_cik
  JOIN insider p ON p.owner_cik = d.owner_cik
  JOIN form4_owner o ON o.filing_id = f.id AND o.cik = d.owner_cik
  WHERE d.in_feed = 1;
  CREATE TEMP TABLE feed AS SELECT * FROM career WHERE filed >= (SELECT day FROM window);
  CREATE INDEX temp.feed_by_time ON feed (filed);
  CREATE INDEX temp.feed_by_ticker ON feed (ticker);
  CREATE INDEX temp.feed_by_owner ON feed (owner)`;

/** The trades of Congress that no amendment has replaced. */
const TRADES = `CREATE TEMP TABLE trade AS
  SELECT m.slug, m.name, r.chamber, f.party, substr(f.district, 1, 2) AS state, r.document_id AS document, x."row",
    r.disclosure_date AS disclosed, t.transaction_date AS traded, x.ticker, t.type, t.owner, t.amount_min AS low,
    t.amount_label AS label, (r.amendment IS NOT NULL OR t.filing_status IS 'Amended') AS amended,
    x.is_date_doubtful AS doubtful, t.asset_description AS asset,
    CAST(round(julianday(r.disclosure_date) - julianday(t.transaction_date)) AS INTEGER) AS delay
  FROM member_trade x
  JOIN member m ON m.member_id = x.member_id
  JOIN stock_act_report r ON r.id = x.report_id
  JOIN stock_act_filer f ON f.report_id = r.id
  JOIN stock_act_trade t ON t.report_id = x.report_id AND t."row" = x."row";
  CREATE INDEX temp.trade_by_date ON trade (disclosed)`;

/** The European rows that no rule leaves out. */
const EUROPE = `CREATE TEMP TABLE eu AS
  SELECT p.market, p.filing_id AS id, p.publication_at AS at, p.issuer_name AS issuer, p.lei, p.isin, p.pdmr_name AS person,
    CASE p.direction WHEN 'acquisition' THEN 'P' WHEN 'disposal' THEN 'S' END AS direction, p.currency,
    f.total_value AS value, p.transaction_date AS traded
  FROM pdmr_filing p JOIN pdmr_feed f ON f.market = p.market AND f.filing_id = p.filing_id
  WHERE p.exclusion IS NULL`;
