/** Killing a writing process at any moment loses nothing. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { packageRoot } from '../../../src/package-root.js';
import { readCursor } from '../../../src/store/crawl/queue.js';
import { openStore, type Store } from '../../../src/store/database/open.js';

const count = (store: Store, sql: string) => (store.db.prepare(sql).get() as { n: number }).n;

it('loses no batch and stores no partial batch when the writing process is killed at any moment', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'store-crash-'));
  const file = join(folder, 'live.db');
  let batches = 0;
  for (const [kill, patience] of [3, 17, 40, 71, 90, 120].entries()) {
    const child = spawn(
      process.execPath,
      [join(packageRoot(), 'dist/test/store/database/crash-writer.js'), file],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    // Some die in their first batch, the others after one at least.
    await new Promise<void>((resolve) => {
      child.stdout.on('data', (said: Buffer) => {
        if (kill % 2 === 0 || said.includes('written')) resolve();
      });
    });
    await wait(patience);
    child.kill('SIGKILL');
    await once(child, 'exit');

    const store = openStore(file, 'write');
    expect(store.db.pragma('integrity_check', { simple: true })).toBe('ok');
    const before = batches;
    batches = Number(readCursor(store, 'sec-form4', 'batch') ?? '-1') + 1;
    expect(batches).toBeGreaterThanOrEqual(before);
    // All records of batches 0 to the last, and none of a later batch.
    expect(count(store, 'SELECT count(*) n FROM form4_filing')).toBe(batches * 20);
    expect(count(store, 'SELECT count(DISTINCT accession) n FROM form4_filing')).toBe(batches * 20);
    expect(count(store, 'SELECT count(*) n FROM form4_transaction')).toBe(batches * 20);
    expect(count(store, "SELECT count(*) n FROM document WHERE state = 'done'")).toBe(batches * 20);
    expect(count(store, "SELECT count(*) n FROM document WHERE state = 'waiting'")).toBe(batches);
    expect(count(store, 'SELECT count(*) n FROM warning')).toBe(batches);
    if (batches > 0) {
      expect(count(store, 'SELECT stored_rows n FROM register_state')).toBe(batches * 20);
    }
    store.close();
  }
  expect(batches).toBeGreaterThan(0);
  rmSync(folder, { recursive: true, force: true });
});
