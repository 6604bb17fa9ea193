/** AFM's whole index every hour, compared by id; a detail page for each notification that was not listed before. */

import { nl } from '../../../../tools/contract/markets/nl.js';
import { EU_WINDOW_DAYS } from '../../../../tools/contract/rules.js';
import { addDays, localDate, weekday } from '../../../dates.js';
import type { QueuedDocument } from '../../../records/crawl.js';
import { runProbeStep } from '../../http/probe-step.js';
import { refusalAdvice } from '../../http/refusal-advice.js';
import {
  type Batch,
  DocumentNotFoundError,
  type FetchContext,
  type Http,
  type HttpResponse,
  ParseError,
  type Probe,
  type RawDocument,
  SourceError,
  type Warning,
} from '../../register.js';
import { lossOf } from '../lost-rows.js';
import { isDetail } from './detail.js';
import { type AfmIndexEntry, parseIndex, REGISTER_NAME } from './parse.js';

/** `type` is the register's id at AFM; another value is the register of directors' holdings. */
export const ADDRESSES = {
  index: 'https://www.afm.nl/export.aspx?type=0ee836dc-5520-459d-bcf4-a4a689de6614&format=xml',
  detail:
    'https://www.afm.nl/en/sector/registers/meldingenregisters/transacties-leidinggevenden-mar19-/details?id=',
};
const REQUEST_OPTIONS = { gapMs: 1000 } as const;

/** Cursor: number of entries in the last good index. */
const ENTRIES_CURSOR = 'entries';
/** Cursor: the Dutch day on which a loss of entries was first seen; '' if none is seen. */
const LOST_CURSOR = 'lost';
/** Cursor, written once: the ids that were listed before the initial import and are too old to be read. */
const SKIPPED_IDS_CURSOR = 'passed-over';
/** Cursor: the Monday of the week in which the details were last read again. */
const REREAD_CURSOR = 'reread';

/**
 * The register gives no publication time, so an entry's first sight is kept with its queue entry
 * (`facts.seenAt`); on the initial import it is unknown, and the page is treated as published on the day of
 * its transaction. Corrections are not flagged: once a week the pages of the last 90 days are read again.
 */
export async function* fetchIndex(
  http: Http,
  context: FetchContext,
  addresses = ADDRESSES,
): AsyncGenerator<Batch> {
  // Long: one pass over the index and the cursors that it moves.
  const { crawlState, now } = context;
  context.progress({ what: 'indexes', done: 0, total: 1 });
  const response = await http.request(addresses.index, REQUEST_OPTIONS);
  const entries = parseIndexResponse(response);
  const before = crawlState.cursor(ENTRIES_CURSOR);
  // An entry that is not listed has left the register, so a truncated index must be rejected.
  const today = localDate(nl.timeZone, now);
  const known = crawlState.cursor(LOST_CURSOR) ?? '';
  const loss = entries.length < Number(before ?? 0) * 0.9 ? lossOf(known, today) : null;
  const sentence = `AFM lists ${entries.length} notifications, ${before ?? 'some'} before`;
  if (entries.length === 0) throw new SourceError(sentence, response.bytes);
  if (loss?.isBelieved === false)
    throw new SourceError(sentence, response.bytes, { [LOST_CURSOR]: loss.since });

  const oldest = addDays(today, -EU_WINDOW_DAYS);
  const recent = (entry: AfmIndexEntry) => entry.transactionDate === null || entry.transactionDate >= oldest;
  const queueEntry = (entry: AfmIndexEntry, key: string, firstLoad: boolean): QueuedDocument => ({
    key,
    kind: 'detail',
    url: addresses.detail + encodeURIComponent(entry.id),
    metadata: {
      id: entry.id,
      seenAt: now.toISOString(),
      firstLoad: String(firstLoad),
      ...(entry.transactionDate === null ? {} : { transactionDate: entry.transactionDate }),
      relatedParty: entry.relatedParty ?? '',
    },
    // Newest transactions first; entries that were not listed an hour ago come before all others.
    priority: digitsOfDate(firstLoad || key !== entry.id ? entry.transactionDate : addDays(today, 1)),
  });

  const cursors: Record<string, string> = {
    [ENTRIES_CURSOR]: String(entries.length),
    ...(known === '' ? {} : { [LOST_CURSOR]: '' }),
  };
  const toFetch: QueuedDocument[] = [];
  const week = addDays(today, -weekday(today));
  if (before === null) {
    toFetch.push(...entries.filter(recent).map((entry) => queueEntry(entry, entry.id, true)));
    cursors[SKIPPED_IDS_CURSOR] = entries
      .filter((entry) => !recent(entry))
      .map((entry) => entry.id)
      .join(' ');
    cursors[REREAD_CURSOR] = week;
  } else {
    const seen = crawlState.filterSeen(entries.map((entry) => entry.id));
    for (const id of (crawlState.cursor(SKIPPED_IDS_CURSOR) ?? '').split(' ')) seen.add(id);
    const fresh = entries.filter((entry) => !seen.has(entry.id));
    toFetch.push(...fresh.map((entry) => queueEntry(entry, entry.id, false)));
    if (crawlState.cursor(REREAD_CURSOR) !== week) {
      const again = entries.filter((entry) => seen.has(entry.id) && recent(entry));
      toFetch.push(...again.map((entry) => queueEntry(entry, `${entry.id} ${week}`, false)));
      cursors[REREAD_CURSOR] = week;
    }
  }
  const document: RawDocument = {
    key: 'index',
    kind: 'index',
    url: addresses.index,
    retrievedAt: now.toISOString(),
    bytes: response.bytes,
  };
  context.progress({ what: 'indexes', done: 1, total: 1 });
  const warnings: Warning[] =
    loss === null ? [] : [{ kind: 'rows-withdrawn', detail: sentence, where: 'index' }];
  yield { documents: [document], toFetch, warnings, cursors };
}

/** 20261120 for 2026-11-20. */
const digitsOfDate = (day: string | null) => Number((day ?? '').replaceAll('-', ''));

function parseIndexResponse({ status, bytes }: HttpResponse): AfmIndexEntry[] {
  if (status !== 200) throw new SourceError(`AFM answers ${status}${refusalAdvice(status)}`, bytes);
  try {
    return parseIndex(bytes).entries;
  } catch (cause) {
    if (cause instanceof ParseError)
      throw new SourceError(`AFM answers something other than its index: ${cause.message}`, bytes);
    throw cause;
  }
}

/** Fetches one detail page. */
export async function downloadDetail(http: Http, queued: QueuedDocument): Promise<RawDocument> {
  const { status, bytes } = await http.request(queued.url, REQUEST_OPTIONS);
  if (status === 404 || status === 410)
    throw new DocumentNotFoundError(`AFM has no notification ${queued.key}`);
  if (status !== 200)
    throw new SourceError(`AFM answers ${status} for ${queued.key}${refusalAdvice(status)}`, bytes);
  if (!isDetail(bytes)) throw new SourceError(`AFM answers no detail page for ${queued.key}`, bytes);
  return {
    key: queued.key,
    kind: 'detail',
    url: queued.url,
    retrievedAt: new Date().toISOString(),
    bytes,
    metadata: queued.metadata ?? {},
  };
}

/** Requests the notifications of the last week (the register may return all of them), and the page of one. */
export async function* probeIndex(http: Http, now: Date, addresses = ADDRESSES): AsyncGenerator<Probe> {
  const dutch = (day: string) => day.split('-').reverse().join('-');
  const today = localDate(nl.timeZone, now);
  const url = `${addresses.index}&DateFrom=${dutch(addDays(today, -7))}&DateTill=${dutch(today)}`;
  const index = await runProbeStep(http, {
    what: 'index',
    url,
    run: async (client) => parseIndexResponse(await client.request(url, REQUEST_OPTIONS)),
    describe: (entries) => `index with ${entries.length} entries`,
  });
  yield index.probe;
  const entry = index.found?.[0];
  if (entry === undefined) return;
  const queued = { key: entry.id, kind: 'detail', url: addresses.detail + encodeURIComponent(entry.id) };
  const detail = await runProbeStep(http, {
    what: 'page of a notification',
    url: queued.url,
    run: (client) => downloadDetail(client, queued),
    describe: ({ bytes }) => `${entry.id}, ${bytes.length} bytes`,
  });
  yield detail.probe;
}

/** What a saved file is: the index by its root element, a detail page by its heading and the id in its address. */
export function recogniseFile(file: {
  name: string;
  bytes: Buffer;
}): Omit<RawDocument, 'bytes' | 'retrievedAt'> | null {
  const start = file.bytes.toString('utf8', 0, 400);
  if (new RegExp(`<register\\s+name="${REGISTER_NAME}"`).test(start))
    return { key: `file:${file.name}`, kind: 'index', url: `file:${file.name}` };
  if (!isDetail(file.bytes)) return null;
  const address = /property="og:url"\s+content="([^"]+[?&]id=([^"&]+))"/.exec(file.bytes.toString('utf8'));
  const id = address?.[2] ?? `file:${file.name}`;
  return { key: id, kind: 'detail', url: address?.[1] ?? `file:${file.name}`, metadata: { id } };
}
