/** Fetches the ticker table once a day, and only when it changed. */

import { localTime, NEW_YORK } from '../../../dates.js';
import type { EdgarAddresses } from '../../edgar/edgar.js';
import { refusalAdvice } from '../../http/refusal-advice.js';
import { type Batch, type FetchContext, type Http, SourceError } from '../../register.js';
import { parseTickerTable } from './ticker-table.js';

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
  const { crawlState, now, progress } = context;
  const { day } = localTime(NEW_YORK, now);
  if (crawlState.cursor(CURSOR.day) === day) return;
  progress({ what: 'ticker table', done: 0, total: 1 });
  const url = addresses.tickerTable;
  const answer = await http.request(url, {
    etag: crawlState.cursor(CURSOR.etag) || undefined,
    lastModified: crawlState.cursor(CURSOR.lastModified) || undefined,
  });
  if (answer.status === 304) {
    yield { cursors: { [CURSOR.day]: day } };
    return;
  }
  if (answer.status !== 200)
    throw new SourceError(`${url} answered ${answer.status}${refusalAdvice(answer.status)}`, answer.bytes);
  const rows = parseTickerTable(answer.bytes);
  if (rows === null) throw new SourceError(`${url} is no ticker table`, answer.bytes);
  const before = Number(crawlState.cursor(CURSOR.rows) ?? 0);
  if (rows.data.length < before * LEAST_SHARE)
    throw new SourceError(`${url} has ${rows.data.length} rows, ${before} the last time`, answer.bytes);
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
