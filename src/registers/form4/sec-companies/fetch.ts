/** Fetches the ticker table once a day, and only when it changed. */

import { localTime, NEW_YORK } from '../../../dates.js';
import type { EdgarAddresses } from '../../edgar/edgar.js';
import { refusalAdvice } from '../../http/refusal-advice.js';
import { type Batch, type FetchContext, type Http, SourceError } from '../../register.js';
import { parseTickerTable } from './ticker-table.js';

export const CURSOR = {
  /** New York day of the last read. */
  day: 'read-on',
  etag: 'etag',
  lastModified: 'last-modified',
  /** Number of rows in the last table, to detect a truncated one. */
  rows: 'rows',
} as const;

/** A table that lost more than this share of its rows overnight is treated as broken. */
const LEAST_SHARE = 0.5;

/**
 * Yields the table of the day, or only cursors when it is unchanged.
 *
 * @throws SourceError for a broken table.
 */
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
  const response = await http.request(url, {
    etag: crawlState.cursor(CURSOR.etag) || undefined,
    lastModified: crawlState.cursor(CURSOR.lastModified) || undefined,
  });
  if (response.status === 304) {
    yield { cursors: { [CURSOR.day]: day } };
    return;
  }
  if (response.status !== 200)
    throw new SourceError(
      `${url} answered ${response.status}${refusalAdvice(response.status)}`,
      response.bytes,
    );
  const rows = parseTickerTable(response.bytes);
  if (rows === null) throw new SourceError(`${url} is not a ticker table`, response.bytes);
  const before = Number(crawlState.cursor(CURSOR.rows) ?? 0);
  if (rows.data.length < before * LEAST_SHARE)
    throw new SourceError(`${url} has ${rows.data.length} rows, ${before} the last time`, response.bytes);
  yield {
    documents: [
      { key: day, kind: 'ticker-table', url, retrievedAt: now.toISOString(), bytes: response.bytes },
    ],
    cursors: {
      [CURSOR.day]: day,
      [CURSOR.etag]: response.headers.etag ?? '',
      [CURSOR.lastModified]: response.headers['last-modified'] ?? '',
      [CURSOR.rows]: String(rows.data.length),
    },
  };
}
