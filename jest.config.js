/**
 * The tests, as the build compiled them. The suffix of a suite is its tier: `.test` is pure, `.service.test` runs the service in this
 * process, `.process.test` starts programs. `npm test` runs the first two and the gate; `npm run test:all` runs everything.
 */

/** The suites of the third tier that every change must pass: the tool over both transports, kills, faults of registers, pages. */
const GATE = [
  'commands/stdio',
  'transports/clients',
  'ingest/crash-recovery',
  'ingest/register-faults',
  'browser/pages',
  'start',
];

const tier = (displayName, testMatch, more = {}) => ({
  displayName,
  roots: ['<rootDir>/dist/test'],
  testMatch,
  transform: {},
  ...more,
});
const sample = { globalSetup: '<rootDir>/dist/test/tiers/sample-folder.js', globalTeardown: '<rootDir>/dist/test/tiers/remove-sample.js' };
const retried = { ...sample, setupFilesAfterEnv: ['<rootDir>/dist/test/tiers/retry.js'] };

export default {
  projects: [
    tier('pure', ['**/!(*.service|*.process).test.js'], {
      setupFilesAfterEnv: ['<rootDir>/dist/test/tiers/pure.js'],
    }),
    tier('service', ['**/*.service.test.js'], sample),
    tier('gate', GATE.map((name) => `**/test/${name}.process.test.js`), retried),
    tier('process', ['**/*.process.test.js'], retried),
  ],
  reporters: ['default', '<rootDir>/dist/test/tiers/retry-report.js'],
  maxWorkers: 2,
  testTimeout: 600_000,
};
