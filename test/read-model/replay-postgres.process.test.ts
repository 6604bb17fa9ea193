/** PostgreSQL answers about an earlier generation as that generation answered, and keeps what SQLite keeps. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openPostgresDatabase, type PostgresDatabase } from '../../src/database/postgres-database.js';
import { tryBeginTerm, type WriterTerm } from '../../src/database/writer-term.js';
import { publishGeneration } from '../../src/ingest/publication.js';
import type { ReadModelWriter } from '../../src/read-model/generation.js';
import { GENERATIONS } from '../../src/read-model/postgres/generations.js';
import { PostgresReadModel } from '../../src/read-model/postgres/model.js';
import { STILL_VALID } from '../../src/read-model/postgres/schema.js';
import { openPostgresWriter } from '../../src/read-model/postgres/writer.js';
import { openSqliteWriter } from '../../src/read-model/sqlite/writer.js';
import { bumpGeneration, openStore } from '../../src/store/database/open.js';
import fc from '../property.js';
import { POSTGRES_MISSING, startPostgres, type TestPostgres } from '../services/postgres.js';
import { momentBetween } from '../until.js';
import { type AskedQuestion, allQuestions, answerOf, filingHistoryQuestions } from './all-questions.js';
import { documents, next } from './invented-generation.js';
import { apply, step } from './ledger-steps.js';

const suite = POSTGRES_MISSING === null ? describe : describe.skip;
/** Each generation gets one question in so many: there are very many. */
const ASKED_OF = 5;
const DAY = 86_400_000;
/** Midnight: all generations are published on one day, also when the next one begins meanwhile. */
const TODAY = Math.floor(Date.now() / DAY) * DAY;

suite(`replay from PostgreSQL ${POSTGRES_MISSING ?? ''}`, () => {
  let servers: TestPostgres;
  let folder: string;
  const terms: WriterTerm[] = [];
  beforeAll(async () => {
    servers = await startPostgres({});
    folder = mkdtempSync(join(tmpdir(), 'disclosed-replay-'));
  });
  afterAll(async () => {
    for (const term of terms) await term.end();
    await servers?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function emptyDatabase(name: string, historyDays?: number) {
    const url = await servers.database(name);
    const term = await tryBeginTerm(openPostgresDatabase(url), 'a test');
    if (term === null) throw new Error('no other writer is there');
    terms.push(term);
    const writer = await openPostgresWriter(url, {
      epoch: term.epoch,
      program: 'test',
      leadMs: 0,
      historyDays,
    });
    return { url, writer };
  }

  it('gives every answer of each generation again, whatever was published after it', async () => {
    const { url, writer } = await emptyDatabase('every');
    const store = openStore(join(folder, 'every.db'), 'write');
    // Only to ask what its rows suggest.
    const sqlite = openSqliteWriter(join(folder, 'every.read-model.db'));
    const model = new PostgresReadModel(url);
    const saved: Array<{ id: string; moment: string; questions: AskedQuestion[]; answers: string[] }> = [];
    const both: ReadModelWriter = {
      takesChangesAtOnce: false,
      newest: () => writer.newest(),
      lastNumber: () => writer.lastNumber(),
      manifestsAfter: (number) => writer.manifestsAfter(number),
      setNextRefresh: (id, at) => writer.setNextRefresh(id, at),
      close: async () => undefined,
      async publish(given, base, changes) {
        const taken = [...changes];
        const kept = { ...given, isFilling: false };
        await sqlite.publish(kept, base, taken);
        await writer.publish(kept, base, taken);
      },
    };
    for (const list of fc.sample(fc.array(step, { minLength: 8, maxLength: 8 }), 8)) {
      for (const one of list) await apply(store, one);
      bumpGeneration(store, new Date('2026-10-08T12:00:00.000Z'));
      await publishGeneration(store, both);
      const questions = [
        ...allQuestions(sqlite.database).filter((_, at) => at % ASKED_OF === saved.length % ASKED_OF),
        ...filingHistoryQuestions(sqlite.database),
      ];
      const open = await model.open();
      const answers: string[] = [];
      for (const question of questions) answers.push(await answerOf(open.reads, question));
      saved.push({
        id: open.generation.id,
        moment: (await momentBetween()).toISOString(),
        questions,
        answers,
      });
    }
    for (const { id, moment, questions, answers } of saved) {
      const past = await model.past(moment);
      expect(past?.generation.id).toBe(id);
      for (const [at, question] of questions.entries())
        expect([question, await answerOf((past ?? (await model.open())).reads, question)]).toEqual([
          question,
          answers[at],
        ]);
    }
    expect((await model.firstKept())?.id).toBe(saved[0]?.id);
    await model.close();
    await writer.close();
    await sqlite.close();
    store.close();
  });

  /** Publishes documents day by day, as if each had been published so many days ago. */
  async function publishDaysAgo(
    { url, writer }: Awaited<ReturnType<typeof emptyDatabase>>,
    ago: readonly number[],
    /** From this one on, a new schema has the rows. */
    whole = 0,
  ): Promise<{ kept: number[]; past: number[][]; replaced: number[][][] }> {
    const database: PostgresDatabase = openPostgresDatabase(url, { connections: 1 });
    for (const [at, days] of ago.entries()) {
      const base = { id: at === 0 ? null : `generation ${at}`, isWhole: at === 0 || at === whole };
      if (at === whole) await asNextTerm(database);
      await writer.publish(next(at + 1), base, [documents({ sources: `[${at}]` })]);
      const time = new Date(TODAY - days * DAY + at).toISOString();
      await database.run(`UPDATE ${GENERATIONS} SET serve_from = ? WHERE number = ?`, [time, at + 1]);
    }
    const kept = await database.rows<[number]>(`SELECT number FROM ${GENERATIONS} ORDER BY number`);
    const [[tables = ''] = []] = await database.rows<[string]>(
      `SELECT tables FROM ${GENERATIONS} ORDER BY number LIMIT 1`,
    );
    const past = await database.rows<[number, number]>(
      `SELECT valid_from, valid_to FROM ${tables}.past_document ORDER BY valid_from`,
    );
    const replaced: number[][][] = [];
    for (const name of whole === 0 ? [] : ['document', 'past_document']) {
      const rows = await database.rows<[number, number]>(
        `SELECT valid_from, valid_to FROM ${tables}.${name} ORDER BY valid_from`,
      );
      replaced.push(rows.map((row) => [...row]));
    }
    await database.close();
    await writer.close();
    return { kept: kept.flat(), past: past.map((row) => [...row]), replaced };
  }

  /** Only in a later term may everything be published again. */
  async function asNextTerm(database: PostgresDatabase): Promise<void> {
    await database.run(`UPDATE ${GENERATIONS} SET epoch = epoch - 1`);
  }

  it('keeps the last generation of each day that is long over, and the rows of those alone', async () => {
    const ago = [40, 40, 40, 35, 20, 20, 3, 2, 1, 0];
    const { kept, past } = await publishDaysAgo(await emptyDatabase('days'), ago);
    expect(kept).toEqual([3, 4, 5, 6, 7, 8, 9, 10]);
    // The last generations still answer, and what only they have stays in the table that does.
    expect(past).toEqual([
      [3, 4],
      [4, 5],
      [5, 6],
      [6, 7],
    ]);
  });

  it('thins out the schema that a whole publication replaced', async () => {
    const ago = [41, 40, 40, 40, 40, 40, 40, 39, 3, 2, 1, 0];
    // The first six are in the first schema, and only the first one is the last of its day.
    const { kept, replaced } = await publishDaysAgo(await emptyDatabase('replaced'), ago, 6);
    expect(kept).toEqual([1, 7, 8, 9, 10, 11, 12]);
    expect(replaced).toEqual([[], [[1, 2]]]);
    const other = [41, 40, 40, 40, 40, 39, 38, 38, 3, 2, 1, 0];
    const found = await publishDaysAgo(await emptyDatabase('replaced-later'), other, 6);
    expect(found.kept).toEqual([1, 5, 6, 8, 9, 10, 11, 12]);
    // What ended after the schema was replaced stays where it is.
    expect(found.replaced.flat().sort(([a = 0], [b = 0]) => a - b)).toEqual([
      [1, 2],
      [5, 6],
      [6, STILL_VALID],
    ]);
    // Half a day before the generation of 39 days ago, whatever time it is.
    const days = 39.5 + (Date.now() - TODAY) / DAY;
    const short = await publishDaysAgo(await emptyDatabase('replaced-short', days), other, 6);
    expect(short.kept).toEqual([5, 6, 8, 9, 10, 11, 12]);
    expect(short.replaced.flat().sort(([a = 0], [b = 0]) => a - b)).toEqual([
      [5, 6],
      [6, STILL_VALID],
    ]);
  });

  it('keeps nothing older than is set, and nothing at all with history off', async () => {
    const ago = [20, 15, 8, 3, 2, 1, 0];
    expect((await publishDaysAgo(await emptyDatabase('ten', 10), ago)).kept).toEqual([2, 3, 4, 5, 6, 7]);
    expect(await publishDaysAgo(await emptyDatabase('off', 0), ago)).toMatchObject({
      kept: [4, 5, 6, 7],
      past: [],
    });
  });
});
