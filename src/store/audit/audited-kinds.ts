/** How an audit lists the rows of each kind of record, what of the ledger their derivation needs, and what is served of a row. */

import { labelMembers, type StoredLabel, unpackTransactions } from '../../read-model/packed-rows.js';
import type { Store } from '../database/store.js';
import { memberScopeRows } from '../rows/congress.js';
import { labelDocument } from '../rows/documents.js';
import { marketRows } from '../rows/europe.js';
import { filingRows } from '../rows/filings.js';
import { form35Rows } from '../rows/form35.js';
import { holderScopes } from '../rows/holders.js';
import { plannedSaleRows } from '../rows/planned-sales.js';

/** A row by its ids: see `AuditedRow`. */
interface RowIds {
  id: string;
  record: string;
  subject: string;
}

export interface AuditedKind {
  registers: readonly string[];
  /** Every row that is served of a register, `@register`: record, id, and what is derived together. */
  rows: string;
  /** What its subjects are, for the tables that are copied. */
  subject: 'issuer' | 'member' | 'market' | 'record';
  /** Makes a subject, `@subject`, pending; '' where its rows are served as they were read. */
  pending: string;
  /** What is served of a row of a subject; an empty list if nothing is. */
  served(store: Store, subject: string): (row: RowIds) => unknown[];
}

export const AUDITED_KINDS: readonly AuditedKind[] = [
  {
    registers: ['sec-form4'],
    rows: `SELECT f.accession, f.accession || '-' || d."row", f.issuer_cik FROM form4_derived d
      JOIN form4_filing f ON f.id = d.filing_id WHERE d.status <> 'superseded' AND @register = 'sec-form4'`,
    subject: 'issuer',
    pending:
      'INSERT INTO pending_issuer (cik, is_whole) VALUES (@subject, 1) ON CONFLICT (cik) DO UPDATE SET is_whole = 1',
    served: servedForm4,
  },
  {
    registers: ['sec-form35'],
    rows: `SELECT f.accession, f.accession || '-' || json_extract(t.value, '$.row'), f.issuer_cik
      FROM form35_filing f, json_each(f.filing, '$.transactions') t WHERE f.derived IS NOT NULL AND @register = 'sec-form35'
      UNION ALL SELECT f.accession, f.accession || '-h' || json_extract(h.value, '$.row'), f.issuer_cik
      FROM form35_filing f, json_each(f.filing, '$.holdings') h WHERE f.derived IS NOT NULL AND @register = 'sec-form35'`,
    subject: 'issuer',
    pending: 'INSERT INTO pending_form35 (issuer_cik) VALUES (@subject) ON CONFLICT DO NOTHING',
    served:
      (store) =>
      ({ record, id }) =>
        naming(form35Rows(store, record), id),
  },
  {
    registers: ['sec-144'],
    rows: `SELECT accession, accession, issuer_cik FROM form144_notice WHERE planned_sale IS NOT NULL AND @register = 'sec-144'`,
    subject: 'issuer',
    pending: 'INSERT INTO pending_notices (issuer_cik) VALUES (@subject) ON CONFLICT DO NOTHING',
    served: (store, subject) => ofRecord(plannedSaleRows(store, subject)),
  },
  {
    registers: ['sec-13dg'],
    rows: `SELECT accession, accession, issuer_cik FROM schedule13_derived WHERE @register = 'sec-13dg'`,
    subject: 'issuer',
    pending: 'INSERT INTO pending_holders (issuer_cik) VALUES (@subject) ON CONFLICT DO NOTHING',
    served: (store, subject) => ofRecord([...holderScopes(store, subject)].flatMap(({ rows }) => rows)),
  },
  {
    registers: ['house-ptr', 'senate-ptr'],
    rows: `SELECT t.document_id, t.document_id || '-' || t."row", t.member_id FROM member_trade t
      JOIN stock_act_report r ON r.id = t.report_id WHERE r.register = @register`,
    subject: 'member',
    pending: 'INSERT INTO pending_member (member_id) VALUES (@subject) ON CONFLICT DO NOTHING',
    served(store, subject) {
      const trades = memberScopeRows(store, subject).member_trade;
      return ({ id }) => naming(trades, id);
    },
  },
  {
    registers: ['de-bafin', 'uk-nsm', 'se-fi', 'nl-afm'],
    rows: `SELECT filing_id, filing_id, market FROM pdmr_feed
      WHERE market = CASE @register WHEN 'de-bafin' THEN 'de' WHEN 'uk-nsm' THEN 'uk' WHEN 'se-fi' THEN 'se' WHEN 'nl-afm' THEN 'nl' END`,
    subject: 'market',
    pending: `INSERT INTO pending_market (market, register) SELECT @subject, CASE @subject WHEN 'de' THEN 'de-bafin' WHEN 'uk' THEN 'uk-nsm'
      WHEN 'se' THEN 'se-fi' ELSE 'nl-afm' END WHERE true ON CONFLICT DO NOTHING`,
    served: (store, market) => ofRecord(marketRows(store, market)),
  },
  {
    registers: ['sec-13f'],
    rows: `SELECT r.accession, r.accession || '-' || t.key, r.accession FROM report_13f r, json_each(r.record, '$.rows') t
      WHERE @register = 'sec-13f'`,
    subject: 'record',
    pending: '',
    served: (store) => (row) =>
      storedRow(
        store,
        `SELECT json_extract(record, '$.rows[' || ? || ']') FROM report_13f WHERE accession = ?`,
        row,
      ),
  },
  {
    registers: ['oge-278t'],
    rows: `SELECT r.document_id, r.document_id || '-' || t.key, r.document_id
      FROM oge_report r, json_each(r.record, '$.transactions') t WHERE @register = 'oge-278t'`,
    subject: 'record',
    pending: '',
    served: (store) => (row) =>
      storedRow(
        store,
        `SELECT json_extract(record, '$.transactions[' || ? || ']') FROM oge_report WHERE document_id = ?`,
        row,
      ),
  },
];

/** The row of the feed, and the transaction in the record of each owner. */
function servedForm4(store: Store): (row: RowIds) => unknown[] {
  // What that function wrote.
  const labels = labelMembers(JSON.parse(labelDocument(store)[1]) as StoredLabel[]);
  return ({ record, id }) => {
    const { feed, insiders } = filingRows(store, record);
    const transactions = insiders.flatMap(([, ownerCik, filedAt, , packed]) =>
      unpackTransactions(
        // The columns that `filingRows` writes.
        { accession: record, filedAt: filedAt as string, ownerCik: ownerCik as string, ownerSlug: '' },
        packed as string,
        labels,
      ).filter((text) => text.startsWith(`{"filingId":${JSON.stringify(id)}`)),
    );
    return [...feed.filter(([, row]) => id === `${record}-${row}`), ...transactions];
  };
}

/** Rows whose second column is the record. */
function ofRecord(rows: ReadonlyArray<readonly unknown[]>): (row: RowIds) => unknown[] {
  return ({ record }) => rows.filter(([, one]) => one === record);
}

/** Rows whose JSON, the last column, has this id. */
function naming(rows: ReadonlyArray<readonly unknown[]>, id: string): unknown[] {
  return rows.filter((row) => String(row.at(-1)).includes(`"filingId":${JSON.stringify(id)}`));
}

function storedRow(store: Store, query: string, { id, record }: RowIds): unknown[] {
  const position = id.slice(record.length + 1);
  return store
    .rows<[json: string | null]>(query)
    .all(position, record)
    .filter(([json]) => json !== null);
}
