/** Load from `wrk` on one core, and server processes pinned to the other: neither takes time from what it measures. */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

/** One kind of request, sent again and again. */
export interface WrkRequest {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
  /** What changes from one request to the next: nothing, the value after `path`, or `"id":1` or `"min_value":1` in `body`. */
  changes?: 'path' | 'id' | 'min_value';
}

const SERVER_CORE = '0';
const WRK_CORE = '1';
const CONNECTIONS = 32;
/** A server that gets a part of a core answers many at once slowly. */
const TIMEOUT = '20s';

/** Why nothing can be measured here, in one line; null when everything is there. */
export function missingForWrk(): string | null {
  for (const program of ['wrk', 'taskset'])
    if (spawnSync(program, ['--version']).error !== undefined)
      return `${program} is not installed: it makes the load (Debian: apt-get install wrk util-linux).`;
  return availableParallelism() < 2 ? 'Two cores are needed: one for the server, one for wrk.' : null;
}

/** A module of this folder as a separate process on the core of the servers. */
export function serverProcess(file: string, args: readonly string[]): ChildProcess {
  return spawn('taskset', ['-c', SERVER_CORE, process.execPath, file, ...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}

/** Rounds that are measured in turn; each sends requests that no earlier one has sent. */
let rounds = 0;

/**
 * Answers per second to `request`, over 32 connections at once if `connections` does not say another number.
 * @throws Error when any answer is an error, or a connection fails.
 */
export async function load(
  request: WrkRequest,
  options: { port: number; seconds: number; folder: string; connections?: number },
): Promise<number> {
  const { port, seconds, folder, connections = CONNECTIONS } = options;
  rounds += 1;
  const script = join(folder, 'wrk.lua');
  writeFileSync(script, luaFor(request, rounds));
  const args = [
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    '--timeout',
    TIMEOUT,
    '-s',
    script,
    `http://127.0.0.1:${port}`,
  ];
  const child = spawn('taskset', ['-c', WRK_CORE, 'wrk', ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  let told = '';
  child.stdout.on('data', (piece) => {
    told += piece;
  });
  await new Promise((resolve) => child.once('close', resolve));
  const rate = Number(/Requests\/sec:\s*([\d.]+)/.exec(told)?.[1]);
  if (!(rate > 0) || /Non-2xx or 3xx|Socket errors/.test(told))
    throw new Error(`${request.method} ${request.path} was not answered as it should be:\n${told}`);
  return rate;
}

/** The script for wrk. A number that grows makes every request different where that is wanted. */
function luaFor({ method, path, headers, body, changes }: WrkRequest, round: number): string {
  const fixed = [
    `wrk.method = ${lua(method)}`,
    `wrk.path = ${lua(path)}`,
    ...Object.entries(headers).map(([name, value]) => `wrk.headers[${lua(name)}] = ${lua(value)}`),
    ...(body === undefined ? [] : [`wrk.body = ${lua(body)}`]),
  ];
  const number = `local n = ${round * 1_000_000}`;
  if (changes === 'path')
    fixed.push(
      number,
      `function request() n = n + 1; return wrk.format(nil, ${lua(path)} .. string.format("%.3f", n / 1000)) end`,
    );
  if (changes === 'id' || changes === 'min_value') {
    const [before = '', after = ''] = (body ?? '').split(`"${changes}":1`);
    fixed.push(
      number,
      `function request() n = n + 1; return wrk.format(nil, nil, nil, ${lua(`${before}"${changes}":`)} .. n .. ${lua(after)}) end`,
    );
  }
  return `${fixed.join('\n')}\n`;
}

/** `text` as a string of Lua: JSON writes the same for what these requests hold. */
function lua(text: string): string {
  return JSON.stringify(text);
}
