/** The documents that the lists of a register named: fetched a turn at a time, highest priority first. */

import { HOUR_MS } from '../dates.js';
import { SourcePausedError } from '../registers/index.js';
import { DocumentNotFoundError, type RawDocument, SourceError } from '../registers/register.js';
import { countWaiting, dequeue, type QueueEntry } from '../store/crawl/queue.js';
import { isStoredUnread } from '../store/crawl/unread-documents.js';
import { type BatchWriter, nextParseTry } from './batch-writer.js';
import type { DocumentRegister, RegisterRunOptions } from './register-run.js';

/** Documents fetched in parallel; the register's own rate limiter sets the pace. */
const CONCURRENT_DOWNLOADS = 8;
/** After this many failures in a row the register counts as down: the rest waits for the next run. */
const MAX_CONSECUTIVE_FAILURES = 10;
/**
 * A server under repair can deny what it has, and a document can be listed before it is served: one that was denied this
 * many times in a row, over a week, counts as gone.
 */
const DENIALS_OF_GONE = 12;
/** How long documents are read before the lists continue, or another register of the publisher takes its turn. */
const TURN_MS = 15_000;

export class DocumentQueue {
  private doneCount = 0;
  private consecutiveFailures = 0;

  constructor(
    private readonly register: DocumentRegister,
    private readonly options: RegisterRunOptions,
    private readonly writer: BatchWriter,
  ) {}

  /**
   * Reads documents for one turn.
   * @returns whether any is left that may be requested now
   * @throws the register's error if it fails repeatedly or demands a pause
   */
  async takeTurn(): Promise<boolean> {
    const { store, now, signal, progress } = this.options;
    const { id } = this.register.metadata;
    const began = now().getTime();
    while (!signal.aborted) {
      const wanted = dequeue(store, id, CONCURRENT_DOWNLOADS, now());
      if (wanted.length === 0) return false;
      const passed = now().getTime() - began;
      // A clock that was set back ends the turn too: otherwise it would last until the clock catches up.
      if (passed >= TURN_MS || passed < 0) return true;
      progress.step(id, {
        what: 'documents',
        done: this.doneCount,
        total: this.doneCount + countWaiting(store, id),
      });
      await this.downloadBatch(wanted);
      this.doneCount += wanted.length;
      this.writer.flush();
      await this.options.checkpoint();
    }
    return false;
  }

  /** Written in the order of the queue, so that two imports of the same documents give the same store. */
  private async downloadBatch(wanted: QueueEntry[]): Promise<void> {
    const { http, signal } = this.options;
    const answers = await Promise.allSettled(wanted.map((one) => this.register.download(http, one)));
    for (const [index, answer] of answers.entries()) {
      // Each document has one answer, in the same order.
      const one = wanted[index] as QueueEntry;
      if (answer.status === 'fulfilled') await this.onDownloaded(one, answer.value);
      else if (isGone(one, answer.reason)) this.writer.documentNotFound(one, answer.reason.message);
      else if (signal.aborted) return;
      // Not the document's fault: it keeps its place in the queue.
      else if (answer.reason instanceof SourcePausedError) throw answer.reason;
      else this.onFailed(one, answer.reason);
    }
  }

  private async onDownloaded(entry: QueueEntry, answer: RawDocument): Promise<void> {
    const { store } = this.options;
    const { metadata, readerVersion } = this.register;
    const { key } = entry;
    const again = nextParseTry(this.options.now(), failuresOf(entry, 'unread'));
    const document = { ...answer, key };
    if (isStoredUnread(store, metadata.id, { key, bytes: document.bytes, readerVersion }))
      this.writer.completeDocument({
        key,
        outcome: 'retry',
        failure: 'unread',
        reason: '',
        nextTryAt: again,
      });
    else await this.writer.addDocument(document, again);
    this.consecutiveFailures = 0;
  }

  private onFailed(entry: QueueEntry, cause: unknown): void {
    const { key } = entry;
    const failure = cause instanceof DocumentNotFoundError ? 'denied' : 'failed';
    const attempts = failuresOf(entry, failure);
    // Anything can be thrown: a value without a message is reported as text.
    const reason = String((cause as Error | undefined)?.message ?? cause);
    const nextTryAt = this.nextTry(entry, failure);
    this.writer.completeDocument({ key, outcome: 'retry', failure, reason, nextTryAt });
    // Documents that the register does not have, and old ones that could not be read, must not keep the others waiting.
    if (entry.failure === 'unread' || (failure === 'denied' && attempts > 0)) return;
    this.consecutiveFailures += 1;
    if (this.consecutiveFailures < MAX_CONSECUTIVE_FAILURES) return;
    // A register that denies everything is at fault, as one that is down.
    throw failure === 'denied' ? new SourceError(`${reason}, nor the documents before it`) : cause;
  }

  /** An unreadable document that is denied has as many tries as one that stays unreadable. If it cannot be fetched, it is tried daily. */
  private nextTry(entry: QueueEntry, failure: 'denied' | 'failed'): string | null {
    if (entry.failure !== 'unread')
      return this.timeAfter(Math.min(HOUR_MS * 2 ** failuresOf(entry, failure), 24 * HOUR_MS));
    return failure === 'denied'
      ? nextParseTry(this.options.now(), entry.attempts)
      : this.timeAfter(24 * HOUR_MS);
  }

  private timeAfter(ms: number): string {
    return new Date(this.options.now().getTime() + ms).toISOString();
  }
}

/** How often a document failed in a row as it did now. */
const failuresOf = ({ attempts, failure }: QueueEntry, now: QueueEntry['failure']) =>
  failure === now ? attempts : 0;

const isGone = (entry: QueueEntry, cause: unknown): cause is DocumentNotFoundError =>
  cause instanceof DocumentNotFoundError && failuresOf(entry, 'denied') >= DENIALS_OF_GONE - 1;
