/**
 * Keys and account pages of a serving process. Reading needs neither, so an accounts.db that cannot be used stops
 * nothing: until it can be, no key is valid and the account pages say that they are closed.
 */

import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import type { Bodies } from '../limits/bodies.js';
import type { KeyRing } from '../limits/keys.js';
import { deleteUnusedAccounts } from '../store/accounts/accounts.js';
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
/** Accounts that were not used for two years are deleted, looked for at the start and once a day. */
const UNUSED_YEARS = 2;
const DAY_MS = 86_400_000;

/** Opens accounts.db now, or as soon as it can be opened. */
export function servingKeys(
  config: Config,
  baseUrl: string,
  { log, bodies }: { log: Logger; bodies: Bodies },
  retryMilliseconds = RETRY_MS,
): ServingKeys {
  const closed = closedPages(config, baseUrl);
  let open: { accounts: OpenKeys; pages: RequestHandler } | null = null;
  let trouble: string | null = null;
  let timer: NodeJS.Timeout | undefined;
  const daily = setInterval(deleteUnused, DAY_MS).unref();

  function deleteUnused(): void {
    if (open === null) return;
    const moment = new Date();
    moment.setUTCFullYear(moment.getUTCFullYear() - UNUSED_YEARS);
    try {
      const { store, keys } = open.accounts;
      // What was used in the last seconds is not in the file yet.
      keys.flush();
      const deleted = deleteUnusedAccounts(store, moment.toISOString());
      if (deleted > 0) log.info({ deleted }, 'accounts that were not used for two years were deleted');
    } catch (error) {
      log.error({ err: error }, 'unused accounts could not be deleted');
    }
  }

  function attempt(): void {
    try {
      const accounts = openKeys(config, log);
      const pages = accountPages(config, accounts, baseUrl, { log, bodies });
      open = { accounts, pages };
      if (trouble !== null) log.info({}, 'accounts.db can be used again');
      trouble = null;
      deleteUnused();
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      if (why !== trouble)
        log.error(
          { err: error, file: accountsFile(config) },
          'accounts.db cannot be used: every caller counts as keyless until it can',
        );
      trouble = why;
      timer = setTimeout(attempt, retryMilliseconds).unref();
    }
  }
  attempt();

  return {
    keyRing: { verify: (token) => open?.accounts.keys.verify(token) ?? null },
    pages: (request, response, next) => (open?.pages ?? closed)(request, response, next),
    trouble: () => trouble,
    close() {
      clearTimeout(timer);
      clearInterval(daily);
      open?.accounts.close();
    },
  };
}
