/**
 * A program answers from what the next version publishes: columns and tables that it does not know do not matter to it. So
 * a service continues to answer while it is upgraded.
 */

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readConfig } from '../../src/config.js';
import { openPostgresDatabase } from '../../src/database/postgres-database.js';
import { tryBeginTerm } from '../../src/database/writer-term.js';
import { publishGeneration } from '../../src/ingest/publication.js';
import type { OpenGeneration, ReadModel } from '../../src/read-model/generation.js';
import { PostgresReadModel } from '../../src/read-model/postgres/model.js';
import { openPostgresWriter } from '../../src/read-model/postgres/writer.js';
import { openForWriting } from '../../src/read-model/sqlite/file.js';
import { SqliteReadModel } from '../../src/read-model/sqlite/model.js';
import { openSqliteWriter } from '../../src/read-model/sqlite/writer.js';
import { READ_MODEL_VERSION, TABLES } from '../../src/read-model/tables.js';
import { buildSample } from '../../src/service/build-sample.js';
import { sampleStoreFile } from '../../src/service/data-folder.js';
import { bumpGeneration, openStore, type Store } from '../../src/store/database/open.js';
import { POSTGRES_MISSING, startPostgres, type TestPostgres } from '../services/postgres.js';
import { type AskedQuestion, allQuestions, answerOf } from './all-questions.js';

const DAY = '2026-11-20';
const folder = mkdtempSync(join(tmpdir(), 'disclosed-next-version-'));
const file = join(folder, 'read-model.db');
let store: Store;
let questions: AskedQuestion[];
beforeAll(async () => {
  const config = readConfig({ DATA_DIR: folder });
  await buildSample(config, DAY);
  store = openStore(sampleStoreFile(config, DAY), 'write');
  bumpGeneration(store, new Date(`${DAY}T12:00:00.000Z`));
  const writer = openSqliteWriter(file);
  await publishGeneration(store, writer);
  questions = allQuestions(writer.database);
  await writer.close();
});
afterAll(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

async function answers({ reads }: OpenGeneration): Promise<string[]> {
  const given: string[] = [];
  for (const question of questions)
    given.push(`${JSON.stringify(question)} ${await answerOf(reads, question)}`);
  return given;
}

async function answersOf(model: ReadModel): Promise<string[]> {
  const open = await model.open();
  try {
    return await answers(open);
  } finally {
    await open.close();
  }
}

/** What the next version may add. `schema` is where its tables are, with a full stop. */
const ADDITIONS = (schema: string) => [
  ...Object.values(TABLES).map(({ name }) => `ALTER TABLE ${schema}${name} ADD COLUMN of_next_version TEXT`),
  `CREATE TABLE ${schema}table_of_next_version (name TEXT)`,
];

it('a file of the next version gives every answer, a later one none, and one that is open stays as it is', async () => {
  const held = await new SqliteReadModel(file).open();
  const before = await answers(held);
  expect(before.length).toBeGreaterThan(500);
  const { db } = openForWriting(file);
  for (const sql of ADDITIONS('')) db.exec(sql);
  db.exec(`PRAGMA user_version = ${READ_MODEL_VERSION + 1}`);
  const model = new SqliteReadModel(file);
  expect(await answersOf(model)).toEqual(before);
  db.exec(`PRAGMA user_version = ${READ_MODEL_VERSION + 2}`);
  model.forget();
  expect(await model.newest()).toBeNull();
  db.close();
  // The writer of another version makes the file again, as that of the next version does.
  openForWriting(file).db.close();
  expect(existsSync(file)).toBe(true);
  expect(await answers(held)).toEqual(before);
  await held.close();
  await model.close();
});

const suite = POSTGRES_MISSING === null ? describe : describe.skip;

suite(`with PostgreSQL ${POSTGRES_MISSING ?? ''}`, () => {
  let servers: TestPostgres;
  beforeAll(async () => {
    servers = await startPostgres();
  });
  afterAll(() => servers.close());

  it('a generation of the next version gives every answer, and one that is held continues', async () => {
    const url = await servers.database();
    const admin = openPostgresDatabase(url);
    const term = await tryBeginTerm(admin, 'a test');
    const writer = await openPostgresWriter(url, { epoch: term?.epoch ?? 0, program: 'test', leadMs: 0 });
    await publishGeneration(store, writer);
    const model = new PostgresReadModel(url);
    const held = await model.open();
    const before = await answers(held);
    const [[tables] = ['']] = await admin.rows<[string]>('SELECT tables FROM disclosed.generation');
    for (const sql of ADDITIONS(`${tables}.`)) await admin.run(sql);
    await admin.run(`UPDATE disclosed.generation SET format = ${READ_MODEL_VERSION + 1}`);
    const other = new PostgresReadModel(url);
    expect(await answersOf(other)).toEqual(before);
    expect(await model.newest()).toMatchObject({ id: held.generation.id });
    for (const one of [other, model, writer]) await one.close();
    await term?.end();
    await admin.close();
  });
});
