/** Rows of Forms 3 and 5 over an array, searched as plainly as possible, and what one person owns. */

import { placeOfOwnershipRow } from '../../tools/contract/ownership-search.js';
import type { Form35Search } from '../../tools/contract/reads/filings.js';
import type { FilingFacts } from '../../tools/contract/shapes/filing.js';
import type { OwnedLines } from '../../tools/contract/shapes/owned-line.js';
import type { OwnershipFacts } from '../../tools/contract/shapes/ownership-row.js';
import { tickerBase } from '../../tools/contract/ticker.js';
import { compareTransactionPlaces } from '../../tools/contract/transaction-search.js';

/** A Form 3 with one holding for each of these filings, and a Form 5 with a late sale for every second one. */
export function inventedForm35(filings: readonly FilingFacts[]): OwnershipFacts[] {
  return filings.flatMap((one, at): OwnershipFacts[] => {
    const shared = {
      cik: one.cik,
      issuerName: one.issuerName,
      issuerTicker: one.issuerTicker,
      ownerName: one.ownerName,
      ownerSlug: one.ownerSlug,
      ownerCik: one.ownerCik,
      ownerTitle: one.ownerTitle,
      securityTitle: one.securityTitle,
      isDerivative: false,
      filedAt: one.filedAt,
      filedAtApproximate: false,
      ownershipType: 'D',
      originalSubmissionDate: null,
      periodOfReport: one.periodOfReport,
      isDirector: one.isDirector,
      isOfficer: one.isOfficer,
      isTenPercentOwner: one.isTenPercentOwner,
      isOther: one.isOther,
      otherText: null,
      rawFilingUrl: one.rawFilingUrl,
    };
    const accession = one.filingId.slice(0, one.filingId.lastIndexOf('-')).replace(/^\d{4}/, '7777');
    const holding: OwnershipFacts = {
      ...shared,
      filingId: `${accession}-h0`,
      form: '3',
      formType: '3',
      rowKind: 'holding',
      late: false,
      lateBecause: null,
      transactionCode: null,
      transactionDate: null,
      shares: null,
      pricePerShare: null,
      totalValue: null,
      sharesOwnedAfter: 1000 + at,
      is10b5_1: null,
    };
    const sale: OwnershipFacts = {
      ...shared,
      filingId: `${accession.replace(/^7777/, '8888')}-0`,
      form: '5',
      formType: '5',
      rowKind: 'transaction',
      late: true,
      lateBecause: 'form-4-row',
      transactionCode: 'S',
      // Long before its filing.
      transactionDate: '2025-12-15',
      shares: 10,
      pricePerShare: 2.5,
      totalValue: 25,
      sharesOwnedAfter: 990,
      is10b5_1: false,
    };
    return at % 2 === 0 ? [holding, sale] : [holding];
  });
}

export function searchForm35Rows(
  rows: readonly OwnershipFacts[],
  search: Form35Search,
): { rows: OwnershipFacts[]; total: number } {
  const sign = search.order === 'desc' ? 1 : -1;
  const matching = rows
    .filter((row) => isWanted(row, search))
    .map((row) => ({ row, place: placeOfOwnershipRow(search, row) }))
    .sort((a, b) => sign * compareTransactionPlaces(a.place, b.place));
  const { after } = search;
  const behind =
    after === undefined
      ? matching
      : matching.filter(({ place }) => sign * compareTransactionPlaces(place, after) > 0);
  return { rows: behind.slice(0, search.limit).map(({ row }) => row), total: matching.length };
}

function isWanted(row: OwnershipFacts, search: Form35Search): boolean {
  const { since, until, forms, codes, tickers, cik, owner, minValue, maxValue, role, planned, sort } = search;
  const roles = { officer: row.isOfficer, director: row.isDirector, ten_percent: row.isTenPercentOwner };
  const needsValue = minValue > 0 || maxValue !== null || sort === 'value';
  return (
    row.filedAt >= since &&
    row.filedAt <= until &&
    forms.some((form) => form === row.form) &&
    (codes === null || codes.includes(row.transactionCode ?? '')) &&
    (tickers.length === 0 || tickers.some((one) => tickerBase(one) === tickerBase(row.issuerTicker))) &&
    (cik === null || row.cik === cik) &&
    (owner === null || row.ownerSlug === owner) &&
    (role === null || (roles as Record<string, boolean>)[role] === true) &&
    (planned === 'all' || (row.is10b5_1 === true) === (planned === 'only')) &&
    (!needsValue || (row.totalValue !== null && row.totalValue >= minValue)) &&
    (maxValue === null || (row.totalValue ?? 0) <= maxValue) &&
    (sort !== 'traded' || row.transactionDate !== null)
  );
}

/** One line for each row that states a holding. */
export function inventedLines(rows: readonly OwnershipFacts[], slug: string): OwnedLines {
  const own = rows.filter((row) => row.ownerSlug === slug && row.rowKind === 'holding').slice(0, 3);
  return {
    total: own.length,
    lines: own.map((row) => ({
      issuerCik: row.cik,
      issuerName: row.issuerName,
      issuerTicker: row.issuerTicker,
      isDerivative: false,
      securityTitle: row.securityTitle,
      ownership: 'D',
      nature: null,
      account: null,
      shares: row.sharesOwnedAfter,
      value: null,
      underlyingTitle: null,
      underlyingShares: null,
      underlyingValue: null,
      exercisePrice: null,
      exerciseDate: null,
      expirationDate: null,
      asOf: row.periodOfReport ?? row.filedAt.slice(0, 10),
      form: row.formType ?? row.form,
      filingId: row.filingId,
      filedAt: row.filedAt,
      doubts: [],
      rawFilingUrl: row.rawFilingUrl,
    })),
  };
}
