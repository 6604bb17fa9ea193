/**
 * Converts a Form 4 filing to its rows and back. Both directions are here, so that it is read back exactly as
 * written.
 */

import { appendTo } from '../../collections.js';
import type {
  Form4Filing,
  Form4Transaction,
  Implausibility,
  ReportingOwner,
} from '../../records/form4/form4.js';
import { type Store, toInt } from '../database/store.js';

interface Form4FilingRow {
  id: number;
  accession: string;
  document_type: Form4Filing['documentType'];
  schema_version: string | null;
  period_of_report: string | null;
  original_submission_date: string | null;
  filed_at: string;
  filed_at_approximate: number;
  filed_date: string;
  precision: Form4Filing['precision'];
  issuer_cik: string;
  issuer_name: string;
  trading_symbol: string | null;
  foreign_trading_symbol: string | null;
  not_subject_to_section16: number | null;
  aff10b5_one: number | null;
  remarks: string | null;
  holding_count: number;
}

interface Form4OwnerRow {
  filing_id: number;
  cik: string;
  name: string;
  is_director: number;
  is_officer: number;
  is_ten_percent_owner: number;
  is_other: number;
  officer_title: string | null;
  other_text: string | null;
}

interface Form4TransactionRow {
  filing_id: number;
  row: number;
  is_derivative: number;
  security_title: string;
  transaction_date: string | null;
  code: string | null;
  equity_swap: number;
  timeliness: Form4Transaction['timeliness'];
  shares: number | null;
  price: number | null;
  stated_total_value: number | null;
  acquired_disposed: Form4Transaction['acquiredDisposed'];
  shares_after: number | null;
  value_after: number | null;
  ownership: Form4Transaction['ownership'];
  nature_of_ownership: string | null;
  exercise_price: number | null;
  underlying_title: string | null;
  underlying_shares: number | null;
  is_10b5_1: number;
  has_vwap_footnote: number;
  has_ads_footnote: number;
  has_tax_footnote: number;
  has_indirect_footnote: number;
  sold_only_for_tax: number;
  implausible: string;
}

const placeholders = (count: number) => `(${Array(count).fill('?').join(', ')})`;

const FILING_COLUMNS = `accession, document_type, schema_version, period_of_report, original_submission_date,
  filed_at, filed_at_approximate, filed_date, "precision", issuer_cik, issuer_name, trading_symbol,
  foreign_trading_symbol, not_subject_to_section16, aff10b5_one, remarks, holding_count`;

function filingValues(filing: Form4Filing): unknown[] {
  return [
    filing.accession,
    filing.documentType,
    filing.schemaVersion,
    filing.periodOfReport,
    filing.dateOfOriginalSubmission,
    filing.filedAt,
    toInt(filing.filedAtApproximate),
    filing.filedDate,
    filing.precision,
    filing.issuer.cik,
    filing.issuer.name,
    filing.issuer.tradingSymbol,
    filing.issuer.foreignTradingSymbol,
    toInt(filing.notSubjectToSection16),
    toInt(filing.aff10b5One),
    filing.remarks,
    filing.holdingCount,
  ];
}

/** Returns the id of the new row. */
export function insertFiling(store: Store, filing: Form4Filing): number {
  const done = store
    .sql(`INSERT INTO form4_filing (${FILING_COLUMNS}) VALUES ${placeholders(17)}`)
    .run(...filingValues(filing));
  return Number(done.lastInsertRowid);
}

export function updateFiling(store: Store, id: number, filing: Form4Filing): void {
  store
    .sql(`UPDATE form4_filing SET (${FILING_COLUMNS}) = ${placeholders(17)} WHERE id = ?`)
    .run(...filingValues(filing), id);
}

export function insertOwners(store: Store, id: number, owners: ReportingOwner[]): void {
  const insert = store.sql(`INSERT INTO form4_owner (filing_id, position, cik, name, is_director, is_officer,
    is_ten_percent_owner, is_other, officer_title, other_text) VALUES ${placeholders(10)}`);
  owners.forEach((owner, position) => {
    insert.run(
      id,
      position,
      owner.cik,
      owner.name,
      toInt(owner.isDirector),
      toInt(owner.isOfficer),
      toInt(owner.isTenPercentOwner),
      toInt(owner.isOther),
      owner.officerTitle,
      owner.otherText,
    );
  });
}

export function insertTransactions(store: Store, id: number, transactions: Form4Transaction[]): void {
  const insert = store.sql(`INSERT INTO form4_transaction (filing_id, "row", is_derivative, security_title,
    transaction_date, code, equity_swap, timeliness, shares, price, stated_total_value, acquired_disposed,
    shares_after, value_after, ownership, nature_of_ownership, exercise_price, underlying_title,
    underlying_shares, is_10b5_1, has_vwap_footnote, has_ads_footnote, has_tax_footnote,
    has_indirect_footnote, sold_only_for_tax, implausible) VALUES ${placeholders(26)}`);
  for (const one of transactions)
    insert.run(
      id,
      one.row,
      toInt(one.table === 'derivative'),
      one.securityTitle,
      one.transactionDate,
      one.transactionCode,
      toInt(one.equitySwap),
      one.timeliness,
      one.shares,
      one.pricePerShare,
      one.statedTotalValue,
      one.acquiredDisposed,
      one.sharesOwnedAfter,
      one.valueOwnedAfter,
      one.ownership,
      one.natureOfOwnership,
      one.conversionOrExercisePrice,
      one.underlyingTitle,
      one.underlyingShares,
      toInt(one.is10b5_1),
      toInt(one.hasVwapFootnote),
      toInt(one.hasAdsFootnote),
      toInt(one.hasTaxWithholdingFootnote),
      toInt(one.hasIndirectOwnershipFootnote),
      toInt(one.soldOnlyForTax),
      one.implausible.join(','),
    );
}

/** The stored filings whose `column` equals `value`, oldest first, each exactly as it was written. */
export function readFilings(
  store: Store,
  column: 'accession' | 'issuer_cik',
  value: string,
): Array<{ id: number; filing: Form4Filing }> {
  const chosen = `FROM form4_filing f WHERE f.${column} = ?`;
  const filings = store
    .sql<Form4FilingRow>(`SELECT f.* ${chosen} ORDER BY f.filed_at, f.accession`)
    .all(value);
  const owners = new Map<number, ReportingOwner[]>();
  const ownerRows = store.sql<Form4OwnerRow>(
    `SELECT o.* FROM form4_owner o WHERE o.filing_id IN (SELECT f.id ${chosen}) ORDER BY o.filing_id, o.position`,
  );
  for (const row of ownerRows.iterate(value)) appendTo(owners, row.filing_id, toOwner(row));
  const transactions = new Map<number, Form4Transaction[]>();
  const transactionRows = store.sql<Form4TransactionRow>(
    `SELECT t.* FROM form4_transaction t WHERE t.filing_id IN (SELECT f.id ${chosen}) ORDER BY t.filing_id, t."row"`,
  );
  for (const row of transactionRows.iterate(value)) appendTo(transactions, row.filing_id, toTransaction(row));
  return filings.map((row) => ({
    id: row.id,
    filing: toFiling(row, owners.get(row.id) ?? [], transactions.get(row.id) ?? []),
  }));
}

const toBoolean = (value: number | null) => (value === null ? null : value === 1);

function toFiling(
  row: Form4FilingRow,
  owners: ReportingOwner[],
  transactions: Form4Transaction[],
): Form4Filing {
  return {
    kind: 'form4',
    accession: row.accession,
    documentType: row.document_type,
    schemaVersion: row.schema_version,
    periodOfReport: row.period_of_report,
    dateOfOriginalSubmission: row.original_submission_date,
    filedAt: row.filed_at,
    filedAtApproximate: row.filed_at_approximate === 1,
    filedDate: row.filed_date,
    precision: row.precision,
    issuer: {
      cik: row.issuer_cik,
      name: row.issuer_name,
      tradingSymbol: row.trading_symbol,
      foreignTradingSymbol: row.foreign_trading_symbol,
    },
    owners,
    notSubjectToSection16: toBoolean(row.not_subject_to_section16),
    aff10b5One: toBoolean(row.aff10b5_one),
    remarks: row.remarks,
    transactions,
    holdingCount: row.holding_count,
  };
}

function toOwner(row: Form4OwnerRow): ReportingOwner {
  return {
    cik: row.cik,
    name: row.name,
    isDirector: row.is_director === 1,
    isOfficer: row.is_officer === 1,
    isTenPercentOwner: row.is_ten_percent_owner === 1,
    isOther: row.is_other === 1,
    officerTitle: row.officer_title,
    otherText: row.other_text,
  };
}

function toTransaction(row: Form4TransactionRow): Form4Transaction {
  return {
    row: row.row,
    table: row.is_derivative === 1 ? 'derivative' : 'non-derivative',
    securityTitle: row.security_title,
    transactionDate: row.transaction_date,
    transactionCode: row.code,
    equitySwap: row.equity_swap === 1,
    timeliness: row.timeliness,
    shares: row.shares,
    pricePerShare: row.price,
    statedTotalValue: row.stated_total_value,
    acquiredDisposed: row.acquired_disposed,
    sharesOwnedAfter: row.shares_after,
    valueOwnedAfter: row.value_after,
    ownership: row.ownership,
    natureOfOwnership: row.nature_of_ownership,
    conversionOrExercisePrice: row.exercise_price,
    underlyingTitle: row.underlying_title,
    underlyingShares: row.underlying_shares,
    is10b5_1: row.is_10b5_1 === 1,
    hasVwapFootnote: row.has_vwap_footnote === 1,
    hasAdsFootnote: row.has_ads_footnote === 1,
    hasTaxWithholdingFootnote: row.has_tax_footnote === 1,
    hasIndirectOwnershipFootnote: row.has_indirect_footnote === 1,
    soldOnlyForTax: row.sold_only_for_tax === 1,
    // The store writes only words of this type into the column.
    implausible: row.implausible === '' ? [] : (row.implausible.split(',') as Implausibility[]),
  };
}
