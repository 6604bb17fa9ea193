/** Whole documents and short lists: tracked portfolios, clusters, streaks, members, the states of the sources. */

import type { SourceState } from '../../../tools/contract/reads/sources.js';
import type { Reads } from '../../../tools/contract/reads.js';
import { SerializedPageRows } from '../../../tools/contract/serialized-rows.js';
import type { MemberFacts } from '../../../tools/contract/shapes/congress.js';
import type { TrackerDetail, TrackerRowFacts } from '../../../tools/contract/shapes/tracker.js';
import type { StoredClose } from '../issuer-records.js';
import type { ListName } from '../list-rows.js';
import type { GenerationTables } from '../question.js';
import { readListRows } from '../read-lists.js';
import { soundObject } from '../sound-json.js';
import { readableRows } from '../unreadable-rows.js';

export async function listRows<R extends object>(
  tables: GenerationTables,
  list: ListName,
): Promise<SerializedPageRows<R>> {
  // These lists are short: each is parsed once in a generation.
  const { rows, unreadable } = await tables.memoised(`list ${list}`, async () =>
    readableRows(tables, await readListRows(tables, list), {
      table: 'list_row',
      keyOf: ([name]) => `${list} ${name}`,
      read: ([, page, json]) => {
        JSON.parse(soundObject(json));
        return [json, page] as const;
      },
    }),
  );
  return new SerializedPageRows(rows, unreadable);
}

/** A whole document; null if there is none of that name. */
export async function documentText(tables: GenerationTables, name: string): Promise<string | null> {
  const [found] = await tables.rows<[json: string]>(
    `SELECT json FROM document WHERE name = ? ${tables.current}`,
    [name, ...tables.currentValues],
  );
  return found?.[0] ?? null;
}

/** Null for an unknown slug. */
export async function tracker(tables: GenerationTables, slug: string): Promise<TrackerDetail | null> {
  const text = await documentText(tables, `tracker/${slug}`);
  return text === null ? null : JSON.parse(text);
}

export function sources(tables: GenerationTables): Promise<SourceState[]> {
  return tables.memoised('sources', async () => {
    const text = await documentText(tables, 'sources');
    return text === null ? [] : JSON.parse(text);
  });
}

/** Null in a generation of an earlier version. */
export async function quality(tables: GenerationTables): ReturnType<Reads['quality']> {
  const text = await documentText(tables, 'quality');
  return text === null ? null : JSON.parse(text);
}

export async function digestTotals(tables: GenerationTables): ReturnType<Reads['digestTotals']> {
  const text = await documentText(tables, 'digest-totals');
  return text === null ? { clusters: null, streaks: null } : JSON.parse(text);
}

/** Empty for an issuer that is in no digest, and without a price source. */
export async function issuerCloses(
  tables: GenerationTables,
  { cik, since }: Parameters<Reads['issuerCloses']>[0],
): ReturnType<Reads['issuerCloses']> {
  const text = await documentText(tables, `closes/${cik}`);
  // What the writer wrote.
  const closes: StoredClose[] = text === null ? [] : JSON.parse(text);
  return closes.filter(([date]) => date >= since).map(([date, close]) => ({ date, close }));
}

/** For the catalog. */
export function trackerNames(tables: GenerationTables): ReturnType<Reads['trackerNames']> {
  return tables.memoised('tracker names', async () => {
    const rows = (await listRows<TrackerRowFacts>(tables, 'trackers')).rows();
    return rows.map(({ slug, name, archetype }) => ({ slug, name, archetype }));
  });
}

export function memberNames(tables: GenerationTables): ReturnType<Reads['memberNames']> {
  return tables.memoised('member names', async () => {
    const rows = (await listRows<MemberFacts>(tables, 'members')).rows();
    return rows.map(({ slug, name, chamber }) => ({ slug, name, chamber }));
  });
}
