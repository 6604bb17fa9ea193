/** Reads one register once: first the documents that an older parser left, then new data, then the queued documents. */

import { type Register, SourceError } from '../registers/register.js';
import { NOT_PUBLISHED } from '../store/crawl/failure-description.js';
import { filterSeen, readCursor } from '../store/crawl/queue.js';
import { finishRun, startRun } from '../store/crawl/run-journal.js';
import { requeueUnread, unreadDocuments } from '../store/crawl/unread-documents.js';
import { isStorageError } from '../store/database/open.js';
import { digestSymbols } from '../store/digests/digests.js';
import { BatchWriter } from './batch-writer.js';
import { NotPublishedError } from './derivation-checkpoints.js';
import { DocumentQueue } from './document-queue.js';
import { ListProgress } from './list-progress.js';
import type { DocumentRegister, RegisterOutcome, RegisterRunOptions } from './register-run.js';

/**
 * Reads one register in turns: yields after each turn, so that other registers of the publisher get theirs. The
 * yielded value says whether the register has enough rows for answers for the first time. Never throws for a fault of
 * the register: the outcome and the journal report it.
 * @throws the store's own error when it cannot be written (a full disk).
 */
export async function* readRegister(
  register: Register,
  options: RegisterRunOptions,
): AsyncGenerator<boolean, RegisterOutcome> {
  const { store, now, signal, progress } = options;
  const { id } = register.metadata;
  const run = startRun(store, id, now());
  const writer = new BatchWriter(store, register, now, options.checkpoint);
  let outcome: RegisterOutcome['outcome'] = 'ok';
  let reason = '';
  let firstBytes = '';
  try {
    for (const document of unreadDocuments(store, id, register.readerVersion))
      await writer.addDocument(document);
    writer.flush();
    // Documents that were too large to be stored whole are fetched again.
    requeueUnread(store, id, register.readerVersion);
    const isLeft = yield* readListsAndDocuments(register, options, writer);
    if (signal.aborted) outcome = 'stopped';
    else if (isLeft) outcome = 'unfinished';
  } catch (error) {
    // This is not the register's fault, and nothing more can be recorded: the whole run ends with the error.
    if (isStorageError(error)) throw error;
    // A request that our own stop cut short is not the register's fault.
    outcome = signal.aborted ? 'stopped' : 'failed';
    reason = signal.aborted ? '' : reasonOf(error);
    firstBytes = error instanceof SourceError ? error.firstBytes : '';
    writer.discardDeferred();
    if (error instanceof SourceError) await writer.addBatch({ cursors: error.cursors });
    writer.flush();
  }
  const { expectedRecords } = register.metadata;
  if (outcome === 'ok' && writer.counts.records > expectedRecords.max)
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

/** For the journal: `describeFailure` says it to readers. */
function reasonOf(error: unknown): string {
  if (error instanceof SourceError) return error.message;
  // Not the register's fault, and not one of the program.
  if (error instanceof NotPublishedError) return `${NOT_PUBLISHED}${error.message}`;
  return `fault: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}

/**
 * @returns whether documents are left that must wait until the lists are read again.
 * @throws SourceError of a list, after the documents that others named were read.
 */
async function* readListsAndDocuments(
  register: Register,
  options: RegisterRunOptions,
  writer: BatchWriter,
): AsyncGenerator<boolean, boolean> {
  const { store, now, signal, listsDue } = options;
  const listing = new ListProgress(store, register.metadata.id);
  const queue = listsDocuments(register) ? new DocumentQueue(register, options, writer) : null;
  const failed = yield* discoverAtLeastMinimum(register, options, writer, { listing, queue });
  writer.recordUnfetchedReports();
  if (failed === null && !signal.aborted) listing.recordRead(now(), true);
  let isLeft = queue !== null;
  while (queue !== null && isLeft && !signal.aborted) {
    isLeft = await queue.takeTurn();
    yield listing.markOnceReadable();
    if (isLeft && listsDue !== null && now() >= listsDue) break;
  }
  listing.markOnceReadable();
  if (failed !== null && !signal.aborted) throw failed;
  return isLeft;
}

const listsDocuments = (register: Register): register is DocumentRegister => register.download !== undefined;

interface DiscoveryState {
  listing: ListProgress;
  /** Null for a register that lists everything in one place. */
  queue: DocumentQueue | null;
}

/**
 * Requests new data. If the register is never without rows, nothing is written until the lists have given as many rows
 * as its metadata expects: fewer count as a failure, and the stored rows remain.
 */
async function* discoverAtLeastMinimum(
  register: Register,
  options: RegisterRunOptions,
  writer: BatchWriter,
  state: DiscoveryState,
): AsyncGenerator<boolean, SourceError | null> {
  const { min } = register.metadata.expectedRecords;
  if (min === 0) return yield* discover(register, options, writer, state);
  const before = writer.counts.records;
  writer.deferWrites();
  // While nothing is written no document can be requested.
  const failed = yield* discover(register, options, writer, { ...state, queue: null });
  const given = writer.counts.records - before;
  if (given >= min) {
    writer.writeDeferred();
    return failed;
  }
  writer.discardDeferred();
  return (
    failed ?? new SourceError(`It gave ${given} rows where at least ${min} are expected.`, writer.firstBytes)
  );
}

/**
 * Requests new data; the documents of each part of the lists have a turn before the next part. A list that fails does
 * not delay the documents that earlier lists named: its error is returned.
 */
async function* discover(
  register: Register,
  options: RegisterRunOptions,
  writer: BatchWriter,
  { listing, queue }: DiscoveryState,
): AsyncGenerator<boolean, SourceError | null> {
  const { signal } = options;
  const lists = register.fetch(options.http, crawlContext(register, options))[Symbol.asyncIterator]();
  try {
    while (!signal.aborted) {
      const batch = await nextBatch(lists);
      if (batch === null || batch instanceof SourceError) return batch;
      await writer.addBatch(batch);
      await options.checkpoint();
      if (batch.isPart === undefined || queue === null) continue;
      writer.flush();
      listing.recordRead(options.now(), false);
      await queue.takeTurn();
      yield listing.markOnceReadable();
    }
    return null;
  } finally {
    await lists.return?.();
    writer.flush();
  }
}

/** The next step of the lists; null at their end. */
async function nextBatch<T>(lists: AsyncIterator<T>): Promise<T | SourceError | null> {
  try {
    const step = await lists.next();
    return step.done === true ? null : step.value;
  } catch (error) {
    if (error instanceof SourceError) return error;
    throw error;
  }
}

function crawlContext(register: Register, { store, now, since, signal, progress }: RegisterRunOptions) {
  const { id } = register.metadata;
  return {
    now: now(),
    since,
    crawlState: {
      cursor: (name: string) => readCursor(store, id, name),
      filterSeen: (keys: string[]) => filterSeen(store, id, keys),
    },
    symbols: () => digestSymbols(store),
    signal,
    progress: (step: { what: string; done: number; total: number | null }) => progress.step(id, step),
  };
}
