/** Opens accounts.db with its keys, for as long as a command works with them. */

import type { Logger } from 'pino';
import type { Config } from '../config.js';
import { createKeys, type Keys } from '../limits/keys.js';
import { openAccounts, type Store } from '../store/accounts/open-accounts.js';
import { accountsFile, ensureStoreFolder } from './data-folder.js';

export interface OpenKeyStore {
  store: Store;
  keys: Keys;
  /** Writes pending changes, and closes the file. */
  close(): void;
}

/** Creates the file when it is missing. */
export function openKeyStore(config: Config, log: Logger): OpenKeyStore {
  ensureStoreFolder(config);
  const store = openAccounts(accountsFile(config));
  try {
    const keys = createKeys(store, {
      failed: (error) => log.error({ err: error }, 'accounts.db could not be read or written'),
    });
    return {
      store,
      keys,
      close() {
        keys.close();
        store.close();
      },
    };
  } catch (error) {
    store.close();
    throw error;
  }
}
