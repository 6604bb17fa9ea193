/**
 * Whether a row of a 4/A restates a row that was filed before: what two rows have in common, and what speaks against it.
 * `head` is the head of its lot so far, `row` is the row of the 4/A.
 */

import { itemAt } from '../../collections.js';
import type { Form4Transaction } from '../../records/form4/form4.js';
import { type LotRow, valuesAgree } from './lot-rows.js';

export const groupKey = ({ tx, title }: LotRow) =>
  `${tx.table}|${tx.transactionDate}|${tx.transactionCode}|${title}`;

/** Sums of shares and holdings are equal within this. */
const TOLERANCE = 0.005;
const sign = (tx: Form4Transaction) => (tx.acquiredDisposed === 'A' ? 1 : -1);

/** Two numbers that are stated and agree. */
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

function commonFields(head: LotRow, row: LotRow): CommonFields {
  return {
    shares: bothStateSame(head, row, (tx) => tx.shares),
    price: bothStateSame(head, row, (tx) => tx.pricePerShare),
    after: head.after !== '' && head.after === row.after,
    direction: head.tx.acquiredDisposed === row.tx.acquiredDisposed,
    ownership: head.tx.ownership === row.tx.ownership,
    nature: head.tx.natureOfOwnership === row.tx.natureOfOwnership,
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
 * How much a row of the same date, code and security has of the one that it may restate; 0 when nothing says that it is
 * the same lot. Where all three numbers were corrected, the holding before the transaction still names the place.
 */
export function similarity(head: LotRow, row: LotRow): number {
  const common = commonFields(head, row);
  const { shares, price, after, direction, ownership, nature } = common;
  const isAccount = ownership && nature;
  if (!shares && !price && !after && !(isAccount && haveSameOpeningBalance(head, row))) return 0;
  // Another account with another holding: the same number of shares, or the price of the day, is a trade of its own.
  if (!isAccount && !after && !(shares && price)) return 0;
  if ((!direction && !ownership) || (!(shares && price) && continues(head, row))) return 0;
  return score(common);
}

/** The same for any two rows where the 4/A is known to amend the filing of `head`, whatever else was corrected. */
export function similarityInNamedFiling(head: LotRow, row: LotRow): number {
  if (head.tx.table !== row.tx.table) return 0;
  const same = Number(groupKey(head) === groupKey(row));
  if (same === 1) {
    const found = similarity(head, row);
    return found === 0 ? 0 : found + 15;
  }
  const common = commonFields(head, row);
  const date = head.tx.transactionDate === row.tx.transactionDate;
  const code = head.tx.transactionCode === row.tx.transactionCode;
  const title = head.title === row.title;
  if (!restates(head, row, common, { date, code, title })) return 0;
  return score(common) + 5 * (Number(date) + Number(code) + Number(title));
}

/** Shares or holding agree, and enough besides that it is not a further trade of the same size. */
function restates(
  head: LotRow,
  row: LotRow,
  { shares, price, after, direction, ownership, nature }: CommonFields,
  { date, code, title }: { date: boolean; code: boolean; title: boolean },
): boolean {
  if (isSeparateTransaction(head, row)) return false;
  // A purchase typed as a sale. The exercise before a sale has its shares too, and another price; a gift has none.
  if (!direction) return shares && price && head.tx.pricePerShare !== 0 && date;
  if (shares) return after || price || (ownership && nature && title && (date || code));
  // After the sale of everything any holding is 0, and rows that all state the closing balance agree in it.
  const proves =
    after && !statesClosingBalance(head) && (head.tx.sharesOwnedAfter !== 0 || (ownership && nature));
  return proves && Number(price) + Number(date) + Number(code) >= 2;
}

/** Another row of the same filing states the same holding. */
function statesClosingBalance(row: LotRow): boolean {
  return row.form.rows.some(
    (other) => other !== row && other.tx.table === row.tx.table && other.after === row.after,
  );
}

/** 1 for the same number of shares, towards 0 the further apart. */
export function closeness(a: LotRow, b: LotRow): number {
  const x = a.tx.shares ?? 0;
  const y = b.tx.shares ?? 0;
  return x === y ? 1 : Math.min(x, y) / Math.max(x, y);
}

/**
 * A further transaction that was forgotten, and no correction: one holding follows on the other, as with a second lot or
 * the exercise before a sale, or the row is the other side of a gift, where one gives and a trust receives.
 */
export function isSeparateTransaction(head: LotRow, row: LotRow): boolean {
  const { direction, ownership } = commonFields(head, row);
  return continues(head, row) || (!direction && !ownership);
}

/**
 * Rows of a 4/A that continue what was filed, before or behind it: each follows on a row of `heads`, or on another row
 * that does.
 */
export function continuationRows(rows: readonly LotRow[], heads: readonly LotRow[]): ReadonlySet<LotRow> {
  const behind = new Set<LotRow>();
  const isAccount = (one: LotRow, row: LotRow) =>
    one.tx.table === row.tx.table &&
    one.title === row.title &&
    one.tx.natureOfOwnership === row.tx.natureOfOwnership;
  const isNext = (row: LotRow) =>
    [...heads, ...behind].some((one) => isAccount(one, row) && continues(one, row));
  const isAtPlace = (row: LotRow) =>
    heads.some((head) => isAccount(head, row) && head.after !== '' && head.after === row.after);
  let open = rows.filter((row) => !isAtPlace(row));
  // As many rows, and one of them at its place: all of it is reported again.
  if (open.length < rows.length && rows.length === heads.length) return behind;
  for (let found = open; found.length > 0; open = open.filter((row) => !behind.has(row))) {
    found = open.filter(isNext);
    for (const row of found) behind.add(row);
  }
  return behind;
}

/** A row that continues what was filed was forgotten in it, unless it has the numbers of `head` or begins where it does. */
export function isOmittedRow(head: LotRow, row: LotRow, behind: ReadonlySet<LotRow>): boolean {
  if (!behind.has(row)) return false;
  const { shares, price, after } = commonFields(head, row);
  return !after && !(shares && price) && !haveSameOpeningBalance(head, row);
}

/** One holding follows on the other by exactly one row's shares. */
function continues(head: LotRow, row: LotRow): boolean {
  const { sharesOwnedAfter: before, ownership } = head.tx;
  const { sharesOwnedAfter: now, shares } = row.tx;
  if (before === null || now === null || shares === null || ownership !== row.tx.ownership) return false;
  if (shares === 0) return false;
  const later = Math.abs(now - before - sign(row.tx) * shares) < TOLERANCE;
  const earlier = Math.abs(before - now - sign(head.tx) * (head.tx.shares ?? Number.NaN)) < TOLERANCE;
  return later || earlier;
}

/** What was held before the transaction, by the row's own figures, is the same. Every new option starts from nothing. */
function haveSameOpeningBalance(head: LotRow, row: LotRow): boolean {
  if (head.tx.table === 'derivative') return false;
  const start = ({ tx }: LotRow) =>
    tx.sharesOwnedAfter === null || tx.shares === null || tx.acquiredDisposed === null
      ? Number.NaN
      : tx.sharesOwnedAfter - sign(tx) * tx.shares;
  return Math.abs(start(head) - start(row)) < TOLERANCE;
}

/**
 * Shares and holding agree, and of date, code, security and price only some were corrected. `one` when only one of the
 * first three was, so that rows that are alike do not matter.
 */
export function correctionKind(head: LotRow, row: LotRow): 'one' | 'some' | null {
  const { shares, after, direction, ownership } = commonFields(head, row);
  if (!shares || !after || !direction || !ownership || head.tx.table !== row.tx.table) return null;
  const same =
    Number(head.tx.transactionDate === row.tx.transactionDate) +
    Number(head.tx.transactionCode === row.tx.transactionCode) +
    Number(head.title === row.title);
  const price = valuesAgree(head, head.tx.pricePerShare, row, row.tx.pricePerShare);
  if (price && same === 2) return 'one';
  return same + Number(price) >= 2 ? 'some' : null;
}

/**
 * The rows, one behind the other, that `row` restates as one: their shares add up to its own and the holding at an end of
 * them is its holding. Empty where there are none, or more than one choice.
 */
export function findParts(row: LotRow, heads: readonly LotRow[]): LotRow[] {
  const { shares } = row.tx;
  if (shares === null || row.after === '') return [];
  const alike = heads.filter(
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
