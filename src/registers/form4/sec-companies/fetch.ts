/** Fetches the ticker table once a day, and only when it changed. */

import { type EdgarAddresses, newYorkTime } from '../../edgar/edgar.js';
import { whyRefused } from '../../http/refusal.js';
import { type Batch, type FetchContext, type Http, RegisterFailure } from '../../register.js';
import { tableRows } from './table.js';

export const CURSOR = {
  /** New York day of the last reading. */
  day: 'read-on',
  etag: 'etag',
  lastModified: 'last-modified',
  /** Rows of the last table, to notice one that was cut. */
  rows: 'rows',
} as const;

/** A table that lost more than this share of its rows overnight is taken for a broken one. */
const LEAST_SHARE = 0.5;

/** Yields the table of the day, or only cursors when it is unchanged. @throws RegisterFailure for a broken table. */
export async function* fetchTickers(
  addresses: EdgarAddresses,
  http: Http,
  context: FetchContext,
): AsyncGenerator<Batch> {
  const { memory, now, progress } = context;
  const { day } = newYorkTime(now);
  if (memory.cursor(CURSOR.day) === day) return;
  progress({ what: 'ticker table', done: 0, total: 1 });
  const url = addresses.tickerTable;
  const answer = await http.request(url, {
    etag: memory.cursor(CURSOR.etag) || undefined,
    lastModified: memory.cursor(CURSOR.lastModified) || undefined,
  });
  if (answer.status === 304) {
    yield { cursors: { [CURSOR.day]: day } };
    return;
  }
  if (answer.status !== 200)
    throw new RegisterFailure(`${url} answered ${answer.status}${whyRefused(answer.status)}`, answer.bytes);
  const rows = tableRows(answer.bytes);
  if (rows === null) throw new RegisterFailure(`${url} is no ticker table`, answer.bytes);
  const before = Number(memory.cursor(CURSOR.rows) ?? 0);
  if (rows.data.length < before * LEAST_SHARE)
    throw new RegisterFailure(`${url} has ${rows.data.length} rows, ${before} the last time`, answer.bytes);
  yield {
    documents: [{ key: day, kind: 'ticker-table', url, retrievedAt: now.toISOString(), bytes: answer.bytes }],
    cursors: {
      [CURSOR.day]: day,
      [CURSOR.etag]: answer.headers.etag ?? '',
      [CURSOR.lastModified]: answer.headers['last-modified'] ?? '',
      [CURSOR.rows]: String(rows.data.length),
    },
  };
}
