/** Which forms of the ownership documents a register reads, and the records that it makes of them. */

import type { Form4Filing } from '../../records/form4/form4.js';
import type { Form35Filing, LineTerms, RowForm, StatedHolding } from '../../records/form4/form35.js';
import type { RegisterRecord } from '../../records/index.js';
import type { Warning } from '../register.js';

/** One document of the forms 3, 4 and 5, before a register makes its records of it. */
export interface OwnershipReading {
  filing: Omit<Form4Filing, 'kind' | 'documentType'> & { documentType: string };
  /** The terms of each transaction, in their order. */
  terms: Array<LineTerms & { rowForm: RowForm | null }>;
  holdings: StatedHolding[];
  /** The boxes that only the forms 3 and 5 have; read on demand. */
  boxes(): Pick<Form35Filing, 'noSecuritiesOwned' | 'form3HoldingsReported' | 'form4TransactionsReported'>;
  warn(kind: string, detail: string): void;
}

export interface OwnershipForms {
  /** The exact types. */
  names: ReadonlySet<string>;
  /** Whether holdings are read from data sets too; otherwise they are only counted there. */
  hasDataSetHoldings: boolean;
  /** What is said of a document of the other forms. */
  notRead(form: string, where: string): Warning;
  toRecords(reading: OwnershipReading): RegisterRecord[];
}
