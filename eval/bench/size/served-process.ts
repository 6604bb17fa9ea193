/** The real service in a separate process, and its cost: time to the first answer, and memory. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../../../src/cli.js', import.meta.url));
const PACKAGE = fileURLToPath(new URL('../../../../package.json', import.meta.url));
const FIRST = '/v1/filings?limit=10';

export interface ServedProcess {
  port: number;
  pid: number;
  /** From the start of the process to the end of its first answer, milliseconds. */
  startMs: number;
  /** Processor time of the process until then, milliseconds: other work on the machine does not lengthen it. */
  startCpuMs: number;
  /** Processor time of all its threads so far, milliseconds. */
  processorMs(): number;
  /** Resident memory, MB; the part that is not mapped files. */
  memory(): { resident: number; own: number };
  stop(): Promise<void>;
}

export async function serveStore(
  folder: string,
  environment: Record<string, string> = {},
): Promise<ServedProcess> {
  const port = await freePort();
  const started = performance.now();
  const child = spawn(process.execPath, [...startFlags(), CLI, 'serve'], {
    stdio: ['ignore', 'ignore', 'ignore'],
    env: {
      ...process.env,
      DATA_DIR: folder,
      PORT: String(port),
      CONTACT: 'Example example@example.org',
      // Only the benchmark writes: it starts each refresh.
      OFFLINE: '1',
      LOG_LEVEL: 'error',
      RATE_LIMIT_KEYLESS: 'off',
      BASE_URL: '',
      ...environment,
    },
  });
  while ((await firstAnswer(port)) !== 200) {
    if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}`);
    await setTimeout(2);
  }
  const startMs = performance.now() - started;
  const startCpuMs = processorTime(child.pid as number);
  return {
    port,
    pid: child.pid as number,
    startMs,
    startCpuMs,
    processorMs: () => threadTime(child.pid as number),
    memory: () => memoryOf(child.pid as number),
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** The flags of Node that `npm start` gives. */
function startFlags(): string[] {
  // The project's own file.
  const { scripts } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { scripts: { start: string } };
  return scripts.start.split(' ').filter((word) => word.startsWith('--'));
}

/** The status of one answer over a new socket, 0 while no server listens. */
function firstAnswer(port: number): Promise<number> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.once('error', () => resolve(0));
    socket.once('connect', () =>
      socket.write(`GET ${FIRST} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`),
    );
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1');
    });
    socket.once('close', () => resolve(Number(text.slice(9, 12))));
  });
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

function memoryOf(pid: number): { resident: number; own: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const of = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
  return { resident: of('VmRSS'), own: of('RssAnon') };
}

/** User and system time, in ticks of 10 ms. */
function processorTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** The scheduler's own count, over the threads that run now, milliseconds. */
function threadTime(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const time = (thread: string) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  return threads.reduce((sum, thread) => sum + time(thread), 0);
}
