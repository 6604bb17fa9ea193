/** Builds the sample store of a day: invented documents, read by the same parsers through the same writes. */

import { existsSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Config } from '../config.js';
import { removeSqliteDatabase } from '../database/sqlite-files.js';
import { DAY_MS, MINUTE_MS } from '../dates.js';
import { DERIVATION_VERSION } from '../derive/index.js';
import { deriveCongress } from '../ingest/derive/congress.js';
import { deriveDigests } from '../ingest/derive/digests.js';
import { deriveMarkets } from '../ingest/derive/europe.js';
import { deriveForm4 } from '../ingest/derive/form4.js';
import { deriveMajorHolders } from '../ingest/derive/holders.js';
import { deriveManagers } from '../ingest/derive/managers.js';
import { deriveTrackers } from '../ingest/derive/portfolios.js';
import { rederiveIfRulesChanged } from '../ingest/derive/rule-changes.js';
import { importDocuments } from '../ingest/import-documents.js';
import { publishGeneration } from '../ingest/publication.js';
import { sourceDescriptions } from '../ingest/source-descriptions.js';
import { SqliteReadModel } from '../read-model/sqlite/model.js';
import { openSqliteWriter } from '../read-model/sqlite/writer.js';
import type { RawDocument, Register } from '../registers/register.js';
import { recordChanges } from '../store/changes/record-changes.js';
import { markListed, markShown } from '../store/crawl/readiness-marks.js';
import { describeSources } from '../store/crawl/run-journal.js';
import {
  acquireWriterLock,
  bumpGeneration,
  closeAndVerify,
  isCorruptDatabase,
  isIntact,
  openStore,
  type Store,
  StoreBusyError,
} from '../store/database/open.js';
import { derivationVersion } from '../store/derivation-version.js';
import { managersFile } from '../store/managers/managers-database.js';
import { configuredRegisters } from './configured-registers.js';
import { curatedTrackers } from './curated-trackers.js';
import { ensureStoreFolder, readModelFile, removeOldSamples, sampleStoreFile } from './data-folder.js';
import { sampleDocuments } from './sample-documents.js';
import { openSeal } from './signing-key.js';

/** A sample is built in seconds; a live run holds the lock for longer. */
const LOCK_TIMEOUT_MS = MINUTE_MS;
const LOOK_MS = 200;

/** Price registers without a sample: the SEC's register brings its prices. */
const NOT_SAMPLED = ['prices-csv', 'prices-tiingo'];
const PRICE_NOTE = 'Invented closes, in the form of the fails-to-deliver files of the SEC.';

/** Does nothing when the sample of `day` exists. The file gets its name only when it is complete. */
export async function buildSample(config: Config, day: string): Promise<void> {
  const file = sampleStoreFile(config, day);
  if (await isUsableSample(file)) return;
  const release = await acquireLockUnlessBuilt(config, file);
  const building = join(dirname(file), `building-${basename(file)}`);
  const clear = () => {
    for (const path of [building, readModelFile(building), managersFile(building)])
      removeSqliteDatabase(path);
  };
  try {
    if (await isUsableSample(file)) return;
    clear();
    const store = await fillSample(config, building, day);
    const readModel = openSqliteWriter(readModelFile(building), { seal: openSeal(config, true) });
    try {
      await publishGeneration(store, readModel);
    } finally {
      await readModel.close();
    }
    closeAndVerify(store, building);
    renameSync(readModelFile(building), readModelFile(file));
    // What is published again, as to another engine, reads the reports of all managers from there.
    if (existsSync(managersFile(building))) renameSync(managersFile(building), managersFile(file));
    renameSync(building, file);
    // The services that use the sample must find it complete before the old ones are removed.
    if (await isUsableSample(file)) removeOldSamples(config, day);
  } finally {
    // After a failure, such as a full disk, no half-built file may remain.
    clear();
    release();
  }
}

/** The documents of the day, read and derived in two parts. */
async function fillSample(config: Config, file: string, day: string): Promise<Store> {
  const at = new Date(`${day}T00:00:00.000Z`);
  const registers = configuredRegisters(config);
  const store = openStore(file, 'write');
  const enabled = new Set(
    registers.map(({ metadata }) => metadata.id).filter((id) => !NOT_SAMPLED.includes(id)),
  );
  describeSources(store, sourceDescriptions(registers, enabled, PRICE_NOTE));
  const documents = registers.map((register) => ({
    register,
    all: sampleDocuments(register.metadata.id, day),
    newCount: NEW_DOCUMENTS[register.metadata.id] ?? 0,
  }));
  const read = async (register: Register, some: RawDocument[]) => {
    if (some.length === 0) return;
    await importDocuments(store, register, oneByOne(some), () => at);
    // The sample counts as a register that was read to its end.
    markListed(store, register.metadata.id, at, true);
  };
  const steps = [
    () => rederiveIfRulesChanged(store),
    () => deriveForm4(store),
    // The operator's overrides are about real people: the sample has none.
    () => deriveCongress(store, { now: at, overrides: [] }),
    () => deriveDigests(store, at, 'sec-public'),
    () => deriveTrackers(store, at, curatedTrackers(config), 'sec-public'),
    () => deriveMarkets(store, at),
    () => deriveMajorHolders(store),
  ];
  const derive = async () => {
    for await (const step of oneByOne(steps)) step();
    await deriveManagers(store, { now: at, quarters: null });
    markShown(store, true);
  };
  for (const { register, all, newCount } of documents)
    await read(register, all.slice(0, all.length - newCount));
  await derive();
  recordChanges(store, { number: 0, at: new Date(at.getTime() - DAY_MS).toISOString() });
  for (const { register, all, newCount } of documents) await read(register, all.slice(all.length - newCount));
  await derive();
  bumpGeneration(store, at, new Date(at.getTime() + DAY_MS).toISOString());
  return store;
}

/** The last documents of a register arrive a day after the others: the sample has changes too. */
const NEW_DOCUMENTS: Readonly<Record<string, number>> = {
  'sec-form4': 12,
  'sec-144': 2,
  'senate-ptr': 2,
  'uk-nsm': 2,
  'sec-13f': 1,
};

/** Yields to the event loop between items, so that a process that builds the sample still answers requests without data. */
async function* oneByOne<T>(items: Iterable<T>): AsyncGenerator<T> {
  for (const item of items) {
    await setImmediate();
    yield item;
  }
}

/** Waits for another process that builds the same sample: both then serve it. */
async function acquireLockUnlessBuilt(config: Config, file: string): Promise<() => void> {
  for (let left = LOCK_TIMEOUT_MS; ; left -= LOOK_MS) {
    try {
      return acquireWriterLock(ensureStoreFolder(config));
    } catch (error) {
      if (!(error instanceof StoreBusyError) || left <= 0) throw error;
    }
    await setTimeout(LOOK_MS);
    if (await isUsableSample(file)) return () => undefined;
  }
}

/** False also for a damaged sample, or one whose rows were derived by other rules: it is built again. */
async function isUsableSample(file: string): Promise<boolean> {
  if (!existsSync(file) || !isIntact(file) || !(await isPublished(file))) return false;
  const store = openStore(file, 'read');
  const isOurs = derivationVersion(store) === DERIVATION_VERSION;
  store.close();
  return isOurs;
}

async function isPublished(file: string): Promise<boolean> {
  const model = new SqliteReadModel(readModelFile(file));
  try {
    return (await model.newest()) !== null;
  } catch (error) {
    if (isCorruptDatabase(error)) return false;
    throw error;
  } finally {
    await model.close();
  }
}
