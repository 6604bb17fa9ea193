/**
 * The tests, as the build compiled them. The suffix of a suite is its tier, and each tier is a project: `.test` is pure, `.service.test`
 * runs the service in this process, `.process.test` starts programs. Without ALL_TESTS (scripts/test.mjs) the last runs in part.
 */

/** What every change must pass: the two commands, the tools over stdio, ten kills, the faults of each register, each page. */
const PROOFS = [
  'start',
  'commands/stdio',
  'ingest/crash-recovery',
  'ingest/register-faults',
  'browser/pages',
];

/** Suites that reach many branches in a short time that no other suite of `npm test` reaches (`npm run coverage`). */
const CHEAP = [
  'accounts/watch-page',
  'backup/scheduled-backups',
  'commands/completion',
  'commands/import',
  'commands/keys',
  'read-model/postgres-writer',
  'service/shared-status',
];

const inGate = [...PROOFS, ...CHEAP].map((name) => `**/dist/test/${name}.process.test.js`);
const sample = {
  globalSetup: '<rootDir>/dist/test/tiers/sample-folder.js',
  globalTeardown: '<rootDir>/dist/test/tiers/remove-sample.js',
};

const tier = (displayName, testMatch, more) => ({
  displayName,
  roots: ['<rootDir>/dist/test'],
  testMatch,
  transform: {},
  ...more,
});

export default {
  projects: [
    tier('pure', ['**/!(*.service|*.process).test.js'], {
      setupFilesAfterEnv: ['<rootDir>/dist/test/tiers/pure.js'],
    }),
    tier('service', ['**/*.service.test.js'], sample),
    tier('process', process.env.ALL_TESTS === undefined ? inGate : ['**/*.process.test.js'], {
      ...sample,
      setupFilesAfterEnv: ['<rootDir>/dist/test/tiers/retry.js'],
    }),
  ],
  reporters: ['default', '<rootDir>/dist/test/tiers/retry-report.js'],
  maxWorkers: 2,
  testTimeout: 600_000,
};
