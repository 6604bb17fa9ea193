/** The rows of one filing added up: what one owner traded in one direction, with or without a plan. */

import { pricePartsOf } from '../../../tools/contract/filing-search.js';
import { sharedErratum } from '../../../tools/contract/shapes/erratum.js';
import type { FilingFacts } from '../../../tools/contract/shapes/filing.js';
import type { FilingSumFacts } from '../../../tools/contract/shapes/filing-group.js';
import { groupBy, itemAt } from '../../collections.js';
import { UNKNOWN_CHANGE } from '../../read-model/column-values.js';
import { packSum } from '../../read-model/packed-rows.js';
import type { Row } from '../../read-model/tables.js';
import { changeOfHolding } from '../../records/form4/holding-change.js';
import { titleBesideCommon } from '../../records/form4/security-title.js';
import { type ShareSplit, sumOnOneBasis } from '../../records/form4/share-basis.js';

/** A row of the feed: its columns without the packed facts, and these. */
export interface FeedEntry {
  columns: readonly [
    accession: string,
    row: number,
    filedAt: string,
    code: 'P' | 'S',
    cents: number,
    ticker: string,
    tickerBase: string,
    cik: string,
    ownerCik: string,
    traded: string,
    flags: number,
    shares: number,
    ownerName: string,
    price: number,
    firstFiledAt: string,
    page: string,
  ];
  facts: FilingFacts;
}

/** Shares are added up in ten-thousandths. */
const SHARE_PARTS = 10_000;

/** At most what numbers count exactly: an absurd value is in its row as filed, and cannot make a sum overflow. */
export function toCents(dollars: number): number {
  return Math.min(Math.round(dollars * 100), Number.MAX_SAFE_INTEGER);
}

/** In ten-thousandths, at most what numbers count exactly. */
export function sharePartsOf(shares: number): number {
  return Math.min(Math.round(shares * SHARE_PARTS), Number.MAX_SAFE_INTEGER);
}

/** The sums of one filing, each under the number of its first row. Rows that an amendment adds are apart from those that it repeats, and so are purchases made in different ways. */
export function sumRows(entries: readonly FeedEntry[], splits: readonly ShareSplit[]): Row[] {
  const groups = groupBy(
    entries,
    ({ columns: [, , , code, , , , , ownerCik, , flags, , , , firstFiledAt], facts: { acquisition = '' } }) =>
      `${code} ${ownerCik} ${flags} ${firstFiledAt} ${acquisition}`,
  );
  return [...groups.values()].map((group) => sumRow(group, splits));
}

function sumRow(group: readonly FeedEntry[], splits: readonly ShareSplit[]): Row {
  const { columns } = itemAt(group, 0);
  const [accession, number, filedAt, code, , ticker, base, cik, ownerCik, , flags, , ownerName] = columns;
  const firstFiledAt = columns[14];
  const sum = (of: (entry: FeedEntry) => number) =>
    Math.min(
      group.reduce((total, entry) => total + of(entry), 0),
      Number.MAX_SAFE_INTEGER,
    );
  const cents = sum(({ columns }) => columns[4]);
  const shares = sharesOf(group, splits);
  const facts = sumFacts(group);
  const dates = group.map(({ columns }) => columns[9]).sort();
  const [first, last] = [itemAt(dates, 0), itemAt(dates, -1)];
  return [
    accession,
    number,
    filedAt,
    code,
    cents,
    ticker,
    base,
    cik,
    ownerCik,
    last,
    flags,
    shares,
    ownerName,
    pricePartsOf(cents, shares),
    firstFiledAt,
    packSum(facts),
    first,
    group.length,
    changeHundredths(facts, code, shares),
  ];
}

/** In ten-thousandths; 0, which no row of the feed has, where a split between the rows makes the sum unknown. */
function sharesOf(group: readonly FeedEntry[], splits: readonly ShareSplit[]): number {
  const added = group.map(({ columns, facts }) => ({
    firstDate: columns[9],
    lastDate: columns[9],
    shares: columns[11],
    title: facts.securityTitle,
  }));
  return Math.min(Math.round(sumOnOneBasis(added, splits).shares ?? 0), Number.MAX_SAFE_INTEGER);
}

/** One filing is enough: nothing else moved between its rows. */
function changeHundredths({ sharesOwnedAfter }: FilingSumFacts, code: 'P' | 'S', shares: number): number {
  if (shares === 0) return UNKNOWN_CHANGE;
  const change = ((code === 'P' ? 1 : -1) * shares) / SHARE_PARTS;
  const percent = sharesOwnedAfter === null ? null : changeOfHolding(sharesOwnedAfter, change);
  return percent === null ? UNKNOWN_CHANGE : Math.min(Math.round(percent * 100), Number.MAX_SAFE_INTEGER);
}

function sumFacts(group: readonly FeedEntry[]): FilingSumFacts {
  const { facts } = itemAt(group, 0);
  const one = <K extends keyof FilingFacts>(field: K): FilingFacts[K] | null =>
    group.every((entry) => entry.facts[field] === facts[field]) ? facts[field] : null;
  const isOneHolding = one('securityTitle') !== null && one('ownershipType') !== null;
  return {
    securityTitle: one('securityTitle'),
    ownershipType: one('ownershipType'),
    sharesOwnedAfter: isOneHolding ? ownedAfter(group.map((entry) => entry.facts)) : null,
    isOfSeveralKinds: new Set(group.map((entry) => titleBesideCommon(entry.facts.securityTitle))).size > 1,
    ...sharedErratum(group.map((entry) => entry.facts)),
  };
}

/**
 * The holding after the last of several rows. They must agree: each row the holding after it, or every row the one
 * after all. Otherwise they may be of several accounts, and it is unknown.
 */
function ownedAfter(rows: readonly FilingFacts[]): number | null {
  const last = itemAt(rows, -1).sharesOwnedAfter;
  if (last === null) return null;
  const isFinal = rows.every(({ sharesOwnedAfter }) => sharesOwnedAfter === last);
  const isRunning = rows.every((row, at) => {
    const before = rows[at - 1]?.sharesOwnedAfter;
    if (at === 0) return row.sharesOwnedAfter !== null;
    if (before === null || before === undefined || row.sharesOwnedAfter === null) return false;
    const change = row.transactionCode === 'P' ? row.shares : -row.shares;
    return Math.abs(before + change - row.sharesOwnedAfter) < 1 / SHARE_PARTS;
  });
  return isFinal || isRunning ? last : null;
}
