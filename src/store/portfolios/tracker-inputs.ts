/** Counts how often the records behind the portfolios changed, so that unchanged portfolios are recognised cheaply. */

import type { RegisterRecord } from '../../records/index.js';
import type { Store } from '../database/store.js';

/** The counter of a record that portfolios are made of; null for any other record, and for those read each time. */
export function trackerInputOf(record: RegisterRecord): string | null {
  switch (record.kind) {
    case '13f':
      return managerInput(record.cik);
    case 'oge-278t-report':
    case 'cusip-symbols':
    case 'company-tickers':
    case 'splits':
      return record.kind;
    case 'closes':
      return closesInput(record.source);
    default:
      return null;
  }
}

/** @param cik without leading zeros */
export const managerInput = (cik: string) => `13f ${cik}`;
export const closesInput = (source: string) => `closes ${source}`;

/** Called in the transaction of the change. */
export function countTrackerInputs(store: Store, names: Iterable<string>): void {
  const count = store.sql(
    'INSERT INTO tracker_input (name, changes) VALUES (?, 1) ON CONFLICT (name) DO UPDATE SET changes = changes + 1',
  );
  for (const name of names) count.run(name);
}

/** How often each input changed; one that is missing never did since the counts began. */
export function trackerInputs(store: Store): Map<string, number> {
  return new Map(store.rows<[string, number]>('SELECT name, changes FROM tracker_input').all());
}
