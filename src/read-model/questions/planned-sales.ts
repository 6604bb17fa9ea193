/** Planned sales by any filter and in any order. */

import type { ListPlace } from '../../../tools/contract/place.js';
import type {
  FoundPlannedSales,
  PlannedSaleProgress,
  PlannedSaleSearch,
} from '../../../tools/contract/reads/planned-sales.js';
import { SerializedPageRows } from '../../../tools/contract/serialized-rows.js';
import type { PlannedSaleFacts, PlannedSaleStatus } from '../../../tools/contract/shapes/planned-sale.js';
import type { SqlValue } from '../../database/database.js';
import { PLANNED_SALE_FLAGS as FLAGS } from '../column-values.js';
import type { GenerationTables } from '../question.js';
import { soundObject } from '../sound-json.js';
import { firstReadable, type RowReader } from '../unreadable-rows.js';
import { adderTo, type Condition } from './condition.js';
import { countMatches } from './count-matches.js';
import { hundredthsOf, tickerFilter } from './feed-filter.js';
import { behindPlace, type Order, orderColumns, orderText, reversed } from './feed-order.js';
import { cikOfSlug } from './insider-cik.js';

/** Newest notice first. Every order ends in it, so that it is total. */
const BY_FILING: Order = [
  ['filed_at', 'DESC'],
  ['accession', 'ASC'],
];
const DESCENDING: Record<PlannedSaleSearch['sort'], Order> = {
  filed: BY_FILING,
  sale_date: [['sale_date', 'DESC'], ...BY_FILING],
  value: [['cents', 'DESC'], ...BY_FILING],
};

/** What finds the rows: the first column of the index that the engine shall read. */
type NoticeDriver = 'owner' | 'cik' | 'ticker' | PlannedSaleSearch['sort'];

type FoundNoticeColumns = [
  flags: number,
  windowEnds: string,
  page: string,
  json: string,
  ...place: ListPlace,
];

const NOTICE_ROW: RowReader<FoundNoticeColumns, FoundNoticeColumns> = {
  table: 'planned_sale',
  // Every order ends in the accession number.
  keyOf: (row) => String(row.at(-1)),
  read(row) {
    soundObject(row[3]);
    return row;
  },
};

export async function plannedSales(
  tables: GenerationTables,
  search: PlannedSaleSearch,
): Promise<FoundPlannedSales> {
  const ownerCik = search.ownerCik ?? (search.owner === null ? null : await cikOfSlug(tables, search.owner));
  const none = { rows: new SerializedPageRows<PlannedSaleFacts>([]), progress: [], total: 0 };
  if (ownerCik === null && search.owner !== null) return none;
  const narrow = narrowDriver(search, ownerCik);
  const { filter, values } = noticeFilter(search, ownerCik, narrow ?? search.sort);
  const { current, currentValues } = tables;
  const order = search.order === 'desc' ? DESCENDING[search.sort] : reversed(DESCENDING[search.sort]);
  const behind = behindPlace(order, search.after);
  const ask = (limit: number) =>
    tables.rows<FoundNoticeColumns>(
      `SELECT flags, window_ends, page, json, ${orderColumns(order)} FROM planned_sale WHERE ${filter}${behind.filter} ${current}
       ORDER BY ${orderText(order)} LIMIT ?`,
      [...values, ...behind.values, ...currentValues, limit],
    );
  const { rows, unreadable } = await firstReadable(tables, search.limit, ask, NOTICE_ROW);
  const isAll = search.after === undefined && rows.length < search.limit;
  return {
    rows: new SerializedPageRows<PlannedSaleFacts>(
      rows.map(([, , page, json]) => [json, page]),
      unreadable,
    ),
    progress: rows.map(([flags, windowEnds]) => progressOf(flags, windowEnds)),
    total: isAll
      ? rows.length + unreadable
      : await countMatches(tables, 'planned_sale', noticeFilter(search, ownerCik, narrow ?? 'filed')),
  };
}

function progressOf(flags: number, windowEnds: string): PlannedSaleProgress {
  const has = (bit: number) => (flags & bit) !== 0;
  return {
    isAmended: has(FLAGS.amended),
    sold: has(FLAGS.sold) ? 'all' : has(FLAGS.partlySold) ? 'part' : 'none',
    isFindable: has(FLAGS.findable),
    windowEnds,
  };
}

function narrowDriver({ cik, tickers }: PlannedSaleSearch, ownerCik: string | null): NoticeDriver | null {
  if (ownerCik !== null) return 'owner';
  if (cik !== null) return 'cik';
  return tickers.length > 0 ? 'ticker' : null;
}

/** `|| ''` and `+ 0` exclude a column from the choice of index and change nothing else. */
function noticeFilter(search: PlannedSaleSearch, ownerCik: string | null, driver: NoticeDriver): Condition {
  const isByTime = driver !== 'sale_date' && driver !== 'value';
  const parts = [`${isByTime ? 'filed_at' : "filed_at || ''"} BETWEEN ? AND ?`];
  const values: SqlValue[] = [search.since, search.until];
  const add = adderTo(parts, values);
  if (ownerCik !== null) add('owner_cik = ?', ownerCik);
  if (search.cik !== null) add(driver === 'cik' ? 'cik = ?' : "cik || '' = ?", search.cik);
  if (search.tickers.length > 0) {
    const symbols = tickerFilter(search.tickers, driver === 'ticker' ? 'ticker' : 'none');
    add(symbols.filter, ...symbols.values);
  }
  if (search.planned !== 'all') add(`(flags & ${FLAGS.planned}) ${search.planned === 'only' ? '<>' : '='} 0`);
  // An unknown value has no place in an order.
  const minCents = Math.max(hundredthsOf(search.minValue), 0);
  if (search.minValue > 0 || search.sort === 'value')
    add(`${driver === 'value' ? 'cents' : 'cents + 0'} >= ?`, minCents);
  if (search.sort === 'sale_date') add(`${driver === 'sale_date' ? 'sale_date' : "sale_date || ''"} > ''`);
  const statuses = statusFilter(search);
  add(statuses.filter, ...statuses.values);
  return { filter: parts.join(' AND '), values };
}

/** The rules of `statusOf`, for the engine. */
function statusFilter({ statuses, today, isForm4Whole }: PlannedSaleSearch): Condition {
  const noSale = `(flags & ${FLAGS.amended | FLAGS.sold | FLAGS.partlySold}) = 0`;
  const isReported = isForm4Whole ? `(flags & ${FLAGS.findable}) <> 0` : '1 = 0';
  const bit = (flag: number) => `(flags & ${FLAGS.amended | flag}) = ${flag}`;
  const conditions: Record<PlannedSaleStatus, readonly [string, ...SqlValue[]]> = {
    amended: [bit(FLAGS.amended)],
    sold: [bit(FLAGS.sold)],
    partly_sold: [bit(FLAGS.partlySold)],
    unknown: [`${noSale} AND NOT (${isReported})`],
    open: [`${noSale} AND ${isReported} AND window_ends >= ?`, today],
    lapsed: [`${noSale} AND ${isReported} AND window_ends < ?`, today],
  };
  const wanted = statuses.map((status) => conditions[status]);
  return {
    filter: `(${wanted.map(([condition]) => `(${condition})`).join(' OR ')})`,
    values: wanted.flatMap(([, ...values]) => values),
  };
}
