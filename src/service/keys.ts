/**
 * Keys and account pages of a serving process. Reading data needs neither, so the service also runs while their database
 * cannot be used: until it was opened once no key is valid, and the account pages say that they are closed.
 */

import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import { maskedPostgresUrl } from '../database/postgres-address.js';
import { DAY_MS } from '../dates.js';
import type { Bodies } from '../limits/bodies.js';
import type { KeyRing } from '../limits/keys.js';
import { deleteUnusedAccounts } from '../store/accounts/accounts.js';
import { createAccountPages, unavailableAccountPages } from './account-pages.js';
import { accountsFile } from './data-folder.js';
import { describeAccounts, type OpenKeyStore, openKeyStore } from './key-store.js';

export interface KeyService {
  keyRing: KeyRing;
  pages: RequestHandler;
  /** Why the database has not been opened; null once it is. */
  unavailableReason(): string | null;
  close(): Promise<void>;
}

/** How long until a file is tried again, and a server. */
const RETRY_FILE_MS = 30_000;
const RETRY_SERVER_MS = 2000;
/** Accounts that were not used for two years are deleted: checked at the start and once a day. */
const UNUSED_YEARS = 2;

/** Opens the database now, or as soon as it can be opened. */
export async function createKeyService(
  config: Config,
  baseUrl: string,
  { log, bodies }: { log: Logger; bodies: Bodies },
  retryMilliseconds = config.databaseUrl === '' ? RETRY_FILE_MS : RETRY_SERVER_MS,
): Promise<KeyService> {
  const closed = unavailableAccountPages(config, baseUrl);
  const name = describeAccounts(config);
  const place =
    config.databaseUrl === ''
      ? { file: accountsFile(config) }
      : { url: maskedPostgresUrl(config.databaseUrl) };
  let open: { accounts: OpenKeyStore; pages: RequestHandler } | null = null;
  let problem: string | null = null;
  let timer: NodeJS.Timeout | undefined;
  let opening: Promise<void>;
  let isClosed = false;
  const daily = setInterval(() => void deleteUnused(), DAY_MS).unref();

  async function deleteUnused(): Promise<void> {
    if (open === null) return;
    const moment = new Date();
    moment.setUTCFullYear(moment.getUTCFullYear() - UNUSED_YEARS);
    try {
      const { database, keys } = open.accounts;
      // The key use of the last seconds is not in the database yet.
      await keys.flush();
      const deleted = await deleteUnusedAccounts(database, moment.toISOString());
      if (deleted === 0) return;
      await keys.noteChange();
      log.info({ deleted }, 'accounts that were not used for two years were deleted');
    } catch (error) {
      log.error({ err: error }, 'unused accounts could not be deleted');
    }
  }

  async function tryOpen(): Promise<void> {
    let accounts: OpenKeyStore | null = null;
    try {
      accounts = await openKeyStore(config, log);
      await accounts.keys.follow();
      const pages = createAccountPages(config, accounts, baseUrl, { log, bodies });
      open = { accounts, pages };
      if (problem !== null) log.info({}, `${name} can be used again`);
      problem = null;
      await deleteUnused();
    } catch (error) {
      await accounts?.close().catch(() => undefined);
      const why = error instanceof Error ? error.message : String(error);
      if (why !== problem)
        log.error(
          { err: error, ...place },
          `${name} cannot be used: every caller counts as keyless until it can`,
        );
      problem = why;
      if (isClosed) return;
      timer = setTimeout(() => {
        opening = tryOpen();
      }, retryMilliseconds).unref();
    }
  }
  opening = tryOpen();
  await opening;

  return {
    keyRing: { verify: (token) => open?.accounts.keys.verify(token) ?? null },
    pages: (request, response, next) => (open?.pages ?? closed)(request, response, next),
    unavailableReason: () => problem,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      clearInterval(daily);
      await opening;
      await open?.accounts.close();
    },
  };
}
