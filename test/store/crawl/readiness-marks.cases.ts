/** A store of a release without marks still serves answers while the lists are read again. */

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import { packageRoot } from '../../../src/package-root.js';
import { markListed, readinessMarks } from '../../../src/store/crawl/readiness-marks.js';
import { openStore } from '../../../src/store/database/open.js';

describe('store/crawl/readiness-marks', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'disclosed-marks-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const at = new Date('2026-11-20T12:00:00.000Z');

  it('treats only a register that was read completely before the upgrade as complete', () => {
    const file = join(folder, 'live.db');
    const old = new Database(file);
    old.exec(
      'CREATE TABLE migration (number INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at TEXT NOT NULL)',
    );
    const migrations = join(packageRoot(), 'src/store/migrations');
    for (const [index, name] of readdirSync(migrations).sort().slice(0, 11).entries()) {
      old.exec(readFileSync(join(migrations, name), 'utf8'));
      old.prepare('INSERT INTO migration VALUES (?, ?, ?)').run(index + 1, name, at.toISOString());
    }
    for (const [register, outcome] of [
      ['de-bafin', 'ok'],
      ['se-fi', 'stopped'],
      ['nl-afm', 'imported'],
    ])
      old
        .prepare(
          `INSERT INTO run (register, started_at, finished_at, outcome, documents, records, doubts, reason, first_bytes)
         VALUES (?, ?, ?, ?, 1, 1, 0, '', '')`,
        )
        .run(register, at.toISOString(), at.toISOString(), outcome);
    old.close();

    const store = openStore(file, 'write');
    expect(readinessMarks(store, 'de-bafin')).toEqual({
      listedAt: at.toISOString(),
      isShown: true,
      isWhole: true,
    });
    const none = { listedAt: null, isShown: false, isWhole: false };
    expect([readinessMarks(store, 'se-fi'), readinessMarks(store, 'nl-afm')]).toEqual([none, none]);
    // Its lists are read again: answers do not wait until that is derived.
    const later = new Date('2026-11-20T13:00:00.000Z');
    markListed(store, 'de-bafin', later, true);
    expect(readinessMarks(store, 'de-bafin')).toEqual({
      listedAt: later.toISOString(),
      isShown: true,
      isWhole: true,
    });
    store.close();
  });
});
