/** Questions to a ledger, for tests: before each of them the ledger is published to a read model in memory. */

import { randomUUID } from 'node:crypto';
import { publishGeneration } from '../src/ingest/publication.js';
import { createReads } from '../src/read-model/reads.js';
import { generationTables } from '../src/read-model/sqlite/model.js';
import { openSqliteWriter } from '../src/read-model/sqlite/writer.js';
import type { Store } from '../src/store/database/open.js';
import { allRows } from '../src/store/rows/changes.js';
import type { Reads } from '../tools/contract/reads.js';

/** Publishes only what changed since the last question, unless the store is open for reading only. */
export function publishedReads(store: Store): Reads {
  const writer = openSqliteWriter(':memory:');
  const publish = async () => {
    if (!store.db.readonly) return publishGeneration(store, writer);
    const next = { number: 1, id: randomUUID(), at: null, nextRefreshAt: null, isFilling: false };
    await writer.publish(next, { id: (await writer.newest())?.id ?? null, isWhole: true }, allRows(store));
  };
  const names = Object.keys(createReads(generationTables(writer.database))) as Array<keyof Reads>;
  const entries = names.map((name) => {
    const ask = async (question: never) => {
      await publish();
      const reads = createReads(generationTables(writer.database));
      return (reads[name] as (question: never) => Promise<unknown>)(question);
    };
    return [name, ask];
  });
  return Object.fromEntries(entries) as unknown as Reads;
}
