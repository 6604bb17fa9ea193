/** What every register offers: a card that says what it is, a way to fetch, a way to parse, and a probe. */

import type { QueuedDocument, Warning } from '../records/crawl.js';
import type { RegisterRecord } from '../records/index.js';

export type { QueuedDocument, Warning } from '../records/crawl.js';

export interface SourceMetadata {
  /** The folder's name, such as `sec-form4`. */
  id: string;
  /** The public source that its records belong to (`meta.source`). */
  source: string;
  /** Whose door it shares, where the first word of `id` does not name the publisher. */
  client?: string;
  title: string;
  publisher: string;
  homepage: string;
  /** How often the publisher changes it, in words. */
  cadence: string;
  /** What is known of the register's terms. */
  terms: string;
  /**
   * What one run may hold, counted in filed rows: a window or a notification counts its rows, an index its entries.
   * A run whose lists give fewer than `min` is a failure and keeps yesterday's data; more than `max` is a warning.
   */
  expectedRecords: { min: number; max: number };
  /** First day of the first fill, YYYY-MM-DD, where the whole record is wanted; else the window of a year. */
  backfillFrom?: string;
}

/** A document as the register gave it, before anybody understood it. */
export interface RawDocument {
  /** Stable within the register: an accession number, a document id, a window of dates. */
  key: string;
  /** What sort of document it is; each register names its own (`submission`, `daily-index`, `data-set`, ...). */
  kind: string;
  url: string;
  /** ISO 8601 UTC with milliseconds. */
  retrievedAt: string;
  bytes: Buffer;
  /** What the list that led here knew about it, such as the acceptance time. */
  metadata?: Record<string, string>;
}

/** What one step of parsing gives. A large document gives many of these, one for each filing in it. */
export interface Parsed {
  records: RegisterRecord[];
  warnings: Warning[];
  /** Documents that this one says must be read too. */
  toFetch?: QueuedDocument[];
  /** Documents that it names and that nobody asks for: saved files of them are read with these facts. */
  otherDocuments?: QueuedDocument[];
}

/** Thrown by `parse` for a document that cannot be read: it is kept with its bytes and this reason. */
export class ParseError extends Error {
  override name = 'ParseError';
}

/**
 * Thrown by `parse` for a document that was not read in the time that it had. The machine may have been busy, so it is
 * asked for again like one that could not be fetched.
 */
export class ParseTimeoutError extends Error {
  override name = 'ParseTimeoutError';
}

/** Thrown by `fetch` and `retrieve` when the register did not answer as a register does. Nothing was learnt. */
export class SourceError extends Error {
  override name = 'SourceError';
  /** The first bytes of what came instead, for the operator. */
  readonly firstBytes: string;
  constructor(message: string, firstBytes: Buffer | string = '') {
    super(message);
    this.firstBytes = firstBytes.toString().slice(0, 300);
  }
}

/** Thrown by `retrieve` when the register says that the document does not exist (any more). */
export class DocumentNotFoundError extends Error {
  override name = 'DocumentNotFoundError';
}

/** What a register may know of its own past. */
interface CrawlState {
  cursor(name: string): string | null;
  /** Which of these keys were stored or queued before. */
  filterSeen(keys: string[]): Set<string>;
}

export interface FetchContext {
  now: Date;
  /** First day that the operator wants, YYYY-MM-DD. */
  since: string;
  crawlState: CrawlState;
  /** Trading symbols whose prices derivation asks for; none where nobody asks. */
  symbols?: () => readonly string[];
  signal: AbortSignal;
  /** Told as the work goes on: `done` of `total` units of `what`. */
  progress(step: { what: string; done: number; total: number | null }): void;
}

/** One step of fetching. Its documents, its queue entries and its cursors are stored in one transaction. */
export interface Batch {
  documents?: RawDocument[];
  toFetch?: QueuedDocument[];
  /** What a list held besides: entries and lines that could not be read. */
  warnings?: Warning[];
  cursors?: Record<string, string>;
  /**
   * The lists so far are whole by themselves: the newest day, the newest year. Some of their documents are read, and
   * shown, before the lists go on.
   */
  isPart?: true;
}

/** What came of one question of `doctor`. */
export interface Probe {
  /** What was asked for, such as `daily index`. */
  what: string;
  /**
   * `reachable`, `refused`, `unknown-shape` (answered, but not as we know it), or `unreachable` (no answer came: no
   * network, no DNS, nobody listens).
   */
  verdict: 'reachable' | 'refused' | 'unknown-shape' | 'unreachable';
  url: string;
  status: number | null;
  detail: string;
  firstBytes: string;
  /** The publisher cannot be asked anything else now: it asks to keep still, or cannot be reached. */
  stop?: true;
}

export interface Register {
  metadata: SourceMetadata;
  /** Asks the register what is new after the cursors. Yields step by step; stopping between steps is safe. */
  fetch(http: Http, context: FetchContext): AsyncIterable<Batch>;
  /**
   * Fetches one document of the queue; `attempts` says how often it was asked for in vain. Registers that list
   * everything in one place have none.
   */
  download?(http: Http, queued: QueuedDocument & { attempts?: number }): Promise<RawDocument>;
  /** What stays known of a document that `retrieve` found to be gone: that it was filed. Nothing where it is left out. */
  recordsOfMissing?(queued: QueuedDocument): RegisterRecord[];
  /** One raw document in, records out. No network, no clock. Throws `Unreadable`. */
  parse(document: RawDocument): Iterable<Parsed> | AsyncIterable<Parsed>;
  /**
   * What a saved file is, for `import` and `parse`: null when it is not of this register. `path` is where it was saved,
   * for a register that names its folders by its documents.
   */
  recognise(file: {
    name: string;
    path?: string;
    bytes: Buffer;
  }): Omit<RawDocument, 'bytes' | 'retrievedAt'> | null;
  /**
   * Kinds of saved documents that are lists: an import reads them first, so that what they name is read with their
   * facts. Left out where a document is completed by a list that comes later.
   */
  listKinds?: readonly string[];
  /**
   * Asks once, politely, for each kind of thing that a fill asks for, and says for each whether the register answers in
   * the shape that we know. What follows from an answer that did not come is left out.
   */
  probe(http: Http, now: Date): AsyncIterable<Probe>;
  /** Raised when the reader changes, so that what could not be read is tried again. */
  readerVersion: number;
}

/** What came back. Any status: the register decides what a 403 or a 503 means. */
export interface HttpResponse {
  status: number;
  headers: Record<string, string>;
  /** Decoded (gzip, br), bounded by `maxBytes`. */
  bytes: Buffer;
  /** Where the answer came from, after redirects. */
  url: string;
  /** Each `Set-Cookie` line by itself, of this answer only; absent when there was none. */
  setCookies?: string[];
}

export interface HttpRequest {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  /** Larger answers are refused with a RegisterFailure. Default 32 MiB. */
  maxBytes?: number;
  /** Default 60,000. */
  timeoutMs?: number;
  /** Validators of an earlier answer; a 304 comes back as status 304 with no bytes. */
  etag?: string;
  lastModified?: string;
  /** `manual` gives a redirect back as it is, for a session that lives on the cookies of every answer. */
  redirect?: 'manual';
  /** Least pause after the request before this one to the same host. Never shorter than the host's usual pause. */
  gapMs?: number;
  /** For a host whose response headers break the rules (a folded header): read by node's lenient parser. */
  lenientHeaders?: true;
}

export interface Http {
  request(url: string, request?: HttpRequest): Promise<HttpResponse>;
}
