/** A suite of the first tier that listens, connects or starts a process fails: it belongs to another tier. */

import childProcess, { ChildProcess } from 'node:child_process';
import net from 'node:net';
import { afterAll } from '@jest/globals';

type Owner = Record<string, unknown>;

const FORBIDDEN: Array<[owner: object, name: string, what: string]> = [
  [net.Server.prototype, 'listen', 'listens'],
  [net.Socket.prototype, 'connect', 'connects'],
  [ChildProcess.prototype, 'spawn', 'starts a process'],
  [childProcess, 'spawnSync', 'starts a process'],
  [childProcess, 'execFileSync', 'starts a process'],
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
