/** Data folders with a live ledger, accounts and keys, and what a service answers from them. */

import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { type Config, readConfig } from '../../src/config.js';
import type { SqliteDatabase } from '../../src/database/sqlite-database.js';
import { publishGeneration } from '../../src/ingest/publication.js';
import { SqliteReadModel } from '../../src/read-model/sqlite/model.js';
import { openSqliteWriter } from '../../src/read-model/sqlite/writer.js';
import { liveStoreFile } from '../../src/service/data-folder.js';
import { ownOverridesFile } from '../../src/service/member-overrides.js';
import { addAccount } from '../../src/store/accounts/accounts.js';
import { openAccountsFile } from '../../src/store/accounts/accounts-file.js';
import { openStore } from '../../src/store/database/open.js';
import { allQuestions, answerOf } from '../read-model/all-questions.js';
import { copySample } from '../tiers/sample.js';

/** A new empty folder for the files of one test file. */
export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'disclosed-backup-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

export function configOf(dataDir: string, more: Record<string, string> = {}): Config {
  return readConfig({ DATA_DIR: dataDir, ...more });
}

/** The sample in the place of the live ledger: rows of every register. @returns the path of the store */
export async function sampleLedger(folder: string): Promise<string> {
  const file = await copySample(join(folder, 'made'));
  const db = new Database(file);
  db.pragma('journal_mode = DELETE');
  db.close();
  return file;
}

/** A data folder with this ledger, two accounts, their keys, and an identity that the operator settled. */
export async function fillDataFolder(config: Config, ledger: string): Promise<void> {
  const file = liveStoreFile(config);
  mkdirSync(join(file, '..'), { recursive: true });
  copyFileSync(ledger, file);
  const accounts = openAccountsFile(join(file, '../../accounts.db'));
  for (const id of ['ada', 'ben']) {
    const createdAt = '2026-11-20T12:00:00.000Z';
    await accounts.transaction((connection) =>
      addAccount(connection, { id, displayName: id, createdAt }, Buffer.from(`recovery of ${id}`), {
        id: `passkey of ${id}`,
        accountId: id,
        publicKey: Buffer.from([1, 2, 3]),
        counter: 7,
        transports: ['internal'],
        createdAt,
        lastUsedAt: null,
      }),
    );
    await accounts.run(
      'INSERT INTO api_key (hash, prefix, name, account_id, created_at) VALUES (?, ?, ?, ?, ?)',
      [Buffer.from(`hash of ${id}`), 'dk_12345678', 'laptop', id, createdAt],
    );
    await accounts.run('INSERT INTO session (hash, account_id, created_at, expires_at) VALUES (?, ?, ?, ?)', [
      Buffer.from(`session of ${id}`),
      id,
      createdAt,
      '2027-01-01T00:00:00.000Z',
    ]);
  }
  await accounts.close();
  const overrides = ownOverridesFile(config);
  mkdirSync(join(overrides, '..'), { recursive: true });
  writeFileSync(
    overrides,
    JSON.stringify([{ filedName: 'Zed Unknown', chamber: 'house', bioguide: 'I999102', source: 'a test' }]),
  );
}

/** Every answer to every question, published from this ledger as a service does it at its start. */
export async function answersFrom(ledger: string, modelFile: string): Promise<Map<string, string>> {
  const store = openStore(ledger, 'write');
  const writer = openSqliteWriter(modelFile);
  try {
    await publishGeneration(store, writer);
    return await answersOf(writer.database, modelFile);
  } finally {
    await writer.close();
    store.close();
  }
}

async function answersOf(database: SqliteDatabase, modelFile: string): Promise<Map<string, string>> {
  const model = new SqliteReadModel(modelFile);
  const { reads, unreadable, close } = await model.open();
  const answers = new Map<string, string>();
  for (const question of allQuestions(database))
    answers.set(JSON.stringify(question), await answerOf(reads, question));
  // A list leaves out what it cannot read.
  if (unreadable.counts().length > 0) throw new Error(JSON.stringify(unreadable.counts()));
  await close();
  await model.close();
  return answers;
}

/** All rows of the tables of a database, by table. */
export function contentOf(file: string, left: readonly string[] = []): Record<string, unknown[]> {
  const db = new Database(file, { readonly: true });
  try {
    const tables = db
      .prepare(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
      )
      .pluck()
      .all() as string[];
    return Object.fromEntries(
      tables.filter((name) => !left.includes(name)).map((name) => [name, rowsOf(db, name)]),
    );
  } finally {
    db.close();
  }
}

function rowsOf(db: Database.Database, table: string): unknown[] {
  const select = db.prepare(`SELECT * FROM "${table}"`).raw();
  const order = select.columns().map((_, index) => index + 1);
  return db
    .prepare(`SELECT * FROM "${table}" ORDER BY ${order.join(', ')}`)
    .raw()
    .all();
}

/** Resolves when `isTrue`, looking at it between all other work of this process. */
export async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setImmediate(resolve));
}
