/** The program itself: a service that makes its backups, full disks, and commands that are ended or killed half-way. */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { packageRoot } from '../../src/package-root.js';
import { contentOf, temporaryFolder } from './data-folder.js';

/** The built program: the service starts its own runs from its own file. */
const CLI = join(packageRoot(), 'dist/src/cli.js');
const canMount = process.getuid?.() === 0 && process.platform === 'linux';
const folder = temporaryFolder();
const path = (name: string) => join(folder.path, name);
const mounted: string[] = [];

const environment = (data: string, more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: folder.path,
  DATA_DIR: path(data),
  CONTACT: 'Jane Roe jane@example.org',
  // The operator's price file needs no network.
  REGISTERS: 'prices-csv',
  PRICES: 'csv',
  PRICES_DIR: path('prices'),
  PORT: '0',
  ...more,
});

/** Some rows take a moment to copy and compress. */
function putPrices(rows: number): void {
  const lines = Array.from({ length: rows }, (_, i) => {
    const day = new Date(Date.UTC(2020, 0, 1) + (i % 2000) * 86_400_000).toISOString().slice(0, 10);
    return `${day},S${Math.floor(i / 2000)},${10 + (i % 7)}`;
  });
  writeFileSync(join(path('prices'), 'all.csv'), `date,symbol,close\n${lines.join('\n')}\n`);
}

function run(words: string[], data: string, more: NodeJS.ProcessEnv = {}) {
  const { status, stderr, stdout } = spawnSync(process.execPath, [CLI, ...words], {
    env: environment(data, { LOG_LEVEL: 'silent', ...more }),
    encoding: 'utf8',
  });
  return { code: status, said: stderr.trim().split('\n'), stdout };
}

const closes = (data: string) => contentOf(join(path(data), 'store/live.db')).closes?.length;
/** A service that was stopped while it exported continues with what it began. */
const leftovers = () =>
  readdirSync(folder.path, { recursive: true })
    .map(String)
    .filter((name) => /backup-work|restore-work|unfinished/.test(name) && !name.includes('exports'));

beforeAll(() => {
  mkdirSync(path('prices'));
  putPrices(200_000);
  expect(run(['ingest'], 'data').code).toBe(0);
  expect(run(['keys', 'create', '--name', 'laptop'], 'data').code).toBe(0);
});
afterEach(() => {
  for (const one of mounted.splice(0)) spawnSync('umount', [one]);
});
afterAll(() => folder.remove());

function mount(name: string, kilobytes: number): void {
  mkdirSync(path(name), { recursive: true });
  const size = `size=${kilobytes}k`;
  expect(spawnSync('mount', ['-t', 'tmpfs', '-o', size, 'tmpfs', path(name)]).status).toBe(0);
  mounted.push(path(name));
}

describe('a service with BACKUP_DIR', () => {
  let child: ChildProcess;
  let output = '';
  let base = '';
  const said = async (text: string) => {
    while (!output.includes(text)) await once(child.stderr!, 'data');
  };
  beforeEach(async () => {
    output = '';
    child = spawn(process.execPath, [CLI, 'serve'], {
      env: environment('served', {
        BACKUP_DIR: path('backups'),
        RATE_LIMIT_KEYLESS: 'off',
      }),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    await said('\n  Account ');
    base = /endpoints on (http:\S+)/.exec(output)?.[1] ?? '';
  });
  afterEach(async () => {
    child.kill('SIGTERM');
    expect((await once(child, 'exit'))[0]).toBe(0);
  });
  const text = async (at: string) => (await fetch(base + at, { headers: { accept: 'text/html' } })).text();

  it('makes one after its first refresh, and says so wherever an operator looks', async () => {
    await said('the backup is complete');
    const [name = ''] = readdirSync(path('backups'));
    expect(name).toMatch(/^disclosed-\d{8}T\d{6}Z\.tar\.gz$/);
    const metrics = await text('/metrics');
    expect(metrics).toMatch(/^disclosed_backup_last_success_timestamp_seconds 1\d{9}/m);
    expect(metrics).toMatch(/^disclosed_backup_failing 0$/m);
    expect(metrics).toMatch(/^disclosed_backup_size_bytes [1-9]\d{5,}$/m);
    expect(await text('/status')).toMatch(
      /The last backup was made on 20\d\d-\d\d-\d\d at \d\d:\d\d UTC \([\d.]+ MB\)\./,
    );
    const settings = { BACKUP_DIR: path('backups') };
    const { stdout } = run(['status'], 'served', settings);
    expect(stdout).toMatch(/\nBackups\n {2}The last backup was made [a-z0-9 ]+ \([\d.]+ MB\)\.\n/);
    expect(JSON.parse(run(['status', '--json'], 'served', settings).stdout).backups).toMatchObject({
      last: { file: join(path('backups'), name) },
      failure: null,
    });
  });

  it('answers from what was restored after a lost disk', async () => {
    const before = closes('served');
    child.kill('SIGKILL');
    await once(child, 'exit');
    rmSync(path('served'), { recursive: true });
    const [name = ''] = readdirSync(path('backups'));
    expect(run(['restore', join(path('backups'), name)], 'served').code).toBe(0);
    expect(closes('served')).toBe(before);
    child = spawn(process.execPath, [CLI, 'serve'], {
      env: environment('served'),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child.stderr!.setEncoding('utf8').on('data', (more: string) => {
      output += more;
    });
    output = '';
    await said('prices-csv was read');
    base = /endpoints on (http:\S+)/.exec(output)?.[1] ?? '';
    expect((await fetch(`${base}/v1/catalog`)).status).toBe(200);
  });
});

describe('a full disk', () => {
  const small = canMount ? it : it.skip;
  small('of the backup is said in one line, and nothing is left (needs root for a small disk)', () => {
    mount('small', 500);
    const { code, said } = run(['backup', path('small/all.tar.gz')], 'data');
    expect({ code, said }).toEqual({
      code: 1,
      said: [
        expect.stringMatching(
          /^disclosed: The backup .*small\/all\.tar\.gz could not be written, and nothing of it is kept: ENOSPC/,
        ),
      ],
    });
    expect([readdirSync(path('small')), leftovers()]).toEqual([[], []]);
  });

  small('of DATA_DIR is noticed before the copy would fill it', () => {
    mount('tight', 60_000);
    for (const name of ['store', 'accounts.db'])
      expect(spawnSync('cp', ['-r', join(path('data'), name), path('tight')]).status).toBe(0);
    const { code, said } = run(['backup', path('tight.tar.gz')], 'tight');
    expect({ code, said }).toEqual({
      code: 1,
      said: [expect.stringMatching(/has \d+ MB free and a backup needs \d+ MB there for a while: make room/)],
    });
    expect([existsSync(path('tight.tar.gz')), leftovers()]).toEqual([false, []]);
  });

  small('of the folder that is restored into is said in one line, and nothing is left', () => {
    expect(run(['backup', path('whole.tar.gz')], 'data').code).toBe(0);
    mount('restored-small', 3000);
    const { code, said } = run(['restore', path('whole.tar.gz')], 'restored-small');
    expect({ code, said }).toEqual({
      code: 1,
      said: [expect.stringMatching(/could not be restored, and nothing of it was kept: ENOSPC/)],
    });
    expect(readdirSync(path('restored-small'))).toEqual([]);
    rmSync(path('whole.tar.gz'));
  });
});

describe('a command that is ended half-way', () => {
  interface Halfway {
    words: string[];
    data: string;
    /** The command has begun when this exists, and is complete when that does. */
    begun: string;
    complete: string;
  }

  /** @returns whether the command ended before it was complete: on a slow machine the signal may come late */
  async function end({ words, data, begun, complete }: Halfway, signal: NodeJS.Signals): Promise<boolean> {
    const child = spawn(process.execPath, [CLI, ...words], { env: environment(data), stdio: 'ignore' });
    const exit = once(child, 'exit');
    while (!existsSync(begun) && child.exitCode === null)
      await new Promise((resolve) => setImmediate(resolve));
    child.kill(signal);
    const [code, by] = await exit;
    if (existsSync(complete)) return false;
    expect([code, by]).toEqual(signal === 'SIGTERM' ? [1, null] : [null, 'SIGKILL']);
    return true;
  }

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'a backup by %s: no archive, and the next one is whole',
    async (signal) => {
      const file = path(`ended-${signal}.tar.gz`);
      const begun = join(path('data'), 'backup-work/live.db');
      const command = { words: ['backup', file], data: 'data', begun, complete: file };
      while (!(await end(command, signal))) rmSync(file);
      if (signal === 'SIGTERM') expect(leftovers()).toEqual([]);
      expect(run(['backup', file], 'data').code).toBe(0);
      expect(leftovers()).toEqual([]);
      rmSync(file);
    },
  );

  it('a backup by SIGKILL while it writes: the next one, to another file, removes the archive and says so', async () => {
    const file = path('last-night.tar.gz');
    const left = `${file}.unfinished`;
    while (!(await end({ words: ['backup', file], data: 'data', begun: left, complete: file }, 'SIGKILL')))
      rmSync(file);
    expect(existsSync(left)).toBe(true);
    const next = run(['backup', path('tonight.tar.gz')], 'data', { LOG_LEVEL: 'info', LOG_FORMAT: 'json' });
    expect(next.code).toBe(0);
    expect(next.said.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ level: 40, file: left, msg: 'removed what a killed backup had left' }),
    );
    expect(leftovers()).toEqual([]);
    rmSync(path('tonight.tar.gz'));
  });

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'a restore by %s: nothing is restored, and the next one is whole',
    async (signal) => {
      const file = path('all.tar.gz');
      rmSync(file, { force: true });
      expect(run(['backup', file], 'data').code).toBe(0);
      const data = `into-${signal}`;
      const begun = join(path(data), 'restore-work/unpacked/live.db');
      const complete = join(path(data), 'store/live.db');
      while (!(await end({ words: ['restore', file], data, begun, complete }, signal)))
        rmSync(path(data), { recursive: true });
      if (signal === 'SIGTERM') expect(existsSync(path(data))).toBe(false);
      expect(run(['restore', file], data).code).toBe(0);
      expect(leftovers()).toEqual([]);
      expect(closes(data)).toBe(200_000);
      expect(run(['keys', 'list'], data).stdout).toMatch(/^ *1 dk_.* laptop: /);
    },
  );
});
