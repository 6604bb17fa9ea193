/** `npm run fuzz [-- COUNT [SEED]]`: the tests of hostile inputs, with many more of them. */

import { spawnSync } from 'node:child_process';

const [, , count = '40000', seed] = process.argv;
if (![count, seed ?? '0'].every((number) => /^\d{1,10}$/.test(number))) {
  console.error('npm run fuzz [-- COUNT [SEED]]');
  process.exit(2);
}
const env = { ...process.env, FUZZ_RUNS: count, ...(seed === undefined ? {} : { FUZZ_SEED: seed }) };
const { status } = spawnSync(process.execPath, ['node_modules/jest/bin/jest.js', 'test/transports/hostile'], {
  env,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
