/** Opens the accounts' database with its keys, for as long as a command works with them. */

import type { Logger } from 'pino';
import type { Config } from '../config.js';
import { Keys } from '../limits/keys.js';
import type { AccountsDatabase } from '../store/accounts/accounts-database.js';
import { openAccountsFile } from '../store/accounts/accounts-file.js';
import { accountsFile, ensureStoreFolder } from './data-folder.js';

export interface OpenKeyStore {
  database: AccountsDatabase;
  keys: Keys;
  /** Writes pending changes, and closes the database. */
  close(): Promise<void>;
}

/**
 * PostgreSQL if `DATABASE_URL` is set, otherwise accounts.db, which is created when it is missing.
 * @throws StoreError if it has a newer version
 * @throws DatabaseUnavailableError if no server of PostgreSQL can be reached
 */
export async function openAccounts(config: Config): Promise<AccountsDatabase> {
  if (config.databaseUrl !== '') {
    const { openAccountsServer } = await import('../store/accounts/accounts-server.js');
    return openAccountsServer(config.databaseUrl);
  }
  ensureStoreFolder(config);
  return openAccountsFile(accountsFile(config));
}

/** The keys are not in memory yet: a service calls `keys.follow()`. */
export async function openKeyStore(config: Config, log: Logger): Promise<OpenKeyStore> {
  const database = await openAccounts(config);
  const keys = new Keys(database, {
    failed: (error) =>
      log.error(
        { err: error },
        `${describeAccounts(config)} could not be read or written: until it can, no key or account can be changed${config.databaseUrl === '' ? '' : ', and the keys in memory stay valid'}`,
      ),
  });
  return {
    database,
    keys,
    async close() {
      await keys.close();
      await database.close();
    },
  };
}

/** What the accounts are in, for messages. */
export function describeAccounts(config: Config): string {
  return config.databaseUrl === '' ? 'accounts.db' : 'the database of the accounts';
}
