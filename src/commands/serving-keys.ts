/**
 * Keys and account pages of a serving process. Reading needs neither, so an accounts.db that cannot be used stops
 * nothing: until it can be, no key is valid and the account pages say that they are closed.
 */

import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import type { KeyRing } from '../limits/keys.js';
import { accountPages, closedPages } from './account-pages.js';
import { accountsFile } from './data-folder.js';
import { type OpenKeys, openKeys } from './open-keys.js';

export interface ServingKeys {
  keyRing: KeyRing;
  pages: RequestHandler;
  /** Why accounts.db cannot be used at this moment; null while it can. */
  trouble(): string | null;
  close(): void;
}

/** How long until the file is tried again. */
const RETRY_MS = 30_000;

/** Opens accounts.db now, or as soon as it can be opened. */
export async function servingKeys(
  config: Config,
  baseUrl: string,
  log: Logger,
  retryMilliseconds = RETRY_MS,
): Promise<ServingKeys> {
  const closed = await closedPages(config, baseUrl);
  let open: { accounts: OpenKeys; pages: RequestHandler } | null = null;
  let trouble: string | null = null;
  let timer: NodeJS.Timeout | undefined;
  let ended = false;

  async function attempt(): Promise<void> {
    try {
      const accounts = openKeys(config, log);
      const pages = await accountPages(config, accounts, baseUrl, log);
      if (ended) return accounts.close();
      open = { accounts, pages };
      if (trouble !== null) log.info({}, 'accounts.db can be used again');
      trouble = null;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      if (why !== trouble)
        log.error(
          { err: error, file: accountsFile(config) },
          'accounts.db cannot be used: every caller counts as keyless until it can',
        );
      trouble = why;
      if (!ended) timer = setTimeout(attempt, retryMilliseconds).unref();
    }
  }
  await attempt();

  return {
    keyRing: { verify: (token) => open?.accounts.keys.verify(token) ?? null },
    pages: (request, response, next) => (open?.pages ?? closed)(request, response, next),
    trouble: () => trouble,
    close() {
      ended = true;
      clearTimeout(timer);
      open?.accounts.close();
    },
  };
}
