/**
 * `npm test`: installs, builds, and runs the tests. `--all` adds the suites that are not needed for every change, and more cases of the
 * random ones; so does naming suites: `npm test -- test/derive`. Everything else is passed to jest.
 */

import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { steps } from './prepare.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const given = process.argv.slice(2);
const namesSuites = (word, at) =>
  /^[^-].*\//.test(word) && !['-t', '--testNamePattern'].includes(given[at - 1]);
const isWhole = given.includes('--all') || given.some(namesSuites);

for (const one of steps()) one.run();
const jest = spawn(
  process.execPath,
  [
    // Jest runs the modules of the build as they are.
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    // Tests make many small objects: with more room for them, a run takes an eighth less of the processor.
    '--max-semi-space-size=64',
    join(root, 'node_modules/jest/bin/jest.js'),
    // A suite is named by its source, and runs as the build compiled it.
    ...given.filter((word) => word !== '--all').map((word) => word.replace(/(\.test)\.ts$/, '$1')),
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, ...(isWhole ? { ALL_TESTS: '1' } : {}) } },
);
// A signal to this process ends the tests.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => jest.kill(signal));
jest.on('exit', (status) => {
  process.exitCode = status ?? 1;
});
