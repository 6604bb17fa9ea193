/** Starts the process that sends webhooks, beside the one that keeps the data fresh. */

import { fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import type { AccountsDatabase } from '../store/accounts/accounts-database.js';
import { hasWebhooks } from '../store/accounts/watchlists.js';
import { openAccounts } from './key-store.js';
import { AWAITS_SECRETS, giveSecrets } from './secrets.js';

/** How often a service without webhooks looks whether there are some now. */
const LOOK_MS = 5000;
/** The pause before a sender that failed is started again. */
const RESTART_MS = 30_000;
/** How long it may take to stop: longer than `sendWebhooks` waits for what is under way. */
const KILL_AFTER_MS = 5000;

export interface WebhookProcess {
  stop(): Promise<void>;
}

/** Starts the process that sends whenever there is something to send, now or later. A service without webhooks has none. */
export function startWebhookProcess(config: Config, baseUrl: string, log: Logger): WebhookProcess {
  const stop = new AbortController();
  const isUsed = config.webhooks !== 'off' && !config.offline && config.asOf === null;
  const running = isUsed ? keepSending(config, baseUrl, log, stop.signal) : Promise.resolve();
  return {
    async stop() {
      stop.abort();
      await running;
    },
  };
}

async function keepSending(config: Config, baseUrl: string, log: Logger, signal: AbortSignal): Promise<void> {
  const pause = (milliseconds: number) =>
    sleep(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
  let database: AccountsDatabase | null = null;
  while (!signal.aborted) {
    try {
      database ??= await openAccounts(config);
      if (!(await hasWebhooks(database))) await pause(LOOK_MS);
      else if ((await runSender(config, baseUrl, signal)) !== 0 && !signal.aborted) {
        log.warn({}, 'the process that sends webhooks ended with a fault: it is started again');
        await pause(RESTART_MS);
      }
    } catch {
      // The pages of the accounts log that these cannot be used.
      await pause(RESTART_MS);
    }
  }
  await database?.close().catch(() => undefined);
}

/** @returns the exit code of the process */
function runSender(config: Config, baseUrl: string, signal: AbortSignal): Promise<number> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(0);
    const cli = fileURLToPath(new URL('../cli.js', import.meta.url));
    const child = fork(cli, ['webhooks'], {
      stdio: ['ignore', 2, 2, 'ipc'],
      env: { ...process.env, ...AWAITS_SECRETS, BASE_URL: baseUrl },
    });
    giveSecrets(child, config);
    const end = () => {
      child.kill('SIGTERM');
      setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS).unref();
    };
    signal.addEventListener('abort', end, { once: true });
    child.once('error', () => resolve(1));
    child.once('exit', (code) => {
      signal.removeEventListener('abort', end);
      resolve(code ?? 1);
    });
  });
}
