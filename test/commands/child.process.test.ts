/** The service refreshes in child processes: each ends when its work is done, or the next refresh never starts. */

import { fork } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { packageRoot } from '../../src/package-root.js';
import { readTree } from '../../src/publish/export-tree.js';

const folder = mkdtempSync(join(tmpdir(), 'disclosed-child-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The exit code of a command that was started as the service starts it, with a channel to it. */
function run(command: string, settings: NodeJS.ProcessEnv = {}): Promise<number | null> {
  const child = fork(join(packageRoot(), 'dist/src/cli.js'), [command], {
    execArgv: [],
    env: {
      ...process.env,
      DATA_DIR: folder,
      AS_OF: '2026-11-20T12:00:00Z',
      CONTACT: '',
      LOG_LEVEL: 'silent',
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
}

it('the sample and its exports', async () => {
  expect(await run('sample')).toBe(0);
  expect(await run('export')).toBe(0);
  const folders = [];
  for await (const file of readTree(join(folder, 'exports/sample'))) folders.push(file.folder);
  expect(folders.length).toBeGreaterThan(10);
  expect([...new Set(folders)]).toEqual(['congress', 'trackers']);
});

it('a run of the registers', async () => {
  const prices = join(folder, 'prices');
  mkdirSync(prices);
  writeFileSync(join(prices, 'ACME.csv'), 'date,close\n2026-11-19,10.5\n');
  expect(
    await run('ingest', {
      AS_OF: '',
      CONTACT: 'Jane Roe jane@example.org',
      REGISTERS: 'prices-csv',
      PRICES: 'csv',
      PRICES_DIR: prices,
    }),
  ).toBe(0);
});
