/** A store in memory without a row. */

import Database from 'better-sqlite3';
import { openStore } from '../../src/store/database/open.js';
import { Store } from '../../src/store/database/store.js';

/** Every migration takes longer than most cases: they are applied once, and each store is a copy. */
let migrated: Buffer | undefined;

/** What `openStore(':memory:', 'write')` gives. */
export function emptyStore(): Store {
  migrated ??= imageOf(openStore(':memory:', 'write'));
  const store = new Store(new Database(migrated));
  // Every ledger has another log.
  store.db.exec('UPDATE change_state SET log = lower(hex(randomblob(8))) WHERE id = 1');
  return store;
}

function imageOf(store: Store): Buffer {
  try {
    return store.db.serialize();
  } finally {
    store.close();
  }
}
