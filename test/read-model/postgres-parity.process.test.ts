/**
 * SQLite, the primary of PostgreSQL and a standby give equal answers to every question, generation after generation, and
 * equal bytes over HTTP.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openPostgresDatabase } from '../../src/database/postgres-database.js';
import { tryBeginTerm, type WriterTerm } from '../../src/database/writer-term.js';
import { deriveForm4 } from '../../src/ingest/derive/form4.js';
import { publishGeneration } from '../../src/ingest/publication.js';
import { sealWith } from '../../src/proof/manifest.js';
import { makeSigningKey, SigningKey } from '../../src/proof/signing-keys.js';
import type { OpenGeneration, ReadModel, ReadModelWriter } from '../../src/read-model/generation.js';
import { PostgresReadModel } from '../../src/read-model/postgres/model.js';
import { openPostgresWriter, type PostgresReadModelWriter } from '../../src/read-model/postgres/writer.js';
import { SqliteReadModel } from '../../src/read-model/sqlite/model.js';
import { openSqliteWriter, type SqliteReadModelWriter } from '../../src/read-model/sqlite/writer.js';
import { READ_MODEL_VERSION } from '../../src/read-model/tables.js';
import { bumpGeneration, openStore, type Store } from '../../src/store/database/open.js';
import { writeBatch } from '../../src/store/write-batch.js';
import fc, { runs } from '../property.js';
import { POSTGRES_MISSING, startPostgres, type TestPostgres } from '../services/postgres.js';
import { filing, owner } from '../store/form4/invented-filings.js';
import { copySample } from '../tiers/sample.js';
import { startService } from '../transports/service.js';
import { until } from '../until.js';
import { type AskedQuestion, allQuestions, answerOf } from './all-questions.js';
import { apply, step } from './ledger-steps.js';

/** Always at one moment: both engines then make the same manifest, if their tables have the same rows. */
const seal = sealWith({
  keys: { current: SigningKey.fromPem(makeSigningKey()), previous: null },
  sample: true,
  program: 'test',
  tablesVersion: READ_MODEL_VERSION,
  now: () => new Date(`${DAY}T12:00:00.000Z`),
});

const suite = POSTGRES_MISSING === null ? describe : describe.skip;
const DAY = '2026-11-20';
const ENGINES = ['sqlite', 'primary', 'standby'] as const;
type Engine = (typeof ENGINES)[number];

/** Signs, letters and namesakes that no register of the sample has. */
const NAMES = [
  "O'Connor John James",
  'O Neil Ann',
  'Morgan J.P.',
  'BARR & CO., L.P.',
  'Barr 100% Trust',
  'Under_score Fund',
  'Quote "Q" Holdings',
  'A & B Partners',
  'Ødegård Åsa',
  'José María Núñez',
  '李 小龙',
  'İpek Iris',
  'Groß Hans',
  'Vesper Alma',
  'Vesper Alma',
];

suite(`the read model in PostgreSQL ${POSTGRES_MISSING ?? ''}`, () => {
  let servers: TestPostgres;
  let folder: string;
  let store: Store;
  let term: WriterTerm;
  let sqlite: SqliteReadModelWriter;
  let postgres: PostgresReadModelWriter;
  let models: Record<Engine, ReadModel>;
  /** What was open, and what it answered. */
  const before: Array<{ opened: OpenGeneration; answers: string[]; questions: AskedQuestion[] }> = [];

  beforeAll(async () => {
    servers = await startPostgres({ standbys: 1 });
    const name = 'parity';
    const url = await servers.database(name);
    folder = mkdtempSync(join(tmpdir(), 'disclosed-parity-'));
    store = openStore(await copySample(folder), 'write');
    const begun = await tryBeginTerm(openPostgresDatabase(url), 'a test');
    if (begun === null) throw new Error('no other writer is there');
    term = begun;
    const file = join(folder, 'parity.db');
    sqlite = openSqliteWriter(file, { seal });
    postgres = await openPostgresWriter(url, {
      epoch: term.epoch,
      program: 'test',
      leadMs: 0,
      historyDays: 0,
      seal,
    });
    models = {
      sqlite: new SqliteReadModel(file),
      primary: new PostgresReadModel(servers.url(name, [servers.primary])),
      // Few people are enough to walk here, and the walk ends early.
      standby: new PostgresReadModel(servers.url(name, servers.standbys), {
        search: { walkFrom: 2, walkLength: 6 },
      }),
    };
  });
  afterAll(async () => {
    for (const { opened } of before) await opened.close();
    for (const model of Object.values(models ?? {})) await model.close();
    await sqlite?.close();
    await postgres?.close();
    await term?.end();
    store?.close();
    await servers.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Publishes the same changes to both engines. */
  async function publish(): Promise<void> {
    bumpGeneration(store, new Date(`${DAY}T12:00:00.000Z`));
    const both: ReadModelWriter = {
      takesChangesAtOnce: false,
      newest: () => postgres.newest(),
      lastNumber: () => postgres.lastNumber(),
      manifestsAfter: (number) => postgres.manifestsAfter(number),
      setNextRefresh: (id, at) => postgres.setNextRefresh(id, at),
      close: async () => undefined,
      async publish(next, base, changes) {
        const taken = [...changes];
        await sqlite.publish(next, base, taken);
        await postgres.publish(next, base, taken);
      },
    };
    await publishGeneration(store, both);
    const newest = await postgres.newest();
    await until(async () => (await models.standby.newest())?.id === newest?.id);
  }

  async function openAll(): Promise<Record<Engine, OpenGeneration>> {
    const opened = await Promise.all(
      ENGINES.map(async (engine) => [engine, await models[engine].open()] as const),
    );
    // An entry for each engine.
    return Object.fromEntries(opened) as Record<Engine, OpenGeneration>;
  }

  /** Sends all or some of the questions to every engine; and of the generation before, whose answers must be what they were. */
  async function compare(isAsked: (place: number) => boolean): Promise<void> {
    const questions = allQuestions(sqlite.database).filter((_question, place) => isAsked(place));
    const opened = await openAll();
    const answers = await ask(opened.sqlite, questions);
    for (const engine of ENGINES)
      expectEqual(engine, questions, await ask(opened[engine], questions), answers);
    for (const one of before) {
      const again = await ask(one.opened, one.questions);
      expectEqual(one.opened.generation.number, one.questions, again, one.answers);
    }
    for (const { opened: old } of before.splice(0)) await old.close();
    for (const engine of ENGINES) before.push({ opened: opened[engine], answers, questions });
  }

  it('gives equal answers to every question over the documents of the sample', async () => {
    writeBatch(store, {
      register: 'sec-form4',
      now: new Date(`${DAY}T00:00:00.000Z`),
      records: NAMES.map((name, n) =>
        filing(900 + n, {
          filedAt: `2026-10-${10 + (n % 9)}T12:00:00.000Z`,
          owners: [owner(`88${n}`, name)],
        }),
      ),
    });
    deriveForm4(store);
    await publish();
    expect(sqlite.database.rowsNow('SELECT count(*) FROM insider')[0]![0]).toBeGreaterThan(30);
    expect(sqlite.database.rowsNow('SELECT count(*) FROM security_holders')[0]![0]).toBeGreaterThan(8);
    await compare(() => true);
    for (const { opened } of before.splice(0)) await opened.close();
  });

  it('gives equal answers over HTTP: bytes and ETags', async () => {
    const opened = await openAll();
    const services = await Promise.all(
      ENGINES.map(async (engine) => startService({ reads: opened[engine].reads })),
    );
    const paths = requests(sqlite);
    let found = 0;
    for (const path of paths) {
      const answers = await Promise.all(services.map((service) => service.ask(path)));
      const [expected, ...others] = answers.map(({ status, headers, bytes }) => ({
        path,
        status,
        etag: headers.etag,
        text: bytes.toString('latin1'),
      }));
      if (expected?.status === 200) found += 1;
      for (const other of others) expect(other).toEqual(expected);
    }
    expect(found).toBeGreaterThan(paths.length / 2);
    for (const service of services) await service.close();
    for (const engine of ENGINES) await opened[engine].close();
  });

  it('gives equal answers after every change, and the same ones for the generation before', async () => {
    const steps = fc.sample(step, { numRuns: runs(48), seed: 20_261_120 });
    for (let at = 0; at < steps.length; at += 8) {
      for (const one of steps.slice(at, at + 8)) await apply(store, one);
      await publish();
      // Others after each change.
      await compare((place) => place % 12 === (at / 8) % 12);
    }
  });

  it('keeps no rows that no generation needs', async () => {
    const database = openPostgresDatabase(servers.url('parity', [servers.primary]));
    const schemas = await database.rows<[string]>(
      'SELECT tables FROM disclosed.generation GROUP BY tables ORDER BY min(number)',
    );
    const generations = await database.rows<[number]>(
      'SELECT number FROM disclosed.generation ORDER BY number',
    );
    expect(schemas).toHaveLength(1);
    expect(generations).toHaveLength(4);
    const ended = await database.rows<[number]>(
      `SELECT count(*) FROM ${schemas[0]![0]}.insider_search WHERE valid_to <= ?`,
      [generations[0]![0]],
    );
    expect(ended).toEqual([[0]]);
    await database.close();
  });
});

async function ask({ reads }: OpenGeneration, questions: AskedQuestion[]): Promise<string[]> {
  const answers: string[] = [];
  for (let at = 0; at < questions.length; at += 50)
    answers.push(...(await Promise.all(questions.slice(at, at + 50).map((one) => answerOf(reads, one)))));
  return answers;
}

function expectEqual(
  where: string | number,
  questions: AskedQuestion[],
  got: string[],
  expected: string[],
): void {
  const wrong = questions.flatMap((question, at) =>
    got[at] === expected[at] ? [] : [{ where, question, got: got[at], expected: expected[at] }],
  );
  expect(wrong.slice(0, 3)).toEqual([]);
}

/** Requests of every endpoint, with what the read model has. */
function requests({ database }: SqliteReadModelWriter): string[] {
  const column = (sql: string) => database.rowsNow<[string]>(sql).map(([text]) => encodeURIComponent(text));
  const slugs = column('SELECT slug FROM insider ORDER BY slug');
  return [
    '/v1/catalog',
    '/v1/clusters',
    '/v1/streaks',
    '/v1/congress',
    '/v1/trackers',
    '/v1/filings',
    '/v1/filings?limit=3&direction=S&min_value=100.5',
    '/v1/filings?limit=500&fields=ownerName,totalValue',
    '/v1/filings?limit=0',
    ...column("SELECT DISTINCT ticker FROM filing WHERE ticker <> ''").map(
      (one) => `/v1/filings?ticker=${one}`,
    ),
    '/v1/filings?ticker=NOSUCH',
    ...slugs.map((slug) => `/v1/insiders/${slug}`),
    '/v1/insiders/nobody-at-all',
    ...slugs.map((slug) => `/v1/insiders?q=${slug.slice(0, 5)}`),
    ...NAMES.map((name) => `/v1/insiders?q=${encodeURIComponent(name)}`),
    ...column('SELECT DISTINCT slug FROM member_slug').map((slug) => `/v1/congress/${slug}?limit=500`),
    ...column("SELECT substr(name, 9) FROM document WHERE name LIKE 'tracker/%'").flatMap((slug) => [
      `/v1/trackers/${slug}`,
      `/v1/trackers/${slug}?series=none`,
    ]),
    ...column('SELECT DISTINCT market FROM eu_row').map((market) => `/v1/eu/${market}?limit=500`),
  ];
}
