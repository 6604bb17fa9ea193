/** Runs the program itself in a separate process with a separate data folder. */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/package-root.js';
import { copySample } from '../tiers/sample.js';

const PROGRAM = [join(packageRoot(), 'dist/src/cli.js')];

export interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs one command to its end. `settings` are added to its environment. */
export function run(dataDir: string, commandArguments: string[], settings: NodeJS.ProcessEnv = {}): Ran {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...PROGRAM, ...commandArguments], {
    env: { ...environmentOf(dataDir), ...settings },
    encoding: 'utf8',
  });
  return { code: status, stdout, stderr };
}

/** The same, with its output given to a shell command; the exit code is that of the program if it is not 0. */
export function runInto(reader: string, dataDir: string, commandArguments: string[]): Ran {
  const script = `set -o pipefail; "$0" "$@" | ${reader}`;
  const { status, stdout, stderr } = spawnSync(
    'bash',
    ['-c', script, process.execPath, ...PROGRAM, ...commandArguments],
    { env: environmentOf(dataDir), encoding: 'utf8' },
  );
  return { code: status, stdout, stderr };
}

export interface Serving {
  port: number;
  pid: number;
  /** Everything that it has written so far, on both streams. */
  output(): string;
  /** Resolves when it has written `text`. */
  said(text: string): Promise<void>;
  /** Stops it, as an operator would. */
  tell(signal: NodeJS.Signals): void;
  /** The exit code, once it has ended. */
  ended: Promise<number | null>;
  /** Stops it as an operator would. Returns the exit code. */
  stop(): Promise<number | null>;
}

/** Settings with which the sample of the folder is not the shared one: another day, other data, or another signing key. */
const OTHER_SAMPLE = ['AS_OF', 'CONTACT', 'DATABASE_URL', 'SIGNING_KEY_FILE'];

/** `disclosed serve` with the sample of a fixed day, logging everything. `settings` are added to that. */
export async function serve(dataDir: string, settings: NodeJS.ProcessEnv = {}): Promise<Serving> {
  if (!OTHER_SAMPLE.some((name) => name in settings) && !existsSync(join(dataDir, 'store')))
    await copySample(dataDir);
  const child: ChildProcess = spawn(process.execPath, [...PROGRAM, 'serve'], {
    env: { ...environmentOf(dataDir), PORT: '0', LOG_LEVEL: 'trace', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  let output = '';
  const awaited = new Map<string, () => void>();
  const port = await new Promise<number>((resolve, reject) => {
    for (const stream of [child.stdout!, child.stderr!])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        for (const [words, heard] of awaited) if (output.includes(words)) heard();
        const found =
          /endpoints on http:\/\/127\.0\.0\.1:(\d+)[\s\S]*\n {2}Account .*\n/.exec(output) ??
          /"port":(\d+),.*"msg":"Serves /.exec(output);
        if (found !== null) resolve(Number(found[1]));
      });
    child.once('exit', (code) => reject(new Error(`serve ended with ${code}: ${output}`)));
  });
  return {
    port,
    // It was spawned, because it has written its port.
    pid: child.pid as number,
    output: () => output,
    said: (text) =>
      new Promise((resolve) => {
        if (output.includes(text)) resolve();
        else awaited.set(text, resolve);
      }),
    tell: (signal) => void child.kill(signal),
    ended,
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

/** The processes that `parent` started and that answer. */
export function workersOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]!.split(' ');
        return (
          Number(fields[1]) === parent && /\bserve\b/.test(readFileSync(`/proc/${name}/cmdline`, 'utf8'))
        );
      } catch {
        // It has ended.
        return false;
      }
    })
    .map(Number);
}

/** The settings of every program that these tests start. */
export function environmentOf(dataDir: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    DATA_DIR: dataDir,
    AS_OF: '2026-11-20T12:00:00Z',
    // Only the environment of this test run, without the tester's own settings.
    HOME: dataDir,
  };
}
