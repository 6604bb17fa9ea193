/** The state of every source, computed from the runs of its registers. It needs nothing but the file. */

import { isDeepStrictEqual } from 'node:util';
import type { SourceState } from '../../../tools/contract/reads/sources.js';
import { type PublicSourceId, SOURCE_IDS } from '../../../tools/contract/sources.js';
import { readGeneration } from '../database/open.js';
import type { Store } from '../database/store.js';
import { describeFailure, pausedUntil } from './failure-description.js';
import { type ReadinessMarks, readinessMarks, SUPPORTING_REGISTERS } from './readiness-marks.js';
import { fetchedDocuments, progressOf } from './source-progress.js';
import { countUnread } from './unread-documents.js';

/** A source as ingestion knows it. */
export interface SourceDescription {
  source: PublicSourceId;
  publisher: string;
  homepage: string;
  /** Ids of the registers behind it. */
  registers: string[];
  /** `off`: switched off by the operator. */
  state: 'on' | 'off';
  note: string;
}

/** Replaces the list of known sources, so that processes without the registers can show their state. */
export function describeSources(store: Store, list: SourceDescription[]): void {
  const sources = list.map(({ source, publisher, homepage, registers, state, note }) => ({
    source,
    publisher,
    homepage,
    registers,
    state,
    note,
  }));
  if (isDeepStrictEqual(describedSources(store), sources)) return;
  store.transaction(() => {
    store.sql('DELETE FROM source').run();
    store.sql('DELETE FROM source_register').run();
    sources.forEach((one, position) => {
      store
        .sql(
          'INSERT INTO source (source, position, publisher, homepage, state, note) VALUES (?, ?, ?, ?, ?, ?)',
        )
        .run(one.source, position, one.publisher, one.homepage, one.state, one.note);
      one.registers.forEach((register, place) => {
        store
          .sql('INSERT INTO source_register (source, position, register) VALUES (?, ?, ?)')
          .run(one.source, place, register);
      });
    });
  });
}

function describedSources(store: Store): SourceDescription[] {
  const registers = store.sql<{ register: string }>(
    'SELECT register FROM source_register WHERE source = ? ORDER BY position',
  );
  return store
    .sql<Omit<SourceDescription, 'registers'>>(
      'SELECT source, publisher, homepage, state, note FROM source ORDER BY position',
    )
    .all()
    .map((row) => ({ ...row, registers: registers.all(row.source).map(({ register }) => register) }));
}

interface RegisterState {
  rows: number;
  warnings: number;
  lastBatchAt: string | null;
  lastChangeAt: string | null;
  lastAttemptAt: string | null;
  /** When the data that it serves was last read successfully; null while nothing of it is derived. */
  lastReadAt: string | null;
  /** Whether it was read completely at least once, and everything was derived since. */
  isWhole: boolean;
  /** Why the latest finished run failed; null if it did not, or while an initial import continues after it. */
  failure: string | null;
  /** The latest attempt has not ended. */
  isRunning: boolean;
}

/** The number of rows from a register so far. */
export function countRegisterRows(store: Store, register: string): number {
  const row = store
    .sql<{ rows: number }>('SELECT stored_rows AS "rows" FROM register_state WHERE register = ?')
    .get(register);
  return row?.rows ?? 0;
}

/** When rows of `register` last changed, ISO 8601 UTC; null before the first. */
export function lastChangeOf(store: Store, register: string): string | null {
  const row = store
    .sql<{ at: string | null }>('SELECT last_change_at AS at FROM register_state WHERE register = ?')
    .get(register);
  return row?.at ?? null;
}

function registerState(store: Store, register: string): RegisterState {
  const totals = store
    .sql<Pick<RegisterState, 'rows' | 'warnings' | 'lastBatchAt' | 'lastChangeAt'>>(
      `SELECT stored_rows AS "rows", warnings, last_batch_at AS "lastBatchAt", last_change_at AS "lastChangeAt"
       FROM register_state WHERE register = ?`,
    )
    .get(register) ?? { rows: 0, warnings: 0, lastBatchAt: null, lastChangeAt: null };
  const attempt = store
    .sql<{ at: string; outcome: string | null }>(
      `SELECT started_at AS at, outcome FROM run
       WHERE register = ? AND (outcome IS NULL OR outcome <> 'imported') ORDER BY id DESC LIMIT 1`,
    )
    .get(register);
  const success = store
    .sql<{ at: string }>(
      `SELECT finished_at AS at FROM run WHERE register = ? AND outcome = 'ok' ORDER BY id DESC LIMIT 1`,
    )
    .get(register);
  const finished = store
    .sql<{ outcome: string; reason: string; at: string }>(
      `SELECT outcome, reason, finished_at AS at FROM run WHERE register = ? AND outcome IN ('ok', 'failed') ORDER BY id DESC LIMIT 1`,
    )
    .get(register);
  // An initial import that was stopped resumes at the next start: it has not failed.
  const filling = success === undefined && (attempt?.outcome === null || attempt?.outcome === 'stopped');
  const marks = readinessMarks(store, register);
  // Lists that were read since are a success, however many documents are queued.
  const isOver =
    filling || (marks.listedAt !== null && finished !== undefined && marks.listedAt > finished.at);
  return {
    ...totals,
    isRunning: attempt !== undefined && attempt.outcome === null,
    lastAttemptAt: attempt?.at ?? null,
    ...readiness(marks, success?.at ?? null, {
      broughtAt: importedAt(store, register, totals),
      isAsked: attempt !== undefined,
    }),
    failure: finished?.outcome === 'failed' && !isOver ? finished.reason : null,
  };
}

/** When the operator last imported documents of a register; null if none of them gave a row. */
function importedAt(store: Store, register: string, { rows }: Pick<RegisterState, 'rows'>): string | null {
  const last = store
    .sql<{ at: string }>(
      `SELECT finished_at AS at FROM run WHERE register = ? AND outcome = 'imported' ORDER BY id DESC LIMIT 1`,
    )
    .get(register);
  return rows === 0 || last === undefined ? null : last.at;
}

/**
 * The lists of the register have priority; then a read by a release that stored no marks; then imported documents.
 */
function readiness(
  { listedAt, isShown, isWhole }: ReadinessMarks,
  lastSuccessAt: string | null,
  { broughtAt, isAsked }: { broughtAt: string | null; isAsked: boolean },
): Pick<RegisterState, 'lastReadAt' | 'isWhole'> {
  if (listedAt !== null) return { lastReadAt: isShown ? listedAt : null, isWhole: isShown && isWhole };
  if (lastSuccessAt !== null) return { lastReadAt: lastSuccessAt, isWhole: true };
  const isBrought = broughtAt !== null && isShown;
  return { lastReadAt: isBrought ? broughtAt : null, isWhole: isBrought && !isAsked };
}

/** Every known source, in the order of `SOURCES`; none before ingestion described them. */
export function sourceStates(store: Store): SourceState[] {
  const counts = { fetched: fetchedDocuments(store), unread: countUnread(store) };
  return describedSources(store)
    .sort((a, b) => SOURCE_IDS.indexOf(a.source) - SOURCE_IDS.indexOf(b.source))
    .map((described) => sourceState(store, described, counts));
}

function sourceState(
  store: Store,
  described: SourceDescription,
  { fetched, unread }: Record<'fetched' | 'unread', ReadonlyMap<string, number>>,
): SourceState {
  const states = described.registers.map((register) => registerState(store, register));
  const primaryStates = states.filter(
    // `states` has one entry for each register, in the same order.
    (_, index) => !SUPPORTING_REGISTERS.has(described.registers[index] as string),
  );
  const status = statusOf(described, states, primaryStates);
  return {
    source: described.source,
    publisher: described.publisher,
    homepage: described.homepage,
    // The oldest known moment: a register that was never read does not hide the others.
    lastReadAt: moments(primaryStates, 'lastReadAt')[0] ?? null,
    lastAttemptAt: moments(states, 'lastAttemptAt').at(-1) ?? null,
    lastChangeAt: moments(states, 'lastChangeAt').at(-1) ?? null,
    status,
    isWhole: primaryStates.every(({ isWhole }) => isWhole),
    registers: described.registers.flatMap((register, index) => {
      // `states` has one entry for each register, in the same order.
      const { lastReadAt, isWhole } = states[index] as RegisterState;
      return SUPPORTING_REGISTERS.has(register) ? [] : [{ register, lastReadAt, isWhole }];
    }),
    rows: states.reduce((sum, state) => sum + state.rows, 0),
    warnings: states.reduce((sum, state) => sum + state.warnings, 0),
    ...progressOf(store, described.registers, fetched),
    ...unreadOf(described, unread),
    failure: status === 'failing' ? describeFailures(described, states) : '',
    nextAttemptAt: status === 'off' ? null : nextAttemptAt(store, states),
    note:
      status === 'failing'
        ? `${describeFailures(described, states)} ${described.note}`.trim()
        : described.note,
  };
}

/** Nothing if every document of its registers was read. */
function unreadOf(
  { registers }: SourceDescription,
  counts: ReadonlyMap<string, number>,
): Pick<SourceState, 'unread'> {
  const unread = registers.flatMap((register) => {
    const documents = counts.get(register) ?? 0;
    return documents === 0 ? [] : [{ register, documents }];
  });
  return unread.length === 0 ? {} : { unread };
}

/** If there are several registers, the failing one is named: the others may be up to date. */
function describeFailures({ registers }: SourceDescription, states: RegisterState[]): string {
  const sentences = states.flatMap(({ failure }, index) => {
    if (failure === null) return [];
    const whose = registers.length > 1 ? ` of ${registers[index]}` : '';
    return `The last attempt${whose} failed: ${describeFailure(failure)}`;
  });
  return sentences.join(' ');
}

function statusOf(
  { state }: SourceDescription,
  states: RegisterState[],
  primaryStates: RegisterState[],
): SourceState['status'] {
  if (state !== 'on') return state;
  if (states.every((one) => one.lastAttemptAt === null))
    return states.some((one) => one.rows > 0) ? 'imported' : 'never-read';
  if (states.some((one) => one.failure !== null)) return 'failing';
  // Every register that serves answers counts, including one that was never read.
  return primaryStates.every(({ isWhole }) => isWhole) ? 'ok' : 'filling';
}

/** When the next run begins; later if a publisher requested a pause. None is known while a register is being read. */
function nextAttemptAt(store: Store, states: RegisterState[]): string | null {
  if (states.some((one) => one.isRunning)) return null;
  return latest([
    readGeneration(store)?.nextRefreshAt ?? null,
    ...states.map((one) => pausedUntil(one.failure)),
  ]);
}

function latest(moments: Array<string | null>): string | null {
  return (
    moments
      .filter((at) => at !== null)
      .sort()
      .at(-1) ?? null
  );
}

/** The known moments, oldest first. */
function moments(states: RegisterState[], which: 'lastReadAt' | 'lastAttemptAt' | 'lastChangeAt'): string[] {
  return states.flatMap((state) => state[which] ?? []).sort();
}
