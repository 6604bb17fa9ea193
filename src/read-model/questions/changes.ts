/** What entered, changed or left, by its place in the log. */

import type {
  ChangePlace,
  ChangeRecord,
  ChangeSearch,
  FoundChanges,
} from '../../../tools/contract/reads/changes.js';
import type { Reads } from '../../../tools/contract/reads.js';
import type { ChangeItem } from '../../../tools/contract/shapes/change.js';
import type { TrackerDetail } from '../../../tools/contract/shapes/tracker.js';
import type { SqlValue } from '../../database/database.js';
import { CHANGE_DOCUMENT, type ChangeDocument, subjectOf, unpackFacts } from '../change-facts.js';
import { type GenerationTables, placeholders } from '../question.js';
import { firstReadable } from '../unreadable-rows.js';
import { adderTo, type Condition } from './condition.js';
import { memberIdOf } from './congress.js';
import { countMatches } from './count-matches.js';
import { storedDocument } from './documents.js';
import { hundredthsOf } from './feed-filter.js';
import { behindPlace, type Order, orderText, reversed } from './feed-order.js';
import { cikOfSlug } from './insider-cik.js';

const BY_PLACE: Order = [
  ['generation', 'ASC'],
  ['position', 'ASC'],
];

type ChangeColumns = [
  generation: number,
  position: number,
  at: string,
  kind: ChangeItem['kind'],
  event: ChangeItem['event'],
  reason: ChangeItem['reason'],
  facts: string,
];

export async function changes(tables: GenerationTables, search: ChangeSearch): ReturnType<Reads['changes']> {
  const subjects = await subjectsOf(tables, search);
  if (typeof subjects === 'string') return subjects;
  const { first, last } = await boundsOf(tables, search);
  const newest = last === null ? (await changeDocument(tables)).expired : await newestUntil(tables, last);
  if (first === null || last === null) return { items: [], unreadable: 0, total: 0, newest };
  const { filter, values } = changeFilter(tables, search, subjects, { first, last });
  const order = search.order === 'asc' ? BY_PLACE : reversed(BY_PLACE);
  const behind = behindPlace(order, search.after);
  const { current, currentValues } = tables;
  // The places are found by an index alone: the facts of most changes are not read.
  const ask = (limit: number) =>
    tables.rows<ChangeColumns>(
      `SELECT generation, position, at, kind, event, reason, facts FROM change WHERE (generation, position) IN (
       SELECT generation, position FROM change WHERE ${filter}${behind.filter} ${current}
       ORDER BY ${orderText(order)} LIMIT ?) ${current} ORDER BY ${orderText(order)}`,
      [...values, ...behind.values, ...currentValues, limit, ...currentValues],
    );
  const { rows: items, unreadable } = await firstReadable(tables, search.limit, ask, {
    table: 'change',
    keyOf: ([generation, position]) => `${generation} ${position}`,
    read: toItem,
  });
  const isAll = search.after === undefined && items.length < search.limit;
  const total = isAll ? items.length + unreadable : await countMatches(tables, 'change', { filter, values });
  return { items, unreadable, total, newest } satisfies FoundChanges;
}

export async function changeRecord(tables: GenerationTables): Promise<ChangeRecord> {
  const { expired, recordedSince, log } = await changeDocument(tables);
  return { expired, newest: await newestUntil(tables, EVER), recordedSince, log };
}

/** '' before anything was published. */
export async function changeLog(tables: GenerationTables): Promise<string> {
  return (await changeDocument(tables)).log;
}

function changeDocument(tables: GenerationTables): Promise<ChangeDocument> {
  const none: ChangeDocument = { expired: [0, 0], recordedSince: {}, log: '' };
  return tables.memoised(
    CHANGE_DOCUMENT,
    async () => (await storedDocument<ChangeDocument>(tables, CHANGE_DOCUMENT)) ?? none,
  );
}

function toItem([generation, position, at, kind, event, reason, facts]: ChangeColumns): ChangeItem {
  return { generation, position, at, kind, event, reason, facts: unpackFacts(facts) };
}

/** Behind every generation. */
const EVER = Number.MAX_SAFE_INTEGER;

/** Generations, both included: moments never go back from one generation to the next. Null for none. */
interface GenerationBounds<G> {
  first: G;
  last: G;
}

async function boundsOf(
  tables: GenerationTables,
  { since, until }: Pick<ChangeSearch, 'since' | 'until'>,
): Promise<GenerationBounds<number | null>> {
  const { current, currentValues } = tables;
  const one = async (condition: string, order: string, moment: string) => {
    const [found] = await tables.rows<[generation: number]>(
      `SELECT generation FROM change WHERE ${condition} ${current} ORDER BY ${order} LIMIT 1`,
      [moment, ...currentValues],
    );
    return found?.[0] ?? null;
  };
  return {
    first: since === null ? 0 : await one('at >= ?', 'at, generation', since),
    last: until === null ? EVER : await one('at <= ?', 'at DESC, generation DESC', until),
  };
}

/** The last change up to a generation; the last removed one if there is none. */
async function newestUntil(tables: GenerationTables, last: number): Promise<ChangePlace> {
  const [found] = await tables.rows<[generation: number, position: number]>(
    `SELECT generation, position FROM change WHERE generation <= ? ${tables.current}
     ORDER BY generation DESC, position DESC LIMIT 1`,
    [last, ...tables.currentValues],
  );
  return found ?? (await changeDocument(tables)).expired;
}

/** A list for each filter, of which a change must have one; or the filter whose slug is unknown. */
async function subjectsOf(
  tables: GenerationTables,
  { tickers, cik, isin, owner, member, tracker }: ChangeSearch,
): Promise<string[][] | 'owner' | 'member' | 'tracker'> {
  const lists: string[][] = [];
  if (tickers.length > 0) lists.push(tickers.map(subjectOf.ticker));
  if (cik !== null) lists.push([subjectOf.issuer(cik)]);
  if (isin !== null) lists.push([subjectOf.isin(isin)]);
  if (owner !== null) {
    const ownerCik = await cikOfSlug(tables, owner);
    if (ownerCik === null) return 'owner';
    lists.push([subjectOf.owner(ownerCik)]);
  }
  if (member !== null) {
    const id = await memberIdOf(tables, member);
    if (id === null) return 'member';
    lists.push([subjectOf.member(id)]);
  }
  if (tracker !== null) {
    const found = await storedDocument<TrackerDetail>(tables, `tracker/${tracker}`);
    if (found === null) return 'tracker';
    const { archetype, sourceId } = found.identity;
    // What a tracked member files are reports of Congress.
    lists.push([archetype === 'congress' ? subjectOf.member(sourceId) : subjectOf.tracker(tracker)]);
  }
  return lists;
}

function changeFilter(
  { current, currentValues }: GenerationTables,
  { behind, kinds, events, minValue, currency }: ChangeSearch,
  subjects: readonly string[][],
  { first, last }: GenerationBounds<number>,
): Condition {
  const parts = ['generation BETWEEN ? AND ?'];
  const values: SqlValue[] = [Math.max(first, behind?.[0] ?? 0), last];
  const add = adderTo(parts, values);
  if (behind !== null) add('(generation > ? OR position > ?)', ...behind);
  if (kinds.length > 0) add(`kind IN (${placeholders(kinds)})`, ...kinds);
  if (events.length > 0) add(`event IN (${placeholders(events)})`, ...events);
  if (minValue > 0) add('currency = ? AND cents >= ?', currency, hundredthsOf(minValue));
  for (const list of subjects)
    add(
      `(generation, position) IN (
         SELECT generation, position FROM change_subject WHERE subject IN (${placeholders(list)}) ${current})`,
      ...list,
      ...currentValues,
    );
  return { filter: parts.join(' AND '), values };
}
