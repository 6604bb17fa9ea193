/**
 * Keys and account pages of a serving process. Reading data needs neither, so the service also runs while their database
 * cannot be used: until it was opened once no key is valid, and the account pages say that they are closed.
 */

import { existsSync } from 'node:fs';
import type { RequestHandler } from 'express';
import type { Config } from '../config.js';
import { maskedPostgresUrl } from '../database/postgres-address.js';
import { DAY_MS } from '../dates.js';
import type { KeyRing } from '../limits/keys.js';
import { deleteUnusedAccounts } from '../store/accounts/accounts.js';
import type { AccountsDatabase } from '../store/accounts/accounts-database.js';
import { openAccountsFile } from '../store/accounts/accounts-file.js';
import { countAccounts } from '../store/accounts/copy.js';
import { type AccountServer, createAccountPages, unavailableAccountPages } from './account-pages.js';
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
  server: AccountServer,
  retryMilliseconds = config.databaseUrl === '' ? RETRY_FILE_MS : RETRY_SERVER_MS,
): Promise<KeyService> {
  const service = new OpeningKeyService(config, baseUrl, server, retryMilliseconds);
  await service.start();
  return service;
}

class OpeningKeyService implements KeyService {
  private readonly closed: RequestHandler;
  private open: { accounts: OpenKeyStore; pages: RequestHandler } | null = null;
  private problem: string | null = null;
  private opening: Promise<void> = Promise.resolve();
  private retry: NodeJS.Timeout | undefined;
  private readonly daily: NodeJS.Timeout;
  private isClosed = false;
  private warned = false;

  constructor(
    private readonly config: Config,
    private readonly baseUrl: string,
    private readonly server: AccountServer,
    private readonly retryMilliseconds: number,
  ) {
    this.closed = unavailableAccountPages(config, baseUrl, server.log);
    this.daily = setInterval(() => void this.deleteUnused(), DAY_MS).unref();
  }

  readonly keyRing: KeyRing = { verify: (token) => this.open?.accounts.keys.verify(token) ?? null };

  readonly pages: RequestHandler = (request, response, next) =>
    (this.open?.pages ?? this.closed)(request, response, next);

  unavailableReason(): string | null {
    return this.problem;
  }

  start(): Promise<void> {
    this.opening = this.tryOpen();
    return this.opening;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.retry);
    clearInterval(this.daily);
    await this.opening;
    await this.open?.accounts.close();
  }

  /** Never throws: it tries again later. */
  private async tryOpen(): Promise<void> {
    const { config, baseUrl, server } = this;
    const name = describeAccounts(config);
    let accounts: OpenKeyStore | null = null;
    try {
      accounts = await openKeyStore(config, server.log);
      await accounts.keys.follow();
      this.open = { accounts, pages: createAccountPages(config, accounts, baseUrl, server) };
      if (this.problem !== null) server.log.info({}, `${name} can be used again`);
      this.problem = null;
      await this.warnOfUncopied(accounts.database);
      await this.deleteUnused();
    } catch (error) {
      await accounts?.close().catch(() => undefined);
      const why = error instanceof Error ? error.message : String(error);
      if (why !== this.problem)
        server.log.error(
          { err: error, ...placeOf(config) },
          `${name} cannot be used: every caller counts as keyless until it can`,
        );
      this.problem = why;
      if (!this.isClosed) this.retry = setTimeout(() => void this.start(), this.retryMilliseconds).unref();
    }
  }

  /** Keys that an operator forgot to move to PostgreSQL are refused: that must not be a riddle. */
  private async warnOfUncopied(server: AccountsDatabase): Promise<void> {
    const { config, warned } = this;
    const file = accountsFile(config);
    if (config.databaseUrl === '' || warned || !existsSync(file)) return;
    this.warned = true;
    try {
      const there = await countAccounts(server);
      if (there.accounts + there.keys > 0) return;
      const source = openAccountsFile(file);
      const here = await countAccounts(source).finally(() => source.close());
      if (here.accounts + here.keys > 0)
        this.server.log.warn(
          { file, ...here },
          'PostgreSQL has no accounts and keys yet, and accounts.db has some, which are not valid here: "disclosed accounts copy" copies them',
        );
    } catch (error) {
      this.server.log.warn({ err: error, file }, 'whether accounts.db was copied to PostgreSQL is not known');
    }
  }

  private async deleteUnused(): Promise<void> {
    if (this.open === null) return;
    const { log } = this.server;
    const moment = new Date();
    moment.setUTCFullYear(moment.getUTCFullYear() - UNUSED_YEARS);
    try {
      const { database, keys } = this.open.accounts;
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
}

function placeOf(config: Config): object {
  return config.databaseUrl === ''
    ? { file: accountsFile(config) }
    : { url: maskedPostgresUrl(config.databaseUrl) };
}
