/** Opening a store, its generations, and its lock. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import { packageRoot } from '../../../src/package-root.js';
import {
  acquireWriterLock,
  bumpGeneration,
  generation,
  openStore,
  readGeneration,
  StoreBusyError,
  StoreError,
  setNextRefresh,
} from '../../../src/store/database/open.js';
import { derive, filing, NOW, write } from '../form4/invented-filings.js';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'store-open-'));
  file = join(folder, 'deeper', 'live.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function tamper(sql: string): void {
  const db = new Database(file);
  db.exec(sql);
  db.close();
}

describe('opening a store', () => {
  it('creates the file and its folder, and keeps the data when opened again', () => {
    const first = openStore(file, 'write');
    write(first, filing(1));
    const schema = first.db.prepare('SELECT name, sql FROM sqlite_master ORDER BY name').all();
    const applied = first.db.prepare('SELECT * FROM migration').all();
    first.close();
    const again = openStore(file, 'write');
    expect(again.db.prepare('SELECT name, sql FROM sqlite_master ORDER BY name').all()).toEqual(schema);
    expect(again.db.prepare('SELECT * FROM migration').all()).toEqual(applied);
    expect(write(again, filing(1))).toEqual({ changed: 0, unchanged: 1 });
    again.close();
  });

  it('keeps readers apart from the writer: the journal is a write-ahead log', () => {
    const store = openStore(file, 'write');
    expect(store.db.pragma('journal_mode', { simple: true })).toBe('wal');
    store.close();
  });

  it('refuses to read a missing file, and does not create it', () => {
    expect(() => openStore(file, 'read')).toThrow(StoreError);
    expect(() => openStore(file, 'read')).toThrow(/does not exist yet/);
  });

  it.each(['read', 'write'] as const)('refuses a file of a newer program (%s)', (mode) => {
    openStore(file, 'write').close();
    tamper("INSERT INTO migration VALUES (999, '999-later.sql', '2030-01-01T00:00:00.000Z')");
    expect(() => openStore(file, mode)).toThrow(StoreError);
    expect(() => openStore(file, mode)).toThrow(/newer disclosed/);
  });

  it('refuses to read a file that still needs a migration', () => {
    openStore(file, 'write').close();
    tamper('DELETE FROM migration');
    expect(() => openStore(file, 'read')).toThrow(/bring it up to date/);
  });

  it('does not touch a database of another program', () => {
    openStore(file, 'write').close();
    const other = join(folder, 'other.db');
    const db = new Database(other);
    db.exec('CREATE TABLE theirs (id INTEGER)');
    db.close();
    expect(() => openStore(other, 'write')).toThrow(/another program/);
    expect(() => openStore(other, 'read')).toThrow(/not a store/);
    writeFileSync(
      other,
      'no database at all, only a text file that is long enough to have a header'.repeat(20),
    );
    expect(() => openStore(other, 'read')).toThrow(/not a database/);
  });

  it('rejects writes when opened for reading', () => {
    openStore(file, 'write').close();
    const reader = openStore(file, 'read');
    expect(() => write(reader, filing(1))).toThrow(/readonly/);
    reader.close();
  });
});

describe('the generations of a store', () => {
  it('counts generations and keeps the time of the next refresh', () => {
    const store = openStore(file, 'write');
    expect(generation(store)).toBe(0);
    expect(readGeneration(store)).toBeNull();
    expect(bumpGeneration(store, NOW)).toBe(1);
    expect(readGeneration(store)).toEqual({ generation: 1, at: NOW.toISOString(), nextRefreshAt: null });
    setNextRefresh(store, '2026-03-02T13:00:00.000Z');
    bumpGeneration(store, NOW);
    expect(readGeneration(store)?.nextRefreshAt).toBe('2026-03-02T13:00:00.000Z');
    bumpGeneration(store, NOW, null);
    expect(readGeneration(store)).toEqual({ generation: 3, at: NOW.toISOString(), nextRefreshAt: null });
    store.close();
  });

  it('does not change an existing value', () => {
    const writer = openStore(file, 'write');
    write(writer, filing(1));
    derive(writer);
    const rows = () =>
      ['form4_derived', 'form4_label', 'insider', 'issuer'].map((table) =>
        writer.db.prepare(`SELECT * FROM ${table}`).all(),
      );
    const before = rows();
    writer.db.exec(
      "INSERT INTO pending_issuer (cik) VALUES ('4001'); INSERT INTO pending_owner VALUES ('7001')",
    );
    const changes = () => (writer.db.prepare('SELECT total_changes() AS n').get() as { n: number }).n;
    const counted = changes();
    derive(writer);
    expect(rows()).toEqual(before);
    // The two pending marks were removed; nothing else was written.
    expect(changes() - counted).toBe(2);
    writer.close();
  });
});

describe('the writer lock of a folder', () => {
  it('refuses a second writer with a helpful message until the first closes', () => {
    const release = acquireWriterLock(folder);
    expect(() => acquireWriterLock(folder)).toThrow(StoreBusyError);
    expect(() => acquireWriterLock(folder)).toThrow(/Wait until it has ended, or stop it/);
    release();
    release();
    acquireWriterLock(folder)();
  });

  it('is free again when its process was killed', async () => {
    const script = join(packageRoot(), 'dist/test/store/database/hold-lock.js');
    const child: ChildProcess = spawn(process.execPath, [script, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout!, 'data');
    expect(() => acquireWriterLock(folder)).toThrow(StoreBusyError);
    child.kill('SIGKILL');
    await once(child, 'exit');
    acquireWriterLock(folder)();
  });
});

describe('a store that was deleted without its log', () => {
  /** Another process that has the store open, as a service has. */
  async function reader(): Promise<ChildProcess> {
    const script =
      "const db = new (require('better-sqlite3'))(process.argv[1], { readonly: true });" +
      "db.prepare('SELECT number FROM generation').get(); console.log('open'); setInterval(() => db.name, 1000)";
    const child = spawn(process.execPath, ['-e', script, file], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout!, 'data');
    return child;
  }

  it('is created again while another process still reads it', async () => {
    openStore(file, 'write').close();
    const child = await reader();
    try {
      const store = openStore(file, 'write');
      // So that the first page is in the log, as after pages were freed.
      store.db.exec('CREATE TABLE more (number INTEGER)');
      store.close();
      // The reader keeps the log in place.
      expect(existsSync(`${file}-wal`)).toBe(true);
      rmSync(file);
      const made = openStore(file, 'write');
      expect(generation(made)).toBe(0);
      bumpGeneration(made, NOW);
      made.close();
      const read = openStore(file, 'read');
      expect(generation(read)).toBe(1);
      read.close();
    } finally {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  });
});
