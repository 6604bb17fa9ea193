/**
 * Publishers side by side: who is done is read again when it is due, for as long as another is still being read; who is
 * not done by then, at once.
 */

export interface Again {
  /** From the beginning of one reading of a publisher to that of the next. */
  everyMs: number;
  /** Resolves at `until`, or when the signal is aborted. */
  wait: (until: Date, signal: AbortSignal) => Promise<void>;
  /** After each further reading, such as for the exports. */
  done: () => Promise<void>;
}

/** How the reading of a publisher ended: `unfinished` when its lists are due again before its documents are read. */
export type RoundEnd = 'read' | 'failed' | 'unfinished';

export class Rounds {
  private reading: number;
  private readonly over = new AbortController();

  /** `publishers` is how many will call `run`, all of them at once. */
  constructor(
    publishers: number,
    private readonly now: () => Date,
    private readonly signal: AbortSignal,
    private readonly again: Again | undefined,
    private readonly afterFailureMs: number,
  ) {
    this.reading = publishers;
  }

  /**
   * Reads one publisher, and again each time it is due while others are being read; `isFirst` is true once. What `read`
   * throws ends this publisher alone.
   */
  async run(read: (isFirst: boolean) => Promise<RoundEnd>): Promise<void> {
    const { again } = this;
    const ended = AbortSignal.any([this.signal, this.over.signal]);
    for (let isFirst = true; ; isFirst = false) {
      const started = this.now();
      let end: RoundEnd;
      let goesOn = false;
      try {
        end = await read(isFirst);
        if (!isFirst && !this.signal.aborted) await again?.done();
        goesOn = end === 'unfinished' && again !== undefined && !this.signal.aborted;
      } finally {
        if (!goesOn) this.leave();
      }
      if (goesOn) continue;
      if (again === undefined || ended.aborted) return;
      const gap = end === 'failed' ? Math.min(this.afterFailureMs, again.everyMs) : again.everyMs;
      await again.wait(new Date(started.getTime() + gap), ended);
      if (ended.aborted) return;
      this.reading += 1;
    }
  }

  /** Nobody is left to wait for: the run as a whole is over, and the next one is for the clock. */
  private leave(): void {
    this.reading -= 1;
    if (this.reading === 0) this.over.abort();
  }
}
