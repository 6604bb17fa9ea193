/** Schedules 13D and 13G, by any filter and in any order. */

import { issuerPage } from '../../../tools/contract/answer.js';
import type { Found } from '../../../tools/contract/reads/found.js';
import type { HolderSearch } from '../../../tools/contract/reads/holders.js';
import { HOLDER_LEVELS } from '../../../tools/contract/rules.js';
import { SerializedPageRows } from '../../../tools/contract/serialized-rows.js';
import type { MajorHolder } from '../../../tools/contract/shapes/holder.js';
import type { SqlValue } from '../../database/database.js';
import { addDays } from '../../dates.js';
import { crossingBit, HOLDER_FLAGS } from '../column-values.js';
import { cusipSubject, holderSubject } from '../holder-subjects.js';
import { type GenerationTables, placeholders } from '../question.js';
import { soundObject } from '../sound-json.js';
import { firstReadable, type RowReader } from '../unreadable-rows.js';
import { adderTo, type Condition } from './condition.js';
import { countMatches } from './count-matches.js';

import { behindPlace, type Order, orderColumns, orderText, reversed } from './feed-order.js';
import { issuerCodes } from './issuers.js';

/** A filing that is accepted in the evening has the date of the next business day. */
const DATED_LATER_DAYS = 7;

const BY_TIME: Order = [
  ['filed_at', 'DESC'],
  ['accession', 'ASC'],
];
/** An index of the table has each of them. */
const DESCENDING: Record<HolderSearch['sort'], Order> = {
  filed: BY_TIME,
  event: [['event_day', 'DESC'], ...BY_TIME],
  percent: [['"percent"', 'DESC'], ...BY_TIME],
  shares: [['shares', 'DESC'], ...BY_TIME],
};

type FoundScheduleColumns = [cik: string, accession: string, json: string];

const SCHEDULE_ROW: RowReader<FoundScheduleColumns, readonly [cik: string, json: string]> = {
  table: 'holder_filing',
  keyOf: ([, accession]) => accession,
  read: ([cik, , json]) => [cik, soundObject(json)],
};

export async function searchHolders(
  tables: GenerationTables,
  search: HolderSearch,
): Promise<Found<Omit<MajorHolder, 'url'>>> {
  const { current, currentValues } = tables;
  const ciks = await companiesOf(tables, search);
  if (ciks?.length === 0) return { rows: new SerializedPageRows<Omit<MajorHolder, 'url'>>([]), total: 0 };
  const { filter, values } = holderFilter(tables, search, ciks);
  const descending = DESCENDING[search.sort];
  const order = search.order === 'desc' ? descending : reversed(descending);
  const behind = behindPlace(order, search.after);
  // The rows are found and sorted by an index alone: the JSON of most of them is not read.
  const ask = (limit: number) =>
    tables.rows<FoundScheduleColumns>(
      `WITH places AS MATERIALIZED (
       SELECT cik, ${orderColumns(order)} FROM holder_filing WHERE ${filter}${behind.filter} ${current}
       ORDER BY ${orderText(order)} LIMIT ?)
     SELECT cik, accession, json FROM holder_filing WHERE (cik, accession) IN (SELECT cik, accession FROM places) ${current}
     ORDER BY ${orderText(order)}`,
      [...values, ...behind.values, ...currentValues, limit, ...currentValues],
    );
  const { rows, unreadable } = await firstReadable(tables, search.limit, ask, SCHEDULE_ROW);
  const isAll = search.after === undefined && rows.length < search.limit;
  return {
    rows: new SerializedPageRows(await withCompanies(tables, rows), unreadable),
    total: isAll
      ? rows.length + unreadable
      : await countMatches(tables, 'holder_filing', holderFilter(tables, search, ciks, true)),
  };
}

/** The companies of the requested symbols; null for all. */
async function companiesOf(
  tables: GenerationTables,
  { tickers, cik }: HolderSearch,
): Promise<string[] | null> {
  if (tickers.length === 0) return cik === null ? null : [cik];
  const named = await Promise.all(tickers.map((ticker) => issuerCodes(tables, { ticker })));
  const ciks = new Set(named.flatMap((one) => (one === null || one.cik === '' ? [] : [one.cik])));
  return [...ciks].filter((one) => cik === null || one === cik);
}

function holderFilter(
  { current, currentValues }: GenerationTables,
  search: HolderSearch,
  ciks: readonly string[] | null,
  isCount = false,
): Condition {
  const { eventSince, eventUntil, until } = search;
  const ofEvents = eventSince !== null || eventUntil !== null;
  // No event is counted from a day after the date of its filing, so earlier filings are left out unread.
  const first = eventSince === null ? '' : addDays(eventSince, -DATED_LATER_DAYS);
  const since = [search.since ?? '', first].sort().at(-1) as string;
  // All of them are counted in the index of events alone: `|| ''` excludes that of filing times, which does not have their days.
  const parts = [`filed_at${ofEvents && isCount ? " || ''" : ''} BETWEEN ? AND ?`];
  const values: SqlValue[] = [since, until];
  const add = adderTo(parts, values);
  if (ciks !== null) add(`cik IN (${placeholders(ciks)})`, ...ciks);
  if (eventSince !== null) add('event_day >= ?', eventSince);
  if (eventUntil !== null) add('event_day <= ?', eventUntil);
  const subjects = [
    ...(search.holder === null ? [] : [holderSubject(search.holder)]),
    ...(search.cusip === null ? [] : [cusipSubject(search.cusip)]),
  ];
  for (const subject of subjects)
    add(
      `(cik, accession) IN (SELECT cik, accession FROM holder_subject WHERE subject = ? ${current})`,
      subject,
      ...currentValues,
    );
  if (search.minPercent > 0) add('"percent" >= ?', search.minPercent);
  for (const condition of flagConditions(search)) add(condition);
  return { filter: parts.join(' AND '), values };
}

function flagConditions({ type, list, crossing, direction }: HolderSearch): string[] {
  const conditions: string[] = [];
  if (type !== null) conditions.push(`(flags & ${HOLDER_FLAGS[type]}) <> 0`);
  if (list === 'current')
    conditions.push(`(flags & ${HOLDER_FLAGS.current | HOLDER_FLAGS.below}) = ${HOLDER_FLAGS.current}`);
  if (crossing === null) return conditions;
  const directions = direction === null ? (['up', 'down'] as const) : [direction];
  const bits = HOLDER_LEVELS.flatMap((level, at) =>
    crossing === 'any' || crossing === level ? directions.map((one) => crossingBit(at, one)) : [],
  );
  return [...conditions, `(flags & ${bits.reduce((all, bit) => all | bit, 0)}) <> 0`];
}

/** The rows with the symbol of each company and its page; a company that nothing else names has only its list. */
async function withCompanies(
  tables: GenerationTables,
  found: ReadonlyArray<readonly [cik: string, json: string]>,
): Promise<Array<readonly [json: string, page: string]>> {
  const ciks = [...new Set(found.map(([cik]) => cik))];
  const known =
    ciks.length === 0
      ? []
      : await tables.rows<[cik: string, ticker: string]>(
          `SELECT cik, ticker FROM issuer WHERE cik IN (${placeholders(ciks)}) ${tables.current}`,
          [...ciks, ...tables.currentValues],
        );
  const tickers = new Map(known);
  return found.map(([cik, json]) => {
    const ticker = tickers.get(cik);
    const page = ticker === undefined ? `/major-holders?cik=${cik}` : issuerPage(ticker, cik);
    const symbol = ticker === undefined || ticker === '' ? null : ticker;
    return [`${json.slice(0, -1)},"ticker":${JSON.stringify(symbol)}}`, page] as const;
  });
}
