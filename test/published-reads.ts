/** Questions to a ledger, for tests: before each of them the ledger is published to a read model in memory. */

import { randomUUID } from 'node:crypto';
import { publishGeneration } from '../src/ingest/publication.js';
import { createReads } from '../src/read-model/reads.js';
import { generationTables } from '../src/read-model/sqlite/model.js';
import { openSqliteWriter, type SqliteReadModelWriter } from '../src/read-model/sqlite/writer.js';
import type { Store } from '../src/store/database/open.js';
import { allRows } from '../src/store/rows/changes.js';
import type { Reads } from '../tools/contract/reads.js';
import { SerializedJson, SerializedPageRows, SerializedRows } from '../tools/contract/serialized-rows.js';

/** Serialised rows and values as objects. */
type Parsed<T> =
  T extends SerializedRows<infer R>
    ? R[]
    : T extends SerializedPageRows<infer R>
      ? R[]
      : T extends SerializedJson<infer V>
        ? V
        : T extends readonly unknown[]
          ? T
          : T extends object
            ? { [Name in keyof T]: Parsed<T[Name]> }
            : T;

export type ParsedReads = {
  [Name in keyof Reads]: (
    ...given: Parameters<Reads[Name]>
  ) => Promise<Parsed<Awaited<ReturnType<Reads[Name]>>>>;
};

/** The questions, with answers as objects. */
export function publishedReads(store: Store): ParsedReads {
  return parsedReads(toolReads(store));
}

export function parsedReads(reads: Reads): ParsedReads {
  return mapReads(reads, (answer) => parsed(answer)) as unknown as ParsedReads;
}

/** One read model for each store, and so only what changed is published, and its memory is returned with the store's. */
const readsOfStores = new WeakMap<Store, Reads>();

/** The questions as tools ask them. Publishes only what changed, unless the store is open for reading only. */
export function toolReads(store: Store): Reads {
  const known = readsOfStores.get(store);
  if (known !== undefined) return known;
  const writer = openSqliteWriter(':memory:');
  const reads = readsAfterPublication(store, writer);
  readsOfStores.set(store, reads);
  const close = store.close.bind(store);
  store.close = () => {
    writer.database.db.close();
    close();
  };
  return reads;
}

function readsAfterPublication(store: Store, writer: SqliteReadModelWriter): Reads {
  let publication: Promise<unknown> = Promise.resolve();
  let published: unknown = null;
  const publish = async () => {
    if (!store.db.readonly) return publishGeneration(store, writer);
    // SQLite's own number for what other connections wrote.
    const version = store.db.pragma('data_version', { simple: true });
    if (version === published) return;
    published = version;
    const next = { number: 1, id: randomUUID(), at: null, nextRefreshAt: null, isFilling: false };
    await writer.publish(next, { id: (await writer.newest())?.id ?? null, isWhole: true }, allRows(store));
  };
  const readAfterwards = (name: keyof Reads) => async (question: never) => {
    // Several questions may arrive at the same time, and a writer publishes one generation after the other.
    publication = publication.then(publish, publish);
    await publication;
    const reads = createReads(generationTables(writer.database));
    return (reads[name] as (question: never) => Promise<unknown>)(question);
  };
  const names = Object.keys(createReads(generationTables(writer.database))) as Array<keyof Reads>;
  return Object.fromEntries(names.map((name) => [name, readAfterwards(name)])) as unknown as Reads;
}

function mapReads(reads: Reads, change: (answer: unknown) => unknown): object {
  return Object.fromEntries(
    Object.entries(reads).map(([name, ask]) => [
      name,
      async (question: never) => change(await (ask as (question: never) => Promise<unknown>)(question)),
    ]),
  );
}

function parsed(value: unknown): unknown {
  if (value instanceof SerializedRows || value instanceof SerializedPageRows) return value.rows();
  if (value instanceof SerializedJson) return value.value();
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, parsed(member)]));
}
