/**
 * `npm run first-hour [-- --size 0.05 --speed 10 --minutes 75]`: the real program starts with an empty store against
 * local registers of real size at real pace, and every endpoint is requested each second. It fails when an answer is empty
 * or 404 although the registers have a match, and reports when each answer first had rows.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { packageRoot } from '../../../src/package-root.js';
import { readCuratedTrackers } from '../../../src/records/portfolios/tracker.js';
import { EU_COUNTRIES } from '../../../tools/contract/markets/index.js';
import { fileLate, LATE, startEdgar } from './edgar.js';
import { type Ports, startRegisterStubs } from './register-stubs.js';

const CLI = fileURLToPath(new URL('../../../src/cli.js', import.meta.url));
const HOOK = join(packageRoot(), 'eval/bench/first-hour/hook.mjs');
/** A filing comes after half an hour; the lists are read again each hour. */
const LATE_MINUTES = 30;
const LATE_SHOWN_MINUTES = 75;
/** The longest time that an answer may be cached while a source fills. */
const FILLING_SECONDS = 60;
/** A list is read each hour, and takes a while. */
const OLDEST_SECONDS = 75 * 60;

interface PolledEnvelope {
  data: unknown;
  error: { message: string } | null;
  meta: { fetchedAt: string };
}

const option = (name: string, otherwise: number) => {
  const place = process.argv.indexOf(`--${name}`);
  return place < 0 ? otherwise : Number(process.argv[place + 1]);
};
const size = option('size', 1);
const speed = option('speed', 1);
const minutes = option('minutes', 60);

const epoch = Date.now();
const now = () => new Date(epoch + (Date.now() - epoch) * speed);
const seconds = () => (Date.now() - epoch - startedAfter) * speed * 0.001;
let startedAfter = 0;

const trackers = JSON.parse(
  readFileSync(join(packageRoot(), 'data/curated/trackers.json'), 'utf8'),
) as unknown;
const curated = readCuratedTrackers(trackers);
const officials = curated.flatMap(({ archetype, sourceId }) =>
  archetype === 'oge_278t' && sourceId !== null ? [sourceId] : [],
);
const late = `/v1/filings?ticker=${LATE}`;
const paths = [
  '/v1/filings?limit=5',
  '/v1/insiders?q=a',
  '/v1/clusters',
  '/v1/streaks',
  '/v1/congress',
  '/v1/congress/mordecai-plumquist',
  '/v1/trackers',
  // The members behind the congress trackers file nothing here.
  ...curated.flatMap(({ slug, archetype }) => (archetype === 'congress' ? [] : [`/v1/trackers/${slug}`])),
  ...EU_COUNTRIES.map((country) => `/v1/eu/${country}?limit=5`),
];

const firstRows = new Map<string, number>();
const wrong = new Map<string, string>();
let polls = 0;
let exitCode = 0;

const folder = mkdtempSync(join(tmpdir(), 'disclosed-first-hour-'));
const edgar = await startEdgar(size, now(), trackers);
const others = await startRegisterStubs(size, now(), officials);
const port = await freePort();
const ports = {
  ...others.ports,
  'www.sec.gov': portOf(edgar.hosts.www),
  'data.sec.gov': portOf(edgar.hosts.www),
};
startedAfter = Date.now() - epoch;
const service = serve(ports);
try {
  await watch();
  report();
} finally {
  const ended = once(service, 'exit');
  service.kill('SIGTERM');
  await ended;
  await Promise.all([edgar.close(), others.close()]);
  rmSync(folder, { recursive: true, force: true });
}
process.exit(exitCode);

function serve(ports: Ports): ChildProcess {
  return spawn(process.execPath, ['--import', pathToFileURL(HOOK).href, CLI, 'serve'], {
    stdio: ['ignore', 'ignore', process.argv.includes('--log') ? 'inherit' : 'ignore'],
    env: {
      ...process.env,
      FIRST_HOUR: JSON.stringify({ ports, speed, epoch }),
      DATA_DIR: folder,
      PORT: String(port),
      CONTACT: 'Example example@example.org',
      RATE_LIMIT_KEYLESS: 'off',
      BASE_URL: '',
      PRICES: 'sec-public',
      REGISTERS: 'all',
    },
  });
}

async function watch(): Promise<void> {
  let isLate = false;
  while (seconds() < minutes * 60) {
    if (service.exitCode !== null) throw new Error(`the service ended with ${service.exitCode}`);
    if (!isLate && seconds() > LATE_MINUTES * 60) {
      fileLate(edgar, now());
      isLate = true;
    }
    const next = Date.now() + 1000 / speed;
    await Promise.all(paths.map((path) => look(path)));
    // It does not exist at first; from then on it must arrive in time.
    if (isLate && !firstRows.has(late)) await look(late, true);
    polls += 1;
    await setTimeout(Math.max(0, next - Date.now()));
  }
}

async function look(path: string, mayBeNothing = false): Promise<void> {
  const at = seconds();
  let response: Response;
  try {
    response = await fetch(`http://127.0.0.1:${port}${path}`);
  } catch {
    if (at > 60) blame(path, 'no answer', at);
    return;
  }
  const { data, error, meta } = (await response.json()) as PolledEnvelope;
  if (response.status === 503) {
    if (response.headers.get('retry-after') === null) blame(path, '503 without Retry-After', at);
    return;
  }
  // A slug that has not arrived yet is unknown, if the answer says so.
  if (response.status === 404 && /may exist and not have arrived/.test(error?.message ?? '')) return;
  if (response.status !== 200) return blame(path, `${response.status} ${error?.message}`, at);
  if (isNothing(data)) {
    if (!mayBeNothing) blame(path, '200 with nothing in it', at);
    return;
  }
  if (!firstRows.has(path)) {
    firstRows.set(path, at);
    console.log(`${clock(at)} ${path}`);
  }
  const age = Number(/max-age=(\d+)/.exec(response.headers.get('cache-control') ?? '')?.[1]);
  if (age > FILLING_SECONDS && size >= 1) blame(path, `may be kept for ${age} s`, at);
  const old = (now().getTime() - Date.parse(meta.fetchedAt)) / 1000;
  if (old > OLDEST_SECONDS) blame(path, `its list was read ${Math.round(old / 60)} minutes ago`, at);
}

function isNothing(data: unknown): boolean {
  if (Array.isArray(data)) return data.length === 0;
  const { snapshot, filingHistory, trades } = data as Record<string, unknown[] | null>;
  if (trades !== undefined) return trades?.length === 0;
  return snapshot === null && filingHistory?.length === 0;
}

function blame(path: string, what: string, at: number): void {
  const key = `${path}: ${what.replace(/\d+/g, '#')}`;
  if (wrong.has(key)) return;
  wrong.set(key, `${clock(at)} ${path}: ${what}`);
  console.log(`WRONG ${wrong.get(key)}`);
}

function report(): void {
  const missing = paths.filter((path) => !firstRows.has(path));
  console.log(
    `\n${polls} rounds of ${paths.length} questions in ${minutes} minutes (size ${size}, speed ${speed})`,
  );
  console.log(`without rows by then: ${missing.length === 0 ? 'none' : missing.join(', ')}`);
  if (!firstRows.has('/v1/filings?limit=5')) blame('/v1/filings?limit=5', 'no rows at all', seconds());
  if (minutes > LATE_SHOWN_MINUTES) {
    const shown = firstRows.get(late) ?? Number.POSITIVE_INFINITY;
    if (shown > LATE_SHOWN_MINUTES * 60)
      blame(late, 'a filing of the first hour did not come in time', seconds());
  }
  console.log(wrong.size === 0 ? 'nothing was wrong' : `wrong: ${wrong.size}`);
  exitCode = wrong.size === 0 ? 0 : 1;
}

function clock(at: number): string {
  return `${String(Math.floor(at / 60)).padStart(3)}:${String(Math.floor(at % 60)).padStart(2, '0')}`;
}

function portOf(address: string): number {
  return Number(new URL(address).port);
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port: free } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return free;
}
