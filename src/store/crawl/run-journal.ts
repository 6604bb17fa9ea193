/** The journal of runs: what ran, how much was fetched, and the warnings. */

import { DAY_MS } from '../../dates.js';
import type { Warning } from '../../records/crawl.js';
import type { Store } from '../database/store.js';

export { describeSources, type SourceDescription, sourceStates } from './sources.js';

/** Distinct warnings kept for each register; further ones are counted in one row. */
const MAX_DISTINCT_WARNINGS = 10_000;
const OVERFLOW_WARNING: Warning = {
  kind: 'overflow',
  detail: `More than ${MAX_DISTINCT_WARNINGS} distinct warnings: the further ones are only counted here`,
  where: '',
};
const MAX_TEXT_LENGTH = 2_000;
/** How long a run is kept: the runs of one hour are about fifteen rows. */
const RUN_RETENTION_DAYS = 90;

export interface RegisterRun {
  id: number;
  register: string;
  startedAt: string;
  /** Null while it runs. */
  finishedAt: string | null;
  outcome: 'ok' | 'failed' | 'stopped' | 'imported' | null;
  documents: number;
  records: number;
  warnings: number;
  /** One sentence for a failure, else ''. */
  reason: string;
  firstBytes: string;
}

interface RunResult {
  outcome: 'ok' | 'failed' | 'stopped' | 'imported';
  documents: number;
  records: number;
  warnings: number;
  /** One sentence for a failure. */
  reason?: string;
  /** The start of an unexpected response of a register. */
  firstBytes?: string;
  now: Date;
}

/** Why a run has no end: after a kill, or where a full disk let nothing be noted. */
export const INTERRUPTED = 'The process ended before the run did.';

/** When the first run that is still in the journal began, ISO 8601 UTC; null before the first. */
export function firstRunAt(store: Store): string | null {
  const [at] = store.rows<[at: string | null]>('SELECT min(started_at) FROM run').get() ?? [];
  return at ?? null;
}

/** Records that a run of `register` begins and returns its id. A run that never ended was interrupted. */
export function startRun(store: Store, register: string, now: Date): number {
  return store.transaction(() => {
    endInterrupted(store, register, now);
    const done = store
      .sql(
        `INSERT INTO run (register, started_at, documents, records, warnings, reason, first_bytes)
         VALUES (?, ?, 0, 0, 0, '', '')`,
      )
      .run(register, now.toISOString());
    return Number(done.lastInsertRowid);
  });
}

/**
 * Ends what a kill left of registers that were switched off since: they have no later run that does it, and the status would show them as
 * interrupted for good. For the process that writes, before its runs.
 */
export function endRunsOfOthers(store: Store, switchedOn: ReadonlySet<string>, now: Date): void {
  const open = store.sql<{ register: string }>('SELECT register FROM run WHERE finished_at IS NULL').all();
  for (const { register } of open) if (!switchedOn.has(register)) endInterrupted(store, register, now);
}

function endInterrupted(store: Store, register: string, now: Date): void {
  store
    .sql(
      `UPDATE run SET outcome = 'stopped', finished_at = ?, reason = ? WHERE register = ? AND finished_at IS NULL`,
    )
    .run(now.toISOString(), INTERRUPTED, register);
}

export function finishRun(store: Store, id: number, end: RunResult): void {
  store
    .sql(
      `UPDATE run SET finished_at = ?, outcome = ?, documents = ?, records = ?, warnings = ?, reason = ?, first_bytes = ?
       WHERE id = ?`,
    )
    .run(
      end.now.toISOString(),
      end.outcome,
      end.documents,
      end.records,
      end.warnings,
      end.reason ?? '',
      end.firstBytes ?? '',
      id,
    );
}

/**
 * Deletes runs that began more than `RUN_RETENTION_DAYS` ago. The last run of each outcome stays for each register: the state
 * of a source is computed from them, and a register that has failed for months still shows when it was last read.
 */
export function deleteOldRuns(store: Store, now: Date): void {
  store
    .sql(
      `DELETE FROM run WHERE started_at < ? AND EXISTS (SELECT 1 FROM run later
         WHERE later.register = run.register AND later.outcome IS run.outcome AND later.id > run.id)`,
    )
    .run(new Date(now.getTime() - RUN_RETENTION_DAYS * DAY_MS).toISOString());
}

/** How many of the latest runs of `register` failed, one after the other. A run that was stopped counts neither way. */
export function failuresInARow(store: Store, register: string): number {
  const row = store
    .sql<{ failures: number }>(
      `SELECT count(*) AS failures FROM run WHERE register = ? AND outcome = 'failed'
       AND id > coalesce((SELECT max(id) FROM run WHERE register = ? AND outcome IN ('ok', 'imported')), 0)`,
    )
    .get(register, register);
  return row?.failures ?? 0;
}

/** Why the latest run of `register` that ended failed; null if it did not. */
export function latestFailure(store: Store, register: string): string | null {
  const run = store
    .sql<{ outcome: string; reason: string }>(
      `SELECT outcome, reason FROM run WHERE register = ? AND outcome IN ('ok', 'failed') ORDER BY id DESC LIMIT 1`,
    )
    .get(register);
  return run?.outcome === 'failed' ? run.reason : null;
}

/** The latest runs, newest first. */
export function listRuns(store: Store, limit: number): RegisterRun[] {
  return store
    .sql<RegisterRun>(
      `SELECT id, register, started_at AS "startedAt", finished_at AS "finishedAt", outcome, documents, records,
         warnings, reason, first_bytes AS "firstBytes" FROM run ORDER BY id DESC LIMIT ?`,
    )
    .all(limit);
}

/** Adds to the running totals of a register, inside the transaction of its batch. */
export function countBatch(
  store: Store,
  register: string,
  now: Date,
  batch: { rows: number; changed: boolean },
): void {
  const at = now.toISOString();
  store
    .sql(
      `INSERT INTO register_state (register, stored_rows, warnings, distinct_warnings, last_batch_at, last_change_at)
       VALUES (?, ?, 0, 0, ?, ?)
       ON CONFLICT (register) DO UPDATE SET stored_rows = register_state.stored_rows + excluded.stored_rows,
         last_batch_at = excluded.last_batch_at,
         last_change_at = coalesce(excluded.last_change_at, register_state.last_change_at)`,
    )
    .run(register, batch.rows, at, batch.changed ? at : null);
}

/** Whether a warning of this kind and detail was recorded before, or is one of those that are only counted. */
export function isKnownWarning(store: Store, register: string, { kind, detail }: Warning): boolean {
  const row = store
    .sql<{ known: number }>(
      `SELECT EXISTS (SELECT 1 FROM warning WHERE register = ? AND kind = ? AND detail = ?)
         OR EXISTS (SELECT 1 FROM register_state WHERE register = ? AND distinct_warnings >= ?) AS known`,
    )
    .get(register, kind, detail.slice(0, MAX_TEXT_LENGTH), register, MAX_DISTINCT_WARNINGS);
  return row?.known === 1;
}

/** One row for each register, kind and detail, with a count; called after `countBatch`. */
export function recordWarnings(store: Store, register: string, now: Date, warnings: Warning[]): void {
  if (warnings.length === 0) return;
  const at = now.toISOString();
  const again = store.sql(
    `UPDATE warning SET "count" = "count" + 1, last_seen_at = ? WHERE register = ? AND kind = ? AND detail = ?`,
  );
  const first = store.sql(
    `INSERT INTO warning (register, kind, detail, "count", first_seen_at, last_seen_at, example) VALUES (?, ?, ?, 1, ?, ?, ?)`,
  );
  // `countBatch` has written the row of this register.
  let { distinct } = store
    .sql<{ distinct: number }>(
      'SELECT distinct_warnings AS "distinct" FROM register_state WHERE register = ?',
    )
    .get(register) as { distinct: number };
  for (const warning of warnings) {
    const detail = warning.detail.slice(0, MAX_TEXT_LENGTH);
    if (again.run(at, register, warning.kind, detail).changes > 0) continue;
    if (distinct < MAX_DISTINCT_WARNINGS) {
      first.run(register, warning.kind, detail, at, at, warning.where.slice(0, MAX_TEXT_LENGTH));
      distinct += 1;
    } else if (again.run(at, register, OVERFLOW_WARNING.kind, OVERFLOW_WARNING.detail).changes === 0) {
      first.run(
        register,
        OVERFLOW_WARNING.kind,
        OVERFLOW_WARNING.detail,
        at,
        at,
        warning.where.slice(0, MAX_TEXT_LENGTH),
      );
    }
  }
  store
    .sql('UPDATE register_state SET warnings = warnings + ?, distinct_warnings = ? WHERE register = ?')
    .run(warnings.length, distinct, register);
}

/** A warning with its count; `where` is the place of the first one. */
interface WarningEntry extends Warning {
  register: string;
  count: number;
  firstSeenAt: string;
  lastSeenAt: string;
}

/** The warnings, most frequent first. */
export function listWarnings(
  store: Store,
  filter: { register?: string; kind?: string },
  limit: number,
): WarningEntry[] {
  return store
    .sql<WarningEntry>(
      `SELECT register, kind, detail, "count", first_seen_at AS "firstSeenAt", last_seen_at AS "lastSeenAt", example AS "where"
       FROM warning WHERE register = coalesce(?, register) AND kind = coalesce(?, kind)
       ORDER BY "count" DESC, register, kind, detail LIMIT ?`,
    )
    .all(filter.register ?? null, filter.kind ?? null, limit);
}

interface UnreadEntry {
  register: string;
  key: string;
  kind: string;
  url: string;
  reason: string;
  /** Bytes of the document as received; `complete` is 0 if only its beginning is kept. */
  size: number;
  complete: 0 | 1;
  readerVersion: number;
  at: string;
}

/** Documents that are kept because they could not be read, latest first. */
export function listUnreadDocuments(store: Store, limit: number): UnreadEntry[] {
  return store
    .sql<UnreadEntry>(
      `SELECT u.register, u."key", d.kind, d.url, d.reason, u.size, u.is_complete AS complete,
         u.reader_version AS "readerVersion", d.changed_at AS at
       FROM unread_document u JOIN document d ON d.register = u.register AND d."key" = u."key"
       ORDER BY d.changed_at DESC, u.register, u."key" LIMIT ?`,
    )
    .all(limit);
}
