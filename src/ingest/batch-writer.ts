/** Collects parsed results and writes them in few, complete transactions: rows, cursors and queue marks together. */

import { setImmediate } from 'node:timers/promises';
import { HOUR_MS } from '../dates.js';
import { NOT_FETCHED } from '../records/congress/stock-act.js';
import type { QueuedDocument, Warning } from '../records/crawl.js';
import type { RegisterRecord } from '../records/index.js';
import { checkNames, parseDocument } from '../registers/index.js';
import {
  type Batch,
  ParseError,
  ParseTimeoutError,
  type RawDocument,
  type Register,
} from '../registers/register.js';
import { unfetchedDocuments } from '../store/congress/stock-act-write.js';
import { findDocument } from '../store/crawl/queue.js';
import { type ReadSource, sourceFacts } from '../store/crawl/record-sources.js';
import { isKnownWarning } from '../store/crawl/run-journal.js';
import type { Store } from '../store/database/open.js';
import { type DocumentOutcome, writeBatch } from '../store/write-batch.js';

/** Records that wait in memory before they are written. Limits both memory and the work that a crash repeats. */
const FLUSH_THRESHOLD = 2000;

export interface DocumentCounts {
  documents: number;
  /** Filed rows: a window or a notification counts its rows, an index its entries, every other record counts as one. */
  records: number;
  warnings: number;
  unread: number;
}

export class BatchWriter {
  readonly counts: DocumentCounts = { documents: 0, records: 0, warnings: 0, unread: 0 };
  private records: RegisterRecord[] = [];
  private warnings: Warning[] = [];
  private queued: QueuedDocument[] = [];
  /** Metadata that lists of this run gave for documents that are not in the queue, by key and by file name. */
  private readonly listedByKey = new Map<string, QueuedDocument | null>();
  private outcomes: DocumentOutcome[] = [];
  private sources: ReadSource[] = [];
  private cursors: Record<string, string> = {};
  private isDeferring = false;
  /** Documents that wait in memory to be completed. */
  private readonly uncommittedKeys = new Set<string>();
  /** Documents of this run that could not be parsed, with the reasons. */
  readonly unread = new Map<string, string>();
  /** Records that are new to the store, or changed. */
  changedRecords = 0;
  /** The reason of the first document that failed since `deferWrites`, for the operator. */
  firstBytes: Buffer | string = '';

  constructor(
    private readonly store: Store,
    private readonly register: Register,
    private readonly now: () => Date,
    /** Called within a document of many filings, each time that some of them are written. */
    private readonly checkpoint: (isWriting: boolean) => void | Promise<void> = () => undefined,
  ) {}

  /**
   * Parses and stores one document. An unparseable document is stored with its bytes and the reason. A saved document
   * is parsed with the metadata that an earlier list gave for it. A document that was parsed before adds no warning
   * that it gave then. A document that is unparseable, or that took too long, is requested again at `nextTryAt` (ISO
   * 8601) if that is given. A list names other documents: it is completed without a kind, and so is not counted as a
   * document.
   */
  async addDocument(
    original: RawDocument,
    nextTryAt: string | null = null,
    { isList }: { isList: boolean } = { isList: false },
  ): Promise<void> {
    const saved = this.withListMetadata(original);
    if (this.uncommittedKeys.has(saved.key)) this.flush();
    const register = this.register.metadata.id;
    const before = findDocument(this.store, register, saved.key);
    const storedMetadata = before?.kind === saved.kind ? before.metadata : null;
    const document =
      saved.metadata === undefined && storedMetadata !== null
        ? { ...saved, metadata: storedMetadata }
        : saved;
    const isNewWarning = (warning: Warning) =>
      !before?.isCompleted || !isKnownWarning(this.store, register, warning);
    // When a run parses a document twice, the second result replaces the first.
    if (this.unread.delete(document.key)) this.counts.unread -= 1;
    else this.counts.documents += 1;
    if (this.isDeferring && this.firstBytes === '') this.firstBytes = document.bytes.subarray(0, 300);
    let isWriting = false;
    let isListDocument = isList;
    const source = sourceFacts(document);
    try {
      for await (const parsed of parseDocument(this.register, document)) {
        this.records.push(...parsed.records);
        this.sources.push({ document: source, records: parsed.records });
        const warnings = parsed.warnings.filter(isNewWarning);
        this.warnings.push(...warnings);
        if (parsed.toFetch !== undefined) this.queued.push(...parsed.toFetch);
        isListDocument ||= parsed.toFetch !== undefined;
        if (this.register.listKinds !== undefined)
          for (const one of [...(parsed.toFetch ?? []), ...(parsed.otherDocuments ?? [])])
            this.indexListed(one);
        for (const record of parsed.records) this.counts.records += countFiledRows(record);
        this.counts.warnings += warnings.length;
        if (this.records.length < FLUSH_THRESHOLD) continue;
        isWriting = true;
        this.flush();
        await this.yieldToOthers();
        isWriting = false;
      }
      const kind = isListDocument ? '' : document.kind;
      this.outcomes.push({ key: document.key, outcome: 'done', kind });
    } catch (error) {
      // A write error of the store is not the document's fault: no cursor may move past rows that were not written.
      if (isWriting) throw error;
      // A list is not in the queue, where the time of the next try would be kept.
      if (error instanceof ParseTimeoutError && nextTryAt !== null && !isList) {
        this.outcomes.push({
          key: document.key,
          outcome: 'retry',
          failure: 'unread',
          reason: error.message,
          nextTryAt,
        });
        return;
      }
      this.keepUnread(document, error, nextTryAt);
    }
    this.uncommittedKeys.add(document.key);
    if (this.records.length >= FLUSH_THRESHOLD || this.outcomes.length >= FLUSH_THRESHOLD) this.flush();
  }

  /** Stores an unparseable document with its bytes and the reason. */
  private keepUnread(document: RawDocument, error: unknown, nextTryAt: string | null): void {
    // An unexpected exception of a parser is a bug in this project, but the document must not be lost because of it.
    const isKnown = error instanceof ParseError || error instanceof ParseTimeoutError;
    const reason = isKnown ? error.message : `reader fault: ${String(error)}`;
    this.counts.unread += 1;
    this.unread.set(document.key, reason);
    const { key, kind, url, bytes, metadata } = document;
    const readerVersion = this.register.readerVersion;
    this.outcomes.push({
      key,
      outcome: 'unread',
      kind,
      url,
      reason,
      bytes,
      metadata,
      readerVersion,
      nextTryAt,
    });
  }

  /**
   * The metadata that a list gave for a document: under its key, or under its file name if only one document has that
   * name.
   */
  private indexListed(one: QueuedDocument): void {
    this.listedByKey.set(one.key, one);
    const fileName = one.metadata?.fileName;
    if (fileName === undefined) return;
    const other = this.listedByKey.get(fileName);
    this.listedByKey.set(fileName, other === undefined || other?.key === one.key ? one : null);
  }

  /** A saved file with the metadata that a list of this run gave for it. */
  private withListMetadata(saved: RawDocument): RawDocument {
    const one = saved.metadata === undefined ? this.listedByKey.get(saved.key) : null;
    if (one === null || one === undefined || one.kind !== saved.kind) return saved;
    const { key, url, metadata } = one;
    return metadata === undefined ? saved : { ...saved, key, url, metadata };
  }

  /** A data set takes half a minute: the written part is shown, and other registers continue meanwhile. */
  private async yieldToOthers(): Promise<void> {
    if (this.isDeferring) return;
    await this.checkpoint(true);
    await setImmediate();
  }

  /** Writes the metadata that the last documents gave for others, so that those are parsed with it. */
  flushQueued(): void {
    if (this.queued.length > 0) this.flush();
  }

  /** Stores one step of fetching. Its cursors move only together with everything that came before them. */
  async addBatch(batch: Batch): Promise<void> {
    const nextTryAt = batch.isDownloadable ? nextParseTry(this.now(), 0) : null;
    for (const document of batch.documents ?? [])
      await this.addDocument(document, nextTryAt, { isList: true });
    this.queued.push(...(batch.toFetch ?? []));
    this.warnings.push(...(batch.warnings ?? []));
    this.counts.warnings += batch.warnings?.length ?? 0;
    Object.assign(this.cursors, batch.cursors);
    if (batch.cursors !== undefined || this.queued.length >= FLUSH_THRESHOLD) this.flush();
  }

  /** Marks a queued document that the register does not have, and records that it was filed and is given up. */
  documentNotFound(wanted: QueuedDocument, reason: string): void {
    const checks = (this.register.recordsOfMissing?.(wanted) ?? []).map(checkNames);
    const records = checks.flatMap(({ record }) => record ?? []);
    const givenUp = { kind: 'document-gone', detail: reason, where: wanted.url };
    const warnings = [givenUp, ...checks.flatMap((one) => one.warnings)];
    this.warnings.push(...warnings);
    this.counts.warnings += warnings.length;
    this.records.push(...records);
    for (const record of records) this.counts.records += countFiledRows(record);
    this.outcomes.push({ key: wanted.key, outcome: 'gone' });
  }

  /**
   * Records the queued reports of the Congress as filed, so that a member's page says that their trades are missing.
   * Queries the store, not the last list, so that a crash loses none.
   */
  recordUnfetchedReports(): void {
    if (this.register.recordsOfMissing === undefined) return;
    this.flush();
    for (const wanted of unfetchedDocuments(this.store, this.register.metadata.id))
      for (const { record } of this.register.recordsOfMissing(wanted).map(checkNames))
        if (record?.kind === 'stock-act-report') this.records.push({ ...record, reason: NOT_FETCHED });
    this.flush();
  }

  /** Marks a queued document that could not be fetched. */
  completeDocument(settled: DocumentOutcome): void {
    this.outcomes.push(settled);
  }

  /** From now on nothing is written until `writeDeferred` or `discardDeferred`. */
  deferWrites(): void {
    this.isDeferring = true;
  }

  /** Writes everything that was deferred. */
  writeDeferred(): void {
    this.isDeferring = false;
    this.flush();
  }

  /** Discards everything that was deferred, as if it had never arrived. Unparseable documents are stored all the same. */
  discardDeferred(): void {
    if (!this.isDeferring) return;
    this.records = [];
    this.sources = [];
    this.queued = [];
    this.cursors = {};
    this.outcomes = this.outcomes.filter((one) => one.outcome === 'unread');
    this.writeDeferred();
  }

  flush(): void {
    if (this.isDeferring) return;
    const { records, warnings, queued, outcomes, cursors, sources } = this;
    const nothing = records.length + warnings.length + queued.length + outcomes.length === 0;
    if (nothing && Object.keys(cursors).length === 0) return;
    this.records = [];
    this.sources = [];
    this.warnings = [];
    this.queued = [];
    this.outcomes = [];
    this.cursors = {};
    this.uncommittedKeys.clear();
    const register = this.register.metadata.id;
    const batch = {
      register,
      now: this.now(),
      records,
      warnings,
      queued,
      outcomes,
      cursors,
      sources,
    };
    this.changedRecords += writeBatch(this.store, batch).changed;
  }
}

/**
 * An unparseable document is requested again this many times: after 1, 4, 16, 64 and 256 hours. The response may have
 * been a challenge page, or incomplete. A document that is the same every time waits for a better parser.
 */
const MAX_PARSE_RETRIES = 5;

/** When a document that could not be parsed `attempts` times before is requested again, ISO 8601; null for never. */
export function nextParseTry(now: Date, attempts: number): string | null {
  return attempts < MAX_PARSE_RETRIES
    ? new Date(now.getTime() + HOUR_MS * 4 ** attempts).toISOString()
    : null;
}

function countFiledRows(record: RegisterRecord): number {
  switch (record.kind) {
    case 'pdmr-window':
    case 'pdmr-notification':
      return record.rows.length;
    case 'pdmr-index':
      return record.notificationKeys.length;
    case 'form4-holdings':
      // A part of the filing before it.
      return 0;
    default:
      return 1;
  }
}
