/** The state of every source, made from the runs of its registers. Needs nothing but the file. */

import { isDeepStrictEqual } from 'node:util';
import { SOURCES, type SourceId, type SourceState } from '../../tools/contract/reads.js';
import { readGeneration } from './open.js';
import { pausedUntil, plainFailure } from './plain-failure.js';
import { progressOf } from './source-progress.js';
import type { Store } from './store.js';

/** A source as ingestion knows it. */
export interface SourceDescription {
  source: SourceId;
  publisher: string;
  homepage: string;
  /** Ids of the registers behind it. */
  registers: string[];
  /** `off`: switched off by the operator. */
  state: 'on' | 'off';
  note: string;
}

/** Replaces the list of known sources, so that processes without the registers can tell their state. */
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
  doubts: number;
  lastBatchAt: string | null;
  lastChangeAt: string | null;
  lastAttemptAt: string | null;
  lastSuccessAt: string | null;
  /** Why the latest finished run failed; null when it did not, or while a first fill goes on after it. */
  failure: string | null;
  /** The latest attempt has not ended. */
  isRunning: boolean;
}

function registerState(store: Store, register: string): RegisterState {
  const totals = store
    .sql<Pick<RegisterState, 'rows' | 'doubts' | 'lastBatchAt' | 'lastChangeAt'>>(
      `SELECT stored_rows AS "rows", doubts, last_batch_at AS "lastBatchAt", last_change_at AS "lastChangeAt"
       FROM register_state WHERE register = ?`,
    )
    .get(register) ?? { rows: 0, doubts: 0, lastBatchAt: null, lastChangeAt: null };
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
    .sql<{ outcome: string; reason: string }>(
      `SELECT outcome, reason FROM run WHERE register = ? AND outcome IN ('ok', 'failed') ORDER BY id DESC LIMIT 1`,
    )
    .get(register);
  // A first fill that was stopped goes on at the next start: it has not failed.
  const filling = success === undefined && (attempt?.outcome === null || attempt?.outcome === 'stopped');
  return {
    ...totals,
    isRunning: attempt !== undefined && attempt.outcome === null,
    lastAttemptAt: attempt?.at ?? null,
    lastSuccessAt: success?.at ?? null,
    failure: finished?.outcome === 'failed' && !filling ? finished.reason : null,
  };
}

/** Every known source, in the order of `SOURCES`; none before ingestion described them. */
export function sourceStates(store: Store): SourceState[] {
  return describedSources(store)
    .sort((a, b) => SOURCES.indexOf(a.source) - SOURCES.indexOf(b.source))
    .map((described) => sourceState(store, described));
}

function sourceState(store: Store, described: SourceDescription): SourceState {
  const states = described.registers.map((register) => registerState(store, register));
  const status = statusOf(described, states);
  return {
    source: described.source,
    publisher: described.publisher,
    homepage: described.homepage,
    lastReadAt: lastReadAt(states),
    lastAttemptAt: latest(states.map((state) => state.lastAttemptAt)),
    lastChangeAt: latest(states.map((state) => state.lastChangeAt)),
    status,
    rows: states.reduce((sum, state) => sum + state.rows, 0),
    doubts: states.reduce((sum, state) => sum + state.doubts, 0),
    ...progressOf(store, described.registers),
    failure: status === 'failing' ? failures(described, states) : '',
    nextAttemptAt: status === 'off' ? null : nextAttemptAt(store, states),
    note: status === 'failing' ? `${failures(described, states)} ${described.note}`.trim() : described.note,
  };
}

/** Of several registers the failing one is named: the others may be as fresh as ever. */
function failures({ registers }: SourceDescription, states: RegisterState[]): string {
  const told = states.flatMap(({ failure }, index) => {
    if (failure === null) return [];
    const whose = registers.length > 1 ? ` of ${registers[index]}` : '';
    return `The last attempt${whose} failed: ${plainFailure(failure)}`;
  });
  return told.join(' ');
}

function statusOf({ state }: SourceDescription, states: RegisterState[]): SourceState['status'] {
  if (state !== 'on') return state;
  if (states.every((one) => one.lastAttemptAt === null))
    return states.some((one) => one.rows > 0) ? 'imported' : 'never-read';
  if (states.some((one) => one.failure !== null)) return 'failing';
  return answering(states).every((one) => one.lastSuccessAt !== null) ? 'ok' : 'filling';
}

/**
 * The registers whose rows answer questions; a register of helping facts, such as tickers, stores none. While
 * nobody has rows, all of them: a helper that was read does not make the source one that was.
 */
function answering(states: RegisterState[]): RegisterState[] {
  const withRows = states.filter((one) => one.rows > 0);
  return withRows.length > 0 ? withRows : states;
}

/** During a first fill the rows that are there already are true, so they are served: as of the last batch. */
function lastReadAt(states: RegisterState[]): string | null {
  const moments = answering(states).map(
    (one) => one.lastSuccessAt ?? (one.rows > 0 ? one.lastBatchAt : null),
  );
  return moments.includes(null) ? null : (moments.sort()[0] ?? null);
}

/** When the next run begins; later where a publisher asked for a pause. None is known while a register is being read. */
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
