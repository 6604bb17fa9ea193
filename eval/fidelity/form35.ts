/** Forms 3 and 5: each filing against the facts that a separate reader took from the same document. */

import { basename } from 'node:path';
import type { Form5Transaction, Form35Filing, StatedHolding } from '../../src/records/form4/form35.js';
import { hasSamples } from '../../test/samples/folder.js';
import { bytesOf, filesIn, parsed } from './documents.js';
import { type ComparedRow, type Score, Tally } from './tally.js';

/** A filing in the words of the separate reader, which leave out what it does not state. */
export interface OwnershipFacts35 {
  owners: ComparedRow[];
  rows: ComparedRow[];
  [fact: string]: unknown;
}

const PLACES = [
  ['non-derivative', 'nonDerivative'],
  ['derivative', 'derivative'],
] as const;

export async function measure35(): Promise<Score> {
  const tally = new Tally();
  for (const file of filesIn('sec-forms/form3-5', /\.xml$/)) {
    const facts = `sec-forms/expected/${basename(file, '.xml')}.json`;
    // The SEC's own documents that are not well-formed have none.
    if (!hasSamples(facts)) continue;
    const expected = JSON.parse(bytesOf(facts).toString('utf8')) as OwnershipFacts35;
    // The samples have no accession numbers in their names.
    const records = await parsed('sec-form35', file, { key: '0009999999-26-000035' });
    const filing = records?.[0] as Form35Filing | undefined;
    tally.document(file, rowsOf(stated35(expected)), filing ? rowsOf(readingOf35(filing)) : null);
  }
  return tally.score;
}

function rowsOf({ owners, rows, ...facts }: OwnershipFacts35): ComparedRow[] {
  return [facts, ...owners, ...rows];
}

/** Without what this program does not keep: numbers of footnotes and signatures. CIKs are padded. */
export function stated35(expected: OwnershipFacts35): OwnershipFacts35 {
  const { footnoteCount: _notes, signed: _signed, owners, rows, ...facts } = expected;
  return {
    ...facts,
    owners: owners.map((owner) => ({ ...owner, cik: String(owner.cik).padStart(10, '0') })),
    rows: rows.map(({ footnotes: _ids, ...row }) => row),
  };
}

export function readingOf35(filing: Form35Filing): OwnershipFacts35 {
  return {
    form: filing.documentType,
    ...given('schemaVersion', filing.schemaVersion),
    periodOfReport: filing.periodOfReport,
    ...given('dateOfOriginalSubmission', filing.dateOfOriginalSubmission),
    issuerCik: filing.issuer.cik.padStart(10, '0'),
    issuerTicker: filing.issuer.tradingSymbol,
    ...given('noSecuritiesOwned', filing.noSecuritiesOwned),
    ...given('notSubjectToSection16', filing.notSubjectToSection16),
    ...given('form3HoldingsReported', filing.form3HoldingsReported),
    ...given('form4TransactionsReported', filing.form4TransactionsReported),
    owners: filing.owners.map((owner) => ({
      cik: owner.cik.padStart(10, '0'),
      name: owner.name === '' ? null : owner.name,
      director: owner.isDirector,
      officer: owner.isOfficer,
      tenPercent: owner.isTenPercentOwner,
      officerTitle: owner.officerTitle,
    })),
    rows: PLACES.flatMap(([table, name]) => rowsOfTable(filing, table, name)),
  };
}

/** In the order of the document: a holding comes after the transactions that it counts before it. */
function rowsOfTable(filing: Form35Filing, table: StatedHolding['table'], name: string): ComparedRow[] {
  const trades = filing.transactions.map((one) => ({ at: one.row + 1, one, kind: 'transaction' }));
  const holdings = filing.holdings.map((one) => ({ at: one.transactionsBefore + 0.5, one, kind: 'holding' }));
  return [...trades, ...holdings]
    .filter(({ one }) => one.table === table)
    .sort((a, b) => a.at - b.at)
    .map(({ one, kind }) => ({
      table: name,
      kind,
      title: one.securityTitle,
      ...given('formType', one.rowForm),
      ...('transactionCode' in one ? tradeOf(one) : given('sharesAfter', one.shares)),
      ...given('conversionPrice', one.conversionOrExercisePrice),
      ...given('underlyingTitle', one.underlyingTitle),
      ...given('underlyingShares', one.underlyingShares),
      ...given('expiration', one.expirationDate),
      ownership: one.ownership,
      ...given('nature', one.natureOfOwnership),
    }));
}

function tradeOf(one: Form5Transaction): ComparedRow {
  return {
    date: one.transactionDate,
    code: one.transactionCode,
    ...given('shares', one.shares),
    ...given('price', one.pricePerShare),
    ad: one.acquiredDisposed,
    ...given('sharesAfter', one.sharesOwnedAfter),
  };
}

/** The field, unless nothing is stated. */
function given(name: string, value: unknown): ComparedRow {
  return value === null ? {} : { [name]: value };
}
