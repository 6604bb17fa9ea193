/** AFM's whole index every hour, compared by id; a detail page for each notification that was not listed before. */

import type { Wanted } from '../../../records/journal.js';
import { addDays, localDay } from '../../formats/local-time.js';
import { asked } from '../../http/probing.js';
import { whyRefused } from '../../http/refusal.js';
import {
  type Batch,
  type FetchContext,
  Gone,
  type Http,
  type HttpAnswer,
  type Probe,
  type RawDocument,
  RegisterFailure,
  Unreadable,
} from '../../register.js';
import { isDetail } from './detail.js';
import { type IndexEntry, REGISTER_NAME, readIndex, ZONE } from './parse.js';

/** `type` is the register's id at AFM; another one is the register of directors' holdings. */
const INDEX = 'https://www.afm.nl/export.aspx?type=0ee836dc-5520-459d-bcf4-a4a689de6614&format=xml';
const DETAIL =
  'https://www.afm.nl/en/sector/registers/meldingenregisters/transacties-leidinggevenden-mar19-/details?id=';
const ASK = { gapMs: 1000 } as const;

/** Days of the window: older notifications are no longer read. */
const WINDOW_DAYS = 90;

/** Cursor: entries of the last good index. */
const ENTRIES = 'entries';
/** Cursor, written once: the ids that were listed before the first load and are too old to be read. */
const PASSED_OVER = 'passed-over';
/** Cursor: the Monday of the week in which the details were last read again. */
const REREAD = 'reread';

/**
 * The register gives no publication time, so an entry's first sight is kept with its place in the queue
 * (`facts.seenAt`); on the first load nothing can be said of it, and the page is read as published on the day of
 * its transaction. Corrections are not flagged: once a week the pages of the last 90 days are read again.
 */
export async function* fetchIndex(
  http: Http,
  context: FetchContext,
  addresses = { index: INDEX, detail: DETAIL },
): AsyncGenerator<Batch> {
  const { memory, now } = context;
  context.progress({ what: 'indexes', done: 0, total: 1 });
  const answer = await http.request(addresses.index, ASK);
  const entries = entriesOf(answer);
  const before = memory.cursor(ENTRIES);
  // An entry that is not listed has left the register, so a cut index must not pass.
  if (entries.length === 0 || entries.length < Number(before ?? 0) * 0.9)
    throw new RegisterFailure(
      `AFM lists ${entries.length} notifications, ${before ?? 'some'} before`,
      answer.bytes,
    );

  const today = localDay(ZONE, now);
  const oldest = addDays(today, -WINDOW_DAYS);
  const recent = (entry: IndexEntry) => entry.transactionDate === null || entry.transactionDate >= oldest;
  const want = (entry: IndexEntry, key: string, firstLoad: boolean): Wanted => ({
    key,
    kind: 'detail',
    url: addresses.detail + encodeURIComponent(entry.id),
    facts: {
      id: entry.id,
      seenAt: now.toISOString(),
      firstLoad: String(firstLoad),
      ...(entry.transactionDate === null ? {} : { transactionDate: entry.transactionDate }),
      relatedParty: entry.relatedParty ?? '',
    },
    // The newest transactions first; what was not listed an hour ago before them all.
    priority: dayNumber(firstLoad || key !== entry.id ? entry.transactionDate : addDays(today, 1)),
  });

  const cursors: Record<string, string> = { [ENTRIES]: String(entries.length) };
  const wanted: Wanted[] = [];
  const week = addDays(today, -((new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7));
  if (before === null) {
    wanted.push(...entries.filter(recent).map((entry) => want(entry, entry.id, true)));
    cursors[PASSED_OVER] = entries
      .filter((entry) => !recent(entry))
      .map((entry) => entry.id)
      .join(' ');
    cursors[REREAD] = week;
  } else {
    const known = memory.known(entries.map((entry) => entry.id));
    for (const id of (memory.cursor(PASSED_OVER) ?? '').split(' ')) known.add(id);
    const fresh = entries.filter((entry) => !known.has(entry.id));
    wanted.push(...fresh.map((entry) => want(entry, entry.id, false)));
    if (memory.cursor(REREAD) !== week) {
      const again = entries.filter((entry) => known.has(entry.id) && recent(entry));
      wanted.push(...again.map((entry) => want(entry, `${entry.id} ${week}`, false)));
      cursors[REREAD] = week;
    }
  }
  const document: RawDocument = {
    key: 'index',
    kind: 'index',
    url: addresses.index,
    retrievedAt: now.toISOString(),
    bytes: answer.bytes,
  };
  context.progress({ what: 'indexes', done: 1, total: 1 });
  yield { documents: [document], wanted, cursors };
}

/** 20261120 for 2026-11-20. */
const dayNumber = (day: string | null) => Number((day ?? '').replaceAll('-', ''));

function entriesOf({ status, bytes }: HttpAnswer): IndexEntry[] {
  if (status !== 200) throw new RegisterFailure(`AFM answers ${status}${whyRefused(status)}`, bytes);
  try {
    return readIndex(bytes).entries;
  } catch (cause) {
    if (cause instanceof Unreadable)
      throw new RegisterFailure(`AFM answers something else than its index: ${cause.message}`, bytes);
    throw cause;
  }
}

/** Fetches one detail page. */
export async function retrieveDetail(http: Http, wanted: Wanted): Promise<RawDocument> {
  const { status, bytes } = await http.request(wanted.url, ASK);
  if (status === 404 || status === 410) throw new Gone(`AFM has no notification ${wanted.key}`);
  if (status !== 200)
    throw new RegisterFailure(`AFM answers ${status} for ${wanted.key}${whyRefused(status)}`, bytes);
  if (!isDetail(bytes)) throw new RegisterFailure(`AFM answers no detail page for ${wanted.key}`, bytes);
  return {
    key: wanted.key,
    kind: 'detail',
    url: wanted.url,
    retrievedAt: new Date().toISOString(),
    bytes,
    facts: wanted.facts ?? {},
  };
}

/** Asks for the notifications of the last week (the register may answer with all of them), and for the page of one. */
export async function* probeIndex(
  http: Http,
  now: Date,
  addresses = { index: INDEX, detail: DETAIL },
): AsyncGenerator<Probe> {
  const dutch = (day: string) => day.split('-').reverse().join('-');
  const today = localDay(ZONE, now);
  const url = `${addresses.index}&DateFrom=${dutch(addDays(today, -7))}&DateTill=${dutch(today)}`;
  const index = await asked(http, {
    what: 'index',
    url,
    ask: async (door) => entriesOf(await door.request(url, ASK)),
    tell: (entries) => `index with ${entries.length} entries`,
  });
  yield index.probe;
  const entry = index.found?.[0];
  if (entry === undefined) return;
  const wanted = { key: entry.id, kind: 'detail', url: addresses.detail + encodeURIComponent(entry.id) };
  const detail = await asked(http, {
    what: 'page of a notification',
    url: wanted.url,
    ask: (door) => retrieveDetail(door, wanted),
    tell: ({ bytes }) => `${entry.id}, ${bytes.length} bytes`,
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
  return { key: id, kind: 'detail', url: address?.[1] ?? `file:${file.name}`, facts: { id } };
}
