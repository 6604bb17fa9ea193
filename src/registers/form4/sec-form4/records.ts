/** The records of a Form 4: the filing, and what it states of ownership beside its transactions. */

import type { Form4Filing, Form4Type } from '../../../records/form4/form4.js';
import type { Form4Holdings } from '../../../records/form4/form35.js';
import { notReadWarning } from '../field-reader.js';
import type { OwnershipForms, OwnershipReading } from '../ownership-forms.js';
import { FORM_4 } from './vocabulary.js';

export const FORM_4_RECORDS: OwnershipForms = {
  names: FORM_4.names,
  // The text of each filing has them: what a data set says would be replaced at once.
  hasDataSetHoldings: false,
  notRead: (form, where) => notReadWarning('not-form-4', form, where),
  toRecords(reading) {
    const { accession, documentType, ...rest } = reading.filing;
    // Only the types in `names` come here.
    const filing: Form4Filing = {
      kind: 'form4',
      accession,
      documentType: documentType as Form4Type,
      ...rest,
    };
    const holdings = holdingsOf(reading);
    return holdings === null ? [filing] : [filing, holdings];
  },
};

/** Null where the transactions say everything; most filings have neither holdings nor accounts. */
function holdingsOf({ filing, holdings, terms }: OwnershipReading): Form4Holdings | null {
  if (filing.precision === 'dataset') return null;
  const named = terms.flatMap(({ rowForm: _, ...one }, row) =>
    one.account === null && one.exerciseDate === null && one.expirationDate === null ? [] : [{ ...one, row }],
  );
  if (holdings.length === 0 && named.length === 0) return null;
  return { kind: 'form4-holdings', accession: filing.accession, holdings, terms: named };
}
