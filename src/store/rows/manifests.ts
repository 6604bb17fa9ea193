/** The signed manifests of published generations: the ledger keeps them for a read model that is made again. */

import type { KeptManifest } from '../../../tools/contract/reads/sources.js';
import type { ScopeRows } from '../../read-model/tables.js';
import type { Store } from '../database/store.js';

/** The number of the newest generation whose manifest is here; -1 for none. */
export function lastManifestNumber(store: Store): number {
  const [row] = store.rows<[number: number | null]>('SELECT max(number) FROM manifest').all();
  return row?.[0] ?? -1;
}

export function keepManifests(store: Store, manifests: readonly KeptManifest[]): void {
  if (manifests.length === 0) return;
  store.transaction(() => {
    for (const { number, sha256, json } of manifests)
      store
        .sql('INSERT OR REPLACE INTO manifest (number, sha256, json) VALUES (?, ?, ?)')
        .run(number, sha256, json);
  });
}

export function* manifestScopes(store: Store): Generator<ScopeRows> {
  const next = store.rows<[number: number, sha256: string, json: string]>(
    'SELECT number, sha256, json FROM manifest WHERE number > ? ORDER BY number LIMIT 1',
  );
  // One at a time: they are many, and other statements run between two of them.
  for (let row = next.get(-1); row !== undefined; row = next.get(row[0]))
    yield { table: 'manifest', scope: [row[0]], rows: [row] };
}
