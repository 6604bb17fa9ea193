/**
 * The holdings of a Form 4 as the ledger keeps them: without values that are not stated, and each footnote once. Funds repeat
 * a long footnote in every row.
 */

import type { Form4Holdings, LineTerms, StatedHolding } from '../../records/form4/form35.js';

type PackedContent = Pick<Form4Holdings, 'holdings' | 'terms'>;

/** A row without its nulls; `account` is the place of its text. */
type PackedRow = Record<string, string | number>;

interface PackedHoldings {
  accounts: string[];
  holdings: PackedRow[];
  terms: PackedRow[];
}

const NO_TERMS: LineTerms = { account: null, exerciseDate: null, expirationDate: null };
const NOTHING_STATED: Omit<StatedHolding, 'row' | 'transactionsBefore' | 'table' | 'securityTitle'> = {
  ...NO_TERMS,
  rowForm: null,
  shares: null,
  value: null,
  ownership: null,
  natureOfOwnership: null,
  conversionOrExercisePrice: null,
  underlyingTitle: null,
  underlyingShares: null,
  underlyingValue: null,
};

export function packHoldings({ holdings, terms }: PackedContent): string {
  const accounts: string[] = [];
  const placeOf = (text: string) => {
    const at = accounts.indexOf(text);
    return at === -1 ? accounts.push(text) - 1 : at;
  };
  const pack = (row: object): PackedRow =>
    Object.fromEntries(
      Object.entries(row).flatMap(([name, value]) =>
        value === null ? [] : [[name, name === 'account' ? placeOf(String(value)) : value]],
      ),
    );
  const packed: PackedHoldings = { accounts, holdings: holdings.map(pack), terms: terms.map(pack) };
  return JSON.stringify(packed);
}

/** @param text what `packHoldings` gave */
export function unpackHoldings(text: string): PackedContent {
  const { accounts, holdings, terms } = JSON.parse(text) as PackedHoldings;
  const accountOf = ({ account }: PackedRow) =>
    account === undefined ? null : (accounts[Number(account)] ?? null);
  return {
    // Each row is the record that was packed, with what it left out.
    holdings: holdings.map(
      (row) => ({ ...NOTHING_STATED, ...row, account: accountOf(row) }) as StatedHolding,
    ),
    terms: terms.map(
      (row) => ({ ...NO_TERMS, ...row, account: accountOf(row) }) as Form4Holdings['terms'][number],
    ),
  };
}
