/** FI's export in windows of at most a week: the last days every hour, the last 90 days once a day. */

import { se } from '../../../../tools/contract/markets/se.js';
import { EU_WINDOW_DAYS } from '../../../../tools/contract/rules.js';
import { addDays, daysBetween, isWeekend, localDate, weekday } from '../../../dates.js';
import { requireOk, runProbeStep } from '../../http/probe-step.js';
import { refusalAdvice } from '../../http/refusal-advice.js';
import {
  type Batch,
  type FetchContext,
  type Http,
  type HttpResponse,
  ParseError,
  type Probe,
  type RawDocument,
  SourceError,
} from '../../register.js';
import { hasLostRows, lossOf } from '../lost-rows.js';
import { isInsynsregister, readInsynsregister } from './parse.js';

export const ADDRESS = 'https://marknadssok.fi.se/Publiceringsklient/sv-SE/Search/Search';
/** The export stops here without a word. */
const EXPORT_LIMIT = 1000;
const RECENT_DAYS = 3;
/** From this many different rows on, a window in which all rows occur twice is not a coincidence. */
const MIN_DOUBLED_ROWS = 4;
const REQUEST_OPTIONS = { gapMs: 5000, headers: { 'accept-language': 'sv' } } as const;

/** Cursor: the Swedish day on which all windows were last read. */
const FULL_READ_CURSOR = 'full-read';

interface DaySpan {
  from: string;
  to: string;
}

/**
 * Requests week by week (Monday to Sunday, newest first), so that a window keeps its key from run to run, and
 * halves a window that reaches the export's limit. Every response has all rows of its window.
 *
 * @throws SourceError when FI refuses, or at the end when the answer for a week lost rows
 */
export async function* fetchInsynsregister(
  http: Http,
  context: FetchContext,
  base = ADDRESS,
): AsyncGenerator<Batch> {
  const today = localDate(se.timeZone, context.now);
  const full = context.crawlState.cursor(FULL_READ_CURSOR) !== today;
  // A row changes its status long after publication, and keeps its publication time.
  const oldest = addDays(today, -(full ? EU_WINDOW_DAYS : RECENT_DAYS));
  const weeks: DaySpan[] = [];
  for (let from = monday(today); addDays(from, 6) >= oldest; from = addDays(from, -7))
    weeks.push({ from, to: addDays(from, 6) < today ? addDays(from, 6) : today });
  let failure: SourceError | null = null;
  for (const [index, week] of weeks.entries()) {
    context.signal.throwIfAborted();
    context.progress({ what: 'weeks', done: index, total: weeks.length });
    const documents: RawDocument[] = [];
    const rows = await readSpan(http, base, week, context, documents);
    const cursor = `rows ${week.from}`;
    const before = Number(context.crawlState.cursor(cursor) ?? 0);
    // Rows change their status and rarely vanish; a window replaces what is stored, so a truncated one must
    // be rejected. It does not delay the weeks before it.
    const lostCursor = `lost ${week.from}`;
    const known = context.crawlState.cursor(lostCursor) ?? '';
    const loss = hasLostRows(rows, before) ? lossOf(known, today) : null;
    const sentence = `FI answers ${rows} rows for the week of ${week.from} where there were ${before}`;
    if (loss?.isBelieved === false) {
      failure ??= new SourceError(sentence, documents[0]?.bytes);
      yield { cursors: { [lostCursor]: loss.since } };
      continue;
    }
    const isComplete = full && failure === null && index === weeks.length - 1;
    yield {
      documents,
      warnings: loss !== null ? [{ kind: 'rows-withdrawn', detail: sentence, where: week.from }] : [],
      cursors: {
        [cursor]: String(rows),
        ...(known === '' ? {} : { [lostCursor]: '' }),
        ...(isComplete ? { [FULL_READ_CURSOR]: today } : {}),
      },
    };
  }
  context.progress({ what: 'weeks', done: weeks.length, total: weeks.length });
  if (failure !== null) throw failure;
}

/** Reads one span, in halves where it is too full; returns the number of its rows. */
async function readSpan(
  http: Http,
  base: string,
  span: DaySpan,
  context: FetchContext,
  documents: RawDocument[],
): Promise<number> {
  const url = exportAddress(base, span);
  const response = await http.request(url, REQUEST_OPTIONS);
  const lines = countRows(response, span);
  const days = daysBetween(span.from, span.to) + 1;
  if (lines >= EXPORT_LIMIT && days > 1) {
    const middle = addDays(span.from, Math.ceil(days / 2) - 1);
    const later = await readSpan(http, base, { from: addDays(middle, 1), to: span.to }, context, documents);
    return later + (await readSpan(http, base, { from: span.from, to: middle }, context, documents));
  }
  if (lines === 0 && workingDays(span, localDate(se.timeZone, context.now)) >= 3)
    throw new SourceError(`FI answers no rows at all for ${span.from} to ${span.to}`, response.bytes);
  documents.push({
    key: span.from,
    kind: 'window',
    url,
    retrievedAt: context.now.toISOString(),
    bytes: response.bytes,
    metadata: { ...span, ...(lines >= EXPORT_LIMIT ? { cut: 'true' } : {}) },
  });
  return lines;
}

function countRows({ status, bytes }: HttpResponse, span: DaySpan): number {
  const period = `${span.from} to ${span.to}`;
  if (status !== 200)
    throw new SourceError(`FI answers ${status} for ${period}${refusalAdvice(status)}`, bytes);
  if (!isInsynsregister(bytes))
    throw new SourceError(`FI answers something other than its export for ${period}`, bytes);
  try {
    const { rows, lines, isTruncated } = readInsynsregister(bytes);
    if (isTruncated) throw new SourceError(`FI answers an export that breaks off for ${period}`, bytes);
    // The filingId begins with the Swedish day of publication.
    const stray = rows.find(
      ({ filingId }) => filingId.slice(0, 10) < span.from || filingId.slice(0, 10) > span.to,
    );
    if (isDoubled(rows)) throw new SourceError(`FI answers every row of ${period} twice`, bytes);
    if (stray) throw new SourceError(`FI answers other days than ${period}: ${stray.filingId}`, bytes);
    return lines;
  } catch (cause) {
    if (cause instanceof ParseError) throw new SourceError(cause.message, bytes);
    throw cause;
  }
}

/**
 * Two identical rows are two transactions, since nothing distinguishes them; but a window where all rows
 * repeat is a corrupt response.
 */
function isDoubled(rows: ReadonlyArray<{ filingId: string }>): boolean {
  const ids = new Set(rows.map(({ filingId }) => filingId));
  const again = rows.filter(({ filingId }) => ids.has(`${filingId}|2`)).length;
  const first = rows.filter(
    ({ filingId }) => !/\|\d+$/.test(filingId) || !ids.has(filingId.replace(/\|\d+$/, '')),
  );
  return first.length >= MIN_DOUBLED_ROWS && again === first.length;
}

function exportAddress(base: string, { from, to }: DaySpan): string {
  const query = new URLSearchParams({
    SearchFunctionType: 'Insyn',
    Utgivare: '',
    PersonILedandeStällningNamn: '',
    'Transaktionsdatum.From': '',
    'Transaktionsdatum.To': '',
    'Publiceringsdatum.From': from,
    'Publiceringsdatum.To': to,
    button: 'export',
  });
  return `${base}?${query}`;
}

function monday(day: string): string {
  return addDays(day, -weekday(day));
}

/** Weekdays of the span that are over. */
function workingDays({ from, to }: DaySpan, today: string): number {
  let days = 0;
  for (let day = from; day <= to && day < today; day = addDays(day, 1)) if (!isWeekend(day)) days++;
  return days;
}

/** Requests the rows that were published yesterday; a header without rows is enough. */
export async function* probeInsynsregister(http: Http, now: Date, base = ADDRESS): AsyncGenerator<Probe> {
  const yesterday = addDays(localDate(se.timeZone, now), -1);
  const url = exportAddress(base, { from: yesterday, to: yesterday });
  const { probe } = await runProbeStep(http, {
    what: 'export',
    url,
    run: async (client) => {
      const bytes = requireOk(await client.request(url, REQUEST_OPTIONS));
      if (!isInsynsregister(bytes)) throw new SourceError('no export header', bytes);
      return readInsynsregister(bytes).rows;
    },
    describe: (rows) => `export with ${rows.length} rows`,
  });
  yield probe;
}
