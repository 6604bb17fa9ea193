/**
 * A ledger in memory with the part of another one that some rows are derived from. Documents are read into it and derived in it by the
 * same code as in any ledger, and nothing is written to the other one.
 */

import { openStore } from '../database/open.js';
import type { Store } from '../database/store.js';
import type { AuditedRow } from './audited-rows.js';

const OF_ISSUERS = `IN (SELECT "key" FROM temp.audited WHERE kind = 'issuer')`;
const OF_FILINGS = 'filing_id IN (SELECT id FROM main.form4_filing)';
const OF_MEMBERS = `member_id IN (SELECT "key" FROM temp.audited WHERE kind = 'member')`;
const OF_REPORTS = 'IN (SELECT report_id FROM main.stock_act_filer)';
const OF_MARKETS = `market IN (SELECT "key" FROM temp.audited WHERE kind = 'market')`;
const OF_RECORDS = `IN (SELECT "key" FROM temp.audited WHERE kind = 'record')`;

/** Which rows of each table are copied, in an order in which every condition finds what it names. */
const COPIED: Readonly<Record<string, string>> = {
  form4_label: 'true',
  form4_filing: `issuer_cik ${OF_ISSUERS}`,
  form4_owner: OF_FILINGS,
  form4_transaction: OF_FILINGS,
  form4_derived: OF_FILINGS,
  form4_holdings: 'accession IN (SELECT accession FROM main.form4_filing)',
  issuer: `cik ${OF_ISSUERS}`,
  awaited_close: `issuer_cik ${OF_ISSUERS}`,
  form35_filing: `issuer_cik ${OF_ISSUERS}`,
  form35_owner: 'filing_id IN (SELECT id FROM main.form35_filing)',
  form144_notice: `issuer_cik ${OF_ISSUERS}`,
  schedule13_filing: `issuer_cik ${OF_ISSUERS}`,
  schedule13_derived: `issuer_cik ${OF_ISSUERS}`,
  insider: `owner_cik IN (SELECT cik FROM main.form4_owner UNION SELECT cik FROM main.form35_owner
    UNION SELECT filer_cik FROM main.form144_notice)`,
  stock_act_filer: OF_MEMBERS,
  stock_act_report: `id ${OF_REPORTS}`,
  stock_act_trade: `report_id ${OF_REPORTS}`,
  stock_act_superseded: `report_id ${OF_REPORTS}`,
  member: OF_MEMBERS,
  member_trade: OF_MEMBERS,
  pdmr_filing: OF_MARKETS,
  pdmr_notification: OF_MARKETS,
  pdmr_feed: OF_MARKETS,
  report_13f: `accession ${OF_RECORDS}`,
  oge_report: `document_id ${OF_RECORDS}`,
  symbol_name: 'true',
  erratum: 'true',
  document: `(register, "key") IN (SELECT kind, "key" FROM temp.audited)`,
};

/** Tables that stay as they are: what reading and deriving notes there is of no use to an audit. */
const UNUSED =
  /^(pending_|unpublished|insider_|unread_|stock_act_warning$|warning$|run$|register_|source_document$|record_source$|tracker_input$|generation$|migration$|change|shown_|unlogged_)/;

/** The rows and the documents whose part of `ledger` is copied. All other tables are read from `ledger` itself. */
export function openAuditLedger(
  ledger: Store,
  rows: readonly AuditedRow[],
  documents: ReadonlyArray<{ register: string; key: string }>,
): Store {
  const store = openStore(':memory:', 'write');
  const { db } = store;
  db.prepare('ATTACH ? AS ledger').run(ledger.db.name);
  db.exec('CREATE TEMP TABLE audited (kind TEXT NOT NULL, "key" TEXT NOT NULL, PRIMARY KEY (kind, "key"))');
  const add = db.prepare('INSERT INTO temp.audited (kind, "key") VALUES (?, ?) ON CONFLICT DO NOTHING');
  for (const { kind, subject } of rows) add.run(kind.subject, subject);
  for (const { register, key } of documents) add.run(register, key);
  store.transaction(() => {
    for (const [table, condition] of Object.entries(COPIED)) {
      db.exec(`DELETE FROM main.${table}`);
      db.exec(`INSERT INTO main.${table} SELECT * FROM ledger.${table} WHERE ${condition}`);
    }
    const tables = store
      .rows<[name: string]>(
        `SELECT name FROM main.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`,
      )
      .all();
    // A view cannot be written: an audit that would change the ledger fails.
    for (const [name] of tables)
      if (COPIED[name] === undefined && !UNUSED.test(name))
        db.exec(`CREATE TEMP VIEW "${name}" AS SELECT * FROM ledger."${name}"`);
  });
  return store;
}
