/** Killed at any moment of a fill and started again, a store ends up exactly as if nothing had happened. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import { openStore } from '../../src/store/open.js';
import { createReads } from '../../src/store/read/index.js';
import type { EdgarServer } from '../registers/edgar-server.js';
import { DAY, newestFilings, serveFilings } from './edgar-sample.js';

const KILLS = 12;
let edgar: EdgarServer;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'disclosed-death-'));
  edgar = await serveFilings(newestFilings(150));
});
afterAll(async () => {
  await edgar.close();
  rmSync(folder, { recursive: true, force: true });
});

const fill = (store: string, perSecond: number): ChildProcess =>
  spawn(
    process.execPath,
    [join(__dirname, 'fill-child.mjs'), store, edgar.hosts.www, DAY, String(perSecond)],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );

/** Everything that a caller can see, and every raw row. */
async function everything(file: string): Promise<Record<string, string[]>> {
  const store = openStore(file, 'read');
  const reads = createReads(store);
  const rows = await reads.latestFilings({
    since: '2025-01-01',
    until: '9999',
    codes: ['P', 'S'],
    minValue: 0,
    ticker: null,
    limit: 500,
  });
  const people = await reads.searchInsiders({ q: 'e', limit: 100 });
  const details = await Promise.all(
    people.map(({ slug }) => reads.insider({ slug, since: '2025-01-01', until: '9999', limit: 5000 })),
  );
  store.close();
  const db = new Database(file, { readonly: true });
  const raw = db
    .prepare(
      'SELECT accession, t.* FROM form4_transaction t JOIN form4_filing f ON f.id = t.filing_id ORDER BY accession, row',
    )
    .all()
    .map((row) => ({ ...(row as object), filing_id: null }));
  expect(db.pragma('integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  db.close();
  const lines = (list: unknown[]) => list.map((one) => JSON.stringify(one));
  return { rows: lines(rows), people: lines(people), details: lines(details), raw: lines(raw) };
}

describe('sudden death', () => {
  it(`loses nothing and doubles nothing after ${KILLS} kills`, async () => {
    const calm = join(folder, 'calm.db');
    const [code] = await once(fill(calm, 5000), 'exit');
    expect(code).toBe(0);
    const killed = join(folder, 'killed.db');
    let died = 0;
    for (let attempt = 0; attempt < KILLS; attempt += 1) {
      // Slow enough that the fill is still under way, at a moment that differs each time.
      const child = fill(killed, 120);
      setTimeout(() => child.kill('SIGKILL'), 250 + ((attempt * 137) % 600));
      const [, signal] = await once(child, 'exit');
      if (signal === 'SIGKILL') died += 1;
    }
    expect(died).toBeGreaterThan(3);
    const [end] = await once(fill(killed, 5000), 'exit');
    expect(end).toBe(0);
    const one = await everything(killed);
    const other = await everything(calm);
    // Only what differs is shown: the whole is long.
    for (const part of Object.keys(other)) {
      expect({ part, only: one[part]!.filter((line) => !other[part]!.includes(line)) }).toEqual({
        part,
        only: [],
      });
      expect(one[part]).toHaveLength(other[part]!.length);
      expect(one[part]!.every((line, index) => line === other[part]![index])).toBe(true);
    }
  });
});
