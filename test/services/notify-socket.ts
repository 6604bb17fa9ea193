/** The socket of a systemd that does not exist: it receives what a service reports. Python, because Node has none. */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { until } from '../until.js';

export interface NotifySocket {
  /** For `NOTIFY_SOCKET`. */
  address: string;
  /** The lines received so far, without those by which systemd-notify waits for their receipt. */
  lines(): string[];
  /** Waits until the lines are as `isSo` wants them. */
  until(isSo: (lines: string[]) => boolean): Promise<void>;
  close(): Promise<void>;
}

const PROGRAM = `
import os, socket, sys
box = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
box.bind(sys.argv[1].replace("@", "\\0", 1))
print("bound", flush=True)
while True:
    print(box.recv(65536).decode(), flush=True)
`;

/** Why no service can report here; null if it can. */
export const notifyMissing: string | null =
  spawnSync('systemd-notify', ['--version']).status !== 0
    ? 'there is no systemd-notify on this machine (Debian: systemd)'
    : spawnSync('python3', ['--version']).status !== 0
      ? 'there is no python3 on this machine, which receives the messages in this test'
      : null;

/** `address` is a path, or `@` and a name of an abstract socket. */
export async function startNotifySocket(address: string): Promise<NotifySocket> {
  const child: ChildProcess = spawn('python3', ['-c', PROGRAM, address], { stdio: ['ignore', 'pipe', 2] });
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  const lines = () =>
    text
      .split('\n')
      .slice(1, -1)
      .filter((line) => line !== '' && line !== 'BARRIER=1');
  await until(() => {
    if (child.exitCode !== null) throw new Error(`the receiver ended with ${child.exitCode}`);
    return text.startsWith('bound\n');
  });
  return {
    address,
    lines,
    until: (isSo) => until(() => isSo(lines())),
    async close() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
