/** Runs the rounds of tests until one fails, and says which suite it was. */

import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../src/package-root.js';
import type { Round } from './rounds.js';

/** How long one run may use the processor. Other work on the machine does not count. */
const MOST_SECONDS = 120;
/** How long it may do nothing: no test sleeps. */
const IDLE_SECONDS = 60;
const LOOK_EVERY_SECONDS = 5;
/** What the system counts in, everywhere on Linux. */
const TICKS_IN_SECOND = 100;

const TIME_LIMIT = 'time limit';
const STOPS = ['SIGINT', 'SIGTERM'] as const;

/** The suite that failed, or the first words of its cases; null if all rounds passed. */
export async function noticedBy(rounds: readonly Round[]): Promise<string | null> {
  for (const round of rounds) {
    const failed = await failedIn(round);
    if (failed !== null) return failed;
  }
  return null;
}

/** The round that has only the suite, or the cases, that noticed before: none if it is not related any more. */
export function roundOf(by: string, rounds: readonly Round[]): Round[] {
  const isCases = (round: Round) => round.cases.includes(by);
  const first = rounds.find((round) => isCases(round) || round.suites.includes(by));
  if (first === undefined) return [];
  const bundle = first.suites.filter((name) => name.split('/')[1] === by.split('/')[0]);
  return [isCases(first) ? { ...first, suites: bundle, cases: [by] } : { ...first, suites: [by], cases: [] }];
}

async function failedIn(round: Round): Promise<string | null> {
  // What a killed run leaves is removed with the folder.
  const folder = mkdtempSync(join(tmpdir(), 'mutation-'));
  const output = join(folder, 'output');
  try {
    const status = await runJest(round, output, folder);
    if (status === 0) return null;
    return status === TIME_LIMIT ? TIME_LIMIT : failedSuite(output);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** @returns its exit code, or that it was killed after the limit. */
function runJest({ project, suites, cases }: Round, output: string, folder: string) {
  const root = packageRoot();
  const written = openSync(output, 'w');
  const child = spawn(
    process.execPath,
    [
      ...['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
      join(root, 'node_modules/jest/bin/jest.js'),
      ...['-w', '1', '--bail', '--selectProjects', project],
      ...(cases.length === 0 ? [] : ['--testNamePattern', `^(?:${cases.join('|')}) `]),
      ...['--runTestsByPath', ...suites.map((name) => join(root, 'dist', `${name}.js`))],
    ],
    // A separate group, so that what the tests start is killed with it.
    {
      cwd: root,
      stdio: ['ignore', 'ignore', written],
      detached: true,
      env: { ...process.env, TMPDIR: folder },
    },
  );
  closeSync(written);
  return new Promise<number | typeof TIME_LIMIT>((resolve, reject) => {
    let isLate = false;
    const timer = watchTime(child.pid ?? 0, () => {
      isLate = true;
    });
    // A separate group gets no signal from the terminal.
    const stop = () => {
      killGroup(child.pid);
      process.exit(1);
    };
    for (const signal of STOPS) process.once(signal, stop);
    child.on('error', reject);
    child.on('exit', (code) => {
      clearInterval(timer);
      for (const signal of STOPS) process.off(signal, stop);
      resolve(isLate ? TIME_LIMIT : (code ?? 1));
    });
  });
}

/** Kills the group of a process that does not end: it works for too long, or does nothing any more. */
function watchTime(pid: number, onLate: () => void): NodeJS.Timeout {
  let [last, idle] = [0, 0];
  return setInterval(() => {
    const seconds = workOf(pid);
    if (seconds === null) return;
    idle = seconds - last < 0.05 ? idle + LOOK_EVERY_SECONDS : 0;
    last = seconds;
    if (seconds < MOST_SECONDS && idle < IDLE_SECONDS) return;
    onLate();
    killGroup(pid);
  }, LOOK_EVERY_SECONDS * 1000);
}

function killGroup(pid: number | undefined): void {
  if (pid !== undefined) process.kill(-pid, 'SIGKILL');
}

/** How many seconds the processor has worked for a process; null if it has ended. */
function workOf(pid: number): number | null {
  try {
    // The fields after the name, which is in brackets: the 12th is work of the program, the 13th of the system for it.
    const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    const values = fields.split(' ');
    return (Number(values[11]) + Number(values[12])) / TICKS_IN_SECOND;
  } catch {
    return null;
  }
}

/** Jest names a failed suite, and then its cases. After the first it ends without a report as JSON. */
function failedSuite(output: string): string {
  const text = readFileSync(output, 'utf8');
  const [, suite = 'end of the run'] = /^FAIL .*\bdist\/(test\/\S+)\.js/m.exec(text) ?? [];
  const [, words = ''] = /^ {2}● (\S+) › /m.exec(text) ?? [];
  return words.startsWith(`${suite.split('/')[1]}/`) ? words : suite;
}
