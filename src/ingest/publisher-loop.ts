/**
 * Reads publishers in parallel. A finished publisher is read again when it is due, as long as another is still being
 * read. A publisher that is unfinished by then is read again immediately.
 */

export interface RepeatPolicy {
  /** From the beginning of one read of a publisher to that of the next. */
  everyMs: number;
  /** Resolves at `until`, or when the signal is aborted. */
  wait: (until: Date, signal: AbortSignal) => Promise<void>;
  /** After each repeated read, such as for the exports. */
  done: () => Promise<void>;
}

/** How a read of a publisher ended: `unfinished` if its lists are due again before its documents are read. */
export type PassResult = 'read' | 'failed' | 'unfinished';

export class PublisherLoop {
  private activePublishers: number;
  private readonly allIdle = new AbortController();

  /** `publishers` is how many will call `run`, all of them at once. */
  constructor(
    publishers: number,
    private readonly now: () => Date,
    private readonly signal: AbortSignal,
    private readonly repeat: RepeatPolicy | undefined,
    private readonly retryAfterMs: number,
  ) {
    this.activePublishers = publishers;
  }

  /**
   * Reads one publisher, and again each time it is due while others are being read; `isFirst` is true once. An error
   * of `read` ends this publisher alone.
   */
  async run(read: (isFirst: boolean) => Promise<PassResult>): Promise<void> {
    const { repeat } = this;
    const ended = AbortSignal.any([this.signal, this.allIdle.signal]);
    for (let isFirst = true; ; isFirst = false) {
      const started = this.now();
      let end: PassResult;
      let repeatsNow = false;
      try {
        end = await read(isFirst);
        if (!isFirst && !this.signal.aborted) await repeat?.done();
        repeatsNow = end === 'unfinished' && repeat !== undefined && !this.signal.aborted;
      } finally {
        if (!repeatsNow) this.publisherIdle();
      }
      if (repeatsNow) continue;
      if (repeat === undefined || ended.aborted) return;
      const gap = end === 'failed' ? Math.min(this.retryAfterMs, repeat.everyMs) : repeat.everyMs;
      await repeat.wait(new Date(started.getTime() + gap), ended);
      if (ended.aborted) return;
      this.activePublishers += 1;
    }
  }

  /** No publisher is being read any more: the run is over, and the clock starts the next one. */
  private publisherIdle(): void {
    this.activePublishers -= 1;
    if (this.activePublishers === 0) this.allIdle.abort();
  }
}
