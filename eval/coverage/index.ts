/**
 * `npm run coverage`: how many of the branches that all tests reach `npm test` reaches too, and in which files it misses most. Both are
 * run, which takes a while; `-- FOLDER FOLDER` compares what was written before.
 */

import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../src/package-root.js';
import { branchesOf } from './branches.js';
import { type Reached, reachedIn } from './reached.js';

const MOST_FILES = 25;

const [light = run('npm test', {}), whole = run('npm run test:all', { ALL_TESTS: '1' })] =
  process.argv.slice(2);
report(reachedIn(light), reachedIn(whole));

/** @returns the folder with the results */
function run(name: string, settings: NodeJS.ProcessEnv): string {
  const folder = mkdtempSync(join(tmpdir(), 'disclosed-coverage-'));
  // Some tests start the program as another user.
  chmodSync(folder, 0o777);
  console.log(`${name}: ${folder}`);
  const jest = join(packageRoot(), 'node_modules/jest/bin/jest.js');
  const config = join(packageRoot(), 'eval/coverage/jest.config.mjs');
  spawnSync(process.execPath, ['--experimental-vm-modules', jest, '-c', config], {
    cwd: packageRoot(),
    stdio: 'inherit',
    env: { ...process.env, ...settings, NODE_V8_COVERAGE: folder },
  });
  return folder;
}

function report(some: Reached, all: Reached): void {
  const files = [...all.keys()].sort().map((file) => {
    const code = readFileSync(join(packageRoot(), 'dist', file), 'utf8');
    const branches = branchesOf(code);
    const isReached = (reached: Reached) => (place: number) => reached.get(file)?.[place] === 1;
    const reached = branches.filter(isReached(all));
    return {
      file,
      branches: branches.length,
      reached: reached.length,
      kept: reached.filter(isReached(some)).length,
    };
  });
  const sum = (of: 'branches' | 'reached' | 'kept') => files.reduce((total, one) => total + one[of], 0);
  console.log(
    `branches ${sum('branches')}, reached by all tests ${sum('reached')}, by npm test ${sum('kept')}:`,
  );
  console.log(`${((100 * sum('kept')) / sum('reached')).toFixed(1)} % of those that all tests reach`);
  const missed = files
    .filter((one) => one.reached > one.kept)
    .sort((a, b) => b.reached - b.kept - a.reached + a.kept);
  for (const { file, reached, kept } of missed.slice(0, MOST_FILES))
    console.log(`${String(reached - kept).padStart(5)} of ${reached} in ${file}`);
}
