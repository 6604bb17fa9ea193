/** One request an hour for the whole DealingsInfo database (about twelve months of notifications). */

import { de } from '../../../../tools/contract/markets/de.js';
import { localDate } from '../../../dates.js';
import { requireOk, runProbeStep } from '../../http/probe-step.js';
import { refusalAdvice } from '../../http/refusal-advice.js';
import {
  type Batch,
  type FetchContext,
  type Http,
  ParseError,
  type Probe,
  type RawDocument,
  SourceError,
} from '../../register.js';
import { hasLostRows, lossOf } from '../lost-rows.js';
import { type DealingsInfo, isDealingsInfo, readDealingsInfo } from './parse.js';

export const ADDRESS = 'https://portal.mvp.bafin.de/database/DealingsInfo/sucheForm.do';

/** Cursor: how many rows the last good response had for each month of publication, as JSON. */
const ROWS_CURSOR = 'rows';
/** Cursor: the German day on which a loss of rows was first seen; '' if none is seen. */
const LOST_CURSOR = 'lost';
/** The oldest month or two disappear day by day. */
const COMPLETE_MONTHS = 10;

/**
 * The export of all issuers or, for the probe, of one. Without both export parameters the portal returns a
 * page.
 */
function exportAddress(base: string, isin = ''): string {
  const query = new URLSearchParams({
    meldepflichtigerName: '',
    zeitraum: '0',
    zeitraumVon: '',
    zeitraumBis: '',
    emittentButton: 'Suche Emittent',
    emittentName: '',
    emittentIsin: isin,
    'd-4000784-e': '1',
    '6578706f7274': '1',
  });
  return `${base}?${query}`;
}

/** The portal folds one of its response headers, which only the lenient parser accepts. */
const REQUEST_OPTIONS = {
  lenientHeaders: true,
  headers: { 'accept-encoding': 'identity', 'accept-language': 'de' },
} as const;

export async function* fetchDealingsInfo(
  http: Http,
  context: FetchContext,
  base = ADDRESS,
): AsyncGenerator<Batch> {
  const url = exportAddress(base);
  context.progress({ what: 'exports', done: 0, total: 1 });
  const response = await http.request(url, REQUEST_OPTIONS);
  if (response.status !== 200)
    throw new SourceError(
      `BaFin answers ${response.status}${refusalAdvice(response.status)}`,
      response.bytes,
    );
  if (!isDealingsInfo(response.bytes))
    throw new SourceError('BaFin answers something other than its export', response.bytes);
  const { rows, isTruncated } = parseOrSourceError(response.bytes);
  if (isTruncated) throw new SourceError('BaFin answers an export that breaks off', response.bytes);
  // The database is never empty. It holds twelve months, so rows of whole months since then must still be there.
  const until = addMonths(context.now, -COMPLETE_MONTHS);
  const stored: unknown = JSON.parse(context.crawlState.cursor(ROWS_CURSOR) ?? '{}');
  // A bare number was written by an earlier version: the rows of all months.
  const before = typeof stored === 'number' ? stored : rowsSince(stored as Record<string, number>, until);
  const months = byMonth(rows);
  const now = typeof stored === 'number' ? rows.length : rowsSince(months, until);
  if (rows.length === 0) throw new SourceError('BaFin answers a database without rows', response.bytes);
  const known = context.crawlState.cursor(LOST_CURSOR) ?? '';
  const loss = hasLostRows(now, before) ? lossOf(known, localDate(de.timeZone, context.now)) : null;
  const sentence = `BaFin answers ${now} rows where there were ${before}`;
  if (loss?.isBelieved === false)
    throw new SourceError(sentence, response.bytes, { [LOST_CURSOR]: loss.since });
  const document: RawDocument = {
    key: 'database',
    kind: 'export',
    url,
    retrievedAt: context.now.toISOString(),
    bytes: response.bytes,
    metadata: { scope: 'all' },
  };
  context.progress({ what: 'exports', done: 1, total: 1 });
  yield {
    documents: [document],
    warnings: loss === null ? [] : [{ kind: 'rows-withdrawn', detail: sentence, where: 'database' }],
    cursors: { [ROWS_CURSOR]: JSON.stringify(months), ...(known === '' ? {} : { [LOST_CURSOR]: '' }) },
  };
}

/** Rows by month of publication, YYYY-MM. */
function byMonth(rows: DealingsInfo['rows']): Record<string, number> {
  const months: Record<string, number> = {};
  for (const { publicationAt } of rows) {
    const month = publicationAt.slice(0, 7);
    months[month] = (months[month] ?? 0) + 1;
  }
  return months;
}

function rowsSince(months: Record<string, number>, first: string): number {
  return Object.entries(months).reduce((sum, [month, rows]) => (month >= first ? sum + rows : sum), 0);
}

/** The month (YYYY-MM) that is `months` after that of `now`. */
function addMonths(now: Date, months: number): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1)).toISOString().slice(0, 7);
}

function parseOrSourceError(bytes: Buffer): DealingsInfo {
  try {
    return readDealingsInfo(bytes);
  } catch (cause) {
    if (cause instanceof ParseError) throw new SourceError(cause.message, bytes);
    throw cause;
  }
}

/** Requests the notifications of one issuer: a header without rows is enough. */
export async function* probeDealingsInfo(http: Http, base = ADDRESS): AsyncGenerator<Probe> {
  const url = exportAddress(base, 'DE0007164600');
  const { probe } = await runProbeStep(http, {
    what: 'export',
    url,
    run: async (client) => {
      const bytes = requireOk(await client.request(url, REQUEST_OPTIONS));
      if (!isDealingsInfo(bytes)) throw new SourceError('no export header', bytes);
      return readDealingsInfo(bytes).rows;
    },
    describe: (rows) => `export with ${rows.length} rows`,
  });
  yield probe;
}
