/** One register, read once: what an older reader left, what is new, then the queue of wanted documents. */

import { type Register, RegisterFailure } from '../registers/register.js';
import { finishRun, startRun } from '../store/crawl/journal.js';
import { cursor, known } from '../store/crawl/queue.js';
import { requeueUnread, unreadDocuments } from '../store/crawl/unread-documents.js';
import { isStorageFault } from '../store/database/open.js';
import { symbolsOfDigests } from '../store/digests/digests.js';
import { DocumentQueue } from './document-queue.js';
import { Listing } from './listing.js';
import type { Outcome, ReadOptions, Retrieving } from './reading.js';
import { Writer } from './writer.js';

/**
 * Reads one register in turns: yields when its documents had one, so that others of the publisher can have theirs. What
 * is yielded says whether the register can be answered from for the first time. Never throws for what the register did:
 * that is told by the outcome and the journal.
 * @throws the store's own error when it cannot be written (a full disk).
 */
export async function* readRegister(
  register: Register,
  options: ReadOptions,
): AsyncGenerator<boolean, Outcome> {
  const { store, now, signal, progress } = options;
  const { id } = register.card;
  const run = startRun(store, id, now());
  const writer = new Writer(store, register, now, options.checkpoint);
  let outcome: Outcome['outcome'] = 'ok';
  let reason = '';
  let firstBytes = '';
  try {
    for (const document of unreadDocuments(store, id, register.readerVersion))
      await writer.document(document);
    writer.flush();
    // What was too large to be kept whole is fetched again.
    requeueUnread(store, id, register.readerVersion);
    const isLeft = yield* listsAndDocuments(register, options, writer);
    if (signal.aborted) outcome = 'stopped';
    else if (isLeft) outcome = 'unfinished';
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
    outcome: outcome === 'unfinished' ? 'stopped' : outcome,
    ...writer.counts,
    reason,
    firstBytes,
    now: now(),
  });
  progress.done(id);
  return { register: id, outcome, reason, ...writer.counts };
}

/**
 * @returns whether documents are left that the lists have to be read before.
 * @throws RegisterFailure of a list when the documents that others named were read.
 */
async function* listsAndDocuments(
  register: Register,
  options: ReadOptions,
  writer: Writer,
): AsyncGenerator<boolean, boolean> {
  const { store, now, signal, listsDue } = options;
  const listing = new Listing(store, register.card.id);
  const queue = retrieves(register) ? new DocumentQueue(register, options, writer) : null;
  const failed = yield* discoverEnough(register, options, writer, { listing, queue });
  writer.listed();
  if (failed === null && !signal.aborted) listing.read(now(), true);
  let isLeft = queue !== null;
  while (queue !== null && isLeft && !signal.aborted) {
    isLeft = await queue.turn();
    yield listing.mark();
    if (isLeft && listsDue !== null && now() >= listsDue) break;
  }
  listing.mark();
  if (failed !== null && !signal.aborted) throw failed;
  return isLeft;
}

const retrieves = (register: Register): register is Retrieving => register.retrieve !== undefined;

interface Reading {
  listing: Listing;
  /** Null for a register that lists everything in one place. */
  queue: DocumentQueue | null;
}

/**
 * Asks what is new. Where the register is never without rows, nothing is written before the lists are known to give
 * as many as the card expects: too few are no answer, and what was there before stays.
 */
async function* discoverEnough(
  register: Register,
  options: ReadOptions,
  writer: Writer,
  reading: Reading,
): AsyncGenerator<boolean, RegisterFailure | null> {
  const { min } = register.card.expect;
  if (min === 0) return yield* discover(register, options, writer, reading);
  const before = writer.counts.records;
  writer.hold();
  // While nothing is written no document can be asked for.
  const failed = yield* discover(register, options, writer, { ...reading, queue: null });
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

/**
 * Asks what is new; documents of each part of the lists have a turn before the next one. A list that fails does not
 * hold up the documents that earlier lists named: it is given back.
 */
async function* discover(
  register: Register,
  options: ReadOptions,
  writer: Writer,
  { listing, queue }: Reading,
): AsyncGenerator<boolean, RegisterFailure | null> {
  const { signal } = options;
  const lists = register.fetch(options.http, contextOf(register, options))[Symbol.asyncIterator]();
  try {
    while (!signal.aborted) {
      const batch = await nextOf(lists);
      if (batch === null || batch instanceof RegisterFailure) return batch;
      await writer.batch(batch);
      await options.checkpoint();
      if (batch.isPart === undefined || queue === null) continue;
      writer.flush();
      listing.read(options.now(), false);
      await queue.turn();
      yield listing.mark();
    }
    return null;
  } finally {
    await lists.return?.();
    writer.flush();
  }
}

/** The next step of the lists; null at their end. */
async function nextOf<T>(lists: AsyncIterator<T>): Promise<T | RegisterFailure | null> {
  try {
    const step = await lists.next();
    return step.done === true ? null : step.value;
  } catch (error) {
    if (error instanceof RegisterFailure) return error;
    throw error;
  }
}

function contextOf(register: Register, { store, now, since, signal, progress }: ReadOptions) {
  const { id } = register.card;
  return {
    now: now(),
    since,
    memory: {
      cursor: (name: string) => cursor(store, id, name),
      known: (keys: string[]) => known(store, id, keys),
    },
    symbols: () => symbolsOfDigests(store),
    signal,
    progress: (step: { what: string; done: number; total: number | null }) => progress.step(id, step),
  };
}
