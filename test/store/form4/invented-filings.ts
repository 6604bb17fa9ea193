/** Invented Form 4 filings, and a derivation so simple that a test can see the effect of the store. */

import { formerNames } from '../../../src/derive/form4/former-names.js';
import type { DerivedForm4Row, DerivedIssuer } from '../../../src/records/derived-rows.js';
import type { Form4Filing, Form4Transaction, ReportingOwner } from '../../../src/records/form4/form4.js';
import type { Store } from '../../../src/store/database/open.js';
import { issuerFilings, pendingIssuers, pendingOwners } from '../../../src/store/form4/derivation-input.js';
import { writeDerivedIssuers } from '../../../src/store/form4/derived-issuers.js';
import { writeDerivedOwners } from '../../../src/store/form4/insiders.js';
import { writeBatch } from '../../../src/store/write-batch.js';
import { person, sale } from '../../derive/form4/filings.js';

export const NOW = new Date('2026-03-02T12:00:00.000Z');

export function accession(number: number): string {
  return `0009999999-26-${String(number).padStart(6, '0')}`;
}

export function owner(cik: string, name: string, more: Partial<ReportingOwner> = {}): ReportingOwner {
  return { ...person(cik, name), isDirector: false, ...more };
}

export function trade(row: number, more: Partial<Form4Transaction> = {}): Form4Transaction {
  return sale({ row, transactionDate: '2026-02-27', pricePerShare: 10.5, ...more });
}

export function filing(number: number, more: Partial<Form4Filing> = {}): Form4Filing {
  return {
    kind: 'form4',
    accession: accession(number),
    documentType: '4',
    schemaVersion: 'X0508',
    periodOfReport: '2026-02-27',
    dateOfOriginalSubmission: null,
    filedAt: '2026-03-01T21:30:00.000Z',
    filedAtApproximate: false,
    filedDate: '2026-03-01',
    precision: 'xml',
    issuer: { cik: '4001', name: 'Quillmark Corp', tradingSymbol: 'QLMK', foreignTradingSymbol: null },
    owners: [owner('7001', 'Vesper Alma J', { isDirector: true })],
    notSubjectToSection16: null,
    aff10b5One: false,
    remarks: null,
    filesSeparately: false,
    transactions: [trade(0)],
    holdingCount: 0,
    ...more,
  };
}

export function write(store: Store, ...records: Form4Filing[]): { changed: number; unchanged: number } {
  return writeBatch(store, { register: 'sec-form4', now: NOW, records });
}

export interface Derivation {
  ticker?: (issuerCik: string) => string;
  slug?: (name: string, cik: string) => string;
  row?: (filing: Form4Filing, transaction: Form4Transaction) => Partial<DerivedForm4Row>;
}

/** Derives everything pending: every row is canonical, slugs are the name's words and the CIK. */
export function derive(store: Store, { ticker, slug, row }: Derivation = {}): void {
  for (const issuerCik of pendingIssuers(store, 10_000)) {
    const filings = issuerFilings(store, issuerCik);
    writeDerivedIssuers(store, [
      readingOf(issuerCik, ticker?.(issuerCik) ?? filings.at(-1)?.issuer.tradingSymbol ?? '', filings, row),
    ]);
  }
  writeDerivedOwners(
    store,
    pendingOwners(store, 1_000_000).map(({ cik, slug: given, names }) => {
      const name = names.at(-1)?.name ?? '';
      const words = name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
      return { cik, name, slug: given ?? slug?.(name, cik) ?? `${words}-${cik}` };
    }),
  );
}

export function readingOf(
  issuerCik: string,
  ticker: string,
  filings: Form4Filing[],
  row?: Derivation['row'],
): DerivedIssuer {
  return {
    issuerCik,
    ticker,
    name: filings.at(-1)?.issuer.name ?? '',
    formerNames: formerNames(
      filings.toReversed().map(({ filedAt, issuer }) => ({ filedAt, issuerName: issuer.name })),
    ),
    splits: [],
    accessions: filings.map(({ accession }) => accession),
    rows: filings.flatMap((one) =>
      one.transactions.map((transaction) => ({
        accession: one.accession,
        row: transaction.row,
        status: 'canonical' as const,
        representedBy: null,
        firstFiledAt: null,
        implausible: [],
        inFeed:
          (transaction.transactionCode === 'P' || transaction.transactionCode === 'S') &&
          transaction.shares !== null &&
          transaction.pricePerShare !== null,
        isOtherSecurity: false,
        ownerCik: one.owners[0]?.cik ?? '',
        isPairedExercise: false,
        totalValue: dollars(transaction),
        acquisition: null,
        signalQuality: 'discretionary-sell' as const,
        intentLabel: `Code ${transaction.transactionCode}`,
        ...row?.(one, transaction),
      })),
    ),
  };
}

function dollars({ shares, pricePerShare }: Form4Transaction): number | null {
  return shares === null || pricePerShare === null ? null : Math.round(shares * pricePerShare * 100) / 100;
}
