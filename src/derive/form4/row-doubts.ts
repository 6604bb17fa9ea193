/** What the own document of a row says against its figures. */

import { daysBetween } from '../../dates.js';
import { isDebt } from '../../records/debt-securities.js';
import type { DerivedDoubt } from '../../records/derived-rows.js';
import { verdictOf, type Witness } from '../witnesses.js';
import type { LotRow } from './lot-rows.js';

/** Filers type another day of the trade, or the day of filing, as the period; a year before it the day itself is mistyped. */
const FAR_DAYS = 300;

/** The period of a report is the day of its earliest trade, and after a purchase the holding is at least what was bought. */
export function ownDoubts(row: LotRow): DerivedDoubt[] {
  const { periodOfReport } = row.form.filing;
  const { transactionDate, timeliness } = row.tx;
  const witnesses: Array<Witness<DerivedDoubt>> = [];
  const isEarlier =
    periodOfReport !== null &&
    transactionDate !== null &&
    daysBetween(transactionDate, periodOfReport) > FAR_DAYS;
  // A row that is reported late says so.
  if (isEarlier && timeliness === null)
    witnesses.push({ says: 'contradicts', isStrong: true, reason: 'date-before-period' });
  if (isPerCentOfPrincipal(row))
    witnesses.push({ says: 'contradicts', isStrong: true, reason: 'price-per-cent-of-principal' });
  if (isAboveHolding(row))
    witnesses.push({ says: 'contradicts', isStrong: true, reason: 'shares-above-holding' });
  const verdict = verdictOf(witnesses);
  return verdict.is === 'contradicted' ? verdict.reasons : [];
}

/** Notes are quoted in per cent of their principal, and filers type that principal as the number. */
const PER_CENT = { lowest: 50, highest: 150, leastPrincipal: 1_000 };

function isPerCentOfPrincipal({ tx }: LotRow): boolean {
  const { table, pricePerShare: price, shares } = tx;
  if (table !== 'non-derivative' || price === null || shares === null) return false;
  const isQuote = price >= PER_CENT.lowest && price <= PER_CENT.highest;
  return isQuote && shares >= PER_CENT.leastPrincipal && isDebt(tx.securityTitle);
}

/** With a sale in the document the holding may be the one at its end. */
function isAboveHolding({ form, title, tx }: LotRow): boolean {
  const { table, transactionCode, acquiredDisposed, shares, sharesOwnedAfter } = tx;
  return (
    table === 'non-derivative' &&
    transactionCode === 'P' &&
    acquiredDisposed === 'A' &&
    shares !== null &&
    sharesOwnedAfter !== null &&
    // Some type 0 where they state none.
    sharesOwnedAfter > 0 &&
    sharesOwnedAfter < shares &&
    !form.rows.some((other) => other.title === title && other.tx.acquiredDisposed === 'D')
  );
}
