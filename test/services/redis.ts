/** A Redis server of the machine, started on a free port for a test; it can be killed, stopped and continued. */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../until.js';
import { takePort } from './port.js';

export interface RedisServer {
  url: string;
  /** Ends it at once. What it has written to its file stays. */
  kill(): Promise<void>;
  /** Starts it again on the same port, with its data unless `isEmpty`. */
  restart(how?: { isEmpty?: boolean }): Promise<void>;
  /** Removes all its data while it runs. */
  empty(): Promise<void>;
  /** Makes it hang: it keeps its connections and answers nothing. */
  freeze(): void;
  /** Continues it after `freeze`. */
  thaw(): void;
  /** Ends it and removes its data. */
  close(): Promise<void>;
}

/** Why tests with Redis cannot run here; null if they can. */
export const redisMissing: string | null =
  spawnSync('redis-server', ['--version']).status === 0
    ? null
    : 'there is no redis-server on this machine (Debian: apt-get install redis-server)';

export async function startRedis(): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'disclosed-redis-'));
  const taken = await takePort();
  const port = taken.number;
  let child = await run(port, folder);
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    async restart({ isEmpty = false } = {}) {
      await kill();
      if (isEmpty) rmSync(join(folder, 'appendonlydir'), { recursive: true, force: true });
      child = await run(port, folder);
    },
    async empty() {
      // The protocol takes a command as one line.
      const socket = connect(port, '127.0.0.1').end('FLUSHALL\r\n');
      await once(socket.resume(), 'close');
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    async close() {
      child.kill('SIGCONT');
      await kill();
      taken.release();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function run(port: number, folder: string): Promise<ChildProcess> {
  const child = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''].concat([
      '--appendonly',
      'yes',
      // Every count is on the disk before it is answered, so that a kill loses none.
      '--appendfsync',
      'always',
    ]),
    { stdio: 'ignore' },
  );
  await until(() => {
    if (child.exitCode !== null) throw new Error(`redis-server ended with ${child.exitCode}`);
    return isListening(port);
  });
  return child;
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    socket.write('PING\r\n');
    const [answer] = await once(socket, 'data');
    // While it reads its file it answers `-LOADING`.
    return String(answer).startsWith('+PONG');
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
