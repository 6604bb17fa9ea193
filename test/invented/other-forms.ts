/** Forms 3, 5 and 144 of the people and issuers of invented Form 4 filings. */

import type { Form5Transaction, Form35Filing, StatedHolding } from '../../src/records/form4/form35.js';
import type { PlannedSaleNotice } from '../../src/records/form144/form144.js';
import type { FilingFacts } from '../../tools/contract/shapes/filing.js';
import { sale } from '../derive/form4/filings.js';
import { accessionOf, headOf } from './filings.js';

const NO_TERMS = { account: null, exerciseDate: null, expirationDate: null };

/** A Form 3 with one holding for each of these filings, and a Form 5 with a late sale for every second one. */
export function forms35Of(filings: readonly FilingFacts[]): Form35Filing[] {
  return filings.flatMap((row, at) => {
    const accession = accessionOf(row);
    const form3 = {
      ...form35(row, accession.replace(/^\d{4}/, '7777'), '3'),
      holdings: [holding(row, 1000 + at)],
    };
    const form5 = {
      ...form35(row, accession.replace(/^\d{4}/, '8888'), '5'),
      transactions: [lateSale(row, 2000 + at)],
    };
    return at % 2 === 0 ? [form3, form5] : [form3];
  });
}

function form35(row: FilingFacts, accession: string, documentType: '3' | '5'): Form35Filing {
  return {
    kind: 'form35',
    ...headOf(row),
    accession,
    documentType,
    schemaVersion: 'X0508',
    noSecuritiesOwned: documentType === '3' ? false : null,
    form3HoldingsReported: null,
    form4TransactionsReported: documentType === '5' ? true : null,
    transactions: [],
    holdings: [],
  };
}

function holding({ securityTitle }: FilingFacts, shares: number): StatedHolding {
  return {
    row: 0,
    transactionsBefore: 0,
    table: 'non-derivative',
    securityTitle,
    rowForm: null,
    shares,
    value: null,
    ownership: 'D',
    natureOfOwnership: null,
    conversionOrExercisePrice: null,
    underlyingTitle: null,
    underlyingShares: null,
    underlyingValue: null,
    ...NO_TERMS,
  };
}

/** Long before its filing; a Form 4 should have reported it. The number owned after it is that of the end of the year. */
function lateSale({ securityTitle }: FilingFacts, sharesOwnedAfter: number): Form5Transaction {
  const figures = { shares: 10, pricePerShare: 2.5, sharesOwnedAfter };
  return { ...sale({ securityTitle, transactionDate: '2025-12-15', ...figures }), ...NO_TERMS, rowForm: '4' };
}

/** A notice for each sale among `filings`, filed with it: every second one of a class that is never sold. */
export function noticesOf(filings: readonly FilingFacts[]): PlannedSaleNotice[] {
  return filings
    .filter(({ transactionCode }) => transactionCode === 'S')
    .map((row, index): PlannedSaleNotice => {
      const { cik, issuerName: name, filedAt, transactionDate, shares } = row;
      return {
        kind: 'form144',
        accession: `0000900144-26-${String(index).padStart(6, '0')}`,
        documentType: '144',
        previousAccession: null,
        filedAt,
        filedAtApproximate: false,
        filedDate: filedAt.slice(0, 10),
        filerCik: row.ownerCik,
        sellerName: row.ownerName,
        issuer: { cik, name },
        relationships: ['Officer'],
        securities: [
          {
            title: index % 2 === 0 ? 'Common' : 'Preferred Stock',
            broker: 'Vexholm Brokers LLC',
            exchange: 'NYSE',
            shares,
            marketValue: row.totalValue,
            sharesOutstanding: 5_000_000,
            approxSaleDate: transactionDate,
            implausible: [],
          },
        ],
        acquired: [],
        nothingSoldInPast3Months: true,
        soldInPast3Months: [],
        remarks: null,
        noticeDate: transactionDate,
        planAdoptionDates: index % 3 === 0 ? ['2025-06-02'] : [],
        planInRemarks: null,
      };
    });
}
