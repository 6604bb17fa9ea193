/** Reports to systemd (`Type=notify`) that the service listens, lives, and stops. */

import { spawn } from 'node:child_process';
import type { Log } from '../pipeline/pipeline.js';

/** What systemd gives a service; no child process may report in its place. */
const VARIABLES = ['NOTIFY_SOCKET', 'WATCHDOG_USEC', 'WATCHDOG_PID'] as const;

export interface Supervisor {
  /**
   * The service listens. `status` is what `systemctl status` shows. From now on the watchdog, if the unit has one, gets
   * its messages, each after `isAlive` has resolved.
   */
  ready(status: string, isAlive?: () => Promise<void>): void;
  stopping(): void;
}

/** Without systemd, and in processes that systemd did not start. */
const NONE: Supervisor = { ready: () => undefined, stopping: () => undefined };

/** Takes what systemd has set out of `environment`, so that no child process inherits it. */
export function openSupervisor(environment: NodeJS.ProcessEnv, log: Pick<Log, 'warn'>): Supervisor {
  const { NOTIFY_SOCKET: socket, WATCHDOG_USEC: timeout, WATCHDOG_PID: watched } = environment;
  for (const name of VARIABLES) delete environment[name];
  if (socket === undefined || socket === '') return NONE;
  const isWatched = timeout !== undefined && (watched === undefined || Number(watched) === process.pid);
  return new Notifier(socket, isWatched ? Number(timeout) / 1000 : null, log);
}

class Notifier implements Supervisor {
  private timer: NodeJS.Timeout | undefined;
  private isChecking = false;
  private hasWarned = false;

  constructor(
    private readonly socket: string,
    /** Milliseconds without a message after which systemd ends the service; null without a watchdog. */
    private readonly timeoutMs: number | null,
    private readonly log: Pick<Log, 'warn'>,
  ) {}

  ready(status: string, isAlive: () => Promise<void> = async () => undefined): void {
    void this.send('READY=1', `STATUS=${status}`);
    if (this.timeoutMs === null) return;
    // Twice in each timeout, as sd_watchdog_enabled(3) advises. A blocked event loop runs no timer.
    this.timer = setInterval(() => void this.check(isAlive), this.timeoutMs / 2);
    this.timer.unref();
  }

  /** Its message does not wait for one that is on its way: the service may end before that. */
  stopping(): void {
    clearInterval(this.timer);
    void this.send('STOPPING=1', 'STATUS=Stopping');
  }

  private async check(isAlive: () => Promise<void>): Promise<void> {
    // The last check has no answer yet.
    if (this.isChecking) return;
    this.isChecking = true;
    await isAlive();
    await this.send('WATCHDOG=1');
    this.isChecking = false;
  }

  /** Node cannot send to a Unix datagram socket, but each system with systemd has the program that can. */
  private send(...lines: string[]): Promise<void> {
    return new Promise((resolve) => {
      const child = spawn('systemd-notify', lines, {
        env: { PATH: process.env.PATH, NOTIFY_SOCKET: this.socket },
        stdio: 'ignore',
      });
      // It must not hold up the end of the service.
      child.unref();
      child.once('error', (error) => {
        this.warn(error.message);
        resolve();
      });
      child.once('exit', (code) => {
        if (code !== 0) this.warn(`it ended with ${code}`);
        resolve();
      });
    });
  }

  /** Once: a watchdog would repeat it until systemd ends the service. */
  private warn(reason: string): void {
    if (this.hasWarned) return;
    this.hasWarned = true;
    this.log.warn({ reason }, 'systemd-notify failed: systemd does not know the state of this service');
  }
}
