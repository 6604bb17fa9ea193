/** One register, read once: what an older reader left, what is new, then the queue of wanted documents. */

import { RegisterPaused } from '../registers/index.js';
import { Gone, type Http, type Register, RegisterFailure } from '../registers/register.js';
import { symbolsOfDigests } from '../store/digests.js';
import { finishRun, startRun } from '../store/journal.js';
import { isStorageFault, type Store } from '../store/open.js';
import { cursor, known, nextWanted, queueCounts } from '../store/queue.js';
import { isKeptUnread, requeueUnread, unreadDocuments } from '../store/unread-documents.js';
import type { Progress } from './progress.js';
import { type Counts, Writer } from './writer.js';

/** Documents fetched side by side; the register's own limiter decides how fast they really go. */
const SIDE_BY_SIDE = 8;
/** After so many documents in a row the register is taken to be down: the rest waits for the next run. */
const FAILURES_IN_A_ROW = 10;
const HOUR = 3_600_000;
/**
 * A document that came and could not be read is asked for again so often: after 1, 4, 16, 64 and 256 hours. What came
 * may have been a challenge, or half of it. One that is the same every time is left to a better reader.
 */
const ASK_AGAIN = 5;

export interface ReadOptions {
  store: Store;
  http: Http;
  /** First day that the operator wants, YYYY-MM-DD. */
  since: string;
  now: () => Date;
  signal: AbortSignal;
  progress: Progress;
  /** Called between documents, so that a long fill can show what it has so far. */
  checkpoint: () => void;
}

export interface Outcome extends Counts {
  register: string;
  outcome: 'ok' | 'failed' | 'stopped';
  reason: string;
}

/**
 * Reads one register and never throws for what the register did: that is told by the outcome and the journal.
 * @throws the store's own error when it cannot be written (a full disk).
 */
export async function readRegister(register: Register, options: ReadOptions): Promise<Outcome> {
  const { store, now, signal, progress } = options;
  const { id } = register.card;
  const run = startRun(store, id, now());
  const writer = new Writer(store, register, now);
  let outcome: Outcome['outcome'] = 'ok';
  let reason = '';
  let firstBytes = '';
  try {
    for (const document of unreadDocuments(store, id, register.readerVersion))
      await writer.document(document);
    writer.flush();
    // What was too large to be kept whole is fetched again.
    requeueUnread(store, id, register.readerVersion);
    const failed = await discoverEnough(register, options, writer);
    writer.listed();
    if (register.retrieve !== undefined) await drain(register, options, writer);
    if (signal.aborted) outcome = 'stopped';
    else if (failed !== null) throw failed;
  } catch (error) {
    // No register did that, and nothing more can be noted: the run as a whole ends, and says why.
    if (isStorageFault(error)) throw error;
    // A request that our own stop cut short is no fault of the register.
    outcome = signal.aborted ? 'stopped' : 'failed';
    reason = signal.aborted
      ? ''
      : error instanceof RegisterFailure
        ? error.message
        : `fault: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
    firstBytes = error instanceof RegisterFailure ? error.firstBytes : '';
    writer.drop();
    writer.flush();
  }
  const { expect } = register.card;
  if (outcome === 'ok' && writer.counts.records > expect.max)
    reason = `more records than expected (${writer.counts.records})`;
  finishRun(store, run, {
    outcome,
    ...writer.counts,
    reason,
    firstBytes,
    now: now(),
  });
  progress.done(id);
  return { register: id, outcome, reason, ...writer.counts };
}

/**
 * Asks what is new. Where the register is never without rows, nothing is written before the lists are known to give
 * as many as the card expects: too few are no answer, and what was there before stays.
 */
async function discoverEnough(
  register: Register,
  options: ReadOptions,
  writer: Writer,
): Promise<RegisterFailure | null> {
  const { min } = register.card.expect;
  if (min === 0) return discover(register, options, writer);
  const before = writer.counts.records;
  writer.hold();
  const failed = await discover(register, options, writer);
  const given = writer.counts.records - before;
  if (given >= min) {
    writer.release();
    return failed;
  }
  writer.drop();
  return (
    failed ??
    new RegisterFailure(`It gave ${given} rows where at least ${min} are expected.`, writer.heldBytes)
  );
}

/** Asks what is new. A list that fails does not hold up the documents that earlier lists named: it is given back. */
async function discover(
  register: Register,
  options: ReadOptions,
  writer: Writer,
): Promise<RegisterFailure | null> {
  const { store, http, now, since, signal, checkpoint } = options;
  const { id } = register.card;
  const memory = {
    cursor: (name: string) => cursor(store, id, name),
    known: (keys: string[]) => known(store, id, keys),
  };
  const progress = (step: { what: string; done: number; total: number | null }) =>
    options.progress.step(id, step);
  try {
    const symbols = () => symbolsOfDigests(store);
    const context = { now: now(), since, memory, symbols, signal, progress };
    for await (const batch of register.fetch(http, context)) {
      await writer.batch(batch);
      checkpoint();
      if (signal.aborted) break;
    }
    return null;
  } catch (error) {
    if (error instanceof RegisterFailure) return error;
    throw error;
  } finally {
    writer.flush();
  }
}

/** Fetches what the queue wants until it is empty, stopped, or the register fails again and again. */
async function drain(register: Register, options: ReadOptions, writer: Writer): Promise<void> {
  const { store, http, now, signal, progress } = options;
  const { id } = register.card;
  let done = 0;
  let failures = 0;
  while (!signal.aborted) {
    const wanted = nextWanted(store, id, SIDE_BY_SIDE, now());
    if (wanted.length === 0) return;
    progress.step(id, { what: 'documents', done, total: done + (queueCounts(store)[id]?.waiting ?? 0) });
    const answers = await Promise.allSettled(wanted.map((one) => register.retrieve!(http, one)));
    // Written in the order of the queue, so that two fills of the same documents give the same store.
    for (const [index, answer] of answers.entries()) {
      const { key, attempts } = wanted[index]!;
      if (answer.status === 'fulfilled') {
        const again =
          attempts < ASK_AGAIN ? new Date(now().getTime() + HOUR * 4 ** attempts).toISOString() : null;
        const document = { ...answer.value, key };
        const { bytes } = document;
        const { readerVersion } = register;
        if (isKeptUnread(store, id, { key, bytes, readerVersion }))
          writer.settle({ key, outcome: 'retry', reason: '', nextTryAt: again });
        else await writer.document(document, again);
        failures = 0;
      } else if (answer.reason instanceof Gone) {
        writer.missing(wanted[index]!);
      } else if (signal.aborted) {
        break;
      } else if (answer.reason instanceof RegisterPaused) {
        // Not the document's fault: it keeps its place in the queue.
        throw answer.reason;
      } else {
        failures += 1;
        const nextTryAt = new Date(now().getTime() + Math.min(HOUR * 2 ** attempts, 24 * HOUR)).toISOString();
        writer.settle({
          key,
          outcome: 'retry',
          reason: String(answer.reason?.message ?? answer.reason),
          nextTryAt,
        });
        if (failures >= FAILURES_IN_A_ROW) throw answer.reason;
      }
    }
    done += wanted.length;
    writer.flush();
    options.checkpoint();
  }
}
