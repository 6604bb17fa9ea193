/** Forms 3 and 5 as filed, normalised, and the holdings that a Form 4 states beside its transactions. */

import type { Form4Filing, Form4Transaction } from './form4.js';

export type Form35Type = '3' | '3/A' | '5' | '5/A';

/** One Form 3 or 5. It shares its document format with Form 4, and is stored apart from it. */
export interface Form35Filing
  extends Omit<Form4Filing, 'kind' | 'documentType' | 'transactions' | 'holdingCount' | 'filesSeparately'> {
  kind: 'form35';
  /** `periodOfReport` is the day of the event on a Form 3, and the end of the issuer's fiscal year on a Form 5. */
  documentType: Form35Type;
  /** Form 3: true is the statement that nothing is owned. Null when the document has no such box. */
  noSecuritiesOwned: boolean | null;
  /** Form 5: it has holdings that a Form 3 should have had. */
  form3HoldingsReported: boolean | null;
  /** Form 5: it has transactions that a Form 4 should have had. */
  form4TransactionsReported: boolean | null;
  /** None on a Form 3. */
  transactions: Form5Transaction[];
  holdings: StatedHolding[];
}

/** The form that a row belongs to, as its coding says; it may be another one than that of the document. */
export type RowForm = '3' | '4' | '5';

export interface Form5Transaction extends Form4Transaction, LineTerms {
  /** `4`: a transaction that a Form 4 should have reported. */
  rowForm: RowForm | null;
}

/** What distinguishes two lines of one security, beside the form of ownership. */
export interface LineTerms {
  /** The footnotes on the form of ownership, which name the trust or company that holds the securities. */
  account: string | null;
  /** For a derivative security; null when only a footnote says it. */
  exerciseDate: string | null;
  expirationDate: string | null;
}

/** A position, not a trade: a separate kind of row that no feed and no sum has. */
export interface StatedHolding extends LineTerms {
  /** Zero-based position among the holdings of the document, non-derivative table first. */
  row: number;
  /** How many transactions of the document come before it. */
  transactionsBefore: number;
  table: 'non-derivative' | 'derivative';
  securityTitle: string;
  rowForm: RowForm | null;
  /** Null when not stated, as on a derivative holding of a Form 3. */
  shares: number | null;
  /** USD, where a value is stated instead of a number. */
  value: number | null;
  ownership: 'D' | 'I' | null;
  natureOfOwnership: string | null;
  conversionOrExercisePrice: number | null;
  underlyingTitle: string | null;
  underlyingShares: number | null;
  /** USD, where a value is stated instead of a number. */
  underlyingValue: number | null;
}

/** What a Form 4 states of ownership beside its transactions. */
export interface Form4Holdings {
  kind: 'form4-holdings';
  accession: string;
  holdings: StatedHolding[];
  /** The terms of those transactions that have some, by row. */
  terms: Array<LineTerms & { row: number }>;
}

/** What derivation found about a Form 3 or 5. */
export interface DerivedForm35 {
  accession: string;
  /** The symbol that the filings of the issuer agree on, '' without one. */
  ticker: string;
  /** The owner whom its rows name. */
  ownerCik: string;
  /** Rows that an amendment restates: `0` for a transaction, `h0` for a holding, `none` for the statement of nothing. */
  restated: string[];
  /** The code of each transaction in plain words, by row. */
  labels: string[];
}
