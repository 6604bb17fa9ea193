/**
 * A folder whose read model another version wrote: a start serves it if the version is the same, and publishes it again if it is
 * older. Every list is then read whole. `UPDATE_FORMS=1` keeps a read model of a new version.
 */

import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import Sqlite from 'better-sqlite3';
import { packageRoot } from '../../src/package-root.js';
import { openForReading } from '../../src/read-model/sqlite/file.js';
import { canAnswerFrom, READ_MODEL_VERSION } from '../../src/read-model/tables.js';
import { liveStoreFile, readModelFile } from '../../src/service/data-folder.js';
import { restoreBackup } from '../../src/service/restore.js';
import { openServedData } from '../../src/service/served-data.js';
import { configOf, temporaryFolder } from '../backup/data-folder.js';
import { allQuestions, answerOf } from '../read-model/all-questions.js';
import {
  KEPT_NOW,
  KEPT_READ_MODELS,
  keepReadModel,
  keptReadModels,
  restoreReadModel,
  versionOf,
} from './kept-read-models.js';
import { readLists, requireReadable } from './read-lists.js';

const isKept = keptReadModels().some((name) => versionOf(name) === READ_MODEL_VERSION);
// Before anything else, since every one that is kept is a suite below.
if (!isKept && process.env.UPDATE_FORMS === '1') await keepReadModel();
else if (!isKept)
  throw new Error(
    `No read model of version ${READ_MODEL_VERSION} is kept: UPDATE_FORMS=1 npm test -- test/upgrade`,
  );

const folder = temporaryFolder();
afterAll(() => folder.remove());

/** A folder of version 1.0.0 with this read model, as `serve` finds it. */
async function folderWith(name: string, data: string) {
  // Nothing is read from any register; all managers are shown.
  const more = { CONTACT: 'Jane Roe jane@example.org', OFFLINE: '1', REGISTERS: 'all,13f-all' };
  const config = configOf(join(folder.path, data), more);
  const stores = join(packageRoot(), 'test/upgrade/stores');
  const archive = readdirSync(stores)
    .filter((one) => one.startsWith('1.0.0-schema-29'))
    .at(-1);
  await restoreBackup(config, join(stores, archive ?? ''), new AbortController().signal);
  const file = readModelFile(liveStoreFile(config));
  mkdirSync(dirname(file), { recursive: true });
  restoreReadModel(name, file);
  return { config, file };
}

/** The JSON of every row in an answer of `answerOf`, parsed. */
function parseRows(answer: unknown): void {
  if (typeof answer === 'string' && answer.startsWith('{')) JSON.parse(answer);
  else if (typeof answer === 'object' && answer !== null)
    for (const one of Object.values(answer)) parseRows(one);
}

/** Starts the program over the folder, and reads everything. */
async function readWhole({ config, file }: Awaited<ReturnType<typeof folderWith>>) {
  const served = await openServedData(config);
  try {
    const counts = await readLists(served.reads, served.unreadable, KEPT_NOW);
    const database = openForReading(file);
    if (database === null) throw new Error('There is no read model.');
    const questions = allQuestions(database);
    database.db.close();
    for (const question of questions) parseRows(JSON.parse(await answerOf(served.reads, question)));
    requireReadable(served.unreadable());
    return { counts, questions: questions.length, generation: served.dataVersion().id };
  } finally {
    await served.close();
  }
}

const idIn = (file: string) => {
  const db = new Sqlite(file, { readonly: true });
  try {
    return db.prepare('SELECT id FROM generation').pluck().get();
  } finally {
    db.close();
  }
};

describe.each(keptReadModels())('the read model %s', (name) => {
  it('is served or published again, and every row of every list can be read', async () => {
    const found = await folderWith(name, name);
    const id = idIn(found.file);
    const { counts, questions, generation } = await readWhole(found);
    const isServed = canAnswerFrom(versionOf(name));
    expect(generation === id).toBe(isServed);
    expect(questions).toBeGreaterThan(300);
    expect(counts.get('/v1/filings')).toBeGreaterThan(10);
    // The ledger that is published again has no reports of all managers, and few rows of others.
    if (!isServed) return;
    expect(counts.size).toBe(24);
    for (const [path, rows] of counts) expect([path, rows > 0]).toEqual([path, true]);
  });
});

it('one of an older version is published again, whatever its rows are', async () => {
  const found = await folderWith(keptReadModels().at(-1) ?? '', 'older');
  const db = new Sqlite(found.file);
  db.exec(`UPDATE filing SET packed = 'of another form'; PRAGMA user_version = ${READ_MODEL_VERSION - 2}`);
  db.close();
  const id = idIn(found.file);
  const { counts, generation } = await readWhole(found);
  expect(generation).not.toBe(id);
  expect(counts.get('/v1/filings')).toBeGreaterThan(10);
});

it('rows of another form under the same version are noticed', async () => {
  const found = await folderWith(keptReadModels().at(-1) ?? '', 'changed');
  const db = new Sqlite(found.file);
  db.exec('UPDATE filing SET packed = packed || 1 WHERE rowid = 1');
  db.close();
  await expect(readWhole(found)).rejects.toThrow('cannot be read');
});

it('one of this version is kept, of at most 200 KB', () => {
  expect(keptReadModels().map(versionOf)).toContain(READ_MODEL_VERSION);
  for (const name of keptReadModels())
    expect([name, readFileSync(join(KEPT_READ_MODELS, name)).length <= 200 * 1024]).toEqual([name, true]);
});
