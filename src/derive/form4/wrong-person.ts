/**
 * Finds the filing of a wrong person that a 4/A corrects: the filer used the CIK of another person, so that the two have no owner in
 * common. It is found only if the 4/A says so, and repeats all rows of one filing of the date that it names.
 */

import type { FilingHistory } from './filing-history.js';
import { type FiledForm, haveCommonOwner, type LotRow } from './lot-rows.js';

const KEY =
  "(?<!\\bissuer(?:['’]s)? )(?:CIK|central index key)(?: (?:number|code|no\\.?))?(?! (?:for|of) the issuer)";
const PERSON = 'reporting (?:person|owner)|filer|individual|person|insider';
const CODES = 'EDGAR (?:account|codes?)|(?:filer|filing|access) codes?';
/** "The wrong reporting person", and not "the wrong person's address". */
const ENDS = '(?=[.,;)]|$| (?:in|on|as|due|because|was|by|and)\\b)';
/** "To correct the CIK of the reporting person", "inadvertently filed under the CIK of another person". */
const SAYS_SO = new RegExp(
  [
    `\\b(?:wrong|incorrect|erroneous|mistaken) (?:(?:(?:${PERSON})(?:['’]s)? )?${KEY}|${CODES}|(?:${PERSON})${ENDS})`,
    `\\bcorrect(?:s|ed|ing)? (?:the |an? )?(?:(?:error|mistake) in the )?(?:(?:${PERSON})(?:['’]s)? )?${KEY}\\b`,
    `\\bcorrect(?:s|ed|ing)? the (?:name|identity) of the (?:${PERSON})\\b`,
    `\\b(?:inadvertently|erroneously|mistakenly|incorrectly) (?:filed|submitted) (?:under|using|with) (?:(?!issuer)[\\w'’]+ ){0,6}?(?:${KEY}|${CODES})`,
    `${KEY}\\b[^.;]{0,60}\\b(?:was|is|were) (?:incorrect|wrong|in error|erroneous)\\b`,
  ].join('|'),
  'i',
);

/** Whether the remarks say that the filing before named a wrong person. */
function saysWrongPerson({ filing: { remarks } }: FiledForm): boolean {
  return remarks !== null && SAYS_SO.test(remarks);
}

/** Whether only wrong persons can be missing in the 4/A: no more are missing than it has instead, or one. */
export function namesWrongPerson(filed: FiledForm, amendment: FiledForm): boolean {
  if (!saysWrongPerson(amendment)) return false;
  const missing = filed.owners.filter((owner) => !amendment.owners.includes(owner));
  const instead = amendment.owners.filter((owner) => !filed.owners.includes(owner));
  return missing.length <= Math.max(instead.length, 1);
}

/** The rows that are restated, each with the row of the 4/A; none unless the text and all rows agree. */
export function rowsOfWrongPerson(
  amendment: FiledForm,
  register: FilingHistory,
): Array<[filed: LotRow, row: LotRow]> {
  const { dateOfOriginalSubmission: date } = amendment.filing;
  if (date === null || !saysWrongPerson(amendment)) return [];
  const found = register
    .filedOn(date, amendment)
    .filter((form) => !form.isAmendment && !haveCommonOwner(form, amendment))
    .map((form) => equalRows(form, amendment))
    .filter((pairs) => pairs.length > 0);
  return found.length === 1 ? (found[0] ?? []) : [];
}

/** All rows of both, in pairs that agree; none if one is left. */
function equalRows(form: FiledForm, amendment: FiledForm): Array<[LotRow, LotRow]> {
  const left = new Set(amendment.rows);
  const pairs: Array<[LotRow, LotRow]> = [];
  for (const filed of form.rows) {
    const row = [...left].find((one) => one.lotKey === filed.lotKey && one.after === filed.after);
    if (row === undefined) return [];
    left.delete(row);
    pairs.push([filed, row]);
  }
  return left.size === 0 ? pairs : [];
}
