/** Opens accounts.db with its keys, for as long as a command works with them. */

import type { Logger } from 'pino';
import type { Config } from '../config.js';
import { createKeys, type Keys } from '../limits/keys.js';
import { openAccounts, type Store } from '../store/accounts/open.js';
import { accountsFile, storeFolder } from './data-folder.js';

export interface OpenKeys {
  store: Store;
  keys: Keys;
  /** Writes what is left to write, and closes the file. */
  close(): void;
}

/** Makes the file when it is missing. */
export function openKeys(config: Config, log: Logger): OpenKeys {
  storeFolder(config);
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
