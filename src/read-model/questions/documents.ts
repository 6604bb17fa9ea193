/** Whole documents and short lists: tracked portfolios, clusters, streaks, members, the states of the sources. */

import type { SourceState } from '../../../tools/contract/reads/sources.js';
import type { Reads } from '../../../tools/contract/reads.js';
import { SerializedPageRows } from '../../../tools/contract/serialized-rows.js';
import type { MemberFacts } from '../../../tools/contract/shapes/congress.js';
import type { OperatorCorrection } from '../../../tools/contract/shapes/erratum.js';
import type { TrackerDetail, TrackerRowFacts } from '../../../tools/contract/shapes/tracker.js';
import type { StoredClose } from '../issuer-records.js';
import type { ListName } from '../list-rows.js';
import type { GenerationTables } from '../question.js';
import { readListRows } from '../read-lists.js';
import { parseSound, soundObject } from '../sound-json.js';
import { readableRecord, readableRows } from '../unreadable-rows.js';

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
        return [soundObject(json), page] as const;
      },
    }),
  );
  return new SerializedPageRows(rows, unreadable);
}

/**
 * A whole document; null if there is none of that name.
 * @throws ApiError `not_ready` if it cannot be read
 */
export async function storedDocument<T extends object>(
  tables: GenerationTables,
  name: string,
): Promise<T | null> {
  const [found] = await tables.rows<[json: string]>(
    `SELECT json FROM document WHERE name = ? ${tables.current}`,
    [name, ...tables.currentValues],
  );
  if (found === undefined) return null;
  return readableRecord(tables, { table: 'document', key: name }, () => parseSound<T>(found[0]));
}

/** Null for an unknown slug. */
export function tracker(tables: GenerationTables, slug: string): Promise<TrackerDetail | null> {
  return storedDocument(tables, `tracker/${slug}`);
}

export function sources(tables: GenerationTables): Promise<SourceState[]> {
  return tables.memoised(
    'sources',
    async () => (await storedDocument<SourceState[]>(tables, 'sources')) ?? [],
  );
}

/** Null in a generation of an earlier version. */
export function quality(tables: GenerationTables): ReturnType<Reads['quality']> {
  return storedDocument(tables, 'quality');
}

/** None in a generation of an earlier version. */
export async function corrections(tables: GenerationTables): ReturnType<Reads['corrections']> {
  return (await storedDocument<OperatorCorrection[]>(tables, 'corrections')) ?? [];
}

export async function digestTotals(tables: GenerationTables): ReturnType<Reads['digestTotals']> {
  return (await storedDocument(tables, 'digest-totals')) ?? { clusters: null, streaks: null };
}

/** Empty for an issuer that is in no digest, and without a price source. */
export async function issuerCloses(
  tables: GenerationTables,
  { cik, since }: Parameters<Reads['issuerCloses']>[0],
): ReturnType<Reads['issuerCloses']> {
  const closes = (await storedDocument<StoredClose[]>(tables, `closes/${cik}`)) ?? [];
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
