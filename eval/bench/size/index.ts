/**
 * `npm run bench -- --size year [--times 1,3] [--folder DIR]`: a year's volume through the real write path, then the
 * real service on it. Everything is measured in a separate process. Writes BENCHMARKS.md.
 */

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { publishGeneration } from '../../../src/ingest/publication.js';
import { openSqliteWriter } from '../../../src/read-model/sqlite/writer.js';
import { allocatorSettings } from '../../../src/service/allocator.js';
import { REFRESH_PRIORITY } from '../../../src/service/refresh-worker.js';
import { bumpGeneration, openStore } from '../../../src/store/database/open.js';
import { run as answersOverHttp } from '../http.js';
import { ask, type BenchRequest, type LatencySummary, paced, type TimedRequest, timesOf } from './latency.js';
import { type SizeMeasurement, writeReport } from './report.js';
import { groupsOf, pastGroup, type RequestGroup } from './requests.js';
import { type ServedProcess, serveStore } from './served-process.js';
import { DAY, type Volume, volumeOf } from './synthetic-data.js';
import { feedToolTimes } from './tool-times.js';
import type { WriteResult } from './write-child.js';

const STARTS = 5;
const REFRESHES = 3;
const ALONE_ROUNDS = 15;
const CACHED_ROUNDS = 10;
/** Distinct answers of 500 rows, after which memory is read once more. */
const LARGE = 3000;
const PACE = { perSecond: 250, callers: 8 };
const QUIET_SECONDS = 12;

export async function run(print: (line: string) => void, args: readonly string[]): Promise<void> {
  const option = (name: string) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
  if (option('--size') !== 'year') throw new Error('The only size is year: npm run bench -- --size year');
  const sizes = (option('--times') ?? '1').split(',').map(Number);
  const measured: SizeMeasurement[] = [];
  const http: string[] = [];
  for (const times of sizes) {
    const given = option('--folder');
    const folder =
      given === undefined ? mkdtempSync(join(tmpdir(), 'disclosed-size-')) : join(given, `times-${times}`);
    try {
      measured.push(await measure(times, folder, print));
      // Write what is measured so far, in case the next size does not fit the machine.
      writeReport(measured, http, args, print);
    } finally {
      if (given === undefined) rmSync(folder, { recursive: true, force: true });
    }
  }
  await answersOverHttp((line) => {
    http.push(line);
    print(line);
  });
  writeReport(measured, http, args, print);
}

async function measure(
  times: number,
  folder: string,
  print: (line: string) => void,
): Promise<SizeMeasurement> {
  const volume = volumeOf(times);
  mkdirSync(join(folder, 'store'), { recursive: true });
  const file = join(folder, 'store/live.db');
  print(`size ${times}x in ${folder}`);
  const fresh = !existsSync(file);
  if (fresh) {
    const fill = await write(['fill', folder, String(times)]);
    print(
      `fill ${fill.read.toFixed(0)} s, first exports ${fill.exported.toFixed(0)} s, ${fill.counts?.written} files`,
    );
  }
  const megabytes = {
    ledger: statSync(file).size / 1e6,
    readModel: statSync(readModelOf(folder)).size / 1e6,
  };
  print(`ledger ${megabytes.ledger.toFixed(0)} MB, read model ${megabytes.readModel.toFixed(0)} MB`);
  const feedTool = await feedToolTimes(readModelOf(folder), [500, 10]);
  print(`feed as the tool makes it ${JSON.stringify([...feedTool])}`);
  const starts: SizeMeasurement['starts'] = [];
  for (let n = 0; n < STARTS; n += 1) {
    const served = await serveStore(folder);
    starts.push({ ms: served.startMs, cpu: served.startCpuMs });
    await served.stop();
  }
  print(
    `start to first answer ${starts.map(({ ms, cpu }) => `${ms.toFixed(0)} (processor ${cpu})`).join(', ')} ms`,
  );
  const inImage = await memoryInImage(folder, volume);
  print(`memory as in the image ${inImage.resident.toFixed(0)} (own ${inImage.own.toFixed(0)}) MB`);
  const served = await serveStore(folder);
  try {
    const started = served.memory();
    const groups = await groupsOf(folder, volume);
    const endpoints = await endpointTimes(served, groups, folder, print);
    const asked = served.memory();
    await ask(served.port, largeQuestions());
    const large = served.memory();
    print(
      `memory ${[started, asked, large].map(({ resident, own }) => `${resident.toFixed(0)} (own ${own.toFixed(0)})`).join(', ')} MB`,
    );
    const moments = [new Date().toISOString()];
    const refresh = await refreshed(served, folder, times, fresh, groups, print);
    moments.push(new Date(Date.now() - 1000).toISOString());
    endpoints.push(...(await endpointTimes(served, [pastGroup(groups, moments)], folder, print)));
    // The result of an earlier run, if its store is used again.
    const saved = join(folder, 'fill.json');
    const fill: WriteResult | null = existsSync(saved) ? JSON.parse(readFileSync(saved, 'utf8')) : null;
    const memory = { started, asked, filled: large, refreshed: served.memory(), inImage };
    return { times, volume, fill, megabytes, feedTool, starts, memory, endpoints, refresh };
  } finally {
    await served.stop();
  }
}

/** Memory after every question, with the allocator settings that the image and the systemd unit have. */
async function memoryInImage(folder: string, volume: Volume): Promise<ReturnType<ServedProcess['memory']>> {
  const served = await serveStore(folder, allocatorSettings({}));
  try {
    for (const { questions } of await groupsOf(folder, volume)) await ask(served.port, questions);
    return served.memory();
  } finally {
    await served.stop();
  }
}

/** Cold: every query for the first time. Cached: the same ones again. */
async function endpointTimes(
  served: ServedProcess,
  groups: readonly RequestGroup[],
  folder: string,
  print: (line: string) => void,
): Promise<SizeMeasurement['endpoints']> {
  // The code is warm, the answers are not: a real service does not get only one request.
  await ask(
    served.port,
    groups.flatMap(({ questions }) => questions.slice(-3)),
  );
  const cold = new Map<string, TimedRequest[]>();
  const processor = new Map<string, number>();
  const alone = groups.filter((group) => group.alone === true);
  for (let round = 0; round < ALONE_ROUNDS; round += 1) {
    await publishAgain(folder);
    await setTimeout(2000);
    for (const { name, questions } of alone)
      cold.set(name, [...(cold.get(name) ?? []), ...(await ask(served.port, questions, served.pid))]);
  }
  const endpoints: SizeMeasurement['endpoints'] = [];
  for (const { name, questions } of groups) {
    const before = served.processorMs();
    const first = cold.get(name) ?? (await ask(served.port, questions, served.pid));
    if (!cold.has(name)) processor.set(name, (served.processorMs() - before) / questions.length);
    const again: TimedRequest[] = [];
    // Few enough to fit into the cache.
    const few = questions.slice(0, 20);
    await ask(served.port, few);
    for (let round = 0; round < CACHED_ROUNDS; round += 1)
      again.push(...(await ask(served.port, few, served.pid)));
    const one = { name, cold: timesOf(first), processor: processor.get(name), cached: timesOf(again) };
    endpoints.push(one);
    const told = ({ median, p99, p99Alone }: LatencySummary) =>
      `${median.toFixed(1)} / ${p99.toFixed(1)} / ${p99Alone.toFixed(1)}`;
    print(
      `${name.padEnd(34)} cold ${told(one.cold).padEnd(22)} cached ${told(one.cached).padEnd(20)} ${one.cold.bytes} B  ${one.cold.slowest.slice(0, 90)}`,
    );
  }
  return endpoints;
}

/** The same data as the next generation: nothing that was answered is in the cache for it. */
async function publishAgain(folder: string): Promise<void> {
  const store = openStore(join(folder, 'store/live.db'), 'write');
  const writer = openSqliteWriter(readModelOf(folder));
  bumpGeneration(store, new Date(), new Date(Date.now() + DAY).toISOString());
  await publishGeneration(store, writer);
  await writer.close();
  store.close();
}

const readModelOf = (folder: string) => join(folder, 'store/live.read-model.db');

function largeQuestions(): BenchRequest[] {
  return Array.from({ length: LARGE }, (_, n) => ({
    path: `/v1/filings?limit=500&since=2026-01-01&min_value=${n / 4}`,
  }));
}

/** Hourly runs of 500 filings, with steady callers whose requests are in the cache; and the same callers alone. */
async function refreshed(
  served: ServedProcess,
  folder: string,
  times: number,
  fresh: boolean,
  groups: readonly RequestGroup[],
  print: (line: string) => void,
): Promise<SizeMeasurement['refresh']> {
  const questions = groups.flatMap((group) =>
    group.name.includes('(page)') ? [] : group.questions.slice(0, 5),
  );
  await ask(served.port, questions);
  const quietUntil = performance.now() + QUIET_SECONDS * 1000;
  const quiet = timesOf(await paced(served.port, questions, PACE, () => performance.now() < quietUntil));
  const runs: WriteResult[] = [];
  const busy: LatencySummary[] = [];
  for (let round = 0; round < REFRESHES; round += 1) {
    await ask(served.port, questions);
    let running = true;
    const write1 = write([
      'refresh',
      folder,
      String(times),
      String(fresh ? round : Math.floor(Date.now() / 10_000) % 100_000),
      '500',
    ]).finally(() => {
      running = false;
    });
    busy.push(timesOf(await paced(served.port, questions, PACE, () => running)));
    runs.push(await write1);
    await setTimeout(2000);
  }
  for (const [n, one] of runs.entries())
    print(
      `refresh ${one.read.toFixed(1)} s + exports ${one.exported.toFixed(1)} s, processor ${one.processor.toFixed(1)} s (${JSON.stringify(one.counts)}), peak ${one.peak.toFixed(0)} MB; cached p99 ${busy[n]?.p99.toFixed(1)} ms against ${quiet.p99.toFixed(1)} ms, median ${busy[n]?.median.toFixed(1)} against ${quiet.median.toFixed(1)}`,
    );
  return { runs, quiet, busy };
}

function write(args: string[]): Promise<WriteResult> {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('./write-child.js', import.meta.url)), ...args],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  // As the service does it.
  if (args[0] === 'refresh') setPriority(child.pid as number, REFRESH_PRIORITY);
  let text = '';
  child.stdout.on('data', (bytes) => {
    text += bytes;
  });
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => {
      if (code === 0) resolve(JSON.parse(text) as WriteResult);
      else reject(new Error(`${args[0]} ended with ${code}`));
    });
  });
}
