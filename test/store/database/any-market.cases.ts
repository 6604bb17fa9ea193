/** Migration 014 keeps every row and index of the European filings, and allows markets that no table names. */

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import { packageRoot } from '../../../src/package-root.js';
import { openStore } from '../../../src/store/database/open.js';
import { emptyStore } from '../empty-store.js';

describe('store/database/any-market', () => {
  const MIGRATIONS = join(packageRoot(), 'src/store/migrations');
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'disclosed-any-market-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** A store as the release before had it. */
  function olderStore(file: string): Database.Database {
    const db = new Database(file);
    db.exec(
      'CREATE TABLE migration (number INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at TEXT NOT NULL)',
    );
    for (const [index, name] of readdirSync(MIGRATIONS).sort().slice(0, 13).entries()) {
      db.exec(readFileSync(join(MIGRATIONS, name), 'utf8'));
      db.prepare('INSERT INTO migration VALUES (?, ?, ?)').run(index + 1, name, '2026-11-20T12:00:00.000Z');
    }
    return db;
  }

  const INSERT = `INSERT INTO pdmr_filing (id, market, filing_id, notification_key, publication_at, publication_approximate,
  issuer_name, pdmr_name, capacity, nature, price, volume_is_amount, value_unknown, status, url, narrative, exclusion)
  VALUES (?, ?, ?, 'n', '2026-11-20T07:00:00.000Z', 0, 'Björkån AB', 'Åsa Ödman', 'VD', 'Förvärv', 12.5, 0, 0, 'current',
    'https://example.com/', NULL, ?)`;
  const rowsOf = (db: Database.Database) => db.prepare('SELECT * FROM pdmr_filing ORDER BY id').all();
  const indexesOf = (db: Database.Database) => ({
    made: db
      .prepare(
        "SELECT name, sql FROM sqlite_master WHERE tbl_name = 'pdmr_filing' AND sql IS NOT NULL AND type = 'index' ORDER BY name",
      )
      .all(),
    columns: db.prepare('SELECT name, type, "notnull", pk FROM pragma_table_info(\'pdmr_filing\')').all(),
  });

  it('rolls a store with rows forward', () => {
    const file = join(folder, 'live.db');
    const old = olderStore(file);
    for (const [id, market] of [
      [3, 'de'],
      [5, 'uk'],
      [8, 'se'],
      [13, 'nl'],
    ] as const)
      old.prepare(INSERT).run(id, market, `row ${id}`, id === 5 ? 'transfer' : null);
    expect(() => old.prepare(INSERT).run(21, 'xx', 'row 21', null)).toThrow('CHECK');
    const before = { rows: rowsOf(old), indexes: indexesOf(old) };
    old.close();
    const store = openStore(file, 'write');
    // Columns that were added since are empty.
    const { made, columns } = indexesOf(store.db);
    expect(rowsOf(store.db)).toMatchObject(before.rows);
    expect({ made, columns: columns.slice(0, before.indexes.columns.length) }).toEqual(before.indexes);
    store.db.prepare(INSERT).run(21, 'xx', 'row 21', null);
    expect(() => store.db.prepare(INSERT).run(22, 'xx', 'row 21', null)).toThrow('UNIQUE');
    store.close();
  });

  it('leaves no CHECK that names a market', () => {
    const store = emptyStore();
    const tables = store.db.prepare("SELECT sql FROM sqlite_master WHERE type = 'table'").all() as Array<{
      sql: string;
    }>;
    expect(tables.filter(({ sql }) => /CHECK[^)]*'(?:de|uk|se|nl)'/.test(sql))).toEqual([]);
    store.close();
  });
});
