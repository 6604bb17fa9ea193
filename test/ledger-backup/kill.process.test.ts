/**
 * A writer that is killed before any of its steps loses nothing that it had saved, and what is restored is a state that
 * it had written. KILLS=all with --testTimeout=9999999 tries every step; else some of them.
 */

import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import { openPostgresDatabase } from '../../src/database/postgres-database.js';
import { tryBeginTerm } from '../../src/database/writer-term.js';
import type { BackupDestination } from '../../src/ledger-backup/backup-destination.js';
import { DatabaseDestination } from '../../src/ledger-backup/database-destination.js';
import { FolderDestination } from '../../src/ledger-backup/folder-destination.js';
import { restoreNewerLedger } from '../../src/ledger-backup/restore-ledger.js';
import { packageRoot } from '../../src/package-root.js';
import { POSTGRES_MISSING, startPostgres, type TestPostgres } from '../services/postgres.js';

const KILLS = process.env.KILLS === 'all' ? Number.POSITIVE_INFINITY : Number(process.env.KILLS ?? 12);
/** Enough for a base, increments, a new base after them, and increments to that. */
const SAVES = 5;
const ROWS = 400;
const log = { info: () => undefined, warn: () => undefined };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'disclosed-save-kill-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Run {
  isKilled: boolean;
  written: number;
  saved: number;
  steps: number;
}

function run(given: object): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = join(packageRoot(), 'test/ledger-backup/saving-child.mjs');
    execFile(process.execPath, [child, JSON.stringify(given)], (error, stdout, stderr) => {
      if (error !== null && error.signal !== 'SIGKILL') {
        reject(new Error(stderr));
        return;
      }
      const last = (word: string) =>
        Number([...stdout.matchAll(new RegExp(`^${word} (\\d+)$`, 'gm'))].at(-1)?.[1] ?? 0);
      resolve({
        isKilled: error !== null,
        written: last('written'),
        saved: last('saved'),
        steps: last('steps'),
      });
    });
  });
}

/** The rows of the ledger: they are numbered without a gap. */
function rowsIn(file: string): number {
  const db = new Database(file, { readonly: true });
  const names = db
    .prepare("SELECT name FROM register_cursor WHERE register = 'test' ORDER BY name")
    .pluck()
    .all();
  db.close();
  expect(names.map(Number)).toEqual(names.map((_, i) => i));
  return names.length;
}

describe.each([
  ['a folder', false, null],
  ['PostgreSQL', true, POSTGRES_MISSING],
] as const)('a writer that saves to %s and is killed', (_name, isDatabase, missing) => {
  if (missing !== null) {
    it.skip(missing, () => undefined);
    return;
  }
  let servers: TestPostgres;
  beforeAll(async () => {
    if (isDatabase) servers = await startPostgres();
  });
  afterAll(async () => {
    if (isDatabase) await servers.close();
  });

  /** A new empty backup. */
  async function begin(name: string) {
    const ledger = join(folder, name, 'live.db');
    mkdirSync(join(folder, name));
    const backup = isDatabase ? await servers.database() : join(folder, name, 'backup');
    const destination: BackupDestination = isDatabase
      ? new DatabaseDestination(openPostgresDatabase(backup))
      : new FolderDestination(backup);
    let epoch = 1;
    if (isDatabase) {
      const database = openPostgresDatabase(backup);
      const term = (await tryBeginTerm(database, 'test'))!;
      epoch = term.epoch;
      await term.end();
      await database.close();
    }
    await destination.claim(epoch);
    return { ledger, backup, destination, epoch };
  }

  it('loses nothing that was saved', async () => {
    const whole = await begin('whole');
    const { steps } = await run({ ...given(whole), killAt: -1, first: 0 });
    await whole.destination.close();
    // Opening, the mark, the copy, the checkpoint, the state and the part of each save.
    expect(steps).toBeGreaterThan(SAVES * 5);
    const every = Math.max(1, steps / KILLS);
    let lost = 0;
    for (let at = 1; at <= steps; at += every) {
      const killAt = Math.floor(at);
      const node = await begin(`kill-${killAt}`);
      const killed = await run({ ...given(node), killAt, first: 0 });
      lost += killed.isKilled ? 1 : 0;
      const other = join(folder, `other-${killAt}`, 'live.db');
      mkdirSync(join(folder, `other-${killAt}`));
      const restored = await restoreNewerLedger(other, node.destination, log);
      expect({ killAt, restored }).toEqual({ killAt, restored: restored || killed.saved > 0 });
      const rows = restored ? rowsIn(other) : 0;
      expect(rows).toBeGreaterThanOrEqual(killed.saved);
      expect(rows).toBeLessThanOrEqual(killed.written);
      // The same node continues with its ledger, which has all that it wrote.
      expect(await restoreNewerLedger(node.ledger, node.destination, log)).toBe(false);
      const next = await run({ ...given(node), killAt: -1, first: killed.written, saves: 1 });
      const third = join(folder, `third-${killAt}`, 'live.db');
      mkdirSync(join(folder, `third-${killAt}`));
      await restoreNewerLedger(third, node.destination, log);
      expect(rowsIn(third)).toBe(next.saved);
      expect(readFileSync(third).equals(readFileSync(node.ledger))).toBe(true);
      await node.destination.close();
    }
    expect(lost).toBeGreaterThan(0);
  });

  const given = ({ ledger, backup, epoch }: { ledger: string; backup: string; epoch: number }) => ({
    ledger,
    backup,
    epoch,
    saves: SAVES,
    rowsPerSave: ROWS,
  });
});
