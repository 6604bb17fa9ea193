/**
 * Keys and account pages of a serving process. Reading data needs neither, so the service also runs while accounts.db
 * cannot be used: until then no key is valid, and the account pages say that they are closed.
 */

import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import { DAY_MS } from '../dates.js';
import type { Bodies } from '../limits/bodies.js';
import type { KeyRing } from '../limits/keys.js';
import { deleteUnusedAccounts } from '../store/accounts/accounts.js';
import { createAccountPages, unavailableAccountPages } from './account-pages.js';
import { accountsFile } from './data-folder.js';
import { type OpenKeyStore, openKeyStore } from './key-store.js';

export interface KeyService {
  keyRing: KeyRing;
  pages: RequestHandler;
  /** Why accounts.db cannot be used at this moment; null while it can. */
  unavailableReason(): string | null;
  close(): void;
}

/** How long until the file is tried again. */
const RETRY_MS = 30_000;
/** Accounts that were not used for two years are deleted: checked at the start and once a day. */
const UNUSED_YEARS = 2;

/** Opens accounts.db now, or as soon as it can be opened. */
export function createKeyService(
  config: Config,
  baseUrl: string,
  { log, bodies }: { log: Logger; bodies: Bodies },
  retryMilliseconds = RETRY_MS,
): KeyService {
  const closed = unavailableAccountPages(config, baseUrl);
  let open: { accounts: OpenKeyStore; pages: RequestHandler } | null = null;
  let problem: string | null = null;
  let timer: NodeJS.Timeout | undefined;
  const daily = setInterval(deleteUnused, DAY_MS).unref();

  function deleteUnused(): void {
    if (open === null) return;
    const moment = new Date();
    moment.setUTCFullYear(moment.getUTCFullYear() - UNUSED_YEARS);
    try {
      const { store, keys } = open.accounts;
      // The key use of the last seconds is not in the file yet.
      keys.flush();
      const deleted = deleteUnusedAccounts(store, moment.toISOString());
      if (deleted > 0) log.info({ deleted }, 'accounts that were not used for two years were deleted');
    } catch (error) {
      log.error({ err: error }, 'unused accounts could not be deleted');
    }
  }

  function tryOpen(): void {
    try {
      const accounts = openKeyStore(config, log);
      const pages = createAccountPages(config, accounts, baseUrl, { log, bodies });
      open = { accounts, pages };
      if (problem !== null) log.info({}, 'accounts.db can be used again');
      problem = null;
      deleteUnused();
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      if (why !== problem)
        log.error(
          { err: error, file: accountsFile(config) },
          'accounts.db cannot be used: every caller counts as keyless until it can',
        );
      problem = why;
      timer = setTimeout(tryOpen, retryMilliseconds).unref();
    }
  }
  tryOpen();

  return {
    keyRing: { verify: (token) => open?.accounts.keys.verify(token) ?? null },
    pages: (request, response, next) => (open?.pages ?? closed)(request, response, next),
    unavailableReason: () => problem,
    close() {
      clearTimeout(timer);
      clearInterval(daily);
      open?.accounts.close();
    },
  };
}
