/** Rows of Forms 3 and 5 by any filter and in any order, and what a person owns. */

import type { Form35Search } from '../../../tools/contract/reads/filings.js';
import type { Found } from '../../../tools/contract/reads/found.js';
import { SerializedPageRows } from '../../../tools/contract/serialized-rows.js';
import type { OwnedLines } from '../../../tools/contract/shapes/owned-line.js';
import type { OwnershipFacts } from '../../../tools/contract/shapes/ownership-row.js';
import type { SqlValue } from '../../database/database.js';
import { FLAGS } from '../column-values.js';
import { unpackOwnedLines } from '../packed-owned-lines.js';
import { type GenerationTables, placeholders } from '../question.js';
import { soundObject } from '../sound-json.js';
import { firstReadable, type RowReader, readableRecord } from '../unreadable-rows.js';
import { adderTo, type Condition } from './condition.js';
import { countMatches } from './count-matches.js';
import { hundredthsOf, tickerFilter } from './feed-filter.js';
import { behindPlace, orderText } from './feed-order.js';
import { orderOf } from './filing-search.js';
import { cikOfSlug } from './insider-cik.js';

/** What finds the rows: the first column of an index. */
type Form35Driver = 'owner' | 'cik' | 'ticker' | 'time';

type Form35Columns = [accession: string, row: number, page: string, json: string];

const FORM35_ROW: RowReader<Form35Columns, readonly [json: string, page: string]> = {
  table: 'form35_row',
  keyOf: ([accession, row]) => `${accession}-${row}`,
  read: ([, , page, json]) => [soundObject(json), page],
};

export async function searchForm35(
  tables: GenerationTables,
  search: Form35Search,
): Promise<Found<OwnershipFacts>> {
  const { current, currentValues } = tables;
  const none = { rows: new SerializedPageRows<OwnershipFacts>([]), total: 0 };
  const ownerCik = search.owner === null ? null : await cikOfSlug(tables, search.owner);
  if (search.forms.length === 0 || search.since > search.until) return none;
  if (search.owner !== null && ownerCik === null) return none;
  const { filter, values } = form35Filter(search, ownerCik);
  const order = orderOf(search);
  const behind = behindPlace(order, search.after);
  const ask = (limit: number) =>
    tables.rows<Form35Columns>(
      `SELECT accession, "row", page, json FROM form35_row WHERE ${filter}${behind.filter} ${current}
       ORDER BY ${orderText(order)} LIMIT ?`,
      [...values, ...behind.values, ...currentValues, limit],
    );
  const { rows, unreadable } = await firstReadable(tables, search.limit, ask, FORM35_ROW);
  const isAll = search.after === undefined && rows.length < search.limit;
  return {
    rows: new SerializedPageRows<OwnershipFacts>(rows, unreadable),
    total: isAll ? rows.length + unreadable : await countMatches(tables, 'form35_row', { filter, values }),
  };
}

function driverOf({ cik, tickers }: Form35Search, ownerCik: string | null): Form35Driver {
  if (ownerCik !== null) return 'owner';
  if (cik !== null) return 'cik';
  return tickers.length > 0 ? 'ticker' : 'time';
}

/** `|| ''` and `+ 0` exclude a column from the choice of index and change nothing else. */
function form35Filter(search: Form35Search, ownerCik: string | null): Condition {
  const driver = driverOf(search, ownerCik);
  const parts = ['filed_at BETWEEN ? AND ?'];
  const values: SqlValue[] = [search.since, search.until];
  const add = adderTo(parts, values);
  if (ownerCik !== null) add('owner_cik = ?', ownerCik);
  if (search.cik !== null) add(driver === 'cik' ? 'cik = ?' : "cik || '' = ?", search.cik);
  if (search.tickers.length > 0) {
    const symbols = tickerFilter(search.tickers, driver === 'ticker' ? 'ticker' : 'none');
    add(symbols.filter, ...symbols.values);
  }
  add(`form || '' IN (${placeholders(search.forms)})`, ...search.forms);
  if (search.codes !== null) add(`code || '' IN (${placeholders(search.codes)})`, ...search.codes);
  // A row of unknown value has no place in a bound or an order of values.
  const minCents = Math.max(hundredthsOf(search.minValue), 0);
  if (search.minValue > 0 || search.maxValue !== null || search.sort === 'value')
    add('cents + 0 >= ?', minCents);
  if (search.maxValue !== null) add('cents + 0 <= ?', Math.floor(Number((search.maxValue * 100).toFixed(4))));
  if (search.sort === 'traded') add("traded || '' > ''");
  if (search.role !== null) add(`(flags & ${FLAGS[search.role]}) <> 0`);
  if (search.planned !== 'all') add(`(flags & ${FLAGS.planned}) ${search.planned === 'only' ? '<>' : '='} 0`);
  return { filter: parts.join(' AND '), values };
}

export async function ownedLines(
  tables: GenerationTables,
  { slug }: { slug: string },
): Promise<OwnedLines | null> {
  const cik = await cikOfSlug(tables, slug);
  if (cik === null) return null;
  const [stored] = await tables.rows<[total: number, packed: string]>(
    `SELECT total, packed FROM owned_lines WHERE cik = ? ${tables.current}`,
    [cik, ...tables.currentValues],
  );
  if (stored === undefined) return { total: 0, lines: [] };
  const [total, packed] = stored;
  return {
    total,
    lines: readableRecord(tables, { table: 'owned_lines', key: cik }, () => unpackOwnedLines(packed)),
  };
}
