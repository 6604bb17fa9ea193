/**
 * A program answers from what the next version publishes: columns and tables that it does not know do not matter to it. So
 * a service continues to answer while it is upgraded.
 */

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { openPostgresDatabase, type PostgresDatabase } from '../../src/database/postgres-database.js';
import { tryBeginTerm } from '../../src/database/writer-term.js';
import { publishGeneration } from '../../src/ingest/publication.js';
import type { OpenGeneration, ReadModel } from '../../src/read-model/generation.js';
import { PostgresReadModel } from '../../src/read-model/postgres/model.js';
import { openPostgresWriter } from '../../src/read-model/postgres/writer.js';
import { openForWriting } from '../../src/read-model/sqlite/file.js';
import { SqliteReadModel } from '../../src/read-model/sqlite/model.js';
import { openSqliteWriter } from '../../src/read-model/sqlite/writer.js';
import * as tables from '../../src/read-model/tables.js';
import { bumpGeneration, openStore, type Store } from '../../src/store/database/open.js';
import { POSTGRES_MISSING, startPostgres, type TestPostgres } from '../services/postgres.js';
import { copySample, SAMPLE_DAY } from '../tiers/sample.js';
import { type AskedQuestion, allQuestions, answerOf } from './all-questions.js';

const folder = mkdtempSync(join(tmpdir(), 'disclosed-next-version-'));
const file = join(folder, 'read-model.db');
let store: Store;
let questions: AskedQuestion[];
beforeAll(async () => {
  store = openStore(await copySample(folder), 'write');
  bumpGeneration(store, new Date(`${SAMPLE_DAY}T12:00:00.000Z`));
  const writer = openSqliteWriter(file);
  await publishGeneration(store, writer);
  questions = someOfEach(allQuestions(writer.database));
  await writer.close();
});
afterAll(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Questions of every kind: those of one kind differ in their values, and read the same columns. */
function someOfEach(all: readonly AskedQuestion[]): AskedQuestion[] {
  const counts = new Map<string, number>();
  return all.filter(([name]) => {
    counts.set(name, (counts.get(name) ?? 0) + 1);
    return (counts.get(name) ?? 0) <= 3;
  });
}

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
  ...Object.values(tables.TABLES).map(
    ({ name }) => `ALTER TABLE ${schema}${name} ADD COLUMN of_next_version TEXT`,
  ),
  `CREATE TABLE ${schema}table_of_next_version (name TEXT)`,
];

it('a file of the next version gives every answer, a later one none, and one that is open stays as it is', async () => {
  const held = await new SqliteReadModel(file).open();
  const before = await answers(held);
  expect(new Set(questions.map(([name]) => name)).size).toBeGreaterThan(30);
  const { db } = openForWriting(file);
  for (const sql of ADDITIONS('')) db.exec(sql);
  db.exec(`PRAGMA user_version = ${tables.READ_MODEL_VERSION + 1}`);
  const model = new SqliteReadModel(file);
  expect(await answersOf(model)).toEqual(before);
  db.exec(`PRAGMA user_version = ${tables.READ_MODEL_VERSION + 2}`);
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

/** The parts of a program that publishes in a later form. */
async function programOf(version: number) {
  jest.resetModules();
  jest.unstable_mockModule('../../src/read-model/tables.js', () => ({
    ...tables,
    READ_MODEL_VERSION: version,
  }));
  const { openPostgresWriter: open } = await import('../../src/read-model/postgres/writer.js');
  const { publishGeneration: publish } = await import('../../src/ingest/publication.js');
  return { openPostgresWriter: open, publishGeneration: publish };
}

const suite = POSTGRES_MISSING === null ? describe : describe.skip;

suite(`with PostgreSQL ${POSTGRES_MISSING ?? ''}`, () => {
  let servers: TestPostgres;
  let url: string;
  let admin: PostgresDatabase;
  let model: PostgresReadModel;
  let held: OpenGeneration;
  let before: string[];
  beforeAll(async () => {
    servers = await startPostgres();
    url = await servers.database();
    admin = openPostgresDatabase(url);
    await publishAs({ openPostgresWriter, publishGeneration });
    model = new PostgresReadModel(url);
    held = await model.open();
    before = await answers(held);
  });
  afterAll(async () => {
    await model.close();
    await admin.close();
    await servers.close();
  });

  /** One term of a writer, which publishes once. */
  async function publishAs(program: Awaited<ReturnType<typeof programOf>>): Promise<{ isWhole: boolean }> {
    const term = await tryBeginTerm(admin, 'a test');
    const writer = await program.openPostgresWriter(url, {
      epoch: term?.epoch ?? 0,
      program: 'test',
      leadMs: 0,
    });
    const published = await program.publishGeneration(store, writer);
    await writer.close();
    await term?.end();
    return published;
  }

  it('a generation of the next version gives every answer, and one that is held stays', async () => {
    expect(await publishAs(await programOf(tables.READ_MODEL_VERSION + 1))).toEqual({ isWhole: true });
    const rows = await admin.rows<[tables: string]>(
      'SELECT tables FROM disclosed.generation ORDER BY number',
    );
    const [own, next] = rows.map(([tables]) => tables);
    expect(next).not.toBe(own);
    for (const sql of ADDITIONS(`${next}.`)) await admin.run(sql);
    const newest = await model.newest();
    expect(newest?.number).toBeGreaterThan(held.generation.number);
    const open = await model.open();
    expect(open.generation.id).toBe(newest?.id);
    expect(await answers(open)).toEqual(before);
    expect(await answers(held)).toEqual(before);
  });

  it('one that cannot be read is passed over as long as there is another', async () => {
    const readable = await model.newest();
    expect(await publishAs(await programOf(tables.READ_MODEL_VERSION + 2))).toEqual({ isWhole: true });
    expect(await model.newest()).toEqual(readable);
    expect(await answers(held)).toEqual(before);
    const started = new PostgresReadModel(url);
    expect((await started.open()).generation.id).toBe(readable?.id);
    await started.close();
  });
});
