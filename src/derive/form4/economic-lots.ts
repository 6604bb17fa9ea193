/**
 * Finds rows of different filings that report one economic lot: joint owners split over several filings, and
 * filings sent twice. A visible duplicate is better than a lost trade, so an uncertain match keeps both rows.
 */

import { appendTo, itemAt } from '../../collections.js';
import { type FiledForm, haveCommonOwner, type LotRow, valuesAgree } from './lot-rows.js';
import type { EconomicLots } from './lots.js';

/** Filings of different owners about one lot are filed together or within this many calendar days. */
const MAX_DAYS_APART = 5;
/**
 * A row is compared with at most this many equal rows before it, which keeps a flood of equal rows linear.
 */
const MAX_ROWS_COMPARED = 64;

/**
 * Joins rows that are one lot. Rows are equal if issuer, security, date, code, A/D, shares, price and the
 * holding after the transaction agree, and they are the same occurrence of such a row in their filings. In
 * addition:
 * - with an owner in common: the same ownership (direct or indirect), and no nature of it that names another account;
 * - without: a stated holding, filing dates within a few days, and something that shows one holding of several owners. One
 *   filing names an organisation; for P and S a row may be of indirect ownership instead, or owners may share a family name. What one
 *   person owns directly, another does not: directors who buy or get the same number agree in all figures and are still two people.
 *
 * If the holding proves nothing (several rows of the document state the same one, or, between different
 * owners, the lot is all that is held or nothing is left), the documents must list the same transactions, and more than
 * one, unless remarks or a footnote say that others report the same on another form, or the nature of ownership names the owner
 * of the other form.
 * @param between `same-type` compares 4 with 4, and 4/A of different owners with each other; the effect of a
 * 4/A on the filings of the same owners is decided by the amendments. `all` compares what is left.
 */
export function joinDuplicates(
  forms: readonly FiledForm[],
  lots: EconomicLots,
  between: 'same-type' | 'all',
): void {
  for (const bucket of groupAlikeRows(forms)) {
    for (const withOwner of [true, false]) {
      for (let j = 1; j < bucket.length; j++) {
        for (let i = Math.max(0, j - MAX_ROWS_COMPARED); i < j; i++) {
          const a = itemAt(bucket, i);
          const b = itemAt(bucket, j);
          if (a.form === b.form || lots.areSameLot(a, b) || haveCommonOwner(a.form, b.form) !== withOwner)
            continue;
          if (between === 'same-type') {
            if (a.form.isAmendment !== b.form.isAmendment || (a.form.isAmendment && withOwner)) continue;
          }
          const same = withOwner ? isResubmission(bucket, i, j) : isJoint(bucket, i, j);
          if (same) lots.join(a, b);
        }
      }
    }
  }
}

/** Rows of at least two filings with the same key and holding, each list in the order of filing. */
function groupAlikeRows(forms: readonly FiledForm[]): LotRow[][] {
  const buckets = new Map<string, LotRow[]>();
  for (const form of forms) {
    for (const row of form.rows) {
      appendTo(buckets, `${row.lotKey}|${row.after}`, row);
    }
  }
  const found: LotRow[][] = [];
  for (const bucket of buckets.values()) {
    if (bucket.length > 1 && itemAt(bucket, 0).form !== itemAt(bucket, -1).form) found.push(bucket);
  }
  return found;
}

function isResubmission(bucket: readonly LotRow[], i: number, j: number): boolean {
  const a = itemAt(bucket, i);
  const b = itemAt(bucket, j);
  const { ownership } = a.tx;
  if (ownership !== b.tx.ownership || namesOtherAccount(a, b) || !numbersAgree(a, b)) return false;
  const exact = areBothExact(a, b);
  const counts = (row: LotRow) => row.tx.ownership === ownership;
  if (occurrence(bucket, i, exact, counts) !== occurrence(bucket, j, exact, counts)) return false;
  return (!statesClosingBalance(a) && !statesClosingBalance(b)) || sameDocument(a, b);
}

function isJoint(bucket: readonly LotRow[], i: number, j: number): boolean {
  const a = itemAt(bucket, i);
  const b = itemAt(bucket, j);
  const { shares, transactionCode: code, transactionDate } = a.tx;
  if (a.after === '' || transactionDate === null || shares === null || shares <= 0) return false;
  if (Math.abs(a.form.day - b.form.day) > MAX_DAYS_APART || !numbersAgree(a, b)) return false;
  if (!a.form.hasEntity && !b.form.hasEntity && !((code === 'P' || code === 'S') && mayShareHolding(a, b)))
    return false;
  const exact = areBothExact(a, b);
  if (occurrence(bucket, i, exact) !== occurrence(bucket, j, exact)) return false;
  const provesNothing = isWholeHolding(a) || isWholeHolding(b);
  const isNamed = namesHolder(a, b) || namesHolder(b, a);
  if (provesNothing && rowsOfTable(a).length < 2 && !isNamed && !areSplitOverFilings(a, b)) return false;
  return (!provesNothing && !statesClosingBalance(a) && !statesClosingBalance(b)) || sameDocument(a, b);
}

/** Whether two natural persons can have one holding: one does not own it directly, or both have one family name. */
function mayShareHolding(a: LotRow, b: LotRow): boolean {
  if (a.tx.ownership !== 'D' || b.tx.ownership !== 'D') return true;
  const [names, others] = [a, b].map(({ form }) =>
    form.filing.owners.flatMap(({ name }) => familyName(name)),
  );
  return names?.some((word) => others?.includes(word)) === true;
}

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');

/** EDGAR writes it first. Two directors called John have nothing in common. */
const familyName = (name: string) =>
  wordsOf(name)
    .filter((word) => word.length > 2)
    .slice(0, 1);

/** Two accounts, such as the trusts of two children: each has a word that the other lacks. A nature in a footnote can be any. */
function namesOtherAccount(a: LotRow, b: LotRow): boolean {
  const [one, two] = [a, b].map(({ tx }) => wordsOf(tx.natureOfOwnership ?? ''));
  if (one === undefined || two === undefined || [...one, ...two].includes('footnote')) return false;
  return one.some((word) => !two.includes(word)) && two.some((word) => !one.includes(word));
}

/** "By Larkspur Fund LP": the row is of what an owner of the other form holds. */
function namesHolder({ tx }: LotRow, { form }: LotRow): boolean {
  const nature = ` ${wordsOf(tx.natureOfOwnership ?? '').join(' ')} `;
  const names = form.filing.owners.map(({ name }) => wordsOf(name));
  return names.some((words) => words.length > 1 && nature.includes(` ${words.join(' ')} `));
}

/** EDGAR takes ten owners: a larger group files several forms of the same day, with the same row. */
function areSplitOverFilings(a: LotRow, b: LotRow): boolean {
  return (
    a.form.day === b.form.day &&
    a.form.hasEntity &&
    b.form.hasEntity &&
    a.tx.natureOfOwnership === b.tx.natureOfOwnership &&
    (a.tx.ownership === 'I' || b.tx.ownership === 'I') &&
    a.form.filing.filesSeparately &&
    b.form.filing.filesSeparately
  );
}

const areBothExact = (a: LotRow, b: LotRow) =>
  a.form.filing.precision === 'xml' && b.form.filing.precision === 'xml';

/** The bucket compares two decimals; rows that both come from XML must agree in all of them. */
function numbersAgree(a: LotRow, b: LotRow): boolean {
  return (
    valuesAgree(a, a.tx.shares, b, b.tx.shares) &&
    valuesAgree(a, a.tx.pricePerShare, b, b.tx.pricePerShare) &&
    valuesAgree(a, a.tx.sharesOwnedAfter, b, b.tx.sharesOwnedAfter) &&
    valuesAgree(a, a.tx.conversionOrExercisePrice, b, b.tx.conversionOrExercisePrice)
  );
}

/**
 * Position (first, second, ...) among the equal rows of one filing; equal rows of one filing are separate
 * lots.
 */
function occurrence(
  bucket: readonly LotRow[],
  at: number,
  exact: boolean,
  counts: (row: LotRow) => boolean = () => true,
): number {
  const row = itemAt(bucket, at);
  let n = 0;
  // Rows of one filing are adjacent in the bucket.
  for (let before = at - 1; before >= 0 && itemAt(bucket, before).form === row.form; before--) {
    const other = itemAt(bucket, before);
    if (counts(other) && (!exact || numbersAgree(row, other))) n++;
  }
  return n;
}

const rowsOfTable = (row: LotRow) => row.form.rows.filter((other) => other.tx.table === row.tx.table);

/**
 * Another row of the document has the same holding, so the figure is a closing balance and not the holding
 * after this row.
 */
function statesClosingBalance(row: LotRow): boolean {
  return row.form.rows.some(
    (other) =>
      other !== row &&
      other.tx.table === row.tx.table &&
      other.after === row.after &&
      other.title === row.title &&
      other.tx.ownership === row.tx.ownership,
  );
}

/** A first purchase leaves the lot itself, a full sale leaves nothing: that is true for any owner. */
function isWholeHolding(row: LotRow): boolean {
  const { sharesOwnedAfter, shares, acquiredDisposed } = row.tx;
  return acquiredDisposed === 'A' ? sharesOwnedAfter === shares : sharesOwnedAfter === 0;
}

/** Both documents list the same transactions in the row's table. */
function sameDocument(a: LotRow, b: LotRow): boolean {
  const of = (row: LotRow) =>
    rowsOfTable(row)
      .map((other) => other.lotKey)
      .sort()
      .join('\n');
  return of(a) === of(b);
}
