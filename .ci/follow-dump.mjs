/**
 * The example questions over a dump, in SQLite and in DuckDB, and in what read them already: node .ci/follow-dump.mjs FOLDER,
 * with PROGRAMS set. The others gave their answers as FOLDER.NAME.json, a list of rows for each question.
 */

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import Database from 'better-sqlite3';
import { SQL_EXAMPLES } from '../dist/src/publish/sql-examples.js';

const [, , folder] = process.argv;
const file = join(folder, 'disclosed.db');

if (process.argv.includes('--questions')) {
  writeFileSync(`${folder}.questions.json`, JSON.stringify(SQL_EXAMPLES.map(({ sql }) => sql)));
  process.exit(0);
}

/** Sums of doubles differ in their last digits with the order of the rows. */
const plain = (rows) =>
  rows.map((row) =>
    row.map((value) => {
      if (typeof value === 'bigint') return Number(value);
      return typeof value === 'number' ? Number(value.toPrecision(12)) : value;
    }),
  );

const db = new Database(file, { readonly: true });
const expected = SQL_EXAMPLES.map(({ sql }) => plain(db.prepare(sql).raw(true).all()));
db.close();
assert.ok(expected.length === 10 && expected.every((rows) => rows.length > 0));

function compare(name, answers) {
  for (const [at, { title }] of SQL_EXAMPLES.entries())
    assert.deepEqual(plain(answers[at]), expected[at], `${name}: ${title}`);
  console.log(`${name}: ${answers.length} examples give the rows of SQLite`);
}

for (const name of ['python', 'datasette']) {
  const answered = `${folder}.${name}.json`;
  if (existsSync(answered)) compare(name, JSON.parse(readFileSync(answered, 'utf8')));
}

async function inDuckDb() {
  let api;
  try {
    api = createRequire(join(process.env.PROGRAMS, 'x.js'))('@duckdb/node-api');
  } catch {
    console.log('NOT READ: DuckDB cannot be installed here');
    return;
  }
  const connection = await (await api.DuckDBInstance.create(':memory:')).connect();
  const ask = async () => {
    const answers = [];
    for (const { sql } of SQL_EXAMPLES) answers.push((await connection.runAndReadAll(sql)).getRowsJS());
    return answers;
  };
  for (const name of readdirSync(join(folder, 'parquet')))
    await connection.run(
      `CREATE VIEW ${basename(name, '.parquet')} AS SELECT * FROM '${join(folder, 'parquet', name)}'`,
    );
  compare('DuckDB over Parquet', await ask());
  try {
    await connection.run('INSTALL sqlite; LOAD sqlite');
  } catch {
    console.log('NOT READ: the SQLite file in DuckDB, whose extension for it cannot be had here');
    return;
  }
  await connection.run(`ATTACH '${file}' AS dump (TYPE sqlite, READ_ONLY); USE dump`);
  compare('DuckDB over SQLite', await ask());
}
await inDuckDb();
