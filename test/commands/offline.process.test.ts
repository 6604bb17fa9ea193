/** `OFFLINE=1`: no request to a register, and every command says so. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from '@jest/globals';
import { packageRoot } from '../../src/package-root.js';
import { run, serve } from './program.js';

const folder = mkdtempSync(join(tmpdir(), 'disclosed-offline-'));
afterAll(() => rmSync(folder, { recursive: true }));
const CONTACT = 'Ida Invented ida@example.org';
/** Live, on today's date. A request to any register would throw: there is no local server for it. */
const LIVE = {
  CONTACT,
  AS_OF: '',
  LOCAL_HOSTS: '{}',
  NODE_OPTIONS: `--import ${pathToFileURL(join(packageRoot(), 'eval/cluster/hosts.mjs')).href}`,
};

/** The commands that a process has started and that still run. */
function childrenOf(pid: number): string[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean);
  return children.map((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').replaceAll('\0', ' '));
}

describe('a service', () => {
  it('starts no run, and says so at the start and on every page; without the setting it does start one', async () => {
    const offline = await serve(folder, { ...LIVE, OFFLINE: '1' });
    try {
      await offline.said('Ready in');
      expect(offline.output()).toContain('OFFLINE=1: no register is read, and nothing is refreshed');
      expect(childrenOf(offline.pid)).toEqual([]);
      const get = (path: string) => fetch(`http://127.0.0.1:${offline.port}${path}`);
      for (const path of ['/', '/status', '/filings'])
        expect(await (await get(path)).text()).toContain('<strong>Offline.</strong>');
      expect(await (await get('/metrics')).text()).toMatch(/^disclosed_writing 0$/m);
      // Never an empty list.
      expect((await get('/v1/filings')).status).toBe(503);
    } finally {
      expect(await offline.stop()).toBe(0);
    }
    expect(offline.output()).not.toMatch(/the ingest run|there is no local server/);
    const online = await serve(folder, LIVE);
    try {
      // A run was started. It fails here, because it is not compiled.
      await online.said('the ingest run ended');
    } finally {
      await online.stop();
    }
  });
});

it('with LOG_FORMAT=json every line is an object, also of the start, and one says that no backup is made', async () => {
  const offline = await serve(folder, {
    ...LIVE,
    OFFLINE: '1',
    LOG_FORMAT: 'json',
    LOG_LEVEL: 'info',
    BACKUP_DIR: join(folder, '..', 'disclosed-offline-backups'),
  });
  try {
    await offline.said('no backup is made');
  } finally {
    await offline.stop();
  }
  const lines = offline
    .output()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { msg: string; level: number });
  expect(lines).toContainEqual(
    expect.objectContaining({
      level: 30,
      port: offline.port,
      offline: true,
      msg: expect.stringMatching(/^Serves live data on http/),
    }),
  );
  expect(lines).toContainEqual(
    expect.objectContaining({ level: 40, msg: expect.stringMatching(/^BACKUP_DIR: no backup is made/) }),
  );
});

describe('a command', () => {
  it.each([
    [['ingest'], /^disclosed: OFFLINE=1 forbids every request to a register\./],
    [['doctor'], /^disclosed: OFFLINE=1 forbids every request to a register\./],
    [
      ['ask', 'catalog', '--url', 'http://127.0.0.1:1'],
      /^disclosed: OFFLINE=1 forbids a request to another service\./,
    ],
    [['verify', 'http://127.0.0.1:1/v1/catalog'], /^disclosed: OFFLINE=1 forbids a request to an address\./],
  ])('%j is refused', (words, message) => {
    const { code, stderr } = run(folder, words, { CONTACT, OFFLINE: '1' });
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
    // One line.
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  it('--offline is the same as OFFLINE=1, and takes no value', () => {
    const { code, stderr } = run(folder, ['doctor', '--offline', 'sec-form4'], { CONTACT });
    expect([code, stderr]).toEqual([2, expect.stringContaining('OFFLINE=1 forbids')]);
    expect(run(folder, ['status', '--offline'], { CONTACT }).stdout).toMatch(
      /^OFFLINE=1: no register is read/,
    );
    expect(JSON.parse(run(folder, ['status', '--offline', '--json'], { CONTACT }).stdout).offline).toBe(true);
  });

  it('ROLE=writer contradicts it', () => {
    const settings = { CONTACT, OFFLINE: '1', ROLE: 'writer', DATABASE_URL: 'postgres://u:p@127.0.0.1:1/d' };
    const { code, stderr } = run(folder, ['serve'], settings);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^disclosed: ROLE=writer .*OFFLINE=1/)]);
  });
});
