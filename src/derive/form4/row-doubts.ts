/** What the own document of a row says against its figures. */

import { daysBetween } from '../../dates.js';
import type { DerivedDoubt } from '../../records/derived-rows.js';
import { isNote } from '../../records/form4/security-title.js';
import { verdictOf, type Witness } from '../witnesses.js';
import type { LotRow } from './lot-rows.js';

/** Filers type another day of the trade, or the day of filing, as the period; a year before it the day itself is mistyped. */
const FAR_DAYS = 300;

/** Gifts, small acquisitions and inheritances may wait for the Form 5 of the year: a Form 4 that reports them sooner is on time. */
const DEFERRED = ['G', 'L', 'W'];

/** The period of a report is the day of its earliest trade, and after a purchase the holding is at least what was bought. */
export function ownDoubts(row: LotRow): DerivedDoubt[] {
  const { periodOfReport } = row.form.filing;
  const { transactionDate, transactionCode, timeliness } = row.tx;
  const witnesses: Array<Witness<DerivedDoubt>> = [];
  const isDue = !DEFERRED.includes(transactionCode ?? '');
  // A row that is reported late says so, or is one of several.
  if (isDue && timeliness === null && daysFar(row, periodOfReport).join() === transactionDate)
    witnesses.push({ says: 'contradicts', isStrong: true, reason: 'date-before-period' });
  if (isPerCentOfPrincipal(row))
    witnesses.push({ says: 'contradicts', isStrong: true, reason: 'price-per-cent-of-principal' });
  if (isAboveHolding(row))
    witnesses.push({ says: 'contradicts', isStrong: true, reason: 'shares-above-holding' });
  const verdict = verdictOf(witnesses);
  return verdict.is === 'contradicted' ? verdict.reasons : [];
}

/** The days of the document that are long before its period. */
function daysFar({ form }: LotRow, periodOfReport: string | null): string[] {
  if (periodOfReport === null) return [];
  const days = form.rows.flatMap(({ tx }) => tx.transactionDate ?? []);
  return [...new Set(days)].filter((day) => daysBetween(day, periodOfReport) > FAR_DAYS);
}

/** Notes are quoted in per cent of their principal, and filers type that principal as the number. */
const PER_CENT = { lowest: 50, highest: 150, leastPrincipal: 1_000 };

function isPerCentOfPrincipal({ tx }: LotRow): boolean {
  const { table, pricePerShare: price, shares } = tx;
  if (table !== 'non-derivative' || price === null || shares === null) return false;
  const isQuote = price >= PER_CENT.lowest && price <= PER_CENT.highest;
  return isQuote && shares >= PER_CENT.leastPrincipal && isNote(tx.securityTitle);
}

/** Holdings are stated in whole shares, and lots of a plan are not. */
const ROUNDED = { shares: 1, part: 0.01 };

/** With a sale in the document the holding may be the one at its end. */
function isAboveHolding({ form, title, tx }: LotRow): boolean {
  const { table, transactionCode, acquiredDisposed, ownership, equitySwap, shares, sharesOwnedAfter } = tx;
  return (
    table === 'non-derivative' &&
    transactionCode === 'P' &&
    acquiredDisposed === 'A' &&
    // Some state only their own part of an indirect holding.
    ownership === 'D' &&
    !equitySwap &&
    shares !== null &&
    sharesOwnedAfter !== null &&
    // Some type 0 where they state none.
    sharesOwnedAfter > 0 &&
    shares - sharesOwnedAfter > Math.max(ROUNDED.shares, ROUNDED.part * shares) &&
    !form.rows.some((other) => other.title === title && other.tx.acquiredDisposed === 'D')
  );
}
