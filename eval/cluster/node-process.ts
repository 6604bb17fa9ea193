/** Nodes of a service: real processes of the built program, which can be killed at any moment. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { packageRoot } from '../../src/package-root.js';

const CLI = join(packageRoot(), 'dist/src/cli.js');
const HOSTS = pathToFileURL(join(packageRoot(), 'eval/cluster/hosts.mjs')).href;
/** Longer than anything that a node waits for. */
const GIVE_UP_MS = 90_000;
const LOOK_MS = 50;
/** Characters of the log of a node that ended on its own. */
const LOG_SHOWN = 4000;

export interface NodeProcess {
  port: number;
  pid: number;
  /** False after it was killed or has ended. */
  isAlive(): boolean;
  output(): string;
  kill(): Promise<void>;
  stop(): Promise<number | null>;
}

/** The end of one command. */
export interface Finished {
  code: number | null;
  output: string;
  milliseconds: number;
}

export interface CommandProcess {
  /** Resolves when nothing of it runs any more. */
  kill(): Promise<void>;
  finished: Promise<Finished>;
}

/** `disclosed serve` on a port that it takes itself; resolves when it listens. */
export async function startNode(settings: NodeJS.ProcessEnv): Promise<NodeProcess> {
  const child = program(['serve'], { ...settings, PORT: '0' });
  const output = collect(child);
  const exited = once(child, 'exit');
  const closed = once(child, 'close');
  let isEnded = false;
  void exited.then(([code, signal]) => {
    // Why is in its log, and lost otherwise.
    if (!isEnded)
      console.error(`a node ended on its own with ${signal ?? code}: ${output().slice(-LOG_SHOWN)}`);
  });
  const port = await until(() => {
    if (child.exitCode !== null) throw new Error(`serve ended with ${child.exitCode}: ${output()}`);
    return portIn(output());
  }, 'a node that listens');
  return {
    port,
    // It was spawned, because it has written its address.
    pid: child.pid as number,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    output,
    async kill() {
      isEnded = true;
      killGroup(child);
      await closed;
    },
    async stop() {
      isEnded = true;
      child.kill('SIGTERM');
      await closed;
      return child.exitCode;
    },
  };
}

/** Starts one command of the program. */
export function startCommand(words: readonly string[], settings: NodeJS.ProcessEnv): CommandProcess {
  const started = performance.now();
  const child = program(words, settings);
  const output = collect(child);
  const finished = once(child, 'close').then(() => ({
    code: child.exitCode,
    output: output(),
    milliseconds: performance.now() - started,
  }));
  return {
    async kill() {
      killGroup(child);
      await finished;
    },
    finished,
  };
}

/** Calls `ask` again and again until its answer is not null. @throws Error after a minute and a half */
export async function until<T>(ask: () => T | null | Promise<T | null>, wanted: string): Promise<T> {
  const started = Date.now();
  for (;;) {
    const answer = await ask();
    if (answer !== null) return answer;
    if (Date.now() - started > GIVE_UP_MS) throw new Error(`waited ${GIVE_UP_MS / 1000} s for ${wanted}`);
    await sleep(LOOK_MS);
  }
}

/** Null until a node has said at which port it can be reached, whatever its public address. */
function portIn(output: string): number | null {
  const found =
    /disclosed serves \d+ endpoints on \S+[\s\S]*\n {2}Listens on \S+ port (\d+)/.exec(output) ??
    /"port":(\d+),.*"msg":"Serves /.exec(output);
  return found === null ? null : Number(found[1]);
}

function program(words: readonly string[], settings: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, ['--import', HOSTS, CLI, ...words], {
    // Only the environment of this test run, without the tester's own settings.
    env: { PATH: process.env.PATH, LOCAL_HOSTS: '{}', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A separate group, so that a kill ends the refresh that it forked too, as a lost machine does.
    detached: true,
  });
}

/** Kills a program and everything that it forked. Their pipes close when the last of them has ended. */
function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // It has ended already. Node's errors are of another realm than those of a test.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function collect(child: ChildProcess): () => string {
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  return () => output;
}
