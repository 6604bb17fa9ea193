/** What every register has: metadata, a way to fetch, a way to parse, and a probe. */

import type { PublicSourceId } from '../../tools/contract/sources.js';
import type { QueuedDocument, Warning } from '../records/crawl.js';
import type { RegisterRecord } from '../records/index.js';

export type { QueuedDocument, Warning } from '../records/crawl.js';

export interface SourceMetadata {
  /** The folder's name, such as `sec-form4`. */
  id: string;
  /** The public source that its records belong to (`meta.source`). */
  source: PublicSourceId;
  /** The HTTP client that it shares with other registers. Default: the first word of `id`. */
  client?: string;
  /** The least time between two requests, where the register has no separate client. Default: 1000. */
  requestGapMs?: number;
  /** `REGISTERS=all` does not read it: the operator must name it, because of its volume. */
  isOnlyReadIfNamed?: true;
  title: string;
  publisher: string;
  homepage: string;
  /** The hosts that it is read from, as `isOnHosts` in `http/allowed-hosts.ts` reads them; no other gets a request. */
  hosts: readonly string[];
  /** How often the publisher changes it, in words. */
  cadence: string;
  /** What is known of the register's terms. */
  terms: string;
  /**
   * The expected size of one run, counted in filed rows: a window or a notification counts its rows, an index
   * its entries. A run whose lists yield fewer than `min` fails and keeps yesterday's data; more than `max`
   * is a warning.
   */
  expectedRecords: { min: number; max: number };
  /**
   * First day of the initial import, YYYY-MM-DD, for registers read in full; otherwise one year is imported.
   */
  backfillFrom?: string;
}

/** A document as the register returned it, before parsing. */
export interface RawDocument {
  /** Stable within the register: an accession number, a document id, a window of dates. */
  key: string;
  /** What sort of document it is; each register names its own (`submission`, `daily-index`, `data-set`, ...). */
  kind: string;
  url: string;
  /** ISO 8601 UTC with milliseconds. */
  retrievedAt: string;
  bytes: Buffer;
  /** What the list that named it says about it, such as the acceptance time. */
  metadata?: Record<string, string>;
}

/** The result of one step of parsing. A large document yields many of these, one for each filing in it. */
export interface Parsed {
  records: RegisterRecord[];
  warnings: Warning[];
  /** Documents that must be read because of this one. */
  toFetch?: QueuedDocument[];
  /** Documents that it names but that are not requested: saved files of them are read with these facts. */
  otherDocuments?: QueuedDocument[];
}

/** Thrown by `parse` for a document that cannot be read: it is kept with its bytes and this reason. */
export class ParseError extends Error {
  override name = 'ParseError';
}

/**
 * Thrown by `parse` for a document that was not read within its time limit. The machine may have been busy,
 * so the document is retried like one that could not be fetched.
 */
export class ParseTimeoutError extends Error {
  override name = 'ParseTimeoutError';
}

/**
 * Thrown by `fetch` and `download` when the response is not a valid register response. It must never be
 * treated as an empty result.
 */
export class SourceError extends Error {
  override name = 'SourceError';
  /** The first bytes of the response, for the operator. */
  readonly firstBytes: string;
  constructor(
    message: string,
    firstBytes: Buffer | string = '',
    /** Cursors that move although the run fails, such as the day on which the failure was first seen. */
    readonly cursors: Record<string, string> = {},
  ) {
    super(message);
    this.firstBytes = firstBytes.toString().slice(0, 300);
  }
}

/** Thrown while a publisher's limiter is paused: no request goes out before `until`. */
export class SourcePausedError extends SourceError {
  override name = 'SourcePausedError';
  constructor(
    message: string,
    readonly until: Date,
    firstBytes: Buffer | string = '',
  ) {
    super(message, firstBytes);
  }
}

/** Thrown by `download` when the register says that the document does not exist (any more, or yet). */
export class DocumentNotFoundError extends Error {
  override name = 'DocumentNotFoundError';
}

/** What a register may read about its own past crawls. */
interface CrawlState {
  cursor(name: string): string | null;
  /** Which of these keys were stored or queued before. */
  filterSeen(keys: string[]): Set<string>;
}

export interface FetchContext {
  now: Date;
  /** First day that the operator requests, YYYY-MM-DD. */
  since: string;
  crawlState: CrawlState;
  /** Trading symbols whose prices derivation needs; empty when it needs none. */
  symbols?: () => readonly string[];
  signal: AbortSignal;
  /** Reports progress: `done` of `total` units of `what`. */
  progress(step: { what: string; done: number; total: number | null }): void;
}

/** One step of fetching. Its documents, its queue entries and its cursors are stored in one transaction. */
export interface Batch {
  documents?: RawDocument[];
  /**
   * `download` can fetch these documents again: the queue requests one that could not be parsed, and the cursors may
   * pass it.
   */
  isDownloadable?: true;
  toFetch?: QueuedDocument[];
  /** Warnings about a list: entries and lines that could not be read. */
  warnings?: Warning[];
  cursors?: Record<string, string>;
  /**
   * The lists so far are complete: the newest day, the newest year. Some of their documents are read, and
   * shown, before the lists continue.
   */
  isPart?: true;
}

/** The outcome of one check of `doctor`. */
export interface Probe {
  /** What was requested, such as `daily index`. */
  what: string;
  /**
   * `reachable`, `refused`, `unknown-shape` (a response of unknown shape), or `unreachable` (no response: no
   * network, no DNS, connection refused).
   */
  verdict: 'reachable' | 'refused' | 'unknown-shape' | 'unreachable';
  url: string;
  status: number | null;
  detail: string;
  firstBytes: string;
  /** No further request to the publisher is possible now: it requires a pause, or cannot be reached. */
  stop?: true;
}

export interface Register {
  metadata: SourceMetadata;
  /**
   * Fetches what is new in the register after the cursors. Yields step by step; stopping between steps is
   * safe.
   */
  fetch(http: Http, context: FetchContext): AsyncIterable<Batch>;
  /**
   * Fetches one document of the queue. Registers that list everything in one place do not have it.
   *
   * @throws DocumentNotFoundError when the register says that it has no such document; the queue decides when to
   * believe it
   */
  download?(http: Http, queued: QueuedDocument): Promise<RawDocument>;
  /**
   * The records to keep for a document that `download` found to be gone: that it was filed. None if this is
   * absent.
   */
  recordsOfMissing?(queued: QueuedDocument): RegisterRecord[];
  /** Parses one raw document into records. No network, no clock. Throws `ParseError`. */
  parse(document: RawDocument): Iterable<Parsed> | AsyncIterable<Parsed>;
  /**
   * Recognises a saved file, for `import` and `parse`: null when it is not of this register. `path` is where
   * it was saved, for a register whose folders are named after documents.
   */
  recognise(file: {
    name: string;
    path?: string;
    bytes: Buffer;
  }): Omit<RawDocument, 'bytes' | 'retrievedAt'> | null;
  /**
   * Kinds of saved documents that are lists: an import reads them first, so that the documents they name are
   * read with their facts. Absent if a later list can complete a document.
   */
  listKinds?: readonly string[];
  /**
   * Sends one request for each kind of thing that an import requests, and reports for each whether the
   * response has the known shape. Checks that depend on a missing response are skipped.
   */
  probe(http: Http, now: Date): AsyncIterable<Probe>;
  /** Raised when the parser changes, so that unreadable documents are parsed again. */
  readerVersion: number;
}

/** A response with any status: the register decides what a 403 or a 503 means. */
export interface HttpResponse {
  status: number;
  headers: Record<string, string>;
  /** Decoded (gzip, br), bounded by `maxBytes`. */
  bytes: Buffer;
  /** The final address, after redirects. */
  url: string;
  /** Only the end of the connection ended the body: nothing says whether it is whole. */
  isOpenEnded?: true;
  /** Each `Set-Cookie` line separately, of this response only; absent when there was none. */
  setCookies?: string[];
}

export interface HttpRequest {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  /** Larger responses are rejected with a SourceError. Default 32 MiB. */
  maxBytes?: number;
  /** Default 60,000. */
  timeoutMs?: number;
  /** Validators of an earlier answer; a 304 is returned as status 304 with no bytes. */
  etag?: string;
  lastModified?: string;
  /** `manual` returns a redirect unchanged, for a session that needs the cookies of every response. */
  redirect?: 'manual';
  /** Minimum pause after the previous request to the same host. Never shorter than the host's usual pause. */
  gapMs?: number;
  /** The body is a text without a mark of its end: an answer that is open-ended is never whole. */
  hasNoEndMark?: true;
  /**
   * For a host whose response headers violate the standard (a folded header): read by node's lenient parser.
   */
  lenientHeaders?: true;
}

export interface Http {
  request(url: string, request?: HttpRequest): Promise<HttpResponse>;
}
