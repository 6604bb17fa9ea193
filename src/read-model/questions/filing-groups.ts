/**
 * The feed added up: by filing, by insider and issuer, or by issuer. Sums are of whole cents and ten-thousandths of shares.
 */

import { pricePartsOf } from '../../../tools/contract/filing-search.js';
import type { FeedSearch } from '../../../tools/contract/reads/filings.js';
import type { Found } from '../../../tools/contract/reads/found.js';
import { SerializedPageRows } from '../../../tools/contract/serialized-rows.js';
import { sharedErratum } from '../../../tools/contract/shapes/erratum.js';
import type { FilingFacts } from '../../../tools/contract/shapes/filing.js';
import type { FilingGroup, FilingSumFacts } from '../../../tools/contract/shapes/filing-group.js';
import { appendTo, itemAt } from '../../collections.js';
import type { SqlValue } from '../../database/database.js';
import { changeOfHolding } from '../../records/form4/holding-change.js';
import type { ShareSplit } from '../../records/form4/share-basis.js';
import { FLAGS } from '../column-values.js';
import { unpackSum } from '../packed-rows.js';
import type { GenerationTables } from '../question.js';
import { damagedRow } from '../sound-json.js';
import { firstReadable } from '../unreadable-rows.js';
import { feedFilter, type ReadSearch, readSearch } from './feed-filter.js';
import { FEED_ROW, FEED_ROW_COLUMNS, type FeedRowColumns } from './feed-rows.js';
import { foundRows } from './filing-search.js';
import { type Groups, wantedGroups } from './group-order.js';
import { newestSums, type SumHeads } from './newest-sums.js';
import { type StoredShares, storedSplits, sumOfFilings } from './split-sums.js';

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
  packed: string,
  firstTraded: string,
  lots: number,
  shares: number,
  firstFiledAt: string,
];
const SUM_COLUMNS =
  'accession, "row", filed_at, code, cents, cik, owner_cik, traded, flags, packed, first_traded, lots, shares, first_filed_at';
const SHARE_PARTS = 10_000;
/** Sums of filings that one answer adds up: more than insiders file in a usual month. */
export const GROUPED_MAX = 6_000;
/** Keys in one query. */
const BATCH = 25;

export async function filingGroups(
  tables: GenerationTables,
  { group, ...search }: FeedSearch & { group: FilingGroup['group'] },
): Promise<Found<FilingGroup>> {
  const read = await readSearch(tables, search);
  if (read === null) return { rows: new SerializedPageRows([]), total: 0 };
  if (group === 'filing') {
    let total = 0;
    const ask = async (limit: number) => {
      const wanted = { table: 'filing_sum', columns: SUM_COLUMNS } as const;
      const found = await foundRows<SumColumns>(tables, { ...read, limit }, wanted);
      total = found.total;
      return found.rows.map((row) => [row]);
    };
    const rows = await pageRows(tables, read.limit, ask, group);
    return { rows, total };
  }
  const ofMarket = { ...read, onlyMarket: true };
  const keys = group === 'insider' ? (['owner_cik', 'cik', 'code'] as const) : (['cik', 'code'] as const);
  const { groups, bounded, since } = await addedUp(tables, ofMarket, group, keys);
  const { found, total } = wantedGroups(groups, read);
  const ask = (limit: number) =>
    sumsOf(
      tables,
      bounded,
      keys,
      found.slice(0, limit).map((one) => groups.keyOf(one)),
    );
  return { rows: await pageRows(tables, read.limit, ask, group), total, since };
}

/**
 * The groups of the newest sums that match, and the moment from which on filings are added up if not all are: what was filed
 * at one moment is in whole or not at all.
 */
async function addedUp(
  tables: GenerationTables,
  search: ReadSearch,
  group: 'insider' | 'issuer',
  keys: readonly string[],
): Promise<{ groups: Groups; bounded: ReadSearch; since: string | null }> {
  const sums = await newestSums(tables, search, GROUPED_MAX + 1);
  const beyond = sums.filedAt[GROUPED_MAX];
  // Newest first.
  const count = beyond === undefined ? sums.filedAt.length : sums.filedAt.indexOf(beyond);
  const [newest, cents, shares, traded]: [number[], number[], number[], string[]] = [[], [], [], []];
  const numberOf = groupNumbers(sums, group);
  const splits = await storedSplits(tables);
  /** The sums of each group of an issuer whose shares were split. */
  const added = new Map<number, StoredShares[]>();
  for (let at = 0; at < count; at += 1) {
    const number = numberOf(at);
    // The columns have the same length; a group that is not new has a place in every list.
    const date = sums.traded[at] as string;
    if (splits.has(sums.cik[at] as string))
      appendTo(added, number, {
        firstDate: date,
        lastDate: date,
        shares: sums.shares[at] as number,
        title: null,
      });
    if (number === newest.length) {
      newest.push(at);
      cents.push(sums.cents[at] as number);
      shares.push(sums.shares[at] as number);
      traded.push(date);
    } else {
      cents[number] = atMostSafe((cents[number] as number) + (sums.cents[at] as number));
      shares[number] = atMostSafe((shares[number] as number) + (sums.shares[at] as number));
      if (date > (traded[number] as string)) traded[number] = date;
    }
  }
  const keyOf = (number: number) => {
    const at = newest[number] as number;
    const key = [sums.cik[at] as string, sums.code[at] as string];
    return group === 'insider' ? [sums.ownerCik[at] as string, ...key] : key;
  };
  // The next millisecond.
  const since = beyond === undefined ? null : new Date(Date.parse(beyond) + 1).toISOString();
  const bounded = since === null ? search : { ...search, since };
  if (search.sort === 'shares' || search.sort === 'price') {
    const splitsOf = (number: number) => splits.get(sums.cik[newest[number] as number] as string) ?? [];
    // Memory has no titles: groups with filings on both sides of a split are read.
    const across = [...added].flatMap(([number, own]) =>
      sumOfFilings(own, splitsOf(number)).split === undefined ? [] : [number],
    );
    const lists = await sumsOf(tables, bounded, keys, across.map(keyOf));
    for (const [place, number] of across.entries()) {
      const own = (lists[place] ?? []).map((one) => storedShares(one, unpackSum(one[9])));
      // An unknown sum comes last.
      shares[number] = atMostSafe(Math.round(sumOfFilings(own, splitsOf(number)).shares ?? 0));
    }
  }
  return { groups: { sums, newest, cents, shares, traded, keyOf }, bounded, since };
}

const atMostSafe = (value: number) => Math.min(value, Number.MAX_SAFE_INTEGER);

/** Numbers the groups in the order in which their sums come. */
function groupNumbers(sums: SumHeads, group: 'insider' | 'issuer'): (at: number) => number {
  const [owners, issuers, groups] = [new Map(), new Map(), new Map()];
  const numberIn = <Name>(numbers: Map<Name, number>, name: Name): number => {
    const known = numbers.get(name);
    if (known !== undefined) return known;
    numbers.set(name, numbers.size);
    return numbers.size - 1;
  };
  return (at) => {
    const owner = group === 'insider' ? numberIn(owners, sums.ownerCik[at]) : 0;
    // One number for the three: there are not more issuers than sums.
    const name = (owner * (GROUPED_MAX + 1) + numberIn(issuers, sums.cik[at])) * 2;
    return numberIn(groups, sums.code[at] === 'P' ? name : name + 1);
  };
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
  for (const { batch, places } of batches(groups)) {
    const rows = await tables.rows<SumColumns>(
      `SELECT ${SUM_COLUMNS} FROM filing_sum WHERE (${keys.join(', ')}) IN (VALUES ${places.text}) AND ${filter} ${tables.current}
       ORDER BY filed_at, accession DESC, "row" DESC`,
      [...places.values, ...values, ...tables.currentValues],
    );
    const byKey = new Map<string, SumColumns[]>(batch.map((key) => [key.join(' '), []]));
    for (const row of rows)
      byKey.get((keys.length === 3 ? [row[6], row[5], row[3]] : [row[5], row[3]]).join(' '))?.push(row);
    lists.push(...byKey.values());
  }
  return lists;
}

/** Keys for `IN (VALUES ...)`, a few at a time. The text is the same for every batch: the last key is repeated. */
function* batches<Key extends readonly SqlValue[]>(
  keys: readonly Key[],
): Generator<{ batch: Key[]; places: { text: string; values: SqlValue[] } }> {
  for (let from = 0; from < keys.length; from += BATCH) {
    const batch = keys.slice(from, from + BATCH);
    const whole = Array.from({ length: BATCH }, (_, at) => batch[at] ?? itemAt(batch, -1));
    // PostgreSQL takes an untyped value of a list as text.
    const one = itemAt(batch, 0).map((value) => (typeof value === 'number' ? 'CAST(? AS INTEGER)' : '?'));
    const text = whole.map(() => `(${one.join(', ')})`).join(', ');
    yield { batch, places: { text, values: whole.flat() } };
  }
}

/** The first groups that can be read; `ask` gives the sums of the first ones. */
async function pageRows(
  tables: GenerationTables,
  limit: number,
  ask: (limit: number) => Promise<SumColumns[][]>,
  group: FilingGroup['group'],
): Promise<SerializedPageRows<FilingGroup>> {
  const splits = await storedSplits(tables);
  const askWithRows = async (most: number) => withLastRows(tables, await ask(most));
  const { rows, unreadable } = await firstReadable(tables, limit, askWithRows, {
    table: 'filing_sum',
    keyOf: ({ last: [accession, row] }) => `${accession}-${row}`,
    // A group of which a part cannot be read is left out: its sums would be wrong.
    read({ sums, last, row }) {
      // Both are published together.
      if (row === undefined) throw damagedRow();
      const [json, page] = FEED_ROW.read(row);
      const latest = JSON.parse(json) as FilingFacts;
      const known = splits.get(last[5]) ?? [];
      return [JSON.stringify(toGroup({ sums, last, latest }, group, known)), page] as const;
    },
  });
  return new SerializedPageRows(rows, unreadable);
}

/** The sums of a group, the last of them, and the row of the feed that names it. */
interface StoredGroup {
  sums: SumColumns[];
  last: SumColumns;
  row: FeedRowColumns | undefined;
}

async function withLastRows(
  tables: GenerationTables,
  groups: readonly SumColumns[][],
): Promise<StoredGroup[]> {
  const found = groups.flatMap((sums) => {
    const last = sums.at(-1);
    return last === undefined ? [] : [{ sums, last }];
  });
  const rows = new Map<string, FeedRowColumns>();
  for (const { places } of batches(
    found.map(({ last: [accession, row] }): [string, number] => [accession, row]),
  )) {
    const batch = await tables.rows<FeedRowColumns>(
      `SELECT ${FEED_ROW_COLUMNS} FROM filing
       WHERE (accession, "row") IN (VALUES ${places.text}) ${tables.current}`,
      [...places.values, ...tables.currentValues],
    );
    for (const row of batch) rows.set(`${row[0]}-${row[1]}`, row);
  }
  return found.map(({ sums, last }) => ({ sums, last, row: rows.get(`${last[0]}-${last[1]}`) }));
}

const storedShares = (
  one: SumColumns,
  { securityTitle, isOfSeveralKinds }: FilingSumFacts,
): StoredShares => ({
  firstDate: one[10],
  lastDate: one[7],
  shares: one[12],
  // Rows with several titles of one kind are common shares.
  title: isOfSeveralKinds ? null : (securityTitle ?? ''),
});

/** `sums` oldest first; `last` is the last of them, and `latest` its first row. */
function toGroup(
  { sums, last, latest }: { sums: readonly SumColumns[]; last: SumColumns; latest: FilingFacts },
  group: FilingGroup['group'],
  splits: readonly ShareSplit[],
): FilingGroup {
  const facts = sums.map((one) => unpackSum(one[9]));
  const add = (at: 4 | 11) =>
    Math.min(
      sums.reduce((total, one) => total + one[at], 0),
      Number.MAX_SAFE_INTEGER,
    );
  const cents = add(4);
  const { shares: parts, ...mark } = sumOfFilings(
    sums.map((one, at) => storedShares(one, itemAt(facts, at))),
    splits,
  );
  const shares = parts === null ? null : atMostSafe(Math.round(parts));
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
    lots: add(11),
    filings: new Set(sums.map(([accession]) => accession)).size,
    insiders: new Set(sums.map((one) => one[6])).size,
    shares: shares === null ? null : shares / SHARE_PARTS,
    ...mark,
    averagePrice: shares === null ? null : pricePartsOf(cents, shares) / SHARE_PARTS,
    totalValue: cents / 100,
    securityTitle: titles.size === 1 ? (facts[0]?.securityTitle ?? null) : null,
    firstDate: sums.map((one) => one[10]).reduce((a, b) => (b < a ? b : a)),
    lastDate: sums.map((one) => one[7]).reduce((a, b) => (b > a ? b : a)),
    firstFiledAt: sums.map((one) => one[13] || one[2]).reduce((a, b) => (b < a ? b : a)),
    lastFiledAt: last[2],
    ...(isOnePerson ? holding(sums, facts) : { sharesOwnedAfter: null, changePct: null }),
    planned: planned === 0 ? 'none' : planned === sums.length ? 'all' : 'some',
    ...(group === 'filing' && latest.acquisition !== undefined ? { acquisition: latest.acquisition } : {}),
    ...sharedErratum(facts),
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
    ([, , , code, , , , , , , , , shares]) => ((code === 'P' ? 1 : -1) * shares) / SHARE_PARTS,
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
  const isKnown = isChain && sums.every((one) => one[12] > 0);
  return { sharesOwnedAfter: after, changePct: isKnown ? changeOfHolding(after, change) : null };
}
