/** The crawl state of a register, in memory: enough to run `fetch` as the hourly run does, and to kill it. */

import type {
  Batch,
  FetchContext,
  Http,
  QueuedDocument,
  RawDocument,
  Register,
} from '../../src/registers/register.js';

export class RegisterMemory {
  readonly cursors = new Map<string, string>();
  readonly wanted = new Map<string, QueuedDocument>();
  readonly documents = new Map<string, RawDocument>();
  readonly warnings: string[] = [];
  /** Keys that were listed although they were known. */
  readonly twice: string[] = [];

  cursor(name: string): string | null {
    return this.cursors.get(name) ?? null;
  }

  filterSeen(keys: string[]): Set<string> {
    return new Set(keys.filter((key) => this.wanted.has(key)));
  }

  store(batch: Batch): void {
    for (const one of batch.toFetch ?? []) {
      if (this.wanted.has(one.key)) this.twice.push(one.key);
      this.wanted.set(one.key, one);
    }
    for (const document of batch.documents ?? []) {
      if (this.documents.has(document.key)) this.twice.push(document.key);
      this.documents.set(document.key, document);
    }
    for (const { kind } of batch.warnings ?? []) this.warnings.push(kind);
    for (const [name, value] of Object.entries(batch.cursors ?? {})) this.cursors.set(name, value);
  }

  /** Runs `fetch` once and stores each step; dies after `steps` of them. Returns the number of steps. */
  async run(
    register: Pick<Register, 'fetch'>,
    http: Http,
    options: { now: string; since: string; steps?: number; signal?: AbortSignal },
  ): Promise<number> {
    const { steps = Number.POSITIVE_INFINITY, signal = new AbortController().signal } = options;
    const context: FetchContext = {
      now: new Date(options.now),
      since: options.since,
      crawlState: this,
      signal,
      progress: () => undefined,
    };
    let count = 0;
    if (steps === 0) return count;
    for await (const batch of register.fetch(http, context)) {
      this.store(batch);
      count += 1;
      if (count >= steps) break;
    }
    return count;
  }
}
