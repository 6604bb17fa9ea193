/** The tests, each suite of which writes what it reached. */

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import tests from '../../jest.config.mjs';

const rootDir = join(fileURLToPath(import.meta.url), '../../..');
const record = '<rootDir>/dist/eval/coverage/record.js';

export default {
  ...tests,
  rootDir,
  projects: tests.projects.map(({ setupFilesAfterEnv = [], ...tier }) => ({
    ...tier,
    rootDir,
    setupFilesAfterEnv: [...setupFilesAfterEnv, record],
  })),
};
