/** A TCP port of this machine for a program that must be given its number: no other test gets it until it is released. */

import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

export interface TakenPort {
  number: number;
  release(): void;
}

/** Below those that systems choose themselves, for connections too: none of these is lost while its program is not running. */
const [FIRST, LAST] = [20_000, 26_000];
/** A test reserves a port by listening so far above it. All tests do, in every process. */
const MARK = LAST - FIRST;
let next = FIRST;

/** @throws Error if all are taken */
export async function takePort(): Promise<TakenPort> {
  while (next < LAST) {
    const number = next;
    next += 1;
    const mark = await listenAt(number + MARK);
    if (mark === null) continue;
    // No program outside of these tests has it.
    const probe = await listenAt(number);
    if (probe !== null) {
      probe.close();
      await once(probe, 'close');
      return { number, release: () => void mark.close() };
    }
    mark.close();
  }
  throw new Error('no free port');
}

/** Null if another program does. */
async function listenAt(port: number): Promise<Server | null> {
  const server = createServer().unref().listen(port, '127.0.0.1');
  return once(server, 'listening').then(
    () => server,
    () => null,
  );
}
