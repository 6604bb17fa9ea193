/**
 * What derivation doubts about the reports of the Congress. A first fill brings the newest reports first, so an
 * amendment comes before its original: a doubt about rows is told to the journal only when its register has nothing
 * left that it did not try to fetch. A name that nobody is known by needs no other report, only the identity files.
 * Each doubt is told once.
 */

import type { Doubt } from '../../records/journal.js';
import { recordDoubts } from '../crawl/journal.js';
import { type Store, StoreError } from '../database/store.js';

/** The scope of doubts about whose a report is; every other scope is a member. */
export const IDENTITY_SCOPE = 'identity';

/** `doubts` are all that is doubted now in this scope; what is no longer among them is forgotten. */
export function replaceDoubts(store: Store, scope: string, doubts: readonly Doubt[]): void {
  const key = ({ kind, detail, where }: Doubt) => JSON.stringify([kind, detail, where]);
  const gone = new Map(
    store
      .sql<Doubt>('SELECT kind, detail, place AS "where" FROM stock_act_doubt WHERE scope = ?')
      .all(scope)
      .map((doubt) => [key(doubt), doubt]),
  );
  const insert = store.sql(
    `INSERT INTO stock_act_doubt (scope, register, kind, detail, place, is_told) VALUES (?, ?, ?, ?, ?, 0)
     ON CONFLICT DO NOTHING`,
  );
  for (const doubt of doubts)
    if (!gone.delete(key(doubt)))
      insert.run(scope, registerOf(store, doubt.where), doubt.kind, doubt.detail, doubt.where);
  const remove = store.sql(
    'DELETE FROM stock_act_doubt WHERE scope = ? AND kind = ? AND detail = ? AND place = ?',
  );
  for (const { kind, detail, where } of gone.values()) remove.run(scope, kind, detail, where);
}

/** Tells the journal what it was not told yet. */
export function tellDoubts(store: Store, now: Date): void {
  const untold = store.sql<Doubt & { scope: string; register: string }>(
    `SELECT scope, register, kind, detail, place AS "where" FROM stock_act_doubt d WHERE is_told = 0 AND
       (scope = '${IDENTITY_SCOPE}' AND EXISTS (SELECT 1 FROM legislator) OR NOT EXISTS
         (SELECT 1 FROM document q WHERE q.register = d.register AND q.state = 'waiting' AND q.attempts = 0))`,
  );
  const rows = untold.all();
  if (rows.length === 0) return;
  store.transaction(() => {
    for (const register of new Set(rows.map((row) => row.register))) {
      const doubts = rows.filter((row) => row.register === register);
      recordDoubts(store, register, now, doubts);
    }
    const told = store.sql(
      'UPDATE stock_act_doubt SET is_told = 1 WHERE scope = ? AND kind = ? AND detail = ? AND place = ?',
    );
    for (const { scope, kind, detail, where } of rows) told.run(scope, kind, detail, where);
  });
}

/** `where` is a document id, or one with a row behind it. */
function registerOf(store: Store, where: string): string {
  const find = store.sql<{ register: string }>('SELECT register FROM stock_act_report WHERE document_id = ?');
  const found = find.get(where) ?? find.get(where.replace(/-\d+$/, ''));
  if (found === undefined) throw new StoreError(`A doubt names ${where}, which is not stored.`);
  return found.register;
}
