/** The record of a Form 3 or 5. */

import type { Form35Filing, Form35Type } from '../../../records/form4/form35.js';
import { notReadWarning } from '../field-reader.js';
import type { OwnershipForms, OwnershipReading } from '../ownership-forms.js';
import { FORM_35_NAMES } from './vocabulary.js';

const NO_TERMS = { account: null, rowForm: null, exerciseDate: null, expirationDate: null } as const;

export const FORM_35_RECORDS: OwnershipForms = {
  names: FORM_35_NAMES,
  hasDataSetHoldings: true,
  notRead: (form, where) => notReadWarning('not-form-3-or-5', form, where),
  toRecords: (reading) => [toFiling(reading)],
};

function toFiling({ filing, terms, holdings, boxes, warn }: OwnershipReading): Form35Filing {
  const { documentType, transactions, holdingCount: _, filesSeparately: _others, ...rest } = filing;
  const stated = boxes();
  const rows = transactions.length + holdings.length;
  if (documentType.startsWith('3') && transactions.length > 0)
    warn('transaction-on-form-3', `${transactions.length} rows; they are kept`);
  if (stated.noSecuritiesOwned === true && rows > 0)
    warn('no-securities-but-rows', `the box says that nothing is owned, and there are ${rows} rows`);
  if (documentType.startsWith('3') && rows === 0 && stated.noSecuritiesOwned !== true)
    warn('no-rows', 'neither holdings nor the statement that nothing is owned');
  return {
    kind: 'form35',
    ...rest,
    // Only the types in `names` come here.
    documentType: documentType as Form35Type,
    ...stated,
    transactions: transactions.map((one, row) => ({ ...one, ...(terms[row] ?? NO_TERMS) })),
    holdings,
  };
}
