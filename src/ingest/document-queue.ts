/** The documents that the lists of a register named: fetched a turn at a time, highest priority first. */

import { RegisterPaused } from '../registers/index.js';
import { Gone, type RawDocument } from '../registers/register.js';
import { nextWanted, waitingOf } from '../store/crawl/queue.js';
import { isKeptUnread } from '../store/crawl/unread-documents.js';
import type { ReadOptions, Retrieving } from './reading.js';
import type { Writer } from './writer.js';

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
/** So long are documents read before the lists go on, or another register of the publisher. */
export const TURN_MS = 15_000;

type Wanted = ReturnType<typeof nextWanted>[number];

export class DocumentQueue {
  private done = 0;
  private failures = 0;

  constructor(
    private readonly register: Retrieving,
    private readonly options: ReadOptions,
    private readonly writer: Writer,
  ) {}

  /**
   * Reads documents for one turn.
   * @returns whether any is left that may be asked for now
   * @throws what the register answered when it fails again and again, or asks for a pause
   */
  async turn(): Promise<boolean> {
    const { store, now, signal, progress } = this.options;
    const { id } = this.register.card;
    const began = now().getTime();
    while (!signal.aborted) {
      const wanted = nextWanted(store, id, SIDE_BY_SIDE, now());
      if (wanted.length === 0) return false;
      const passed = now().getTime() - began;
      // A clock that was put back ends the turn too: else it would last until the clock is where it was.
      if (passed >= TURN_MS || passed < 0) return true;
      progress.step(id, {
        what: 'documents',
        done: this.done,
        total: this.done + waitingOf(store, id),
      });
      await this.fetch(wanted);
      this.done += wanted.length;
      this.writer.flush();
      await this.options.checkpoint();
    }
    return false;
  }

  /** Written in the order of the queue, so that two fills of the same documents give the same store. */
  private async fetch(wanted: Wanted[]): Promise<void> {
    const { http, signal } = this.options;
    const answers = await Promise.allSettled(wanted.map((one) => this.register.retrieve(http, one)));
    for (const [index, answer] of answers.entries()) {
      const one = wanted[index] as Wanted;
      if (answer.status === 'fulfilled') await this.came(one, answer.value);
      else if (answer.reason instanceof Gone) this.writer.missing(one);
      else if (signal.aborted) return;
      // Not the document's fault: it keeps its place in the queue.
      else if (answer.reason instanceof RegisterPaused) throw answer.reason;
      else this.failed(one, answer.reason);
    }
  }

  private async came({ key, attempts }: Wanted, answer: RawDocument): Promise<void> {
    const { store } = this.options;
    const { card, readerVersion } = this.register;
    const again = attempts < ASK_AGAIN ? this.later(HOUR * 4 ** attempts) : null;
    const document = { ...answer, key };
    if (isKeptUnread(store, card.id, { key, bytes: document.bytes, readerVersion }))
      this.writer.settle({ key, outcome: 'retry', reason: '', nextTryAt: again });
    else await this.writer.document(document, again);
    this.failures = 0;
  }

  private failed({ key, attempts }: Wanted, cause: unknown): void {
    this.failures += 1;
    const reason = String((cause as Error | undefined)?.message ?? cause);
    const nextTryAt = this.later(Math.min(HOUR * 2 ** attempts, 24 * HOUR));
    this.writer.settle({ key, outcome: 'retry', reason, nextTryAt });
    if (this.failures >= FAILURES_IN_A_ROW) throw cause;
  }

  private later(ms: number): string {
    return new Date(this.options.now().getTime() + ms).toISOString();
  }
}
