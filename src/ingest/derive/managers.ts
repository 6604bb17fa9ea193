/** Derives the quarters of all managers whose filings changed, and those that are compared with them. */

import { setImmediate } from 'node:timers/promises';
import { daysBefore } from '../../dates.js';
import { cusipResolver, deriveManagersQuarter } from '../../derive/index.js';
import { CUSIP_WINDOW_DAYS } from '../../records/portfolios/cusip.js';
import { isQuarterEnd } from '../../records/portfolios/form13f.js';
import type { Store } from '../../store/database/open.js';
import {
  allSecurities,
  changedPeriods,
  deletePeriodsBefore,
  filedPeriods,
  filingsOfPeriod,
  markPeriodsChanged,
  writeTickers,
} from '../../store/managers/filings.js';
import { managersIfAny } from '../../store/managers/managers-database.js';
import { quarterBefore, replaceQuarter } from '../../store/managers/quarters.js';
import { cusipSymbols, listedCompanies } from '../../store/portfolios/tracker-records.js';
import { markUnpublished } from '../../store/rows/unpublished.js';

export interface ManagersOptions {
  now: Date;
  /** How many quarters are kept; null for all. */
  quarters: number | null;
}

/**
 * Each quarter is replaced whole. The store keeps what is pending, so a stop loses none of it.
 * @returns the quarters that were derived, oldest first
 */
export async function deriveManagers(
  ledger: Store,
  { now, quarters }: ManagersOptions,
  signal?: AbortSignal,
): Promise<string[]> {
  const store = managersIfAny(ledger);
  if (store === null) return [];
  const filed = filedPeriods(store).filter((period) => isReported(period, now));
  const kept = quarters === null ? filed : filed.slice(-quarters);
  const removed = kept[0] === undefined ? [] : deletePeriodsBefore(store, kept[0]);
  for (const period of removed) markUnpublished(ledger, 'manager_quarter', period);
  const changed = new Set(changedPeriods(store));
  // A quarter shows what changed since the one before.
  const due = kept.filter((period) => changed.has(period) || changed.has(periodBefore(period)));
  if (due.length === 0) return [];
  writeTickers(store, tickersOf(ledger, store, now));
  markPeriodsChanged(store, due);
  const names = new Map(allSecurities(store).map((one) => [one.key, one]));
  for (const period of due) {
    if (signal?.aborted === true) break;
    // First: if the process dies in between, the quarter is published once more than needed.
    markUnpublished(ledger, 'manager_quarter', period);
    replaceQuarter(store, period, (sink) =>
      deriveManagersQuarter(
        {
          periodEnd: period,
          managers: filingsOfPeriod(store, period),
          prior: quarterBefore(store, period, periodBefore(period)),
          nameOf: (key) => names.get(key),
        },
        sink,
      ),
    );
    // Other registers of the refresh continue meanwhile.
    await setImmediate();
  }
  return due;
}

/** Mistyped periods: days that end no quarter, and days in the future. Their filings are kept, and not derived. */
function isReported(period: string, now: Date): boolean {
  return isQuarterEnd(period) && period < now.toISOString().slice(0, 10);
}

/** The last day of the quarter before. */
function periodBefore(period: string): string {
  const [year = '', day = ''] = [period.slice(0, 4), period.slice(5)];
  const days = ['03-31', '06-30', '09-30', '12-31'];
  const at = days.indexOf(day);
  return at === 0 ? `${Number(year) - 1}-12-31` : `${year}-${days[at - 1]}`;
}

/** As for the tracked portfolios: only what the SEC's own tables make certain. */
function* tickersOf(
  ledger: Store,
  store: Store,
  now: Date,
): Generator<{ key: string; ticker: string; cik: string }> {
  const resolve = cusipResolver(
    [cusipSymbols(ledger, daysBefore(now, CUSIP_WINDOW_DAYS))],
    listedCompanies(ledger),
  );
  for (const { key, name, titleOfClass } of allSecurities(store)) {
    if (key.startsWith('?')) continue;
    const { ticker, cik } = resolve({ cusip: key, nameOfIssuer: name, titleOfClass });
    yield { key, ticker: ticker ?? '', cik: cik ?? '' };
  }
}
