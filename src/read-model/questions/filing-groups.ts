/** The feed added up: by filing, by insider and issuer, or by issuer. Sums are of whole cents and ten-thousandths of shares. */

import type { ListPlace } from '../../../tools/contract/place.js';
import type { FeedSearch, Found } from '../../../tools/contract/reads.js';
import { SerializedPageRows } from '../../../tools/contract/serialized-rows.js';
import type { FilingGroup, FilingSumFacts } from '../../../tools/contract/shapes/filing-group.js';
import type { SqlValue } from '../../database/database.js';
import type { GenerationTables } from '../question.js';
import { FLAGS } from '../tables.js';
import { feedFilter, type ReadSearch, readSearch } from './feed-filter.js';
import { foundRows, narrowDriver } from './filing-search.js';

/** A stored sum of one filing: the columns of `SUM_COLUMNS`. */
type SumColumns = [
  accession: string,
  row: number,
  filedAt: string,
  code: 'P' | 'S',
  cents: number,
  cik: string,
  ownerCik: string,
  traded: string,
  flags: number,
  page: string,
  packed: string,
  firstTraded: string,
  lots: number,
  shares: number,
];
const SUM_COLUMNS =
  'accession, "row", filed_at, code, cents, cik, owner_cik, traded, flags, page, packed, first_traded, lots, shares';
const SHARE_PARTS = 10_000;
/** Sums of filings that one answer adds up: more than insiders file in a usual month. */
export const GROUPED_MAX = 6_000;
/** Groups whose filings are read in one query. */
const BATCH = 25;

export async function filingGroups(
  tables: GenerationTables,
  { group, ...search }: FeedSearch & { group: FilingGroup['group'] },
): Promise<Found<FilingGroup>> {
  const read = await readSearch(tables, search);
  if (read === null) return { rows: new SerializedPageRows([]), total: 0 };
  if (group === 'filing') {
    const { rows, total } = await foundRows<SumColumns>(tables, read, {
      table: 'filing_sum',
      columns: SUM_COLUMNS,
    });
    return {
      rows: pageRows(
        rows.map((row) => [row]),
        group,
      ),
      total,
    };
  }
  const keys = group === 'insider' ? (['owner_cik', 'cik', 'code'] as const) : (['cik', 'code'] as const);
  const { groups, since } = await addedUp(tables, read, keys);
  const { found, total } = wantedGroups([...groups.values()], read);
  const bounded = since === null ? read : { ...read, since };
  const sums = await sumsOf(
    tables,
    bounded,
    keys,
    found.map((one) => one.key),
  );
  return { rows: pageRows(sums, group), total, since };
}

/** What the order of groups needs of one. */
interface GroupTotal {
  key: SqlValue[];
  cents: number;
  latest: string;
  traded: string;
}

/**
 * The groups of the newest sums that match, and the moment from which on filings are added up if not all are: what was filed
 * at one moment is in whole or not at all.
 */
async function addedUp(
  tables: GenerationTables,
  search: ReadSearch,
  keys: readonly string[],
): Promise<{ groups: Map<string, GroupTotal>; since: string | null }> {
  const { filter, values } = feedFilter(search, narrowDriver(search) ?? 'time', false);
  const rows = await tables.rows<[filedAt: string, cents: number, traded: string, ...key: string[]]>(
    `SELECT filed_at, cents, traded, ${keys.join(', ')} FROM filing_sum WHERE ${filter} ${tables.current}
     ORDER BY filed_at DESC, accession, "row" LIMIT ?`,
    [...values, ...tables.currentValues, GROUPED_MAX + 1],
  );
  const beyond = rows[GROUPED_MAX]?.[0];
  const groups = new Map<string, GroupTotal>();
  for (const [filedAt, cents, traded, ...key] of rows) {
    // Newest first.
    if (filedAt === beyond) break;
    const name = key.join(' ');
    const group = groups.get(name);
    if (group === undefined) groups.set(name, { key, cents, latest: filedAt, traded });
    else {
      group.cents = Math.min(group.cents + cents, Number.MAX_SAFE_INTEGER);
      if (traded > group.traded) group.traded = traded;
    }
  }
  // The next millisecond.
  const since = beyond === undefined ? null : new Date(Date.parse(beyond) + 1).toISOString();
  return { groups, since };
}

/** The groups within the bounds of value, behind the place, in their order. */
function wantedGroups(
  groups: readonly GroupTotal[],
  search: ReadSearch,
): { found: GroupTotal[]; total: number } {
  const { minCents, maxCents, after, limit } = search;
  const within = groups.filter(({ cents }) => cents >= minCents && (maxCents === null || cents <= maxCents));
  const ordered = within
    .map((group) => ({ group, place: groupPlace(group, search) }))
    .sort((a, b) => comparePlaces(a.place, b.place, search));
  const behind =
    after === undefined ? ordered : ordered.filter(({ place }) => comparePlaces(place, after, search) > 0);
  return { found: behind.slice(0, limit).map(({ group }) => group), total: within.length };
}

function groupPlace({ key, cents, latest, traded }: GroupTotal, { sort }: ReadSearch): ListPlace {
  const first = { filed: [], value: [cents], traded: [traded] }[sort];
  // A key has the texts of columns.
  return [...first, latest, ...(key as string[])];
}

/** Largest or newest first, then the latest filing, then by the key; the reverse for `asc`. */
function comparePlaces(a: ListPlace, b: ListPlace, { sort, order }: ReadSearch): number {
  const descending = sort === 'filed' ? 1 : 2;
  const at = a.findIndex((value, index) => value !== b[index]);
  if (at === -1) return 0;
  // `at` is a place of both.
  const isLess = (a[at] as string | number) < (b[at] as string | number);
  return (at < descending === (order === 'desc')) === isLess ? 1 : -1;
}

/** The stored sums of each group, oldest first. */
async function sumsOf(
  tables: GenerationTables,
  search: ReadSearch,
  keys: readonly string[],
  groups: readonly SqlValue[][],
): Promise<SumColumns[][]> {
  // The keys name the issuer, and the index of the group is read by them.
  const { filter, values } = feedFilter({ ...search, cik: null, tickers: [] }, 'none', false);
  const lists: SumColumns[][] = [];
  for (let from = 0; from < groups.length; from += BATCH) {
    const batch = groups.slice(from, from + BATCH);
    // The same text for every batch: the last group is repeated.
    const whole = Array.from({ length: BATCH }, (_, at) => batch[at] ?? (batch.at(-1) as SqlValue[]));
    const places = whole.map(() => `(${keys.map(() => '?').join(', ')})`).join(', ');
    const rows = await tables.rows<SumColumns>(
      `SELECT ${SUM_COLUMNS} FROM filing_sum WHERE (${keys.join(', ')}) IN (VALUES ${places}) AND ${filter} ${tables.current}
       ORDER BY filed_at, accession DESC, "row" DESC`,
      [...whole.flat(), ...values, ...tables.currentValues],
    );
    const byKey = new Map<string, SumColumns[]>(batch.map((key) => [key.join(' '), []]));
    for (const row of rows)
      byKey.get((keys.length === 3 ? [row[6], row[5], row[3]] : [row[5], row[3]]).join(' '))?.push(row);
    lists.push(...byKey.values());
  }
  return lists;
}

function pageRows(
  groups: readonly SumColumns[][],
  group: FilingGroup['group'],
): SerializedPageRows<FilingGroup> {
  return new SerializedPageRows(
    groups.flatMap((sums) => {
      const last = sums.at(-1);
      return last === undefined ? [] : [[JSON.stringify(toGroup(sums, last, group)), last[9]] as const];
    }),
  );
}

/** `sums` oldest first; `last` is the last of them. */
function toGroup(sums: readonly SumColumns[], last: SumColumns, group: FilingGroup['group']): FilingGroup {
  // What the store wrote: see src/store/rows/filing-sums.ts.
  const facts = sums.map((one) => JSON.parse(one[10]) as FilingSumFacts);
  const latest = facts.at(-1) as FilingSumFacts;
  const add = (at: 4 | 12 | 13) =>
    Math.min(
      sums.reduce((total, one) => total + one[at], 0),
      Number.MAX_SAFE_INTEGER,
    );
  const [cents, shares] = [add(4), add(13)];
  const planned = sums.filter((one) => (one[8] & FLAGS.planned) !== 0).length;
  const titles = new Set(facts.map(({ securityTitle }) => securityTitle));
  const isOnePerson = group !== 'issuer';
  return {
    group,
    filingId: group === 'filing' ? `${last[0]}-${last[1]}` : null,
    cik: last[5],
    issuerName: latest.issuerName,
    issuerTicker: latest.issuerTicker,
    ownerName: isOnePerson ? latest.ownerName : null,
    ownerSlug: isOnePerson ? latest.ownerSlug : null,
    ownerCik: isOnePerson ? last[6] : null,
    ownerTitle: isOnePerson ? latest.ownerTitle : null,
    transactionCode: last[3],
    lots: add(12),
    filings: new Set(sums.map(([accession]) => accession)).size,
    insiders: new Set(sums.map((one) => one[6])).size,
    shares: shares / SHARE_PARTS,
    averagePrice: shares === 0 ? null : Math.round((cents * 100 * SHARE_PARTS) / shares) / SHARE_PARTS,
    totalValue: cents / 100,
    securityTitle: titles.size === 1 ? latest.securityTitle : null,
    firstDate: sums.map((one) => one[11]).reduce((a, b) => (b < a ? b : a)),
    lastDate: sums.map((one) => one[7]).reduce((a, b) => (b > a ? b : a)),
    // There is at least one.
    firstFiledAt: (sums[0] as SumColumns)[2],
    lastFiledAt: last[2],
    ...(isOnePerson ? holding(sums, facts) : { sharesOwnedAfter: null, changePct: null }),
    planned: planned === 0 ? 'none' : planned === sums.length ? 'all' : 'some',
    rawFilingUrl: latest.rawFilingUrl,
  };
}

/**
 * The holding after the latest row, and the change since before the first. The change is known only if each filing begins
 * with the holding that the one before it ended with: nothing else moved in between.
 */
function holding(
  sums: readonly SumColumns[],
  facts: readonly FilingSumFacts[],
): Pick<FilingGroup, 'sharesOwnedAfter' | 'changePct'> {
  const [first] = facts;
  const isOne = facts.every(
    (one) =>
      one.securityTitle !== null &&
      one.ownershipType !== null &&
      one.securityTitle === first?.securityTitle &&
      one.ownershipType === first?.ownershipType,
  );
  const after = facts.at(-1)?.sharesOwnedAfter ?? null;
  if (!isOne || after === null) return { sharesOwnedAfter: null, changePct: null };
  const changes = sums.map(
    ([, , , code, , , , , , , , , , shares]) => ((code === 'P' ? 1 : -1) * shares) / SHARE_PARTS,
  );
  const isChain = facts.every((one, at) => {
    const before = at === 0 ? undefined : facts[at - 1]?.sharesOwnedAfter;
    if (one.sharesOwnedAfter === null || before === null) return false;
    // Both lists have the same length.
    return (
      before === undefined ||
      Math.abs(before + (changes[at] as number) - one.sharesOwnedAfter) < 1 / SHARE_PARTS
    );
  });
  const change = changes.reduce((total, one) => total + one, 0);
  const before = after - change;
  return {
    sharesOwnedAfter: after,
    changePct: isChain && before > 0 ? Math.round((change / before) * 10_000) / 100 : null,
  };
}
