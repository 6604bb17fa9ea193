/**
 * An earlier generation answers every question as it did when it was the newest, whatever was published after it. RUNS=100 tries a hundred times as many sequences of writes.
 */

import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { publishGeneration } from '../../src/ingest/publication.js';
import type { OpenGeneration, ReadModelWriter } from '../../src/read-model/generation.js';
import { openForReading } from '../../src/read-model/sqlite/file.js';
import { SqliteReadModel } from '../../src/read-model/sqlite/model.js';
import { openSqliteWriter, type SqliteReadModelWriter } from '../../src/read-model/sqlite/writer.js';
import { bumpGeneration, openStore, type Store } from '../../src/store/database/open.js';
import { allRows } from '../../src/store/rows/changes.js';
import fc, { isTried, runs } from '../property.js';
import { momentBetween } from '../until.js';
import { type AskedQuestion, allQuestions, answerOf, filingHistoryQuestions } from './all-questions.js';
import { documents, next, nobody, people, person } from './invented-generation.js';
import { apply, STORIES, type Step, step } from './ledger-steps.js';

describe('read-model/replay', () => {
  /** A copy of the file as it was after a publication, and a moment at which it was the newest. */
  interface Saved {
    file: string;
    id: string;
    moment: string;
    isFilling: boolean;
    /** Whether some others were not kept: the times in a history of a filing are then those of the next one that is. */
    isThinned: boolean;
  }

  type Publication = { kind: 'publish'; isFilling: boolean; isWhole: boolean };

  const publication: fc.Arbitrary<Publication> = fc.record({
    kind: fc.constant('publish' as const),
    isFilling: fc.constantFrom(false, false, false, true),
    // The ledger was restored or made again.
    isWhole: fc.constantFrom(false, false, false, false, true),
  });
  const steps = fc.array(fc.oneof({ weight: 2, arbitrary: step }, { weight: 1, arbitrary: publication }), {
    minLength: 6,
    maxLength: 30,
  });
  const WELL: Publication = { kind: 'publish', isFilling: false, isWhole: false };

  /** Each generation of a random sequence gets one question in so many, others in each sequence. */
  const ASKED_OF = 9;
  let folder: string;
  let made = 0;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'disclosed-replay-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function savedCopy({ database }: SqliteReadModelWriter, name: string): string {
    const file = join(folder, name);
    database.db.pragma('wal_checkpoint(TRUNCATE)');
    copyFileSync(database.db.name, file);
    return file;
  }

  async function publish(
    store: Store,
    writer: SqliteReadModelWriter,
    { isFilling, isWhole }: Publication,
  ): Promise<void> {
    bumpGeneration(store, new Date('2026-10-08T12:00:00.000Z'));
    const wrapped: ReadModelWriter = {
      takesChangesAtOnce: true,
      newest: () => writer.newest(),
      lastNumber: () => writer.lastNumber(),
      manifestsAfter: (number) => writer.manifestsAfter(number),
      setNextRefresh: writer.setNextRefresh.bind(writer),
      close: () => writer.close(),
      publish: (given, base, changes) =>
        isWhole
          ? writer.publish({ ...given, isFilling }, { ...base, isWhole }, allRows(store))
          : writer.publish({ ...given, isFilling }, base, changes),
    };
    await publishGeneration(store, wrapped);
  }

  async function answers(
    reads: OpenGeneration['reads'],
    questions: readonly AskedQuestion[],
  ): Promise<string[]> {
    const given: string[] = [];
    for (const question of questions) given.push(await answerOf(reads, question));
    return given;
  }

  /** Sends the same questions to the replayed and to the saved generation, also about what only a later one has. */
  async function compare(
    past: OpenGeneration,
    saved: Saved,
    newestFile: string,
    isAsked: (place: number) => boolean,
  ): Promise<number> {
    const model = new SqliteReadModel(saved.file);
    const open = await model.open();
    const files = [saved.file, newestFile].map((file) => {
      const database = openForReading(file);
      if (database === null) throw new Error(`${file} is missing`);
      return database;
    });
    // Most questions are the same for both files.
    const questions = distinct(
      files.flatMap((database) => [
        ...allQuestions(database).filter((_question, place) => isAsked(place)),
        ...(saved.isThinned ? [] : filingHistoryQuestions(database)),
      ]),
    );
    const [expected, given] = [await answers(open.reads, questions), await answers(past.reads, questions)];
    for (const [at, question] of questions.entries())
      if (expected[at] !== given[at])
        expect({ question, answer: given[at] }).toEqual({ question, answer: expected[at] });
    for (const database of files) await database.close();
    await open.close();
    await model.close();
    return questions.length;
  }

  function distinct(questions: readonly AskedQuestion[]): AskedQuestion[] {
    return [...new Map(questions.map((question) => [JSON.stringify(question), question])).values()];
  }

  async function run(
    list: ReadonlyArray<Step | Publication>,
    isAsked: (place: number) => boolean,
  ): Promise<{ replayed: number; asked: number }> {
    made += 1;
    const store = openStore(join(folder, `${made}.db`), 'write');
    store.db.pragma('synchronous = OFF');
    const writer = openSqliteWriter(join(folder, `${made}.read-model.db`));
    writer.database.db.pragma('synchronous = OFF');
    const all: Saved[] = [];
    for (const one of [...list, WELL]) {
      if (one.kind !== 'publish') {
        await apply(store, one);
        continue;
      }
      await publish(store, writer, one);
      const { id } = (await writer.newest()) ?? { id: '' };
      const file = savedCopy(writer, `${made}-${all.length}.db`);
      all.push({
        file,
        id,
        moment: (await momentBetween()).toISOString(),
        isFilling: one.isFilling,
        isThinned: list.some((other) => other.kind === 'publish' && other.isFilling),
      });
    }
    const model = new SqliteReadModel(writer.database.db.name);
    // Days that the newest generation has in memory serve earlier ones too; without it they read the tables.
    const newest = made % 2 === 0 ? await model.open() : null;
    const newestFile = all.at(-1)?.file ?? '';
    let [replayed, asked] = [0, 0];
    for (const [at, saved] of all.entries()) {
      const past = await model.past(saved.moment);
      if (past?.generation.id !== saved.id) {
        // Only those of a first import are thinned out, and never the first and the last one.
        expect([saved.isFilling, at === 0, at === all.length - 1]).toEqual([true, false, false]);
        continue;
      }
      replayed += 1;
      asked += await compare(past, saved, newestFile, (place) => isAsked(place + at));
    }
    await newest?.close();
    await model.close();
    await writer.close();
    store.close();
    for (const { file } of all) rmSync(file);
    return { replayed, asked };
  }

  it.each(STORIES.map(({ about, parts }) => [about, parts] as const))('%s', async (_about, parts) => {
    const { replayed, asked } = await run(
      parts.flatMap((part) => [...part, WELL]),
      (place) => isTried(place, 10),
    );
    expect(replayed).toBe(parts.length + 1);
    expect(asked).toBeGreaterThan(runs(50));
  });

  it('a replayed generation answers every question as it did, whatever was published after it', async () => {
    let total = 0;
    await fc.assert(
      fc.asyncProperty(steps, fc.nat(ASKED_OF - 1), async (list, first) => {
        const { replayed } = await run(list, (place) => place % ASKED_OF === first);
        total += replayed;
      }),
      { numRuns: runs(12) },
    );
    expect(total).toBeGreaterThan(runs(12));
  }, 3_600_000);

  describe('people of earlier generations', () => {
    const generations = [
      people(
        person('1', 'Vesper Alma'),
        person('2', 'Orme Basil'),
        person('3', 'Quill Cato'),
        person('11', 'Lesk Ann'),
        person('12', 'Resner Bo'),
        person('13', 'Vestal Cy'),
        person('14', 'Esker Una'),
      ),
      // One is renamed, one leaves, one comes, and two change their places.
      [
        ...people(
          person('1', 'Vesper Alma', { rank: 3 }),
          person('2', 'Orne Basilius'),
          person('4', 'Vesper Dora'),
        ),
        nobody('3'),
      ],
      people(person('2', 'Orme Basil', { rank: 9 }), person('3', 'Quill Cato', { rank: 7 })),
    ];
    const asked = [
      'vesper',
      'orme basil',
      'orne basilius',
      'basil',
      'cato',
      'o',
      've',
      'quil',
      'vespor',
      'ornee',
      'basilious',
      'x',
      'es',
    ];

    it.each([
      ['are found as they were called then', undefined],
      ['are found and counted so when very many match', 0],
      ['are found so when many match, of whom few by the beginning of a word', 1],
    ])('%s', async (about, broadFrom) => {
      const file = join(folder, `people ${about}.db`);
      const writer = openSqliteWriter(file);
      const all: Saved[] = [];
      for (const [at, changes] of generations.entries()) {
        const base = { id: at === 0 ? null : `generation ${at}`, isWhole: at === 0 };
        await writer.publish(next(at + 1), base, [...changes, documents({ number: String(at) })]);
        const id = `generation ${at + 1}`;
        all.push({
          file: savedCopy(writer, `people ${about} ${at}.db`),
          id,
          moment: (await momentBetween()).toISOString(),
          isFilling: false,
          isThinned: false,
        });
      }
      const model = new SqliteReadModel(file, broadFrom);
      for (const { file: saved, id, moment } of all) {
        const [past, before] = [await model.past(moment), await new SqliteReadModel(saved).open()];
        expect(past?.generation.id).toBe(id);
        for (const q of asked)
          for (const limit of [1, 2, 50])
            for (const name of ['searchInsiders', 'countInsiders', 'nearInsiders', 'searchNames'] as const) {
              const question: AskedQuestion = [name, { q, limit, types: ['insider'] }];
              // `past` is not null: its id was compared.
              const given = await answerOf((past as OpenGeneration).reads, question);
              expect([question, given]).toEqual([question, await answerOf(before.reads, question)]);
            }
        await before.close();
      }
      await model.close();
      await writer.close();
    });
  });

  describe('what is kept', () => {
    async function threeGenerations(historyDays: number, isFilling = false) {
      const file = join(folder, `kept-${historyDays}-${isFilling}.db`);
      const writer = openSqliteWriter(file, { historyDays });
      const moments: string[] = [];
      for (const number of [1, 2, 3]) {
        const base = { id: number === 1 ? null : `generation ${number - 1}`, isWhole: number === 1 };
        await writer.publish(next(number, { isFilling }), base, [documents({ sources: `[${number}]` })]);
        moments.push((await momentBetween()).toISOString());
      }
      const [[past = 0] = []] = writer.database.rowsNow<[number]>('SELECT count(*) FROM past_document');
      await writer.close();
      const model = new SqliteReadModel(file);
      const found: Array<number | undefined> = [];
      for (const moment of ['2000-01-01T00:00:00.000Z', ...moments])
        found.push((await model.past(moment))?.generation.number);
      const first = (await model.firstKept())?.number;
      await model.close();
      return { found, first, past };
    }

    it('is every generation, from the first one on', async () => {
      expect(await threeGenerations(Number.POSITIVE_INFINITY)).toEqual({
        found: [undefined, 1, 2, 3],
        first: 1,
        past: 2,
      });
    });

    it('is nothing with history off', async () => {
      const none = { found: [undefined, undefined, undefined, undefined], first: undefined, past: 0 };
      expect(await threeGenerations(0)).toEqual(none);
    });

    it('is one generation in half an hour while a first import runs', async () => {
      // The second one is removed when the third is published; the row that only it had goes with it.
      expect(await threeGenerations(Number.POSITIVE_INFINITY, true)).toEqual({
        found: [undefined, 1, 1, 3],
        first: 1,
        past: 1,
      });
    });

    it('is the last generation of each day that is long over', async () => {
      const file = join(folder, 'daily.db');
      const writer = openSqliteWriter(file);
      // Three days, of which the last is not long over; each document is there in some generations only.
      const now = Date.now();
      const times = ['T01', 'T02', 'T23', 'T05', 'T06', 'T07', 'T08'].map((hour, at) => {
        const day = new Date(now - [40, 40, 40, 35, 35, 20, 20][at]! * 86_400_000).toISOString();
        return `${day.slice(0, 10)}${hour}:00:00.000Z`;
      });
      for (const [at, time] of times.entries()) {
        const base = { id: at === 0 ? null : `generation ${at}`, isWhole: at === 0 };
        const texts = { always: 'x', [`since ${at}`]: 'x', sources: `[${at}]`, pairs: `${at >> 1}` };
        await writer.publish(next(at + 1), base, [documents(texts)]);
        for (const table of ['generation', 'kept_generation'])
          writer.database.runNow(`UPDATE ${table} SET serve_from = ? WHERE number = ?`, [time, at + 1]);
      }
      const rows = () =>
        writer.database.rowsNow<[string, string, number, number]>(
          'SELECT name, json, valid_from, valid_to FROM past_document ORDER BY valid_from, name',
        );
      await writer.publish(next(8), { id: 'generation 7', isWhole: false }, [documents({ always: 'x' })]);
      const kept = writer.database.rowsNow<[number]>('SELECT number FROM kept_generation ORDER BY number');
      expect(kept.flat()).toEqual([3, 5, 6, 7, 8]);
      // No row is left that only a removed generation had, and none is missing of those that stay.
      for (const [, , from, to] of rows())
        expect(kept.flat().some((one) => one >= from && one < to)).toBe(true);
      const model = new SqliteReadModel(file);
      for (const [moment, number] of [
        [times[1], undefined],
        [times[2], 3],
        [times[3], 3],
        [times[4], 5],
        [times[5], 6],
      ] as const) {
        const past = await model.past(moment as string);
        expect([moment, past?.generation.number]).toEqual([moment, number]);
        if (number !== undefined) expect(await past?.reads.sources()).toEqual([number - 1]);
      }
      await model.close();
      await writer.close();
    });

    it('is what answered within the days that are set, and nothing older', async () => {
      const file = join(folder, 'days.db');
      const writer = openSqliteWriter(file, { historyDays: 10 });
      const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString();
      for (const [at, ago] of [30, 20, 5, 0].entries()) {
        const base = { id: at === 0 ? null : `generation ${at}`, isWhole: at === 0 };
        await writer.publish(next(at + 1), base, [documents({ sources: `[${at}]` })]);
        // As if it had been published then.
        for (const table of ['generation', 'kept_generation'])
          writer.database.runNow(`UPDATE ${table} SET serve_from = ? WHERE number = ?`, [day(ago), at + 1]);
      }
      await writer.publish(next(5), { id: 'generation 4', isWhole: false }, [documents({ sources: '[5]' })]);
      const model = new SqliteReadModel(file);
      const found: Array<number | undefined> = [];
      for (const ago of [25, 15, 4]) found.push((await model.past(day(ago)))?.generation.number);
      // Generation 2 answered until 5 days ago, and so also 10 days ago.
      expect(found).toEqual([undefined, 2, 3]);
      expect(writer.database.rowsNow('SELECT json, valid_to FROM past_document ORDER BY valid_to')).toEqual([
        ['[1]', 3],
        ['[2]', 4],
        ['[3]', 5],
      ]);
      await model.close();
      await writer.close();
    });
  });
});
