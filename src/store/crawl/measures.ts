/** What was measured apart from a publication, and when: the last of each kind is kept. */

import type { Store } from '../database/store.js';

export type MeasureName = 'audit' | 'served';

export function writeMeasure(store: Store, name: MeasureName, at: Date, measured: object): void {
  store
    .sql(
      `INSERT INTO measure (name, at, json) VALUES (?, ?, ?)
       ON CONFLICT (name) DO UPDATE SET at = excluded.at, json = excluded.json`,
    )
    .run(name, at.toISOString(), JSON.stringify(measured));
}

/** Null before the first. The caller states the type: it is what was written under this name. */
export function readMeasure<M>(store: Store, name: MeasureName): { at: string; measured: M } | null {
  const row = store
    .sql<{ at: string; json: string }>('SELECT at, json FROM measure WHERE name = ?')
    .get(name);
  return row === undefined ? null : { at: row.at, measured: JSON.parse(row.json) as M };
}
