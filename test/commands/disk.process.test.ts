/** A full disk, a read-only folder, two processes on one store: one line, an exit code, and no harm. */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import { packageRoot } from '../../src/package-root.js';
import { startRun } from '../../src/store/crawl/run-journal.js';
import { acquireWriterLock, openStore } from '../../src/store/database/open.js';
import { takePort } from '../services/port.js';
import { until } from '../until.js';

/** The built program: the service starts its own runs from its own file. */
const PROGRAM = [join(packageRoot(), 'dist/src/cli.js')];
/** Root may write everywhere, so tests that run as root start the program as the user `nobody`. */
const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;
const MEBIBYTE = 1024 * 1024;

let folder: string;
let data: string;
let hour: number;
const mounted: string[] = [];
const running: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'disclosed-disk-'));
  chmodSync(folder, 0o755);
  data = join(folder, 'data');
  mkdirSync(data);
  mkdirSync(join(folder, 'prices'));
  hour = 0;
});
afterEach(async () => {
  for (const child of running.splice(0)) {
    child.kill('SIGTERM');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
  for (const path of mounted.splice(0)) spawnSync('umount', [path]);
  rmSync(folder, { recursive: true, force: true });
});

/** The operator's price file, which needs no network. Each row takes some forty bytes in the store. */
function putPrices(rows: number): void {
  const lines = Array.from({ length: rows }, (_, i) => {
    const day = new Date(Date.UTC(2020, 0, 1) + (i % 2000) * 86_400_000).toISOString().slice(0, 10);
    return `${day},S${Math.floor(i / 2000)},${10 + (i % 7)}`;
  });
  const path = join(folder, 'prices', 'all.csv');
  writeFileSync(path, `date,symbol,close\n${lines.join('\n')}\n`);
  hour += 1;
  utimesSync(path, new Date(), new Date(Date.UTC(2026, 10, 20, hour)));
}

const environment = () => ({
  PATH: process.env.PATH,
  HOME: folder,
  DATA_DIR: data,
  CONTACT: 'Jane Roe jane@example.org',
  REGISTERS: 'prices-csv',
  PRICES: 'csv',
  PRICES_DIR: join(folder, 'prices'),
  PORT: '0',
});

interface How {
  as?: number;
  /** Largest file that it may write, in KiB. */
  fileLimit?: number;
}

function run(command: string, { as, fileLimit }: How = {}) {
  const program = [process.execPath, ...PROGRAM, command];
  const [file = '', ...rest] =
    fileLimit === undefined
      ? program
      : ['sh', '-c', `ulimit -f ${fileLimit * 2}; exec "$@"`, 'sh', ...program];
  const { status, stderr } = spawnSync(file, rest, {
    env: { ...environment(), LOG_LEVEL: 'silent' },
    encoding: 'utf8',
    ...(as === undefined ? {} : { uid: as, gid: as }),
  });
  return { code: status, said: stderr.trim().split('\n') };
}

/** Without a contact, so that the sample is made. */
function runSample() {
  const { status, stderr } = spawnSync(process.execPath, [...PROGRAM, 'sample'], {
    env: { ...environment(), CONTACT: '', LOG_LEVEL: 'silent' },
    encoding: 'utf8',
  });
  return { code: status, said: stderr.trim().split('\n') };
}

function runExport(target: string) {
  const { status, stderr } = spawnSync(process.execPath, [...PROGRAM, 'export', target], {
    env: { ...environment(), CONTACT: '', LOG_LEVEL: 'silent' },
    encoding: 'utf8',
  });
  return { code: status, said: stderr.trim().split('\n') };
}

function runKeys(...words: string[]) {
  const { status, stdout } = spawnSync(process.execPath, [...PROGRAM, 'keys', ...words], {
    env: { ...environment(), LOG_LEVEL: 'silent' },
    encoding: 'utf8',
  });
  return { code: status, out: stdout.trim() };
}

function runStatus() {
  const { status, stdout } = spawnSync(process.execPath, [...PROGRAM, 'status'], {
    env: environment(),
    encoding: 'utf8',
  });
  return { code: status, out: stdout };
}

/** Fills all free space. */
function fillDisk(): void {
  const file = openSync(join(data, 'filling'), 'a');
  try {
    for (;;) writeSync(file, Buffer.alloc(4096, 1));
  } catch (error) {
    // By its code: in a test an error of Node is one of another realm.
    expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC');
  } finally {
    closeSync(file);
  }
}

/** The next run after a successful one is an hour away, so the service does not read anything on its own here. */
async function serve(as?: number): Promise<{ base: string }> {
  const child = spawn(process.execPath, [...PROGRAM, 'serve'], {
    env: { ...environment(), LOG_LEVEL: 'info', RATE_LIMIT_KEYLESS: 'off' },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(as === undefined ? {} : { uid: as, gid: as }),
  });
  running.push(child);
  let output = '';
  const base = await new Promise<string>((resolve, reject) => {
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const found = /endpoints on (http:\S+)/.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`serve ended with ${code}: ${output}`)));
  });
  return { base };
}

const storeFile = () => join(data, 'store', 'live.db');

/** Opened as the next process opens it. */
function look(): { sound: unknown; closes: number } {
  const db = new Database(storeFile());
  try {
    return {
      sound: db.pragma('integrity_check', { simple: true }),
      closes: (db.prepare('SELECT count(*) n FROM closes').get() as { n: number }).n,
    };
  } finally {
    db.close();
  }
}

const catalog = async (base: string) => {
  const answer = await fetch(`${base}/v1/catalog`);
  return { status: answer.status, body: (await answer.json()) as { data: unknown; error: unknown } };
};

describe('a disk that is full', () => {
  (isRoot && process.platform === 'linux' ? it : it.skip)(
    'stops the run with one line and harms nothing; answers and the next run continue (needs root for a small disk)',
    async () => {
      expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=10m', 'tmpfs', data]).status).toBe(0);
      mounted.push(data);
      putPrices(2000);
      expect(run('ingest').code).toBe(0);
      const { base } = await serve();
      const before = await catalog(base);
      expect(before.status).toBe(200);
      putPrices(150_000);
      const { code, said } = run('ingest');
      expect({ code, said }).toEqual({ code: 1, said: [expect.stringMatching(/^disclosed: .*\bfull\b/)] });
      expect((await catalog(base)).status).toBe(200);
      expect(look()).toEqual({ sound: 'ok', closes: expect.any(Number) });
      expect(look().closes).toBeGreaterThanOrEqual(2000);
      expect(spawnSync('mount', ['-o', 'remount,size=200m', data]).status).toBe(0);
      expect(run('ingest').code).toBe(0);
      expect(look()).toEqual({ sound: 'ok', closes: 150_000 });
      expect((await catalog(base)).status).toBe(200);
    },
  );

  (isRoot && process.platform === 'linux' ? it : it.skip).each([3, 5, 7])(
    'leaves no damaged sample if %i MB are free, and builds the sample once there is room',
    (megabytes) => {
      expect(spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', data]).status).toBe(0);
      mounted.push(data);
      const tight = runSample();
      if (tight.code !== 0) {
        expect(tight).toEqual({ code: 1, said: [expect.stringMatching(/^disclosed: .*(?:full|SQLITE_)/)] });
        expect(readdirSync(join(data, 'store')).filter((name) => name.includes('sample'))).toEqual([]);
        expect(spawnSync('mount', ['-o', 'remount,size=200m', data]).status).toBe(0);
        expect(runSample().code).toBe(0);
      }
      const [sample = ''] = readdirSync(join(data, 'store')).filter((name) => name.endsWith('.db'));
      const db = new Database(join(data, 'store', sample), { readonly: true });
      expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
      db.close();
    },
  );

  (isRoot && process.platform === 'linux' ? it : it.skip)(
    'still revokes keys (needs root for a small disk)',
    () => {
      expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', data]).status).toBe(0);
      mounted.push(data);
      for (const name of ['first', 'second', 'third']) expect(runKeys('create', '--name', name).code).toBe(0);
      for (const id of ['1', '2', '3']) {
        fillDisk();
        expect([id, runKeys('revoke', id).code]).toEqual([id, 0]);
      }
      expect(runKeys('list').out).toBe('There is no key.');
    },
  );

  (isRoot && process.platform === 'linux' ? it : it.skip)(
    'names what could not be written: the key that signs, and an export, which the next one completes',
    () => {
      expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', data]).status).toBe(0);
      mounted.push(data);
      fillDisk();
      expect(run('serve')).toEqual({
        code: 1,
        said: [
          expect.stringMatching(/^disclosed: The signing key \S+signing-key\.pem could not be made: ENOSPC/),
        ],
      });
      expect(readdirSync(data).filter((name) => name.includes('signing-key'))).toEqual([]);

      expect(spawnSync('mount', ['-o', 'remount,size=200m', data]).status).toBe(0);
      expect(runSample().code).toBe(0);
      const target = join(folder, 'exports');
      mkdirSync(target);
      expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=300k', 'tmpfs', target]).status).toBe(0);
      mounted.push(target);
      expect(runExport(target)).toEqual({
        code: 1,
        said: [
          `disclosed: The export ${target} is not complete, and the next one into the same folder completes it: ENOSPC: no space left on device, write`,
        ],
      });
      expect(spawnSync('mount', ['-o', 'remount,size=200m', target]).status).toBe(0);
      expect(runExport(target).code).toBe(0);
      expect(readdirSync(target).sort()).toEqual(['data', 'index.json']);
    },
  );

  it('says so if a file may not grow any more', () => {
    putPrices(2000);
    expect(run('ingest').code).toBe(0);
    putPrices(200_000);
    const { code, said } = run('ingest', { fileLimit: (2 * MEBIBYTE) / 1024 });
    expect({ code, said }).toEqual({
      code: 1,
      said: [expect.stringMatching(/^disclosed: the store cannot be used/)],
    });
    expect(look()).toEqual({ sound: 'ok', closes: expect.any(Number) });
    expect(run('ingest').code).toBe(0);
    expect(look()).toEqual({ sound: 'ok', closes: 200_000 });
  });
});

describe('a full disk under the log', () => {
  // Only Linux has a file that is always full.
  const full = existsSync('/dev/full') ? it : it.skip;
  full('ends neither the answers nor the clean stop', async () => {
    expect(run('ingest').code).toBe(0);
    // The log would say which one the service has chosen.
    const port = await takePort();
    const log = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, [...PROGRAM, 'serve'], {
      env: { ...environment(), LOG_LEVEL: 'trace', PORT: String(port.number), RATE_LIMIT_KEYLESS: 'off' },
      stdio: ['ignore', 'ignore', log],
    });
    closeSync(log);
    running.push(child);
    const base = `http://127.0.0.1:${port.number}`;
    await until(
      () =>
        child.exitCode !== null ||
        fetch(`${base}/healthz`).then(
          () => true,
          () => false,
        ),
    );
    // Each answer is a line of this log.
    for (let n = 0; n < 20; n += 1) expect((await catalog(base)).status).toBe(200);
    child.kill('SIGTERM');
    expect((await once(child, 'exit'))[0]).toBe(0);
    port.release();
  });
});

describe('a data folder that cannot be written', () => {
  const as = isRoot ? NOBODY : undefined;
  const every = (path: string, work: (path: string, isFolder: boolean) => void) => {
    const isFolder = statSync(path).isDirectory();
    if (isFolder) for (const name of readdirSync(path)) every(join(path, name), work);
    work(path, isFolder);
  };
  const close = () => every(data, (path, isFolder) => chmodSync(path, isFolder ? 0o555 : 0o444));
  const open = () => every(data, (path, isFolder) => chmodSync(path, isFolder ? 0o755 : 0o644));
  beforeEach(() => {
    if (as !== undefined) chownSync(data, as, as);
  });
  afterEach(() => open());

  it('is reported in one line, and nothing in it changes', () => {
    putPrices(2000);
    expect(run('ingest', { as }).code).toBe(0);
    const before = readFileSync(storeFile());
    close();
    for (const command of ['ingest', 'serve']) {
      const { code, said } = run(command, { as });
      expect({ command, code, said }).toEqual({
        command,
        code: 1,
        said: [expect.stringMatching(/^disclosed: .*(?:written|read-?only|permission)/i)],
      });
    }
    expect(readFileSync(storeFile()).equals(before)).toBe(true);
    open();
    putPrices(4000);
    expect(run('ingest', { as }).code).toBe(0);
    expect(look()).toEqual({ sound: 'ok', closes: 4000 });
  });

  it('does not end the answers of a running service', async () => {
    putPrices(2000);
    expect(run('ingest', { as }).code).toBe(0);
    const { base } = await serve(as);
    close();
    expect(run('ingest', { as })).toMatchObject({ code: 1 });
    const { status, body } = await catalog(base);
    expect({ status, error: body.error }).toEqual({ status: 200, error: null });
    open();
    putPrices(4000);
    expect(run('ingest', { as }).code).toBe(0);
    expect(look()).toEqual({ sound: 'ok', closes: 4000 });
  });
});

describe('two processes on one store', () => {
  it('cannot write at the same time: the second says so and exits', () => {
    putPrices(2000);
    expect(run('ingest').code).toBe(0);
    const release = acquireWriterLock(join(data, 'store'));
    putPrices(4000);
    const { code, said } = run('ingest');
    expect({ code, said }).toEqual({
      code: 75,
      said: [expect.stringMatching(/^disclosed: Another disclosed process already writes to .*data.*Wait/)],
    });
    release();
    expect(look().closes).toBe(2000);
    expect(run('ingest').code).toBe(0);
    expect(look().closes).toBe(4000);
  });

  it('let "status" see whether a run without an end is running or was interrupted', () => {
    putPrices(2000);
    expect(run('ingest').code).toBe(0);
    const store = openStore(storeFile(), 'write');
    startRun(store, 'prices-csv', new Date());
    store.close();
    const release = acquireWriterLock(join(data, 'store'));
    expect(runStatus()).toEqual({ code: 0, out: expect.stringMatching(/prices-csv +running/) });
    release();
    expect(runStatus()).toEqual({
      code: 1,
      out: expect.stringMatching(/prices-csv +stopped[\s\S]*: The process ended before the run did/),
    });
    expect(run('ingest').code).toBe(0);
    expect(runStatus().code).toBe(0);
  });
});
