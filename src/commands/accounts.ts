/** `disclosed accounts list|delete`: shows what the operator may know about the accounts, and deletes them. */

import type { Config } from '../config.js';
import { accountsFile, ensureStoreFolder } from '../service/data-folder.js';
import { type AccountSummary, deleteAccount, listAccounts } from '../store/accounts/accounts.js';
import { openAccounts, type Store } from '../store/accounts/open-accounts.js';

/** @returns 0 */
export function showAccounts(config: Config, options: { json?: boolean }): number {
  return withStore(config, (store) => {
    const rows = listAccounts(store);
    console.log(options.json === true ? JSON.stringify(rows, null, 2) : plain(rows));
    return 0;
  });
}

/** A running service refuses their keys and sessions immediately. @returns 1 if one of `ids` is unknown */
export function removeAccounts(config: Config, ids: string[], options: { json?: boolean }): number {
  return withStore(config, (store) => {
    const deleted = ids.filter((id) => deleteAccount(store, id));
    for (const id of ids)
      if (!deleted.includes(id))
        console.error(`${id} is not an account. "disclosed accounts list" shows them.`);
    if (options.json === true) console.log(JSON.stringify({ deleted }));
    else for (const id of deleted) console.log(`deleted ${id}`);
    return deleted.length === ids.length ? 0 : 1;
  });
}

function plain(rows: AccountSummary[]): string {
  if (rows.length === 0) return 'There is no account.';
  return rows
    .map(
      ({ id, displayName, createdAt, passkeys, keys }) =>
        `${id} ${displayName === '' ? '(no name)' : displayName}: created ${createdAt}, passkeys ${passkeys}, keys ${keys}`,
    )
    .join('\n');
}

function withStore(config: Config, work: (store: Store) => number): number {
  ensureStoreFolder(config);
  const store = openAccounts(accountsFile(config));
  try {
    return work(store);
  } finally {
    store.close();
  }
}
