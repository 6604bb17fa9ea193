/** Migration 019 keeps every derived row and every close, in tables that name what is repeated once. */

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import { packageRoot } from '../../../src/package-root.js';
import { openStore } from '../../../src/store/database/open.js';
import { isWholePending } from '../../../src/store/form4/derivation-input.js';
import { closesOf } from '../../../src/store/prices/prices.js';

describe('store/database/compact-rows', () => {
  const MIGRATIONS = join(packageRoot(), 'src/store/migrations');
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'disclosed-compact-rows-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** A store as the release before had it. */
  function olderStore(file: string): Database.Database {
    const db = new Database(file);
    db.exec(
      'CREATE TABLE migration (number INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at TEXT NOT NULL)',
    );
    for (const [index, name] of readdirSync(MIGRATIONS).sort().slice(0, 18).entries()) {
      db.exec(readFileSync(join(MIGRATIONS, name), 'utf8'));
      db.prepare('INSERT INTO migration VALUES (?, ?, ?)').run(index + 1, name, '2026-11-20T12:00:00.000Z');
    }
    return db;
  }

  const DERIVED = `filing_id, "row", status, represented_by_accession, represented_by_row, in_feed, is_other_security,
  owner_cik, is_paired_exercise, total_value, signal_quality, intent_label`;

  it('rolls a store with rows forward', () => {
    const file = join(folder, 'live.db');
    const old = olderStore(file);
    old.exec(`
    INSERT INTO form4_derived (${DERIVED}) VALUES
      (1, 0, 'canonical', NULL, NULL, 1, 0, '7001', 0, 12.5, 'planned', 'Open-market or private sale'),
      (1, 1, 'duplicate', '0009990001-26-000001', 2, 0, 1, '7002', 1, NULL, 'planned', 'Gift'),
      (2, 0, 'superseded', '0009990001-26-000001', 0, 0, 0, '7001', 0, 1, 'planned', 'Gift');
    INSERT INTO closes (source, symbol, date, kind, close) VALUES
      ('csv', 'BRKB', '2026-01-02', 'close', 400.5), ('csv', 'BRKB', '2026-01-05', 'close', 401),
      ('sec-public', 'BRKB', '2026-01-02', 'settlement-reference', 399), ('csv', 'ACME', '2026-01-02', 'close', 7);
    INSERT INTO pending_issuer (cik) VALUES ('4001');
  `);
    const derived = old.prepare(`SELECT ${DERIVED} FROM form4_derived ORDER BY filing_id, "row"`).all();
    old.close();
    const store = openStore(file, 'write');
    expect(
      store.db
        .prepare(
          `SELECT ${DERIVED} FROM form4_derived JOIN form4_label ON id = label_id ORDER BY filing_id, "row"`,
        )
        .all(),
    ).toEqual(derived);
    expect(closesOf(store, 'csv', 'BRK.B')).toEqual([
      { date: '2026-01-02', close: 400.5, kind: 'close' },
      { date: '2026-01-05', close: 401, kind: 'close' },
    ]);
    expect(closesOf(store, 'sec-public', 'BRKB')).toEqual([
      { date: '2026-01-02', close: 399, kind: 'settlement-reference' },
    ]);
    expect(closesOf(store, 'csv', 'ACME', '2026-01-03')).toEqual([]);
    // Whatever made it pending before is not known.
    expect(isWholePending(store, '4001')).toBe(true);
    store.close();
  });
});
