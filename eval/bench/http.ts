/**
 * The speed of answers over HTTP, under `wrk` on one core with the server on the other: cached answers against a bare
 * node:http server that sends the same bytes and headers, and new questions against other libraries over one SQLite table.
 */

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { request } from 'undici';
import type { RecordedAnswer, ServerKind } from './http-servers.js';
import { TABLE_ROWS, writeTable } from './http-table.js';
import { load, missingForWrk, serverProcess, type WrkRequest } from './http-wrk.js';

/** A request, and the server that it is compared with. */
interface Case extends WrkRequest {
  name: string;
  against: ServerKind;
}

interface Served {
  kind: ServerKind;
  port: number;
  child: ChildProcess;
}

/** Rates are answers per second; the share is the other's, ours being 1, as a median of the rounds. */
interface Measured {
  name: string;
  bytes: number;
  ours: number;
  other: number;
  ratio: number;
  /** The same ratio of answers per second of processor time: other work on the machine does not change it. */
  perCpu: number;
}

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SECONDS = 2;
const JSON_POST = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const NAMES: Record<ServerKind, string> = {
  ours: 'disclosed',
  bare: 'bare node:http',
  express: 'Express 5, `res.json`',
  fastify: 'Fastify 5',
  sdk: 'MCP SDK, its documented stateless server',
};

/** Measures, and prints this section of BENCHMARKS.md. */
export async function run(print: (line: string) => void): Promise<void> {
  const missing = missingForWrk();
  if (missing !== null) {
    print(missing);
    process.exitCode = 1;
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'disclosed-bench-'));
  const servers: Served[] = [];
  const start = async (kind: ServerKind, file = ''): Promise<Served> => {
    const served = await started(kind, file);
    servers.push(served);
    return served;
  };
  try {
    const only = process.env.BENCH_CASES;
    const wanted = ({ name }: Case) => only === undefined || name.includes(only);
    const [ours, bare] = [await start('ours'), await start('bare')];
    print(heading().join('\n'));
    for (const one of (await cachedCases(ours.port)).filter(wanted)) {
      const bytes = await record(one, ours, bare);
      print(row(one, await compare(one, bytes, ours, bare, folder)));
    }
    const file = join(folder, 'table.db');
    writeTable(file);
    const cold = await start('ours', file);
    for (const one of newCases().filter(wanted)) {
      const other = servers.find(({ kind }) => kind === one.against) ?? (await start(one.against, file));
      const bytes = (await answerTo(cold.port, one)).body.length;
      print(row(one, await compare(one, bytes, cold, other, folder)));
    }
  } finally {
    for (const { child } of servers) child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function started(kind: ServerKind, file: string): Promise<Served> {
  const child = serverProcess(fileURLToPath(new URL('./http-servers.js', import.meta.url)), [kind, file]);
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (told) => resolve(Number(told)));
    child.once('exit', (code) => reject(new Error(`${kind} ended with ${code}`)));
  });
  return { kind, port, child };
}

/** Measures ours and the other in turn. */
async function compare(
  one: Case,
  bytes: number,
  ours: Served,
  other: Served,
  folder: string,
): Promise<Measured> {
  const measure = async ({ port, child }: Served) => {
    const before = await processorTime(child);
    const started = performance.now();
    const rate = await load(one, { port, seconds: SECONDS, folder });
    const answered = (rate * (performance.now() - started)) / 1000;
    return { rate, perCpu: (answered * 1e6) / ((await processorTime(child)) - before) };
  };
  for (const server of [other, ours]) await measure(server);
  const [own, theirs]: Array<Array<Awaited<ReturnType<typeof measure>>>> = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    theirs?.push(await measure(other));
    own?.push(await measure(ours));
  }
  const ratio = (of: 'rate' | 'perCpu') =>
    median((own ?? []).map((mine, round) => mine[of] / (theirs?.[round]?.[of] ?? Number.NaN)));
  return {
    name: one.name,
    bytes,
    ours: median((own ?? []).map(({ rate }) => rate)),
    other: median((theirs ?? []).map(({ rate }) => rate)),
    ratio: ratio('rate'),
    perCpu: ratio('perCpu'),
  };
}

/** What the server sends next; an error when it has ended instead. */
async function reply(child: ChildProcess): Promise<unknown[]> {
  const waiting = new AbortController();
  const ended = once(child, 'exit', { signal: waiting.signal }).then(() => {
    throw new Error('a server of the bench has ended');
  });
  try {
    return await Promise.race([once(child, 'message', { signal: waiting.signal }), ended]);
  } finally {
    ended.catch(() => undefined);
    waiting.abort();
  }
}

/** Processor time of the server so far, in microseconds. */
async function processorTime(child: ChildProcess): Promise<number> {
  child.send('processor time');
  const [used] = await reply(child);
  return Number(used);
}

/** Gives the bare server our answer to `one`. @returns the bytes of its body */
async function record(one: Case, ours: Served, bare: Served): Promise<number> {
  await answerTo(ours.port, one);
  const { status, headers, body } = await answerTo(ours.port, one);
  const recorded: RecordedAnswer = { status, headers, body: body.toString('base64') };
  bare.child.send(recorded);
  await reply(bare.child);
  return body.length;
}

/** The answer without the headers that every server of Node adds. */
async function answerTo(port: number, { method, path, headers, body, changes }: Case) {
  const url = `http://127.0.0.1:${port}${path}${changes === 'path' ? '1' : ''}`;
  const answer = await request(url, { method, headers, body: body ?? null });
  const flat = Object.entries(answer.headers)
    .filter(([name]) => !['connection', 'date', 'keep-alive'].includes(name))
    .flatMap(([name, value]) => [name, String(value)]);
  return { status: answer.statusCode, headers: flat, body: Buffer.from(await answer.body.arrayBuffer()) };
}

const SMALL = '/v1/filings?limit=2';
const LARGE = '/v1/filings?limit=40&since=2026-01-01';

async function cachedCases(port: number): Promise<Case[]> {
  const get = (name: string, path: string, headers: Record<string, string>): Case => ({
    name,
    method: 'GET',
    path,
    headers,
    against: 'bare',
  });
  const plain = { 'accept-encoding': 'identity' };
  const zipped = { 'accept-encoding': 'gzip, deflate' };
  const held = async (path: string) => {
    const { headers } = await answerTo(port, get('', path, {}));
    return { 'if-none-match': String(headers[headers.indexOf('etag') + 1]) };
  };
  return [
    get('REST, 2 KB', SMALL, plain),
    get('REST, 39 KB', LARGE, plain),
    get('REST, 39 KB, gzip', LARGE, zipped),
    get('REST, not modified', SMALL, await held(SMALL)),
    get('REST, fund of 5,000 holdings, gzip', '/v1/trackers/large', zipped),
    post('MCP, 2 KB', { limit: 2 }, 'bare'),
    post('MCP, 39 KB', { limit: 40, since: '2026-01-01' }, 'bare'),
  ];
}

function newCases(): Case[] {
  const feed = (rows: number, against: ServerKind): Case => ({
    name: `REST, ${rows} rows, every question new`,
    method: 'GET',
    path: `/v1/filings?limit=${rows}&min_value=`,
    headers: {},
    changes: 'path',
    against,
  });
  return [
    feed(10, 'express'),
    feed(10, 'fastify'),
    feed(100, 'fastify'),
    {
      ...post('MCP, 10 rows, every question new', { limit: 10, min_value: 1 }, 'sdk'),
      changes: 'min_value',
    },
  ];
}

/** A tool call; each has another id, as every client sends it. */
function post(name: string, given: object, against: ServerKind): Case {
  const params = { name: 'get_latest_filings', arguments: given };
  return {
    name,
    method: 'POST',
    path: '/v1/mcp',
    headers: JSON_POST,
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    changes: 'id',
    against,
  };
}

function heading(): string[] {
  const [processor] = cpus();
  return [
    '## Answers over HTTP',
    '',
    `\`npm run bench http\` measures this alone. \`wrk -t1 -c32\` on one core, the server on the other (${processor?.model ?? 'unknown'}, Node`,
    `${process.version}); ${ROUNDS} rounds of ${SECONDS} s in turn, medians. The ratio is ours divided by the other's, round by round; the last`,
    'column is the same for answers per second of processor time. The bare server sends the recorded bytes and headers of our',
    'answer and does nothing else; ours counts each request for its rate limit and for the metrics. New questions are answered',
    `from one SQLite table of ${TABLE_ROWS.toLocaleString('en-US')} ready rows by all servers. In a profile of the 10 rows, SQL took a quarter of our`,
    'time, and what the others leave out (cursor, check of the arguments, `ETag`) a seventh; the rest had no large part.',
    '',
    '| Request | bytes | disclosed, per second | other | per second | ratio | by processor |',
    '|---|---|---|---|---|---|---|',
  ];
}

function row({ against }: Case, { name, bytes, ours, other, ratio, perCpu }: Measured): string {
  const whole = (value: number) => Math.round(value).toLocaleString('en-US');
  return `| ${name} | ${whole(bytes)} | ${whole(ours)} | ${NAMES[against]} | ${whole(other)} | ${ratio.toFixed(2)} | ${perCpu.toFixed(2)} |`;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
