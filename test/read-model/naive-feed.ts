/** Searches and groups of the feed over arrays, as plainly as possible: what the read model is compared with. */

import { rolesOfTitle, type TitleRoles } from '../../src/records/form4/roles.js';
import type { FeedSearch } from '../../tools/contract/reads/filings.js';
import type { FilingFacts } from '../../tools/contract/shapes/filing.js';
import type { FilingGroup } from '../../tools/contract/shapes/filing-group.js';
import { tickerBase } from '../../tools/contract/ticker.js';
import { compare, type Key } from './naive-order.js';

const placeOf = (row: FilingFacts): Key[] => {
  const at = row.filingId.lastIndexOf('-');
  return [row.filedAt, row.filingId.slice(0, at), Number(row.filingId.slice(at + 1))];
};

export function searchRows(
  filings: readonly FilingFacts[],
  search: FeedSearch,
): { rows: FilingFacts[]; total: number } {
  const { minValue, maxValue } = search;
  const matching = filings
    .filter((row) => isWanted(row, search))
    .filter((row) => row.totalValue >= minValue && (maxValue === null || row.totalValue <= maxValue))
    .map((row) => ({
      row,
      key: [
        ...firstKey(search.sort, {
          ...row,
          traded: row.transactionDate,
          averagePrice: row.pricePerShare,
          changePct: null,
        }),
        ...placeOf(row),
      ],
    }));
  return { rows: paged(matching, search, 'asc asc'), total: matching.length };
}

export function groupRows(
  filings: readonly FilingFacts[],
  { group, ...search }: FeedSearch & { group: FilingGroup['group'] },
): { rows: FilingGroup[]; total: number } {
  const groups = new Map<string, FilingFacts[]>();
  const oldestFirst = filings
    .filter((row) => isWanted(row, search))
    .sort((a, b) => compare(placeOf(a), placeOf(b), ['asc', 'asc', 'asc']));
  for (const row of oldestFirst) {
    const roles = JSON.stringify([row.isOfficer, row.isDirector, row.isTenPercentOwner, rolesOf(row)]);
    const [filedAt, accession] = placeOf(row);
    const name = {
      filing: [filedAt, accession, row.transactionCode, row.ownerCik, row.is10b5_1, roles, row.firstFiledAt],
      insider: [row.ownerCik, row.cik, row.transactionCode],
      issuer: [row.cik, row.transactionCode],
    }[group].join('|');
    groups.set(name, [...(groups.get(name) ?? []), row]);
  }
  const matching = [...groups.values()]
    .map((rows) => toGroup(rows, group))
    .filter(
      ({ totalValue }) =>
        totalValue >= search.minValue && (search.maxValue === null || totalValue <= search.maxValue),
    )
    .filter(({ changePct }) => isChangeWanted(changePct, search))
    .map((row) => ({ row, key: groupKey(row, search.sort) }));
  return { rows: paged(matching, search, 'asc '.repeat(3).trim()), total: matching.length };
}

function groupKey(row: FilingGroup, sort: FeedSearch['sort']): Key[] {
  const id = row.filingId?.lastIndexOf('-') ?? 0;
  const behind: Record<FilingGroup['group'], Key[]> = {
    filing: [(row.filingId ?? '').slice(0, id), Number((row.filingId ?? '').slice(id + 1))],
    insider: [row.ownerCik ?? '', row.cik, row.transactionCode],
    issuer: [row.cik, row.transactionCode],
  };
  return [...firstKey(sort, { ...row, traded: row.lastDate }), row.lastFiledAt, ...behind[row.group]];
}

type SortedBy = Pick<
  FilingGroup,
  'totalValue' | 'shares' | 'issuerTicker' | 'ownerName' | 'averagePrice' | 'changePct'
> & {
  traded: string;
};
const firstKey = (sort: FeedSearch['sort'], row: SortedBy): Key[] =>
  ({
    filed: [],
    value: [Math.round(row.totalValue * 100)],
    traded: [row.traded],
    ticker: [tickerBase(row.issuerTicker.toUpperCase())],
    insider: [(row.ownerName ?? '').toUpperCase().slice(0, 40)],
    shares: [Math.round((row.shares ?? 0) * 10_000)],
    price: [Math.round((row.averagePrice ?? 0) * 10_000)],
    change: [Math.round((row.changePct ?? 0) * 100)],
  })[sort];

const isChangeWanted = (changePct: number | null, { sort, minChange }: FeedSearch) =>
  (sort !== 'change' || changePct !== null) &&
  (minChange === null || (changePct !== null && Math.abs(changePct) >= minChange));

function paged<R>(
  matching: Array<{ row: R; key: Key[] }>,
  { sort, order, after, limit }: FeedSearch,
  ties: string,
): R[] {
  const plain = [...(sort === 'filed' ? [] : ['desc']), 'desc', ...ties.split(' ')];
  // From A to Z the newest filing of a symbol or person comes first; the other order is the reverse.
  const ways =
    sort === 'ticker' || sort === 'insider'
      ? plain.map((way, at) => (at === 0 || way === 'asc' ? 'desc' : 'asc'))
      : plain;
  const turned = order === 'desc' ? ways : ways.map((way) => (way === 'asc' ? 'desc' : 'asc'));
  return matching
    .sort((a, b) => compare(a.key, b.key, turned))
    .filter(({ key }) => after === undefined || compare(key, after, turned) > 0)
    .slice(0, limit)
    .map(({ row }) => row);
}

/** Each title is read once. */
const knownTitles = new Map<string, TitleRoles>();

function rolesOf(row: FilingFacts): TitleRoles {
  if (!row.isOfficer) return rolesOfTitle(null);
  const known = knownTitles.get(row.ownerTitle) ?? rolesOfTitle(row.ownerTitle);
  knownTitles.set(row.ownerTitle, known);
  return known;
}

function isWanted(row: FilingFacts, search: FeedSearch): boolean {
  const { since, until, codes, tickers, cik, owner, role, planned } = search;
  const ticker = row.issuerTicker.toUpperCase();
  const roles = {
    ...rolesOf(row),
    officer: row.isOfficer,
    director: row.isDirector,
    ten_percent: row.isTenPercentOwner,
  };
  return (
    row.filedAt >= since &&
    row.filedAt <= until &&
    codes.includes(row.transactionCode) &&
    (search.sort !== 'ticker' || ticker !== '') &&
    (tickers.length === 0 ||
      tickers.some(
        (one) => (tickerBase(one) === one ? tickerBase(ticker) : ticker.replace(/[-/ ]/, '.')) === one,
      )) &&
    (cik === null || row.cik === cik) &&
    (owner === null || row.ownerSlug === owner) &&
    (role === null || roles[role]) &&
    (planned === 'all' || row.is10b5_1 === (planned === 'only'))
  );
}

/** `rows` oldest first. The holdings of the tests' rows are not added up here. */
function toGroup(rows: readonly FilingFacts[], group: FilingGroup['group']): FilingGroup {
  const last = rows.at(-1)!;
  const cents = rows.reduce((sum, { totalValue }) => sum + Math.round(totalValue * 100), 0);
  const shares = rows.reduce((sum, row) => sum + Math.round(row.shares * 10_000), 0) / 10_000;
  const planned = rows.filter((row) => row.is10b5_1).length;
  const dates = rows.map((row) => row.transactionDate).sort();
  const distinct = (of: (row: FilingFacts) => string) => new Set(rows.map(of)).size;
  const isOwner = group !== 'issuer';
  return {
    group,
    filingId: group === 'filing' ? rows[0]!.filingId : null,
    cik: last.cik,
    issuerName: last.issuerName,
    issuerTicker: last.issuerTicker,
    ownerName: isOwner ? last.ownerName : null,
    ownerSlug: isOwner ? last.ownerSlug : null,
    ownerCik: isOwner ? last.ownerCik : null,
    ownerTitle: isOwner ? last.ownerTitle : null,
    transactionCode: last.transactionCode,
    lots: rows.length,
    filings: distinct((row) => row.filingId.slice(0, row.filingId.lastIndexOf('-'))),
    insiders: distinct((row) => row.ownerCik),
    shares,
    averagePrice: shares === 0 ? null : Math.round((cents / shares) * 100) / 10_000,
    totalValue: cents / 100,
    securityTitle: distinct((row) => row.securityTitle) === 1 ? last.securityTitle : null,
    firstDate: dates[0]!,
    lastDate: dates.at(-1)!,
    firstFiledAt: rows.map(({ filedAt, firstFiledAt = filedAt }) => firstFiledAt).sort()[0]!,
    lastFiledAt: last.filedAt,
    sharesOwnedAfter: null,
    changePct: null,
    planned: planned === 0 ? 'none' : planned === rows.length ? 'all' : 'some',
    rawFilingUrl: last.rawFilingUrl,
  };
}
