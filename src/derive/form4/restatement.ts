/**
 * Decides whether a row of a 4/A restates an earlier row: what the two rows have in common, and what
 * contradicts it. `current` is the canonical row of its lot so far, `row` is the row of the 4/A.
 */

import { itemAt } from '../../collections.js';
import type { Form4Transaction } from '../../records/form4/form4.js';
import { type LotRow, valuesAgree } from './lot-rows.js';

export const groupKey = ({ tx, title }: LotRow) =>
  `${tx.table}|${tx.transactionDate}|${tx.transactionCode}|${title}`;

/** Sums of shares and holdings are equal within this tolerance. */
const TOLERANCE = 0.005;
const sign = (tx: Form4Transaction) => (tx.acquiredDisposed === 'A' ? 1 : -1);

/** Two stated numbers that agree. */
function bothStateSame(a: LotRow, b: LotRow, pick: (tx: Form4Transaction) => number | null): boolean {
  return pick(a.tx) !== null && valuesAgree(a, pick(a.tx), b, pick(b.tx));
}

interface CommonFields {
  shares: boolean;
  price: boolean;
  after: boolean;
  direction: boolean;
  /** Direct or indirect. */
  ownership: boolean;
  nature: boolean;
}

function commonFields(current: LotRow, row: LotRow): CommonFields {
  return {
    shares: bothStateSame(current, row, (tx) => tx.shares),
    price: bothStateSame(current, row, (tx) => tx.pricePerShare),
    after: current.after !== '' && current.after === row.after,
    direction: current.tx.acquiredDisposed === row.tx.acquiredDisposed,
    ownership: current.tx.ownership === row.tx.ownership,
    nature: current.tx.natureOfOwnership === row.tx.natureOfOwnership,
  };
}

const score = ({ shares, price, after, direction, ownership, nature }: CommonFields) =>
  (shares ? 16 : 0) +
  (price ? 16 : 0) +
  (after ? 8 : 0) +
  (direction ? 4 : 0) +
  (ownership ? 2 : 0) +
  (nature ? 1 : 0);

/**
 * How much a row with the same date, code and security has in common with the row that it may restate; 0 if
 * nothing shows that it is the same lot. If all three numbers were corrected, the holding before the
 * transaction still identifies the position.
 */
export function similarity(current: LotRow, row: LotRow): number {
  const common = commonFields(current, row);
  const { shares, price, after, direction, ownership, nature } = common;
  const isAccount = ownership && nature;
  if (!shares && !price && !after && !(isAccount && haveSameOpeningBalance(current, row))) return 0;
  // Another account with another holding: the same number of shares, or the price of the day, is a separate
  // trade.
  if (!isAccount && !after && !(shares && price)) return 0;
  if ((!direction && !ownership) || (!(shares && price) && continues(current, row))) return 0;
  return score(common);
}

/**
 * The same for any two rows if the 4/A is known to amend the filing of `current`, whatever else was corrected.
 */
export function similarityInNamedFiling(current: LotRow, row: LotRow): number {
  if (current.tx.table !== row.tx.table) return 0;
  const same = Number(groupKey(current) === groupKey(row));
  if (same === 1) {
    const found = similarity(current, row);
    return found === 0 ? 0 : found + 15;
  }
  const common = commonFields(current, row);
  const date = current.tx.transactionDate === row.tx.transactionDate;
  const code = current.tx.transactionCode === row.tx.transactionCode;
  const title = current.title === row.title;
  if (!restates(current, row, common, { date, code, title })) return 0;
  return score(common) + 5 * (Number(date) + Number(code) + Number(title));
}

/** Shares or holding agree, and enough else to rule out a further trade of the same size. */
function restates(
  current: LotRow,
  row: LotRow,
  { shares, price, after, direction, ownership, nature }: CommonFields,
  { date, code, title }: { date: boolean; code: boolean; title: boolean },
): boolean {
  if (isSeparateTransaction(current, row)) return false;
  // A purchase typed as a sale. The exercise before a sale has the same shares but another price; a gift has
  // no price.
  if (!direction) return shares && price && current.tx.pricePerShare !== 0 && date;
  if (shares) return after || price || (ownership && nature && title && (date || code));
  // After the sale of everything every holding is 0, and rows that all state the closing balance have the
  // same holding.
  const proves =
    after && !statesClosingBalance(current) && (current.tx.sharesOwnedAfter !== 0 || (ownership && nature));
  return proves && Number(price) + Number(date) + Number(code) >= 2;
}

/** Another row of the same filing states the same holding. */
function statesClosingBalance(row: LotRow): boolean {
  return row.form.rows.some(
    (other) => other !== row && other.tx.table === row.tx.table && other.after === row.after,
  );
}

/** 1 for the same number of shares, towards 0 the further apart they are. */
export function closeness(a: LotRow, b: LotRow): number {
  const x = a.tx.shares ?? 0;
  const y = b.tx.shares ?? 0;
  return x === y ? 1 : Math.min(x, y) / Math.max(x, y);
}

/**
 * A further transaction that was forgotten, and not a correction: one holding follows from the other, as with
 * a second lot or the exercise before a sale, or the row is the other side of a gift, from a giver to a
 * trust.
 */
export function isSeparateTransaction(current: LotRow, row: LotRow): boolean {
  const { direction, ownership } = commonFields(current, row);
  return continues(current, row) || (!direction && !ownership);
}

/**
 * Rows of a 4/A that continue the filed rows, before or after them: each follows from a row of `currentRows`, or
 * from another row that does.
 */
export function continuationRows(
  rows: readonly LotRow[],
  currentRows: readonly LotRow[],
): ReadonlySet<LotRow> {
  const behind = new Set<LotRow>();
  const isAccount = (one: LotRow, row: LotRow) =>
    one.tx.table === row.tx.table &&
    one.title === row.title &&
    one.tx.natureOfOwnership === row.tx.natureOfOwnership;
  const isNext = (row: LotRow) =>
    [...currentRows, ...behind].some((one) => isAccount(one, row) && continues(one, row));
  const isAtPlace = (row: LotRow) =>
    currentRows.some(
      (current) => isAccount(current, row) && current.after !== '' && current.after === row.after,
    );
  let open = rows.filter((row) => !isAtPlace(row));
  // The same number of rows, and one of them in the same position: all of it is reported again.
  if (open.length < rows.length && rows.length === currentRows.length) return behind;
  for (let found = open; found.length > 0; open = open.filter((row) => !behind.has(row))) {
    found = open.filter(isNext);
    for (const row of found) behind.add(row);
  }
  return behind;
}

/**
 * A row that continues the filed rows was forgotten in the original, unless it has the numbers of `current` or
 * begins where `current` does.
 */
export function isOmittedRow(current: LotRow, row: LotRow, behind: ReadonlySet<LotRow>): boolean {
  if (!behind.has(row)) return false;
  const { shares, price, after } = commonFields(current, row);
  return !after && !(shares && price) && !haveSameOpeningBalance(current, row);
}

/** One holding follows from the other by exactly one row's shares. */
function continues(current: LotRow, row: LotRow): boolean {
  const { sharesOwnedAfter: before, ownership } = current.tx;
  const { sharesOwnedAfter: now, shares } = row.tx;
  if (before === null || now === null || shares === null || ownership !== row.tx.ownership) return false;
  if (shares === 0) return false;
  const later = Math.abs(now - before - sign(row.tx) * shares) < TOLERANCE;
  const earlier = Math.abs(before - now - sign(current.tx) * (current.tx.shares ?? Number.NaN)) < TOLERANCE;
  return later || earlier;
}

/**
 * The holding before the transaction, from the row's own figures, is the same. Every new option starts from
 * nothing.
 */
function haveSameOpeningBalance(current: LotRow, row: LotRow): boolean {
  if (current.tx.table === 'derivative') return false;
  const start = ({ tx }: LotRow) =>
    tx.sharesOwnedAfter === null || tx.shares === null || tx.acquiredDisposed === null
      ? Number.NaN
      : tx.sharesOwnedAfter - sign(tx) * tx.shares;
  return Math.abs(start(current) - start(row)) < TOLERANCE;
}

/**
 * Shares and holding agree, and date, code, security and price were only partly corrected. `one` if only one
 * of the first three was, so that equal rows do not matter.
 */
export function correctionKind(current: LotRow, row: LotRow): 'one' | 'some' | null {
  const { shares, after, direction, ownership } = commonFields(current, row);
  if (!shares || !after || !direction || !ownership || current.tx.table !== row.tx.table) return null;
  const same =
    Number(current.tx.transactionDate === row.tx.transactionDate) +
    Number(current.tx.transactionCode === row.tx.transactionCode) +
    Number(current.title === row.title);
  const price = valuesAgree(current, current.tx.pricePerShare, row, row.tx.pricePerShare);
  if (price && same === 2) return 'one';
  return same + Number(price) >= 2 ? 'some' : null;
}

/** Averages are rounded to cents. */
const ROUNDED_PRICE = 0.0051;

/** Whether `row` has the price of one of the parts, which is not that of all together: then the number of that one was corrected. */
export function keepsPriceOfOne({ tx: { pricePerShare: price } }: LotRow, parts: readonly LotRow[]): boolean {
  if (price === null || !parts.some(({ tx }) => tx.pricePerShare === price)) return false;
  const sum = (of: (tx: Form4Transaction) => number) => parts.reduce((total, { tx }) => total + of(tx), 0);
  const shares = sum((tx) => tx.shares ?? 0);
  const value = sum((tx) => (tx.shares ?? 0) * (tx.pricePerShare ?? 0));
  return Math.abs(value / shares - price) > ROUNDED_PRICE;
}

/**
 * The consecutive rows that `row` restates as one: their shares add up to its shares, and the holding at one
 * end of them is its holding. Empty if there are none, or more than one choice.
 */
export function findParts(row: LotRow, currentRows: readonly LotRow[]): LotRow[] {
  const { shares } = row.tx;
  if (shares === null || row.after === '') return [];
  const alike = currentRows.filter(
    ({ tx, title }) =>
      (tx.shares ?? 0) > TOLERANCE &&
      title === row.title &&
      tx.table === row.tx.table &&
      tx.transactionCode === row.tx.transactionCode &&
      tx.acquiredDisposed === row.tx.acquiredDisposed &&
      tx.ownership === row.tx.ownership,
  );
  const found: LotRow[][] = [];
  for (let first = 0; first < alike.length; first++) {
    let sum = itemAt(alike, first).tx.shares ?? Number.NaN;
    for (let last = first + 1; last < alike.length && sum < shares; last++) {
      sum += itemAt(alike, last).tx.shares ?? Number.NaN;
      const ends = [itemAt(alike, first).after, itemAt(alike, last).after];
      if (Math.abs(sum - shares) < TOLERANCE && ends.includes(row.after))
        found.push(alike.slice(first, last + 1));
    }
  }
  return found.length === 1 ? itemAt(found, 0) : [];
}
