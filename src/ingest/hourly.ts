/** The hourly run: fetch, parse and write for each register, then derive. Also runs the initial import. */

import { appendTo } from '../collections.js';
import { MINUTE_MS } from '../dates.js';
import { publisherOf } from '../registers/index.js';
import type { Http, Register } from '../registers/register.js';
import { pausedUntil } from '../store/crawl/failure-description.js';
import { countWaiting } from '../store/crawl/queue.js';
import { readinessMarks } from '../store/crawl/readiness-marks.js';
import {
  deleteOldRuns,
  describeSources,
  endRunsOfOthers,
  failuresInARow,
} from '../store/crawl/run-journal.js';
import { countRegisterRows, lastChangeOf } from '../store/crawl/sources.js';
import { setNextRefresh } from '../store/database/open.js';
import { replaceErrata } from '../store/errata/replace-errata.js';
import { MANAGERS_REGISTER, managersOf } from '../store/managers/managers-database.js';
import { publicationIds } from '../store/rows/unpublished.js';
import { type CheckpointOptions, DerivationCheckpoints } from './derivation-checkpoints.js';
import { IDENTITY_REGISTER } from './derive/congress.js';
import { deriveManagers } from './derive/managers.js';
import { rederiveIfRulesChanged } from './derive/rule-changes.js';
import type { ProgressReporter } from './progress.js';
import { interleaveRegisters } from './publisher-lane.js';
import { PublisherLoop, type RepeatPolicy } from './publisher-loop.js';
import { pauseOf } from './publisher-pause.js';
import { readRegister } from './read-register.js';
import type { RegisterOutcome } from './register-run.js';
import { sourceDescriptions } from './source-descriptions.js';

/** A failed register is read again sooner than a successful one: a block of the SEC lasts ten minutes. */
const RETRY_FAILED_MS = 15 * MINUTE_MS;
/** After so many failures it waits for the full hour, because a run reads all registers. */
const RETRIED_SOON = 3;

interface HourlyOptions extends CheckpointOptions {
  registers: readonly Register[];
  /** The registers that this run reads. */
  enabled: ReadonlySet<string>;
  /** All registers that the settings switch on, for the catalog; `enabled` when omitted. */
  switchedOn?: ReadonlySet<string>;
  /** The HTTP client of a register; the registers of one publisher share one rate limiter. */
  http: (register: Register) => Http;
  /** First day to read, YYYY-MM-DD: of all registers, or of each. */
  since: string | ((register: Register) => string);
  /** When the next run is due, ISO 8601; null when nothing is scheduled. */
  nextRefreshAt: (finished: Date) => string | null;
  signal: AbortSignal;
  progress: ProgressReporter;
  /** How many quarters of all managers are kept; all if null or omitted. */
  managerQuarters?: number | null;
  /** Reads a publisher again while another one's initial import continues; each is read once when omitted. */
  repeat?: RepeatPolicy;
}

/**
 * Reads every enabled register: the registers of one publisher in turns, different publishers in parallel, so that
 * none waits for the long import of another. A finished publisher is read again when it is due (`repeat`); the lists of
 * the others are read again then too. The run ends when no publisher is being read. A failing register does not affect
 * the others.
 * @returns the last outcome of each register.
 */
export async function readHourly(options: HourlyOptions): Promise<RegisterOutcome[]> {
  const { store, now, signal } = options;
  beginRun(options);
  let identityAwaited = options.enabled.has(IDENTITY_REGISTER);
  const checkpoints = new DerivationCheckpoints(options, () => identityAwaited);
  await checkpoints.publishIfDifferent();
  await rederive(options, checkpoints);
  const changedBefore = new Map<string, string | null>();
  const readLane = async (registers: readonly Register[]) => {
    const pause = pauseOf(store, publisherRegisters(registers, options), now());
    if (pause !== null) {
      if (registers.some(({ metadata }) => metadata.id === IDENTITY_REGISTER)) identityAwaited = false;
      return skipPaused(registers, pause, options);
    }
    const everyMs = options.repeat?.everyMs;
    const listsDue = everyMs === undefined ? null : new Date(now().getTime() + everyMs);
    return interleaveRegisters({
      registers,
      start: (register) => {
        changedBefore.set(register.metadata.id, lastChangeOf(store, register.metadata.id));
        return readRegister(register, { ...registerRunOptions(register, options, checkpoints), listsDue });
      },
      queuedDocuments: ({ metadata }) => countWaiting(store, metadata.id),
      onFirstRows: () => checkpoints.rowsArrived(),
      async onRegisterDone({ metadata }, outcome) {
        const { id } = metadata;
        logOutcome(outcome, options);
        if (id === IDENTITY_REGISTER) identityAwaited = false;
        const hasDerived = id === MANAGERS_REGISTER && (await deriveManagersOf(options));
        const isNewlyComplete = outcome.outcome === 'ok' && !readinessMarks(store, id).isWhole;
        // That nothing is new is shown at the end of the run, once for all registers: each publication ends every cached
        // answer, and leaves a manifest for good.
        if (hasDerived || isNewlyComplete || lastChangeOf(store, id) !== changedBefore.get(id))
          await checkpoints.rowsArrived(isNewlyComplete);
      },
      signal,
    });
  };
  const lanes = lanesByPublisher(options);
  const loop = new PublisherLoop(lanes.length, now, signal, options.repeat, RETRY_FAILED_MS);
  const ends = await Promise.allSettled(
    lanes.map(async (lane) => {
      let outcomes: RegisterOutcome[] = [];
      await loop.run(async (isFirst) => {
        const read = await readLane(lane);
        // When a repeated read is stopped, the outcomes of the one before remain.
        if (isFirst || read.length === lane.length) outcomes = read;
        if (!isFirst && !signal.aborted) await checkpoints.publishAllMeanwhile();
        if (read.some(({ outcome }) => outcome === 'unfinished')) return 'unfinished';
        return read.some(({ outcome }) => outcome === 'failed') ? 'failed' : 'read';
      });
      return outcomes;
    }),
  );
  // A bug in this project: thrown only when no other lane is writing any more.
  const fault = ends.find((end) => end.status === 'rejected');
  if (fault !== undefined) throw fault.reason;
  const outcomes = ends.flatMap((end) => (end.status === 'fulfilled' ? end.value : []));
  // A stopped run leaves the digests to the next one, because they would delay the stop.
  if (!signal.aborted) await checkpoints.publishAll();
  else await checkpoints.publishRest();
  await planNextRefresh(options, nextRefreshAfter(options, outcomes));
  return outcomes;
}

function beginRun({ store, now, registers, enabled, switchedOn = enabled, prices }: HourlyOptions): void {
  describeSources(store, sourceDescriptions(registers, switchedOn, prices?.note));
  deleteOldRuns(store, now());
  endRunsOfOthers(store, new Set([...switchedOn, ...enabled]), now());
  // Before its lists are read: if its store was lost, the ledger forgets what was read into it.
  if (enabled.has(MANAGERS_REGISTER)) managersOf(store);
}

async function rederive(
  { store, log, errata, now }: HourlyOptions,
  checkpoints: DerivationCheckpoints,
): Promise<void> {
  const pendingCount = rederiveIfRulesChanged(store);
  const corrected = errata === undefined ? 0 : replaceErrata(store, errata, now());
  if (pendingCount + corrected === 0) return;
  if (pendingCount > 0)
    log.info(
      { pending: pendingCount },
      'the rules of derivation changed: everything stored is derived again',
    );
  if (corrected > 0) log.info({ rows: corrected }, 'errata changed: what they are about is derived again');
  await checkpoints.publishAll();
}

/** Readers learn the plan with the generation that they serve. */
async function planNextRefresh({ store, readModel }: HourlyOptions, at: string | null): Promise<void> {
  setNextRefresh(store, at);
  const { published } = publicationIds(store);
  if (published !== null) await readModel?.setNextRefresh(published, at);
}

function nextRefreshAfter(
  { store, now, signal, nextRefreshAt }: HourlyOptions,
  outcomes: readonly RegisterOutcome[],
): string | null {
  if (signal.aborted) return now().toISOString();
  const regular = nextRefreshAt(now());
  const soonest = new Date(now().getTime() + RETRY_FAILED_MS).toISOString();
  const retries = outcomes
    .filter(
      ({ outcome, register }) => outcome === 'failed' && failuresInARow(store, register) <= RETRIED_SOON,
    )
    .map(({ reason }) => latestText(soonest, pausedUntil(reason) ?? ''));
  const retry = retries.sort()[0];
  if (retry === undefined) return regular;
  // A publisher that demanded a long pause does not delay the others.
  return retry === soonest || regular === null || retry < regular ? retry : regular;
}

const latestText = (a: string, b: string) => (a > b ? a : b);

/** The registers of the same publisher, including those that this run does not read. */
function publisherRegisters(lane: readonly Register[], { registers }: HourlyOptions): Register[] {
  const publishers = new Set(lane.map(publisherOf));
  return registers.filter((register) => publishers.has(publisherOf(register)));
}

/** The outcomes of registers that are not read, because their publisher demanded a pause: the journal has no new run. */
function skipPaused(
  registers: readonly Register[],
  { until, reason }: { until: string; reason: string },
  { log }: HourlyOptions,
): RegisterOutcome[] {
  const ids = registers.map(({ metadata }) => metadata.id);
  log.info({ registers: ids, until }, `${ids.join(', ')}: the publisher demanded a pause, which still lasts`);
  const nothing = { documents: 0, records: 0, warnings: 0, unread: 0 };
  return ids.map((register) => ({ register, outcome: 'failed', reason, ...nothing }));
}

/**
 * Only here: while data sets are being read, each checkpoint would derive all of it again.
 * @returns whether anything was derived
 */
async function deriveManagersOf({
  store,
  now,
  signal,
  log,
  managerQuarters = null,
}: HourlyOptions): Promise<boolean> {
  const derived = await deriveManagers(store, { now: now(), quarters: managerQuarters }, signal);
  if (derived.length > 0) log.info({ quarters: derived }, 'the reports of all managers were derived');
  return derived.length > 0;
}

/** The registers that this run reads, by publisher. */
function lanesByPublisher({ registers, enabled }: HourlyOptions): Register[][] {
  const lanes = new Map<string, Register[]>();
  for (const register of registers) {
    if (!enabled.has(register.metadata.id)) continue;
    const publisher = publisherOf(register);
    appendTo(lanes, publisher, register);
  }
  return [...lanes.values()];
}

function registerRunOptions(register: Register, options: HourlyOptions, checkpoints: DerivationCheckpoints) {
  const { store, http, since, now, signal, progress } = options;
  return {
    store,
    http: http(register),
    since: typeof since === 'string' ? since : since(register),
    now,
    signal,
    progress,
    checkpoint: (isWriting?: boolean) => checkpoints.checkpoint(isWriting),
  };
}

function logOutcome(outcome: RegisterOutcome, { store, log }: HourlyOptions): void {
  const { register } = outcome;
  // Rows that the operator imported are known without any list.
  const isKnown = readinessMarks(store, register).listedAt !== null || countRegisterRows(store, register) > 0;
  const kept = isKnown ? 'what is stored of it is kept' : 'nothing of it is known yet';
  if (outcome.outcome === 'failed') log.warn(outcome, `${register} failed; ${kept}`);
  else if (outcome.outcome === 'stopped') log.info(outcome, `${register} was stopped`);
  else if (outcome.outcome === 'unfinished')
    log.info(outcome, `${register}: documents still wait, and its lists are read again first`);
  else log.info(outcome, `${register} was read`);
}
