/** Searches of European rows over an array, as plainly as possible: what the read model is compared with. */

import { sortName } from '../../src/read-model/search-text.js';
import { EU_MARKETS } from '../../tools/contract/markets/index.js';
import type { EuSearch } from '../../tools/contract/reads/europe.js';
import type { AnyMarketRow, EuRowFacts } from '../../tools/contract/shapes/eu.js';
import { compare, type Key } from './naive-order.js';

/** A European row with what only the store knows of it. */
export type StoredEuRow = AnyMarketRow & { lei?: string | null };

/** The rows of a search over the rows of several markets above their floors. */
export function searchEuRows(
  stored: readonly StoredEuRow[],
  search: EuSearch,
): { rows: EuRowFacts[]; places: Key[][]; total: number } {
  const {
    markets,
    since,
    until,
    isin,
    company,
    lei,
    direction,
    currency,
    minValue,
    sort,
    order,
    after,
    limit,
  } = search;
  // The description of a market names the field of its value.
  const amountOf = (row: StoredEuRow) =>
    (row as unknown as Record<string, number | null>)[EU_MARKETS[row.market].mainFields[1]] ?? null;
  const firstOf = (row: StoredEuRow): Key[] =>
    ({
      published: [],
      value: [amountOf(row)!],
      traded: [row.transactionDate ?? ''],
      issuer: [sortName(row.issuerName)],
      manager: [sortName(row.pdmrName)],
    })[sort];
  const keyOf = (row: StoredEuRow): Key[] => [...firstOf(row), row.publicationAt, row.filingId, row.market];
  const leis = new Set(stored.flatMap((row) => (row.isin === company ? (row.lei ?? []) : [])));
  const matching = stored.filter(
    (row) =>
      markets.includes(row.market) &&
      row.publicationAt >= since &&
      row.publicationAt <= until &&
      (isin === null || ('isin' in row && row.isin === isin)) &&
      (company === null || row.isin === company || leis.has(row.lei ?? '')) &&
      (lei === null || row.lei === lei) &&
      (direction === null || row.direction === direction) &&
      (currency === null || row.currency === currency) &&
      (minValue === 0 || (amountOf(row) ?? -1) >= minValue) &&
      (sort !== 'value' || amountOf(row) !== null) &&
      startsWords(row.issuerName, search.issuer) &&
      startsWords(row.pdmrName, search.manager) &&
      (search.isWholeName !== true ||
        (isWholeName(row.issuerName, search.issuer) && isWholeName(row.pdmrName, search.manager))),
  );
  const isByName = sort === 'issuer' || sort === 'manager';
  const ways = [...(sort === 'published' ? [] : [isByName ? 'asc' : 'desc']), 'desc', 'asc', 'asc'];
  const turned =
    order === (isByName ? 'asc' : 'desc') ? ways : ways.map((way) => (way === 'asc' ? 'desc' : 'asc'));
  const place = after?.map((one, at) => (sort === 'value' && at === 0 ? Number(one) : one));
  const rows = matching
    .sort((a, b) => compare(keyOf(a), keyOf(b), turned))
    .filter((row) => place === undefined || compare(keyOf(row), place, turned) > 0)
    .slice(0, limit);
  return {
    rows: rows.map(({ lei: _lei, market, ...row }) =>
      markets.length === 1 ? (row as EuRowFacts) : ({ market, ...row } as unknown as EuRowFacts),
    ),
    places: rows.map(keyOf).map(([first, ...rest]) => [sort === 'value' ? String(first) : first!, ...rest]),
    total: matching.length,
  };
}

const words = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** The same words in the same order, with and without apostrophes and full stops between them. */
function isWholeName(name: string, query: string | null): boolean {
  const spellings = (text: string) =>
    [text, text.replace(/['’.]/g, '')].map((one) => words(one).join(' ')).join('|');
  return query === null || spellings(name) === spellings(query);
}

function startsWords(name: string, query: string | null): boolean {
  const wanted = query === null ? [] : words(query);
  if (query !== null && wanted.length === 0) return false;
  const spellings = [...words(name), ...words(name.replace(/['’.]/g, ''))];
  return wanted.every((start) => spellings.some((word) => word.startsWith(start)));
}
