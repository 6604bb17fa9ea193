/**
 * Finds sales on the day of an exercise, over all filings of an issuer: the exercise and its sales are often
 * split over several filings of the day, since a table holds thirty rows.
 */

import type { LotRow } from './lot-rows.js';
import type { EconomicLots } from './lots.js';

/** M and X exercise; in either table. */
const isExercise = ({ tx }: LotRow) => tx.transactionCode === 'M' || tx.transactionCode === 'X';
/**
 * C converts one class into another. It pairs with a sale of the day, but a sale after it is a decision: an
 * owner who converts high-vote stock into stock that the market accepts wants to sell it.
 */
const isConversion = ({ tx }: LotRow) => tx.transactionCode === 'C';
const bringsInShares = (row: LotRow) => isExercise(row) || isConversion(row);
const isSale = ({ tx }: LotRow) =>
  tx.table === 'non-derivative' && (tx.transactionCode === 'S' || tx.transactionCode === 'F');

/** What one owner did on one day. */
interface OwnerDay {
  acquired: boolean;
  sold: boolean;
}

/**
 * What one owner exercised and sold on one day in one form of ownership: a trust does not sell what a person exercised. Shares
 * are counted once for each lot, null if a count is missing.
 */
interface ExerciseDay {
  exercised: boolean;
  /** Shares that the exercise added to the non-derivative table. */
  sharesAcquired: number | null;
  /** Underlying shares of the derivative table, for exercises that file no non-derivative row. */
  underlying: number | null;
  /** Shares sold under code S. */
  sharesSold: number | null;
}

interface Exercises {
  /** One owner exercised or converted, and sold (S or F), on the row's day, and this row is part of it. */
  isPaired(row: LotRow): boolean;
  /** An S row of a day on which the owner sold no more shares than the exercise brought in. */
  sellsExercised(row: LotRow): boolean;
}

/** @param isLive false for a row that is restated for all owners of its filing */
export function deriveExercises(
  rows: readonly LotRow[],
  lots: EconomicLots,
  isLive: (row: LotRow) => boolean,
): Exercises {
  const days = new Map<string, OwnerDay>();
  const accounts = new Map<string, ExerciseDay>();
  const canonicalRowOf = lots.canonicalRows();
  const interesting = rows.filter((row) => isLive(row) && (bringsInShares(row) || isSale(row)));
  for (const row of interesting) {
    for (const key of ownerDays(row)) {
      const day = days.get(key) ?? { acquired: false, sold: false };
      days.set(key, day);
      if (bringsInShares(row)) day.acquired = true;
      else day.sold = true;
    }
    for (const key of accountDays(row)) {
      const account = accounts.get(key) ?? {
        exercised: false,
        sharesAcquired: 0,
        underlying: 0,
        sharesSold: 0,
      };
      accounts.set(key, account);
      if (isExercise(row)) account.exercised = true;
    }
  }
  // A lot that is in several filings counts once for each owner that any of them names.
  for (const canonical of interesting.filter((row) => canonicalRowOf(row) === row)) {
    const live = lots.rowsOf(canonical).filter(isLive);
    for (const key of new Set(live.flatMap(accountDays))) {
      const account = accounts.get(key);
      if (account !== undefined) addShares(account, canonical);
    }
  }

  return {
    isPaired: (row) =>
      (bringsInShares(row) || isSale(row)) &&
      ownerDays(row).some((key) => days.get(key)?.acquired && days.get(key)?.sold),
    sellsExercised: (row) =>
      row.tx.transactionCode === 'S' &&
      isSale(row) &&
      accountDays(row).some((key) => {
        const account = accounts.get(key);
        return account?.exercised === true && soldOnlyExercised(account);
      }),
  };
}

function ownerDays({ form, tx }: LotRow): string[] {
  return tx.transactionDate === null ? [] : form.owners.map((owner) => `${owner} ${tx.transactionDate}`);
}

/** Direct or indirect; most rows without a statement are direct. */
const accountDays = (row: LotRow): string[] =>
  ownerDays(row).map((key) => `${key} ${row.tx.ownership ?? 'D'}`);

function addShares(day: ExerciseDay, row: LotRow): void {
  const { tx } = row;
  const plus = (sum: number | null, shares: number | null) =>
    sum === null || shares === null ? null : sum + shares;
  if (tx.transactionCode === 'S') day.sharesSold = plus(day.sharesSold, tx.shares);
  else if (!isExercise(row)) return;
  else if (tx.table === 'derivative') day.underlying = plus(day.underlying, tx.underlyingShares ?? tx.shares);
  else if (tx.acquiredDisposed !== 'D') day.sharesAcquired = plus(day.sharesAcquired, tx.shares);
}

/** A count that the filings leave open does not turn the pair into a separate decision. */
function soldOnlyExercised(day: ExerciseDay): boolean {
  const brought = day.sharesAcquired === 0 ? day.underlying : day.sharesAcquired;
  if (brought === null || day.sharesSold === null) return true;
  return day.sharesSold <= brought + 0.005;
}
