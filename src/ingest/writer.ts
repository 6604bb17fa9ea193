/** Gathers what reading gives and writes it in few, whole transactions: rows, cursors and queue marks together. */

import { setImmediate } from 'node:timers/promises';
import { NOT_FETCHED } from '../records/congress/stock-act.js';
import type { RegisterRecord } from '../records/index.js';
import type { Doubt, Wanted } from '../records/journal.js';
import { readDocument, soundNames } from '../registers/index.js';
import { type Batch, type RawDocument, type Register, TooSlow, Unreadable } from '../registers/register.js';
import { listedOnly } from '../store/congress/stock-act-write.js';
import { isKnownDoubt } from '../store/crawl/journal.js';
import { documentBefore } from '../store/crawl/queue.js';
import type { Store } from '../store/database/open.js';
import { type Settled, writeBatch } from '../store/write.js';

/** Records that wait in memory before they are written: bounds both memory and what a crash repeats. */
const FLUSH_AT = 2000;

export interface Counts {
  documents: number;
  /** Filed rows: a window or a notification counts its rows, an index its entries, everything else one. */
  records: number;
  doubts: number;
  unread: number;
}

export class Writer {
  readonly counts: Counts = { documents: 0, records: 0, doubts: 0, unread: 0 };
  private records: RegisterRecord[] = [];
  private doubts: Doubt[] = [];
  private wanted: Wanted[] = [];
  /** What lists of this run named without asking for it, by key and by file name. */
  private readonly named = new Map<string, Wanted | null>();
  private settled: Settled[] = [];
  private cursors: Record<string, string> = {};
  private holding = false;
  /** Documents that wait in memory to be settled. */
  private readonly unsettled = new Set<string>();
  /** Documents of this run that could not be read, and why. */
  readonly unread = new Map<string, string>();
  /** Records that the store did not have, or had otherwise. */
  changed = 0;
  /** Of the first document since `hold`, for the operator. */
  heldBytes: Buffer | string = '';

  constructor(
    private readonly store: Store,
    private readonly register: Register,
    private readonly now: () => Date,
    /** Called within a document of many filings, each time that some of them are written. */
    private readonly checkpoint: (isWriting: boolean) => void | Promise<void> = () => undefined,
  ) {}

  /**
   * Parses and keeps one document. What cannot be read is kept with its bytes and its reason. A saved document is
   * read with what an earlier list told of it; a document that was read before adds no doubt that it gave then. An
   * unreadable one, or one that took too long, is asked for again at `nextTryAt` (ISO 8601) where one is given. A list
   * names other documents: it is settled without a kind, and so is not counted as one.
   */
  async document(
    given: RawDocument,
    nextTryAt: string | null = null,
    { isList }: { isList: boolean } = { isList: false },
  ): Promise<void> {
    const saved = this.asNamed(given);
    if (this.unsettled.has(saved.key)) this.flush();
    const register = this.register.card.id;
    const before = documentBefore(this.store, register, saved.key);
    const told = before?.kind === saved.kind ? before.facts : null;
    const document = saved.facts === undefined && told !== null ? { ...saved, facts: told } : saved;
    const isNews = (doubt: Doubt) => !before?.isSettled || !isKnownDoubt(this.store, register, doubt);
    // The second reading of one run stands for the first.
    if (this.unread.delete(document.key)) this.counts.unread -= 1;
    else this.counts.documents += 1;
    if (this.holding && this.heldBytes === '') this.heldBytes = document.bytes.subarray(0, 300);
    let isWriting = false;
    let namesOthers = isList;
    try {
      for await (const parsed of readDocument(this.register, document)) {
        this.records.push(...parsed.records);
        const doubts = parsed.doubts.filter(isNews);
        this.doubts.push(...doubts);
        if (parsed.wanted !== undefined) this.wanted.push(...parsed.wanted);
        namesOthers ||= parsed.wanted !== undefined;
        if (this.register.lists !== undefined)
          for (const one of [...(parsed.wanted ?? []), ...(parsed.named ?? [])]) this.name(one);
        for (const record of parsed.records) this.counts.records += filedRows(record);
        this.counts.doubts += doubts.length;
        if (this.records.length < FLUSH_AT) continue;
        isWriting = true;
        this.flush();
        await this.pause();
        isWriting = false;
      }
      const kind = namesOthers ? '' : document.kind;
      this.settled.push({ key: document.key, outcome: 'done', kind });
    } catch (error) {
      // What the store refuses is no fault of the document: no cursor may move past what was not written.
      if (isWriting) throw error;
      if (error instanceof TooSlow && nextTryAt !== null) {
        this.settled.push({ key: document.key, outcome: 'retry', reason: error.message, nextTryAt });
        return;
      }
      // A reader that fails in a way of its own is a fault of ours, yet the document must not be lost by it.
      const isKnown = error instanceof Unreadable || error instanceof TooSlow;
      const reason = isKnown ? error.message : `reader fault: ${String(error)}`;
      this.counts.unread += 1;
      this.unread.set(document.key, reason);
      const { key, kind, url, bytes, facts } = document;
      const readerVersion = this.register.readerVersion;
      this.settled.push({
        key,
        outcome: 'unread',
        kind,
        url,
        reason,
        bytes,
        facts,
        readerVersion,
        nextTryAt,
      });
    }
    this.unsettled.add(document.key);
    if (this.records.length >= FLUSH_AT || this.settled.length >= FLUSH_AT) this.flush();
  }

  /** A list's word on a document, under its key and under the name of its file where only one has that name. */
  private name(one: Wanted): void {
    this.named.set(one.key, one);
    const fileName = one.facts?.fileName;
    if (fileName === undefined) return;
    const other = this.named.get(fileName);
    this.named.set(fileName, other === undefined || other?.key === one.key ? one : null);
  }

  /** A saved file with what a list of this run says of it. */
  private asNamed(saved: RawDocument): RawDocument {
    const one = saved.facts === undefined ? this.named.get(saved.key) : null;
    if (one === null || one === undefined || one.kind !== saved.kind) return saved;
    const { key, url, facts } = one;
    return facts === undefined ? saved : { ...saved, key, url, facts };
  }

  /** A data set takes half a minute: what is written of it is shown, and other registers go on meanwhile. */
  private async pause(): Promise<void> {
    if (this.holding) return;
    await this.checkpoint(true);
    await setImmediate();
  }

  /** Writes what the last documents named, so that the next ones are read with it. */
  writeWanted(): void {
    if (this.wanted.length > 0) this.flush();
  }

  /** Keeps one step of fetching. Its cursors move only together with everything that came before them. */
  async batch(batch: Batch): Promise<void> {
    for (const document of batch.documents ?? []) await this.document(document, null, { isList: true });
    this.wanted.push(...(batch.wanted ?? []));
    this.doubts.push(...(batch.doubts ?? []));
    this.counts.doubts += batch.doubts?.length ?? 0;
    Object.assign(this.cursors, batch.cursors);
    if (batch.cursors !== undefined || this.wanted.length >= FLUSH_AT) this.flush();
  }

  /** Marks a document of the queue that the register does not have, and keeps that it was filed. */
  missing(wanted: Wanted): void {
    const checks = (this.register.missing?.(wanted) ?? []).map(soundNames);
    const records = checks.flatMap(({ record }) => record ?? []);
    const doubts = checks.flatMap((one) => one.doubts);
    this.doubts.push(...doubts);
    this.counts.doubts += doubts.length;
    this.records.push(...records);
    for (const record of records) this.counts.records += filedRows(record);
    this.settled.push({ key: wanted.key, outcome: 'gone' });
  }

  /**
   * Keeps that the reports of the Congress which wait in the queue were filed: whoever reads a member's trades is told
   * that these are not among them. Asked of the store and not of the last list, so that nothing is forgotten by a crash.
   */
  listed(): void {
    if (this.register.missing === undefined) return;
    this.flush();
    for (const wanted of listedOnly(this.store, this.register.card.id))
      for (const { record } of this.register.missing(wanted).map(soundNames))
        if (record?.kind === 'stock-act-report') this.records.push({ ...record, reason: NOT_FETCHED });
    this.flush();
  }

  /** Marks a document of the queue that could not be fetched. */
  settle(settled: Settled): void {
    this.settled.push(settled);
  }

  /** From now on nothing is written until `release` or `drop`. */
  hold(): void {
    this.holding = true;
  }

  /** Writes what was held. */
  release(): void {
    this.holding = false;
    this.flush();
  }

  /** Forgets what was held, as if it had never come; what was not understood in it is kept all the same. */
  drop(): void {
    if (!this.holding) return;
    this.records = [];
    this.wanted = [];
    this.cursors = {};
    this.settled = this.settled.filter((one) => one.outcome === 'unread');
    this.release();
  }

  flush(): void {
    if (this.holding) return;
    const { records, doubts, wanted, settled, cursors } = this;
    const nothing = records.length + doubts.length + wanted.length + settled.length === 0;
    if (nothing && Object.keys(cursors).length === 0) return;
    this.records = [];
    this.doubts = [];
    this.wanted = [];
    this.settled = [];
    this.cursors = {};
    this.unsettled.clear();
    const register = this.register.card.id;
    const batch = { register, now: this.now(), records, doubts, wanted, settled, cursors };
    this.changed += writeBatch(this.store, batch).changed;
  }
}

function filedRows(record: RegisterRecord): number {
  switch (record.kind) {
    case 'pdmr-window':
    case 'pdmr-notification':
      return record.rows.length;
    case 'pdmr-index':
      return record.notificationKeys.length;
    default:
      return 1;
  }
}
