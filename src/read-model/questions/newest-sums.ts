/**
 * The newest sums of filings that match a search, for groups that are added up from them. Over all issuers and people they
 * come from memory, ten days at a time: rows of an index take five times as long for each question. An earlier generation has
 * those of the newest one that were there already, and those that ended since then.
 */

import { addDays, isCalendarDate } from '../../dates.js';
import type { GenerationTables, NewestTables } from '../question.js';
import { feedFilter, matchingFlags, type ReadSearch } from './feed-filter.js';
import { narrowDriver } from './filing-search.js';
import { flagMarks, spanAfter, spansOf, tablesInMemory } from './spans-in-memory.js';

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
  /** The generation since which each sum is there. */
  since: Int32Array;
}

type SumRow = [
  filedAt: string,
  cents: number,
  traded: string,
  ownerCik: string,
  cik: string,
  code: string,
  flags: number,
  ticker: string,
  shares: number,
  since: number,
];
const SPAN_COLUMNS = 'filed_at, cents, traded, owner_cik, cik, code, flags, ticker_base, shares, valid_from';

/** At most `most`, newest first. Bounds of values are left to the caller: they are those of groups. */
export async function newestSums(
  tables: GenerationTables,
  search: ReadSearch,
  most: number,
): Promise<SumHeads> {
  const [first, last] = [search.since.slice(0, 10), search.until.slice(0, 10)];
  const kept = tablesInMemory(tables);
  const isWide = kept !== null && narrowDriver(search) === null && isCalendarDate(last);
  const starts = isWide ? spansOf(first, addDays(last, 1)) : null;
  if (starts === null || kept === null) return storedSums(tables, search, most);
  const ended = spanFrom(kept.newest === null ? [] : await endedSums(tables, kept.newest, search, most));
  const wanted: WantedSums = {
    ...search,
    generation: kept.generation,
    hasFlags: flagMarks(matchingFlags(search)),
    most,
  };
  const found = noSums();
  let next = 0;
  for (const start of starts.reverse()) {
    const span = await kept.tables.memoised(`sums from ${start}`, () => readSpan(kept.tables, start));
    let place = 0;
    for (; (ended.filedAt[next] ?? '') >= start; next += 1) {
      // There is one: behind the last, the condition is false.
      const end = placeBelow(span.filedAt, ended.filedAt[next] as string, place);
      addMatches(found, span, [place, end], wanted);
      addMatches(found, ended, [next, next + 1], wanted);
      place = end;
    }
    addMatches(found, span, [place, span.filedAt.length], wanted);
    if (found.filedAt.length === most) break;
  }
  return found;
}

/** The first place from `from` on whose moment is before `moment`, newest first. */
function placeBelow(moments: readonly string[], moment: string, from: number): number {
  let place = from;
  // A place below the length has a moment.
  while (place < moments.length && (moments[place] as string) >= moment) place += 1;
  return place;
}

/** The sums of an earlier generation that match and that the newest one does not have, newest first. What ended later is in its memory. */
function endedSums(
  { rows, history }: GenerationTables,
  newest: NewestTables,
  search: ReadSearch,
  most: number,
): Promise<SumRow[]> {
  const { filter, values } = feedFilter(search, 'time', false);
  return rows<SumRow>(
    `SELECT ${SPAN_COLUMNS} FROM ${newest.ended('filing_sum')} WHERE ${filter}
     AND valid_from <= ? AND valid_to > ? AND valid_to <= ? ORDER BY filed_at DESC LIMIT ?`,
    [...values, history.last, history.last, newest.number, most],
  );
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
  const rows = await tables.rows<SumRow>(
    `SELECT ${SPAN_COLUMNS} FROM filing_sum
     WHERE filed_at >= ? AND filed_at < ? ${tables.current} ORDER BY filed_at DESC`,
    [start, spanAfter(start), ...tables.currentValues],
  );
  return spanFrom(rows);
}

function spanFrom(rows: readonly SumRow[]): SumSpan {
  // One text for all rows that have it.
  const texts = new Map<string, string>();
  const kept = (text: string) => {
    const known = texts.get(text) ?? text;
    texts.set(text, known);
    return known;
  };
  return {
    filedAt: rows.map(([filedAt]) => kept(filedAt)),
    cents: Float64Array.from(rows, ([, cents]) => cents),
    traded: rows.map(([, , traded]) => kept(traded)),
    ownerCik: rows.map(([, , , ownerCik]) => kept(ownerCik)),
    cik: rows.map(([, , , , cik]) => kept(cik)),
    code: rows.map(([, , , , , code]) => kept(code)),
    flags: Uint8Array.from(rows, ([, , , , , , flags]) => flags),
    ticker: rows.map((row) => kept(row[7])),
    shares: Float64Array.from(rows, (row) => row[8]),
    since: Int32Array.from(rows, (row) => row[9]),
  };
}

/** Which sums are added. */
interface WantedSums extends Pick<ReadSearch, 'since' | 'until' | 'codes' | 'sort'> {
  /** 1 for each value of `flags` that matches. */
  hasFlags: Uint8Array;
  /** Only sums that were there in this generation; infinite for all. */
  generation: number;
  most: number;
}

/** Adds those of the places `from` to before `to` that match. */
function addMatches(
  found: SumHeads,
  span: SumSpan,
  [from, to]: readonly [from: number, to: number],
  { since, until, codes, sort, hasFlags, generation, most }: WantedSums,
): void {
  for (let at = from; at < to && found.filedAt.length < most; at += 1) {
    // The lists have the same length.
    const filedAt = span.filedAt[at] as string;
    const code = span.code[at] as 'P' | 'S';
    if (filedAt > until || !codes.includes(code)) continue;
    if (filedAt < since) return;
    // As above, also below.
    if (hasFlags[span.flags[at] as number] === 0 || (span.since[at] as number) > generation) continue;
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
