/**
 * Names the cases that passed only when they were tried once more. What failed twice has failed. The run fails if one of them has no line with its cause in
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
    testResults: Array<{ fullName: string; status: string; invocations?: number }>;
  }>;
}

/** The reporter of Jest. */
export default class RetryReport {
  private fault: Error | undefined;

  onRunComplete(_: unknown, { testResults }: RunResult): void {
    const retried = testResults.flatMap(({ testFilePath, testResults: cases }) =>
      cases
        .filter(({ status, invocations = 1 }) => status === 'passed' && invocations > 1)
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
    return `Passed only when tried once more. Remove the cause; if that takes longer, add to test/retried.tsv, between tabs:\n${unknown.map(({ suite, name }) => `${suite}\t${name}\tCAUSE`).join('\n')}`;
  if (retried.length > MOST)
    return `${retried.length} cases were tried once more; at most ${MOST} may be, whatever test/retried.tsv says. Remove a cause.`;
  return null;
}

/** `test/commands/disk`: the path below the root, without the suffix. */
function suiteOf(path: string): string {
  return path.replace(/^.*\/dist\/(?=test\/)/, '').replace(/\.process\.test\.js$/, '');
}
