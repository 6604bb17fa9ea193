/**
 * `npm run soak [-- --minutes N]`: the built service under mixed traffic while refreshes from a local register server
 * change its store. Reports memory, open descriptors, disk and faults; exits with 1 when anything was wrong or leaked.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { draws } from '../../data/sample/make/draw.js';
import { LOG_KEPT_BYTES } from '../../src/read-model/sqlite/write-ahead-log.js';
import { DAY, newestFilings, serveFilings, toServedFiling } from '../../test/ingest/edgar-sample.js';
import type { ServedFiling } from '../../test/registers/edgar/edgar-server.js';
import { startTraffic } from './soak-traffic.js';

const CLI = fileURLToPath(new URL('../../src/cli.js', import.meta.url));
const REFRESH = fileURLToPath(new URL('./soak-refresh.js', import.meta.url));
const AS_OF = `${DAY}T23:59:59Z`;
const WORKERS = 8;
const PAUSE_MS = 15;
/** Filings in each refresh. */
const NEW_FILINGS = 25;
const LOOK_MS = 2000;
/** Growth between the second quarter of the run and the last that counts as a leak. Caches are full by then. */
const LEAK = { descriptors: 16, memoryShare: 1.2, memoryMinutes: 10 };
/** What refreshes may add to the write-ahead log of a database before it is reset, above what it keeps. */
const LOG_MORE_BYTES = 64 * 1024 * 1024;

interface ProcessSample {
  /** Since the start. */
  minutes: number;
  megabytes: number;
  descriptors: number;
  /** What the longest write-ahead log takes. */
  logMegabytes: number;
  /** What all files of the data folder take. */
  diskMegabytes: number;
}

const minutes = Number(argument('--minutes') ?? 20);
const seed = Number(argument('--seed') ?? Date.now() % 2 ** 31);
if (!(minutes > 0) || !Number.isInteger(seed)) {
  console.error('npm run soak [-- --minutes N] [--seed N]');
  process.exit(2);
}
process.exitCode = await soak();

async function soak(): Promise<number> {
  console.log(`Soak of ${minutes} min, seed ${seed}`);
  const folder = mkdtempSync(join(tmpdir(), 'disclosed-soak-'));
  const environment = {
    PATH: process.env.PATH,
    HOME: folder,
    DATA_DIR: folder,
    AS_OF,
    RATE_LIMIT_KEYLESS: 'off',
  };
  const edgar = await serveFilings(newestFilings(40));
  const wrong: string[] = [];
  let service: ServiceProcess | null = null;
  try {
    // The sample's store stands in for a live one, which a sample never is.
    await ended(spawn(process.execPath, [CLI, 'sample'], { env: environment, stdio: 'inherit' }));
    const [sample = ''] = readdirSync(join(folder, 'store')).filter((name) =>
      /^sample-[\da-f-]+\.db$/.test(name),
    );
    copyFileSync(join(folder, 'store', sample), join(folder, 'store/live.db'));
    copyFileSync(
      join(folder, 'store', sample.replace(/\.db$/, '.read-model.db')),
      join(folder, 'store/live.read-model.db'),
    );
    const live = { ...environment, CONTACT: 'Soak soak@example.org' };
    service = await start(live);
    const { base } = service;

    const draw = draws(`soak ${seed}`);
    const random = () => draw.between(0, 2 ** 32 - 1) / 2 ** 32;
    const shown = await feed(base, '2026-01-01');
    const patterns = newestFilings(400)
      .map(toServedFiling)
      .filter(({ form, accession }) => form === '4' && shown.some((id) => id.startsWith(accession)));
    const traffic = await startTraffic(base, WORKERS, PAUSE_MS, random);
    const started = Date.now();
    const end = started + minutes * 60_000;
    const looks: ProcessSample[] = [];
    const refreshMs = Math.min(60_000, (minutes * 60_000) / 4);
    const seconds: number[] = [];
    let refreshed = 0;
    const refreshing = (async () => {
      for (let due = started + refreshMs; due < end; due += refreshMs) {
        await until(due);
        const fresh = Array.from({ length: NEW_FILINGS }, (_, n) =>
          variant(patterns, refreshed * NEW_FILINGS + n),
        );
        edgar.filings.push(...fresh);
        const begun = Date.now();
        const moment = new Date(Date.parse(`${DAY}T22:00:00Z`) + refreshed * 60_000).toISOString();
        const code = await ended(
          spawn(process.execPath, [REFRESH, edgar.hosts.www, moment], {
            env: { ...live, BASE_URL: base },
            stdio: ['ignore', 'inherit', 'inherit'],
          }),
        );
        refreshed += 1;
        seconds.push((Date.now() - begun) / 1000);
        if (code !== 0) wrong.push(`refresh ${refreshed} ended with ${code}`);
        const missing = await unseen(base, fresh);
        if (missing > 0) wrong.push(`refresh ${refreshed}: ${missing} of its filings are not in the feed`);
      }
    })();
    while (Date.now() < end) {
      looks.push(await look(base, folder, started));
      await until(Math.min(end, Date.now() + LOOK_MS));
    }
    await Promise.all([traffic.stop(), refreshing]);
    const stopping = Date.now();
    service.child.kill('SIGTERM');
    const code = await service.ended;
    const stopped = Date.now() - stopping;

    if (code !== 0) wrong.push(`the service ended with ${code}`);
    if (traffic.faultCount > 0) wrong.push(`${traffic.faultCount} faulty answers`, ...traffic.faults);
    const logged = service
      .log()
      .split('\n')
      .filter((line) => /"level":(?:40|50|60)/.test(line));
    if (logged.length > 0) wrong.push(`${logged.length} lines of warning in the log`, ...logged.slice(0, 20));
    wrong.push(...leaks(looks));
    report(looks);
    const kinds = Object.entries(traffic.kinds).map(([kind, count]) => `${kind} ${count}`);
    console.log(
      `Answers      ${traffic.answered} (${kinds.sort().join(', ')}), ${traffic.faultCount} faulty`,
    );
    console.log(
      `Refreshes    ${refreshed}, each of ${NEW_FILINGS} filings; median ${median(seconds).toFixed(1)} s, longest ${Math.max(...seconds).toFixed(1)} s`,
    );
    console.log(`Stop         ${stopped} ms, exit code ${code}`);
  } finally {
    service?.child.kill('SIGKILL');
    await edgar.close();
    rmSync(folder, { recursive: true, force: true });
  }
  for (const line of wrong) console.log(`WRONG        ${line}`);
  console.log(wrong.length === 0 ? 'Held up.' : 'Did not hold up.');
  return wrong.length === 0 ? 0 : 1;
}

interface ServiceProcess {
  child: ChildProcess;
  base: string;
  log(): string;
  ended: Promise<number>;
}

/** The service on a free port, once it listens and its exports are there. */
async function start(env: NodeJS.ProcessEnv): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [CLI, 'serve'], {
    env: { ...env, PORT: '0' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  const base = await new Promise<string>((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      log += text;
      const found = /endpoints on (http:\S+)/.exec(log);
      if (found !== null && log.includes('the exports are up to date')) resolve(found[1] as string);
    });
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}: ${log}`)));
  });
  return { child, base, log: () => log, ended: ended(child) };
}

async function ended(child: ChildProcess): Promise<number> {
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return code ?? (signal === null ? 1 : 128);
}

/** A filing like one of the sample, with a new number and a new amount. */
function variant(patterns: readonly ServedFiling[], n: number): ServedFiling {
  const pattern = patterns[n % patterns.length] as ServedFiling;
  const accession = `0009990077-26-${String(n + 1).padStart(6, '0')}`;
  const text = (pattern.text ?? '')
    .replaceAll(pattern.accession, accession)
    .replace(/(<transactionShares>\s*<value>)[^<]+/g, (_, start: string) => `${start}${20_000 + n}`)
    // No one buys more than they hold afterwards.
    .replace(
      /(<sharesOwnedFollowingTransaction>\s*<value>)[^<]+/g,
      (_, start: string) => `${start}${1_000_000 + n}`,
    );
  const acceptedAt = new Date(Date.parse(`${DAY}T20:00:00Z`) + n * 1000);
  // New York is five hours behind in November.
  const local = new Date(acceptedAt.getTime() - 5 * 3_600_000).toISOString().replace(/\D/g, '').slice(0, 14);
  return {
    ...pattern,
    accession,
    acceptedAt: acceptedAt.toISOString(),
    filedDate: DAY,
    text: text
      .replace(/(ACCEPTANCE-DATETIME>?:?\s*)\d{14}/, `$1${local}`)
      .replace(/(FILED AS OF DATE:?\s*)\d{8}/, `$1${DAY.replaceAll('-', '')}`),
  };
}

/** How many of `filings` the feed does not show, a few attempts after the store has changed. */
async function unseen(base: string, filings: readonly ServedFiling[]): Promise<number> {
  let missing = filings.length;
  for (let left = 10; left > 0 && missing > 0; left -= 1) {
    await until(Date.now() + 1000);
    const shown = await feed(base, DAY);
    missing = filings.filter(({ accession }) => !shown.some((id) => id.startsWith(accession))).length;
  }
  return missing;
}

/** The ids of the newest rows filed since `since`. */
async function feed(base: string, since: string): Promise<string[]> {
  const answer = await (await fetch(`${base}/v1/filings?limit=500&since=${since}`)).json();
  return (answer as { data: Array<{ filingId: string }> }).data.map(({ filingId }) => filingId);
}

async function look(base: string, folder: string, started: number): Promise<ProcessSample> {
  const text = await (await fetch(`${base}/metrics`)).text();
  const value = (name: string) => Number(new RegExp(`^disclosed_${name} (\\S+)$`, 'm').exec(text)?.[1]);
  return {
    minutes: (Date.now() - started) / 60_000,
    megabytes: value('process_resident_memory_bytes') / 2 ** 20,
    descriptors: value('process_open_fds'),
    ...diskOf(folder),
  };
}

function diskOf(folder: string): Pick<ProcessSample, 'logMegabytes' | 'diskMegabytes'> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const bytes = (name: string) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
  const logs = files.filter((name) => name.endsWith('-wal')).map(bytes);
  return {
    logMegabytes: Math.max(0, ...logs) / 2 ** 20,
    diskMegabytes: files.map(bytes).reduce((sum, size) => sum + size, 0) / 2 ** 20,
  };
}

function leaks(looks: readonly ProcessSample[]): string[] {
  const quarter = (n: number) =>
    looks.slice(Math.floor((looks.length * n) / 4), Math.ceil((looks.length * (n + 1)) / 4));
  const grown = (of: (one: ProcessSample) => number) =>
    [median(quarter(1).map(of)), median(quarter(3).map(of))] as const;
  const found: string[] = [];
  const [descriptors, more] = grown((one) => one.descriptors);
  if (more > descriptors + LEAK.descriptors) found.push(`descriptors grew from ${descriptors} to ${more}`);
  const [memory, grownTo] = grown((one) => one.megabytes);
  if (minutes >= LEAK.memoryMinutes && grownTo > memory * LEAK.memoryShare)
    found.push(`memory grew from ${memory.toFixed(0)} to ${grownTo.toFixed(0)} MB`);
  const longest = Math.max(...looks.map((one) => one.logMegabytes));
  if (longest * 2 ** 20 > LOG_KEPT_BYTES + LOG_MORE_BYTES)
    found.push(`a write-ahead log grew to ${longest.toFixed(0)} MB`);
  return found;
}

function report(looks: readonly ProcessSample[]): void {
  const memory = looks.map((one) => one.megabytes);
  const late = looks.slice(Math.floor(looks.length / 2));
  const descriptors = looks.map((one) => one.descriptors);
  const fixed = (megabytes: number) => `${megabytes.toFixed(0)} MB`;
  console.log(
    `Memory       start ${fixed(memory[0] ?? Number.NaN)}, plateau ${fixed(median(late.map((one) => one.megabytes)))}, highest ${fixed(Math.max(...memory))}, slope of the second half ${(slope(late) * 60).toFixed(0)} MB an hour`,
  );
  console.log(
    `Descriptors  start ${descriptors[0]}, median ${median(descriptors)}, highest ${Math.max(...descriptors)}, end ${descriptors.at(-1)}`,
  );
  const disk = looks.map((one) => one.diskMegabytes);
  console.log(
    `Disk         start ${fixed(disk[0] ?? Number.NaN)}, end ${fixed(disk.at(-1) ?? Number.NaN)}, longest write-ahead log ${fixed(Math.max(...looks.map((one) => one.logMegabytes)))}`,
  );
}

/** Megabytes per minute, by least squares. */
function slope(looks: readonly ProcessSample[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const x = mean(looks.map((one) => one.minutes));
  const y = mean(looks.map((one) => one.megabytes));
  const shared = looks.reduce((sum, one) => sum + (one.minutes - x) * (one.megabytes - y), 0);
  return shared / looks.reduce((sum, one) => sum + (one.minutes - x) ** 2, 0);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function until(moment: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, moment - Date.now())));
}

function argument(name: string): string | undefined {
  const at = process.argv.indexOf(name);
  return at === -1 ? undefined : process.argv[at + 1];
}
