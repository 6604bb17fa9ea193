/**
 * The newest sums of filings that match a search, for groups that are added up from them. Over all issuers and people they
 * come from memory, ten days at a time: rows of an index take five times as long for each question.
 */

import { setImmediate } from 'node:timers/promises';
import { addDays, isCalendarDate } from '../../dates.js';
import type { GenerationTables } from '../question.js';
import { feedFilter, matchingFlags, type ReadSearch } from './feed-filter.js';
import { spanAfter, spansOf } from './filing-days.js';
import { narrowDriver } from './filing-search.js';

/** What groups are made of: the values of each column, newest first. An object for each sum would be half of the time of an answer. */
export interface SumHeads {
  filedAt: string[];
  cents: number[];
  /** In ten-thousandths. */
  shares: number[];
  /** The symbol without its class. */
  ticker: string[];
  /** The date of the last trade. */
  traded: string[];
  ownerCik: string[];
  cik: string[];
  code: string[];
}

/** The sums of ten days, newest first: the values of each column. */
interface SumSpan {
  filedAt: string[];
  traded: string[];
  ownerCik: string[];
  cik: string[];
  code: string[];
  ticker: string[];
  cents: Float64Array;
  shares: Float64Array;
  flags: Uint8Array;
}

/** At most `most`, newest first. Bounds of values are left to the caller: they are those of groups. */
export async function newestSums(
  tables: GenerationTables,
  search: ReadSearch,
  most: number,
): Promise<SumHeads> {
  const [first, last] = [search.since.slice(0, 10), search.until.slice(0, 10)];
  const isWide = !tables.isPast && narrowDriver(search) === null && isCalendarDate(last);
  const starts = isWide ? spansOf(first, addDays(last, 1)) : null;
  if (starts === null) return storedSums(tables, search, most);
  const found = noSums();
  for (const start of starts.reverse()) {
    const span = await tables.memoised(`sums from ${start}`, () => readSpan(tables, start));
    addMatches(found, span, search, most);
    if (found.filedAt.length === most) break;
  }
  return found;
}

const noSums = (): SumHeads => ({
  filedAt: [],
  cents: [],
  shares: [],
  ticker: [],
  traded: [],
  ownerCik: [],
  cik: [],
  code: [],
});

async function storedSums(tables: GenerationTables, search: ReadSearch, most: number): Promise<SumHeads> {
  const { filter, values } = feedFilter(search, narrowDriver(search) ?? 'time', false);
  const rows = await tables.rows<[string, number, string, string, string, string, string, number]>(
    `SELECT filed_at, cents, traded, owner_cik, cik, code, ticker_base, shares, accession, "row" FROM filing_sum WHERE ${filter} ${tables.current}
     ORDER BY filed_at DESC, accession, "row" LIMIT ?`,
    [...values, ...tables.currentValues, most],
  );
  return {
    filedAt: rows.map(([filedAt]) => filedAt),
    cents: rows.map(([, cents]) => cents),
    traded: rows.map(([, , traded]) => traded),
    ownerCik: rows.map(([, , , ownerCik]) => ownerCik),
    cik: rows.map(([, , , , cik]) => cik),
    code: rows.map(([, , , , , code]) => code),
    ticker: rows.map((row) => row[6]),
    shares: rows.map((row) => row[7]),
  };
}

async function readSpan(tables: GenerationTables, start: string): Promise<SumSpan> {
  const rows = await tables.rows<
    [string, number, string, string, string, string, flags: number, ticker: string, shares: number]
  >(
    `SELECT filed_at, cents, traded, owner_cik, cik, code, flags, ticker_base, shares FROM filing_sum
     WHERE filed_at >= ? AND filed_at < ? ${tables.current} ORDER BY filed_at DESC`,
    [start, spanAfter(start), ...tables.currentValues],
  );
  // One text for all rows that have it.
  const texts = new Map<string, string>();
  const kept = (text: string) => {
    const known = texts.get(text) ?? text;
    texts.set(text, known);
    return known;
  };
  const span = {
    filedAt: rows.map(([filedAt]) => kept(filedAt)),
    cents: Float64Array.from(rows, ([, cents]) => cents),
    traded: rows.map(([, , traded]) => kept(traded)),
    ownerCik: rows.map(([, , , ownerCik]) => kept(ownerCik)),
    cik: rows.map(([, , , , cik]) => kept(cik)),
    code: rows.map(([, , , , , code]) => kept(code)),
    ticker: rows.map((row) => kept(row[7])),
    shares: Float64Array.from(rows, (row) => row[8]),
    flags: Uint8Array.from(rows, ([, , , , , , flags]) => flags),
  };
  // Other requests are answered between two spans.
  await setImmediate();
  return span;
}

function addMatches(found: SumHeads, span: SumSpan, search: ReadSearch, most: number): void {
  const { since, until, codes, sort } = search;
  const flags = matchingFlags(search);
  const hasFlags = new Uint8Array(256).fill(flags === null ? 1 : 0);
  for (const one of flags ?? []) hasFlags[one] = 1;
  for (let at = 0; at < span.filedAt.length && found.filedAt.length < most; at += 1) {
    // The lists have the same length.
    const filedAt = span.filedAt[at] as string;
    const code = span.code[at] as 'P' | 'S';
    if (filedAt > until || !codes.includes(code)) continue;
    if (filedAt < since) return;
    // As above, also below.
    if (hasFlags[span.flags[at] as number] === 0) continue;
    const ticker = span.ticker[at] as string;
    // Without a symbol it has no place among symbols.
    if (sort === 'ticker' && ticker === '') continue;
    found.filedAt.push(filedAt);
    found.ticker.push(ticker);
    found.cents.push(span.cents[at] as number);
    found.shares.push(span.shares[at] as number);
    found.traded.push(span.traded[at] as string);
    found.ownerCik.push(span.ownerCik[at] as string);
    found.cik.push(span.cik[at] as string);
    found.code.push(code);
  }
}
