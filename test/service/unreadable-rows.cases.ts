/** A stored row that cannot be read costs that row: every list gives the others, page by page too, and says how many are missing. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import { readConfig } from '../../src/config.js';
import { RequestPipeline } from '../../src/pipeline/pipeline.js';
import { damagedRow } from '../../src/read-model/sound-json.js';
import { openForReading } from '../../src/read-model/sqlite/file.js';
import { TABLES } from '../../src/read-model/tables.js';
import { readableRows, UnreadableRows } from '../../src/read-model/unreadable-rows.js';
import { buildSample } from '../../src/service/build-sample.js';
import { readModelFile, sampleStoreFile, servedDay } from '../../src/service/data-folder.js';
import { openServedData, type ServedData } from '../../src/service/served-data.js';
import { pipelineOptions } from '../../src/service/start.js';
import { unreadableReport } from '../../src/service/unreadable-report.js';
import { metaNotes } from '../../src/terminal/answer-notes.js';
import { tools } from '../../tools/index.js';
import { allQuestions, answerOf } from '../read-model/all-questions.js';
import { someOf } from '../tiers/whole.js';
import { startService } from '../transports/service.js';

describe('service/unreadable-rows', () => {
  const folder = mkdtempSync(join(tmpdir(), 'disclosed-unreadable-'));
  const config = readConfig({ DATA_DIR: folder });
  const log = { error() {}, warn() {}, info() {} };
  let file: string;
  let db: Database.Database;
  beforeAll(async () => {
    await buildSample(config, servedDay(config));
    file = readModelFile(sampleStoreFile(config, servedDay(config)));
    db = new Database(file);
  });
  afterAll(() => {
    db.close();
    rmSync(folder, { recursive: true, force: true });
  });

  interface Answer {
    meta: { count: number; total: number; unreadable?: number; truncated?: true; nextCursor?: string };
    data: unknown;
  }

  type Ask = (path: string, given: object) => Promise<Answer>;

  /** Calls the tools over the read model as it is now. */
  async function serving<T>(use: (ask: Ask, served: ServedData) => Promise<T>): Promise<T> {
    const served = await openServedData(config);
    const { readsOf, dataVersion, replay } = served;
    const pipeline = new RequestPipeline({
      ...pipelineOptions(config, 'http://127.0.0.1', log as never),
      readsOf,
      dataVersion,
      replay,
    });
    const ask = async (path: string, given: object) => {
      const tool = tools.find((one) => one.path === path);
      if (tool === undefined) throw new Error(`no tool answers ${path}`);
      const response = await pipeline.call(tool, { ...given }, pipeline.begin({ address: null }));
      const answer = JSON.parse(String(response.body));
      if (answer.error !== null) throw Object.assign(new Error(answer.error.message), answer.error);
      return answer;
    };
    try {
      return await use(ask, served);
    } finally {
      await served.close();
    }
  }

  /** Damages rows while `use` runs. */
  async function damaging<T>(
    table: string,
    column: string,
    ids: readonly number[],
    use: () => Promise<T>,
  ): Promise<T> {
    const get = db.prepare(`SELECT "${column}" FROM ${table} WHERE rowid = ?`).pluck();
    const put = db.prepare(`UPDATE ${table} SET "${column}" = ? WHERE rowid = ?`);
    const stored = ids.map((id) => get.get(id));
    // Its ends stay, so that only reading it finds the damage.
    for (const [at, id] of ids.entries()) {
      const text = String(stored[at]);
      const middle = text.length >> 1;
      put.run(column === 'packed' ? '\0\0\0' : `${text.slice(0, middle)}\u0001${text.slice(middle + 1)}`, id);
    }
    try {
      return await use();
    } finally {
      for (const [at, id] of ids.entries()) put.run(stored[at], id);
    }
  }

  const rowsIn = ({ data }: Answer): unknown[] => {
    if (Array.isArray(data)) return data;
    const lists = Object.entries(data as object).filter(([name]) =>
      ['trades', 'transactions', 'holdings', 'reports', 'rows'].includes(name),
    );
    return lists.flatMap(([, rows]) => rows as unknown[]);
  };

  /** All rows that can be requested at once. */
  const MANY = { since: '2000-01-01', limit: 500 };
  const NAMED = "name <> ''";
  /** Lists of one row for each stored row: the table and the column of it, and which rows of the table they have. */
  const LISTS: ReadonlyArray<
    readonly [path: string, given: object, table: string, column: string, where?: string]
  > = [
    ['/v1/filings', MANY, 'filing', 'packed'],
    ['/v1/filings', { ...MANY, order: 'asc' }, 'filing', 'packed'],
    ['/v1/filings', { ...MANY, sort: 'value' }, 'filing', 'packed'],
    ['/v1/filings', { ...MANY, group: 'filing' }, 'filing_sum', 'packed'],
    ['/v1/filings', { ...MANY, forms: '3,5' }, 'form35_row', 'json'],
    ['/v1/congress-trades', MANY, 'member_trade', 'json'],
    ['/v1/congress-trades', { ...MANY, sort: 'amount' }, 'member_trade', 'json'],
    ['/v1/congress', { view: 'summary' }, 'member', 'summary'],
    ['/v1/clusters', { sort: 'value' }, 'list_row', 'json', `list = 'clusters' AND ${NAMED}`],
    ['/v1/clusters', { insiders: 'names' }, 'list_row', 'json', "list = 'cluster-insiders'"],
    ['/v1/streaks', { sort: 'value' }, 'list_row', 'json', `list = 'streaks' AND ${NAMED}`],
    ['/v1/major-holders', MANY, 'holder_filing', 'json'],
    ['/v1/planned-sales', MANY, 'planned_sale', 'json'],
    ['/v1/eu/{country}', { ...MANY, country: 'se' }, 'eu_row', 'json', "market = 'se' AND direction <> ''"],
    ['/v1/eu/{country}', { ...MANY, country: 'all', sort: 'traded' }, 'eu_row', 'json', "market = 'de'"],
    ['/v1/changes', { limit: 500 }, 'change', 'facts'],
  ];
  /** The same without cursors. */
  const WHOLE_LISTS: typeof LISTS = [
    ['/v1/congress', {}, 'list_row', 'json', `list = 'members' AND ${NAMED}`],
    ['/v1/clusters', {}, 'list_row', 'json', `list = 'clusters' AND ${NAMED}`],
    ['/v1/streaks', {}, 'list_row', 'json', `list = 'streaks' AND ${NAMED}`],
    ['/v1/trackers', {}, 'list_row', 'json', `list = 'trackers' AND ${NAMED}`],
  ];

  function rowIds(table: string, where = '1 = 1'): number[] {
    const ids = db.prepare(`SELECT rowid FROM ${table} WHERE ${where} ORDER BY rowid`).pluck().all();
    return ids as number[];
  }

  const textsOf = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row));

  describe.each([...LISTS, ...WHOLE_LISTS])('%s with %j', (path, given, table, column, where) => {
    it('gives the other rows, on one page and on many, and says that one is missing', async () => {
      const whole = await serving((ask) => ask(path, given));
      const all = rowsIn(whole);
      expect(all.length).toBeGreaterThan(1);
      const ids = rowIds(table, where);
      await damaging(table, column, [ids[Math.floor(ids.length / 2)] as number], () =>
        serving(async (ask, served) => {
          const answer = await ask(path, given);
          const left = rowsIn(answer);
          const { count, total, unreadable, truncated } = answer.meta;
          expect({ count, total, unreadable, truncated }).toEqual({
            count: all.length - 1,
            total: whole.meta.total,
            unreadable: 1,
            truncated: undefined,
          });
          const texts = textsOf(left);
          expect(textsOf(all).filter((text) => !texts.includes(text))).toHaveLength(1);
          if (!WHOLE_LISTS.some(([name, of]) => name === path && of === given)) {
            const { rows, missing } = await walk(ask, path, given);
            expect(textsOf(rows)).toEqual(texts);
            expect(missing).toBeGreaterThan(0);
          }
          expect(served.unreadable()).toMatchObject([{ table, rows: 1 }]);
          expect(served.storeFault()).toBeNull();
        }),
      );
    });
  });

  /** All rows by cursors, one by one: some pages begin or end at the damaged row. */
  async function walk(ask: Ask, path: string, given: object): Promise<{ rows: unknown[]; missing: number }> {
    const rows: unknown[] = [];
    let missing = 0;
    let answer = await ask(path, { ...given, limit: 1 });
    for (let page = 0; page < 1000; page += 1) {
      rows.push(...rowsIn(answer));
      missing += answer.meta.unreadable ?? 0;
      const { nextCursor } = answer.meta;
      if (nextCursor === undefined) return { rows, missing };
      answer = await ask(path, { ...given, cursor: nextCursor, limit: 1 });
    }
    throw new Error('the pages do not end');
  }

  it('a run of unreadable rows ends no list, and a page behind them is full', async () => {
    const all = rowsIn(await serving((ask) => ask('/v1/filings', MANY)));
    const ids = db
      .prepare('SELECT rowid FROM filing ORDER BY filed_at DESC, accession, "row"')
      .pluck()
      .all() as number[];
    await damaging('filing', 'packed', ids.slice(2, 40), () =>
      serving(async (ask) => {
        const first = await ask('/v1/filings', { ...MANY, limit: 5 });
        expect([rowsIn(first).length, first.meta.unreadable, first.meta.truncated]).toEqual([5, 38, true]);
        const { rows } = await walk(ask, '/v1/filings', MANY);
        expect(textsOf(rows)).toEqual(textsOf([...all.slice(0, 2), ...all.slice(40)]));
      }),
    );
  });

  /** Entries of a search: whose stored text `where` selects, and what finds it and others. */
  it.each([
    ['/v1/insiders', { q: 'a', limit: 100 }, 'insider', 'tickers', "tickers <> '[]'"],
    ['/v1/search', { q: 'a', type: 'insider', limit: 100 }, 'insider', 'tickers', "tickers <> '[]'"],
    ['/v1/search', { q: 'a', type: 'issuer', limit: 50 }, 'search_chunk', 'facts', "list = 'issuer'"],
  ])(
    '%s with %j says that an entry is missing, on its page and on no other',
    async (path, given, table, column, where) => {
      const whole = await serving((ask) => ask(path, given));
      const all = rowsIn(whole);
      let met = 0;
      const { total } = whole.meta;
      for (const id of rowIds(table, where).slice(0, 3))
        await damaging(table, column, [id], () =>
          serving(async (ask) => {
            const { meta, ...answer } = await ask(path, given);
            // Not every name has the letter.
            if (meta.unreadable === undefined) return;
            met += 1;
            expect(meta).toMatchObject({ unreadable: 1, count: all.length - 1, total });
            const { rows, missing } = await walk(ask, path, { ...given, limit: 1 });
            expect(textsOf(rows.slice(0, all.length - 1))).toEqual(textsOf(rowsIn({ meta, ...answer })));
            expect(missing).toBe(1);
          }),
        );
      expect(met).toBeGreaterThan(0);
    },
  );

  it('a person, whose rows are packed by filing, has the others; a part that has one row is an error', async () => {
    const [cik, slug] = db
      .prepare('SELECT cik, slug FROM insider ORDER BY lifetime_filings DESC LIMIT 1')
      .raw()
      .get() as [string, string];
    const whole = await serving((ask) => ask('/v1/insiders/{id}', { id: slug, since: '2000-01-01' }));
    const [id, rows] = db
      .prepare('SELECT rowid, transactions FROM insider_filing WHERE cik = ? ORDER BY filed_at LIMIT 1')
      .raw()
      .get(cik) as [number, number];
    for (const more of [{}, { sort: 'value' }])
      await damaging('insider_filing', 'packed', [id], () =>
        serving(async (ask) => {
          const { meta } = await ask('/v1/insiders/{id}', { id: slug, since: '2000-01-01', ...more });
          expect(meta).toMatchObject({ unreadable: rows });
          if (!('sort' in more))
            expect(meta).toMatchObject({ total: whole.meta.total, count: whole.meta.count - rows });
        }),
      );
    const [person] = rowIds('insider', `cik = '${cik}'`) as [number];
    await damaging('insider', 'co_filers', [person], () =>
      serving(async (ask, served) => {
        await expect(ask('/v1/insiders/{id}', { id: slug })).rejects.toMatchObject({ code: 'not_ready' });
        expect(served.unreadable()).toEqual([{ table: 'insider', rows: 1, first: cik }]);
      }),
    );
  });

  it('a record whose only row cannot be read is an error that says so, and no other answer is affected', async () => {
    const [id, accession] = db
      .prepare('SELECT rowid, accession FROM filing GROUP BY accession HAVING count(*) = 1 LIMIT 1')
      .raw()
      .get() as [number, string];
    await damaging('filing', 'packed', [id], () =>
      serving(async (ask, served) => {
        await expect(ask('/v1/filings/{id}/history', { id: accession })).rejects.toMatchObject({
          code: 'not_ready',
          message: expect.stringContaining('The stored row of this answer cannot be read'),
        });
        // Not a fault of the store: the node stays in the load balancer.
        expect(served.storeFault()).toBeNull();
        expect((await ask('/v1/filings', MANY)).meta.unreadable).toBe(1);
      }),
    );
  });

  it('a store of which very many rows cannot be read is a fault of the store', () => {
    const reader = {
      table: 'filing' as const,
      keyOf: String,
      read: (row: number) => {
        if (row > 0) throw damagedRow();
        return row;
      },
    };
    const unreadable = new UnreadableRows();
    const rows = Array.from({ length: 1001 }, (_, at) => at);
    expect(readableRows({ unreadable }, rows, reader)).toMatchObject({ rows: [0], unreadable: 1000 });
    expect(() => readableRows({ unreadable }, [...rows, 1001], reader)).toThrow(
      'More than 1000 stored rows are damaged.',
    );
    const isBroken = () => {
      throw new TypeError('a bug');
    };
    expect(() => readableRows({ unreadable }, rows, { ...reader, read: isBroken })).toThrow('a bug');
  });

  it('the log says it when rows are met, once for the same ones and at most every ten minutes', () => {
    const unreadable = new UnreadableRows();
    let current = unreadable;
    const said: object[] = [];
    let now = 0;
    const report = unreadableReport(
      () => current.counts(),
      { warn: (details: object) => void said.push(details) } as never,
      () => now,
    );
    report();
    unreadable.note('filing', 'a-1');
    unreadable.note('filing', 'a-1');
    for (let poll = 0; poll < 5; poll += 1) report();
    expect(said).toEqual([{ unreadable: [{ table: 'filing', rows: 1, first: 'a-1' }] }]);
    unreadable.note('eu_row', 'se 7');
    now += 60_000;
    report();
    expect(said).toHaveLength(1);
    now += 600_000;
    report();
    expect(said).toHaveLength(2);
    // The next generation begins without any, and may meet the same.
    current = new UnreadableRows();
    report();
    current.note('filing', 'a-1');
    now += 600_000;
    report();
    expect(said).toHaveLength(3);
  });

  it('the metrics and the readiness of the service count them, and it stays ready', async () => {
    const unreadable = new UnreadableRows();
    const service = await startService({ unreadable: () => unreadable.counts() });
    expect((await service.ask('/readyz')).text).toBe('{"status":"ready"}');
    expect((await service.ask('/metrics')).text).not.toContain('disclosed_unreadable_rows{');
    unreadable.note('filing', 'a-1');
    unreadable.note('filing', 'a-2');
    const ready = await service.ask('/readyz');
    expect([ready.status, ready.text]).toEqual([200, '{"status":"ready","unreadable_rows":{"filing":2}}']);
    expect((await service.ask('/metrics')).text).toContain('disclosed_unreadable_rows{table="filing"} 2');
    await service.close();
  });

  /** Columns of JSON and of packed values, with a row that has one: they are read, and not only compared. */
  function readColumns(): Array<{ table: string; column: string; id: number; stored: string }> {
    const tables = db.prepare("SELECT name FROM pragma_table_list WHERE type = 'table' AND schema = 'main'");
    return (tables.pluck().all() as string[])
      .filter((table) => table in TABLES)
      .flatMap((table) => {
        const columns = db.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table) as string[];
        return columns.flatMap((column) => {
          const rows = db
            .prepare(`SELECT rowid AS id, "${column}" AS stored FROM ${table} WHERE length("${column}") > 8`)
            .all() as Array<{ id: number; stored: unknown }>;
          const { id, stored } = rows[Math.floor(rows.length / 2)] ?? { id: 0, stored: null };
          const isRead = /^(?:packed|filers|facts|career_lots|co_filers|sha256)$/.test(column);
          if (typeof stored !== 'string' || !(isRead || /^[[{]/.test(stored))) return [];
          return [{ table, column, id, stored }];
        });
      });
  }

  it('whatever is damaged, no question fails in another way, and the service stays ready', async () => {
    const database = openForReading(file);
    if (database === null) throw new Error('There is no read model.');
    const questions = someOf(allQuestions(database));
    database.db.close();
    const columns = readColumns();
    expect(columns.length).toBeGreaterThan(30);
    const otherwise: unknown[] = [];
    for (const { table, column, id, stored } of someOf(columns)) {
      const put = db.prepare(`UPDATE ${table} SET "${column}" = ? WHERE rowid = ?`);
      put.run(stored.slice(0, stored.length / 2), id);
      await serving(async (_ask, { reads, storeFault }) => {
        for (const question of questions)
          await answerOf(reads, question).catch((error) => {
            if (error.code !== 'not_ready') otherwise.push([table, column, question, String(error)]);
          });
        if (storeFault() !== null) otherwise.push([table, column, storeFault()]);
      });
      put.run(stored, id);
    }
    expect(otherwise).toEqual([]);
  });

  it('a page says that rows are missing, and other pages do not', async () => {
    await damaging('filing_sum', 'packed', rowIds('filing_sum').slice(50), () =>
      serving(async (_ask, served) => {
        const service = await startService({ reads: served.reads, pages: {} });
        try {
          const said = 'Some rows are missing here';
          expect((await service.ask('/filings?since=2000-01-01')).text).toContain(said);
          expect((await service.ask('/planned-sales')).text).not.toContain(said);
        } finally {
          await service.close();
        }
      }),
    );
  });

  it('the terminal says what is left out', () => {
    const meta = { count: 4, total: 5, unreadable: 1, fetchedAt: 'now', source: 'x', license: 'y' };
    expect(metaNotes(meta)).toContain('Left out, because the service cannot read them: 1.');
  });
});
