/** Generations that were served before, until every answer that began with them is complete. Then their disk is given back. */

import type { OpenGeneration } from '../read-model/generation.js';

/** An answer that began before the switch may take this long. */
const CLOSE_AFTER_MS = 40_000;
/** Then disk is given back, before the next minute's publication of an initial import. */
const RELEASE_DISK_MS = 500;
/** Other workers do the same at that time, and a dump may read for minutes: each wait is twice the one before. */
const RELEASE_DISK_MAX_MS = 60_000;

export class ClosingGenerations<G extends { open: OpenGeneration }> {
  private readonly closing = new Map<G, NodeJS.Timeout>();
  private releasing: NodeJS.Timeout | undefined;
  private isClosed = false;

  /** @param current the generation that is served */
  constructor(private readonly current: () => OpenGeneration) {}

  all(): Iterable<G> {
    return this.closing.keys();
  }

  /** Once per generation, when the ones before it are closed. */
  releaseDiskLater(milliseconds = RELEASE_DISK_MS): void {
    const open = this.current();
    if (this.isClosed || open.releaseDisk === undefined) return;
    clearTimeout(this.releasing);
    this.releasing = setTimeout(
      async () => {
        // A full or write-protected disk fails: its state is reported elsewhere, and may change.
        const isDone = await open.releaseDisk?.().catch(() => false);
        if (isDone || this.current() !== open) return;
        this.releaseDiskLater(Math.min(2 * milliseconds, RELEASE_DISK_MAX_MS));
      },
      // Workers that disturbed each other try at different moments.
      milliseconds * (1 + Math.random()),
    );
    this.releasing.unref();
  }

  add(before: G): void {
    before.open.release?.();
    const timer = setTimeout(() => {
      this.closing.delete(before);
      void before.open.close();
      if (this.closing.size === 0) this.releaseDiskLater();
    }, CLOSE_AFTER_MS);
    timer.unref();
    this.closing.set(before, timer);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.releasing);
    for (const [{ open }, timer] of this.closing) {
      clearTimeout(timer);
      await open.close();
    }
    this.closing.clear();
  }
}
