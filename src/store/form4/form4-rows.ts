/**
 * Converts a Form 4 filing to its rows and back. Both directions are here, so that it is read back exactly as
 * written.
 */

import { appendTo } from '../../collections.js';
import type {
  FootnoteFlag,
  Form4Filing,
  Form4Transaction,
  Implausibility,
  ReportingOwner,
} from '../../records/form4/form4.js';
import type { StatedSplit } from '../../records/form4/share-basis.js';
import { type Store, toInt } from '../database/store.js';

/** The stored columns in the order of the lists below. */
type Form4FilingRow = [
  id: number,
  accession: string,
  documentType: Form4Filing['documentType'],
  schemaVersion: string | null,
  periodOfReport: string | null,
  originalSubmissionDate: string | null,
  filedAt: string,
  filedAtApproximate: number,
  filedDate: string,
  precision: Form4Filing['precision'],
  issuerCik: string,
  issuerName: string,
  tradingSymbol: string | null,
  foreignTradingSymbol: string | null,
  notSubjectToSection16: number | null,
  aff10b5One: number | null,
  remarks: string | null,
  holdingCount: number,
  filesSeparately: number,
  statedSplits: string | null,
];

type Form4OwnerRow = [
  filingId: number,
  cik: string,
  name: string,
  isDirector: number,
  isOfficer: number,
  isTenPercentOwner: number,
  isOther: number,
  officerTitle: string | null,
  otherText: string | null,
];

type Form4TransactionRow = [
  filingId: number,
  row: number,
  isDerivative: number,
  securityTitle: string,
  transactionDate: string | null,
  code: string | null,
  equitySwap: number,
  timeliness: Form4Transaction['timeliness'],
  shares: number | null,
  price: number | null,
  statedTotalValue: number | null,
  acquiredDisposed: Form4Transaction['acquiredDisposed'],
  sharesAfter: number | null,
  valueAfter: number | null,
  ownership: Form4Transaction['ownership'],
  natureOfOwnership: string | null,
  exercisePrice: number | null,
  underlyingTitle: string | null,
  underlyingShares: number | null,
  is10b51: number,
  hasVwapFootnote: number,
  hasAdsFootnote: number,
  hasTaxFootnote: number,
  hasIndirectFootnote: number,
  soldOnlyForTax: number,
  acquisition: Form4Transaction['acquisition'],
  implausible: string,
  footnoteUnclear: string,
];

/** Read as arrays: an issuer has thousands of rows, and a name for each value costs more than the value. */
const STORED_FILING = `f.id, f.accession, f.document_type, f.schema_version, f.period_of_report, f.original_submission_date,
  f.filed_at, f.filed_at_approximate, f.filed_date, f."precision", f.issuer_cik, f.issuer_name,
  f.trading_symbol, f.foreign_trading_symbol, f.not_subject_to_section16, f.aff10b5_one, f.remarks,
  f.holding_count, f.files_separately, f.stated_splits`;
const STORED_OWNER = `o.filing_id, o.cik, o.name, o.is_director, o.is_officer, o.is_ten_percent_owner, o.is_other,
  o.officer_title, o.other_text`;
const STORED_TRANSACTION = `t.filing_id, t."row", t.is_derivative, t.security_title, t.transaction_date, t.code, t.equity_swap,
  t.timeliness, t.shares, t.price, t.stated_total_value, t.acquired_disposed, t.shares_after,
  t.value_after, t.ownership, t.nature_of_ownership, t.exercise_price, t.underlying_title,
  t.underlying_shares, t.is_10b5_1, t.has_vwap_footnote, t.has_ads_footnote, t.has_tax_footnote,
  t.has_indirect_footnote, t.sold_only_for_tax, t.acquisition, t.implausible, t.footnote_unclear`;

const placeholders = (count: number) => `(${Array(count).fill('?').join(', ')})`;

const FILING_COLUMNS = `accession, document_type, schema_version, period_of_report, original_submission_date,
  filed_at, filed_at_approximate, filed_date, "precision", issuer_cik, issuer_name, trading_symbol,
  foreign_trading_symbol, not_subject_to_section16, aff10b5_one, remarks, holding_count, files_separately, stated_splits`;

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
    toInt(filing.filesSeparately),
    filing.statedSplits === undefined ? null : JSON.stringify(filing.statedSplits),
  ];
}

/** Returns the id of the new row. */
export function insertFiling(store: Store, filing: Form4Filing): number {
  const done = store
    .sql(`INSERT INTO form4_filing (${FILING_COLUMNS}) VALUES ${placeholders(19)}`)
    .run(...filingValues(filing));
  return Number(done.lastInsertRowid);
}

export function updateFiling(store: Store, id: number, filing: Form4Filing): void {
  store
    // What was derived from the filing before says nothing about it now.
    .sql(
      `UPDATE form4_filing SET (${FILING_COLUMNS}) = ${placeholders(19)}, derived_hash = NULL WHERE id = ?`,
    )
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
    has_indirect_footnote, sold_only_for_tax, acquisition, implausible, footnote_unclear) VALUES ${placeholders(28)}`);
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
      one.acquisition,
      one.implausible.join(','),
      (one.footnoteUnclear ?? []).join(','),
    );
}

/** The stored filings whose `column` has one of these values, oldest first, each exactly as it was written. */
export function readFilings(
  store: Store,
  column: 'accession' | 'issuer_cik',
  values: readonly string[],
): Array<{ id: number; filing: Form4Filing }> {
  const chosen = `FROM form4_filing f WHERE f.${column} IN (SELECT value FROM json_each(?))`;
  const value = JSON.stringify(values);
  const filings = store
    .rows<Form4FilingRow>(`SELECT ${STORED_FILING} ${chosen} ORDER BY f.filed_at, f.accession`)
    .all(value);
  const owners = new Map<number, ReportingOwner[]>();
  const ownerRows = store.rows<Form4OwnerRow>(
    `SELECT ${STORED_OWNER} FROM form4_owner o
     WHERE o.filing_id IN (SELECT f.id ${chosen}) ORDER BY o.filing_id, o.position`,
  );
  for (const row of ownerRows.iterate(value)) appendTo(owners, row[0], toOwner(row));
  const transactions = new Map<number, Form4Transaction[]>();
  const transactionRows = store.rows<Form4TransactionRow>(
    `SELECT ${STORED_TRANSACTION} FROM form4_transaction t
     WHERE t.filing_id IN (SELECT f.id ${chosen}) ORDER BY t.filing_id, t."row"`,
  );
  for (const row of transactionRows.iterate(value)) appendTo(transactions, row[0], toTransaction(row));
  return filings.map((row) => ({
    id: row[0],
    filing: toFiling(row, owners.get(row[0]) ?? [], transactions.get(row[0]) ?? []),
  }));
}

const toBoolean = (value: number | null) => (value === null ? null : value === 1);

function toFiling(
  [
    ,
    accession,
    documentType,
    schemaVersion,
    periodOfReport,
    originalSubmissionDate,
    filedAt,
    filedAtApproximate,
    filedDate,
    precision,
    issuerCik,
    issuerName,
    tradingSymbol,
    foreignTradingSymbol,
    notSubjectToSection16,
    aff10b5One,
    remarks,
    holdingCount,
    filesSeparately,
    statedSplits,
  ]: Form4FilingRow,
  owners: ReportingOwner[],
  transactions: Form4Transaction[],
): Form4Filing {
  return {
    kind: 'form4',
    accession,
    documentType,
    schemaVersion,
    periodOfReport,
    dateOfOriginalSubmission: originalSubmissionDate,
    filedAt,
    filedAtApproximate: filedAtApproximate === 1,
    filedDate,
    precision,
    issuer: {
      cik: issuerCik,
      name: issuerName,
      tradingSymbol,
      foreignTradingSymbol,
    },
    owners,
    notSubjectToSection16: toBoolean(notSubjectToSection16),
    aff10b5One: toBoolean(aff10b5One),
    remarks,
    filesSeparately: filesSeparately === 1,
    // What `filingValues` wrote.
    ...(statedSplits === null ? {} : { statedSplits: JSON.parse(statedSplits) as StatedSplit[] }),
    transactions,
    holdingCount,
  };
}

function toOwner([
  ,
  cik,
  name,
  isDirector,
  isOfficer,
  isTenPercentOwner,
  isOther,
  officerTitle,
  otherText,
]: Form4OwnerRow): ReportingOwner {
  return {
    cik,
    name,
    isDirector: isDirector === 1,
    isOfficer: isOfficer === 1,
    isTenPercentOwner: isTenPercentOwner === 1,
    isOther: isOther === 1,
    officerTitle,
    otherText,
  };
}

function toTransaction([
  ,
  row,
  isDerivative,
  securityTitle,
  transactionDate,
  code,
  equitySwap,
  timeliness,
  shares,
  price,
  statedTotalValue,
  acquiredDisposed,
  sharesAfter,
  valueAfter,
  ownership,
  natureOfOwnership,
  exercisePrice,
  underlyingTitle,
  underlyingShares,
  is10b51,
  hasVwapFootnote,
  hasAdsFootnote,
  hasTaxFootnote,
  hasIndirectFootnote,
  soldOnlyForTax,
  acquisition,
  implausible,
  footnoteUnclear,
]: Form4TransactionRow): Form4Transaction {
  return {
    row,
    table: isDerivative === 1 ? 'derivative' : 'non-derivative',
    securityTitle,
    transactionDate,
    transactionCode: code,
    equitySwap: equitySwap === 1,
    timeliness,
    shares,
    pricePerShare: price,
    statedTotalValue,
    acquiredDisposed,
    sharesOwnedAfter: sharesAfter,
    valueOwnedAfter: valueAfter,
    ownership,
    natureOfOwnership,
    conversionOrExercisePrice: exercisePrice,
    underlyingTitle,
    underlyingShares,
    is10b5_1: is10b51 === 1,
    hasVwapFootnote: hasVwapFootnote === 1,
    hasAdsFootnote: hasAdsFootnote === 1,
    hasTaxWithholdingFootnote: hasTaxFootnote === 1,
    hasIndirectOwnershipFootnote: hasIndirectFootnote === 1,
    soldOnlyForTax: soldOnlyForTax === 1,
    acquisition,
    // The store writes only words of this type into the column.
    implausible: implausible === '' ? [] : (implausible.split(',') as Implausibility[]),
    // As above.
    ...(footnoteUnclear === '' ? {} : { footnoteUnclear: footnoteUnclear.split(',') as FootnoteFlag[] }),
  };
}
