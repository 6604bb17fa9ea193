/** The feed: open-market Form 4 rows, newest filing first, and the sums of all that match. */

import type { FilingsQuery, FilingTotals } from '../../../tools/contract/reads/filings.js';
import { SerializedPageRows } from '../../../tools/contract/serialized-rows.js';
import type { FilingFacts } from '../../../tools/contract/shapes/filing.js';
import { tickerBase } from '../../../tools/contract/ticker.js';
import { type GenerationTables, placeholders } from '../question.js';
import { firstReadable } from '../unreadable-rows.js';
import type { Condition } from './condition.js';
import { hundredthsOf, sumMatches } from './feed-filter.js';
import { behindPlace, FEED_ORDER } from './feed-order.js';
import { FEED_ROW, FEED_ROW_COLUMNS, type FeedRowColumns } from './feed-rows.js';
import { totalsOfDays, withRest } from './filing-days.js';

/**
 * Up to this many rows of a code are selected by value and sorted; if more match, walking by time finds them sooner.
 */
export const RARE_ROW_LIMIT = 2_500;

export async function latestFilings(
  tables: GenerationTables,
  question: FilingsQuery,
): Promise<SerializedPageRows<FilingFacts>> {
  if (question.codes.length === 0 || question.ticker === '') return new SerializedPageRows([]);
  const { filter, values } = await rowFilter(tables, question);
  const behind = behindPlace(FEED_ORDER, question.after);
  const ask = (limit: number) =>
    tables.rows<FeedRowColumns>(
      `SELECT ${FEED_ROW_COLUMNS} FROM filing WHERE ${filter}${behind.filter} ${tables.current}
       ORDER BY filed_at DESC, accession, "row" LIMIT ?`,
      [...values, ...behind.values, ...tables.currentValues, limit],
    );
  const { rows, unreadable } = await firstReadable(tables, question.limit, ask, FEED_ROW);
  return new SerializedPageRows(rows, unreadable);
}

/** All rows that match: whole days from memory, what remains from one index and without the rows behind it. */
export async function filingTotals(
  tables: GenerationTables,
  question: Omit<FilingsQuery, 'limit'>,
): Promise<FilingTotals> {
  if (question.codes.length === 0 || question.ticker === '') return { rows: 0, purchases: 0, sales: 0 };
  const minCents = hundredthsOf(question.minValue);
  const isWhole = question.ticker === null && question.cik === undefined;
  const days = isWhole
    ? await totalsOfDays(tables, 'filing', { ...question, minCents, maxCents: null, flags: null })
    : null;
  const totals =
    days === null
      ? await sumMatches(tables, 'filing', await rowFilter(tables, question))
      : await withRest(days, (since) =>
          sumMatches(tables, 'filing', byTime({ ...question, since }, minCents)),
        );
  return { rows: totals.rows, purchases: totals.purchases / 100, sales: totals.sales / 100 };
}

/**
 * The condition, written so that the suitable index is used: `|| ''` and `+ 0` exclude a column from the choice of
 * index and change nothing else.
 */
async function rowFilter(
  tables: GenerationTables,
  { codes, since, until, minValue, ticker, cik }: Omit<FilingsQuery, 'limit'>,
): Promise<Condition> {
  const places = placeholders(codes);
  const time = 'filed_at BETWEEN ? AND ?';
  const rest = `code || '' IN (${places}) AND cents + 0 >= ?`;
  const minCents = hundredthsOf(minValue);
  if (cik !== undefined)
    return { filter: `cik = ? AND ${time} AND ${rest}`, values: [cik, since, until, ...codes, minCents] };
  if (ticker !== null) {
    const symbol = ticker.toUpperCase();
    const base = tickerBase(symbol);
    const exact = base === symbol ? '' : ' AND ticker = ?';
    return {
      filter: `ticker_base = ? AND ${time} AND ${rest}${exact}`,
      values: [base, since, until, ...codes, minCents, ...(base === symbol ? [] : [symbol])],
    };
  }
  if (minValue > 0 && (await isRare(tables, codes, minCents)))
    return {
      filter: `code IN (${places}) AND cents >= ? AND filed_at || '' BETWEEN ? AND ?`,
      values: [...codes, minCents, since, until],
    };
  return byTime({ since, until, codes }, minCents);
}

function byTime(
  { since, until, codes }: Pick<FilingsQuery, 'since' | 'until' | 'codes'>,
  minCents: number,
): Condition {
  const places = placeholders(codes);
  return {
    filter: `filed_at BETWEEN ? AND ? AND code || '' IN (${places}) AND cents + 0 >= ?`,
    values: [since, until, ...codes, minCents],
  };
}

/** Whether few rows have one of the codes and that value: by the largest values of each code, looked up once. */
export async function isRare(
  tables: GenerationTables,
  codes: readonly string[],
  minCents: number,
): Promise<boolean> {
  for (const code of codes) {
    const [common] = await tables.memoised(`common value ${code}`, () =>
      tables.rows<[cents: number]>(
        `SELECT cents FROM filing WHERE code = ? ${tables.current} ORDER BY cents DESC LIMIT 1 OFFSET ?`,
        [code, ...tables.currentValues, RARE_ROW_LIMIT],
      ),
    );
    if (common !== undefined && minCents <= common[0]) return false;
  }
  return true;
}
