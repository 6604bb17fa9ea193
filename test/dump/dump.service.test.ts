/** A dump has what answers have, in every format; each changed byte is found, and a changed database gives no dump. */

import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import { parse } from 'csv-parse/sync';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { type Config, readConfig } from '../../src/config.js';
import { DUMP_MANIFEST } from '../../src/dump/dump-manifest.js';
import { PUBLIC_TABLES } from '../../src/dump/public-tables.js';
import { StaleGenerationError } from '../../src/dump/write-dump.js';
import { SQL_EXAMPLES } from '../../src/publish/sql-examples.js';
import { readModelFile, sampleStoreFile } from '../../src/service/data-folder.js';
import { DUMP_FILE, DUMP_FORMATS, makeDump } from '../../src/service/dump.js';
import { withPreparedStore } from '../../src/service/local-answers.js';
import { openReadModel } from '../../src/service/read-model.js';
import { verifyDatabase, verifyDumpFolder } from '../../src/service/verify.js';
import { copySample } from '../tiers/sample.js';

const DAY = '2026-11-20';
let folder: string;
let config: Config;
let dump: string;
const signal = new AbortController().signal;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'disclosed-dump-'));
  await copySample(join(folder, 'data'));
  config = await withPreparedStore(
    readConfig({ DATA_DIR: join(folder, 'data'), AS_OF: `${DAY}T12:00:00Z` }),
    undefined,
  );
  dump = join(folder, 'dump');
  await makeDump(config, dump, DUMP_FORMATS, signal);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const rowsOf = (table: string): Array<Record<string, unknown>> => {
  const db = new Database(join(dump, DUMP_FILE), { readonly: true });
  try {
    return db.prepare(`SELECT * FROM "${table}"`).all() as Array<Record<string, unknown>>;
  } finally {
    db.close();
  }
};

const mapValues = (row: Record<string, unknown>, map: (value: unknown) => string) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, map(value)]));

it('is valid, and every table has rows', async () => {
  expect((await verifyDumpFolder(dump, {})).faults).toEqual([]);
  // Nothing of the sample is corrected.
  for (const { name } of PUBLIC_TABLES)
    expect([name, rowsOf(name).length > 0]).toEqual([name, name !== 'corrections']);
});

it.each(PUBLIC_TABLES.map((table) => [table.name, table] as const))(
  '%s is the same in SQLite, CSV and Parquet',
  async (name, { columns }) => {
    const rows = rowsOf(name);
    const csv = parse(readFileSync(join(dump, 'csv', `${name}.csv`)), { columns: true }) as Array<
      Record<string, string>
    >;
    const parquet = await parquetReadObjects({
      file: await asyncBufferFromFile(join(dump, 'parquet', `${name}.parquet`)),
    });
    expect([csv.length, parquet.length]).toEqual([rows.length, rows.length]);
    for (const [at, row] of rows.entries())
      for (const { name: column, type } of columns) {
        const value = row[column] as string | number | null;
        const typed = type === 'boolean' && value !== null ? value === 1 : value;
        const inParquet = parquet[at]![column];
        expect([column, typeof inParquet === 'bigint' ? Number(inParquet) : (inParquet ?? null)]).toEqual([
          column,
          typed,
        ]);
        // A cell that a spreadsheet would run begins with an apostrophe.
        const cell = csv[at]![column]!;
        const plain = /^'[\s\p{Cc}]*[=+\-@]/u.test(cell) ? cell.slice(1) : cell;
        expect([column, plain]).toEqual([column, typed === null ? '' : String(typed)]);
      }
  },
);

it('has the rows of the answers, field by field', async () => {
  const model = await openReadModel(config, DAY);
  const { reads, close } = await model.open();
  const question = {
    since: '2000-01-01',
    until: '9999',
    codes: ['P', 'S'],
    ticker: null,
    minValue: 0,
    limit: 500,
  } as const;
  const answered: Array<Record<string, unknown>> = (await reads.latestFilings(question)).rows();
  const dumped = new Map(rowsOf('form4_trades').map((row) => [row.filing_id, row]));
  expect(answered.length).toBe(dumped.size);
  for (const row of answered) {
    const own = dumped.get(row.filingId)!;
    for (const [field, value] of Object.entries(row)) {
      const column = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      expect([column, own[column]]).toEqual([column, typeof value === 'boolean' ? Number(value) : value]);
    }
  }
  const [first] = answered;
  const [source] = await reads.recordSources([String(first!.filingId).replace(/-\d+$/, '')]);
  expect(rowsOf('source_documents')).toContainEqual(
    expect.objectContaining({ record: source!.record, sha256: source!.sha256, bytes: source!.bytes }),
  );
  await close();
  await model.close();
});

it('has the symbols of major holders, as answers have them', async () => {
  const model = await openReadModel(config, DAY);
  const { reads, close } = await model.open();
  const found = await reads.searchHolders({
    since: null,
    until: '9999',
    eventSince: null,
    eventUntil: null,
    tickers: [],
    cik: null,
    cusip: null,
    holder: null,
    type: null,
    crossing: null,
    direction: null,
    minPercent: 0,
    list: 'history',
    sort: 'filed',
    order: 'desc',
    after: undefined,
    limit: 500,
  });
  const answered = found.rows.rows().map(({ accession, ticker }) => [accession, ticker] as const);
  const dumped = rowsOf('major_holders').map(({ accession, ticker }) => [accession, ticker]);
  expect(new Map(dumped as Array<[string, string | null]>)).toEqual(new Map(answered));
  // Some companies have a symbol, and some have none.
  expect(new Set(answered.map(([, ticker]) => ticker === null)).size).toBe(2);
  await close();
  await model.close();
});

it('says of the European rows that they are more than an answer has', () => {
  const oldest = String(
    rowsOf('eu_transactions')
      .map((row) => row.publication_at)
      .sort()[0],
  );
  // The window of /v1/eu begins 90 days before the day of the dump.
  expect(oldest < '2026-08-22').toBe(true);
  const described = rowsOf('dump_tables').find(({ table }) => table === 'eu_transactions');
  expect(described?.description).toContain('below its floor or older than 90 days');
});

it('the sums of European values have those of every market', () => {
  const { sql } = SQL_EXAMPLES.find(({ title }) => title.includes('by market and currency'))!;
  const db = new Database(join(dump, DUMP_FILE), { readonly: true });
  const sums = db.prepare(sql).all() as Array<{
    market: string;
    currency: string | null;
    value: number | null;
  }>;
  db.close();
  expect(sums.filter(({ currency, value }) => currency !== null && value === null)).toEqual([]);
});

it('says beside a sum of values how many rows have none', () => {
  const db = new Database(join(dump, DUMP_FILE), { readonly: true });
  const unknown = (title: string) => {
    const { sql } = SQL_EXAMPLES.find((one) => one.title.includes(title))!;
    const rows = db.prepare(sql).all() as Array<{ of_unknown_value: number }>;
    return rows.reduce((sum, row) => sum + row.of_unknown_value, 0);
  };
  const european = rowsOf('eu_transactions').filter(
    (row) => (row.total_value ?? row.total_value_native) === null,
  );
  const planned = rowsOf('planned_sales').filter(({ market_value }) => market_value === null);
  expect(european.length).toBeGreaterThan(0);
  expect([unknown('by market and currency'), unknown('planned sales')]).toEqual([
    european.length,
    planned.length,
  ]);
  db.close();
});

it('describes every table and column, in every format', async () => {
  const described = rowsOf('dump_columns') as Array<{ table: string; column: string }>;
  for (const { name, columns } of PUBLIC_TABLES)
    expect(described.filter(({ table }) => table === name).map(({ column }) => column)).toEqual(
      columns.map((one) => one.name),
    );
  expect(rowsOf('dump_tables').map((row) => row.rows)).toEqual(
    rowsOf('dump_tables').map(({ table }) => rowsOf(String(table)).length),
  );
  for (const name of ['dump_tables', 'dump_columns']) {
    const rows = rowsOf(name);
    const csv = parse(readFileSync(join(dump, 'csv', `${name}.csv`)), { columns: true });
    expect(csv).toEqual(rows.map((row) => mapValues(row, String)));
    const parquet = await parquetReadObjects({
      file: await asyncBufferFromFile(join(dump, 'parquet', `${name}.parquet`)),
    });
    expect(parquet.map((row) => mapValues(row, String))).toEqual(csv);
  }
});

it.each(SQL_EXAMPLES)('answers: $title', ({ sql }) => {
  const db = new Database(join(dump, DUMP_FILE), { readonly: true });
  expect(db.prepare(sql).all().length).toBeGreaterThan(0);
  db.close();
});

it('verify finds one changed byte in any file', async () => {
  const files = readdirSync(dump, { recursive: true })
    .map(String)
    .filter((name) => statSync(join(dump, name)).isFile());
  expect(files).toHaveLength(2 * (PUBLIC_TABLES.length + 2) + 3);
  for (const name of files) {
    const whole = readFileSync(join(dump, name));
    for (const at of [0, Math.floor(whole.length / 2), whole.length - 1]) {
      const changed = Buffer.from(whole);
      changed[at]! ^= 1;
      writeFileSync(join(dump, name), changed);
      expect([name, at, (await verifyDumpFolder(dump, {})).faults.length]).not.toEqual([name, at, 0]);
    }
    writeFileSync(join(dump, name), whole);
  }
  expect((await verifyDumpFolder(dump, {})).faults).toEqual([]);
});

it('verify finds a file too many, one too few, and another signer', async () => {
  const extra = join(dump, 'csv', 'more.csv');
  writeFileSync(extra, 'x');
  expect((await verifyDumpFolder(dump, {})).faults).toEqual([
    expect.stringMatching(/more\.csv does not belong/),
  ]);
  rmSync(extra);
  const taken = readFileSync(join(dump, 'README.md'));
  rmSync(join(dump, 'README.md'));
  expect((await verifyDumpFolder(dump, {})).faults).toEqual([expect.stringMatching(/README\.md is missing/)]);
  writeFileSync(join(dump, 'README.md'), taken);
  expect((await verifyDumpFolder(dump, { signer: '0000000000000000' })).faults).toEqual([
    expect.stringMatching(/and not by 0000000000000000/),
  ]);
  appendFileSync(join(dump, DUMP_MANIFEST), ' ');
  expect((await verifyDumpFolder(dump, {})).faults).toEqual([expect.stringMatching(/not spelled/)]);
  writeFileSync(join(dump, DUMP_MANIFEST), readFileSync(join(dump, DUMP_MANIFEST)).subarray(0, -1));
  expect((await verifyDumpFolder(dump, {})).faults).toEqual([]);
});

it('verify shows a row with the document that it was read from', async () => {
  const { filing_id: id } = rowsOf('form4_trades')[0]!;
  const { lines, faults } = await verifyDumpFolder(dump, { row: String(id) });
  expect(faults).toEqual([]);
  expect(lines.filter((line) => line.startsWith('form4_trades: '))).toHaveLength(1);
  expect(lines.filter((line) => line.startsWith('source_documents: '))).toHaveLength(1);
  expect((await verifyDumpFolder(dump, { row: 'nothing-0' })).faults).toEqual([
    'no row of the dump has the id nothing-0',
  ]);
});

it('is not written over other files, and replaces only a dump', async () => {
  await expect(makeDump(config, dump, ['csv'], signal)).rejects.toThrow(/exists already/);
  await expect(makeDump(config, folder, ['csv'], signal, true)).rejects.toThrow(/exists already/);
  const made = await makeDump(config, dump, ['csv'], signal, true);
  expect(readdirSync(made.folder).sort()).toEqual(['README.md', 'csv', DUMP_MANIFEST]);
  expect(readdirSync(folder).sort()).toEqual(['data', 'dump']);
});

it('says in words where it cannot be written', async () => {
  const file = join(folder, 'a-file');
  writeFileSync(file, '');
  await expect(makeDump(config, file, ['csv'], signal)).rejects.toThrow(/exists already and is not an empty/);
  await expect(makeDump(config, join(file, 'x'), ['csv'], signal)).rejects.toThrow(
    `The folder ${file} does not exist. Make it`,
  );
  await expect(makeDump(config, '/proc/x', ['csv'], signal)).rejects.toThrow(
    /^The dump \/proc\/x could not be written, and nothing of it is kept: ENOENT/,
  );
  rmSync(file);
});

it('a database with one changed value gives no dump, and verify finds it', async () => {
  expect((await verifyDatabase(config, undefined)).faults).toEqual([]);
  const db = new Database(readModelFile(sampleStoreFile(config, DAY)));
  db.exec(
    "UPDATE filing SET packed = replace(packed, 'Common', 'Comman') WHERE rowid = (SELECT min(rowid) FROM filing)",
  );
  db.close();
  await expect(makeDump(config, join(folder, 'other'), ['csv'], signal)).rejects.toThrow(
    StaleGenerationError,
  );
  expect(readdirSync(folder).sort()).toEqual(['data', 'dump']);
  expect((await verifyDatabase(config, undefined)).faults).toEqual([
    expect.stringMatching(/the table filing is not the one that was signed/),
  ]);
});
