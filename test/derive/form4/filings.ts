/** Small factories: invented issuers and people as Form 4 records. */

import { deriveIssuer } from '../../../src/derive/index.js';
import type { DerivedForm4Row } from '../../../src/records/derived-rows.js';
import type { Form4Filing, Form4Transaction, ReportingOwner } from '../../../src/records/form4/form4.js';

export const ISSUER = '4100';

export function person(cik: string, name = `Doe Jane ${'ABCDEFGHIJ'[Number(cik) % 10]}`): ReportingOwner {
  return {
    cik,
    name,
    isDirector: true,
    isOfficer: false,
    isTenPercentOwner: false,
    isOther: false,
    officerTitle: null,
    otherText: null,
  };
}

export function fund(cik: string, name = 'Larkspur Growth Fund LP'): ReportingOwner {
  return { ...person(cik, name), isDirector: false, isTenPercentOwner: true };
}

/** A sale of 100 shares at 10 USD on 3 March 2025 that leaves 900. */
export function sale(over: Partial<Form4Transaction> = {}): Form4Transaction {
  return {
    row: 0,
    table: 'non-derivative',
    securityTitle: 'Common Stock',
    transactionDate: '2025-03-03',
    transactionCode: 'S',
    equitySwap: false,
    timeliness: null,
    shares: 100,
    pricePerShare: 10,
    statedTotalValue: null,
    acquiredDisposed: 'D',
    sharesOwnedAfter: 900,
    valueOwnedAfter: null,
    ownership: 'D',
    natureOfOwnership: null,
    conversionOrExercisePrice: null,
    underlyingTitle: null,
    underlyingShares: null,
    is10b5_1: false,
    hasVwapFootnote: false,
    hasAdsFootnote: false,
    hasTaxWithholdingFootnote: false,
    hasIndirectOwnershipFootnote: false,
    soldOnlyForTax: false,
    acquisition: null,
    implausible: [],
    ...over,
  };
}

export const purchase = (over: Partial<Form4Transaction> = {}) =>
  sale({ transactionCode: 'P', acquiredDisposed: 'A', sharesOwnedAfter: 1100, ...over });

/** A filing of 4 March 2025; rows are numbered as listed. */
export function form(
  accession: string,
  owners: ReportingOwner[],
  transactions: Form4Transaction[],
  over: Partial<Form4Filing> = {},
): Form4Filing {
  const filedDate = over.filedDate ?? '2025-03-04';
  return {
    kind: 'form4',
    accession,
    documentType: '4',
    schemaVersion: 'X0508',
    periodOfReport: transactions.flatMap((one) => one.transactionDate ?? []).sort()[0] ?? null,
    dateOfOriginalSubmission: null,
    filedAt: `${filedDate}T22:00:00.000Z`,
    filedAtApproximate: false,
    filedDate,
    precision: 'xml',
    issuer: {
      cik: ISSUER,
      name: 'Orrery Instruments Inc',
      tradingSymbol: 'ORRY',
      foreignTradingSymbol: null,
    },
    owners,
    notSubjectToSection16: false,
    aff10b5One: null,
    remarks: null,
    filesSeparately: false,
    transactions: transactions.map((tx, row) => ({ ...tx, row })),
    holdingCount: 0,
    ...over,
  };
}

/** A 4/A filed on 10 March that names 4 March as the date of the original. */
export function amendment(
  accession: string,
  owners: ReportingOwner[],
  transactions: Form4Transaction[],
  over: Partial<Form4Filing> = {},
): Form4Filing {
  return form(accession, owners, transactions, {
    documentType: '4/A',
    dateOfOriginalSubmission: '2025-03-04',
    filedDate: '2025-03-10',
    ...over,
  });
}

export const read = (...filings: Form4Filing[]) => deriveIssuer({ issuerCik: ISSUER, filings, tickers: [] });

/** `accession-row` of the canonical rows. */
export const standing = (...filings: Form4Filing[]) =>
  read(...filings)
    .rows.filter((row) => row.status === 'canonical')
    .map((row) => `${row.accession}-${row.row}`)
    .sort();

export function rowOf(rows: DerivedForm4Row[], id: string): DerivedForm4Row {
  const found = rows.find((row) => `${row.accession}-${row.row}` === id);
  if (found === undefined) throw new Error(`no reading of ${id}`);
  return found;
}
