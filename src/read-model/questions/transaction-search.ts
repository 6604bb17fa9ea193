/** The transactions of one person, by any filter and in any order. */

import type { Found } from '../../../tools/contract/reads/found.js';
import type { TransactionSearch } from '../../../tools/contract/reads/insiders.js';
import { SerializedPageRows } from '../../../tools/contract/serialized-rows.js';
import type { InsiderTransaction } from '../../../tools/contract/shapes/insider.js';
import { tickerBase } from '../../../tools/contract/ticker.js';
import { compareTransactionPlaces, transactionPlace } from '../../../tools/contract/transaction-search.js';
import type { GenerationTables } from '../question.js';
import { firstReadable, type ReadableRows, readableRows } from '../unreadable-rows.js';
import { hundredthsOf } from './feed-filter.js';
import { cikOfSlug } from './insider-cik.js';
import {
  countTransactions,
  PERSON_FILING_COLUMNS,
  type PersonFilingColumns,
  personFiling,
  storedLabels,
} from './insiders.js';

/** Null for an unknown slug. */
export async function searchTransactions(
  tables: GenerationTables,
  search: TransactionSearch,
): Promise<Found<InsiderTransaction> | null> {
  const { slug, sort, order, after, limit } = search;
  const ownerCik = await cikOfSlug(tables, slug);
  if (ownerCik === null) return null;
  const isFiltered = search.codes !== null || search.tickers.length > 0 || search.minValue > 0;
  const isInParts = !isFiltered && sort === 'filed';
  const { rows, unreadable } = await filingsOf(tables, search, ownerCik, isInParts);
  const sign = order === 'desc' ? 1 : -1;
  const matching = rows
    .flat()
    .map((text) => ({ text, row: JSON.parse(text) as InsiderTransaction }))
    .filter(({ row }) => isWanted(row, search))
    .map(({ text, row }) => ({ text, place: transactionPlace(search, row) }))
    .sort((a, b) => sign * compareTransactionPlaces(a.place, b.place));
  const behind =
    after === undefined
      ? matching
      : matching.filter(({ place }) => sign * compareTransactionPlaces(place, after) > 0);
  return {
    rows: new SerializedPageRows(
      behind.slice(0, limit).map(({ text }) => [text, ''] as const),
      unreadable,
    ),
    total: isInParts ? await countTransactions(tables, search) : matching.length + unreadable,
  };
}

/**
 * The transactions of the span by filing. `isInParts`: only those from the place on that can be needed, because nothing is left out and the
 * order is that of the index. Most people have a few dozen rows, so that all of them are read otherwise.
 */
async function filingsOf(
  tables: GenerationTables,
  { slug, since, until, order, after, limit }: TransactionSearch,
  ownerCik: string,
  isInParts: boolean,
): Promise<ReadableRows<string[]>> {
  const at = isInParts && after !== undefined ? String(after[0]) : null;
  const [from, to] = order === 'desc' ? [since, at ?? until] : [at ?? since, until];
  const direction = order === 'desc' ? ['DESC', 'ASC'] : ['ASC', 'DESC'];
  const values = [ownerCik, from < since ? since : from, to > until ? until : to, ...tables.currentValues];
  // A filing has a row at least. The rows of the moment of the place may be before it.
  const ask = (most: number | null) =>
    tables.rows<PersonFilingColumns>(
      `SELECT ${PERSON_FILING_COLUMNS} FROM insider_filing WHERE cik = ? AND filed_at BETWEEN ? AND ? ${tables.current}
       ORDER BY filed_at ${direction[0]}, accession ${direction[1]} ${most === null ? '' : 'LIMIT ?'}`,
      most === null ? values : [...values, most],
    );
  const reader = personFiling({ ownerCik, ownerSlug: slug }, await storedLabels(tables));
  return isInParts && at === null
    ? firstReadable(tables, limit, ask, reader)
    : readableRows(tables, await ask(null), reader);
}

function isWanted(row: InsiderTransaction, { codes, tickers, minValue, sort }: TransactionSearch): boolean {
  if (codes !== null && !codes.includes(row.transactionCode)) return false;
  if (tickers.length > 0 && !tickers.some((ticker) => isOfTicker(row.issuerTicker, ticker))) return false;
  if (minValue > 0 && (row.totalValue === null || hundredthsOf(row.totalValue) < hundredthsOf(minValue)))
    return false;
  // An order needs what it sorts by.
  return sort === 'filed' || (sort === 'value' ? row.totalValue : row.transactionDate) !== null;
}

/** A symbol without a class means all classes. Registers write the class with a full stop, a hyphen, a slash or a space. */
function isOfTicker(filed: string, ticker: string): boolean {
  return tickerBase(ticker) === ticker
    ? tickerBase(filed) === ticker
    : filed.toUpperCase().replace(/[-/ ]/, '.') === ticker;
}
