/** What systemd is notified of: with systemd-notify itself, and without it. */

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, jest } from '@jest/globals';
import { openSupervisor } from '../../src/service/supervisor.js';
import { type NotifySocket, notifyMissing, startNotifySocket } from '../services/notify-socket.js';
import { until } from '../until.js';

const folder = mkdtempSync(join(tmpdir(), 'disclosed-notify-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
/** The intervals of the watchdog pass when a test says so; processes start and end in their own time. */
const ONLY_INTERVALS = {
  doNotFake: [
    'Date',
    'hrtime',
    'performance',
    'nextTick',
    'queueMicrotask',
    'setImmediate',
    'setTimeout',
    'clearTimeout',
  ],
} satisfies Parameters<typeof jest.useFakeTimers>[0];
const WARNING = 'systemd-notify failed: systemd does not know the state of this service';

/** A log that keeps its warnings. */
function keptLog() {
  const warnings: unknown[] = [];
  return { warnings, warn: (fields: object, message: string) => void warnings.push([message, fields]) };
}

const suite = notifyMissing === null ? describe : describe.skip;
if (notifyMissing !== null) console.warn(`skipped: ${notifyMissing}`);

suite('with systemd-notify', () => {
  let socket: NotifySocket;
  afterEach(() => {
    jest.useRealTimers();
    return socket.close();
  });

  it.each([
    ['a path', () => join(folder, 'notify')],
    ['an abstract name', () => `@disclosed-test-${process.pid}`],
  ])('messages arrive at %s', async (_, address) => {
    socket = await startNotifySocket(address());
    const log = keptLog();
    const supervisor = openSupervisor({ NOTIFY_SOCKET: socket.address }, log);
    supervisor.ready('Serves here');
    await socket.until((lines) => lines.length >= 2);
    supervisor.stopping();
    await socket.until((lines) => lines.length >= 4);
    expect(socket.lines()).toEqual(['READY=1', 'STATUS=Serves here', 'STOPPING=1', 'STATUS=Stopping']);
    expect(log.warnings).toEqual([]);
  });

  it('the watchdog gets its messages only while the service answers', async () => {
    socket = await startNotifySocket(join(folder, 'watchdog'));
    const environment = {
      NOTIFY_SOCKET: socket.address,
      WATCHDOG_USEC: '40000',
      WATCHDOG_PID: String(process.pid),
      OTHER: 'kept',
    };
    const supervisor = openSupervisor(environment, keptLog());
    // No child process may report in the place of the service.
    expect(environment).toEqual({ OTHER: 'kept' });
    jest.useFakeTimers(ONLY_INTERVALS);
    let answer: (() => void) | null = null;
    let calls = 0;
    supervisor.ready('Serves here', () => {
      calls += 1;
      return calls <= 2 ? Promise.resolve() : new Promise((resolve) => (answer = resolve));
    });
    const pings = () => socket.lines().filter((line) => line === 'WATCHDOG=1').length;
    await socket.until(() => {
      if (calls < 3) jest.advanceTimersByTime(20);
      return calls === 3 && pings() === 2;
    });
    // Each interval would send one more: ten of them pass.
    jest.advanceTimersByTime(200);
    expect([calls, pings()]).toEqual([3, 2]);
    answer!();
    await socket.until(() => pings() === 3);
    supervisor.stopping();
  });

  it('a watchdog of another process gets none', async () => {
    socket = await startNotifySocket(join(folder, 'other'));
    const watched = { NOTIFY_SOCKET: socket.address, WATCHDOG_USEC: '1000', WATCHDOG_PID: '1' };
    const supervisor = openSupervisor(watched, keptLog());
    let calls = 0;
    supervisor.ready('Serves here', async () => void calls++);
    await socket.until((lines) => lines.length >= 2);
    expect([calls, socket.lines()]).toEqual([0, ['READY=1', 'STATUS=Serves here']]);
  });
});

it('the message that it stops does not wait for one that is on its way', async () => {
  // In the place of systemd-notify: a first message that is delivered only after the last, or after 20 seconds.
  const script = `#!/bin/sh
echo "$1" >> "$NOTIFY_SOCKET"
[ "$1" = STOPPING=1 ] && exit
for i in $(seq 200); do grep -q STOPPING "$NOTIFY_SOCKET" && break; sleep 0.1; done
echo delivered >> "$NOTIFY_SOCKET"
`;
  const programs = mkdtempSync(join(folder, 'programs-'));
  writeFileSync(join(programs, 'systemd-notify'), script, { mode: 0o755 });
  const kept = join(folder, 'kept');
  const path = process.env.PATH;
  process.env.PATH = `${programs}:${path}`;
  try {
    const supervisor = openSupervisor({ NOTIFY_SOCKET: kept }, keptLog());
    supervisor.ready('Serves here');
    supervisor.stopping();
  } finally {
    process.env.PATH = path;
  }
  const lines = () => (existsSync(kept) ? readFileSync(kept, 'utf8').trim().split('\n') : []);
  await until(() => lines().length >= 3);
  expect([...lines()].sort()).toEqual(['READY=1', 'STOPPING=1', 'delivered']);
  expect(lines().at(-1)).toBe('delivered');
});

it('without systemd nothing is sent, and a message that cannot be sent is one warning', async () => {
  const quiet = keptLog();
  const none = openSupervisor({ WATCHDOG_USEC: '1000' }, quiet);
  let calls = 0;
  none.ready('Serves here', async () => void calls++);
  none.stopping();

  const path = process.env.PATH;
  process.env.PATH = folder;
  try {
    const log = keptLog();
    const supervisor = openSupervisor({ NOTIFY_SOCKET: join(folder, 'none') }, log);
    supervisor.ready('Serves here');
    supervisor.stopping();
    await until(() => log.warnings.length > 0);
    expect(log.warnings).toEqual([[WARNING, { reason: 'spawn systemd-notify ENOENT' }]]);
  } finally {
    process.env.PATH = path;
  }
  expect([calls, quiet.warnings]).toEqual([0, []]);
});
