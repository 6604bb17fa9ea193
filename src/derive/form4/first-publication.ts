/** When a lot first became public: neither an amendment nor a second form of joint owners is a new trade. */

import { localToUtc, NEW_YORK } from '../../dates.js';
import { FilingHistory, weekdaysFrom } from './filing-history.js';
import type { FiledForm, LotRow } from './lot-rows.js';
import type { EconomicLots } from './lots.js';

/**
 * The time of the earliest filing of each lot; null where it is that of the row's own filing. Called once after all joining.
 * Where the filing that an amendment names is not here, its date as the amendment states it counts.
 */
export function firstPublications(
  forms: readonly FiledForm[],
  lots: EconomicLots,
): (row: LotRow) => string | null {
  const canonicalRowOf = lots.canonicalRows();
  const known = new FilingHistory(forms.some(({ isAmendment }) => isAmendment) ? forms : []);
  const first = new Map<LotRow, string>();
  for (const form of forms) {
    const stated = statedOriginal(form, known);
    for (const row of form.rows) {
      const lot = canonicalRowOf(row);
      const at = isBefore(row, stated) ? stated.at : form.filing.filedAt;
      const earliest = first.get(lot);
      if (earliest === undefined || at < earliest) first.set(lot, at);
    }
  }
  for (const { whole, part } of lots.dividedLots()) {
    const at = first.get(canonicalRowOf(whole));
    const lot = canonicalRowOf(part);
    if (at !== undefined && at < (first.get(lot) ?? '')) first.set(lot, at);
  }
  return (row) => {
    const at = first.get(canonicalRowOf(row));
    return at === undefined || at >= row.form.filing.filedAt ? null : at;
  };
}

interface StatedOriginal {
  date: string;
  /** The end of that day. */
  at: string;
}

/** What an amendment says of a filing that is not here; null where it is, or where a row of it is. */
function statedOriginal(form: FiledForm, known: FilingHistory): StatedOriginal | null {
  const { dateOfOriginalSubmission: date, filedDate } = form.filing;
  if (!form.isAmendment || date === null || date >= filedDate) return null;
  if (form.rows.some(({ restates }) => restates)) return null;
  if (known.find('filed', weekdaysFrom(date), form).length > 0) return null;
  const at = localToUtc(NEW_YORK, date, '23:59:59');
  return at === null ? null : { date, at };
}

/** A trade of a later day cannot be in the filing that is amended. */
function isBefore({ tx }: LotRow, stated: StatedOriginal | null): stated is StatedOriginal {
  return stated !== null && tx.transactionDate !== null && tx.transactionDate <= stated.date;
}
