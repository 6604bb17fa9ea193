/**
 * Encoded responses in memory, kept until the data changes. Callers who request the same one at the same time wait for
 * a single computation. The cache knows a response only by its key: callers pass the
 * function that computes it.
 */

import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import { type DataVersion, versionId } from './data-version.js';
import {
  type ContentCoding,
  canCompress,
  type EncodedResponse,
  weight,
  withBrotli,
  withGzip,
  withIdentity,
} from './encoded-response.js';

export interface CacheOptions {
  /** Bytes that the responses may hold in memory. */
  bytes: number;
  /** Computations at the same time: each holds up to some megabytes until its response is compressed. */
  concurrency: number;
  /** Longest time that a response is kept, whatever the data; no bound when left out. */
  milliseconds?: number;
  dataVersion: () => DataVersion;
}

/** A response, and whether it was cached; a caller who waited for its computation had no hit. */
export interface Cached {
  response: EncodedResponse;
  isHit: boolean;
}

interface Entry {
  response: EncodedResponse;
  /** Whether it was requested since it was computed. */
  isReused: boolean;
}

type Entries = LRUCache<string, Entry>;

/** Responses that are compressed further at a time: each has its uncompressed bytes in memory meanwhile. */
const COMPRESSIONS_MAX = 4;

export class ResponseCache {
  private entries: Entries;
  /** The data version of `entries`. */
  private version = '';
  private staged: { version: string; entries: Entries } | null = null;
  /** Keyed by version and key. */
  private readonly running = new Map<string, Promise<Cached>>();
  private readonly queue: PQueue;
  private readonly compressing = new Set<Entry>();

  constructor(private readonly options: CacheOptions) {
    this.entries = this.empty();
    this.queue = new PQueue({ concurrency: options.concurrency });
  }

  /** The cached response of `version`, if a caller who accepts these codings can read it. */
  get(
    version: DataVersion,
    key: string,
    acceptedCodings: readonly ContentCoding[],
  ): EncodedResponse | undefined {
    this.advance(versionId(version));
    const entry = this.entries.get(key);
    if (entry === undefined || !isReadable(entry.response, acceptedCodings)) return undefined;
    entry.isReused = true;
    if (acceptedCodings[0] !== undefined) this.compressLater(key, entry, acceptedCodings[0]);
    return entry.response;
  }

  /** The cached response, or the one that `compute` makes, once for all waiting callers. Errors are not kept. */
  async getOrCompute(
    key: string,
    acceptedCodings: readonly ContentCoding[],
    compute: (version: DataVersion) => Promise<EncodedResponse>,
  ): Promise<Cached> {
    for (;;) {
      const version = this.options.dataVersion();
      const response = this.get(version, key, acceptedCodings);
      if (response !== undefined) return { response, isHit: true };
      const given = await this.singleFlight(versionId(version) + key, () => this.fill(key, compute));
      // Otherwise it was computed for a caller who accepts what this one does not.
      if (isReadable(given.response, acceptedCodings)) return given;
    }
  }

  /** The keys that were requested again since they were computed, latest first, and whether as gzip. */
  reused(max: number): Array<{ key: string; isCompressed: boolean }> {
    return [...this.entries.entries()]
      .filter(([, { isReused }]) => isReused)
      .slice(0, max)
      .map(([key, { response }]) => ({ key, isCompressed: response.gzip !== null }));
  }

  /** Keeps `responses`, the least requested first, for a version that is about to be served. */
  stage(version: DataVersion, responses: ReadonlyMap<string, EncodedResponse>): void {
    const entries = this.empty();
    for (const [key, response] of responses) entries.set(key, { response, isReused: false });
    this.staged = { version: versionId(version), entries };
  }

  state(): { entries: number; bytes: number } {
    return { entries: this.entries.size, bytes: this.entries.calculatedSize };
  }

  private empty(): Entries {
    const { bytes, milliseconds } = this.options;
    return new LRUCache<string, Entry>({
      maxSize: bytes,
      sizeCalculation: ({ response }, key) => weight(response) + 2 * key.length,
      ...(milliseconds === undefined ? {} : { ttl: milliseconds }),
    });
  }

  /** Drops everything once the data has changed: none of it can be requested any more, and it takes memory. */
  private advance(version: string): void {
    if (version === this.version) return;
    this.entries = this.staged?.version === version ? this.staged.entries : this.empty();
    this.staged = null;
    this.version = version;
  }

  private singleFlight(name: string, work: () => Promise<Cached>): Promise<Cached> {
    const running = this.running.get(name);
    if (running !== undefined) return running;
    // The queue resolves without a value only after a timeout, and it has none.
    const started = (this.queue.add(work) as Promise<Cached>).finally(() => this.running.delete(name));
    this.running.set(name, started);
    return started;
  }

  private async fill(
    key: string,
    compute: (version: DataVersion) => Promise<EncodedResponse>,
  ): Promise<Cached> {
    const version = this.options.dataVersion();
    this.advance(versionId(version));
    const entry = this.entries.get(key);
    if (entry !== undefined) {
      // Kept in a coding that this caller does not accept.
      const whole = await withIdentity(entry.response);
      if (this.entries.peek(key) === entry) this.entries.set(key, { response: whole, isReused: true });
      return { response: whole, isHit: true };
    }
    const computedFor = versionId(version);
    const response = await compute(version);
    // What was read while the data changed may mix two states: the callers get it, the cache does not.
    const isCurrent = versionId(this.options.dataVersion()) === computedFor;
    if (isCurrent && this.version === computedFor) this.entries.set(key, { response, isReused: false });
    return { response, isHit: false };
  }

  /**
   * Compresses a response that is requested again in the better coding. Callers get the existing one meanwhile. When many
   * are being compressed, the next request tries again.
   */
  private compressLater(key: string, entry: Entry, coding: ContentCoding): void {
    const { compressing } = this;
    if (!canCompress(entry.response, coding) || compressing.has(entry)) return;
    if (compressing.size >= COMPRESSIONS_MAX) return;
    compressing.add(entry);
    (coding === 'br' ? withBrotli(entry.response) : withGzip(entry.response))
      .then(
        (response) => {
          // Unless it was dropped or replaced meanwhile.
          if (this.entries.peek(key) === entry) this.entries.set(key, { response, isReused: true });
        },
        () => undefined,
      )
      .finally(() => compressing.delete(entry));
  }
}

/** Whether a caller who accepts these codings can read `response`. */
function isReadable({ body, gzip, br }: EncodedResponse, codings: readonly ContentCoding[]): boolean {
  return body !== null || codings.some((coding) => (coding === 'br' ? br : gzip) !== null);
}
