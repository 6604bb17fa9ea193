/** Publishers side by side: who is done is read again when it is due, for as long as another is still being read. */

export interface Again {
  /** From the beginning of one reading of a publisher to that of the next. */
  everyMs: number;
  /** Resolves at `until`, or when the signal is aborted. */
  wait: (until: Date, signal: AbortSignal) => Promise<void>;
  /** After each further reading, such as for the exports. */
  done: () => Promise<void>;
}

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
   * Reads one publisher, and again each time it is due while others are being read. `read` gives whether one of its
   * registers failed; `isFirst` is true once. What `read` throws ends this publisher alone.
   */
  async run(read: (isFirst: boolean) => Promise<boolean>): Promise<void> {
    const { again } = this;
    const ended = AbortSignal.any([this.signal, this.over.signal]);
    for (let isFirst = true; ; isFirst = false) {
      const started = this.now();
      let failed: boolean;
      try {
        failed = await read(isFirst);
        if (!isFirst && !this.signal.aborted) await again?.done();
      } finally {
        this.reading -= 1;
        // Nobody is left to wait for: the run as a whole is over, and the next one is for the clock.
        if (this.reading === 0) this.over.abort();
      }
      if (again === undefined || ended.aborted) return;
      const gap = failed ? Math.min(this.afterFailureMs, again.everyMs) : again.everyMs;
      await again.wait(new Date(started.getTime() + gap), ended);
      if (ended.aborted) return;
      this.reading += 1;
    }
  }
}
