/** A suite of the first tier that listens, connects or starts a process fails: it belongs to another tier. */

import { createRequire } from 'node:module';
import { afterAll } from '@jest/globals';

// Not by import: an import of a suite takes the functions as they are when the first one is evaluated.
const load = createRequire(import.meta.url);
const childProcess: typeof import('node:child_process') = load('node:child_process');
const net: typeof import('node:net') = load('node:net');
const dgram: typeof import('node:dgram') = load('node:dgram');
const workers: typeof import('node:worker_threads') = load('node:worker_threads');

type Owner = Record<string, unknown>;

const FORBIDDEN: Array<[owner: object, name: string, what: string]> = [
  [net.Server.prototype, 'listen', 'listens'],
  [net.Socket.prototype, 'connect', 'connects'],
  [dgram.Socket.prototype, 'bind', 'listens'],
  [dgram.Socket.prototype, 'send', 'connects'],
  [workers, 'Worker', 'starts a thread'],
  [childProcess.ChildProcess.prototype, 'spawn', 'starts a process'],
  [childProcess, 'spawnSync', 'starts a process'],
  [childProcess, 'execFileSync', 'starts a process'],
  [childProcess, 'execSync', 'starts a process'],
];

const originals = FORBIDDEN.map(([owner, name]) => (owner as Owner)[name]);
for (const [owner, name, what] of FORBIDDEN)
  (owner as Owner)[name] = () => {
    throw new Error(
      `A pure suite ${what}. Name it .service.test.ts or .process.test.ts (see jest.config.mjs).`,
    );
  };

// A worker runs suites of all tiers, one after another.
afterAll(() => {
  for (const [at, [owner, name]] of FORBIDDEN.entries()) (owner as Owner)[name] = originals[at];
});
