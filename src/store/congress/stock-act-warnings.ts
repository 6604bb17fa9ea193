/**
 * The derivation warnings about the reports of Congress. An initial import fetches the newest reports first, so an
 * amendment comes before its original: a warning about rows reaches the journal only when its register has no
 * document left that it did not try to fetch. A name that matches no known member needs no other report, only the
 * identity files. Each warning is written once.
 */

import type { Warning } from '../../records/crawl.js';
import { recordWarnings } from '../crawl/run-journal.js';
import { type Store, StoreError } from '../database/store.js';

/** The scope of warnings about unresolved filers; every other scope is a member. */
export const IDENTITY_SCOPE = 'identity';

/** `warnings` are all current warnings of this scope; the others are deleted. */
export function replaceStockActWarnings(store: Store, scope: string, warnings: readonly Warning[]): void {
  const key = ({ kind, detail, where }: Warning) => JSON.stringify([kind, detail, where]);
  const gone = new Map(
    store
      .sql<Warning>('SELECT kind, detail, place AS "where" FROM stock_act_warning WHERE scope = ?')
      .all(scope)
      .map((warning) => [key(warning), warning]),
  );
  const insert = store.sql(
    `INSERT INTO stock_act_warning (scope, register, kind, detail, place, is_journaled) VALUES (?, ?, ?, ?, ?, 0)
     ON CONFLICT DO NOTHING`,
  );
  for (const warning of warnings)
    if (!gone.delete(key(warning)))
      insert.run(scope, registerOf(store, warning.where), warning.kind, warning.detail, warning.where);
  const remove = store.sql(
    'DELETE FROM stock_act_warning WHERE scope = ? AND kind = ? AND detail = ? AND place = ?',
  );
  for (const { kind, detail, where } of gone.values()) remove.run(scope, kind, detail, where);
}

/** Writes to the journal the warnings that it does not have yet. */
export function journalStockActWarnings(store: Store, now: Date): void {
  const unreported = store.sql<Warning & { scope: string; register: string }>(
    `SELECT scope, register, kind, detail, place AS "where" FROM stock_act_warning d WHERE is_journaled = 0 AND
       (scope = '${IDENTITY_SCOPE}' AND EXISTS (SELECT 1 FROM legislator) OR NOT EXISTS
         (SELECT 1 FROM document q WHERE q.register = d.register AND q.state = 'waiting' AND q.attempts = 0))`,
  );
  const rows = unreported.all();
  if (rows.length === 0) return;
  store.transaction(() => {
    for (const register of new Set(rows.map((row) => row.register))) {
      const warnings = rows.filter((row) => row.register === register);
      recordWarnings(store, register, now, warnings);
    }
    const markReported = store.sql(
      'UPDATE stock_act_warning SET is_journaled = 1 WHERE scope = ? AND kind = ? AND detail = ? AND place = ?',
    );
    for (const { scope, kind, detail, where } of rows) markReported.run(scope, kind, detail, where);
  });
}

/** `where` is a document id, or one followed by a row. */
function registerOf(store: Store, where: string): string {
  const find = store.sql<{ register: string }>('SELECT register FROM stock_act_report WHERE document_id = ?');
  const found = find.get(where) ?? find.get(where.replace(/-\d+$/, ''));
  if (found === undefined) throw new StoreError(`A warning names ${where}, which is not stored.`);
  return found.register;
}
