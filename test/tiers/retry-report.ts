/**
 * Names the cases that passed only when they were tried once more. The run fails if one of them has no line with its cause in
 * test/retried.tsv, or if there are more than two.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/package-root.js';

const MOST = 2;

export interface RetriedCase {
  suite: string;
  name: string;
}

/** What Jest gives a reporter of a run, as far as it is used. */
interface RunResult {
  testResults: Array<{
    testFilePath: string;
    testResults: Array<{ fullName: string; invocations?: number }>;
  }>;
}

export default class RetryReport {
  private fault: Error | undefined;

  onRunComplete(_: unknown, { testResults }: RunResult): void {
    const retried = testResults.flatMap(({ testFilePath, testResults: cases }) =>
      cases
        .filter(({ invocations = 1 }) => invocations > 1)
        .map(({ fullName }) => ({ suite: suiteOf(testFilePath), name: fullName })),
    );
    for (const { suite, name } of retried) process.stderr.write(`tried once more: ${suite}: ${name}\n`);
    const fault = faultOf(retried, readFileSync(join(packageRoot(), 'test/retried.tsv'), 'utf8'));
    if (fault !== null) this.fault = new Error(fault);
  }

  getLastError(): Error | undefined {
    if (this.fault !== undefined) process.stderr.write(`${this.fault.message}\n`);
    return this.fault;
  }
}

/** Why the run fails although every case passed in the end; null if it does not. `known`: the text of test/retried.tsv. */
export function faultOf(retried: readonly RetriedCase[], known: string): string | null {
  const lines = known.split('\n').map((line) => line.split('\t'));
  const unknown = retried.filter(
    ({ suite, name }) =>
      !lines.some(([file, title, cause = '']) => file === suite && title === name && cause !== ''),
  );
  if (unknown.length > 0)
    return `Tried once more without a line in test/retried.tsv: ${unknown.map(({ suite, name }) => `${suite}: ${name}`).join('; ')}. Find the cause, and add the line "suite, name, cause" until it is removed.`;
  if (retried.length > MOST)
    return `${retried.length} cases were tried once more; at most ${MOST} may be. See test/retried.tsv.`;
  return null;
}

/** `test/commands/disk`: the path below the root, without the suffix. */
function suiteOf(path: string): string {
  return path.replace(/^.*\/dist\/(?=test\/)/, '').replace(/\.process\.test\.js$/, '');
}
