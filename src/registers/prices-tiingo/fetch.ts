/** Asks Tiingo for the raw closes of the symbols that are needed, once each trading day, within the free allowance. */

import { addDays, isWeekday, newYorkTime } from '../edgar.js';
import { type Batch, type FetchContext, type Http, RegisterFailure } from '../register.js';
import { daysOf } from './parse.js';

/** The free plan allows 50 requests an hour; a run comes once an hour. */
const REQUESTS_A_RUN = 45;
/** Tiingo corrects closes until eight in the evening, New York time. */
const FINAL_MINUTES = 20 * 60 + 15;
/** Days asked for again, so that a late correction arrives. */
const OVERLAP_DAYS = 7;
/** A symbol that Tiingo does not know is asked for again after so many days. */
const UNKNOWN_DAYS = 30;

export interface TiingoAccess {
  /** Without a trailing slash. */
  host: string;
  token: string;
}

/** Name of the cursor of a symbol: the last day that is read, or `unknown` with the day on which it was. */
export const cursorOf = (symbol: string) => `through ${symbol}`;

/** The latest trading day whose close is final. Holidays count as trading days: asking on one costs a request. */
export function finalDay(now: Date): string {
  const { day, minutes } = newYorkTime(now);
  let final = minutes >= FINAL_MINUTES ? day : addDays(day, -1);
  while (!isWeekday(final)) final = addDays(final, -1);
  return final;
}

/** BRK.B is BRK-B here. */
const asTiingo = (symbol: string) => symbol.trim().replace(/[./\s]/g, '-');

export function pricesUrl(host: string, symbol: string, from: string, until: string): string {
  return `${host}/tiingo/daily/${encodeURIComponent(asTiingo(symbol))}/prices?startDate=${from}&endDate=${until}`;
}

/** Yields one document for each symbol, with its cursor. @throws RegisterFailure when the token is refused. */
export async function* fetchCloses(
  access: TiingoAccess,
  http: Http,
  context: FetchContext,
): AsyncGenerator<Batch> {
  const { memory, now, since, signal, progress } = context;
  const until = finalDay(now);
  const due = [...new Set(context.symbols?.() ?? [])]
    .map((symbol) => ({ symbol, from: firstDay(memory.cursor(cursorOf(symbol)), since, until) }))
    .filter((one): one is { symbol: string; from: string } => one.from !== null)
    .slice(0, REQUESTS_A_RUN);
  for (const [done, { symbol, from }] of due.entries()) {
    if (signal.aborted) return;
    progress({ what: 'symbols', done, total: due.length });
    const url = pricesUrl(access.host, symbol, from, until);
    const { status, bytes } = await http.request(url, {
      headers: { authorization: `Token ${access.token}`, accept: 'application/json' },
    });
    if (status === 404) {
      yield {
        doubts: [{ kind: 'symbol-unknown', detail: symbol, where: url }],
        cursors: { [cursorOf(symbol)]: `unknown ${until}` },
      };
      continue;
    }
    if (status === 401 || status === 403)
      throw new RegisterFailure(`Tiingo refuses TIINGO_TOKEN (${status})`, bytes);
    if (status !== 200) throw new RegisterFailure(`${url} answered ${status}`, bytes);
    // The cursor moves with the answer, so one that is no list of days must not move it.
    if (daysOf(bytes) === null) throw new RegisterFailure(`${url} is no list of days`, bytes);
    yield {
      documents: [
        {
          key: `${symbol} ${until}`,
          kind: 'daily-prices',
          url,
          retrievedAt: now.toISOString(),
          bytes,
          facts: { symbol },
        },
      ],
      cursors: { [cursorOf(symbol)]: until },
    };
  }
}

/** The first day to ask for; null when nothing is due. */
function firstDay(cursor: string | null, since: string, until: string): string | null {
  if (cursor === null) return since;
  const [word, day] = cursor.split(' ');
  if (word === 'unknown') return addDays(day!, UNKNOWN_DAYS) <= until ? since : null;
  return cursor < until ? addDays(cursor, -OVERLAP_DAYS) : null;
}
