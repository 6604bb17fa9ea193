/** Publishes the ledger as the next generation of the read model: only what changed, or everything if they differ. */

import { randomUUID } from 'node:crypto';
import type { SourceState } from '../../tools/contract/reads/sources.js';
import {
  DamagedReadModelError,
  type Generation,
  type PublicationBase,
  type ReadModelWriter,
} from '../read-model/generation.js';
import type { ScopeRows } from '../read-model/tables.js';
import { recordChanges } from '../store/changes/record-changes.js';
import { sourceStates } from '../store/crawl/sources.js';
import { generationOf, openSnapshot, type Store } from '../store/database/open.js';
import { forgetLostManagers } from '../store/managers/managers-database.js';
import { allRows, changedRows } from '../store/rows/changes.js';
import { keepManifests, lastManifestNumber, manifestScopes } from '../store/rows/manifests.js';
import {
  finishPublication,
  notePublication,
  publicationIds,
  raiseGeneration,
} from '../store/rows/unpublished.js';

/**
 * Makes the ledger safe, where another node can continue from it. `taken` is called at the very state that is saved.
 */
export type SaveLedger = (taken: () => void) => Promise<unknown>;

/**
 * Publishes the present generation of the ledger (`bumpGeneration`). Whatever is written meanwhile belongs to the next
 * one. With `save`, exactly the saved state is published, and only when it is safe.
 * @returns whether everything was published, and not only what changed
 * @throws PublicationRefusedError if another writer has published
 * @throws FencedError of `save` or of the read model if another node became the writer
 */
export async function publishGeneration(
  store: Store,
  writer: ReadModelWriter,
  save?: SaveLedger,
): Promise<{ isWhole: boolean }> {
  const newest = await writer.newest();
  const { published, publishing } = publicationIds(store);
  // The process may have died between the publication and its note in the ledger.
  if (newest !== null && newest.id === publishing && newest.id !== published)
    finishPublication(store, newest.id, newest.number);
  // The ledger keeps the manifests of all generations: a read model that is made again has them too.
  keepManifests(store, await writer.manifestsAfter(lastManifestNumber(store)));
  const isWhole = newest === null || (newest.id !== published && newest.id !== publishing);
  if (isWhole) forgetLostManagers(store);
  // A ledger that was restored or made again continues the numbers that readers have seen.
  const last = await writer.lastNumber();
  if (last !== null) raiseGeneration(store, last + 1);
  const { number, at, nextRefreshAt } = generationOf(store);
  const next = { number, id: randomUUID(), at, nextRefreshAt, isFilling: isFilling(sourceStates(store)) };
  // Before the save: a node that continues from it knows whether this publication took place, and what changed with it.
  store.transaction(() => {
    recordChanges(store, next);
    notePublication(store, next.id);
  });
  const base = { id: newest?.id ?? null, isWhole };
  const publish = (from: Store) => publishRows(from, writer, next, base);
  let wasWhole: boolean;
  if (save === undefined && writer.takesChangesAtOnce) wasWhole = await publish(store);
  else {
    const snapshot = save === undefined ? openSnapshot(store) : await savedSnapshot(store, save);
    try {
      wasWhole = await publish(snapshot);
    } finally {
      snapshot.close();
    }
  }
  finishPublication(store, next.id, number);
  keepManifests(store, await writer.manifestsAfter(number - 1));
  return { isWhole: wasWhole };
}

/** @returns whether all rows were published: those that changed are not enough for a read model that is made again */
async function publishRows(
  from: Store,
  writer: ReadModelWriter,
  next: Omit<Generation, 'serveFrom'>,
  base: PublicationBase,
): Promise<boolean> {
  try {
    await writer.publish(next, base, base.isWhole ? allRows(from) : changedRows(from));
    return base.isWhole;
  } catch (error) {
    if (!(error instanceof DamagedReadModelError)) throw error;
    await writer.publish(next, { id: null, isWhole: true }, allRows(from));
    return true;
  }
}

/** The state that `save` made safe. The caller closes it. */
async function savedSnapshot(store: Store, save: SaveLedger): Promise<Store> {
  const taken: Store[] = [];
  try {
    await save(() => taken.push(openSnapshot(store)));
    const [snapshot] = taken;
    if (snapshot === undefined) throw new Error('The ledger was saved without its state being taken.');
    return snapshot;
  } catch (error) {
    for (const snapshot of taken) snapshot.close();
    throw error;
  }
}

/**
 * Publishes the states of the sources alone, as never read: for a service that starts before anything is published.
 * Answers then say that the data is not ready, instead of that there is none.
 */
export async function publishNothingYet(store: Store, writer: ReadModelWriter): Promise<void> {
  const newest = await writer.newest();
  const states = sourceStates(store).map(
    (state): SourceState => ({
      ...state,
      status: state.status === 'off' ? 'off' : 'never-read',
      lastReadAt: null,
      isWhole: false,
      registers: state.registers.map(({ register }) => ({ register, lastReadAt: null, isWhole: false })),
    }),
  );
  const sources: ScopeRows = { table: 'document', scope: [], rows: [['sources', JSON.stringify(states)]] };
  keepManifests(store, await writer.manifestsAfter(lastManifestNumber(store)));
  const number = ((await writer.lastNumber()) ?? -1) + 1;
  const next = { number, id: randomUUID(), at: null, nextRefreshAt: null, isFilling: true };
  await writer.publish(next, { id: newest?.id ?? null, isWhole: true }, [sources, ...manifestScopes(store)]);
}

/** Whether the initial import of a source is running: its answers grow with every minute. */
function isFilling(states: readonly SourceState[]): boolean {
  return states.some(({ status }) => status === 'filling' || status === 'never-read');
}
