/** What people own, as last stated on the forms 3, 4 and 5, made for many people at a time. */

import { edgarIndexPage } from '../../../tools/contract/edgar-address.js';
import type { OwnedLine } from '../../../tools/contract/shapes/owned-line.js';
import { appendTo, compareText, groupBy } from '../../collections.js';
import { packOwnedLines } from '../../read-model/packed-owned-lines.js';

import type { Row } from '../../read-model/tables.js';
import type { DerivedForm35, Form4Holdings, Form35Filing } from '../../records/form4/form35.js';
import {
  lastStated,
  type OwnershipStatement,
  type StatedRow,
  statementDay,
} from '../../records/form4/last-stated.js';
import type { Store } from '../database/store.js';
import { unpackHoldings } from '../form4/packed-holdings.js';
import { isStatedElsewhere } from './filings.js';

/** Lines of one person that are given: a fund may have thousands. */
const LINES_MAX = 500;

/** The rows of these owners by CIK; none for an owner of whom no line is stated. */
export function ownedLineRows(store: Store, ciks: readonly string[]): Map<string, Row> {
  const wanted = JSON.stringify(ciks);
  const statements = new Map<string, OwnershipStatement[]>();
  addForm4(store, wanted, statements);
  addForm35(store, wanted, statements);
  const found = new Map<string, Row>();
  for (const [cik, own] of statements) {
    const lines = linesOf(own);
    if (lines.length > 0) found.set(cik, [cik, lines.length, packOwnedLines(lines.slice(0, LINES_MAX))]);
  }
  return found;
}

/** The company with the newest statement first. */
function linesOf(statements: readonly OwnershipStatement[]): OwnedLine[] {
  const companies = [...groupBy(statements, ({ issuerCik }) => issuerCik)].map(([cik, own]) => ({
    cik,
    own,
    newest: own.map(({ filedAt }) => filedAt).reduce((a, b) => (b > a ? b : a)),
  }));
  return companies
    .sort((a, b) => compareText(b.newest, a.newest) || compareText(a.cik, b.cik))
    .flatMap(({ own }) => lastStated(own));
}

type Form4Columns = [
  owner: string,
  id: number,
  accession: string,
  form: string,
  issuerCik: string,
  issuerName: string,
  ticker: string | null,
  filedAt: string,
  filedDate: string,
  periodOfReport: string | null,
  precision: string,
  hasLeft: number | null,
  owners: number,
  holdings: string | null,
];

type HeldColumns = [
  filingId: number,
  row: number,
  isDerivative: number,
  title: string,
  date: string | null,
  ownership: 'D' | 'I' | null,
  nature: string | null,
  sharesAfter: number | null,
  valueAfter: number | null,
  shares: number | null,
  way: 'A' | 'D' | null,
  underlyingTitle: string | null,
  exercisePrice: number | null,
  status: string | null,
  /** The 4/A that has the row of this lot. */
  amendment: string | null,
];

function addForm4(store: Store, wanted: string, statements: Map<string, OwnershipStatement[]>): void {
  const transactions = store
    .rows<HeldColumns>(
      `SELECT t.filing_id, t."row", t.is_derivative, t.security_title, t.transaction_date, t.ownership, t.nature_of_ownership,
         t.shares_after, t.value_after, t.shares, t.acquired_disposed, t.underlying_title, t.exercise_price, d.status, c.accession
       FROM form4_transaction t LEFT JOIN form4_derived d ON d.filing_id = t.filing_id AND d."row" = t."row"
       LEFT JOIN form4_filing c ON c.accession = d.represented_by_accession AND c.document_type = '4/A'
       WHERE t.filing_id IN (SELECT o.filing_id FROM json_each(?) k JOIN form4_owner o ON o.cik = k.value)
       ORDER BY t.filing_id, t."row"`,
    )
    .all(wanted);
  const byFiling = groupBy(transactions, ([filingId]) => filingId);
  const filings = store
    .rows<Form4Columns>(
      `SELECT o.cik, f.id, f.accession, f.document_type, f.issuer_cik, f.issuer_name, s.ticker, f.filed_at, f.filed_date,
         f.period_of_report, f."precision", f.not_subject_to_section16,
         (SELECT count(DISTINCT w.cik) FROM form4_owner w WHERE w.filing_id = f.id), h.holdings
       FROM (SELECT DISTINCT w.cik, w.filing_id FROM json_each(?) k JOIN form4_owner w ON w.cik = k.value) o
       JOIN form4_filing f ON f.id = o.filing_id LEFT JOIN issuer s ON s.cik = f.issuer_cik
       LEFT JOIN form4_holdings h ON h.accession = f.accession`,
    )
    .all(wanted);
  for (const filing of filings) {
    const [cik, id] = filing;
    const statement = form4Statement(filing, byFiling.get(id) ?? [], (one) => isAmended(store, one, cik));
    if (statement.rows.length > 0 || statement.hasLeft) appendTo(statements, cik, statement);
  }
}

/** A joint owner whom no amendment names keeps the row, and the others have that of an amendment. */
function isAmended(store: Store, row: HeldColumns, cik: string): boolean {
  const [status, amendment] = row.slice(-2);
  if (status === 'superseded') return true;
  return (
    status === 'duplicate' && typeof amendment === 'string' && isStatedElsewhere(store, row[0], row[1], cik)
  );
}

function form4Statement(
  [
    ,
    ,
    accession,
    form,
    issuerCik,
    issuerName,
    ticker,
    filedAt,
    filedDate,
    period,
    precision,
    left,
    owners,
    text,
  ]: Form4Columns,
  transactions: readonly HeldColumns[],
  isRestated: (row: HeldColumns) => boolean,
): OwnershipStatement {
  const { holdings, terms }: Pick<Form4Holdings, 'holdings' | 'terms'> =
    text === null ? { holdings: [], terms: [] } : unpackHoldings(text);
  const days = transactions.flatMap(([, , , , date]) => (date !== null && date <= filedDate ? [date] : []));
  const rows = transactions
    .filter((one) => !isRestated(one))
    .map((one): PlacedRow => ({ at: one[1], row: transactionOf(one, terms) }));
  return {
    accession,
    form,
    issuerCik,
    issuerName,
    issuerTicker: ticker ?? '',
    filedAt,
    asOf: statementDay([days.sort().at(-1) ?? null, period], filedDate),
    periodOfReport: period,
    owners,
    isRounded: precision === 'dataset',
    hasLeft: left === 1,
    statesNone: false,
    rawFilingUrl: edgarIndexPage(issuerCik, accession),
    rows: inOrder([...rows, ...holdings.map(holdingOf)]),
  };
}

/** A row, and how many transactions of the document come before it. */
interface PlacedRow {
  at: number;
  row: StatedRow;
}

/** In the order of the document: a holding comes before the transaction with the number of those before it. */
function inOrder(rows: readonly PlacedRow[]): StatedRow[] {
  const isTrade = ({ row }: PlacedRow) => Number(row.kind === 'transaction');
  return [...rows].sort((a, b) => a.at - b.at || isTrade(a) - isTrade(b)).map(({ row }) => row);
}

function transactionOf(columns: HeldColumns, terms: Form4Holdings['terms']): StatedRow {
  const [, row, isDerivative, title, , ownership, nature, shares, value, traded, way, underlying, price] =
    columns;
  const own = terms.find((one) => one.row === row);
  return {
    id: String(row),
    kind: 'transaction',
    isDerivative: isDerivative === 1,
    securityTitle: title,
    ownership: ownership ?? '',
    nature,
    account: own?.account ?? null,
    shares,
    value,
    traded,
    way,
    underlyingTitle: underlying,
    underlyingShares: null,
    underlyingValue: null,
    exercisePrice: price,
    exerciseDate: own?.exerciseDate ?? null,
    expirationDate: own?.expirationDate ?? null,
  };
}

function holdingOf(one: Form35Filing['holdings'][number]): PlacedRow {
  return {
    at: one.transactionsBefore,
    row: {
      id: `h${one.row}`,
      kind: 'holding',
      isDerivative: one.table === 'derivative',
      securityTitle: one.securityTitle,
      ownership: one.ownership ?? '',
      nature: one.natureOfOwnership,
      account: one.account,
      shares: one.shares,
      value: one.value,
      traded: null,
      way: null,
      underlyingTitle: one.underlyingTitle,
      underlyingShares: one.underlyingShares,
      underlyingValue: one.underlyingValue,
      exercisePrice: one.conversionOrExercisePrice,
      exerciseDate: one.exerciseDate,
      expirationDate: one.expirationDate,
    },
  };
}

function addForm35(store: Store, wanted: string, statements: Map<string, OwnershipStatement[]>): void {
  const filings = store
    .rows<[owner: string, filing: string, derived: string, ticker: string | null]>(
      `SELECT o.cik, f.filing, f.derived, s.ticker
       FROM (SELECT DISTINCT w.cik, w.filing_id FROM json_each(?) k JOIN form35_owner w ON w.cik = k.value) o
       JOIN form35_filing f ON f.id = o.filing_id LEFT JOIN issuer s ON s.cik = f.issuer_cik
       WHERE f.derived IS NOT NULL`,
    )
    .all(wanted);
  for (const [owner, filing, found, ticker] of filings) {
    const derived = JSON.parse(found) as DerivedForm35;
    appendTo(statements, owner, form35Statement(JSON.parse(filing), derived, ticker ?? derived.ticker));
  }
}

function form35Statement(filing: Form35Filing, derived: DerivedForm35, ticker: string): OwnershipStatement {
  const { accession, issuer, periodOfReport } = filing;
  const restated = new Set(derived.restated);
  const trades = filing.transactions.map(
    (one): PlacedRow => ({
      at: one.row,
      row: {
        id: String(one.row),
        kind: 'transaction',
        isDerivative: one.table === 'derivative',
        securityTitle: one.securityTitle,
        ownership: one.ownership ?? '',
        nature: one.natureOfOwnership,
        account: one.account,
        shares: one.sharesOwnedAfter,
        value: one.valueOwnedAfter,
        traded: one.shares,
        way: one.acquiredDisposed,
        underlyingTitle: one.underlyingTitle,
        underlyingShares: null,
        underlyingValue: null,
        exercisePrice: one.conversionOrExercisePrice,
        exerciseDate: one.exerciseDate,
        expirationDate: one.expirationDate,
      },
    }),
  );
  return {
    accession,
    form: filing.documentType,
    issuerCik: issuer.cik,
    issuerName: issuer.name,
    issuerTicker: ticker,
    filedAt: filing.filedAt,
    asOf: statementDay([periodOfReport], filing.filedDate),
    periodOfReport,
    owners: new Set(filing.owners.map(({ cik }) => cik)).size,
    isRounded: filing.precision === 'dataset',
    hasLeft: filing.notSubjectToSection16 === true,
    statesNone:
      filing.noSecuritiesOwned === true &&
      filing.transactions.length + filing.holdings.length === 0 &&
      !restated.has('none'),
    rawFilingUrl: edgarIndexPage(issuer.cik, accession),
    rows: inOrder([...trades, ...filing.holdings.map(holdingOf)]).filter(({ id }) => !restated.has(id)),
  };
}
