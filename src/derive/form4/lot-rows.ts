/** The rows of one issuer in the order of filing, with the keys for comparing them. */

import { compareText } from '../../collections.js';
import { dayNumber } from '../../dates.js';
import { roundCents } from '../../decimal.js';
import type { Form4Filing, Form4Transaction } from '../../records/form4/form4.js';
import { normaliseTitle } from '../../records/form4/security-title.js';
import { isNaturalPerson } from './display-owner.js';

/** A filing in its position among all filings of the issuer. */
export interface FiledForm {
  filing: Form4Filing;
  /** Position in the order of filing. */
  filingOrder: number;
  isAmendment: boolean;
  /** Days since 1970 of the filing date. */
  day: number;
  owners: string[];
  /** At least one reporting owner is an organisation. */
  hasEntity: boolean;
  rows: LotRow[];
}

export interface LotRow {
  form: FiledForm;
  tx: Form4Transaction;
  /** Position among all rows of the issuer, in the order of filing. */
  index: number;
  /** Security title without case, punctuation and par value. */
  title: string;
  /** The key by which two rows are compared, with numbers at the two decimals that a data set keeps. */
  lotKey: string;
  /** Holding after the transaction at two decimals; '' if the filing states none. */
  after: string;
  /** Set by a later 4/A that restates this row. */
  superseded: boolean;
  /** True for a row of a 4/A that supersedes another. */
  restates: boolean;
  /** A 4/A says that the filing named a wrong person. */
  isOfWrongPerson: boolean;
}

/** The public id of a row. */
export const filingId = (row: LotRow) => `${row.form.filing.accession}-${row.tx.row}`;

/** Days since 1970 of a calendar date. */

const cents = (x: number | null) => (x === null ? '' : String(roundCents(x)));

/**
 * Two numbers agree if they are equal as filed, or equal at two decimals if either comes from a data set,
 * which rounds. Null agrees only with null.
 */
export function valuesAgree(a: LotRow, x: number | null, b: LotRow, y: number | null): boolean {
  if (x === y) return true;
  if (x === null || y === null) return false;
  const rounded = a.form.filing.precision === 'dataset' || b.form.filing.precision === 'dataset';
  return rounded && roundCents(x) === roundCents(y);
}

export function haveCommonOwner(a: FiledForm, b: FiledForm): boolean {
  return a.owners.some((owner) => b.owners.includes(owner));
}

/**
 * One record for each accession number: the XML before the data set, an exact time before an approximate one.
 */
function onePerAccession(filings: readonly Form4Filing[]): Form4Filing[] {
  const byAccession = new Map<string, Form4Filing>();
  for (const filing of filings) {
    const known = byAccession.get(filing.accession);
    if (known === undefined || isBetter(filing, known)) byAccession.set(filing.accession, filing);
  }
  return [...byAccession.values()];
}

function isBetter(a: Form4Filing, b: Form4Filing): boolean {
  if (a.precision !== b.precision) return a.precision === 'xml';
  if (a.filedAtApproximate !== b.filedAtApproximate) return b.filedAtApproximate;
  return JSON.stringify(a) < JSON.stringify(b);
}

/**
 * The order of filing: filing date, on the same date originals before amendments (the time of a data set row
 * is only the end of its day), then acceptance, then accession number.
 */
function inOrder(a: Form4Filing, b: Form4Filing): number {
  return (
    compareText(a.filedDate, b.filedDate) ||
    compareText(a.documentType, b.documentType) ||
    compareText(a.filedAt, b.filedAt) ||
    compareText(a.accession, b.accession)
  );
}

/** Sorts all filings of one issuer and adds keys to their rows. Filings of other issuers are ignored. */
export function orderForms(issuerCik: string, filings: readonly Form4Filing[]): FiledForm[] {
  const titles = new Map<string, string>();
  const titleOf = (filed: string) => {
    let title = titles.get(filed);
    if (title === undefined) {
      title = normaliseTitle(filed);
      titles.set(filed, title);
    }
    return title;
  };
  let index = 0;
  return onePerAccession(filings.filter((filing) => filing.issuer.cik === issuerCik))
    .sort(inOrder)
    .map((filing, filingOrder) => {
      const form: FiledForm = {
        filing,
        filingOrder,
        isAmendment: filing.documentType === '4/A',
        day: dayNumber(filing.filedDate),
        owners: filing.owners.map((owner) => owner.cik),
        hasEntity: filing.owners.some((owner) => !isNaturalPerson(owner.name)),
        rows: [],
      };
      form.rows = [...filing.transactions]
        .sort((a, b) => a.row - b.row)
        .map((tx) => {
          const title = titleOf(tx.securityTitle);
          const after = tx.sharesOwnedAfter ?? tx.valueOwnedAfter;
          return {
            form,
            tx,
            index: index++,
            title,
            lotKey: lotKey(tx, title),
            after: after === null ? '' : (tx.sharesOwnedAfter === null ? '$' : '') + cents(after),
            superseded: false,
            restates: false,
            isOfWrongPerson: false,
          };
        });
      return form;
    });
}

function lotKey(tx: Form4Transaction, title: string): string {
  const key = `${tx.transactionDate}|${tx.transactionCode}|${tx.acquiredDisposed}|${cents(tx.shares)}|${cents(tx.pricePerShare)}|${title}`;
  if (tx.table === 'non-derivative') return key;
  return `${key}|derivative|${cents(tx.statedTotalValue)}|${cents(tx.conversionOrExercisePrice)}|${cents(tx.underlyingShares)}`;
}
