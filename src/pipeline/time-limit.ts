/** Bounds how long answers may take. */

interface Pending {
  /** When it is late, by `performance.now`. */
  until: number;
  reject: (error: Error) => void;
}

/** Late answers are found at most this part of the limit after it. */
const CHECKS = 10;

/**
 * Promises that fail when they take longer than `milliseconds`. One timer serves all of them: a timer, a race and its error
 * for each (p-timeout) took more than a tenth of the processor time of a small answer.
 */
export class TimeLimit {
  /** In the order of their end. */
  private readonly pending = new Set<Pending>();
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly milliseconds: number) {}

  /** `work`, or an error when it is late. */
  bound<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const one: Pending = { until: performance.now() + this.milliseconds, reject };
      this.pending.add(one);
      this.timer ??= setInterval(() => this.check(), this.milliseconds / CHECKS).unref();
      work.then(
        (value) => {
          this.pending.delete(one);
          resolve(value);
        },
        (error) => {
          this.pending.delete(one);
          reject(error);
        },
      );
    });
  }

  private check(): void {
    const now = performance.now();
    for (const one of this.pending) {
      if (one.until > now) break;
      this.pending.delete(one);
      one.reject(new Error(`no answer within ${this.milliseconds} milliseconds`));
    }
    if (this.pending.size > 0 || this.timer === null) return;
    clearInterval(this.timer);
    this.timer = null;
  }
}
