/** `disclosed serve` as a service of systemd: it reports its start, its life and its end, also with workers. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type NotifySocket, notifyMissing, startNotifySocket } from '../services/notify-socket.js';
import { serve, workersOf } from './program.js';

const folder = mkdtempSync(join(tmpdir(), 'disclosed-systemd-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const suite = notifyMissing === null ? describe : describe.skip;
if (notifyMissing !== null) console.warn(`skipped: ${notifyMissing}`);

suite('a service of systemd', () => {
  let socket: NotifySocket;
  const pings = () => socket.lines().filter((line) => line === 'WATCHDOG=1').length;
  beforeEach(async () => {
    socket = await startNotifySocket(`@disclosed-serve-${process.pid}`);
  });
  afterEach(() => socket.close());

  it('reports once that it listens, then that it lives, and that it stops', async () => {
    const serving = await serve(folder, { NOTIFY_SOCKET: socket.address, WATCHDOG_USEC: '200000' });
    await socket.until(() => pings() >= 2);
    expect(socket.lines().slice(0, 2)).toEqual([
      'READY=1',
      `STATUS=Serves the sample on http://127.0.0.1:${serving.port}`,
    ]);
    expect((await fetch(`http://127.0.0.1:${serving.port}/readyz`)).status).toBe(200);
    expect(await serving.stop()).toBe(0);
    await socket.until((lines) => lines.includes('STATUS=Stopping'));
    expect(socket.lines().filter((line) => !line.startsWith('WATCHDOG'))).toEqual([
      'READY=1',
      `STATUS=Serves the sample on http://127.0.0.1:${serving.port}`,
      'STOPPING=1',
      'STATUS=Stopping',
    ]);
  });

  it('with workers the primary process reports, and only while each worker answers', async () => {
    const serving = await serve(folder, {
      NOTIFY_SOCKET: socket.address,
      WATCHDOG_USEC: '100000',
      WORKERS: '2',
    });
    await socket.until(() => pings() >= 2);
    const [worker] = workersOf(serving.pid);
    process.kill(worker!, 'SIGSTOP');
    // Some are still on their way. If the primary continued to report, there would never be a second without one.
    let before = -1;
    while (pings() > before) {
      before = pings();
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
    process.kill(worker!, 'SIGCONT');
    await socket.until(() => pings() > before);
    expect(await serving.stop()).toBe(0);
    await socket.until((lines) => lines.includes('STATUS=Stopping'));
    expect(socket.lines().filter((line) => line === 'READY=1')).toHaveLength(1);
  });
});
