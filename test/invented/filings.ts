/** Invented Form 4 filings as readers see them, one row each, and the same filings as a register gives them. */

import type { Form4Filing, ReportingOwner } from '../../src/records/form4/form4.js';
import { edgarIndexPage } from '../../tools/contract/edgar-address.js';
import type { FilingFacts } from '../../tools/contract/shapes/filing.js';
import { sale } from '../derive/form4/filings.js';

export const READ_AT = '2026-11-20T12:00:00.000Z';
export const NOW = new Date('2026-11-20T12:20:00.000Z');

/** The day so many days before 2026-11-19. */
export function dayBack(index: number): string {
  return new Date(Date.UTC(2026, 10, 19) - index * 86_400_000).toISOString().slice(0, 10);
}

/** `count` open-market rows of three people, one a day back from 2026-11-19. */
export function inventedFilings(count: number): FilingFacts[] {
  return Array.from({ length: count }, (_, index) => {
    const day = dayBack(index);
    const accession = `0000900001-26-${String(index).padStart(6, '0')}`;
    const cik = String(900_001 + (index % 3));
    return {
      filingId: `${accession}-0`,
      cik,
      issuerName: ['Brackwater Tool Co', 'Ostler & Wynn Inc', 'Zürichsee “Optics” Corp'][index % 3] as string,
      issuerTicker: ['BRKW', 'OSWN', ''][index % 3] as string,
      ownerName: ['Quill Marina T', 'Adeyemi Bola', 'Hartmann José'][index % 3] as string,
      ownerSlug: ['quill-marina-t', 'adeyemi-bola', 'hartmann-jose'][index % 3] as string,
      ownerCik: String(990_001 + (index % 3)),
      ownerTitle: 'Chief Financial Officer',
      transactionCode: index % 2 === 0 ? 'P' : 'S',
      securityTitle: 'Common Stock',
      transactionDate: day,
      filedAt: `${day}T21:05:00.000Z`,
      filedAtApproximate: false,
      shares: 100 + index,
      pricePerShare: 70.24,
      totalValue: Math.round((100 + index) * 7024) / 100,
      sharesOwnedAfter: 5000 + index,
      ownershipType: 'D',
      formType: '4',
      originalSubmissionDate: null,
      periodOfReport: day,
      is10b5_1: false,
      isDirector: false,
      isOfficer: true,
      isTenPercentOwner: false,
      isOther: false,
      otherText: null,
      isPairedExercise: false,
      hasAdsFootnote: false,
      hasIndirectOwnershipFootnote: false,
      hasTaxWithholdingFootnote: false,
      hasVwapFootnote: false,
      rawFilingUrl: edgarIndexPage(cik, accession),
    };
  });
}

export const accessionOf = ({ filingId }: FilingFacts) => filingId.slice(0, filingId.lastIndexOf('-'));

/** The filing with this row alone. What is derived, such as the slug of the owner, is not in it. */
export function form4Of(row: FilingFacts): Form4Filing {
  return {
    kind: 'form4',
    accession: accessionOf(row),
    documentType: '4',
    schemaVersion: 'X0508',
    ...headOf(row),
    filesSeparately: false,
    transactions: [
      sale({
        transactionCode: row.transactionCode,
        acquiredDisposed: row.transactionCode === 'S' ? 'D' : 'A',
        securityTitle: row.securityTitle,
        transactionDate: row.transactionDate,
        shares: row.shares,
        pricePerShare: row.pricePerShare,
        sharesOwnedAfter: row.sharesOwnedAfter,
        ownership: 'D',
        is10b5_1: row.is10b5_1,
        // As the parser sees it.
        implausible: row.transactionDate < '1933' ? ['date-impossible'] : [],
      }),
    ],
    holdingCount: 0,
  };
}

/** What the forms of a person have in common. */
export function headOf(row: FilingFacts) {
  return {
    periodOfReport: row.periodOfReport ?? null,
    dateOfOriginalSubmission: null,
    filedAt: row.filedAt,
    filedAtApproximate: false,
    filedDate: row.filedAt.slice(0, 10),
    precision: 'xml' as const,
    issuer: {
      cik: row.cik,
      name: row.issuerName,
      tradingSymbol: row.issuerTicker === '' ? null : row.issuerTicker,
      foreignTradingSymbol: null,
    },
    owners: [ownerOf(row)],
    notSubjectToSection16: null,
    // Many leave the box empty.
    aff10b5One: row.is10b5_1 ? true : null,
    remarks: null,
  };
}

function ownerOf(row: FilingFacts): ReportingOwner {
  return {
    cik: row.ownerCik,
    name: row.ownerName,
    isDirector: row.isDirector,
    isOfficer: row.isOfficer,
    isTenPercentOwner: row.isTenPercentOwner,
    isOther: row.isOther,
    officerTitle: row.ownerTitle,
    otherText: null,
  };
}
