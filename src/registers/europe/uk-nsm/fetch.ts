/**
 * Queries the NSM search for managers' transactions, one day at a time. The search is the web page's own
 * undocumented call, without a key. When it blocks a client it returns "no hits", so an empty business day is
 * a failure, and so is every unknown shape.
 */

import { EU_WINDOW_DAYS } from '../../../../tools/contract/rules.js';
import { compareText } from '../../../collections.js';
import { addDays, DAY_MS, utcDate } from '../../../dates.js';
import { refusalAdvice } from '../../http/refusal-advice.js';
import {
  type Batch,
  DocumentNotFoundError,
  type FetchContext,
  type Http,
  type QueuedDocument,
  type RawDocument,
  SourceError,
} from '../../register.js';
import { rejectBlockPage } from './block-page.js';
import { EmptyDayError, EmptyDays } from './empty-days.js';
import { isNonPublicationDay } from './publication-days.js';
import {
  type NsmHit,
  type NsmSearchResponse,
  parseSearchResponse,
  queuedAnnouncement,
} from './search-response.js';

export interface UkNsmOptions {
  /** Name of the search index. It was `fca-nsm-searchdata` until July 2026; the setting is UK_NSM_INDEX. */
  index: string;
  searchUrl: string;
  /** Download links of hits are relative to this. */
  artefacts: string;
  /** Between two searches: about ten a minute are known to be tolerated. */
  searchPauseMs: number;
  /** Between two announcements. */
  artefactPauseMs: number;
}

export const DEFAULTS: UkNsmOptions = {
  index: 'nsm-search',
  searchUrl: 'https://api.data.fca.org.uk/search',
  artefacts: 'https://data.fca.org.uk/artefacts/',
  searchPauseMs: 6000,
  artefactPauseMs: 1500,
};

const PAGE_SIZE = 100;
/** No day has a tenth of this; a search that always returns the same page would never end. */
const MAX_HITS = 10_000;
/** Every run requests these days again, because announcements arrive late. */
const RECENT_DAYS = 5;
/** A response without hits that took less than this was given without searching. */
const SOFT_BLOCK_MS = 10;

/** An answer without hits, and what decides whether it can be true. */
interface EmptyDay {
  day: string;
  now: Date;
  page: NsmSearchResponse;
  empty: EmptyDays;
  bytes: Buffer;
}

export class NsmClient {
  constructor(readonly options: UkNsmOptions) {}

  /**
   * New announcements. The last days are requested on every run, the whole window of 90 days (or back to the
   * operator's first day, if that is later) once a day. An interrupted run resumes where it stopped. An empty business
   * day does not delay the days before it; it is requested on every run, and its error is thrown at the end.
   *
   * @throws SourceError when the search refuses, or is empty where it cannot be
   */
  async *fetch(http: Http, context: FetchContext): AsyncIterable<Batch> {
    const { crawlState, now, signal, progress } = context;
    const today = utcDate(now);
    const first = max(context.since, addDays(today, -EU_WINDOW_DAYS));
    const recent = Array.from({ length: RECENT_DAYS }, (_, i) => addDays(today, -i)).filter(
      (d) => d >= context.since,
    );
    // A business day comes first: its hits prove that an empty Sunday is genuine.
    recent.sort(
      (a, b) => Number(isNonPublicationDay(a)) - Number(isNonPublicationDay(b)) || compareText(b, a),
    );
    const empty = new EmptyDays(crawlState.cursor('empty-days'), today);
    const { isDue, older } = daysOfWindow(context, today, first);
    const again = empty.due.filter((day) => day >= first && !recent.includes(day) && !older.has(day));
    const days = [...recent, ...again, ...older];
    for (const [done, day] of days.entries()) {
      signal.throwIfAborted();
      try {
        for await (const batch of this.searchDay(http, context, day, empty)) yield batch;
      } catch (error) {
        if (!(error instanceof EmptyDayError)) throw error;
        empty.onEmpty(error);
      }
      progress({ what: 'days', done: done + 1, total: days.length });
      // This day's announcements are read, and shown, before the earlier days are requested.
      const isReached = older.has(day) && empty.isProven;
      yield { isPart: true, ...(isReached ? { cursors: { 'window-reached': day } } : {}) };
    }
    empty.onEnd();
    const emptyDays = empty.cursor(first);
    if (emptyDays !== null) yield { cursors: { 'empty-days': emptyDays } };
    // An empty cursor counts as none: the next pass over the window starts at its newest end.
    if (isDue && empty.isProven)
      yield { cursors: { 'window-read-at': now.toISOString(), 'window-reached': '' } };
    if (empty.failure !== undefined) throw empty.failure;
  }

  /** One announcement of the queue. */
  async download(http: Http, queued: QueuedDocument): Promise<RawDocument> {
    const response = await http.request(queued.url, {
      gapMs: this.options.artefactPauseMs,
      headers: { Accept: 'text/html,application/xhtml+xml' },
    });
    if (response.status === 404 || response.status === 410)
      throw new DocumentNotFoundError(`${queued.url} answered ${response.status}`);
    if (response.status !== 200)
      throw new SourceError(
        `${queued.url} answered ${response.status}${refusalAdvice(response.status)}`,
        response.bytes,
      );
    const pdf = response.bytes.subarray(0, 5).toString('latin1') === '%PDF-';
    if (!pdf) rejectBlockPage(queued.url, response.bytes);
    const charset = /charset=["']?([\w-]+)/i.exec(response.headers['content-type'] ?? '')?.[1];
    return {
      key: queued.key,
      kind: pdf ? 'pdf' : 'announcement',
      url: queued.url,
      retrievedAt: new Date().toISOString(),
      bytes: response.bytes,
      metadata: { ...queued.metadata, ...(charset === undefined ? {} : { charset }) },
    };
  }

  /** One page of one day's hits. */
  async search(
    http: Http,
    day: string,
    from: number,
    size: number,
  ): Promise<{ page: NsmSearchResponse; bytes: Buffer }> {
    const response = await http.request(this.searchUrl(), this.request(day, from, size));
    return { page: this.parseResponse(response), bytes: response.bytes };
  }

  /** All pages of one day (UTC). */
  private async *searchDay(
    http: Http,
    context: FetchContext,
    day: string,
    empty: EmptyDays,
  ): AsyncIterable<Batch> {
    const today = utcDate(context.now);
    const keys = new Set<string>();
    let from = 0;
    let managers = 0;
    for (;;) {
      context.signal.throwIfAborted();
      const { page, bytes } = await this.search(http, day, from, PAGE_SIZE);
      const { total } = page;
      if (total === null) throw new SourceError('The NSM search does not say how many hits there are', bytes);
      if (total === 0) {
        yield* this.checkEmptyDay({ day, now: context.now, page, empty, bytes });
        return;
      }
      if (page.count === 0 || from >= MAX_HITS)
        throw new SourceError(
          `The NSM search returned ${from} of ${total} hits for ${day} and then ${page.count === 0 ? 'none' : 'more'}`,
          bytes,
        );
      empty.onHits(day);
      const fresh = page.hits.filter((hit) => !keys.has(hit.key));
      for (const hit of fresh) keys.add(hit.key);
      managers += fresh.length;
      const known = context.crawlState.filterSeen(fresh.map((hit) => hit.key));
      yield this.toBatch(fresh.filter((hit) => !known.has(hit.key)));
      from += page.count;
      if (from >= total) {
        if (managers === 0 && !isNonPublicationDay(day) && day !== today)
          throw new SourceError(`None of ${total} hits for ${day} is a managers' transaction (DSH)`, bytes);
        return;
      }
    }
  }

  private toBatch(hits: NsmHit[]): Batch {
    const toFetch = hits
      .filter((hit) => hit.type === 'announcement')
      .map((hit) => queuedAnnouncement(hit, this.options.artefacts));
    // A PDF is not fetched: the hit that names it is kept, so that it is counted as unread.
    const documents = hits
      .filter((hit) => hit.type !== 'announcement')
      .map((hit) => ({
        key: hit.key,
        kind: hit.type === 'pdf' ? 'pdf' : 'odd-hit',
        url: this.options.artefacts + (hit.metadata.download_link ?? ''),
        retrievedAt: new Date().toISOString(),
        bytes: Buffer.from(JSON.stringify(hit.metadata)),
        metadata: hit.metadata,
      }));
    return { toFetch, documents };
  }

  /** Decides whether an empty response may be genuine. */
  private *checkEmptyDay({ day, now, page, empty, bytes }: EmptyDay): Generator<Batch> {
    const early = day === utcDate(now) && now.getUTCHours() < 9;
    const quick = page.took !== null && page.took < SOFT_BLOCK_MS;
    if (!isNonPublicationDay(day) && !early) {
      const message = `The NSM search gives no hits for ${day}, a business day`;
      if (quick) throw new SourceError(`${message} (it took ${page.took} ms: a soft block)`, bytes);
      if (!empty.isBelieved(day)) throw new EmptyDayError(day, message, bytes);
      const where = this.searchUrl();
      yield { warnings: [{ kind: 'business-day-without-announcements', detail: day, where }] };
    }
    if (quick && !empty.hasHits)
      throw new SourceError(
        `The NSM search gives no hits for ${day} after ${page.took} ms: a soft block`,
        bytes,
      );
  }

  private parseResponse(response: { status: number; bytes: Buffer }): NsmSearchResponse {
    const { status, bytes } = response;
    const text = bytes.toString('utf8', 0, 2000);
    if (/invalid index/i.test(text) && status !== 200)
      throw new SourceError(
        `The NSM search knows no index "${this.options.index}": it has been renamed; set UK_NSM_INDEX to the name that the NSM web page sends`,
        bytes,
      );
    if (status === 404 && /unable to search/i.test(text))
      throw new SourceError(
        'The NSM search refuses the query: a criterion or the form of a time has changed',
        bytes,
      );
    if (status === 403)
      throw new SourceError(`The NSM search refuses this client (403)${refusalAdvice(403)}`, bytes);
    if (status !== 200)
      throw new SourceError(`The NSM search answered ${status}${refusalAdvice(status)}`, bytes);
    return parseSearchResponse(bytes);
  }

  searchUrl(): string {
    return `${this.options.searchUrl}?index=${encodeURIComponent(this.options.index)}`;
  }

  /** Times without milliseconds: with them the search returns 404. */
  private request(day: string, from: number, size: number) {
    return {
      method: 'POST' as const,
      gapMs: this.options.searchPauseMs,
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json',
        Origin: 'https://data.fca.org.uk',
        Referer: 'https://data.fca.org.uk/',
      },
      body: JSON.stringify({
        from,
        size,
        sort: 'submitted_date',
        sortorder: 'desc',
        criteriaObj: {
          criteria: [
            { name: 'type_code', value: ['DSH'] },
            { name: 'latest_flag', value: 'Y' },
          ],
          dateCriteria: [
            { name: 'submitted_date', value: { from: `${day}T00:00:00Z`, to: `${day}T23:59:59Z` } },
          ],
        },
      }),
    };
  }
}

/**
 * The days before the recent ones, newest first: from where the last pass over the window stopped, if a pass is due. A
 * time ahead of the clock counts as none.
 */
function daysOfWindow(
  { crawlState, now }: FetchContext,
  today: string,
  first: string,
): { isDue: boolean; older: Set<string> } {
  const readAt = crawlState.cursor('window-read-at');
  const passed = readAt === null ? null : now.getTime() - Date.parse(readAt);
  const isDue = passed === null || passed < 0 || passed >= DAY_MS - 1_800_000;
  const stopped = crawlState.cursor('window-reached');
  const newest = addDays(today, -RECENT_DAYS);
  const older = new Set<string>();
  const start = stopped ? min(addDays(stopped, -1), newest) : newest;
  for (let day = start; isDue && day >= first; day = addDays(day, -1)) older.add(day);
  return { isDue, older };
}

function max(a: string, b: string): string {
  return a > b ? a : b;
}

function min(a: string, b: string): string {
  return a < b ? a : b;
}
