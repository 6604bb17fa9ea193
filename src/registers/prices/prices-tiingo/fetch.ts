/** Fetches raw closes from Tiingo for the needed symbols, once each trading day, within the free quota. */

import { addDays, isWeekend, localTime, NEW_YORK } from '../../../dates.js';
import { refusalAdvice } from '../../http/refusal-advice.js';
import { type Batch, type FetchContext, type Http, type HttpResponse, SourceError } from '../../register.js';
import { daysOf } from './parse.js';

/** The free plan allows 50 requests an hour; there is one run an hour. */
const REQUESTS_PER_RUN = 45;
/** Tiingo corrects closes until eight in the evening, New York time. */
const FINAL_MINUTES = 20 * 60 + 15;
/** Days requested again, so that a late correction arrives. */
const OVERLAP_DAYS = 7;
/** A symbol that Tiingo does not know is requested again after this many days. */
const UNKNOWN_DAYS = 30;

export interface TiingoAccess {
  /** Without a trailing slash. */
  host: string;
  token: string;
}

/** Name of the cursor of a symbol: the last day that was read, or `unknown` with the day of that response. */
const cursorOf = (symbol: string) => `through ${symbol}`;

/**
 * The latest trading day whose close is final. Holidays count as trading days: a request on one is wasted.
 */
export function finalDay(now: Date): string {
  const { day, minutes } = localTime(NEW_YORK, now);
  let final = minutes >= FINAL_MINUTES ? day : addDays(day, -1);
  while (isWeekend(final)) final = addDays(final, -1);
  return final;
}

/** BRK.B is BRK-B here. */
const tiingoSymbol = (symbol: string) => symbol.trim().replace(/[./\s]/g, '-');

export function pricesUrl(host: string, symbol: string, from: string, until: string): string {
  return `${host}/tiingo/daily/${encodeURIComponent(tiingoSymbol(symbol))}/prices?startDate=${from}&endDate=${until}`;
}

/**
 * UTC month (YYYY-MM) in which the plan's symbols were used up: until it ends no other symbol is requested.
 */
const SYMBOLS_EXHAUSTED_CURSOR = 'symbols-used-up-in';

/**
 * Yields one document for each symbol, with its cursor: those already looked up this month first, then those
 * known from before, then new ones, so that the plan's limits cut off the new ones.
 *
 * @throws SourceError when the token is refused.
 */
export async function* fetchCloses(
  access: TiingoAccess,
  http: Http,
  context: FetchContext,
): AsyncGenerator<Batch> {
  const { crawlState, now, signal, progress } = context;
  const until = finalDay(now);
  const month = now.toISOString().slice(0, 7);
  const all = dueSymbols(context, until, month);
  const isUsedUp = crawlState.cursor(SYMBOLS_EXHAUSTED_CURSOR) === month;
  const due = all.filter(({ rank }) => rank === 0 || !isUsedUp).slice(0, REQUESTS_PER_RUN);
  for (const [done, { symbol, from }] of due.entries()) {
    if (signal.aborted) return;
    progress({ what: 'symbols', done, total: due.length });
    const url = pricesUrl(access.host, symbol, from, until);
    const response = await requestPrices(http, access, url);
    const limit = planLimitOf(response);
    if (limit !== null) {
      const detail = `${limit.words} ${all.length - done} symbols wait${limit.of === 'month' ? ' until the month ends, unless they were looked up in it' : ' for the next hour'}.`;
      const kind = limit.of === 'month' ? 'monthly-symbol-limit' : 'request-limit';
      yield {
        warnings: [{ kind, detail, where: `prices-tiingo ${month}` }],
        ...(limit.of === 'month' ? { cursors: { [SYMBOLS_EXHAUSTED_CURSOR]: month } } : {}),
      };
      return;
    }
    const { status, bytes } = response;
    if (status === 404) {
      yield {
        warnings: [{ kind: 'symbol-unknown', detail: symbol, where: url }],
        cursors: { [cursorOf(symbol)]: `unknown ${until}` },
      };
      continue;
    }
    readDays(response);
    yield {
      documents: [
        {
          key: `${symbol} ${until}`,
          kind: 'daily-prices',
          url,
          retrievedAt: now.toISOString(),
          bytes,
          metadata: { symbol },
        },
      ],
      cursors: { [cursorOf(symbol)]: until },
    };
  }
}

interface DueSymbol {
  symbol: string;
  from: string;
  /** 0: looked up this month, which uses none of the plan's symbols; 1: known from before; 2: new. */
  rank: 0 | 1 | 2;
}

function dueSymbols({ crawlState, since, symbols }: FetchContext, until: string, month: string): DueSymbol[] {
  const due: DueSymbol[] = [];
  for (const symbol of new Set(symbols?.() ?? [])) {
    const cursor = crawlState.cursor(cursorOf(symbol));
    const from = firstDay(cursor, since, until);
    if (from === null) continue;
    const isKnown = cursor !== null && !cursor.startsWith('unknown ');
    due.push({ symbol, from, rank: !isKnown ? 2 : cursor >= `${month}-01` ? 0 : 1 });
  }
  return due.sort((a, b) => a.rank - b.rank);
}

export function requestPrices(http: Http, { token }: TiingoAccess, url: string): Promise<HttpResponse> {
  return http.request(url, { headers: { authorization: `Token ${token}`, accept: 'application/json' } });
}

/**
 * The days of a response.
 *
 * @throws SourceError when the token is refused, or it is not a list of days.
 */
export function readDays({ status, url, bytes }: HttpResponse): unknown[] {
  if (status === 401 || status === 403)
    throw new SourceError(`Tiingo refuses TIINGO_TOKEN (${status})`, bytes);
  if (status !== 200) throw new SourceError(`${url} answered ${status}${refusalAdvice(status)}`, bytes);
  const days = daysOf(bytes);
  // The cursor moves with the response, so one that is not a list of days must not move it.
  if (days === null) throw new SourceError(`${url} is not a list of days`, bytes);
  return days;
}

/**
 * The plan's limit that a response reports, with any status: as plain text with 200, or as JSON with
 * `detail`. Null for every other response.
 */
export function planLimitOf({ status, bytes }: HttpResponse): { of: 'month' | 'hour'; words: string } | null {
  const words = bytes.toString('utf8', 0, 1000).trim();
  if (/run over your\b.{0,40}\bsymbol/i.test(words))
    return { of: 'month', words: 'Tiingo symbols of this plan for the month are used up (free: 500).' };
  if (status === 429 || /run over your\b.{0,40}\b(?:hourly|daily|request)/i.test(words))
    return { of: 'hour', words: 'Tiingo requests of this plan are used up for now (free: 50 an hour).' };
  return null;
}

/** The first day to request; null when nothing is due. */
function firstDay(cursor: string | null, since: string, until: string): string | null {
  if (cursor === null) return since;
  const [word, day = cursor] = cursor.split(' ');
  // A day ahead of the clock was written under a wrong clock: it counts as none.
  if (day > until) return since;
  if (word === 'unknown') return addDays(day, UNKNOWN_DAYS) <= until ? since : null;
  return cursor < until ? addDays(cursor, -OVERLAP_DAYS) : null;
}
