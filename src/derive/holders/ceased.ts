/** Whether item 5 of a schedule says that the holder ceased to hold more than five per cent. */

import type { Schedule13Filing } from '../../records/holders/schedule13.js';

const MONTHS =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
/** The item requests the date, and some filers give nothing else. */
const ONLY_A_DAY = new RegExp(
  `^(?:(?:on|since|effective|as of|effective as of)\\s+)?(?:${MONTHS}\\.? \\d{1,2}(?:st|nd|rd|th)?,? \\d{4}|\\d{1,2} ${MONTHS} \\d{4}|\\d{1,2}/\\d{1,2}/\\d{2,4}|\\d{4}-\\d\\d-\\d\\d)\\.?$`,
  'i',
);
/** Not `ceased to be a director`, `no longer a director and continues to own`, or `ceased to be a member of the group`. */
const CEASED =
  /\bceased\b(?:[^.;]{0,160}(?:\b(?:beneficial|own|owners?|owning|hold|holders?|holding|five|percent|per cent)\b|\b5(?:\.0+)? ?%)| ?(?:on|as of|effective|since)\b|\W*$)|\bno longer\b(?:(?!\b(?:and (?:continu|still|own|hold|benefic)|but|continu))[^.;]){0,60}\b(?:owns?|owners?|holds?|holders?|beneficial)\b/i;
/**
 * `has not ceased`, `none of the Reporting Persons ceased`, the words of the form itself, left in place, another level, and
 * one of several persons while others continue.
 */
const DENIED =
  /\b(?:not|never)\s+(?:\w+\s+)?ceased\b|\b(?:none|neither|no (?:reporting )?person)\b[^.;]{0,200}\bceased\b|\bif applicable\b|\bstate the date\b|\b(?:ceased|no longer)\b(?:(?!\bfive\b|\b5 ?%)[^.;]){0,160}\b(?:more than|at least|over|in excess of) (?:ten|fifteen|twenty|fifty|[1-9]\d(?:\.\d+)? ?(?:%|per))(?![^.;]*\bceased\b)|\b(?:others|(?:other|remaining)(?: \w+)? (?:persons?|members?|part(?:y|ies)|entit(?:y|ies)|funds?|holders?|owners?))\b[^.;]{0,80}\bcontinue|\bcontinues? to\b[^.;]{0,80}(?:(?<!\b(?:no|not) )\bmore than (?:five|5)\b|(?<!\b(?:less than|fewer than|not? more than|below|under|up to|only) )\b(?:[5-9]|[1-9]\d)(?:\.\d+)? ?(?:%|per ?cent))/i;

/** A box of a 13G, or a text of a 13D. */
export function saysCeased({
  isFivePercentOrLess,
  ceasedText,
}: Pick<Schedule13Filing, 'isFivePercentOrLess' | 'ceasedText'>): boolean {
  if (isFivePercentOrLess === true) return true;
  const text = ceasedText ?? '';
  return ONLY_A_DAY.test(text) || (CEASED.test(text) && !DENIED.test(text));
}
