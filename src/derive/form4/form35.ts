/** What the Forms 3 and 5 of one issuer say together: its symbol, and which rows an amendment restates. */

import { compareText } from '../../collections.js';
import { daysBetween } from '../../dates.js';
import type {
  DerivedForm35,
  Form5Transaction,
  Form35Filing,
  StatedHolding,
} from '../../records/form4/form35.js';
import { normaliseTitle } from '../../records/form4/security-title.js';
import { displayOwner } from './display-owner.js';
import { issuerTicker } from './issuer-ticker.js';
import { intentLabel } from './signal-quality.js';

/** A filing made in the evening or on a holiday has the date of one of the next business days. */
const ORIGINAL_DAYS = 5;

/**
 * @param filings all Forms 3 and 5 of one issuer
 * @param tickers the ticker table's symbols of this issuer, common share first
 */
export function deriveForm35(filings: readonly Form35Filing[], tickers: readonly string[]): DerivedForm35[] {
  const inOrder = [...filings].sort(byFiling);
  const symbols = [...inOrder]
    .reverse()
    .flatMap(({ issuer }) =>
      issuer.tradingSymbol === null ? [] : [{ symbol: issuer.tradingSymbol, count: 1 }],
    );
  const ticker = issuerTicker(symbols, tickers);
  const restated = new Map(inOrder.map(({ accession }) => [accession, new Set<string>()]));
  for (const [at, amendment] of inOrder.entries()) {
    if (!isAmendment(amendment)) continue;
    for (const earlier of inOrder.slice(0, at)) {
      const rows = restated.get(earlier.accession);
      if (rows !== undefined && isAmended(earlier, amendment)) addRestatedRows(earlier, amendment, rows);
    }
  }
  return inOrder.map(({ accession, owners, transactions }) => ({
    accession,
    ticker,
    ownerCik: displayOwner(owners),
    restated: [...(restated.get(accession) ?? [])].sort(),
    labels: transactions.map((one) => intentLabel(one.transactionCode, one)),
  }));
}

/** The order of filing; on one day originals come first, as a data set has no time. */
function byFiling(a: Form35Filing, b: Form35Filing): number {
  return (
    compareText(a.filedDate, b.filedDate) ||
    Number(isAmendment(a)) - Number(isAmendment(b)) ||
    compareText(a.filedAt, b.filedAt) ||
    compareText(a.accession, b.accession)
  );
}

const isAmendment = ({ documentType }: Form35Filing): boolean => documentType.endsWith('/A');

/**
 * An amendment names no accession number. It is about filings of the same form by the same owner that are about the same event or
 * year, or that were filed on the day that it names.
 */
function isAmended(earlier: Form35Filing, amendment: Form35Filing): boolean {
  if (earlier.documentType[0] !== amendment.documentType[0]) return false;
  if (!earlier.owners.some(({ cik }) => amendment.owners.some((one) => one.cik === cik))) return false;
  const { periodOfReport, dateOfOriginalSubmission: named } = amendment;
  if (periodOfReport !== null && periodOfReport === earlier.periodOfReport) return true;
  if (named === null) return false;
  const days = daysBetween(named, earlier.filedDate);
  return days >= 0 && days <= ORIGINAL_DAYS;
}

/** Each row of the amendment restates one row at most; what it does not mention stays, unless it says that nothing is owned. */
function addRestatedRows(earlier: Form35Filing, amendment: Form35Filing, restated: Set<string>): void {
  const hasRows = amendment.transactions.length + amendment.holdings.length > 0;
  if (amendment.noSecuritiesOwned === true && !hasRows) {
    // A joint form may have the holdings of another owner.
    if (earlier.owners.some(({ cik }) => !amendment.owners.some((one) => one.cik === cik))) return;
    for (const { row } of earlier.holdings) restated.add(`h${row}`);
    if (earlier.noSecuritiesOwned === true) restated.add('none');
    return;
  }
  pair(earlier.transactions, amendment.transactions, keyOfTransaction, (row) => restated.add(String(row)));
  pair(earlier.holdings, amendment.holdings, keyOfHolding, (row) => restated.add(`h${row}`));
  if (hasRows && earlier.noSecuritiesOwned === true) restated.add('none');
}

function pair<T extends { row: number; account: string | null }>(
  earlier: readonly T[],
  later: readonly T[],
  keyOf: (row: T) => string,
  restate: (row: number) => void,
): void {
  const left = new Set(earlier);
  for (const row of later) {
    const same = [...left].filter((one) => keyOf(one) === keyOf(row));
    // Among several trusts, the one with the same words comes first.
    const found = same.find(({ account }) => account === row.account) ?? same[0];
    if (found === undefined) continue;
    left.delete(found);
    restate(found.row);
  }
}

function keyOfTransaction(row: Form5Transaction): string {
  const { table, securityTitle, transactionDate, transactionCode, acquiredDisposed } = row;
  return [table, normaliseTitle(securityTitle), transactionDate, transactionCode, acquiredDisposed].join('|');
}

function keyOfHolding(row: StatedHolding): string {
  const { table, securityTitle, ownership, natureOfOwnership, conversionOrExercisePrice, expirationDate } =
    row;
  return [
    table,
    normaliseTitle(securityTitle),
    ownership,
    normaliseTitle(natureOfOwnership ?? ''),
    conversionOrExercisePrice,
    expirationDate,
  ].join('|');
}
